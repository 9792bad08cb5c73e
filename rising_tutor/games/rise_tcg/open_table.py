"""The part of a view that the events account for (`rising_tutor.core.open_table`).

It has all that lies on the table in sight of a viewer: cards in play with everything that was done to them, hands,
libraries and piles, Summoners, coins, the chain, the combat, the turn, the result. Left out are

- what the engine still has to do: the agenda, who is not asked again this turn, effects that wait for the end of the
  combat, whether the draw is over;
- what follows from the rest: cards that cannot be placed (the list without those that can), shuffles (from the
  mulligans), sizes, the next free number of a piece.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.decks.slots import UNSETTLED, Pile, Slot
from rising_tutor.games.rise_tcg.pieces import TOKEN, Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.run import with_task
from rising_tutor.games.rise_tcg.state import Aim, Block, Fight
from rising_tutor.games.rise_tcg.tasks import Announce, AnyTask, Item
from rising_tutor.games.rise_tcg.view import RiseView, SideView


class OpenSide(Value, frozen=True):
    """One seat's part of the table.

    Attributes:
        kinds: ids of its cards, by which the other fields number them.
        hand: its own cards in hand, each with those who know it; `UNSETTLED` where the viewer does not.
        guests: cards of others in its hand.
        library: known cards from the top, and how many others there are.
    """

    kinds: tuple[str, ...]
    summoners: tuple[Summoner, Summoner]
    hand: tuple[Slot, ...]
    guests: tuple[Owned, ...]
    library: Pile
    cemetery: tuple[int, ...]
    exclusion: tuple[int, ...]
    coins: int
    ether: int
    empty_draws: int
    mulligans: int
    began: bool
    levelled: bool
    out: bool


class OpenTable(Value, frozen=True):
    """The table as a viewer sees it.

    Attributes:
        announced: items that are announced and not yet on the chain.
        chain: items on the chain, the newest last; a trigger names its effect in `ability`, `index` and `source`, and
            the piece that it is about in `targets`.
        between: cards that have left one place and not reached another, such as an Imminent card that resolves.
        fights: attacks of cards that have not left the combat.
        out_of_combat: pieces that have, by number.
    """

    turn: int
    active: int
    starter: int
    phase: str
    rolls: tuple[int, ...]
    pieces: tuple[Piece, ...]
    announced: tuple[Item, ...]
    chain: tuple[Item, ...]
    between: tuple[Owned, ...]
    fights: tuple[Fight, ...]
    blocks: tuple[Block, ...]
    out_of_combat: tuple[int, ...]
    dodged: tuple[int, ...]
    possessing: tuple[int, ...]
    aims: tuple[Aim, ...]
    winner: int
    reason: str
    sides: tuple[OpenSide, ...]


def open_table(view: RiseView) -> OpenTable:
    """Return the table of a view."""
    return OpenTable(
        turn=view.turn,
        active=view.active,
        starter=view.starter,
        phase=view.phase,
        rolls=view.rolls,
        pieces=view.pieces,
        announced=tuple(task.item for task in view.agenda if isinstance(task, Announce)),
        chain=tuple(map(_shown, view.chain)),
        between=in_order(_on_its_way(view.agenda)),
        fights=still_fighting(view.fights, view.out_of_combat),
        blocks=view.blocks,
        out_of_combat=tuple(sorted(view.out_of_combat)),
        dodged=view.dodged,
        possessing=view.possessing,
        aims=view.aims,
        winner=view.winner,
        reason=view.reason,
        sides=tuple(map(_open_side, view.sides)),
    )


def _open_side(side: SideView) -> OpenSide:
    first, second = (replace(one, fallen=False) for one in side.summoners)
    library = side.library
    return OpenSide(
        kinds=side.kinds,
        summoners=(first, second),
        hand=sorted_hand(map(_known, side.hand)),
        guests=side.guests,
        library=Pile(tuple(map(_known, library.top)), library.n, tuple(map(_known, library.bottom))),
        cemetery=side.cemetery,
        exclusion=side.exclusion,
        coins=side.coins,
        ether=side.ether,
        empty_draws=side.empty_draws,
        mulligans=side.mulligans,
        began=side.began,
        levelled=side.levelled,
        out=side.out,
    )


def _known(slot: Slot) -> Slot:
    """Return a slot in which all cards that the viewer does not know are alike."""
    return slot if slot.card >= 0 else Slot(UNSETTLED, slot.seen)


def sorted_hand(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Return the cards of a hand in a fixed order: which was drawn when is not on the table."""
    return tuple(sorted(slots, key=lambda slot: (slot.card, slot.seen)))


def in_order(cards: Iterable[Owned]) -> tuple[Owned, ...]:
    """Return cards in a fixed order."""
    return tuple(sorted(cards, key=lambda one: (one.owner, one.kind)))


def still_fighting(fights: Iterable[Fight], out_of_combat: Iterable[int]) -> tuple[Fight, ...]:
    """Return the attacks of cards that have not left the combat."""
    left = set(out_of_combat)
    return tuple(fight for fight in fights if fight.attacker not in left)


def _shown(item: Item) -> Item:
    """Return an item of the chain with its effect named instead of held."""
    fire = item.fire
    if fire is None:
        return item
    about = (fire.about,) if fire.about else ()
    return replace(item, source=fire.piece.id, ability=fire.name, index=fire.index, targets=about, fire=None)


def _on_its_way(agenda: Iterable[AnyTask]) -> Iterator[Owned]:
    """Yield the cards that a task holds until they reach a place."""
    for task in agenda:
        item = with_task(task)
        if item is not None and item.kind != TOKEN and not isinstance(task, Announce):
            yield Owned(item.owner, item.kind)
