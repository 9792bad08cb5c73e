"""Chance with integer weights, and dice.

A `Distribution` lists outcomes with whole-number weights; the probability of an outcome is its
weight over `total`. Nothing here draws a number by itself: `sample` takes the generator.

>>> from random import Random
>>> coin = Listed((("heads", 1), ("tails", 1)))
>>> coin.total, coin.weight("heads"), coin.sample(Random(1)) in {"heads", "tails"}
(2, 1, True)
>>> two = dice_rolls([(Die("green", ("E", "E", "EE", "A", "W", "F")), 2)])
>>> two.total, two.weight((("green", "E"), ("green", "W")))
(36, 4)
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, combinations_with_replacement, product
from math import factorial, prod
from random import Random
from typing import Generic, TypeVar

from rising_tutor.core.values import Value

O = TypeVar("O")
P = TypeVar("P")
Shown = tuple[tuple[str, str], ...]
"""Dice that show a face: (colour, face) pairs in the order of the pool."""


class Distribution(ABC, Generic[O]):
    """Outcomes with integer weights. Iterating gives (outcome, weight), each outcome once."""

    total: int
    """Sum of all weights, at least 1."""

    @abstractmethod
    def __iter__(self) -> Iterator[tuple[O, int]]: ...

    @abstractmethod
    def __len__(self) -> int:
        """How many outcomes there are."""

    @abstractmethod
    def weight(self, outcome: O) -> int:
        """The weight of an outcome, 0 if it cannot happen."""

    @abstractmethod
    def sample(self, rng: Random) -> O:
        """One outcome, drawn with the generator that is handed in."""


class Listed(Distribution[O]):
    """A distribution that is small enough to be listed.

    Raises:
        ValueError: no outcome, or a weight that is not positive.
    """

    def __init__(self, pairs: Iterable[tuple[O, int]]) -> None:
        self.pairs = tuple(pairs)
        if not self.pairs or any(weight < 1 for _, weight in self.pairs):
            raise ValueError(f"weights must be positive and there must be one: {self.pairs!r}")
        self.total = sum(weight for _, weight in self.pairs)

    def __iter__(self) -> Iterator[tuple[O, int]]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def weight(self, outcome: O) -> int:
        return sum(weight for other, weight in self.pairs if other == outcome)

    def sample(self, rng: Random) -> O:
        at = int(rng.random() * self.total)
        for outcome, weight in self.pairs:
            at -= weight
            if at < 0:
                return outcome
        return self.pairs[-1][0]

    def __repr__(self) -> str:
        return f"Listed({self.pairs!r})"


class Draw(Distribution[P], Generic[O, P]):
    """One thing out of a bag: kinds with whole-number weights, wrapped as outcomes when they are needed.

    Args:
        kinds: what can be drawn, each once.
        weights: one positive weight for each kind.
        wrap: makes the outcome of a kind.

    Raises:
        ValueError: there is nothing to draw.
    """

    def __init__(self, kinds: Sequence[O], weights: Sequence[int], wrap: Callable[[O], P]) -> None:
        if not kinds:
            raise ValueError("nothing can be drawn")
        self.kinds = kinds
        self.weights = weights
        self.wrap = wrap
        self.total = sum(weights)
        self._weight_of: dict[P, int] | None = None

    def __iter__(self) -> Iterator[tuple[P, int]]:
        return ((self.wrap(kind), weight) for kind, weight in zip(self.kinds, self.weights, strict=True))

    def __len__(self) -> int:
        return len(self.kinds)

    def weight(self, outcome: P) -> int:
        if self._weight_of is None:
            self._weight_of = dict(self)
        return self._weight_of.get(outcome, 0)

    def sample(self, rng: Random) -> P:
        at = int(rng.random() * self.total)
        return self.wrap(self.kinds[bisect_right(list(accumulate(self.weights)), at)])

    def __repr__(self) -> str:
        return f"Draw({dict(zip(self.kinds, self.weights, strict=True))!r})"


class Mapped(Distribution[P], Generic[O, P]):
    """A distribution whose outcomes are wrapped, without listing them."""

    def __init__(self, base: Distribution[O], wrap: Callable[[O], P], unwrap: Callable[[P], O | None]) -> None:
        self.base = base
        self.wrap = wrap
        self.unwrap = unwrap
        self.total = base.total

    def __iter__(self) -> Iterator[tuple[P, int]]:
        return ((self.wrap(outcome), weight) for outcome, weight in self.base)

    def __len__(self) -> int:
        return len(self.base)

    def weight(self, outcome: P) -> int:
        inner = self.unwrap(outcome)
        return 0 if inner is None else self.base.weight(inner)

    def sample(self, rng: Random) -> P:
        return self.wrap(self.base.sample(rng))


class Die(Value, frozen=True):
    """A die: its colour and its faces, each face a string of symbols ("EE" is a double)."""

    colour: str
    faces: tuple[str, ...]


class DiceRolls(Distribution[Shown]):
    """All rolls of a pool, dice of one colour not told apart.

    An outcome lists (colour, face) pairs: colours in the order of the pool, faces in the order in
    which the die first shows them. Weights are numbers of face tuples, so `total` is the product of
    the numbers of faces.
    """

    def __init__(self, pool: Iterable[tuple[Die, int]]) -> None:
        self.pool = tuple((die, n) for die, n in pool if n > 0)
        self.total = prod(len(die.faces) ** n for die, n in self.pool)
        self._order = {die.colour: place for place, (die, _) in enumerate(self.pool)}

    def __iter__(self) -> Iterator[tuple[Shown, int]]:
        for parts in product(*(_rolls_of_one(die, n) for die, n in self.pool)):
            shown = tuple(pair for part, _ in parts for pair in part)
            yield shown, prod(weight for _, weight in parts)

    def __len__(self) -> int:
        return prod(_choose(len(set(die.faces)) + n - 1, n) for die, n in self.pool)

    def weight(self, outcome: Shown) -> int:
        faces: dict[str, Counter[str]] = {}
        for colour, face in outcome:
            faces.setdefault(colour, Counter())[face] += 1
        if faces.keys() != self._order.keys():
            return 0
        result = 1
        for die, n in self.pool:
            counts = faces[die.colour]
            if sum(counts.values()) != n:
                return 0
            result *= _ways(die, counts)
        return result if tuple(outcome) == self._sorted(outcome) else 0

    def sample(self, rng: Random) -> Shown:
        return self._sorted(
            (die.colour, die.faces[int(rng.random() * len(die.faces))]) for die, n in self.pool for _ in range(n)
        )

    def _sorted(self, shown: Iterable[tuple[str, str]]) -> Shown:
        place = self._order
        faces = {die.colour: die.faces for die, _ in self.pool}
        return tuple(sorted(shown, key=lambda pair: (place[pair[0]], faces[pair[0]].index(pair[1]))))


def dice_rolls(pool: Iterable[tuple[Die, int]]) -> DiceRolls:
    """The distribution of one roll of a pool of dice."""
    return DiceRolls(pool)


def _rolls_of_one(die: Die, n: int) -> list[tuple[Shown, int]]:
    kinds = list(dict.fromkeys(die.faces))
    return [
        (tuple((die.colour, face) for face in faces), _ways(die, Counter(faces)))
        for faces in combinations_with_replacement(kinds, n)
    ]


def _ways(die: Die, counts: Counter[str]) -> int:
    printed = Counter(die.faces)
    ways = factorial(sum(counts.values()))
    for face, count in counts.items():
        ways = ways // factorial(count) * printed[face] ** count
    return ways


def _choose(n: int, k: int) -> int:
    return factorial(n) // (factorial(k) * factorial(n - k))
