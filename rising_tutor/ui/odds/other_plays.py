"""What stands around the answer, as HTML: what gets covered under other ways to play, and what one thing more brings.

The bars stand in tables and lists with their numbers, so that a picture and its words are one.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from rising_tutor.probability.dice_turn.answer import EXACT, TO_1E_12, Amount
from rising_tutor.probability.dice_turn.changes import Change
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import scrolled
from rising_tutor.tutor.odds.answer import BEST, Answer, Way
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.numbers import amount, bar, gain, method_tag

_MOST_ROWS: Final = 16
"""More outcomes than this are put together by how many sets are covered."""


def plays(lab: OddsLab) -> Html:
    """The panel; nothing while the answer is hidden or not there."""
    found = lab.answer
    if lab.hidden or found is None or found.solved is None:
        return EMPTY
    if not found.ways:
        words = found.no_ways or "It is being counted."
        inside: Child = el("p", words, cls="rt-small rt-muted", role=None if found.no_ways else "status")
        return _panel(inside, None)
    names = [need.name for need in found.problem.needs]
    rows = _rows(found, names)
    heads = [el("th", "Covered")] + [el("th", way.name.capitalize()) for way in found.ways]
    body = [
        el("tr", el("th", words, scope="row"), [_cell(share, best=at == 0) for at, share in enumerate(shares)])
        for words, shares in rows
    ]
    if not lab.is_chance:
        values = [el("td", el("b", amount(way.value, chance=False))) for way in found.ways]
        body.append(el("tr", el("th", "Expected", scope="row"), values))
    others = [way for way in found.ways if way.name != BEST]
    inside = [
        scrolled(
            "What gets covered",
            el("table", el("thead", el("tr", heads)), el("tbody", body), cls="rt-opt rt-plays"),
        ),
        el(
            "ul",
            [el("li", el("b", way.name.capitalize()), ": ", way.sentence, _ties(lab, way)) for way in others],
            cls="rt-small rt-muted rt-under rt-waylist",
        ),
    ]
    return _panel(inside, method_tag(found.ways[0].value.method))


def _ties(lab: OddsLab, way: Way) -> str:
    """What the same way to play expects if ties are broken otherwise."""
    if not way.ties:
        return ""
    low, high = (amount(end, chance=lab.is_chance) for end in way.ties)
    return f" Ties broken otherwise: from {low} to {high}."


def changes(lab: OddsLab) -> Html:
    """How the answer moves: a die more of each colour, a token, a help less; nothing while the answer is hidden."""
    found = lab.answer
    if lab.hidden or found is None or found.solved is None:
        return EMPTY
    head = el("h2", "One thing more")
    if not found.changes:
        words = found.no_changes or ("" if found.whole else "It is being counted.")
        if not words:
            return EMPTY
        return el("section", head, el("p", words, cls="rt-small rt-muted"), cls="rt-panel", aria_label="One thing more")
    most = float(lab.most) or 1.0
    rows = [_change_row(lab, "as it is", found.solved.value, None, most)]
    rows += [_change_row(lab, change.what, change.value, change, most) for change in found.changes]
    methods = {change.value.method for change in found.changes} | {found.solved.method}
    return el(
        "section",
        el(
            "div",
            head,
            method_tag(EXACT if methods == {EXACT} else TO_1E_12),
            cls="rt-panel__h",
        ),
        el("ul", rows, cls="rt-bars rt-bars--gain"),
        cls="rt-panel",
        aria_label="One thing more",
    )


def _change_row(lab: OddsLab, words: str, value: Amount, change: Change | None, most: float) -> Html:
    gained = "" if change is None else gain(change.gain, chance=lab.is_chance)
    return el(
        "li",
        el("span", words[:1].upper() + words[1:]),
        bar(value.decimal / most),
        el("span", amount(value, chance=lab.is_chance), cls="pct"),
        el("span", gained, cls="gain rt-muted"),
        cls="best" if change is None else None,
    )


def _panel(inside: Child, tag: Html | None) -> Html:
    return el(
        "section",
        el("div", el("h2", "What gets covered"), tag, cls="rt-panel__h"),
        inside,
        cls="rt-panel",
        aria_label="What gets covered",
    )


def _cell(share: float, *, best: bool) -> Html:
    return el(
        "td",
        el(
            "span",
            bar(share),
            el("span", percent(share), cls="pct"),
            cls="rt-plays__cell best" if best else "rt-plays__cell",
        ),
    )


def _rows(found: Answer, names: Sequence[str]) -> list[tuple[str, list[float]]]:
    """Each outcome with its share under every way to play; many outcomes by number of sets."""
    outcomes = found.problem.outcomes
    if len(outcomes) <= _MOST_ROWS:
        ordered = sorted(outcomes, key=lambda sets: (sum(sets), [-n for n in sets]))
        single = len(names) == 1 and max(outcomes)[0] == 1
        return [(_covered(sets, names, single=single), [_share(way, sets) for way in found.ways]) for sets in ordered]
    most = max(sum(sets) for sets in outcomes)
    return [(f"{n} in all", [_shares_of(way, n) for way in found.ways]) for n in range(most + 1)]


def _share(way: Way, sets: tuple[int, ...]) -> float:
    return next((share.decimal for other, share in way.shares if other == sets), 0.0)


def _shares_of(way: Way, n: int) -> float:
    by_number: dict[int, list[Amount]] = defaultdict(list)
    for sets, share in way.shares:
        by_number[sum(sets)].append(share)
    return sum(share.decimal for share in by_number[n])


def _covered(sets: Sequence[int], names: Sequence[str], *, single: bool) -> str:
    if single:
        return "it is covered" if sets[0] else "it is not"
    found = [name if n == 1 else f"{name}, {n} times" for n, name in zip(sets, names, strict=True) if n]
    return " and ".join(found) or "nothing"
