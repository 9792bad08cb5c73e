"""What a viewer may see, built from nothing upwards, and a state that fits it.

Hidden are hands, the order of libraries, and a first card that its seat has looked at; all else is public (RISE-1019).
Cards that went to a hand in sight stay known. `bag` has all cards of a seat that a viewer cannot place. By the option
`lists=closed` a list is its owner's: others have what they can place in place of the bag.
"""

from itertools import product
from math import prod
from random import Random

from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.decks.closed import CLOSED, imagine_list, is_told, less, told_lists
from rising_tutor.decks.imagine import World, few_worlds
from rising_tutor.decks.imagine import imagine as imagine_slots
from rising_tutor.decks.slots import EVERYBODY, Bag, Pile, Slot, bag_of, shown, shown_pile
from rising_tutor.games.rise_tcg.book import Book
from rising_tutor.games.rise_tcg.decks import lists_of
from rising_tutor.games.rise_tcg.options import Options
from rising_tutor.games.rise_tcg.pieces import Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.run import placed_by, slots_of
from rising_tutor.games.rise_tcg.state import After, Aim, Block, Facts, Fight, FrozenSide, State
from rising_tutor.games.rise_tcg.tasks import AnyTask, Item


class SideView(Value, frozen=True):
    """One seat's part of the table as a viewer sees it.

    Attributes:
        hand: the cards that the viewer knows, then the others.
        n_hand: how many cards there are, with those of other owners.
        library: the cards in it that the viewer knows, and how many others there are.
        bag: the cards that the viewer cannot place, by kind; empty, as `whole`, of a list it does not know.
        placed: of a list that the viewer does not know the cards that it can place, by kind.
    """

    kinds: tuple[str, ...]
    summoners: tuple[Summoner, Summoner]
    hand: tuple[Slot, ...]
    guests: tuple[Owned, ...]
    n_hand: int
    library: Pile
    n_library: int
    cemetery: tuple[int, ...]
    exclusion: tuple[int, ...]
    bag: Bag
    shuffle: int
    whole: Bag
    placed: Bag
    coins: int
    ether: int
    empty_draws: int
    mulligans: int
    began: bool
    levelled: bool
    out: bool

    @property
    def told(self) -> bool:
        """Whether the viewer knows the list of this library."""
        return bool(self.bag)

    @property
    def certain(self) -> Bag:
        """Copies by kind that a list which the viewer does not know has for sure.

        They are those that it can place: only a mulligan shuffles, before others have seen a card (RISE-305).
        """
        return self.placed

    @property
    def n_unplaced(self) -> int:
        """How many cards of this seat the viewer cannot place."""
        return self.library.n + sum(slot.card < 0 for slot in _slots(self))


class RiseView(Value, frozen=True):
    """The table as a viewer sees it."""

    viewer: Viewer
    options: Options
    turn: int
    active: int
    starter: int
    phase: str
    drawn: bool
    rolls: tuple[int, ...]
    pieces: tuple[Piece, ...]
    next_id: int
    chain: tuple[Item, ...]
    quiet: int
    fights: tuple[Fight, ...]
    blocks: tuple[Block, ...]
    out_of_combat: tuple[int, ...]
    dodged: tuple[int, ...]
    possessing: tuple[int, ...]
    aims: tuple[Aim, ...]
    afterwards: tuple[After, ...]
    stirred: bool
    agenda: tuple[AnyTask, ...]
    winner: int
    reason: str
    sides: tuple[SideView, ...]


_FACTS = Facts.__struct_fields__


def look_at(state: State, viewer: Viewer) -> RiseView:
    """The view of a seat, or of somebody who watches."""
    facts = {name: getattr(state, name) for name in _FACTS}
    facts["options"] = replace(state.options, decks=told_lists(state.options.decks, state.options.lists, viewer))
    sides = tuple(_look_at_side(state, seat, viewer) for seat in range(len(state.sides)))
    return RiseView(viewer=viewer, **facts, sides=sides)


