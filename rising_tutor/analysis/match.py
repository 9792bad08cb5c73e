"""Who is the better player: games in pairs with equal chance and the seats swapped.

The two games of a pair share their deal, so their results hang together; pairs do not. The interval of a share is
therefore taken over pairs. A pair counts 1 where a side won both games, 0 where it lost both, and what lies between.

>>> found = standing(["seat 1", "seat 1", "draw"], ["seat 2", "seat 1", "seat 1"])
>>> [side.won for side in found.sides], found.drawn
([3, 2], 1)
>>> round(found.sides[0].share, 3)
0.583
"""

from collections.abc import Sequence
from typing import Final

from rising_tutor.analysis.intervals import Interval, of_mean, of_share
from rising_tutor.core.values import Value

MANY: Final = 30
"""Pairs from which on the spread of the pairs themselves gives the interval."""


class Side(Value, frozen=True):
    """One of the two.

    Attributes:
        won: games, of all seats; `won_as_seat` says them for each seat.
        share: of the points, from 0 to 1: a win counts 1, a draw or an unfinished game one half.
        interval: of the share, 95 %.
    """

    won: int
    won_as_seat: tuple[int, int]
    share: float
    interval: Interval


class Standing(Value, frozen=True):
    """The result of a match; the first side sat at seat 1 in the first game of each pair."""

    pairs: int
    drawn: int
    unfinished: int
    sides: tuple[Side, Side]


def standing(first: Sequence[str], second: Sequence[str]) -> Standing:
    """The result of a match from the results of its games.

    Args:
        first: of each pair the game in which the first side has seat 1: "seat 1", "seat 2", "draw" or "unfinished".
        second: of each pair the game in which the first side has seat 2.

    Raises:
        ValueError: there is no pair, or one game of a pair is missing.
    """
    if not first or len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} games are no pairs")
    games = (*first, *second)
    points = [(_points(one, "seat 1") + _points(other, "seat 2")) / 2 for one, other in zip(first, second, strict=True)]
    won = ((first.count("seat 1"), second.count("seat 2")), (second.count("seat 1"), first.count("seat 2")))
    return Standing(
        pairs=len(first),
        drawn=games.count("draw"),
        unfinished=games.count("unfinished"),
        sides=(_side(points, won[0]), _side([1 - point for point in points], won[1])),
    )


def _points(result: str, own: str) -> float:
    return 1.0 if result == own else 0.0 if result.startswith("seat") else 0.5


def _side(points: Sequence[float], won: tuple[int, int]) -> Side:
    return Side(sum(won), won, sum(points) / len(points), _interval(points))


def _interval(points: Sequence[float]) -> Interval:
    """Student's interval over pairs; of few pairs, or of pairs that are all alike, Wilson's.

    Wilson's takes the largest spread that numbers from 0 to 1 of this mean can have, so it is never too narrow.
    """
    if len(points) < MANY or len(set(points)) == 1:
        return of_share(sum(points), len(points))
    low, high = of_mean(points)
    return max(0.0, low), min(1.0, high)
