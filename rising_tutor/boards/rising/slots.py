"""The cost on a card: its symbols in the printed order, and which of them the dice on it cover.

A die lies in the slots of its symbol; a double that covers two symbols covers two slots. The half of a double that
covers nothing stays in sight on its die.
"""

from collections import Counter
from collections.abc import Sequence

from rising_tutor.boards.rising.words import split
from rising_tutor.core.values import Value


class Slot(Value, frozen=True):
    """A place of the cost.

    Attributes:
        symbol: its letter; "" for a die that covers none.
        die: what lies there; "" where it is open.
        width: how many places in a row the die spans from here, 0 for an open one.
        over: whether half of the die covers nothing.
    """

    symbol: str
    die: str = ""
    width: int = 0
    over: bool = False


def filled(cost: Sequence[str], dice: Sequence[str], lacks: Sequence[str], sets: int = 0) -> tuple[Slot, ...]:
    """The places of a cost in the printed order, without those that an earlier die spans.

    Args:
        cost: as it is printed.
        dice: what lies on it, in the order in which it was put there.
        lacks: the symbols that are still open.
        sets: how often it is covered; one that is begun again is drawn again.

    >>> filled(("F", "A"), ("red:A",), ("F",))
    (Slot(symbol='F', die='', width=0, over=False), Slot(symbol='A', die='red:A', width=1, over=False))
    >>> [(place.symbol, place.die, place.width) for place in filled(("A", "F", "F"), ("red:FF",), ("A",))]
    [('A', '', 0), ('F', 'red:FF', 2)]
    """
    printed = tuple(cost) * max(1, sets + bool(lacks))
    open_ = Counter(lacks)
    free = {letter: [at for at, one in enumerate(printed) if one == letter] for letter in set(printed)}
    places: dict[int, Slot | None] = {at: Slot(letter) for at, letter in enumerate(printed)}
    extra: list[Slot] = []
    for die in dice:
        face = split(die)[1]
        letter = face[:1]
        mine = free.get(letter, [])
        taken = [mine.pop(0) for _ in range(min(max(1, len(face)), len(mine) - open_[letter]))]
        if not taken:
            extra.append(Slot("", die, 1))
            continue
        joined = len(taken) > 1 and taken[1] == taken[0] + 1
        places[taken[0]] = Slot(letter, die, 2 if joined else 1, over=len(face) > len(taken))
        if len(taken) > 1:
            # Where another set lies between, the second half is a place of its own.
            places[taken[1]] = None if joined else Slot(letter, die, 1)
    return (*(place for place in places.values() if place is not None), *extra)
