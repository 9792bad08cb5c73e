"""A value function that is quick and means nothing: V after a move is made from the text of the place and the move.

It keeps what V must keep (means at chance nodes, the best at decisions, the result at the end) for every game, so that
whole games can be summed up in a moment. Chance nodes of more than `MOST` outcomes bring no luck.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from zlib import crc32

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import Choice, Judged, Part, ValueLabel, payoff_value

MOST = 40
EVEN = Fraction(1, 2)


def made_of(place: str, text: str) -> Fraction:
    """A number between 0 and 1."""
    return Fraction(crc32(f"{place}|{text}".encode()) % 997 + 1, 999)


class WrittenValue:
    """V of positions, each made from the words for its place."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.label = ValueLabel("made from words", "nothing", "", 0, game.info.rules_version, game.info.content)

    def value(self, state: Any) -> Fraction:
        return made_of(self.game.where(state), "")

    def follow(self) -> "WrittenFollower":
        return WrittenFollower(self)


class WrittenFollower:
    def __init__(self, valuation: WrittenValue) -> None:
        self.valuation = valuation
        self.game = valuation.game

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        options = self.options(state)
        if options:
            value = next(choice.value for choice in options if choice.action == move)
            return self._ended(Judged(max(choice.value for choice in options), value, options, True), after)
        node = self.game.node(state)
        assert isinstance(node, Chance)
        if len(node.outcomes) > MOST:
            return self._ended(Judged(EVEN, EVEN, (), True), after)
        outcomes = list(self.outcomes(state))
        mean = sum((weight * value for _, weight, value in outcomes), Fraction(0)) / node.outcomes.total
        value = next(value for outcome, _, value in outcomes if outcome == move)
        return self._ended(Judged(mean, value, (), True), after)

    def _ended(self, judged: Judged, after: Any) -> Judged:
        """A move that ends the game gives the result, whatever the words say; the horizon takes the difference."""
        node = self.game.node(after)
        if not isinstance(node, Terminal):
            return judged
        result = payoff_value(node)
        forced = tuple(Choice(choice.action, result) for choice in judged.options)
        return Judged(result, result, forced, True)

    def skip(self, state: Any, move: Any, after: Any) -> None:
        pass

    def options(self, state: Any) -> tuple[Choice, ...]:
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return ()
        place, write = self.game.where(state), self.game.write
        return tuple(Choice(action, made_of(place, write(state, action))) for action in node.actions)

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        outcomes, place = self.game.node(state).outcomes, self.game.where(state)
        for outcome, weight in outcomes:
            few = len(outcomes) <= MOST
            yield outcome, weight, made_of(place, self.game.write(state, outcome)) if few else EVEN

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        options = self.options(state)
        chosen = next(choice.value for choice in options if choice.action == action)
        loss = max(choice.value for choice in options) - chosen
        return (Part("the first half", RuleId("X-1"), loss * 3 / 2), Part("the other half", RuleId("X-2"), -loss / 2))
