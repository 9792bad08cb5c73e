"""What every roll of one position is worth, with helps that act after a roll still at hand.

Trying each use of each help after the other takes long where there are several: a reroll leads to many rolls, and each
of them may be changed or rolled again. The tables of the fast method hold all of them at once, so the position is
solved as the start of a turn and its last tables are kept.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rising_tutor.errors import TooLarge
from rising_tutor.probability.answer import Amount
from rising_tutor.probability.plan import Plan
from rising_tutor.probability.problem import Position, Problem
from rising_tutor.probability.solver import FRACTIONS_UPTO, Numbers, Solution

ROLLS_UPTO = 200_000_000
"""Pairs of a state and a roll for which decimals are worth the wait."""

Faces = Sequence[Sequence[str]]
"""For each colour, the faces that its dice show."""


class Rolls:
    """The values after each roll of a position.

    Args:
        problem: the turn.
        position: before the roll.
        exact: fractions or decimals.

    Raises:
        TooLarge: the tables would take too long.
    """

    def __init__(self, problem: Problem, position: Position, *, exact: bool) -> None:
        self.helps = position.helps
        kept = tuple(problem.helps[at] for at in position.helps)
        here = Problem(problem.dice, position.pool, problem.needs, problem.payoff, kept, position.room)
        self._plan = Plan(here, begin=position.lacks, fold=False)
        limit = FRACTIONS_UPTO if exact else ROLLS_UPTO
        if self._plan.n_pairs > limit:
            raise TooLarge("rolls of a position", f"{self._plan.n_pairs:,} pairs of a state and a roll", f"{limit:,}")
        self._numbers = Numbers(self._plan, exact=exact)
        self._tables: list[Any] = []
        solution = Solution(self._plan, self._numbers, None, after_rolls=self._tables)
        lanes = zip(self._plan.lanes, position.lacks, strict=True)
        self._acquired = solution.acquired[self._plan.lattice.state([lane.index[lack] for lane, lack in lanes])]
        self._bits = {position.helps[at]: 1 << bit for bit, at in enumerate(self._plan.rolls_again)}
        self._pool = position.pool
        self._present = [at for at, n in enumerate(position.pool) if n]

    def value(self, shown: Faces, helps: Sequence[int]) -> Amount:
        """What best play expects after a roll, none of its dice used yet.

        Args:
            shown: a face of every die of the pool.
            helps: those that are unused, as places in the helps of the turn.
        """
        colours = self._plan.colours
        place = tuple(colours[at].index[colours[at].form(shown[at])] for at in reversed(self._present))
        return self._amount(self._table(helps)[place])

    def mean(self, kept: Faces, helps: Sequence[int]) -> Amount:
        """What best play expects when these dice are kept and the others of the pool are rolled again.

        Args:
            kept: the faces that stay.
            helps: those that are unused after the reroll.
        """
        table = self._table(helps)
        n_rolls = 1
        for at in reversed(self._present):
            colour, n_again = self._plan.colours[at], self._pool[at] - len(kept[at])
            ways = colour.ways_from(colour.form(kept[at]), n_again)
            weights = self._numbers.weights([ways.get(form, 0) for form in colour.forms[: table.shape[0]]])
            table = np.tensordot(weights, table, axes=([0], [0]))
            n_rolls *= colour.n_faces**n_again
        return self._amount(self._numbers.divided(table, n_rolls))

    def _table(self, helps: Sequence[int]) -> Any:
        return self._tables[sum(self._bits.get(at, 0) for at in helps)][0]

    def _amount(self, value: Any) -> Amount:
        # Tensor products leave an array of no axes.
        number = value.item() if isinstance(value, np.ndarray | np.generic) else value
        return self._numbers.amount(number + self._acquired)
