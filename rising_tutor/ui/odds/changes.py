"""How the answer of the odds lab moves with one thing more, as HTML: bars in a list with their numbers."""

from rising_tutor.core.english import capital
from rising_tutor.probability.dice_turn.answer import EXACT, TO_1E_12, Amount
from rising_tutor.probability.dice_turn.changes import Change
from rising_tutor.probability.percents import amount, gain
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import panel_head
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.ui.odds.marks import bar, method_tag


def changes(lab: OddsLab) -> Html:
    """How the answer moves: a die more of each colour, a token, a help less; nothing while the answer is hidden."""
    found = lab.answer
    if lab.hidden or found is None or found.solved is None:
        return EMPTY
    if not found.changes:
        words = found.no_changes or ("" if found.whole else "It is being counted.")
        return _panel(None, el("p", words, cls="rt-small rt-muted")) if words else EMPTY
    most = float(lab.most) or 1.0
    rows = [_change_row(lab, "as it is", found.solved.value, None, most)]
    rows += [_change_row(lab, change.what, change.value, change, most) for change in found.changes]
    methods = {change.value.method for change in found.changes} | {found.solved.method}
    tag = method_tag(EXACT if methods == {EXACT} else TO_1E_12)
    return _panel(tag, el("ul", rows, cls="rt-bars rt-bars--gain"))


def _panel(tag: Html | None, inside: Html) -> Html:
    return el("section", panel_head("One thing more", tag), inside, cls="rt-panel", aria_label="One thing more")


def _change_row(lab: OddsLab, words: str, value: Amount, change: Change | None, most: float) -> Html:
    gained = "" if change is None else gain(change.gain, chance=lab.is_chance)
    return el(
        "li",
        el("span", capital(words)),
        bar(value.decimal / most),
        el("span", amount(value, chance=lab.is_chance), cls="pct"),
        el("span", gained, cls="gain rt-muted"),
        cls="best" if change is None else None,
    )