def all_open(state: State) -> bool:
    """Whether nobody knows more than the others: a card in a hand or a library is known to all, or to nobody."""
    return state.options.lists != CLOSED and all(
        slot.seen == EVERYBODY or (slot.card < 0 and not slot.seen)
        for side in state.sides
        for slot in slots_of(side)
    )


def _look_at_side(state: State, seat: int, viewer: Viewer) -> SideView:
    side, told = state.sides[seat], is_told(state.options.lists, seat, viewer)
    hand = tuple(sorted((shown(slot, viewer) for slot in side.hand), key=_known_first))
    return SideView(
        kinds=side.kinds,
        summoners=side.summoners,
        hand=hand,
        guests=side.guests,
        n_hand=len(side.hand) + len(side.guests),
        library=shown_pile(side.library, viewer),
        n_library=len(side.library),
        cemetery=side.cemetery,
        exclusion=side.exclusion,
        bag=bag_of(side.unseen, slots_of(side), viewer) if told else (),
        shuffle=side.shuffle,
        whole=side.whole if told else (),
        placed=() if told else placed_by(state, seat, viewer),
        coins=side.coins,
        ether=side.ether,
        empty_draws=side.empty_draws,
        mulligans=side.mulligans,
        began=side.began,
        levelled=side.levelled,
        out=side.out,
    )


def _known_first(slot: Slot) -> tuple[bool, int, int]:
    return slot.card < 0, slot.card, slot.seen


def imagine(view: RiseView, rng: Random, book: Book) -> State:
    """A state that fits a view: cards that others know are drawn from the bag, all others stay unseen.

    Of a list that the viewer does not know one is imagined that has all that it was shown.
    """
    facts = {name: getattr(view, name) for name in _FACTS}
    return State(**facts, sides=tuple(_imagine_side(side, rng, book) for side in view.sides))


def all_worlds(view: RiseView, most: int) -> tuple[tuple[State, int], ...] | None:
    """Every state that fits a view, once, with the number of ways in which it comes about; None if over `most`.

    Where the viewer does not know a list nobody can list them.
    """
    if not all(side.told for side in view.sides):
        return None
    found = few_worlds([(side.bag, _slots(side), ()) for side in view.sides], most)
    if found is None:
        return None
    facts = {name: getattr(view, name) for name in _FACTS}
    sides = [
        [(_laid(side, world), weight) for world, weight in ways] for side, ways in zip(view.sides, found, strict=True)
    ]
    return tuple(
        (State(**facts, sides=tuple(side for side, _ in chosen)), prod(weight for _, weight in chosen))
        for chosen in product(*sides)
    )


def _slots(view: SideView) -> tuple[Slot, ...]:
    return (*view.hand, *view.library.top, *view.library.bottom)


def _imagine_side(view: SideView, rng: Random, book: Book) -> FrozenSide:
    if not view.told:
        lists = lists_of(book, tuple(one.card for one in view.summoners))
        found = imagine_list(view.certain, sum(view.placed) + view.n_unplaced, lists, rng)
        bag = less(found, view.placed)
        view = replace(view, bag=bag, whole=bag)
    return _laid(view, imagine_slots(view.bag, _slots(view), rng))


def _laid(view: SideView, world: World) -> FrozenSide:
    """A side with its slots as they may be."""
    library, (laid, unseen) = view.library, world
    n_hand, n_top = len(view.hand), len(view.hand) + len(library.top)
    return FrozenSide(
        kinds=view.kinds,
        summoners=view.summoners,
        hand=tuple(sorted(laid[:n_hand], key=lambda slot: (slot.card, slot.seen))),
        guests=view.guests,
        library=Pile(laid[n_hand:n_top], library.n, laid[n_top:]),
        cemetery=view.cemetery,
        exclusion=view.exclusion,
        unseen=unseen,
        shuffle=view.shuffle,
        whole=view.whole,
        coins=view.coins,
        ether=view.ether,
        empty_draws=view.empty_draws,
        mulligans=view.mulligans,
        began=view.began,
        levelled=view.levelled,
        out=view.out,
    )
