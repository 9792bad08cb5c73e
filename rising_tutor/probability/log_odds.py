"""Chances as log-odds, and on a grid of exact fractions.

>>> chance(0.0), round(chance(2.0), 3), fine(0.5)
(0.5, 0.881, Fraction(1, 2))
"""

from fractions import Fraction
from math import exp
from typing import Final

SURE: Final = 1e-6
"""A game that is not over is neither won nor lost for sure."""
FINE: Final = 10**9
"""Estimates are taken to the nearest part of this size, so that their sums are exact."""


def chance(score: float) -> float:
    """A chance from log-odds."""
    return min(1.0 - SURE, max(SURE, 1.0 / (1.0 + exp(-max(-50.0, min(50.0, score))))))


def fine(win: float | Fraction) -> Fraction:
    """A chance to win on the grid of estimates."""
    return Fraction(round(win * FINE), FINE)
