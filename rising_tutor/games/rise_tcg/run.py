"""The rules at work on a table: the book, the log, and the small moves that everything is made of."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import with_count, with_item, without
from rising_tutor.core.view import Viewer
from rising_tutor.decks.closed import placed
from rising_tutor.decks.moves import take_top
from rising_tutor.decks.slots import EVERYBODY, UNSETTLED, Bag, Pile, Slot
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.book import HP_MAX, Book, Card, SummonerCard
from rising_tutor.games.rise_tcg.pieces import TOKEN, Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.state import Side, State, Table, player_at, summoner_at
from rising_tutor.games.rise_tcg.tasks import AnyTask, Item

HARMLESS: Final = frozenset(
    {"tilted", "used", "told", "limits", "ruler", "fighting", "charged", "paranoid", "open", "free", "turns"}
)
"""Facts of a card whose change kills nothing."""
MOST: Final = 30
"""Coins and Ether (RISE-802, RISE-807)."""


class Run:
    """A table with its book.

    Args:
        log: takes events; where there is none, none are made.
        named: whether of hands nothing is offered but cards that the table names; else a card that it does not name can
            be any of those that nobody has seen.
        unanswered: whether nobody is asked in windows and on the chain, as if everybody waited.
    """

    def __init__(
        self,
        table: Table,
        book: Book,
        log: list[ev.RiseEvent] | None = None,
        *,
        named: bool = False,
        unanswered: bool = False,
    ) -> None:
        self.t = table
        self.book = book
        self.log = log
        self.named = named
        self.unanswered = unanswered

    def say(self, kind: type[ev.RiseEvent], rule: str, seat: int, **facts: Any) -> None:
        """Something happened; `seats` in `facts` are those who may know."""
        if self.log is not None:
            self.log.append(kind(rule=RuleId(rule), step=self.t.phase, seat=seat, **facts))

    def say_of(self, kind: type[ev.CardEvent], rule: str, piece: Piece, **facts: Any) -> None:
        """Something happened to a card in play."""
        if self.log is not None:
            self.say(kind, rule, piece.controller, card=piece.card, piece=piece.id, copy=piece.copy, **facts)

    def say_of_item(self, kind: type[ev.ItemEvent], rule: str, item: Item, **facts: Any) -> None:
        """Report something about an item of the chain, named after the card or Summoner whose it is."""
        if self.log is None:
            return
        piece, index, ability = max(0, item.source), item.index, item.ability
        if item.fire is not None:
            piece, index, ability = item.fire.piece.id, item.fire.index, item.fire.name
        facts |= {"piece": piece, "copy": item.copy, "what": item.what, "index": index, "ability": ability}
        self.say(kind, rule, item.seat, card=item.card, **facts)

    def push(self, *tasks: AnyTask) -> None:
        """These come next, in this order."""
        self.t.agenda += tasks[::-1]

    # seats

    def in_turn_order(self, first: int) -> list[int]:
        """Seats that are still in the game, from this one on (RISE-309)."""
        n = len(self.t.sides)
        return [seat for at in range(n) if not self.t.sides[seat := (first + at) % n].out]

    def opponents(self, seat: int) -> list[int]:
        """The other seats that are still in the game, in turn order."""
        return [one for one in self.in_turn_order(seat) if one != seat]

    # cards

    def card_of(self, owned: Owned) -> Card:
        return self.book.card[self.t.sides[owned.owner].kinds[owned.kind]]

    def piece(self, piece_id: int) -> Piece | None:
        """A card in play by its number; None if it is no longer there."""
        for piece in self.t.pieces:
            if piece.id == piece_id:
                return piece
        return None

    def put(self, piece: Piece, *, stirs: bool = True) -> None:
        """A card in play has changed; `stirs` where that could bring a death."""
        t = self.t
        t.pieces = tuple([piece if one.id == piece.id else one for one in t.pieces])
        t.stirred = t.stirred or stirs

    def change(self, piece_id: int, **facts: Any) -> Piece | None:
        """Facts of a card in play are others; nothing if it is no longer there."""
        piece = self.piece(piece_id)
        if piece is None:
            return None
        piece = replace(piece, **facts)
        self.put(piece, stirs=not facts.keys() <= HARMLESS)
        return piece

    def of(self, seat: int) -> list[Piece]:
        """The cards on a seat's battlefield."""
        return [piece for piece in self.t.pieces if piece.controller == seat]

    def on(self, ref: int) -> list[Piece]:
        """What is attached to a card, a Summoner or a player."""
        return [piece for piece in self.t.pieces if piece.on == ref]

    def has(self, piece: Piece, ability: str) -> bool:
        """Whether a card in play has an ability; a Morpher keeps its own besides what it copies."""
        return ability in self.book.abilities[piece.card] or (piece.morph and ability == "morpher")

    def called(self, piece: Piece) -> str:
        """A card in play as moves name it: its id, with a number where it is not the first of its name."""
        return piece.card if piece.copy == 1 else f"{piece.card}-{piece.copy}"

    # Summoners

    def summoner(self, ref: int) -> Summoner:
        at = summoner_at(ref)
        assert at is not None
        return self.t.sides[at[0]].summoners[at[1]]

    def summoner_card(self, summoner: Summoner) -> SummonerCard:
        return self.book.summoner[summoner.card]

    def set_summoner(self, seat: int, at: int, summoner: Summoner) -> None:
        side = self.t.sides[seat]
        if summoner.hp != side.summoners[at].hp:
            self.t.stirred = True
        side.summoners = with_item(side.summoners, at, summoner)  # type: ignore[assignment]

    def change_summoner(self, seat: int, at: int, **facts: Any) -> None:
        self.set_summoner(seat, at, replace(self.t.sides[seat].summoners[at], **facts))

    def living(self, seat: int) -> list[int]:
        """Places of the living Summoners of a seat."""
        return [at for at, one in enumerate(self.t.sides[seat].summoners) if one.hp > 0]

    # coins and Ether

    def add_coins(self, seat: int, n: int, rule: str) -> int:
        """Coins come or go, as far as there is room and as far as there are some; how many did."""
        side = self.t.sides[seat]
        now = min(MOST, max(0, side.coins + n))
        moved = now - side.coins
        side.coins = now
        self.say(ev.CoinsChanged, rule, seat, n=moved, now=now)
        return moved

    def add_ether(self, seat: int, n: int, rule: str) -> int:
        """Ether charges come or go, within their limits."""
        side = self.t.sides[seat]
        now = min(MOST, max(0, side.ether + n))
        moved = now - side.ether
        side.ether = now
        self.say(ev.EtherChanged, rule, seat, n=moved, now=now)
        return moved

    def heal(self, seat: int, at: int, n: int) -> None:
        """HP for a living Summoner, 30 at most (RISE-615)."""
        summoner = self.t.sides[seat].summoners[at]
        hp = min(HP_MAX, summoner.hp + n)
        self.change_summoner(seat, at, hp=hp)
        self.say(ev.SummonerHealed, "RISE-615", seat, card=summoner.card, n=hp - summoner.hp, hp=hp)

    def hit_summoner(self, ref: int, n: int, rule: str) -> None:
        """A Summoner loses HP, which do not come back by themselves (RISE-614)."""
        place = summoner_at(ref)
        assert place is not None
        seat, at = place
        summoner = self.t.sides[seat].summoners[at]
        hp = max(0, summoner.hp - n)
        self.change_summoner(seat, at, hp=hp)
        self.say(ev.SummonerHit, rule, seat, card=summoner.card, n=summoner.hp - hp, hp=hp)

    # hands, libraries, piles

    def to_hand(self, seat: int, owned: Owned, seen: int) -> None:
        """A card goes to a hand; which one lay where is nowhere."""
        side = self.t.sides[seat]
        if owned.owner == seat:
            side.hand = tuple(sorted((*side.hand, Slot(owned.kind, seen)), key=_by_kind))
        else:
            side.guests = tuple(sorted((*side.guests, owned), key=_by_owner))

    def from_hand(self, seat: int, card: str) -> tuple[Owned, int]:
        """Take a card from a hand: first the copy that most others know, so that it is the one they knew.

        Returns:
            The card, and the bits of those who knew it in this hand.
        """
        side = self.t.sides[seat]
        best: Slot | None = None
        kind = side.kinds.index(card) if card in side.kinds else -1
        for slot in side.hand:
            if slot.card == kind and (best is None or _n_seats(slot.seen) > _n_seats(best.seen)):
                best = slot
        guest = next((one for one in side.guests if self.t.sides[one.owner].kinds[one.kind] == card), None)
        if best is None and guest is None:  # a card that a record did not name is this one
            self.settle(seat, kind)
            unnamed = next(slot for slot in side.hand if slot.card == UNSETTLED)
            side.hand = without(side.hand, unnamed)
            return Owned(seat, kind), unnamed.seen
        if best is not None and (guest is None or best.seen == EVERYBODY):
            side.hand = without(side.hand, best)
            return Owned(seat, best.card), best.seen
        assert guest is not None
        side.guests = without(side.guests, guest)
        return guest, EVERYBODY

    def in_hand(self, seat: int, *, named: bool = False) -> list[str]:
        """Ids of the cards in a hand, each once, in the order of kinds.

        A card that a record does not name can be any of those that nobody has seen; with `named` it is left out.
        """
        side = self.t.sides[seat]
        found = dict.fromkeys(side.kinds[slot.card] for slot in side.hand if slot.card >= 0)
        if not named and side.hand and side.hand[0].card == UNSETTLED:
            found |= dict.fromkeys(card for card, n in zip(side.kinds, side.unseen, strict=True) if n)
        if side.guests:
            found |= dict.fromkeys(self.t.sides[one.owner].kinds[one.kind] for one in side.guests)
        return list(found)

    def n_hand(self, seat: int) -> int:
        side = self.t.sides[seat]
        return len(side.hand) + len(side.guests)

    def take_top(self, seat: int) -> Slot:
        side = self.t.sides[seat]
        slot, side.library = take_top(side.library)
        return slot

    def settle(self, seat: int, kind: int) -> None:
        """A card that nobody had seen is this one."""
        side = self.t.sides[seat]
        side.unseen = with_count(side.unseen, kind, -1)

    def bury(self, owned: Owned) -> None:
        """A card goes to its owner's cemetery."""
        self.t.sides[owned.owner].cemetery += (owned.kind,)

    def exclude(self, owned: Owned) -> None:
        """A card goes to its owner's exclusion zone (RISE-107)."""
        self.t.sides[owned.owner].exclusion += (owned.kind,)

    # names of places

    def name_of(self, ref: int) -> str:
        """The id of the card, the Summoner or "" for a player, that a number stands for."""
        if ref > 0:
            piece = self.piece(ref)
            return piece.card if piece is not None else ""
        return self.summoner(ref).card if summoner_at(ref) is not None else ""

    def copy_of(self, ref: int) -> int:
        piece = self.piece(ref) if ref > 0 else None
        return piece.copy if piece is not None else 1

    def spot(self, ref: int) -> ev.Spot:
        """Return what a number stands for, as events name it."""
        return ev.Spot(ref, self.name_of(ref), self.copy_of(ref), self.seat_of(ref))

    def seat_of(self, ref: int) -> int:
        """Whose card, Summoner or player a number stands for."""
        if ref > 0:
            piece = self.piece(ref)
            return piece.controller if piece is not None else -1
        found = summoner_at(ref)
        if found is not None:
            return found[0]
        player = player_at(ref)
        assert player is not None
        return player


