"""A line of play on one table, for searches (`rising_tutor.core.search.Walk`)."""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from rising_tutor.core.ids import Seat
from rising_tutor.core.search import Worths
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import chance, flow
from rising_tutor.games.rise_tcg.book import Book
from rising_tutor.games.rise_tcg.estimate import estimate
from rising_tutor.games.rise_tcg.policies import preferred
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import State, lay_out


class TableWalk:
    """A walk on a table that is changed move by move.

    All that a seat chooses lies open (RISE-904); of the cards that come from a library its seat alone sees which they
    are (RISE-1019).
    """

    def __init__(self, book: Book, state: State, viewer: Seat) -> None:
        self.run = Run(lay_out(state), book)
        self.viewer = viewer
        self._settle()

    def _settle(self) -> None:
        found = flow.settle(self.run)
        self.seat: Seat | None = None
        self.actions: Sequence[Any] = ()
        if found is not None:
            self.seat, self.actions = Seat(found[0]), found[1]

    def take(self, action: do.RiseAction) -> Hashable:
        flow.take(self.run, action)
        self._settle()
        return action

    def draw(self, rng: Random) -> Hashable:
        run = self.run
        drawn = chance.outcomes(run)
        assert drawn is not None
        of_seat = chance.from_library(run)
        fell: do.RiseOutcome = drawn.sample(rng)
        chance.happen(run, fell)
        self._settle()
        return fell if of_seat in (chance.NO_LIBRARY, self.viewer) else None

    def quick(self, rng: Random) -> Any:
        assert self.seat is not None
        return preferred(self.run, self.seat, self.actions, rng)

    def turn(self) -> Hashable:
        return self.run.t.turn

    def result(self) -> Worths | None:
        t = self.run.t
        if not t.reason:
            return None
        seats = range(len(t.sides))
        return tuple(0.5 for _ in seats) if t.winner < 0 else tuple(float(seat == t.winner) for seat in seats)

    def estimate(self) -> Worths | None:
        return estimate(self.run)
