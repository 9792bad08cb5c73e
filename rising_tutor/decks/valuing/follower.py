"""Judges a line of play of a card game by looking one move ahead, and says what a loss is made of."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Protocol

from rising_tutor.core.ids import RuleId
from rising_tutor.core.valuation import Choice, Judged, Part
from rising_tutor.probability.log_odds import fine


class Leaf(Protocol):
    """What W of a position was read off."""

    @property
    def win(self) -> float:
        """The chance of seat 1 to win."""

    @property
    def over(self) -> bool:
        """Whether the game is over there, so that the chance is no estimate."""


class LooksAhead(Protocol):
    """W of a game, read off positions that come after a move."""

    @property
    def game(self) -> Any:
        """With `rule_of_move`."""

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        """What a loss is made of, each with a rule; the last one takes what the others leave."""

    def value(self, state: Any) -> Fraction: ...

    def after(self, state: Any, move: Any) -> Any:
        """The `Leaf` of the position after a move that is possible."""

    def by_group(self, leaf: Any) -> dict[str, float]:
        """What each group adds to the log-odds of seat 1; empty where that is not known."""


def win(leaf: Leaf) -> Fraction:
    """W as a fraction; of an estimate a fine one."""
    return Fraction(leaf.win) if leaf.over else fine(leaf.win)


class DeckFollower:
    """V before a move is the best of W after its actions, or their mean; see `rising_tutor.core.valuation.Follower`.

    It keeps the values of the position that was asked last.
    """

    def __init__(self, valuation: LooksAhead) -> None:
        self.valuation = valuation
        self._asked: tuple[Any, tuple[Choice, ...]] | None = None

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        value = self.valuation.value(after)
        options = self.options(state)
        if options:
            best = self._best(state, options).value
            value = next((choice.value for choice in options if choice.action == move), value)
            return Judged(best, value, options, exact=False)
        total, weights = Fraction(0), 0
        for _, weight, one in self.outcomes(state):
            total += weight * one
            weights += weight
        return Judged(total / weights, value, (), exact=False)

    def skip(self, state: Any, move: Any, after: Any) -> None:
        """Nothing needs to be remembered."""

    def options(self, state: Any) -> tuple[Choice, ...]:
        if self._asked is None or self._asked[0] is not state:
            actions = getattr(self.valuation.game.node(state), "actions", ())
            self._asked = state, tuple(Choice(action, self._after(state, action)) for action in actions)
        return self._asked[1]

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        for outcome, weight in getattr(self.valuation.game.node(state), "outcomes", ()):
            yield outcome, weight, self._after(state, outcome)

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        """The loss by what the evaluator counts, in proportion to what each group adds to the log-odds."""
        options = self.options(state)
        best = self._best(state, options)
        made = next(choice for choice in options if choice.action == action)
        loss = abs(best.value - made.value)
        sign = 1 if self.valuation.game.node(state).seat == 0 else -1
        one, other = (self.valuation.by_group(self.valuation.after(state, choice.action)) for choice in (best, made))
        gaps = {name: sign * (one[name] - other[name]) for name in one} if one and other else {}
        total = sum(gaps.values())
        if total <= 0:
            return (Part("What comes of it", self.valuation.game.rule_of_move(state, action), loss),) if loss else ()
        *groups, (rest, rest_rule) = self.valuation.groups
        found = [Part(name, RuleId(rule), fine(float(loss) * gaps[name] / total)) for name, rule in groups]
        left = Part(rest, RuleId(rest_rule), loss - sum((part.amount for part in found), Fraction(0)))
        return tuple(part for part in (*found, left) if part.amount)

    def _best(self, state: Any, options: tuple[Choice, ...]) -> Choice:
        seat = self.valuation.game.node(state).seat
        return (max if seat == 0 else min)(options, key=lambda choice: choice.value)

    def _after(self, state: Any, move: Any) -> Fraction:
        return win(self.valuation.after(state, move))
