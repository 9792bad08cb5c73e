"""Where the positions of a game lie along the bottom of a picture: one by one, or turn by turn.

By action every position has a place of its own, so a long turn is wide. By turn all turns are equally wide, and a place
shows how the turn ended.

>>> turns = ((0, "setup"), (2, "turn 1"), (6, "turn 2"))
>>> by_turn(turns, 8).positions
(2, 6, 8)
>>> by_turn(turns, 8).place(4), by_turn(turns, 8).position(1.2), by_action(turns, 8).place(4)
(0.5, 6, 4)
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from rising_tutor.core.values import Value

BY_ACTION: Final = "action"
BY_TURN: Final = "turn"
WAYS: Final = (BY_ACTION, BY_TURN)
_MOST_TICKS: Final = 12

Turns = Sequence[tuple[int, str]]
"""Where each turn begins, and what it is called."""


class Along(Value, frozen=True):
    """A way to lay the positions out.

    Attributes:
        way: one of `WAYS`.
        positions: the positions that have a place, rising.
        names: what each turn is called.
        turns: where each turn begins, and what it is called.
    """

    way: str
    positions: tuple[int, ...]
    turns: tuple[tuple[int, str], ...]

    def place(self, position: int) -> float:
        """Where a position lies; one within a turn lies between the ends of the turns."""
        if self.way == BY_ACTION:
            return position
        after = bisect_left(self.positions, position)
        if after == 0:
            return 0
        if after == len(self.positions):
            return after - 1
        before, end = self.positions[after - 1], self.positions[after]
        return after - 1 + (position - before) / (end - before)

    def position(self, place: float) -> int:
        if self.way == BY_ACTION:
            return min(max(round(place), self.positions[0]), self.positions[-1])
        return self.positions[min(max(round(place), 0), len(self.positions) - 1)]

    def places(self) -> tuple[float, ...]:
        return tuple(self.place(position) for position in self.positions)

    def ticks(self) -> tuple[tuple[float, str], ...]:
        """At most a dozen of the turns with their places, evenly apart, so that their names do not run together."""
        if self.way == BY_ACTION:
            named: tuple[tuple[float, str], ...] = tuple((at, short(name)) for at, name in self.turns)
        else:
            named = tuple((float(number), short(name)) for number, (_, name) in enumerate(self.turns))
        return thinned(named)

    @property
    def end(self) -> float:
        """The last place, at least 1."""
        return max(self.place(self.positions[-1]), 1)


def along(way: str, turns: Turns, last: int) -> Along:
    """The layout of a way; by action for any word that is none."""
    return by_turn(turns, last) if way == BY_TURN else by_action(turns, last)


def by_action(turns: Turns, last: int) -> Along:
    """Every position from 0 to the last."""
    return Along(BY_ACTION, tuple(range(last + 1)), tuple(turns))


def by_turn(turns: Turns, last: int) -> Along:
    """How each turn ended; what comes before the first turn counts as one."""
    ends = [at for at, _ in turns[1:]]
    return Along(BY_TURN, (*ends, last), tuple(turns) or ((0, "start"),))


def thinned(ticks: Sequence[tuple[float, str]]) -> tuple[tuple[float, str], ...]:
    """At most a dozen, evenly apart."""
    step = -(-len(ticks) // _MOST_TICKS) or 1
    return tuple(ticks)[::step]


def short(turn: str) -> str:
    """What stands at a tick.

    >>> short("turn 7"), short("setup")
    ('7', 'setup')
    """
    return turn.removeprefix("turn ")
