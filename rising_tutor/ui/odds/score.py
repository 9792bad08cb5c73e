"""The score of guesses as HTML: the Brier score with its parts, and the calibration curve with its table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.core.english import counted
from rising_tutor.lab.guesses import (
    AGAINST_EXACT,
    AGAINST_OUTCOMES,
    Counts,
    Guess,
    Pick,
    Point,
    Record,
    Split,
    calibration,
    split,
)
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.percents import cost
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, scrolled
from rising_tutor.render.tables import table
from rising_tutor.tutor.odds.guesses import Forgotten, picks_of

_SIDE: Final = 220
_LEFT: Final = 40
_TOP: Final = 10
_LOSSES: Final[Mapping[Counts, str]] = {"chance": "chances", "value": "expected numbers"}
"""What a choice can lose, in words."""


def score(record: Record, forgotten: Forgotten) -> Html:
    """Return the panel, empty while there is no guess and none was forgotten."""
    chosen = [_picked(picks, counts) for counts in _LOSSES if (picks := picks_of(record, counts))]
    values = picks_of(record, "stated")
    forget = button("Forget all guesses", "forget", cls="rt-btn--small", key="forget")
    if not record.guesses and not chosen and not values and forgotten.record is None:
        return EMPTY
    return el(
        "section",
        el("h2", "Your guesses"),
        _stated(record.guesses) if record.guesses else None,
        [el("h3", "Choices", cls="rt-oddsh3"), chosen] if chosen else None,
        [el("h3", "Other numbers that you stated", cls="rt-oddsh3"), _values(values)] if values else None,
        _undo(forgotten.record) if forgotten.record is not None else None,
        el("div", forget, cls="rt-row rt-under") if record != Record() else None,
        cls="rt-panel",
        aria_label="Your guesses",
    )


def _undo(record: Record) -> Html:
    """Return the line that offers to bring back what was forgotten."""
    n = len(record.guesses) + len(record.picks)
    undo = button("Undo", "recall", cls="rt-btn--small", key="recall")
    return el("div", el("span", f"You have forgotten {counted(n, 'answer')}."), " ", undo, cls="rt-row", role="status")


def _picked(picks: Sequence[Pick], counts: Counts) -> Html:
    """How many choices were picked before their worth was told, how many were best, what they lost in the mean."""
    n, best = len(picks), sum(not pick.loss for pick in picks)
    lost = Amount.exact(sum((pick.loss for pick in picks), Fraction(0)) / n)
    mean = f"mean loss {cost(lost, chance=counts == 'chance')}" if lost.fraction else "nothing lost"
    return el("p", f"Where {_LOSSES[counts]} count: {n} picked, {best} best, {mean}.", cls="rt-small")


def _values(picks: Sequence[Pick]) -> Html:
    """How many values were stated, how many right. Each counts other things, so what they are off is not added."""
    right = sum(not pick.loss for pick in picks)
    return el("p", f"{len(picks)} stated, {right} right.", cls="rt-small")


def _stated(guesses: tuple[Guess, ...]) -> Child:
    n = len(guesses)
    rows = [
        _split_row("against the exact chances", split(guesses, AGAINST_EXACT)),
        _split_row("against one drawn turn each", split(guesses, AGAINST_OUTCOMES)),
    ]
    heads = ("", "Brier score", "reliability", "resolution", "uncertainty")
    points = calibration(guesses)
    return [
        el(
            "p",
            f"{counted(n, 'guess')} so far. A Brier score is the squared distance from what came, "
            "0 is best. It is reliability less resolution plus uncertainty; only the first says how well chances were "
            "stated.",
            cls="rt-small rt-muted",
        ),
        scrolled("Brier score and its parts", table(heads, rows, numbers=1, cls="rt-opt rt-scoretable")),
        el("h3", "Calibration", cls="rt-oddsh3"),
        el("div", _curve(points), _points(points), cls="rt-calibration"),
    ]


def _split_row(words: str, found: Split) -> tuple[str, ...]:
    amounts = (found.score, found.reliability, found.resolution, found.uncertainty)
    return words, *map(_three, amounts)


def _three(amount: Fraction) -> str:
    return f"{float(amount):.3f}"


def _curve(points: tuple[Point, ...]) -> Html:
    """Stated along the bottom, what came upwards; on the line the two are equal."""

    def at(stated: Fraction, came: Fraction) -> tuple[float, float]:
        return round(_LEFT + _SIDE * float(stated), 1), round(_TOP + _SIDE * (1 - float(came)), 1)

    drawn: list[Child] = [
        el("rect", x=_LEFT, y=_TOP, width=_SIDE, height=_SIDE, cls="frame"),
        el("path", d=f"M{_LEFT} {_TOP + _SIDE}L{_LEFT + _SIDE} {_TOP}", cls="even"),
    ]
    for share in (0, 50, 100):
        x, y = at(Fraction(share, 100), Fraction(share, 100))
        drawn += [
            el("text", f"{share}", x=x, y=_TOP + _SIDE + 18, cls="x"),
            el("text", f"{share}", x=_LEFT - 8, y=y + 4, cls="y"),
        ]
    ends = [at(point.stated, point.exact) for point in points]
    if len(ends) > 1:
        drawn.append(el("path", d="M" + "L".join(f"{x} {y}" for x, y in ends), cls="curve"))
    for point, (x, y) in zip(points, ends, strict=True):
        hx, hy = at(point.stated, point.happened)
        drawn.append(el("rect", x=hx - 5, y=hy - 5, width="10", height="10", cls="came"))
        drawn.append(el("circle", cx=x, cy=y, r="5", cls="exact"))
    words = "; ".join(f"stated {_percent(p.stated)}, exact {_percent(p.exact)}" for p in points)
    return el(
        "svg",
        drawn,
        viewBox=f"0 0 {_LEFT + _SIDE + 16} {_TOP + _SIDE + 28}",
        cls="rt-calcurve",
        role="img",
        aria_label=f"Calibration curve, in percent: {words}",
    )


def _points(points: tuple[Point, ...]) -> Html:
    heads = ("stated", "exact chance", "drawn turns that worked", "guesses")
    rows = [
        (_percent(point.stated), f"\u25cf {_percent(point.exact)}", f"\u25a1 {_percent(point.happened)}", point.n)
        for point in points
    ]
    return scrolled(
        "Calibration, as a table",
        table(heads, rows, numbers=0, named=-1, cls="rt-opt rt-scoretable"),
        el(
            "p",
            "Below the line: stated too high. Each row is the mean of guesses in the same ten points.",
            cls="rt-small rt-muted rt-under",
        ),
    )


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.0f} %"
