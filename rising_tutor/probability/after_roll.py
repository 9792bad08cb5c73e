"""What may be done after a roll before its dice are assigned: roll some of them again, or turn one to another face.

Both act on whole tables: axis 0 is the state of the needs, then one axis of forms for each colour in the pool, the last
colour first.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from rising_tutor.probability.forms import Colour
from rising_tutor.probability.problem import ChangeFace, Reroll

Table = npt.NDArray[Any]


def turned(table: Table, present: Sequence[tuple[Colour, int]], change: ChangeFace) -> Table:
    """For each roll, the best of the table over the rolls that differ by one turned die, and the roll itself.

    Args:
        table: values after the change.
        present: the colours of the axes after the first, with their numbers of dice.
        change: which dice may be turned.
    """
    best = table.copy()
    for axis, (colour, n) in enumerate(present, 1):
        source = np.moveaxis(table, axis, 0)
        result = np.moveaxis(best, axis, 0)
        forms = colour.forms[: colour.upto[n]]
        for kind, face in enumerate(colour.faces):
            if change.symbol not in face:
                continue
            for to in range(len(colour.faces)):
                if to == kind:
                    continue
                pairs = [(at, colour.index[_turn(form, kind, to)]) for at, form in enumerate(forms) if form[kind]]
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
        reroll: how many dice may be rolled again.
        exact: whether the numbers are integers, which are divided without remainder.
    """
    n_dice = sum(n for _, n in present)
    if not reroll.most or reroll.most >= n_dice:
        means = table
        for axis, (colour, n) in enumerate(present, 1):
            means = _applied(means, axis, _ways_to(colour, n, None), colour.n_faces**n, exact=exact)
        for axis, (colour, n) in enumerate(present, 1):
            means = _best_kept(means, axis, colour, n, None)
        return means
    best: Table | None = None
    for numbers in product(*(range(min(reroll.most, n) + 1) for _, n in present)):
        if sum(numbers) > reroll.most:
            continue
        means = table
        for axis, ((colour, n), again) in enumerate(zip(present, numbers, strict=True), 1):
            if again:
                means = _applied(means, axis, _ways_to(colour, n, again), colour.n_faces**again, exact=exact)
        for axis, ((colour, n), again) in enumerate(zip(present, numbers, strict=True), 1):
            if again:
                means = _best_kept(means, axis, colour, n, again)
        best = means if best is None else np.maximum(best, means)
    assert best is not None
    return best


def _turn(form: tuple[int, ...], kind: int, to: int) -> tuple[int, ...]:
    counts = list(form)
    counts[kind] -= 1
    counts[to] += 1
    return tuple(counts)


def _ways_to(colour: Colour, n: int, again: int | None) -> list[list[int]]:
    """How many rolls of the other dice lead from each kept form to each form.

    Args:
        colour: the colour.
        n: dice of the colour.
        again: how many of them are rolled again; None for all that are not kept, with rows brought to the same total.
    """
    forms = colour.forms[: colour.upto[n]]
    rows = []
    for kept in forms:
        dice = n - sum(kept) if again is None else again
        row = [0] * len(forms)
        if sum(kept) + dice <= n:
            scale = colour.n_faces ** sum(kept) if again is None else 1
            for form, count in colour.ways_from(kept, dice).items():
                row[colour.index[form]] += count * scale
        rows.append(row)
    return rows


def _applied(table: Table, axis: int, rows: list[list[int]], n_rolls: int, *, exact: bool) -> Table:
    matrix = np.array(rows, dtype=object if exact else np.float64)
    sums = np.moveaxis(np.tensordot(table, matrix, axes=([axis], [1])), -1, axis)
    return sums // n_rolls if exact else sums / n_rolls


def _best_kept(means: Table, axis: int, colour: Colour, n: int, again: int | None) -> Table:
    """For each form, the best mean over the forms that can be kept of it."""
    best = np.moveaxis(means, axis, 0).copy()
    forms = colour.forms[: colour.upto[n]]
    sizes = np.array([sum(form) for form in forms])
    if again is None:
        steps = 1
    else:
        steps = again
        # With `again` dice in the air no more than the others can be kept.
        low = np.min(best) if best.dtype == object else -np.inf
        best[sizes > n - again] = low
    before = [
        [(at, colour.index[_without(form, kind)]) for at, form in enumerate(forms) if form[kind]]
        for kind in range(len(colour.faces))
    ]
    for _ in range(steps):
        source = best if again is None else best.copy()
        # Fewest dice first, so that with no limit one pass drops any number of dice.
        for size in range(1, n + 1):
            for pairs in before:
                chosen = [(at, other) for at, other in pairs if sizes[at] == size]
                if chosen:
                    rows, others = (list(side) for side in zip(*chosen, strict=True))
                    best[rows] = np.maximum(best[rows], source[others])
    return np.moveaxis(best, 0, axis)


def _without(form: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*form[:kind], form[kind] - 1, *form[kind + 1 :])
