"""What best play expects when the turn may have no more than so many rolls: 1, 2, 3 ... up to one for each die.

Every roll costs a die at least, so a turn of n dice has n rolls at most: the last number is the answer of the whole
turn. `V[k][m][x]` is the value with k rolls to go, the dice m and the lacks x. The best choice after a roll is found
die by die: with the dice shown so far, a die of a colour either stays, or one of that colour is gone and a need is paid
by it. All outcomes of the colours before share one array.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need, Problem
>>> coin = Die("green", ("A", "E"))
>>> best_within(Problem((coin,), (2,), (Need("AA"),)))
(0.25, 0.5)
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.problem import Problem

MOST_WORK = 400_000_000
"""Table entries that may be touched: about a second."""

_Floats: TypeAlias = NDArray[np.float64]
_Places: TypeAlias = NDArray[np.intp]
_Pays: TypeAlias = tuple[tuple[_Places, _Places], ...]
"""For a face: for each need the lacks that it fits, and what they become."""


def best_within(problem: Problem) -> tuple[float, ...]:
    """The best expected value with at most 1, 2, ... n rolls, n the number of dice; decimals within 1e-12.

    Raises:
        BadProblem: the problem is no problem, or has helps, which this does not count.
        TooLarge: it would take much longer than a second.
    """
    problem.checked()
    if problem.helps:
        raise BadProblem("helps", len(problem.helps), "none: the chance within so many rolls counts dice only")
    n_dice = sum(problem.pool)
    if not n_dice:
        return ()
    lacks = _reachable(problem)
    _refuse_if_large(problem, len(lacks))
    pays = [[_pays(problem, lacks, face) for face in dict.fromkeys(die.faces)] for die in problem.dice]
    sets = [[need.sets(lack) for need, lack in zip(problem.needs, each, strict=True)] for each in lacks]
    ends = np.array([float(problem.payoff_of(each)) for each in sets])
    sizes = tuple(n + 1 for n in problem.pool)
    before = np.broadcast_to(ends, (*sizes, len(lacks)))
    found = []
    for to_go in range(1, n_dice + 1):
        now = before.copy()
        for pool in product(*(range(n + 1) for n in problem.pool)):
            if sum(pool) >= to_go and (pool != problem.pool or to_go == n_dice):
                now[pool] = _one_roll(problem, pool, before, pays)
        # The whole pool is asked for each number of rolls, but no other pool leads to it: only its own answer is kept.
        whole = now[problem.pool] if to_go == n_dice else _one_roll(problem, problem.pool, before, pays)
        found.append(float(whole[0]))
        before = now
    return tuple(found)


def _one_roll(problem: Problem, pool: Sequence[int], before: _Floats, pays: Sequence[Sequence[_Pays]]) -> _Floats:
    """The value of rolling these dice, for every lack: the mean over outcomes of the best that can be done."""
    table = before[tuple(slice(n + 1) for n in pool)].copy()
    # Nothing assigned: one die is discarded, whichever costs least. The same for all outcomes.
    table[tuple(pool)] = np.maximum.reduce(
        [before[(*pool[:at], n - 1, *pool[at + 1 :])] for at, n in enumerate(pool) if n]
    )
    table = table[np.newaxis]
    weights = np.ones(1)
    for die, n, of_face in zip(problem.dice, pool, pays, strict=True):
        faces = tuple(zip(of_face, Counter(die.faces).values(), strict=True))
        leaves, ways = zip(*_outcomes(table, n, faces, 1), strict=True)
        table = np.concatenate([leaf[:, 0] for leaf in leaves])
        weights = np.outer(np.array(ways, dtype=np.float64) / len(die.faces) ** n, weights).ravel()
    mean: _Floats = weights @ table
    return mean


def _outcomes(table: _Floats, n: int, faces: Sequence[tuple[_Pays, int]], ways: int) -> Iterator[tuple[_Floats, int]]:
    """Every way that n dice of a colour can show these faces: its table, and how many rolls give it.

    The second axis of the table counts the dice of this colour that are left. Each die shown cuts it by one, so that
    in the end only the full number is there.
    """
    (pays, printed), *others = faces
    if not others:
        for _ in range(n):
            table = _with_die(table, pays)
        yield table, ways * printed**n
        return
    for showing in range(n + 1):
        if showing:
            table = _with_die(table, pays)
        yield from _outcomes(table, n - showing, others, ways * comb(n, showing) * printed**showing)


def _with_die(table: _Floats, pays: _Pays) -> _Floats:
    """The best of leaving one more shown die and of assigning it to a need that it fits."""
    stays, used = table[:, 1:].copy(), table[:, :-1]
    for fits, becomes in pays:
        if len(fits):
            stays[..., fits] = np.maximum(stays[..., fits], used[..., becomes])
    return stays


def _reachable(problem: Problem) -> list[tuple[str, ...]]:
    """Everything that can be lacking, the start first."""
    found = [problem.start.lacks]
    faces = sorted({face for die in problem.dice for face in die.faces})
    for lacks in found:
        for face in faces:
            for at, need in enumerate(problem.needs):
                after = (*lacks[:at], need.pay(lacks[at], face), *lacks[at + 1 :])
                if after not in found:
                    found.append(after)
    return found


def _pays(problem: Problem, lacks: Sequence[tuple[str, ...]], face: str) -> _Pays:
    place = {each: at for at, each in enumerate(lacks)}
    out = []
    for at, need in enumerate(problem.needs):
        pairs = []
        for each in lacks:
            after = need.pay(each[at], face)
            if after != each[at]:
                pairs.append((place[each], place[(*each[:at], after, *each[at + 1 :])]))
        fits, becomes = zip(*pairs, strict=True) if pairs else ((), ())
        out.append((np.array(fits, dtype=np.intp), np.array(becomes, dtype=np.intp)))
    return tuple(out)


def _refuse_if_large(problem: Problem, n_lacks: int) -> None:
    """Outcomes of every smaller pool, for every lack and number of rolls: what the loops above touch."""
    kinds = [len(set(die.faces)) for die in problem.dice]
    work = (
        sum(
            sum(pool)
            * n_lacks
            * len(problem.needs)
            * prod(comb(n + k - 1, n) for n, k in zip(pool, kinds, strict=True))
            for pool in product(*(range(n + 1) for n in problem.pool))
        )
        if prod(n + 1 for n in problem.pool) < 10_000
        else MOST_WORK + 1
    )
    if work > MOST_WORK:
        raise TooLarge("pool", f"{sum(problem.pool)} dice", "fewer dice or a smaller need, to count roll by roll")
