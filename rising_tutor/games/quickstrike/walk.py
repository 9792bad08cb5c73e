"""A line of play on one table, for searches (`rising_tutor.core.search.Walk`)."""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from rising_tutor.core.ids import Seat
from rising_tutor.core.search import Worths
from rising_tutor.decks.slots import mask
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, flow, tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Book
from rising_tutor.games.quickstrike.estimate import estimate
from rising_tutor.games.quickstrike.handlers import NO
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.state import State, lay_out

PREFERRED: dict[type, int] = {
    kind: at
    for at, kind in enumerate(
        (do.Signature, do.CounterAttack, do.Send, do.Choose, do.Play, do.Focus, do.Decline, do.Discard)
    )
}
"""What a player does at once where it can, in this order; all else comes after it."""


class TableWalk:
    """A walk on a table that is changed move by move."""

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

    def take(self, action: Any) -> Hashable:
        run, seen = self.run, action
        if self.seat != self.viewer:
            task = run.t.agenda[-1]
            if isinstance(task, tasks.Apply) and isinstance(task.effect, say.Look):
                seen = None  # what is done with cards that only the other seat has seen; what comes of it lies open
        flow.take(run, action)
        self._settle()
        return seen if seen is not None else tuple(mat.discard for mat in run.t.mats)

    def draw(self, rng: Random) -> Hashable:
        run = self.run
        task = run.t.agenda[-1]
        fell = chance.fall(run, rng)
        self._settle()
        private = isinstance(task, tasks.SettleEnergies) or (
            isinstance(task, tasks.LookAt) and not task.seen & mask(self.viewer)
        )
        return None if private else fell

    def quick(self, rng: Random) -> Any:
        rank = min(PREFERRED.get(type(action), len(PREFERRED)) for action in self.actions)
        best = [action for action in self.actions if PREFERRED.get(type(action), len(PREFERRED)) == rank]
        if isinstance(best[0], do.Choose):
            best = [action for action in best if action.option != NO] or best
            return best[int(rng.random() * len(best))]
        return best[0]

    def turn(self) -> Hashable:
        return self.run.t.turn

    def result(self) -> Worths | None:
        t = self.run.t
        if not t.reason:
            return None
        return (0.5, 0.5) if t.winner < 0 else (float(t.winner == 0), float(t.winner == 1))

    def estimate(self) -> Worths | None:
        chance_of_first = estimate(self.run)
        return chance_of_first, 1 - chance_of_first
