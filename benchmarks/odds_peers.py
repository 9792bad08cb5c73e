"""One need by peers: icepool and dyce list the rolls of a pool, the recursion on top is ours.

These libraries give distributions of what is rolled, not the best decision. So they get a part of our formulation for
nothing: faces that the need does not use are merged before a roll is listed, a need that the dice left cannot
cover is worth 0 and is not listed, of the ways to use the dice of a colour only the undominated ones are tried, the
ways of the first colours are shared by all rolls of the last, and discarding is one maximum for each state.
Probabilities are floats. Every call starts with empty tables.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any, TypeAlias

from rising_tutor.probability.dice_turn.problem import Problem

Pool: TypeAlias = tuple[int, ...]
State: TypeAlias = tuple[Pool, str]
"""Dice left of each colour, and what the need still lacks, symbols sorted."""
Roll: TypeAlias = tuple[str, ...]
"""The sorted faces of a colour, as the symbols they pay; a face that pays nothing is the empty text."""
Faces: TypeAlias = tuple[tuple[str, int], ...]
"""What a die can show, with how many faces show it."""
Mean: TypeAlias = Callable[[list[tuple[int, Faces]], Callable[..., float]], float]
"""The mean of a function of the rolls of the colours; each colour is a number of dice and their faces."""


class Turn:
    """What there is to choose from in a problem with one need and no helps; knows no probability."""

    def __init__(self, problem: Problem) -> None:
        (need,) = problem.needs
        assert not problem.helps
        assert need.times == 1
        self.start: State = (problem.pool, need.lack)
        self.dice = problem.dice
        self.pay = cache(need.pay)
        self.faces = cache(self._faces)
        self.possible = cache(self._possible)
        self.uses = cache(self._uses)
        self.ways = cache(self._ways)

    def colours(self, pool: Pool, lack: str) -> list[tuple[int, Faces]]:
        """The dice of each colour, with the faces that still differ."""
        return [(n, self.faces(colour, lack)) for colour, n in enumerate(pool)]

    def discards(self, pool: Pool, lack: str) -> Iterator[State]:
        """What follows when one die is given up."""
        return ((less(pool, colour), lack) for colour, n in enumerate(pool) if n)

    def assigned(self, pool: Pool, lack: str, rolls: tuple[Roll, ...]) -> Iterator[State]:
        """What follows when dice are assigned; also the state itself, for no die at all."""
        for left, before in self.ways(pool[:-1], lack, rolls[:-1]):
            for n, after in self.uses(before, rolls[-1]):
                yield (*left, pool[-1] - n), after

    def _ways(self, pool: Pool, lack: str, rolls: tuple[Roll, ...]) -> tuple[State, ...]:
        """The same for the first colours, shared by all rolls of the colours after them."""
        return tuple(dict.fromkeys(self.assigned(pool, lack, rolls))) if rolls else (((), lack),)

    def _uses(self, lack: str, roll: Roll) -> tuple[tuple[int, str], ...]:
        """Dice used of a colour and what is lacking then, without what another use does at least as well."""
        fewest = {lack: 0}
        for face in filter(None, roll):
            for before, n in tuple(fewest.items()):
                after = self.pay(before, face)
                fewest[after] = min(n + 1, fewest.get(after, n + 1))
        return tuple(
            (n, after)
            for after, n in fewest.items()
            if not any(k <= n and other != after and Counter(other) <= Counter(after) for other, k in fewest.items())
        )

    def _faces(self, colour: int, lack: str) -> Faces:
        weights: dict[str, int] = defaultdict(int)
        for face in self.dice[colour].faces:
            paid = Counter(lack) - Counter(self.pay(lack, face))
            weights["".join(sorted(paid.elements()))] += 1
        return tuple(sorted(weights.items()))

    def _possible(self, pool: Pool, lack: str) -> bool:
        """Whether some faces of these dice cover the need."""
        return not lack or any(
            face and self.possible(less(pool, colour), self.pay(lack, face))
            for colour, n in enumerate(pool)
            if n
            for face, _ in self.faces(colour, lack)
        )


class Values(dict[State, float]):
    """The recursion over states: what is not in the table yet is worked out when it is asked for."""

    def __init__(self, turn: Turn, mean: Mean) -> None:
        super().__init__()
        self._turn, self._mean = turn, mean

    def __missing__(self, state: State) -> float:
        turn, (pool, lack) = self._turn, state
        if not lack or not turn.possible(pool, lack):
            self[state] = float(not lack)
            return self[state]
        # While the rolls are listed, "no die at all" stands for giving up a die.
        self[state] = max(self[after] for after in turn.discards(pool, lack))
        ways, uses, head, last = turn.ways, turn.uses, pool[:-1], pool[-1]

        def best(*rolls: Roll) -> float:
            return max(
                self[(*left, last - n), after]
                for left, before in ways(head, lack, rolls[:-1])
                for n, after in uses(before, rolls[-1])
            )

        self[state] = self._mean(turn.colours(pool, lack), best)
        return self[state]


def icepool_value(problem: Problem) -> tuple[float, float]:
    """The best chance and the CPU seconds, the joint outcomes listed by `icepool.map` over expanded pools."""
    import icepool  # noqa: PLC0415  # a peer that may not be installed

    icepool.Pool.clear_cache()
    began = time.process_time()

    @cache
    def expanded(n: int, faces: Faces) -> Any:
        return icepool.Die(dict(faces)).pool(n).expand() if n else icepool.Die([()])

    def mean(colours: list[tuple[int, Faces]], best: Callable[..., float]) -> float:
        return float(icepool.map(best, *(expanded(*colour) for colour in colours), star=False).mean())

    turn = Turn(problem)
    return Values(turn, mean)[turn.start], time.process_time() - began


def dyce_value(problem: Problem) -> tuple[float, float]:
    """The best chance and the CPU seconds, the outcomes of each colour listed by `dyce.P.rolls_with_counts`."""
    import dyce  # noqa: PLC0415  # a peer that may not be installed

    began = time.process_time()

    @cache
    def listed(n: int, faces: Faces) -> list[tuple[Roll, int]]:
        return list((n @ dyce.P(dyce.H(dict(faces)))).rolls_with_counts()) if n else [((), 1)]

    turn = Turn(problem)
    return Values(turn, listing_mean(listed))[turn.start], time.process_time() - began


def listing_mean(listed: Callable[[int, Faces], list[tuple[Roll, int]]]) -> Mean:
    """The mean over all combinations of what the colours roll, from a list of rolls for each colour."""

    def mean(colours: list[tuple[int, Faces]], best: Callable[..., float]) -> float:
        total = 0.0
        n_rolls: int = prod(sum(weight for _, weight in faces) ** n for n, faces in colours)
        for joint in product(*(listed(*colour) for colour in colours)):
            rolls, weights = zip(*joint, strict=True)
            total += best(*rolls) * prod(weights)
        return total / n_rolls

    return mean


def rolls_of(n: int, faces: Faces) -> list[tuple[Roll, int]]:
    """Every sorted roll of n equal dice with its number of ways, without a peer."""
    if not faces:
        return [((), 1)] if n == 0 else []
    (face, weight), rest = faces[0], faces[1:]
    return [
        ((face,) * k + roll, comb(n, k) * weight**k * ways)
        for k in range(n + 1)
        for roll, ways in rolls_of(n - k, rest)
    ]


def less(pool: Pool, colour: int) -> Pool:
    """A die of this colour fewer."""
    return (*pool[:colour], pool[colour] - 1, *pool[colour + 1 :])
