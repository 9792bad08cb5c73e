"""What a viewer may see, built from nothing upwards, and a state that fits it.

Both seats know nearly the same: decks are open lists, discards and cards in play are open, energies that were open
before are remembered (QS-1011). What one seat saw in a deck is its own. `bag` has all cards that a viewer cannot place.
By the option `lists=closed` a list is its owner's: others have what they can place in place of the bag.
"""

from itertools import product
from math import prod
from random import Random

from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.decks.closed import CLOSED, at_least, imagine_list, is_told, less, plus, remembered, told_lists
from rising_tutor.decks.imagine import World, few_worlds
from rising_tutor.decks.imagine import imagine as imagine_slots
from rising_tutor.decks.slots import EVERYBODY, Bag, Pile, Slot, bag_of, shown, shown_pile
from rising_tutor.games.quickstrike.book import Book
from rising_tutor.games.quickstrike.decks import lists_of
from rising_tutor.games.quickstrike.options import Options
from rising_tutor.games.quickstrike.run import placed_by, slots_of, untold
from rising_tutor.games.quickstrike.state import Ally, Facts, FrozenMat, Laid, State
from rising_tutor.games.quickstrike.tasks import AnyTask, Fire


class MatView(Value, frozen=True):
    """One seat's side of the table as a viewer sees it.

    Attributes:
        energies: how many lie in green, yellow and red, face-down (QS-1010).
        remembered: the energies by zone with what was open before it was turned down; the rest nobody has seen.
        deck: the cards in it that the viewer knows, and how many others there are (QS-1012).
        bag: the cards that the viewer cannot place, by kind; empty, as `whole` and `below`, of a list it does not know.
        placed: of a list that the viewer does not know the cards that it can place, by kind.
        certain: how many copies by kind such a list has for sure.
        whole, below: as of the state, as if nobody had settled the energies that nobody was told.
        lacks: kinds of which a search of the deck found none, so that all that nobody has seen of them are energies.
        shown: what could be placed before a shuffle (`rising_tutor.decks.closed.remembered`).
    """

    kinds: tuple[str, ...]
    chamber: str
    side: int
    charged: tuple[bool, bool, bool]
    allies: tuple[Ally | None, Ally | None, Ally | None]
    flips: tuple[Laid | None, Laid | None, Laid | None, Laid | None]
    energies: tuple[int, int, int]
    remembered: tuple[tuple[Slot, ...], tuple[Slot, ...], tuple[Slot, ...]]
    advantages: tuple[Laid, ...]
    deck: Pile
    n_deck: int
    discard: tuple[int, ...]
    bag: Bag
    shuffle: int
    whole: Bag
    below: Bag
    parted: bool
    placed: Bag
    certain: Bag
    lacks: tuple[int, ...]
    shown: tuple[Bag, ...]
    points: int

    @property
    def told(self) -> bool:
        """Whether the viewer knows the list of this deck."""
        return bool(self.bag)

    @property
    def n_unplaced(self) -> int:
        """How many cards of this seat the viewer cannot place."""
        return self.deck.n + sum(slot.card < 0 for slot in _slots(self)) + sum(card < 0 for card in self.discard)


class AvatarView(Value, frozen=True):
    """The table as a viewer sees it; there are no hands (QS-309)."""

    viewer: Viewer
    options: Options
    turn: int
    round: int
    defender: int
    first: bool
    phase: str
    attack: str
    attack_zone: int
    zone: int
    flips_here: int
    flipped: bool
    stopped: int
    pending: tuple[Fire, ...]
    totals: tuple[int, int]
    ties: int
    agenda: tuple[AnyTask, ...]
    winner: int
    reason: str
    mats: tuple[MatView, ...]


def look_at(state: State, viewer: Viewer) -> AvatarView:
    """The view of a seat, or of somebody who watches."""
    return AvatarView(
        viewer=viewer,
        options=replace(state.options, decks=told_lists(state.options.decks, state.options.lists, viewer)),
        turn=state.turn,
        round=state.round,
        defender=state.defender,
        first=state.first,
        phase=state.phase,
        attack=state.attack,
        attack_zone=state.attack_zone,
        zone=state.zone,
        flips_here=state.flips_here,
        flipped=state.flipped,
        stopped=state.stopped,
        pending=state.pending,
        totals=state.totals,
        ties=state.ties,
        agenda=state.agenda,
        winner=state.winner,
        reason=state.reason,
        mats=tuple(_look_at_mat(state, seat, viewer) for seat in range(len(state.mats))),
    )


