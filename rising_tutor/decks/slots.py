"""Cards that not everybody can see: slots, piles of them, and the cards of an owner that nobody has seen.

A kind of card is its number in the owner's list of kinds, and a bag is a tuple of counts over that list. All slots of
one owner that are not settled share one bag, `unseen`: which of its cards lies where is unknown to everybody.

>>> deck = Pile((Slot(2, mask(0)),), 3)
>>> len(deck), known(deck.top[0], 0), known(deck.top[0], 1), known(deck.top[0], None)
(4, 2, -2, -2)
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer

UNSETTLED: Final = -1
"""In place of a kind: nobody has seen this card since it was shuffled."""
HIDDEN: Final = -2
"""In a view, in place of a kind: somebody has seen this card, and the viewer has not."""
Bag = tuple[int, ...]
"""Counts over the kinds of one owner."""


class Slot(Value, frozen=True):
    """A card that lies face down, or in a deck.

    Attributes:
        card: its kind, `UNSETTLED`, or in a view `HIDDEN`.
        seen: a bit for each seat that knows it, and one for whoever only watches (`mask`).
    """

    card: int
    seen: int


FACE_DOWN: Final = Slot(UNSETTLED, 0)
"""A card that nobody has seen."""


class Pile(Value, frozen=True):
    """A deck: settled cards from the top, a number of cards in unknown order, settled cards down to the bottom."""

    top: tuple[Slot, ...] = ()
    n: int = 0
    bottom: tuple[Slot, ...] = ()

    def __len__(self) -> int:
        return len(self.top) + self.n + len(self.bottom)

    @property
    def settled(self) -> tuple[Slot, ...]:
        return self.top + self.bottom


EVERYBODY: Final = 0xFF
"""The bits of all seats and of whoever watches."""


@lru_cache(maxsize=256)
def mask(*viewers: Viewer) -> int:
    """The bits of these viewers.

    >>> mask(None), mask(0), mask(0, 1)
    (1, 2, 6)
    """
    return sum(1 << (0 if viewer is None else viewer + 1) for viewer in set(viewers))


def knows(slot: Slot, viewer: Viewer) -> bool:
    """Whether a viewer knows a card. Whoever watches does not know what two seats saw one after the other."""
    return bool(slot.seen & mask(viewer))


def known(slot: Slot, viewer: Viewer) -> int:
    """The kind of a card as a viewer has it: its number, `HIDDEN` or `UNSETTLED`."""
    return slot.card if slot.card < 0 or knows(slot, viewer) else HIDDEN


def shown(slot: Slot, viewer: Viewer) -> Slot:
    """A slot as a viewer sees it: who knows the card is public, what it is may not be."""
    card = known(slot, viewer)
    return slot if card == slot.card else Slot(card, slot.seen)


def shown_pile(pile: Pile, viewer: Viewer) -> Pile:
    """A deck as a viewer sees it."""
    top, bottom = (tuple(shown(slot, viewer) for slot in end) for end in (pile.top, pile.bottom))
    return Pile(top, pile.n, bottom)


def bag_of(unseen: Bag, slots: Iterable[Slot], viewer: Viewer) -> Bag:
    """All cards of an owner that a viewer cannot place: those nobody has seen, and those that others know.

    Args:
        slots: every slot of this owner.
    """
    bag = list(unseen)
    for slot in slots:
        if known(slot, viewer) == HIDDEN:
            bag[slot.card] += 1
    return tuple(bag)