def _by_kind(slot: Slot) -> tuple[int, int]:
    return slot.card, slot.seen


def _by_owner(owned: Owned) -> tuple[int, int]:
    return owned.owner, owned.kind


def _n_seats(seen: int) -> int:
    return seen.bit_count()


def spot_of(piece: Piece) -> ev.Spot:
    """Return a card in play, or one that was, as events name it."""
    return ev.Spot(piece.id, piece.card, piece.copy, piece.controller)


def unseen_library(n: int) -> Pile:
    """A shuffled library."""
    return Pile((), n)


def slots_of(side: Side) -> tuple[Slot, ...]:
    """Every slot of a seat, in its hand and its library."""
    return (*side.hand, *side.library.settled)


def placed_by(state: State | Table, seat: int, viewer: Viewer) -> Bag:
    """The cards of a seat that a viewer can place, by kind."""
    side = state.sides[seat]
    return placed(cards_of(state, seat), side.unseen, slots_of(side), viewer)


def cards_of(state: State | Table, seat: int) -> list[int]:
    """How many cards of a seat there are of each kind, wherever they lie: the same as in its list, at every moment."""
    side = state.sides[seat]
    counts = list(side.unseen)
    kinds = [slot.card for slot in slots_of(side) if slot.card >= 0]
    kinds += [*side.cemetery, *side.exclusion]
    owned: Iterable[tuple[int, int]] = (
        *((one.owner, one.kind) for other in state.sides for one in other.guests),
        *((one.owner, one.kind) for other in state.sides for leader in other.summoners for one in leader.levels),
        *((piece.owner, piece.kind) for piece in state.pieces),
        *((part.owner, part.kind) for piece in state.pieces for part in piece.parts),
        *((item.owner, item.kind) for item in state.chain),
        *((item.owner, item.kind) for task in state.agenda if (item := with_task(task)) is not None),
    )
    kinds += [kind for owner, kind in owned if owner == seat and kind != TOKEN]
    for kind in kinds:
        counts[kind] += 1
    return counts


def with_task(task: AnyTask) -> Item | None:
    """The item that a task holds: announced, tossed for, or used and not yet put away."""
    return getattr(task, "item", None)