def all_open(state: State) -> bool:
    """Whether nobody knows more than the others: a card in a deck or among energies is known to all, or to nobody."""
    return state.options.lists != CLOSED and all(
        slot.seen == EVERYBODY or (slot.card < 0 and not slot.seen)
        for mat in state.mats
        for slot in slots_of(mat)
    )


def _look_at_mat(state: State, seat: int, viewer: Viewer) -> MatView:
    mat, told = state.mats[seat], is_told(state.options.lists, seat, viewer)
    placed = () if told else placed_by(state.mats, seat, viewer)
    green, yellow, red = (tuple(shown(slot, viewer) for slot in zone) for zone in mat.energies)
    return MatView(
        kinds=mat.kinds,
        chamber=mat.chamber,
        side=mat.side,
        charged=mat.charged,
        allies=mat.allies,
        flips=mat.flips,
        energies=(len(green), len(yellow), len(red)),
        remembered=(green, yellow, red),
        advantages=mat.advantages,
        deck=shown_pile(mat.deck, viewer),
        n_deck=len(mat.deck),
        discard=mat.discard,
        bag=bag_of(mat.unseen, slots_of(mat), viewer) if told else (),
        shuffle=mat.shuffle,
        whole=(plus(mat.whole, untold(mat)) if mat.parted else mat.whole) if told else (),
        below=(mat.below if mat.parted else less(mat.below, untold(mat))) if told else (),
        parted=mat.parted,
        placed=placed,
        certain=() if told else at_least(mat.shown, placed, viewer),
        lacks=mat.lacks,
        shown=remembered(mat.shown, viewer),
        points=mat.points,
    )


def imagine(view: AvatarView, rng: Random, book: Book) -> State:
    """A state that fits a view: cards that others know are drawn from the bag, all others stay unseen.

    Of a list that the viewer does not know one is imagined that has all that it was shown.
    """
    facts = {name: getattr(view, name) for name in Facts.__struct_fields__}
    return State(**facts, mats=tuple(_imagine_mat(mat, rng, book) for mat in view.mats))


def all_worlds(view: AvatarView, most: int) -> tuple[tuple[State, int], ...] | None:
    """Every state that fits a view, once, with the number of ways in which it comes about; None if over `most`.

    Where the viewer does not know a list nobody can list them.
    """
    if not all(mat.told for mat in view.mats):
        return None
    found = few_worlds([(mat.bag, _slots(mat), mat.lacks) for mat in view.mats], most)
    if found is None:
        return None
    facts = {name: getattr(view, name) for name in Facts.__struct_fields__}
    sides = [
        [(_laid(mat, world), weight) for world, weight in ways] for mat, ways in zip(view.mats, found, strict=True)
    ]
    return tuple(
        (State(**facts, mats=tuple(mat for mat, _ in chosen)), prod(weight for _, weight in chosen))
        for chosen in product(*sides)
    )


def _slots(view: MatView) -> tuple[Slot, ...]:
    deck = view.deck
    return (*deck.top, *deck.bottom, *(slot for zone in view.remembered for slot in zone))


def _imagine_mat(view: MatView, rng: Random, book: Book) -> FrozenMat:
    if not view.told:
        found = imagine_list(view.certain, sum(view.placed) + view.n_unplaced, lists_of(book, view.chamber), rng)
        bag = less(found, view.placed)
        view = replace(view, bag=bag, whole=bag, below=(0,) * len(bag))
    return _laid(view, imagine_slots(view.bag, _slots(view), rng, view.lacks))


def _laid(view: MatView, world: World) -> FrozenMat:
    """A mat with its slots as they may be."""
    deck, (laid, unseen) = view.deck, world
    n_top, n_deck = len(deck.top), len(deck.settled)
    green, yellow = (n_deck + n for n in (view.energies[0], view.energies[0] + view.energies[1]))
    mat = FrozenMat(
        kinds=view.kinds,
        chamber=view.chamber,
        side=view.side,
        charged=view.charged,
        allies=view.allies,
        flips=view.flips,
        energies=(laid[n_deck:green], laid[green:yellow], laid[yellow:]),
        advantages=view.advantages,
        deck=Pile(laid[:n_top], deck.n, laid[n_top:n_deck]),
        discard=view.discard,
        unseen=unseen,
        shuffle=view.shuffle,
        whole=view.whole,
        below=view.below,
        parted=view.parted,
        lacks=view.lacks,
        shown=view.shown,
        points=view.points,
    )
    hidden = untold(mat)
    if not any(hidden):
        return mat
    if view.parted:
        return replace(mat, whole=less(view.whole, hidden))
    return replace(mat, below=plus(view.below, hidden))
