"""What every roll of one position is worth, with helps that act after a roll still at hand.

Trying each use of each help after the other takes long where there are several: a reroll leads to many rolls, and each
of them may be changed or rolled again. The tables of the fast method hold all of them at once, so the position is
solved as the start of a turn and its last tables are kept.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from msgspec.structs import replace

from rising_tutor.probability.dice_turn.after_roll import Table, rolled_again, turned
from rising_tutor.probability.dice_turn.answer import Amount, Progress
from rising_tutor.probability.dice_turn.plan import Plan
from rising_tutor.probability.dice_turn.problem import ChangeFace, Position, Problem, Reroll
from rising_tutor.probability.dice_turn.solver import FRACTIONS_UPTO, refuse_if_large
from rising_tutor.probability.dice_turn.tables import Numbers, Tables

ROLLS_UPTO = 200_000_000
"""Pairs of a state and a roll for which decimals are worth the wait."""

Faces = Sequence[Sequence[str]]
"""For each colour, the faces that its dice show."""


class Rolls:
    """The values after each roll of a position. Raises `TooLarge`: the tables would take too long."""

    def __init__(self, problem: Problem, position: Position, *, exact: bool, progress: Progress | None = None) -> None:
        self.helps = position.helps
        kept = tuple(problem.helps[at] for at in position.helps)
        here = replace(problem, pool=position.pool, helps=kept, room=position.room)
        tick = progress and partial(progress, 0, 1)
        self._plan = Plan(here, tick, begin=position.lacks, fold=False, paid=problem.spent(position.helps))
        refuse_if_large(self._plan, FRACTIONS_UPTO if exact else ROLLS_UPTO)
        self._numbers = Numbers(self._plan, exact=exact)
        self._free: dict[int, Any] = {}
        tables = Tables(self._plan, self._numbers, progress, keep_rolls=True)
        self._tables = tables.after_rolls
        self._before = [values[self._plan.start][0] for values in tables.values[0]]
        need_states = zip(self._plan.need_states, position.lacks, strict=True)
        self._acquired = tables.acquired[
            self._plan.lattice.state([of_need.index[lack] for of_need, lack in need_states])
        ]
        self._bits = {position.helps[at]: 1 << bit for bit, at in enumerate(self._plan.rolls_again)}
        self._pool = position.pool
        self._most_faces = max(len(die.faces) for die in problem.dice)
        self._present = [at for at, n in enumerate(position.pool) if n]

    def value(self, shown: Faces, helps: Sequence[int], *, owed: bool) -> Amount:
        """What best play expects after a roll, none of its dice used yet.

        Args:
            shown: a face of every die of the pool.
            helps: those that are unused, as places in the helps of the turn.
            owed: whether a die must be assigned or discarded before the next roll. It need not be where dice were
                assigned and all others rolled again by a help.
        """
        colours = self._plan.colours
        place = tuple(colours[at].index[colours[at].counts(shown[at])] for at in reversed(self._present))
        return self._amount(self._table(self._unused(helps), owed=owed)[place])

    def mean(self, kept: Faces, helps: Sequence[int], *, owed: bool) -> Amount:
        """What best play expects when these dice are kept and the others of the pool are rolled again.

        Args:
            kept: the faces that stay.
            helps: those that are unused after the reroll.
        """
        return self._amount(self._mean(self._table(self._unused(helps), owed=owed), kept))

    def mean_on_grid(self, kept: Faces, helps: Sequence[int], grid: int, *, owed: bool) -> Fraction:
        """The same where every roll counts with its decimal on a grid: exactly the mean of what `value` says of each.

        Args:
            grid: values are taken to the nearest of so many parts.
        """
        n_dice = sum(self._pool)
        # Sums of more dice than that do not fit into a machine's integers.
        exact = np.dtype(np.int64) if grid * self._most_faces**n_dice < 2**62 else np.dtype(object)
        values = self._table(self._unused(helps), owed=owed) + self._acquired
        sums: Any = np.rint(values * grid).astype(np.int64).astype(exact)
        n_rolls = 1
        for weights, n in self._weights(kept):
            sums = np.tensordot(np.array(weights, dtype=exact), sums, axes=([0], [0]))
            n_rolls *= n
        return Fraction(int(sums), n_rolls * grid)

    def _mean(self, table: Table, kept: Faces) -> Any:
        n_rolls = 1
        for weights, n in self._weights(kept):
            table = np.tensordot(self._numbers.weights(weights), table, axes=([0], [0]))
            n_rolls *= n
        return self._numbers.divided(table, n_rolls)

    def _weights(self, kept: Faces) -> Iterator[tuple[list[int], int]]:
        """For each colour, the last one first: how many rolls lead to each of its counts, and how many there are."""
        for at in reversed(self._present):
            colour, n = self._plan.colours[at], self._pool[at]
            n_again = n - len(kept[at])
            ways = colour.ways_from(colour.counts(kept[at]), n_again)
            yield [ways.get(counts, 0) for counts in colour.face_counts[: colour.upto[n]]], colour.n_faces**n_again

    def _unused(self, helps: Sequence[int]) -> int:
        return sum(self._bits.get(at, 0) for at in helps)

    def _table(self, unused: int, *, owed: bool) -> Table:
        """For each roll what it is worth, without the axis of states."""
        if owed:
            table: Table = self._tables[unused][0]
            return table
        if unused not in self._free:
            self._free[unused] = self._when_free(unused)
        free: Table = self._free[unused]
        return free

    def _when_free(self, unused: int) -> Table:
        """The same where the next roll is free: rolling is one thing more that can be done, now or after a help."""
        best = np.maximum(self._tables[unused], self._before[unused])
        present = [(self._plan.colours[at], self._pool[at]) for at in reversed(self._present)]
        for bit, at in enumerate(self._plan.rolls_again):
            help_ = self._plan.problem.helps[at]
            if not unused >> bit & 1:
                continue
            used = self._table(unused & ~(1 << bit), owed=False)
            if isinstance(help_, ChangeFace):
                best = np.maximum(best, turned(used[None], present, help_))
            elif isinstance(help_, Reroll) and help_.whole:
                best = np.maximum(best, self._mean(used, [[] for _ in self._pool]))
            elif isinstance(help_, Reroll):
                best = np.maximum(best, rolled_again(used[None], present, help_, exact=self._numbers.exact))
        table: Table = best[0]
        return table

    def _amount(self, value: Any) -> Amount:
        # Tensor products leave an array of no axes.
        number = value.item() if isinstance(value, np.ndarray | np.generic) else value
        return self._numbers.amount(number + self._acquired)
