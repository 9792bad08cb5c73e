"""A value function for tests of pages: at once there, and with luck and mistakes of every size.

Its numbers mean nothing, but they keep what `core.valuation` asks for at the lines of one game: V after the last line
is the result, skill is never positive, forced choices cost nothing.
"""

import random
import time
from fractions import Fraction
from typing import Any

from rising_tutor.core.band import Band
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.valuation import Choice, Judged, Part, ValueLabel, payoff_value

LABEL = ValueLabel(
    method="numbers for tests",
    horizon="one line",
    policy="nobody",
    samples=400,
    rules_version="1.0.0",
    content="none",
    assumes=("Nothing is counted.",),
    bands=(Band(upto=0.5, low=-0.05, high=0.04), Band(upto=1.0, low=-0.03, high=0.03)),
)


class Wandering:
    """V wanders from line to line.

    Args:
        game: the game.
        pause_s: so long each line takes.
    """

    label = LABEL

    def __init__(self, game: Any, pause_s: float = 0.0) -> None:
        self.game, self.pause_s = game, pause_s

    def value(self, state: Any) -> Fraction:
        node = self.game.node(state)
        return payoff_value(node) if isinstance(node, Terminal) else Fraction(53, 100)

    def follow(self) -> "_Walk":
        return _Walk(self)


class _Walk:
    def __init__(self, valuation: Wandering) -> None:
        self.valuation, self.game = valuation, valuation.game
        self.random = random.Random(7)
        self.at = Fraction(53, 100)

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        if self.valuation.pause_s:  # to sleep for no time gives the processor away all the same
            time.sleep(self.valuation.pause_s)
        node, end = self.game.node(state), self.game.node(after)
        before = self.at
        if isinstance(node, Decision):
            loss = self._loss(len(node.actions)) if not isinstance(end, Terminal) else Fraction(0)
            value = payoff_value(end) if isinstance(end, Terminal) else max(before - loss, Fraction(1, 50))
            before = value if isinstance(end, Terminal) else before
            self.at = value
            options = tuple(Choice(action, self._other(before, n)) for n, action in enumerate(node.actions))
            if len(options) > 1 and value < before:
                best = next(n for n, option in enumerate(options) if option.action != move)
                options = tuple(Choice(o.action, before) if n == best else o for n, o in enumerate(options))
            options = tuple(Choice(o.action, value) if o.action == move else o for o in options)
            return Judged(before, value, options, exact=True)
        moved = Fraction(round(self.random.gauss(0.001, 0.035) * 1000), 1000)
        value = min(max(before + moved, Fraction(1, 50)), Fraction(49, 50))
        self.at = payoff_value(end) if isinstance(end, Terminal) else value
        return Judged(before, self.at, (), exact=False)

    def skip(self, state: Any, move: Any, after: Any) -> None:
        pass

    def options(self, state: Any) -> tuple[Choice, ...]:
        node = self.game.node(state)
        return tuple(Choice(action, self.at) for action in node.actions) if isinstance(node, Decision) else ()

    def outcomes(self, state: Any) -> Any:
        for outcome, weight in self.game.node(state).outcomes:
            yield outcome, weight, self.at

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        return (Part("The Boulder", RuleId("FNR-416"), Fraction(1, 50)),)

    def _loss(self, n: int) -> Fraction:
        if n < 2 or self.random.random() < 0.93:
            return Fraction(0)
        return Fraction(round(1000 * self.random.choice((0.025, 0.06, 0.11, 0.21))), 1000)

    def _other(self, before: Fraction, n: int) -> Fraction:
        return max(before - Fraction(n % 7, 50), Fraction(1, 100))
