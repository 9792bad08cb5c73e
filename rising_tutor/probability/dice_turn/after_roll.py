"""What may be done after a roll before its dice are assigned: roll some of them again, or turn one to another face.

Both act on whole tables: axis 0 is the state of the needs, then one axis of face counts for each colour in
the pool, the last colour first.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from rising_tutor.core.values import with_count
from rising_tutor.probability.dice_turn.face_counts import Colour
from rising_tutor.probability.dice_turn.problem import ChangeFace, Reroll

Table = npt.NDArray[Any]


def turned(table: Table, present: Sequence[tuple[Colour, int]], change: ChangeFace) -> Table:
    """For each roll, the best of the table over the rolls that differ by one turned die, and the roll itself.

    Args:
        table: values after the change.
        present: the colours of the axes after the first, with their numbers of dice.
    """
    best = table.copy()
    for axis, (colour, n) in enumerate(present, 1):
        source = np.moveaxis(table, axis, 0)
        result = np.moveaxis(best, axis, 0)
        face_counts = colour.face_counts[: colour.upto[n]]
        for kind, face in enumerate(colour.faces):
            if change.symbol not in face:
                continue
            for to in range(len(colour.faces)):
                if to == kind:
                    continue
                pairs = [
                    (at, colour.index[with_count(with_count(counts, kind, -1), to, 1)])
                    for at, counts in enumerate(face_counts)
                    if counts[kind]
                ]
                if pairs:
                    rows, others = (list(side) for side in zip(*pairs, strict=True))
                    result[rows] = np.maximum(result[rows], source[others])
    return best


def rolled_again(table: Table, present: Sequence[tuple[Colour, int]], reroll: Reroll, *, exact: bool) -> Table:
    """For each roll, the best mean of the table over the sets of dice that may be rolled again.

    A die that shows nothing useful is always worth rolling again, so the numbers of such dice need not be tried.

    Args:
        table: values after the reroll.
        present: the colours of the axes after the first, with their numbers of dice.
        exact: whether the numbers are integers, which are divided without remainder.
    """
    n_dice = sum(n for _, n in present)
    if not reroll.most or reroll.most >= n_dice:
        for axis, (colour, n) in enumerate(present, 1):
            table = _all_means(table, axis, colour, n, exact=exact)
        for axis, (colour, n) in enumerate(present, 1):
            table = _best_kept(table, axis, colour, n)
        return table
    return _best_of_some(table, 1, present, tuple(n for _, n in present), reroll.most, exact=exact)


def _best_of_some(
    sums: Table, first: int, present: Sequence[tuple[Colour, int]], left: tuple[int, ...], most: int, *, exact: bool
) -> Table:
    """For each roll of the dice that are left, the best mean where up to so many more of them go into the air.

    Args:
        sums: for the dice that are left, the sums over all rolls of those in the air.
        left: dice that are not in the air, by axis.
    """
    n_rolls = prod(colour.n_faces ** (n - stay) for (colour, n), stay in zip(present, left, strict=True))
    best: Table = sums // n_rolls if exact else sums / n_rolls
    if not most:
        return best
    for axis in range(first, len(present) + 1):
        colour, n = present[axis - 1][0], left[axis - 1]
        if n:
            more = _one_die_more(sums, axis, colour, colour.upto[n - 1])
            fewer = (*left[: axis - 1], n - 1, *left[axis:])
            below = _best_of_some(more, axis, present, fewer, most - 1, exact=exact)
            np.maximum(best, _best_without_one(below, axis, colour, n), out=best)
    return best


def _one_die_more(sums: Table, axis: int, colour: Colour, n_forms: int) -> Table:
    """For each of the first face counts, the sum over the faces of one die more."""
    total: Table = sums[_part(axis, 0, n_forms)] * colour.n_blank
    for more, copies in zip(colour.more, colour.copies, strict=True):
        found = sums.take(more[:n_forms], axis)
        total += found if copies == 1 else found * copies
    return total


def _all_means(table: Table, axis: int, colour: Colour, n: int, *, exact: bool) -> Table:
    """For each of the face counts that can be kept, the mean over the rolls of all other dice."""
    means, sums = table.copy(), table
    for again in range(1, n + 1):
        n_forms, n_rolls = colour.upto[n - again], colour.n_faces**again
        sums = _one_die_more(sums, axis, colour, n_forms)
        # Face counts of fewer dice are written again with one die more in the air.
        means[_part(axis, 0, n_forms)] = sums // n_rolls if exact else sums / n_rolls
    return means


def _best_kept(means: Table, axis: int, colour: Colour, n: int) -> Table:
    """For each of the face counts, the best mean over all that can be kept of it."""
    best = means.copy()
    # Fewest dice first, so that one pass drops any number of dice.
    for size in range(1, n + 1):
        first, end = colour.upto[size - 1], colour.upto[size]
        block = best[_part(axis, first, end)]
        for without in colour.without:
            np.maximum(block, best.take(without[first:end], axis), out=block)
    return best


def _best_without_one(below: Table, axis: int, colour: Colour, n: int) -> Table:
    """For each of the face counts of n dice, the best of the table of one die less over the dice that can go."""
    n_forms = colour.upto[n]
    first, *others = colour.without
    best: Table = below.take(first[:n_forms], axis)
    for other in others:
        np.maximum(best, below.take(other[:n_forms], axis), out=best)
    # With fewer dice than n that show something, one that shows nothing goes.
    part = best[_part(axis, 0, colour.upto[n - 1])]
    np.maximum(part, below, out=part)
    return best


def _part(axis: int, first: int, end: int) -> tuple[slice, ...]:
    return (*[slice(None)] * axis, slice(first, end))
