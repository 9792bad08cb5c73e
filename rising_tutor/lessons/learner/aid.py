"""A player aid for one learner: exactly the rules that this person gets wrong, on one page to print.

The page needs nothing beside itself: no script, no font, no picture, and its colours are those of the paper. What does
not fit on it is named at its foot. Somebody without a missed rule gets the steps of the game instead, and is told so.

>>> from rising_tutor.lessons.learner.facts import Attempt
>>> header = Header("Anna", "fire-nation-rising", "2026-11-21T17:00:00Z")
>>> aid = make_aid(header, [Attempt("2026-11-21T18:00:00Z", "spot:FNR-414", ("FNR-414",), "wrong")])
>>> [(entry.rule, entry.page) for entry in aid.entries], aid.left_out
([('FNR-414', 7)], ())
>>> make_aid(header, []).empty
'No rule was practised yet. These are the steps of the game.'
"""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from rising_tutor import catalogues
from rising_tutor.catalogues import Catalogue
from rising_tutor.core.values import Value
from rising_tutor.errors import UnknownRule
from rising_tutor.lessons.learner.facts import Fact, Header
from rising_tutor.lessons.learner.knowledge import MASTERY, METHOD, Estimate, estimates, gets_wrong
from rising_tutor.render.document import document, paper
from rising_tutor.render.html import Html, el

WIDTH: Final = 92
"""Characters of a line of text, counted on the narrow side."""
LINES: Final = 53.0
"""Lines of text that one sheet has beside its heading and its foot."""
_HEAD: Final = 1.8
"""Lines that the title of a rule takes, with the space around it."""

_STYLE: Final = paper(
    """
h1{font-size:16pt;line-height:1.2;margin:0 0 1mm} h2{font-size:10.5pt;line-height:1.3;margin:0}
h1,h2{font-weight:600} h2 span{font:400 8.5pt/1.35 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
p{margin:0} .small{font-size:8.5pt} .head{border-bottom:1px solid;padding-bottom:1.5mm;margin-bottom:2.5mm}
ol{margin:0;padding:0;list-style:none} li{margin:0 0 2mm;break-inside:avoid}
.steps li{margin:0 0 1mm}
.foot{border-top:1px solid;padding-top:1.5mm;margin-top:2.5mm}
""",
    width="180mm",
    text="10pt/1.35",
    margin="15mm",
    size="A4",
)


class Entry(Value, frozen=True):
    """A rule on the page.

    Attributes:
        text: the whole rule in our own words.
        known: the probability that the learner knows it.
        errors: how often it was missed.
    """

    rule: str
    title: str
    text: str
    page: int
    known: float
    errors: int
    attempts: int


class Aid(Value, frozen=True):
    """What stands on the page.

    Attributes:
        learner: the name; may be empty.
        game: the title of the game.
        entries: the rules that the learner gets wrong and that fit, least known first.
        left_out: the ids of those that do not fit, in the same order.
        unknown: ids that the catalogue of this program does not have.
        empty: why there are none; empty where there are.
        steps: the steps of the game, as (name, summary); only where there are no entries.
    """

    learner: str
    game: str
    edition: str
    entries: tuple[Entry, ...] = ()
    left_out: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    empty: str = ""
    steps: tuple[tuple[str, str], ...] = ()


def make_aid(header: Header, facts: Iterable[Fact]) -> Aid:
    """The aid of a learner. Raises `UnknownGame`: the game has no catalogue of rules."""
    catalogue = catalogues.load(header.game)
    known = estimates(facts)
    found, unknown = _entries(catalogue, gets_wrong(known))
    bare = Aid(header.name, catalogue.title, catalogue.edition, unknown=unknown)
    if not found:
        steps = tuple((phase.name, phase.summary) for phase in catalogue.phases)
        return Aid(bare.learner, bare.game, bare.edition, unknown=unknown, empty=_empty(known), steps=steps)
    n_fit = _n_fit(found, unknown)
    left_out = tuple(entry.rule for entry in found[n_fit:])
    return Aid(bare.learner, bare.game, bare.edition, found[:n_fit], left_out, unknown)


def as_html(aid: Aid) -> str:
    """The page."""
    heading = f"Player aid: {aid.game}"
    whom = f"For {aid.learner}. " if aid.learner else ""
    if aid.empty:
        about = f"{whom}{aid.empty}"
        steps = [el("li", el("b", name), ". ", summary) for name, summary in aid.steps]
        body = el("ol", steps, cls="steps")
    else:
        about = f"{whom}The rules that were missed and are not mastered yet, least known first."
        body = el("ol", [_rule(entry) for entry in aid.entries])
    head = el("div", el("h1", heading), el("p", about), cls="head")
    foot = el("div", [el("p", line, cls="small") for line in _foot(aid)], cls="foot")
    return document(heading, el("main", head, body, foot), style=_STYLE)


def _entries(catalogue: Catalogue, wrong: Sequence[Estimate]) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    found, unknown = [], []
    for one in wrong:
        try:
            rule = catalogue.rule(one.rule)
        except UnknownRule:
            unknown.append(one.rule)
            continue
        found.append(Entry(rule.id, rule.title, rule.text, rule.page, one.known, one.errors, one.attempts))
    return tuple(found), tuple(unknown)


def _empty(known: Sequence[Estimate]) -> str:
    if not known:
        return "No rule was practised yet. These are the steps of the game."
    if gets_wrong(known):
        return "The rules that were missed are not in the catalogue of this program. These are the steps of the game."
    rules = "One rule was" if len(known) == 1 else f"{len(known)} rules were"
    return f"{rules} practised, and none that was missed is below mastery. These are the steps of the game."


def _n_fit(entries: Sequence[Entry], unknown: Sequence[str]) -> int:
    heights = [_HEAD + _n_lines(entry.text) for entry in entries]
    for n_fit in range(len(entries), 1, -1):
        left_out = [entry.rule for entry in entries[n_fit:]]
        foot = sum(_n_lines(line) for line in (_left_out(left_out), _unknown(unknown)) if line)
        if sum(heights[:n_fit]) + foot <= LINES:
            return n_fit
    return 1


def _n_lines(text: str) -> int:
    return len(textwrap.wrap(text, WIDTH))


def _rule(entry: Entry) -> Html:
    facts = f"{entry.rule}, page {entry.page}; missed {entry.errors} of {entry.attempts}"
    return el("li", el("h2", entry.title, " ", el("span", facts)), el("p", entry.text))


def _foot(aid: Aid) -> list[str]:
    lines = [_left_out(aid.left_out), _unknown(aid.unknown)]
    lines.append(f"Pages: {aid.edition}. Wording: ours.")
    if aid.entries:
        lines.append(f"Mastered from {MASTERY} on. Method: {METHOD}.")
    return [line for line in lines if line]


def _left_out(rules: Sequence[str]) -> str:
    return f"Left out for want of room: {', '.join(rules)}." if rules else ""


def _unknown(rules: Sequence[str]) -> str:
    return f"Missed, but not in the catalogue of this program: {', '.join(rules)}." if rules else ""
