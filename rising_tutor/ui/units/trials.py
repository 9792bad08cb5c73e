"""Trials beside the exact answer as HTML: the slider, the estimate, the interval closing in, and its table."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.lab.query import Number
from rising_tutor.lab.trials import MARKS, Estimate
from rising_tutor.lab.wording import decimal
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, scrolled
from rising_tutor.tutor.units import UnitsController

_WIDTH: Final = 330
_HEIGHT: Final = 200
_LEFT: Final = 56
_RIGHT: Final = 17
_INSET: Final = 7
"""Room for the ends of an interval, inside the frame."""
_TOP: Final = 12
_BOTTOM: Final = 30
_LABELLED: Final = (1, 10, 100, 1_000, 10_000, 100_000)
_ROOM: Final = 0.05
"""So much of an axis lies beyond either end of what it shows."""


def trials(controller: UnitsController, busy: str = "") -> Html:
    """The panel; nothing where the answer is not told yet or cannot be tried out.

    Args:
        controller: the controller.
        busy: a sentence while trials are under way.
    """
    if controller.unit is None or not controller.tries:
        return EMPTY
    tried, exact = controller.trials, controller.trying
    assert tried is not None
    assert exact is not None
    made = [one for one in tried.marks if one.n <= MARKS[controller.mark]]
    return el(
        "section",
        el(
            "div",
            el("h2", "Try it out"),
            el("span", "simulated", cls="rt-tag rt-tag--warn"),
            cls="rt-panel__h",
        ),
        _controls(controller),
        el(
            "div",
            el("p", busy, role="status", cls="rt-small"),
            button("Stop", "stop", cls="rt-btn--small"),
            cls="rt-row rt-under",
        )
        if busy
        else None,
        beside(made, exact, tried.seed) if made else el("p", "No trial yet.", cls="rt-muted rt-under"),
        cls="rt-panel rt-trials",
        aria_label="Trials beside the exact answer",
    )


def beside(made: Sequence[Estimate], exact: Number, seed: str) -> Child:
    """Estimates beside the exact number: a sentence, the intervals closing in on the exact line, and their table.

    Args:
        made: at least one, in rising order of trials, at `MARKS`.
        exact: the number that they close in on.
        seed: of the trials.
    """
    return [_said(made[-1], exact, seed), _picture(made, exact), _table(made, exact)]


def _controls(controller: UnitsController) -> Html:
    n = MARKS[controller.mark]
    chosen = controller.tried or controller.tries[0][0]
    which: Child = None
    if len(controller.tries) > 1:
        options = [el("option", label, value=name, selected=name == chosen) for name, label in controller.tries]
        which = el(
            "label", el("span", "Choice"), el("select", options, name="which", data_key="which"), cls="rt-field1"
        )
    slider = el(
        "input",
        type="range",
        name="mark",
        min="0",
        max=str(len(MARKS) - 1),
        step="1",
        value=str(controller.mark),
        cls="rt-guess__slide",
        aria_label="Number of trials",
        aria_valuetext=f"{_many(n)} trials",
        data_key="mark",
    )
    return el(
        "form",
        which,
        el("p", "Trials: ", el("b", _many(n)), cls="rt-row"),
        slider,
        el(
            "div",
            button(f"Make {_many(n)} trials", "try", cls="rt-btn--main", key="try"),
            button("Other chance", "reseed", cls="rt-btn--quiet"),
            cls="rt-row",
        ),
        data_live="mark",
        data_do="try",
        cls="rt-trialform",
        aria_label="Trials",
    )


def _said(estimate: Estimate, exact: Number, seed: str) -> Html:
    low, mean, high = (_shown(end, exact) for end in (estimate.low, estimate.mean, estimate.high))
    inside = estimate.low <= exact.amount <= estimate.high
    where = "inside the interval" if inside else "outside the interval, as happens one time in twenty"
    return el(
        "p",
        el("b", f"{mean}"),
        f" simulated, interval {low} to {high} ({estimate.method}; {_many(estimate.n)} trials, seed {seed}). ",
        el("span", f"Exact: {_exactly(exact)}, {where}."),
        cls="rt-under",
        role="status",
    )


def _picture(made: Sequence[Estimate], exact: Number) -> Html:
    """Intervals against the number of trials, and the exact line."""
    truth = float(exact.amount)
    low, high, named = _axis(made, exact)

    def y(value: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low), 1)

    def x(n: int) -> float:
        return round(_LEFT + _INSET + (_WIDTH - _LEFT - 2 * _INSET - _RIGHT) * MARKS.index(n) / (len(MARKS) - 1), 1)

    drawn: list[Child] = [
        el("rect", x=_LEFT, y=_TOP, width=_WIDTH - _LEFT - _RIGHT, height=_HEIGHT - _TOP - _BOTTOM, cls="frame"),
        el("path", d=f"M{_LEFT} {y(truth)}H{_WIDTH - _RIGHT}", cls="exact"),
        el("text", _exactly(exact), x=_LEFT - 6, y=y(truth) + 4, cls="y e"),
    ]
    drawn += [
        el("text", name, x=_LEFT - 6, y=y(value) + 4, cls="y") for value, name in named if abs(y(value) - y(truth)) > 16
    ]
    drawn += [el("text", f"{n:,}".replace(",", "\u202f"), x=x(n), y=_HEIGHT - 10, cls="x") for n in _LABELLED]
    for one in made:
        at = x(one.n)
        ends = f"M{at - 4} {y(one.low)}h8M{at} {y(one.low)}V{y(one.high)}M{at - 4} {y(one.high)}h8"
        drawn += [el("path", d=ends, cls="interval"), el("circle", cx=at, cy=y(one.mean), r="3.5", cls="mean")]
    last = made[-1]
    words = (
        f"Estimates after 1 to {_many(last.n)} trials with their intervals, and the exact value {_exactly(exact)} as a "
        f"line; the last interval reaches from {_shown(last.low, exact)} to {_shown(last.high, exact)}."
    )
    picture = el("svg", drawn, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", cls="rt-trialplot", role="img", aria_label=words)
    return el("div", picture, cls="rt-scroll rt-under")


def _axis(made: Sequence[Estimate], exact: Number) -> tuple[float, float, tuple[tuple[float, str], ...]]:
    """Where the axis begins and ends, and what is named on it: 0 to 100 % for a chance, else all that is drawn."""
    if exact.kind == "chance":
        return -_ROOM, 1 + _ROOM, tuple((at / 100, f"{at} %") for at in (0, 50, 100))
    truth = float(exact.amount)
    low, high = min(truth, *(one.low for one in made)), max(truth, *(one.high for one in made))
    room = (high - low or 1.0) * _ROOM
    return low - room, high + room, ((low, _shown(low, exact)), (high, _shown(high, exact)))


def _table(made: Sequence[Estimate], exact: Number) -> Html:
    heads = ("trials", "simulated", "from", "to")
    rows = [
        el(
            "tr",
            el("td", _many(one.n), cls="n"),
            *(el("td", _shown(value, exact), cls="n") for value in (one.mean, one.low, one.high)),
        )
        for one in made
    ]
    last = el(
        "tr", el("td", "exact", cls="n"), el("td", el("b", _exactly(exact)), cls="n"), el("td"), el("td"), cls="best"
    )
    table = el(
        "table",
        el("thead", el("tr", [el("th", head, cls="n") for head in heads])),
        el("tbody", rows, last),
        cls="rt-opt rt-scoretable",
    )
    return el(
        "details",
        el("summary", "As a table"),
        scrolled("Trials, as a table", table),
        data_key="trial-table",
    )


def _shown(value: float, like: Number) -> str:
    if like.kind == "chance":
        return percent(value)
    return f"{value:.2f}"


def _exactly(number: Number) -> str:
    return percent(Fraction(number.amount)) if number.kind == "chance" else decimal(number.amount)


def _many(n: int) -> str:
    return f"{n:,}".replace(",", "\u00a0")
