"""Trials beside the exact answer as HTML: the slider, the estimate, the interval closing in, and its table."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.core.english import capital, grouped
from rising_tutor.lab.query import Number
from rising_tutor.lab.trials import MARKS
from rising_tutor.lab.wording import decimal
from rising_tutor.probability.dice_turn.simulate import Point
from rising_tutor.probability.percents import percent
from rising_tutor.render.forms import field, select
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, fold, panel_head, scrolled
from rising_tutor.render.tables import Row, row, table
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import Guard
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.trials import Tries

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


class TrialsPanel:
    """The panel: what is pressed in it, its work beside the page, and how it is drawn.

    Args:
        tries: what can be tried out.
        things: what the trials are called: turns, trials.
        words: a sentence below the heading; "" for none.
        guard: wraps each callback.
        draw: asks for a new drawing of the page.
    """

    def __init__(self, tries: Tries, things: str, words: str = "", *, guard: Guard, draw: Callable[[], object]) -> None:
        self.tries = tries
        self.background = Background(guard=guard)
        self._things, self._words = things, words
        self._draw = draw

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was one of this panel."""
        do, fields, tries = message.do, message.fields, self.tries
        if do not in ("trial-mark", "trial-run", "trial-seed", "trial-stop"):
            return False
        if do != "trial-run":
            self.background.stop()
        if fields:
            tries.set_mark(fields.get("mark", ""))
            tries.tried = fields.get("which", tries.tried)[:60]
        if do == "trial-seed":
            tries.new_seed()
        made, to = tries.trials, MARKS[tries.mark]
        # Where the slider is moved, trials go on to there if there are some.
        goes_on = do in ("trial-run", "trial-seed") or (do == "trial-mark" and made is not None and made.n > 0)
        if made is not None and goes_on and made.n < to:
            self.background.start(
                lambda progress: made.run(to, progress), lambda _nothing: self._draw(), changed=self._draw
            )
        self._draw()
        return True

    def html(self) -> Html:
        """The panel; nothing where the answer is not told yet or cannot be tried out."""
        tried, exact = self.tries.trials, self.tries.trying
        if not self.tries.tries or tried is None or exact is None:
            return EMPTY
        made = [one for one in tried.points if one.n <= MARKS[self.tries.mark]]
        return el(
            "section",
            panel_head("Try it out", el("span", "simulated", cls="rt-tag rt-tag--warn")),
            el("p", self._words, cls="rt-small rt-muted") if self._words else None,
            self._controls(),
            self._busy(),
            beside(made, exact, tried.seed) if made else el("p", "No trial yet.", cls="rt-muted rt-under"),
            cls="rt-panel rt-trials",
            aria_label=f"{capital(self._things)} beside the exact value",
        )

    def _busy(self) -> Html | None:
        """What is said while trials are under way."""
        if self.background.counting is None:
            return None
        n, total = self.background.counting
        far = f"Trying: {grouped(n, ' ')} of {grouped(total, ' ')}" if total else "Trying ..."
        return el(
            "div",
            el("p", far, role="status", cls="rt-small"),
            button("Stop", "trial-stop", cls="rt-btn--small"),
            cls="rt-row rt-under",
        )

    def _controls(self) -> Html:
        tries, things = self.tries, self._things
        n = MARKS[tries.mark]
        which = field("Choice", select("which", tries.tries, tries.tried or tries.tries[0][0], key="which"))
        slider = el(
            "input",
            type="range",
            name="mark",
            min="0",
            max=str(len(MARKS) - 1),
            step="1",
            value=str(tries.mark),
            cls="rt-guess__slide",
            aria_label=f"Number of {things}",
            aria_valuetext=f"{_many(n)} {things}",
            data_key="trial-mark",
        )
        return el(
            "form",
            which if len(tries.tries) > 1 else None,
            el("p", f"{capital(things)}: ", el("b", _many(n)), cls="rt-row"),
            slider,
            el(
                "div",
                button(f"Make {_many(n)} {things}", "trial-run", cls="rt-btn--main", key="trial-run"),
                button("Other chance", "trial-seed", cls="rt-btn--quiet"),
                cls="rt-row",
            ),
            data_live="trial-mark",
            data_do="trial-run",
            cls="rt-trialform",
            aria_label=capital(things),
        )


def beside(made: Sequence[Point], exact: Number, seed: str) -> Child:
    """Estimates beside the exact number: a sentence, the intervals closing in on the exact line, and their table.

    Args:
        made: at least one, in rising order of trials, at `MARKS`.
        exact: the number that they close in on.
        seed: of the trials.
    """
    return [_said(made[-1], exact, seed), _picture(made, exact), _table(made, exact)]


def _said(estimate: Point, exact: Number, seed: str) -> Html:
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


def _picture(made: Sequence[Point], exact: Number) -> Html:
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
    drawn += [el("text", grouped(n, "\u202f"), x=x(n), y=_HEIGHT - 10, cls="x") for n in _LABELLED]
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


def _axis(made: Sequence[Point], exact: Number) -> tuple[float, float, tuple[tuple[float, str], ...]]:
    """Where the axis begins and ends, and what is named on it: 0 to 100 % for a chance, else all that is drawn."""
    if exact.kind == "chance":
        return -_ROOM, 1 + _ROOM, tuple((at / 100, f"{at} %") for at in (0, 50, 100))
    truth = float(exact.amount)
    low, high = min(truth, *(one.low for one in made)), max(truth, *(one.high for one in made))
    room = (high - low or 1.0) * _ROOM
    return low - room, high + room, ((low, _shown(low, exact)), (high, _shown(high, exact)))


def _table(made: Sequence[Point], exact: Number) -> Html:
    rows: list[Row | tuple[Child, ...]] = [
        (_many(one.n), *(_shown(value, exact) for value in (one.mean, one.low, one.high))) for one in made
    ]
    rows.append(row("exact", el("b", _exactly(exact)), "", "", cls="best"))
    shown = table(("trials", "simulated", "from", "to"), rows, numbers=0, named=-1, cls="rt-opt rt-scoretable")
    return fold("As a table", scrolled("Trials, as a table", shown), key="trial-table")


def _shown(value: float, like: Number) -> str:
    if like.kind == "chance":
        return percent(value)
    return f"{value:.2f}"


def _exactly(number: Number) -> str:
    return percent(Fraction(number.amount)) if number.kind == "chance" else decimal(number.amount)


def _many(n: int) -> str:
    return grouped(n, "\u00a0")
