"""The table of legal actions with what each is worth and what it loses, the same wherever choices are ranked.

A page says what stands in the first cell: a button that does it, or only its words.

>>> from rising_tutor.probability.ranked import ranked
>>> from rising_tutor.probability.unit import Unit
>>> found = ranked([("stop", 0.25), ("roll", 0.75)], Unit.CHANCE_TO_WIN, "by hand", exact=True)
>>> [text in ranked_table(found, lambda one: one.action) for text in ("75.0 %", "50.0", "Win chance", "best")]
[True, True, True, True]
"""

from collections.abc import Callable, Sequence
from typing import Any

from rising_tutor.core.session import GameSession
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.percents import MINUS, amount, loss
from rising_tutor.probability.ranked import RankedAction, RankedActions
from rising_tutor.probability.unit import Unit
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.render.tables import row, table
from rising_tutor.ui.odds.marks import fraction

Cell = Callable[[RankedAction], Child]
Mark = Callable[[RankedAction], str | None]


def ranked_table(
    found: RankedActions,
    cell: Cell,
    *,
    rows: Sequence[RankedAction] | None = None,
    head: str = "",
    fractions: bool = False,
    mark: Mark = lambda one: "best" if one.tied else None,
    key: Mark = lambda _: None,
    named: bool = False,
    cls: str = "rt-opt",
) -> Html:
    """The table, best first.

    Args:
        found: the ranking.
        cell: what stands in the first cell of a row.
        rows: those that are shown; all unless told otherwise.
        head: what stands above the values; the name of the unit unless told otherwise.
        fractions: whether the fraction of an exact value stands beside it.
        mark: the class of a row.
        key: names a row for the focus.
        named: whether the first cell names its row, as words do and buttons do not.
        cls: the class of the table.
    """
    lines = [
        row(cell(one), _worth(found, one, fractions=fractions), _lost(found, one), cls=mark(one), data_key=key(one))
        for one in (found.rows if rows is None else rows)
    ]
    caption = f"Every choice, best first{', with 95 % intervals' if found.samples else ''}"
    heads = ("Choice", head or found.unit.head, "Loss")
    return table(heads, lines, caption=caption, numbers=1, named=0 if named else -1, cls=cls)


def do_it(player: GameSession, action: Any, word: Callable[[Any], str], name: str) -> Html:
    """A button that makes an action of the present choice.

    Args:
        player: the game that is played.
        word: an action in the words of a button.
        name: of the table, for the focus.
    """
    number, words = player.actions.index(action), word(action)
    cls = "rt-btn--quiet rt-btn--small rt-turnodds__do"
    return button(words, "act", str(number), cls=cls, key=f"{name}:{number}", aria_label=f"Do it: {words}")


def value_words(value: float, unit: Unit) -> str:
    """A value that is an estimate, in its unit, and so without a tenth of a percent.

    >>> value_words(0.333, Unit.CHANCE_TO_WIN), value_words(3, Unit.STANDING)
    ('33 %', '3.0')
    """
    return f"{100 * value:.0f} %" if unit.is_chance else f"{value:.1f}" if unit is Unit.STANDING else unit.said(value)


def _worth(found: RankedActions, one: RankedAction, *, fractions: bool) -> Child:
    if one.value is None:
        return "not counted"
    if one.amount is not None:
        value = amount(one.amount, chance=found.unit.is_chance)
        return [el("b", value) if one.tied else value, fraction(one.amount.fraction) if fractions else None]
    if one.low == one.high == one.value:
        return found.unit.said(one.value)
    between = f"{value_words(one.low, found.unit)} to {value_words(one.high, found.unit)}"
    return [value_words(one.value, found.unit), el("br"), el("span", between, cls="rt-xs rt-muted")]


def _lost(found: RankedActions, one: RankedAction) -> Child:
    if one.value is None:
        return None
    if one.tied:
        return "best" if len(found.best) == 1 else "best, tied" if found.exact else "tied"
    if one.loss_low == one.loss:
        return loss(Amount(None, one.loss), chance=found.unit.is_chance)
    points = found.unit.is_chance
    lost = f"{100 * one.loss:.0f} points" if points else f"{one.loss:.1f}"
    least = f"{100 * one.loss_low:.0f}" if points else f"{one.loss_low:.1f}"
    return [f"{MINUS}{lost}", el("br"), el("span", f"{least} or more", cls="rt-xs rt-muted")]
