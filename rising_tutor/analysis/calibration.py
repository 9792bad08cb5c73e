"""How well a chance to win was foretold: against results of games, and against playouts of the same positions.

Two questions, two methods:

* *Results.* Of the positions that were given 70 %, were about 70 % won? Positions of one game share its result, so
  errors are those of games, not of positions (`spread_of_mean`).
* *Playouts.* How far is a single number off? A position that is played on n times has a share of wins with noise of its
  own, p (1 - p) / n. `compare` takes that noise off the spread of the differences, on average and without bias, so what
  is left is the error of the numbers themselves; more playouts make it sharper, not smaller.

>>> rows = [Foretold(0.8, True, 1, ()), Foretold(0.6, False, 2, ())]
>>> round(brier(rows), 2), constant(rows)
(0.2, 0.25)
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import sqrt
from typing import Final, TypeVar

from rising_tutor.analysis.intervals import Z
from rising_tutor.core.band import Band
from rising_tutor.core.values import Value

K = TypeVar("K", bound=Hashable)


DECILES: Final = 10
LEAST: Final = 0.5
"""Noise takes off at most this part of the width of a range."""
EDGES: Final = (0.05, 0.2, 0.5, 0.8, 0.95, 1.0)
"""Ranges of the chance to win in which numbers are compared with playouts, each with a band of its own."""


class Foretold(Value, frozen=True):
    """A position with its chance to win and the result.

    Attributes:
        game: its game; all positions of one have one result.
        groups: what it belongs to, such as players and phase.
    """

    said: float
    won: bool
    game: int
    groups: tuple[str, ...]


class Group(Value, frozen=True):
    """Positions that belong together.

    Attributes:
        positions, games: how many.
        said: the mean of what was said.
        won: the share that was won.
        half: half the width of the 95 % interval of `won - said`, by games; infinite for one game.
        brier: the mean square of what was said less the result (1 or 0).
        constant: the same for a number that is the same for all of them and right on average.
    """

    name: str
    positions: int
    games: int
    said: float
    won: float
    half: float
    brier: float
    constant: float

    @property
    def off(self) -> float:
        """What was said less what came."""
        return self.said - self.won


class Calibration(Value, frozen=True):
    """What was said against what came.

    Attributes:
        deciles: by what was said; those without positions are left out.
        groups: lists of groups by what they tell apart.
        by_group: the Brier score of numbers that are right on average in every cell of all groups at once.
        error: the mean size of `off` over the deciles, each counting as its positions.
    """

    all: Group
    deciles: tuple[Group, ...]
    groups: tuple[tuple[str, tuple[Group, ...]], ...]
    by_group: float
    error: float


class Played(Value, frozen=True):
    """A position with its chance and what its playouts came to."""

    said: float
    wins: int
    playouts: int

    @property
    def difference(self) -> float:
        """The share of wins less what was said."""
        return self.wins / self.playouts - self.said

    @property
    def noise(self) -> float:
        """The variance that the share of wins has by itself, estimated without bias. Needs two playouts."""
        share = self.wins / self.playouts
        return share * (1 - share) / (self.playouts - 1)


class Difference(Value, frozen=True):
    """What playouts say less what was said.

    Attributes:
        low, high: of the chances that this is about.
        mean: of the differences.
        half: half the width of the 95 % interval of the mean.
        seen: the root of the mean square of the differences as they were seen.
        noise: the root of the part of it that is chance in the playouts.
        rms: the root of what remains.
        range: between which 95 % of the differences lie, the noise taken off.
    """

    low: float
    high: float
    positions: int
    mean: float
    half: float
    seen: float
    noise: float
    rms: float
    range: tuple[float, float]


def brier(rows: Sequence[Foretold]) -> float:
    """The mean square of what was said less the result."""
    return _mean([(row.said - row.won) ** 2 for row in rows])


def constant(rows: Sequence[Foretold]) -> float:
    """The Brier score of the share of wins said every time."""
    share = _mean([float(row.won) for row in rows])
    return share * (1 - share)


def calibration(rows: Sequence[Foretold], kinds: Sequence[str]) -> Calibration:
    """All figures about results.

    Args:
        rows: at least one.
        kinds: what the groups of a row tell apart, in their order.
    """
    deciles = []
    for at, part in sorted(_split(rows, lambda row: min(int(row.said * DECILES), DECILES - 1)).items()):
        deciles.append(_group(f"{at * 100 // DECILES} to {(at + 1) * 100 // DECILES} %", part))
    groups = []
    for at, kind in enumerate(kinds):
        names = sorted({row.groups[at] for row in rows})
        parts = [(name, [row for row in rows if row.groups[at] == name]) for name in names]
        groups.append((kind, tuple(_group(name, part) for name, part in parts)))
    cells = list(_split(rows, lambda row: row.groups).values())
    return Calibration(
        all=_group("all", rows),
        deciles=tuple(deciles),
        groups=tuple(groups),
        by_group=sum(constant(cell) * len(cell) for cell in cells) / len(rows),
        error=sum(abs(group.off) * group.positions for group in deciles) / len(rows),
    )


def _split(rows: Iterable[Foretold], key: Callable[[Foretold], K]) -> dict[K, list[Foretold]]:
    parts: dict[K, list[Foretold]] = {}
    for row in rows:
        parts.setdefault(key(row), []).append(row)
    return parts


def _group(name: str, rows: Sequence[Foretold]) -> Group:
    return Group(
        name=name,
        positions=len(rows),
        games=len({row.game for row in rows}),
        said=_mean([row.said for row in rows]),
        won=_mean([float(row.won) for row in rows]),
        half=Z * spread_of_mean(rows),
        brier=brier(rows),
        constant=constant(rows),
    )


def spread_of_mean(rows: Sequence[Foretold]) -> float:
    """The standard error of the mean of result less chance, with games and not positions taken as independent."""
    mean = _mean([row.won - row.said for row in rows])
    by_game: dict[int, float] = {}
    for row in rows:
        by_game[row.game] = by_game.get(row.game, 0.0) + (row.won - row.said - mean)
    n = len(by_game)
    if n < 2:
        return float("inf")
    return sqrt(sum(total * total for total in by_game.values()) * n / (n - 1)) / len(rows)


def range_of(said: float) -> int:
    """The number of the range of `EDGES` that a chance belongs to.

    >>> range_of(0.0), range_of(0.05), range_of(0.06), range_of(1.0)
    (0, 0, 1, 5)
    """
    return next(at for at, edge in enumerate(EDGES) if said <= edge)


def compare(rows: Sequence[Played], low: float = 0.0, high: float = 1.0) -> Difference:
    """Chances against playouts of the same positions; at least two of them, each with at least two playouts.

    The variance of the differences is that of the true errors and the mean noise together. The differences are drawn
    towards their mean until their variance is what remains without the noise, and the range is read from those. They
    keep at least half of their width: that few positions show no more than noise does not prove that nothing is there.
    """
    n = len(rows)
    found = sorted(row.difference for row in rows)
    mean = _mean(found)
    noise = _mean([row.noise for row in rows])
    square = _mean([x * x for x in found])
    variance = sum((x - mean) ** 2 for x in found) / (n - 1)
    drawn = max(LEAST, sqrt(max(0.0, variance - noise) / variance)) if variance else 1.0
    return Difference(
        low=low,
        high=high,
        positions=n,
        mean=mean,
        half=Z * sqrt(variance / n),
        seen=sqrt(square),
        noise=sqrt(noise),
        rms=sqrt(max(0.0, square - noise)),
        range=(mean + drawn * (_quantile(found, 0.025) - mean), mean + drawn * (_quantile(found, 0.975) - mean)),
    )


def by_range(rows: Sequence[Played]) -> tuple[Difference, ...]:
    """The same for each range of `EDGES` that has at least two positions."""
    out = []
    for at, high in enumerate(EDGES):
        part = [row for row in rows if range_of(row.said) == at]
        if len(part) > 1:
            out.append(compare(part, EDGES[at - 1] if at else 0.0, high))
    return tuple(out)


def bands_of(differences: Sequence[Difference]) -> tuple[Band, ...]:
    """How far a chance may be off, by its size. A range without positions has the wider of its neighbours' bands.

    Zero always lies within: what was said is never shut out of its own interval.
    """
    bands: list[Band] = []
    for at, high in enumerate(EDGES):
        near = [one for one in differences if one.high == high]
        if not near:
            edges = EDGES[max(0, at - 1) : at + 2]
            near = [one for one in differences if one.high in edges] or list(differences)
        if not near:
            return ()
        low = min(0.0, *(one.range[0] for one in near))
        bands.append(Band(high, round(low, 3), round(max(0.0, *(one.range[1] for one in near)), 3)))
    return tuple(bands)


def _quantile(values: Sequence[float], share: float) -> float:
    """Of sorted values; outside of what so few values can tell, the first or last one.

    >>> _quantile([1.0, 2.0, 3.0], 0.5), _quantile([1.0, 2.0, 3.0], 0.025)
    (2.0, 1.0)
    """
    at = min(max(share * (len(values) + 1) - 1, 0.0), len(values) - 1.0)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (at - low) * (values[high] - values[low])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
