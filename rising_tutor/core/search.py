"""Faster doors for searches: the state after a move without its events, and a whole line of play on one table.

`stepper` goes from state to state. A `Walk` goes along one line that is not kept: it is what a search of thousands of
lines needs, and a game may offer one that works on its own table (`WalkedGame`). Every other game has `GameWalk`, made
of the protocol alone.
"""

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from rising_tutor.core.game import AnyGame, step_of
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance, Decision, Terminal


@runtime_checkable
class SearchGame(Protocol):
    """A game that can skip what a search does not need."""

    def after(self, state: Any, move: Any) -> Any:
        """The state after an action or outcome of the present node; it is not checked, and no events are made."""


def stepper(game: AnyGame) -> Callable[[Any, Any], Any]:
    """The function from state and move to the next state, the fastest that a game has.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("fire")
    >>> state = game.start(2, {"teams": "aang,toph"})
    >>> outcome = next(iter(game.node(state).outcomes))[0]
    >>> stepper(game)(state, outcome) == game.resolve(state, outcome).state
    True
    """
    if isinstance(game, SearchGame):
        return game.after

    return lambda state, move: step_of(game, state, move).state


Worths = tuple[float, ...]
"""For each seat how the game stands for it, from 0 (lost) to 1 (won)."""


class Walk(Protocol):
    """One line of play from a position, made move by move; the positions on the way are not kept.

    Attributes:
        seat: who chooses now; None where chance decides and where the game is over.
        actions: what that seat can choose, as in the node of the position.
    """

    seat: Seat | None
    actions: Sequence[Any]

    def take(self, action: Any) -> Hashable:
        """Makes one of `actions`; gives what the viewer of the walk sees of it."""

    def draw(self, rng: Random) -> Hashable:
        """Makes the chance move; gives what the viewer of the walk sees of it."""

    def quick(self, rng: Random) -> Any:
        """One of `actions` that a player might well choose, found at once."""

    def turn(self) -> Hashable:
        """Something that changes when a turn ends."""

    def result(self) -> Worths | None:
        """The result of a game that is over; None while it runs."""

    def estimate(self) -> Worths | None:
        """A guess, found at once, of how the game stands where a turn begins; None from a game that has none."""


@runtime_checkable
class WalkedGame(Protocol):
    """A game with a walk on a table of its own."""

    def walk(self, state: Any, viewer: Seat) -> Walk:
        """A walk from a position. Nothing that only others see shows in what `take` and `draw` give."""


def walk_of(game: AnyGame, state: Any, viewer: Seat) -> Walk:
    """A walk from a position, the fastest that a game has."""
    return game.walk(state, viewer) if isinstance(game, WalkedGame) else GameWalk(game, state, viewer)


class GameWalk:
    """A walk through any game. What the viewer sees of a move is its own choice and the events that it may see.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("fire")
    >>> walk = GameWalk(game, game.start(2, {"teams": "aang,toph"}), Seat(0))
    >>> while walk.seat is None:
    ...     seen = walk.draw(Random(1))
    >>> walk.result() is None and walk.quick(Random(1)) in walk.actions
    True
    """

    def __init__(self, game: AnyGame, state: Any, viewer: Seat) -> None:
        self.game = game
        self.viewer = viewer
        self._at(state)

    def _at(self, state: Any) -> None:
        self.state = state
        self.node = self.game.node(state)
        self.seat: Seat | None = None
        self.actions: Sequence[Any] = ()
        if isinstance(self.node, Decision):
            self.seat, self.actions = self.node.seat, self.node.actions

    def take(self, action: Any) -> Hashable:
        own = action if self.seat == self.viewer else None
        step = self.game.act(self.state, action)
        self._at(step.state)
        return own, tuple(visible(step.events, self.viewer))

    def draw(self, rng: Random) -> Hashable:
        assert isinstance(self.node, Chance)
        step = self.game.resolve(self.state, self.node.outcomes.sample(rng))
        self._at(step.state)
        return None, tuple(visible(step.events, self.viewer))

    def quick(self, rng: Random) -> Any:
        return self.actions[int(rng.random() * len(self.actions))]

    def turn(self) -> Hashable:
        return self.game.place(self.state).turn

    def result(self) -> Worths | None:
        return worths(self.node.payoffs) if isinstance(self.node, Terminal) else None

    def estimate(self) -> Worths | None:
        return None


def worths(payoffs: Sequence[int]) -> Worths:
    """Payoffs of -1, 0 and 1 as 0, a half and 1."""
    return tuple((payoff + 1) / 2 for payoff in payoffs)
