"""What a viewer may see, built from nothing upwards, and a state that fits it.

Hidden are hands, the order of libraries, and a first card that its seat has looked at; all else is public (RISE-1019).
Cards that went to a hand in sight stay known. `bag` has all cards of a seat that a viewer cannot place.
"""

from random import Random

from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.decks.imagine import imagine as imagine_slots
from rising_tutor.decks.slots import Bag, Pile, Slot, bag_of, shown, shown_pile
from rising_tutor.games.rise_tcg.options import Options
from rising_tutor.games.rise_tcg.pieces import Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.state import After, Aim, Block, Facts, Fight, FrozenSide, Side, State
from rising_tutor.games.rise_tcg.tasks import AnyTask, Item


class SideView(Value, frozen=True):
    """One seat's part of the table as a viewer sees it.

    Attributes:
        hand: the cards that the viewer knows, then the others.
        n_hand: how many cards there are, with those of other owners.
        library: the cards in it that the viewer knows, and how many others there are.
        bag: the cards that the viewer cannot place, by kind.
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
    coins: int
    ether: int
    empty_draws: int
    mulligans: int
    began: bool
    levelled: bool
    out: bool


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
    return RiseView(viewer=viewer, **facts, sides=tuple(_look_at_side(side, viewer) for side in state.sides))


def _look_at_side(side: Side, viewer: Viewer) -> SideView:
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
        bag=bag_of(side.unseen, (*side.hand, *side.library.settled), viewer),
        shuffle=side.shuffle,
        whole=side.whole,
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


def imagine(view: RiseView, rng: Random) -> State:
    """A state that fits a view: cards that others know are drawn from the bag, all others stay unseen."""
    facts = {name: getattr(view, name) for name in _FACTS}
    return State(**facts, sides=tuple(_imagine_side(side, rng) for side in view.sides))


def _imagine_side(view: SideView, rng: Random) -> FrozenSide:
    library = view.library
    laid, unseen = imagine_slots(view.bag, (*view.hand, *library.top, *library.bottom), rng)
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
