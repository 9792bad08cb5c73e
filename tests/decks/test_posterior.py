"""What `imagine` makes of a view is what brute force over every order of the deck says, exactly.

A history deals from a deck of six cards, shuffled in every way. Cards are turned over, laid face down, looked at by one
seat, put in another order, put back. The tables that tell a seat the same are its information set; their exact share of
what lies where is compared with `worlds`, and `imagine` is walked through all that its generator can say.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any, NamedTuple

import pytest

from rising_tutor.core.values import with_count
from rising_tutor.decks.imagine import imagine, worlds
from rising_tutor.decks.moves import (
    deal_face_down,
    first_unsettled,
    put_below,
    put_on_top,
    reorder,
    see,
    settle,
    shuffle,
    take,
    take_top,
)
from rising_tutor.decks.slots import EVERYBODY, FACE_DOWN, UNSETTLED, Bag, Pile, Slot, bag_of, mask, shown, shown_pile

DECK = (0, 0, 0, 1, 1, 2)
KINDS = 3
WHOLE: Bag = (3, 2, 1)
WATCHER = 2
"""The place of whoever watches among the lists of what is told."""


class Real(NamedTuple):
    """A table whose order is known to the test alone: identities of cards, told apart by their number in `DECK`."""

    deck: tuple[int, ...]
    energies: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()


class Known(NamedTuple):
    """The same table as the package keeps it."""

    deck: Pile = Pile((), len(DECK))
    energies: tuple[Slot, ...] = ()
    discard: tuple[int, ...] = ()
    unseen: Bag = WHOLE

    @property
    def slots(self) -> tuple[Slot, ...]:
        return (*self.deck.settled, *self.energies)


Step = Callable[..., tuple[Real, Known]]
"""A step of a history: the new tables; what each seat is told, and whoever watches, goes to its list."""


def settled(real: Real, known: Known, n: int) -> Known:
    """The first cards are settled as they truly are."""
    while (at := first_unsettled(known.deck, n)) is not None:
        card = DECK[real.deck[at]]
        known = known._replace(deck=settle(known.deck, at, card), unseen=with_count(known.unseen, card, -1))
    return known


def flip(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
    known = settled(real, known, 1)
    slot, deck = take_top(known.deck)
    for heard in told:
        heard.append(("flip", slot.card))
    return (
        real._replace(deck=real.deck[1:], discard=(*real.discard, real.deck[0])),
        known._replace(deck=deck, discard=(*known.discard, slot.card)),
    )


def lay(n: int) -> Step:
    def step(real: Real, known: Known, *_told: list[Any]) -> tuple[Real, Known]:
        dealt, deck = deal_face_down(known.deck, n)
        return (
            real._replace(deck=real.deck[n:], energies=real.energies + real.deck[:n]),
            known._replace(deck=deck, energies=known.energies + dealt),
        )

    return step


def look(seat: int, n: int) -> Step:
    def step(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
        known = settled(real, known, n)
        told[seat].append(("look", *(DECK[card] for card in real.deck[:n])))
        return real, known._replace(deck=see(known.deck, n, mask(seat)))

    return step


def show(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
    known = settled(real, known, 1)
    for heard in told:
        heard.append(("show", DECK[real.deck[0]]))
    return real, known._replace(deck=see(known.deck, 1, EVERYBODY))


def put_in_order(*order: int) -> Step:
    """Whoever looked puts the first cards in another order; cards that both know go there in sight."""

    def step(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
        cards = (*(real.deck[at] for at in order), *real.deck[len(order) :])
        deck = reorder(known.deck, order)
        for viewer, heard in zip((0, 1, None), told, strict=True):
            heard.append([slot.card for slot in deck.top if slot.seen & mask(viewer)])
        return real._replace(deck=cards), known._replace(deck=deck)

    return step


def keep_second(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
    """The second card of two that were looked at goes to the bottom, unseen by the other seat."""
    slot, deck = take(known.deck, 1)
    for heard in told:
        heard.append("one to the bottom")
    cards = (real.deck[0], *real.deck[2:], real.deck[1])
    return real._replace(deck=cards), known._replace(deck=put_below(deck, slot))


def pay(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
    """The newest energy is turned over."""
    card = real.energies[-1]
    slot = known.energies[-1]
    unseen = known.unseen if slot.card != UNSETTLED else with_count(known.unseen, DECK[card], -1)
    for heard in told:
        heard.append(("pay", DECK[card]))
    return (
        real._replace(energies=real.energies[:-1], discard=(*real.discard, card)),
        known._replace(energies=known.energies[:-1], discard=(*known.discard, DECK[card]), unseen=unseen),
    )


def put_back(real: Real, known: Known, *told: list[Any]) -> tuple[Real, Known]:
    """The last open card goes on top of the deck, as both see."""
    for heard in told:
        heard.append("back")
    return (
        real._replace(deck=(real.discard[-1], *real.deck), discard=real.discard[:-1]),
        known._replace(deck=put_on_top(known.deck, Slot(known.discard[-1], EVERYBODY)), discard=known.discard[:-1]),
    )


HISTORIES: dict[str, tuple[Step, ...]] = {
    "flips only": (flip, flip),
    "energies and flips": (lay(2), flip, pay),
    "one seat looks": (look(0, 2), lay(1), flip),
    "looks and puts in order": (look(0, 2), put_in_order(1, 0), flip),
    "both look, one puts in order": (look(0, 3), look(1, 1), put_in_order(2, 0, 1), flip),
    "shown, then looked at and put in order": (show, look(0, 2), put_in_order(1, 0), lay(1)),
    "one to the bottom, the deck runs out": (look(1, 2), keep_second, flip, flip, flip, lay(1)),
    "back on the deck": (flip, put_back, look(1, 2), put_in_order(1, 0), flip),
    "an energy paid that one seat knew": (look(0, 1), lay(3), flip, look(1, 2), pay),
}


def played(order: tuple[int, ...], history: tuple[Step, ...]) -> tuple[Real, Known, tuple[list[Any], ...]]:
    real, known = Real(order), Known()
    told: tuple[list[Any], ...] = ([], [], [])
    for step in history:
        real, known = step(real, known, *told)
    return real, known, told


def placed(deck: Pile, energies: tuple[Slot, ...], unseen: Bag, order: tuple[int, ...]) -> tuple[Any, ...]:
    """What lies where when the unseen cards lie in this order."""
    rest = iter(order)
    row = [*deck.top, *[FACE_DOWN] * deck.n, *deck.bottom, *energies]
    return tuple(next(rest) if slot.card == UNSETTLED else slot.card for slot in row)


def every_order(unseen: Bag) -> list[tuple[int, ...]]:
    return list(permutations([card for card, n in enumerate(unseen) for _ in range(n)]))


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, None], ids=["seat 1", "seat 2", "watcher"])
@pytest.mark.parametrize("name", HISTORIES)
def test_the_posterior_is_that_of_brute_force_over_all_orders(name: str, seat: int | None) -> None:
    truth: dict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    said: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    for order in permutations(range(len(DECK))):
        real, known, told = played(order, HISTORIES[name])
        heard = repr(told[WATCHER if seat is None else seat])
        truth[heard][tuple(DECK[card] for card in (*real.deck, *real.energies))] += 1
        slots = tuple(shown(slot, seat) for slot in known.slots)
        said[heard].add((shown_pile(known.deck, seat), slots, bag_of(known.unseen, known.slots, seat), known.discard))
    for heard, counted in truth.items():
        assert len(said[heard]) == 1, "what a seat sees follows from what it was told"
        deck, slots, bag, _ = next(iter(said[heard]))
        shares: Counter[tuple[int, ...]] = Counter()
        for (laid, unseen), weight in worlds(bag, slots):
            n_top = len(deck.top)
            n_settled = n_top + len(deck.bottom)
            pile = Pile(laid[:n_top], deck.n, laid[n_top:n_settled])
            orders = every_order(unseen)
            for order in orders:
                shares[placed(pile, laid[n_settled:], unseen, order)] += Fraction(weight, len(orders))
        whole = sum(shares.values())
        assert {row: Fraction(n, counted.total()) for row, n in counted.items()} == {
            row: Fraction(share) / whole for row, share in shares.items()
        }


class Told(Random):
    """A generator that says what it was told to say."""

    def __init__(self, says: tuple[Fraction, ...]) -> None:
        super().__init__(0)
        self.says = iter(says)

    def random(self) -> float:
        return float(next(self.says))


def every_saying(bag: Bag, n: int) -> Iterator[tuple[Fraction, ...]]:
    """All that a generator can say to draw `n` cards, each alike: the middles of its equal parts."""
    sizes = [sum(bag) - at for at in range(n)]
    return product(*[[Fraction(2 * part + 1, 2 * size) for part in range(size)] for size in sizes])


@pytest.mark.parametrize("seat", [0, 1])
def test_imagine_draws_each_table_as_often_as_it_weighs(seat: int) -> None:
    _, known, _ = played((0, 3, 1, 5, 2, 4), HISTORIES["both look, one puts in order"])
    slots = tuple(shown(slot, seat) for slot in known.slots)
    bag = bag_of(known.unseen, known.slots, seat)
    n_hidden = sum(slot.card == -2 for slot in slots)
    drawn = Counter(imagine(bag, slots, Told(says)) for says in every_saying(bag, n_hidden))
    weights = dict(worlds(bag, slots))
    assert {world: Fraction(n, drawn.total()) for world, n in drawn.items()} == {
        world: Fraction(weight, sum(weights.values())) for world, weight in weights.items()
    }
    assert len(drawn) > 1 or n_hidden == 0


def test_a_shuffle_makes_everything_unseen_again_and_keeps_the_cards() -> None:
    _, known, _ = played((0, 1, 2, 3, 4, 5), HISTORIES["one seat looks"])
    unseen, n = shuffle(
        known.unseen, (*known.deck.settled, *[FACE_DOWN] * known.deck.n, *known.energies), known.discard
    )
    assert (unseen, n) == (WHOLE, len(DECK))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: settle(Pile((Slot(1, 1),), 2), 0, 1), "place 0"),
        (lambda: settle(Pile((), 0), 0, 1), "place 0"),
        (lambda: reorder(Pile((Slot(1, 1),), 2), (1, 0)), "no order"),
        (lambda: take_top(Pile()), "empty"),
    ],
)
def test_what_cannot_be_done_with_a_deck_is_refused(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
