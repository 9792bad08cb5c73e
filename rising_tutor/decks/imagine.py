"""A whole table from what one seat knows: its cards stay, what others know is drawn, the rest stays unseen.

What a seat saw depends on hidden cards only through cards that it was shown. So, given what it knows, every way to lay
the cards that it cannot place is as likely as any other: drawing them from its bag one after the other, without putting
back, is the exact chance of each table. The one thing left out is what the choices of others give away.

>>> from random import Random
>>> slots, unseen = imagine((2, 1), (Slot(HIDDEN, 4), Slot(0, 2)), Random(1))
>>> slots[1], sum(unseen)
(Slot(card=0, seen=2), 2)
>>> [(slots[0].card, unseen, weight) for (slots, unseen), weight in worlds((2, 1), (Slot(HIDDEN, 4),))]
[(0, (1, 1), 2), (1, (2, 0), 1)]
"""

from collections.abc import Iterator, Sequence
from random import Random

from rising_tutor.core.values import with_count, with_item
from rising_tutor.decks.slots import HIDDEN, Bag, Slot

World = tuple[tuple[Slot, ...], Bag]
"""Slots as they may be, and the cards that nobody has seen."""


def imagine(bag: Bag, slots: Sequence[Slot], rng: Random) -> World:
    """One table that fits, drawn by its chance.

    Args:
        bag: all cards of the owner that the viewer cannot place.
        slots: the owner's slots as the viewer sees them.
    """
    laid = tuple(slots)
    for at, slot in enumerate(slots):
        if slot.card == HIDDEN:
            card = _drawn(bag, rng)
            bag = with_count(bag, card, -1)
            laid = with_item(laid, at, Slot(card, slot.seen))
    return laid, bag


def _drawn(bag: Bag, rng: Random) -> int:
    at = int(rng.random() * sum(bag))
    for card, n in enumerate(bag):
        at -= n
        if at < 0:
            return card
    raise ValueError("the bag is empty")


def worlds(bag: Bag, slots: Sequence[Slot]) -> Iterator[tuple[World, int]]:
    """Every table that fits, once, with the number of ways in which it comes about."""
    hidden = [at for at, slot in enumerate(slots) if slot.card == HIDDEN]
    return _worlds(bag, tuple(slots), hidden, 1)


def few_worlds(sides: Sequence[tuple[Bag, Sequence[Slot]]], most: int) -> list[list[tuple[World, int]]] | None:
    """The worlds of each side; None where all sides together may have over `most`.

    >>> [len(one) for one in few_worlds([((2, 1), (Slot(HIDDEN, 4),)), ((3,), ())], 9)]
    [2, 1]
    >>> few_worlds([((2, 1), (Slot(HIDDEN, 4),) * 3)], 7) is None
    True
    """
    n = 1
    for bag, slots in sides:
        n *= sum(map(bool, bag)) ** sum(slot.card == HIDDEN for slot in slots)
    return None if n > most else [list(worlds(bag, slots)) for bag, slots in sides]


def _worlds(bag: Bag, slots: tuple[Slot, ...], hidden: list[int], weight: int) -> Iterator[tuple[World, int]]:
    if not hidden:
        yield (slots, bag), weight
        return
    at = hidden[0]
    for card, n in enumerate(bag):
        if n:
            laid = with_item(slots, at, Slot(card, slots[at].seen))
            yield from _worlds(with_count(bag, card, -1), laid, hidden[1:], weight * n)
