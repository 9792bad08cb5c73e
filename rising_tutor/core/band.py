"""How far an estimated chance may be off: a band for each range of it, and the ends of what one value may really be.

A band is measured over a range of chances, so two bands meet in a step, and a step can let an end fall where the
chance rises. `interval` lays each end as a line through the middles and the edges of the ranges instead. In the middle
it is as far off as the band of its range says, at an edge as far as the wider of the two there, and where it would fall
it stays level. So an end never falls as the chance rises, never jumps, and is never nearer to the chance than the band
says.

>>> bands = (Band(0.5, 0.0, 0.25), Band(1.0, -0.25, 0.0))
>>> [interval(bands, chance) for chance in (0.25, 0.5, 0.75)]
[(0.25, 0.5), (0.25, 0.75), (0.5, 0.75)]
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TypeAlias

from rising_tutor.core.values import Value

_Line: TypeAlias = tuple[tuple[float, float], ...]


class Band(Value, frozen=True):
    """How far V may be off where it is an estimate, for values up to `upto`.

    Of the positions of this range that were checked against plain playouts, 95 % lie between V + `low` and V + `high`.
    """

    upto: float
    low: float
    high: float


def interval(bands: tuple[Band, ...], chance: float) -> tuple[float, float]:
    """Between which chances the true one is taken to lie; within [0, 1], and the chance itself between them.

    Args:
        bands: by rising `upto`.
        chance: what was estimated, from 0 to 1.
    """
    low = 1 - _height(_line_above(_from_the_other_end(bands)), 1 - chance)
    high = _height(_line_above(bands), chance)
    return max(0.0, min(chance, low)), min(1.0, max(chance, high))


def _from_the_other_end(bands: Sequence[Band]) -> tuple[Band, ...]:
    """The bands of 1 - V: what lay below lies above."""
    return tuple(Band(1 - begin, -band.high, -band.low) for begin, band in reversed(tuple(_ranges(bands))))


def _ranges(bands: Sequence[Band]) -> Iterator[tuple[float, Band]]:
    """Each band with where its range begins; without those of no range."""
    begin = 0.0
    for band in bands:
        if band.upto > begin:
            yield begin, band
            begin = band.upto


@lru_cache(maxsize=64)
def _line_above(bands: tuple[Band, ...]) -> _Line:
    """The corners of the upper end, by rising chance; they may lie above 1."""
    corners: list[tuple[float, float]] = []
    end, beside = 0.0, 0.0
    for begin, band in _ranges(bands):
        middle, off = (begin + band.upto) / 2, max(0.0, band.high)
        corners += [(begin, begin + max(off, beside)), (middle, middle + off)]
        end, beside = band.upto, off
    corners.append((end, end + beside))
    return tuple(zip((at for at, _ in corners), accumulate((height for _, height in corners), max), strict=True))


def _height(line: _Line, at: float) -> float:
    for (left, low), (right, high) in pairwise(line):
        if at <= right:
            return low + (high - low) * (at - left) / (right - left)
    return line[-1][1]
