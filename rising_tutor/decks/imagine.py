"""A whole table from what one seat knows: its cards stay, what others know is drawn, the rest stays unseen.

What a seat saw depends on hidden cards only through cards that it was shown. So, given what it knows, every way to lay
the cards that it cannot place is as likely as any other: drawing them from its bag one after the other, without putting
back, is the exact chance of each table. A search of a deck tells more: what it did not find lies among the slots whose
cards nobody was told (`lacks`). Left out is what the choices of others give away, and what a search that found one card
tells of others of its kind.

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


def imagine(bag: Bag, slots: Sequence[Slot], rng: Random, lacks: tuple[int, ...] = ()) -> World:
    """One table that fits, drawn by its chance.

    Args:
        bag: all cards of the owner that the viewer cannot place.
        slots: the owner's slots as the viewer sees them.
        lacks: kinds of which the viewer cannot place one only where nobody has seen a slot that is settled.
    """
    laid = tuple(slots)
    untold = [at for at, slot in enumerate(slots) if slot.card == HIDDEN and not slot.seen]
    for kind in lacks:
        for _ in range(min(bag[kind], len(untold))):
            at = untold.pop(int(rng.random() * len(untold)))
            laid, bag = with_item(laid, at, Slot(kind, 0)), with_count(bag, kind, -1)
    for at, slot in enumerate(laid):
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


def worlds(bag: Bag, slots: Sequence[Slot], lacks: tuple[int, ...] = ()) -> Iterator[tuple[World, int]]:
    """Every table that fits, once, with the number of ways in which it comes about; `lacks` as in `imagine`."""
    hidden = [at for at, slot in enumerate(slots) if slot.card == HIDDEN]
    untold = [at for at in hidden if not slots[at].seen]
    lying = {kind: min(bag[kind], len(untold)) for kind in lacks}
    for world, weight in _worlds(bag, tuple(slots), hidden, 1):
        if all(sum(world[0][at].card == kind for at in untold) == n for kind, n in lying.items()):
            yield world, weight


Side = tuple[Bag, Sequence[Slot], tuple[int, ...]]
"""What a viewer knows of the cards of one owner: the first two of what `imagine` is given, and `lacks`."""


def few_worlds(sides: Sequence[Side], most: int) -> list[list[tuple[World, int]]] | None:
    """The worlds of each side; None where all sides together may have over `most`.

    >>> [len(one) for one in few_worlds([((2, 1), (Slot(HIDDEN, 4),), ()), ((3,), (), ())], 9)]
    [2, 1]
    >>> few_worlds([((2, 1), (Slot(HIDDEN, 4),) * 3, ())], 7) is None
    True
    """
    n = 1
    for bag, slots, _ in sides:
        n *= sum(map(bool, bag)) ** sum(slot.card == HIDDEN for slot in slots)
    return None if n > most else [list(worlds(*side)) for side in sides]


def _worlds(bag: Bag, slots: tuple[Slot, ...], hidden: list[int], weight: int) -> Iterator[tuple[World, int]]:
    if not hidden:
        yield (slots, bag), weight
        return
    at = hidden[0]
    for card, n in enumerate(bag):
        if n:
            laid = with_item(slots, at, Slot(card, slots[at].seen))
            yield from _worlds(with_count(bag, card, -1), laid, hidden[1:], weight * n)
