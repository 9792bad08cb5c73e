"""V of positions, and the follower that judges a line of play."""

from collections.abc import Iterator
from fractions import Fraction
from math import exp
from typing import Any

from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import Choice, Judged, Part, ValueLabel, payoff_value

GRID = 10**9
LISTED = 200


class RisingValuation:
    def __init__(self, game: Any) -> None:
        self.game = game
        self.label = ValueLabel(
            "estimate by judgement", "one step", "greedy", 0, game.info.rules_version, game.info.content
        )

    def value(self, state: Any) -> Fraction:
        node = self.game.node(state)
        if isinstance(node, Terminal):
            return payoff_value(node)
        score = self.game.policies()["greedy"].judge(self.game.view(state, None))
        return Fraction(round(GRID / (1 + exp(-(score - 14) / 8))), GRID)

    def follow(self) -> "Follower":
        return Follower(self)


class Follower:
    def __init__(self, valuation: RisingValuation) -> None:
        self.valuation = valuation
        self.game = valuation.game

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        options = self.options(state)
        value = self.valuation.value(after)
        if options:
            return Judged(max(o.value for o in options), value, options, False)
        node = self.game.node(state)
        assert isinstance(node, Chance)
        if len(node.outcomes) > LISTED:
            return Judged(value, value, (), False)
        total = sum((weight * v for _, weight, v in self.outcomes(state)), Fraction(0))
        return Judged(total / node.outcomes.total, value, (), False)

    def skip(self, state: Any, move: Any, after: Any) -> None:
        pass

    def options(self, state: Any) -> tuple[Choice, ...]:
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return ()
        return tuple(Choice(a, self.valuation.value(self.game.after(state, a))) for a in node.actions)

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        for outcome, weight in self.game.node(state).outcomes:
            yield outcome, weight, self.valuation.value(self.game.after(state, outcome))

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        options = self.options(state)
        best = max(o.value for o in options)
        this = next(o.value for o in options if o.action == action)
        return (Part("All", self.game.book.spec.cite.steps, best - this),)
