"""95 % intervals for few samples: of a mean, of a share, and of the difference of two shares of the same samples.

>>> low, high = of_share(8, 8)
>>> round(low, 3), high
(0.676, 1.0)
>>> of_mean([1.0, 1.0, 1.0, 1.0])
(1.0, 1.0)
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

Z: Final = 1.959964
"""So many standard errors lie to each side of an interval that holds 95 %."""

Interval = tuple[float, float]


def student(df: int) -> float:
    """How many standard errors a mean needs whose spread is itself estimated: Student's t, 97.5 %.

    By the Cornish-Fisher expansion, within 2 % from 3 degrees of freedom on.

    >>> round(student(7), 2), round(student(1000), 2)
    (2.36, 1.96)
    """
    if df < 1:
        return float("inf")
    if df < 3:
        return 12.706 if df == 1 else 4.303
    z3, z5, z7 = Z**3, Z**5, Z**7
    third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * df**3)
    return Z + (z3 + Z) / (4 * df) + (5 * z5 + 16 * z3 + 3 * Z) / (96 * df**2) + third


def of_mean(values: Sequence[float]) -> Interval:
    """The interval of a mean (Student's t); of one sample, everything."""
    n = len(values)
    mean = sum(values) / n
    if n == 1:
        return float("-inf"), float("inf")
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
    half = student(n - 1) * spread / sqrt(n)
    return mean - half, mean + half


def of_share(n_yes: float, n: int) -> Interval:
    """The interval of a share (Wilson 1927); it has a width also where all samples are alike."""
    share, z2 = n_yes / n, Z * Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    low = 0.0 if n_yes == 0 else middle - half
    return low, 1.0 if n_yes == n else middle + half


def of_share_difference(only_first: int, only_second: int, n: int) -> Interval:
    """The interval of the difference of two shares that were counted on the same samples (Bonett and Price 2012).

    Args:
        only_first: samples in which only the first says yes.
        only_second: samples in which only the second does.
        n: all samples.

    >>> low, high = of_share_difference(0, 0, 8)
    >>> low < 0 < high
    True
    """
    first, second = (only_first + 1) / (n + 2), (only_second + 1) / (n + 2)
    half = Z * sqrt((first + second - (first - second) ** 2) / (n + 2))
    return first - second - half, first - second + half
