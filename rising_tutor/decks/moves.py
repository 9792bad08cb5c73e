"""What happens to slots and decks. All functions are pure; none of them draws: which card it is, chance says before.

A card that somebody knows goes with its knowers wherever it is put. So whoever puts cards of a deck in another order
does so in sight as far as others know these cards: they see where each goes. Cards that only the one at the deck knows
are put in an order that nobody else sees.

>>> deck = settle(Pile((), 3), 0, 1, seen=1)
>>> deck = reorder(settle(deck, 1, 0, seen=1), (1, 0))
>>> [slot.card for slot in deck.top], deck.n
([0, 1], 1)
"""

from collections.abc import Iterable, Sequence

from rising_tutor.core.values import with_count, with_item
from rising_tutor.decks.slots import FACE_DOWN, UNSETTLED, Bag, Pile, Slot


def first_unsettled(pile: Pile, n: int, seen: int = 0) -> int | None:
    """The place of the first card that is not settled among the first `n` of a deck; None if all are.

    Args:
        seen: who looks. A card that they have seen, and of which nobody says what it is (`open_card`), is passed over;
            0 for nobody.
    """
    for at, slot in enumerate(pile.top):
        if at < n and slot.card == UNSETTLED and not (seen and slot.seen & seen == seen):
            return at
    at = len(pile.top)
    if pile.n:
        return at if at < n else None
    for place, slot in enumerate(pile.bottom, at):
        if place < n and slot.card == UNSETTLED and not (seen and slot.seen & seen == seen):
            return place
    return None


def settle(pile: Pile, at: int, card: int, *, seen: int = 0) -> Pile:
    """The deck with the card at a place settled: one that was left open, or the first of those in unknown order.

    Raises:
        ValueError: the card at this place is settled, or comes after one in unknown order.
    """
    if at < len(pile.top) and pile.top[at].card == UNSETTLED:
        slot = Slot(card, pile.top[at].seen | seen)
        return Pile(with_item(pile.top, at, slot), pile.n, pile.bottom)
    below = at - len(pile.top)
    if not pile.n and 0 <= below < len(pile.bottom) and pile.bottom[below].card == UNSETTLED:
        slot = Slot(card, pile.bottom[below].seen | seen)
        return Pile(pile.top, 0, with_item(pile.bottom, below, slot))
    if not pile.n or below:
        raise ValueError(f"place {at} of a deck with {len(pile.top)} settled cards and {pile.n} more")
    return Pile((*pile.top, Slot(card, seen)), pile.n - 1, pile.bottom)


def open_card(pile: Pile, at: int, seen: int) -> Pile:
    """The deck when these seats have seen the card at a place, and nobody says what it is: it stays unsettled."""
    return settle(pile, at, UNSETTLED, seen=seen)


def see(pile: Pile, n: int, seen: int) -> Pile:
    """The deck when these seats have seen its first `n` cards, all settled, or as many as there are."""
    k = len(pile.top)
    top = tuple(Slot(slot.card, slot.seen | seen) if at < n else slot for at, slot in enumerate(pile.top))
    below = n - k if not pile.n else 0
    bottom = tuple(Slot(slot.card, slot.seen | seen) if at < below else slot for at, slot in enumerate(pile.bottom))
    return Pile(top, pile.n, bottom)


def take_top(pile: Pile) -> tuple[Slot, Pile]:
    """The first card, as a slot, and the rest. Raises ValueError for an empty deck."""
    if pile.top:
        return pile.top[0], Pile(pile.top[1:], pile.n, pile.bottom)
    if pile.n:
        return FACE_DOWN, Pile((), pile.n - 1, pile.bottom)
    if pile.bottom:
        return pile.bottom[0], Pile((), 0, pile.bottom[1:])
    raise ValueError("the deck is empty")


def take(pile: Pile, at: int) -> tuple[Slot, Pile]:
    """The card at a place of the settled ones on top, and the rest."""
    return pile.top[at], Pile(pile.top[:at] + pile.top[at + 1 :], pile.n, pile.bottom)


def put_on_top(pile: Pile, *slots: Slot) -> Pile:
    """These cards go on the deck, the first of them on top."""
    return Pile((*slots, *pile.top), pile.n, pile.bottom)


def put_below(pile: Pile, *slots: Slot) -> Pile:
    """These cards go under the deck, the last of them lowest."""
    return Pile(pile.top, pile.n, (*pile.bottom, *slots))


def reorder(pile: Pile, order: Sequence[int]) -> Pile:
    """The first cards in another order: `order` has the old place of each, from the top.

    Raises:
        ValueError: it is no order of the first cards, or they are not settled.
    """
    n = len(order)
    if sorted(order) != list(range(n)) or n > len(pile.top):
        raise ValueError(f"{tuple(order)} is no order of the {len(pile.top)} settled cards on top")
    return Pile((*(pile.top[at] for at in order), *pile.top[n:]), pile.n, pile.bottom)


def deal_face_down(pile: Pile, n: int) -> tuple[tuple[Slot, ...], Pile]:
    """The first `n` cards, unseen by whoever deals them, and the rest; fewer if there are no more."""
    dealt = []
    for _ in range(min(n, len(pile))):
        slot, pile = take_top(pile)
        dealt.append(slot)
    return tuple(dealt), pile


def shuffle(unseen: Bag, slots: Iterable[Slot], cards: Iterable[int] = ()) -> tuple[Bag, int]:
    """Cards that are shuffled together: the new bag of unseen cards, and how many cards there are now face down.

    Args:
        unseen: the owner's cards that nobody has seen; all of them are shuffled, wherever they lay.
        slots: every slot of the owner that is shuffled, settled or not.
        cards: open cards that are shuffled in; `UNSETTLED` for one that a record does not name.
    """
    n = 0
    for slot in slots:
        n += 1
        if slot.card != UNSETTLED:
            unseen = with_count(unseen, slot.card, +1)
    for card in cards:
        n += 1
        if card != UNSETTLED:
            unseen = with_count(unseen, card, +1)
    return unseen, n
