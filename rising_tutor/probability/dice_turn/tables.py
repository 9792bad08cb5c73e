"""The tables of the fast method, filled pool by pool and face by face. `solver` explains them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rising_tutor.core.values import with_count
from rising_tutor.probability.dice_turn.after_roll import Table, rolled_again, turned
from rising_tutor.probability.dice_turn.answer import Amount, Progress
from rising_tutor.probability.dice_turn.face_counts import Colour
from rising_tutor.probability.dice_turn.need_states import joined
from rising_tutor.probability.dice_turn.plan import Layer, Plan, Pool
from rising_tutor.probability.dice_turn.problem import ChangeFace, Reroll

LARGE = 40_000
"""Numbers in a table from which it pays to fill it in pieces."""
PIECE = 32_768
"""Numbers in a piece."""
PART = 500_000
"""Numbers in a part of a table that nobody needs whole."""
MOST_TERMS = 2_048
"""Terms of one sum of floats."""
FEW = 2
"""Only states that take a die are looked at where they are fewer than one in so many."""
ROWS_KEPT = 100_000_000
"""Bytes of look-up arrays that are kept."""


class Numbers:
    """The numbers in the tables: floats, or integers over one denominator.

    Attributes:
        one: what a value of 1 is in the tables.
    """

    def __init__(self, plan: Plan, *, exact: bool) -> None:
        self.exact = exact
        self.dtype: Any = object if exact else np.float64
        self.one = 1
        if exact:
            # A turn rolls at most n dice, then n - 1, ... and once more for each help that rolls again.
            n = max(sum(layer.pool) for layer in plan.layers)
            base = reduce(lcm, (len(die.faces) for die in plan.problem.dice))
            self.one = base ** (n * (n + 1) // 2 + len(plan.rolls_again) * n)
            amounts = [*plan.problem.payoffs, *(help_.cost for help_ in plan.problem.helps), plan.paid]
            self.one *= reduce(lcm, (amount.denominator for amount in amounts))

    def values(self, amounts: Sequence[Any]) -> Table:
        """Amounts as they stand in the tables."""
        if self.exact:
            return np.array([int(amount * self.one) for amount in amounts], dtype=object)
        return np.array([float(amount) for amount in amounts])

    def amount(self, value: Any) -> Amount:
        return Amount.exact(Fraction(value, self.one)) if self.exact else Amount(None, float(value))

    def divided(self, values: Table, n_rolls: int) -> Table:
        """Sums over equally likely rolls as means; exact integers stay whole."""
        if not self.exact:
            return values / n_rolls
        return values // n_rolls

    def weights(self, counts: Sequence[int]) -> Table:
        """Numbers of rolls as they are multiplied with the numbers of the tables."""
        return np.array(counts, dtype=self.dtype)


class Tables:
    """The value of every state that can come up, for every pool that can be left.

    Args:
        keep_rolls: whether `after_rolls` is wanted.

    Attributes:
        values: layer -> unused helps of `Plan.rolls_again` as bits -> pool -> value of each state, less what is
            acquired. What the helps used have cost is taken off.
        acquired: lattice state -> what its complete sets have brought already.
        after_rolls: the tables of the whole pool: one for each set of unused helps that act after a roll, with an axis
            for the states and one for the face counts of each colour, the last colour first.
        peak_bytes: the most memory that the tables took at one time.
    """

    def __init__(
        self, plan: Plan, numbers: Numbers, progress: Progress | None = None, *, keep_rolls: bool = False
    ) -> None:
        self.plan = plan
        self.numbers = numbers
        self.values: list[list[dict[Pool, Table]]] = [
            [{} for _ in range(2 ** len(plan.rolls_again))] for _ in plan.layers
        ]
        self.acquired = plan.lattice.acquired(numbers.values(plan.lattice.gains or [0] * len(plan.need_states)))
        self.after_rolls: list[Table] = []
        self.peak_bytes = 0
        self._keep_rolls = keep_rolls
        self._rows: dict[tuple[int, Pool], npt.NDArray[np.int32]] = {}
        end = plan.at_the_end(numbers.values(plan.lattice.payoffs), numbers.values(plan.symbol_costs).tolist())
        self._end = end - self.acquired
        self._spent = [
            numbers.values([plan.spent(layer, unused) for unused in range(2 ** len(plan.rolls_again))]).tolist()
            for layer in plan.layers
        ]
        self._gain = self._gains()
        self._idle = joined(np.logical_and, [np.arange(of.size) >= of.n_live for of in plan.need_states])
        """Lattice state -> whether no need can be advanced any more."""
        self._weights: dict[Pool, list[Table]] = {}
        self._ways = [[numbers.weights(ways) for ways in colour.ways] for colour in plan.colours]
        self._live: dict[tuple[int, int, Pool], Table] = {}
        self._bytes = 0
        self._done = 0
        self._run(progress)

    def rows(self, layer: int, pool: Pool) -> npt.NDArray[np.int32]:
        """Lattice state -> row in the tables of a pool; -1 for a state that cannot go with it."""
        rows = self._rows.get((layer, pool))
        if rows is None:
            plan = self.plan
            states = plan.layers[layer].states[pool]
            rank = np.full(plan.lattice.size, -1, dtype=np.int32)
            rank[states] = np.arange(len(states), dtype=np.int32)
            rows = self._rows[layer, pool] = rank[plan.canonical(plan.layers[layer], pool)]
            if len(self._rows) * rows.nbytes > ROWS_KEPT:
                self._rows.pop(next(iter(self._rows)))
        return rows

    def _run(self, progress: Progress | None) -> None:
        """Fills the layers, those with the fewest unused extra dice first."""
        for at in reversed(range(len(self.plan.layers))):
            self._live.clear()
            self._bytes = 0
            for pool in self.plan.layers[at].pools():
                if pool in self.plan.layers[at].states:
                    self._fill(at, pool)
                    if progress is not None:
                        progress(self._done, self.plan.n_pairs)

    def _gains(self) -> list[list[Table | None]]:
        """Colour -> need -> (class, lattice state) -> what is gained at once; None if nothing ever is."""
        acquired = self.acquired
        if not acquired.any():
            return [[None] * len(needs) for needs in self.plan.moves]
        each = [[acquired[moves] - acquired for moves in needs] for needs in self.plan.moves]
        return [[gain if gain.any() else None for gain in needs] for needs in each]

    def _fill(self, at: int, pool: Pool) -> None:
        layer = self.plan.layers[at]
        states = layer.states[pool]
        after: list[Table] = []
        rolling: list[Table] = []
        steps = {colour: self._step(at, pool, colour) for colour, n in enumerate(pool) if n}
        for unused, values in enumerate(self.values[at]):
            base = self._without_assigning(at, pool, unused, steps, rolling)
            tables = [base[None, :, None]]
            if not any(pool):
                best = base
                self._done += len(base)
            else:
                last = len(pool) - 1
                for colour in range(last):
                    smaller = self._smaller(unused, colour, pool)
                    tables.append(self._with_colour(tables[-1], colour, pool[colour], smaller, steps.get(colour)))
                smaller = self._smaller(unused, last, pool)
                if self._is_kept(layer, last, pool) or self.plan.rolls_again or self._keep_rolls:
                    tables.append(self._with_colour(tables[-1], last, pool[last], smaller, steps.get(last)))
                    best = self._mean(pool, unused, tables[-1], after)
                else:
                    best = self._mean_in_parts(tables[-1], pool, smaller, steps.get(last))
            rolling.append(best)
            for colour, following in layer.adds:
                best = np.maximum(best, self._in(following, with_count(pool, colour, 1), unused, states))
            idle = self._idle[states]
            best[idle] = self._ended(at, unused, states[idle])
            values[pool] = best
            if self._keep_rolls and at == 0 and pool == self.plan.start:
                self.after_rolls = after
            self._keep(layer, pool, unused, tables[1:], best)

    def _ended(self, at: int, unused: int, states: npt.NDArray[np.int32]) -> Table:
        """What is paid in these states when no die can change it any more, less what the helps have cost."""
        end: Table = self._end[states]
        spent = self._spent[at][unused]
        return end - spent if spent else end

    def _step(self, at: int, pool: Pool, colour: int) -> "_Step":
        states = self.plan.layers[at].states[pool]
        smaller = with_count(pool, colour, -1)
        rows = self.rows(at, smaller)
        moves = [need.take(states, axis=1) for need in self.plan.moves[colour]]
        gains = [None if gain is None else gain.take(states, axis=1) for gain in self._gain[colour]]
        paid = [rows.take(move) for move in moves]
        gained = [gain if gain is not None and gain.any() else None for gain in gains]
        return _Step(len(self.plan.layers[at].states[smaller]), rows[states], paid, gained)

    def _in(self, layer: Layer, pool: Pool, unused: int, states: npt.NDArray[np.int32]) -> Table:
        at = self.plan.layers.index(layer)
        values: Table = self.values[at][unused][pool][self.rows(at, pool)[states]]
        return values

    def _without_assigning(
        self, at: int, pool: Pool, unused: int, steps: dict[int, "_Step"], rolling: list[Table]
    ) -> Table:
        """The best that can be done after a roll without assigning a die of it; with no die left, what is paid.

        `rolling` holds the values of rolling now, for every smaller set of the helps that act after a roll.
        """
        layer = self.plan.layers[at]
        states = layer.states[pool]
        values = self.values[at]
        if not any(pool):
            return self._ended(at, unused, states)
        best: Table | None = None
        for colour, step in steps.items():
            value = values[unused][with_count(pool, colour, -1)][step.same]
            best = value if best is None else np.maximum(best, value)
        assert best is not None
        for _, following in layer.adds:
            # An extra die is added and a die of its colour given up.
            best = np.maximum(best, self._in(following, pool, unused, states))
        for bit, help_at in enumerate(self.plan.rolls_again):
            help_ = self.plan.problem.helps[help_at]
            if unused >> bit & 1 and isinstance(help_, Reroll) and help_.whole:
                best = np.maximum(best, rolling[unused & ~(1 << bit)])
        return best

    def _smaller(self, unused: int, colour: int, pool: Pool) -> Table | None:
        """The table of the pool with one die of a colour less, which nobody else needs any more; None without dice."""
        if not pool[colour]:
            return None
        table = self._live.pop((unused, colour, with_count(pool, colour, -1)))
        self._bytes -= table.nbytes
        return table

    def _with_colour(self, base: Table, at: int, n: int, smaller: Table | None, step: "_Step | None") -> Table:
        """The table with the outcomes of n dice of one colour more.

        Axes: face counts of that colour, states, joint outcomes of the colours before (the last changes slowest).
        """
        n_states = base.shape[1]
        flat = base.transpose(1, 0, 2).reshape(n_states, -1)
        if smaller is None or step is None:
            return flat[None]
        colour = self.plan.colours[at]
        source = smaller.reshape(-1, flat.shape[1])
        table = np.empty((colour.upto[n], *flat.shape), dtype=base.dtype)
        table[0] = flat
        place = _place_in_pieces if table.size > LARGE else _place
        for size in range(1, n + 1):
            place(table, colour, size, source, step)
        self.peak_bytes = max(self.peak_bytes, self._bytes + smaller.nbytes + 2 * table.nbytes)
        return table

    def _mean_in_parts(self, base: Table, pool: Pool, smaller: Table | None, step: "_Step | None") -> Table:
        """The value of rolling where no larger pool needs the last table: some states at a time, to save memory."""
        n_states = base.shape[1]
        last = len(pool) - 1
        width = base.size // n_states * self.plan.colours[last].upto[pool[last]]
        n_rows = max(1, PART // width)
        if n_rows >= n_states:
            return self._mean(pool, 0, self._with_colour(base, last, pool[last], smaller, step), [])
        means = []
        for start in range(0, n_states, n_rows):
            part = slice(start, min(start + n_rows, n_states))
            some = None if step is None else step.of(part)
            means.append(self._mean(pool, 0, self._with_colour(base[:, part], last, pool[last], smaller, some), []))
        return np.concatenate(means)

    def _mean(self, pool: Pool, unused: int, table: Table, after: list[Table]) -> Table:
        """The value of rolling: the mean over all rolls of the best that can be done after each."""
        present = [(self.plan.colours[colour], n) for colour, n in enumerate(pool) if n]
        n_states = table.shape[1]
        if self.plan.rolls_again or self._keep_rolls:
            axes = [colour.upto[n] for colour, n in reversed(present)]
            flat = table.transpose(1, 0, 2).reshape(n_states, *axes)
            table = self._rolled(flat, present[::-1], unused, after).reshape(n_states, len(table), -1)
            table = table.transpose(1, 0, 2)
        self._done += table.size
        # einsum starts no threads; a product by the linear algebra library would, for sums too small to gain by it.
        sums = table.reshape(len(table) * n_states, -1)
        for weights in self._weights_before(pool[:-1]):
            sums = np.einsum("ij,j->i", sums.reshape(-1, len(weights)), weights)
        last = self._ways[-1][pool[-1]]
        sums = np.einsum("f,fx->x", last, sums.reshape(-1, n_states))
        return self.numbers.divided(sums, prod(colour.n_faces**n for colour, n in present))

    def _weights_before(self, pool: Pool) -> list[Table]:
        """Numbers of rolls of the colours before the last, in parts to be summed one after the other.

        A sum of few thousand terms keeps its digits; one over all outcomes of many dice would not.
        """
        found = self._weights.get(pool)
        if found is None:
            found = [self.numbers.weights([1])]
            for ways, n in zip(self._ways, pool, strict=False):
                if not n:
                    continue
                if len(found[-1]) * len(ways[n]) > MOST_TERMS:
                    found.append(ways[n])
                else:
                    found[-1] = np.multiply.outer(ways[n], found[-1]).ravel()
            self._weights[pool] = found
        return found

    def _rolled(self, table: Table, present: list[tuple[Colour, int]], unused: int, after: list[Table]) -> Table:
        """The table with the helps that act after a roll; `after` holds it for every smaller set of them."""
        for bit, help_at in enumerate(self.plan.rolls_again):
            help_ = self.plan.problem.helps[help_at]
            if not unused >> bit & 1:
                continue
            used = after[unused & ~(1 << bit)]
            if isinstance(help_, ChangeFace):
                table = np.maximum(table, turned(used, present, help_))
            elif isinstance(help_, Reroll) and not help_.whole:
                table = np.maximum(table, rolled_again(used, present, help_, exact=self.numbers.exact))
        # A copy, as the table itself goes on to serve larger pools, where rolling again is the base.
        after.append(table.copy())
        return table

    @staticmethod
    def _is_kept(layer: Layer, colour: int, pool: Pool) -> bool:
        """Whether the pool with one die more of the colour comes up, which needs the table of this one."""
        return pool[colour] < layer.pool[colour]

    def _keep(self, layer: Layer, pool: Pool, unused: int, tables: list[Table], best: Table) -> None:
        """Keeps what larger pools need, now with rolling again as the base."""
        for colour in range(len(pool)):
            if not self._is_kept(layer, colour, pool):
                continue
            table = tables[colour] if tables else best[None, :, None]
            if tables:
                np.maximum(table, best[None, :, None], out=table)
            self._live[unused, colour, pool] = table
            self._bytes += table.nbytes


class _Step(NamedTuple):
    """How a die of one colour leads from a pool to the one without it.

    Attributes:
        n_rows: states of the pool without the die.
        same: row of each state when nothing is paid.
        paid: for each need, (class, state) -> row when a die of the class is put on it.
        gains: for each need, (class, state) -> what is gained at once; None if nothing ever is.
    """

    n_rows: int
    same: npt.NDArray[np.int32]
    paid: list[npt.NDArray[np.int32]]
    gains: list[Table | None]

    def of(self, part: slice) -> "_Step":
        """The same for some of the states."""
        gains = [None if gain is None else gain[:, part] for gain in self.gains]
        paid = [rows[:, part] for rows in self.paid]
        return _Step(self.n_rows, self.same[part], paid, gains)


def _place(table: Table, colour: Colour, size: int, source: Table, step: _Step) -> None:
    """Fills the face counts of so many dice from those of one die less, the last die left alone or put on a need.

    Args:
        table: (face counts, states, outcomes of other colours).
        source: (face counts and rows, outcomes) of the pool with one die less.
    """
    first, end = colour.upto[size - 1], colour.upto[size]
    if first == end:
        return
    last, before, block = colour.last[first:end], colour.before[first:end], table[first:end]
    table.take(before, axis=0, out=block, mode="clip")
    for paid, gains in zip(step.paid, step.gains, strict=True):
        used = source.take(before[:, None] * step.n_rows + paid.take(last, axis=0), axis=0)
        if gains is not None:
            gain = gains[last]
            some = np.nonzero(gain)
            used[some] += gain[some][:, None]
        np.maximum(block, used, out=block)


def _place_in_pieces(table: Table, colour: Colour, size: int, source: Table, step: _Step) -> None:
    """The same in pieces that stay in the cache of a processor, and only where a need takes the die."""
    n_states, width = table.shape[1:]
    n_rows = max(1, PIECE // width)
    runs = colour.runs(size)
    buffer = np.empty((min(n_rows, n_states), width), dtype=table.dtype)
    for start in range(0, n_states, n_rows):
        end = min(start + n_rows, n_states)
        for kind, first_counts, end_counts in runs:
            puts = list(_puts(step, kind, start, end))
            for counts in range(first_counts, end_counts):
                before = colour.before[counts]
                best = table[counts, start:end]
                best[:] = table[before, start:end]
                for rows, gains, some in puts:
                    used = buffer[: len(rows)]
                    source.take(rows + before * step.n_rows, axis=0, out=used, mode="clip")
                    if gains is not None:
                        used += gains
                    if some is None:
                        np.maximum(best, used, out=best)
                    else:
                        best[some] = np.maximum(best[some], used, out=used)


def _puts(step: _Step, kind: int, start: int, end: int) -> Iterator[tuple[Table, Table | None, Table | None]]:
    """For each need that takes such a die in some of these states: rows, gains, and which states if they are few."""
    for paid, gains in zip(step.paid, step.gains, strict=True):
        rows = paid[kind, start:end]
        # A need that does not take the die leads where not using the die leads too: nothing changes there.
        some = np.flatnonzero(rows != step.same[start:end])
        if not len(some):
            continue
        gain = None if gains is None else gains[kind, start:end, None]
        if FEW * len(some) < end - start:
            yield rows[some], None if gain is None else gain[some], some
        else:
            yield rows, gain, None
