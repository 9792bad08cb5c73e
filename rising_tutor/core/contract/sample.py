"""A game played once at random, and parts of it that the checks look at."""

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any, TypeVar

import msgspec

from rising_tutor.core.branch import Made
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.playthrough import Trail, follow
from rising_tutor.core.values import Value

T = TypeVar("T")
N_POSITIONS = 60
"""Positions of a playout that a costly check looks at, spread evenly."""
N_MOVES = 12
"""Moves of one position that a costly check tries."""


class Sample(Value, frozen=True):
    """A game played once at random, and the rule ids that may be cited."""

    game: Any
    rules: frozenset[str]
    seats: int
    options: Mapping[str, str]
    seed: int
    trail: Trail

    def fault(self, state: Any, text: str) -> AssertionError:
        """The error for a breach at a state."""
        place = f"{self.game.info.id}, {self.seats} seats, seed {self.seed}, {self.game.where(state)}"
        return AssertionError(f"{place}: {text}")

    def rng(self, purpose: str) -> Random:
        """A generator for one purpose, the same each time."""
        return Random(f"contract:{self.seed}:{purpose}")


def take_sample(
    game: AnyGame,
    *,
    rules: Collection[str],
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    bound: int = 20_000,
) -> Sample:
    """Plays a game at random, for the checks.

    Args:
        bound: decisions after which a game that goes on counts as one that does not end.
    """
    trail = follow(game, seats=seats, seed=seed, options=options, limit=bound)
    return Sample(game, frozenset(rules), seats, dict(options or {}), seed, trail)


def written(value: Any) -> bytes:
    """A value as bytes, to compare what a seat could tell apart."""
    return msgspec.json.encode(value)


def make(game: AnyGame, at: Made, move: Any) -> Any:
    """The step of a move at a position, whoever makes it."""
    return game.act(at.state, move) if isinstance(at.node, Decision) else game.resolve(at.state, move)


def moves_of(at: Made, rng: Random) -> list[Any]:
    """Some moves of a position, the one that was made among them."""
    if isinstance(at.node, Decision):
        return [at.move, *spread_over(at.node.actions, N_MOVES)]
    return [at.move, *(at.node.outcomes.sample(rng) for _ in range(3))]


def spread_over(items: Collection[T], n: int) -> Iterator[T]:
    """At most `n` of the items, evenly spread."""
    listed = list(items)
    return (listed[i * len(listed) // n] for i in range(n)) if len(listed) > n else iter(listed)


def spread(positions: Collection[Made], n: int, kind: type | None = None) -> Iterator[Made]:
    """At most `n` of the positions, evenly spread; of one kind of node if it is given."""
    return spread_over([at for at in positions if kind is None or isinstance(at.node, kind)], n)
