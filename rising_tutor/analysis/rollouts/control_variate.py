"""Results with the luck taken off: the method of control variates.

Every result comes with a number that chance added to it and whose mean is known to be 0. `result - b * luck` has the
mean of the results for any b that is not chosen from the same sample, and the smallest variance where b is the
coefficient of the regression of results on luck. So each result is corrected with the b of all the others (leave one
out): fitted, and without bias.

>>> won, luck = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0], [0.3, -0.2, 0.25, -0.3, 0.2, -0.25]
>>> found = corrected(won, luck)
>>> round(found.coefficient, 2), round(found.ratio, 3)
(1.95, 0.04)
"""

from collections.abc import Sequence
from typing import Final

from rising_tutor.core.values import Value

LEAST: Final = 4
"""With fewer samples nothing is fitted, and nothing corrected."""
_ROUNDING: Final = 1e-12
"""Sums of squares that are smaller parts of the whole than this are rounding."""


class Corrected(Value, frozen=True):
    """Results with the luck taken off.

    Attributes:
        values: one for each result; their mean is the estimate.
        coefficient: b of all samples together.
        ratio: the variance of `values` over that of the results; 1 where the results do not vary.
    """

    values: tuple[float, ...]
    coefficient: float
    ratio: float


def corrected(results: Sequence[float], luck: Sequence[float]) -> Corrected:
    """Results less b times luck, b fitted on the others each time.

    Args:
        results: at least one.
        luck: one for each result; its expectation is 0.
    """
    n = len(results)
    mean_y, mean_x = sum(results) / n, sum(luck) / n
    xs = [x - mean_x for x in luck]
    ys = [y - mean_y for y in results]
    xx, xy = sum(x * x for x in xs), sum(x * y for x, y in zip(xs, ys, strict=True))
    if n < LEAST or xx <= _ROUNDING * sum(x * x for x in luck):
        return Corrected(tuple(results), 0.0, 1.0)
    # Without sample k both sums lose n / (n - 1) of its own term, as its part in the means goes too.
    share = n / (n - 1)
    values = []
    for y, x, dx, dy in zip(results, luck, xs, ys, strict=True):
        rest = xx - share * dx * dx
        values.append(y - (xy - share * dx * dy) / rest * x if rest > _ROUNDING * xx else y)
    return Corrected(tuple(values), xy / xx, ratio(values, results))


def ratio(values: Sequence[float], results: Sequence[float]) -> float:
    """The variance of the first over that of the second; 1 where the second do not vary.

    >>> ratio([0.0, 1.0], [0.0, 2.0]), ratio([0.0, 1.0], [2.0, 2.0])
    (0.25, 1.0)
    """
    below = variance(results)
    return variance(values) / below if below else 1.0


def variance(values: Sequence[float]) -> float:
    """The variance of a sample; 0 of one."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)
