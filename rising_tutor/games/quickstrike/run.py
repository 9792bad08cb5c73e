"""The rules at work on a table: the book, the log, and the small moves that everything is made of."""

from collections.abc import Iterable, Sequence
from typing import Any

from rising_tutor.core.ids import RuleId
from rising_tutor.core.information import viewers
from rising_tutor.core.values import with_count, with_item
from rising_tutor.core.view import Viewer
from rising_tutor.decks.closed import at_least, placed
from rising_tutor.decks.moves import take_top
from rising_tutor.decks.slots import EVERYBODY, FACE_DOWN, UNSETTLED, Bag, Pile, Slot
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.book import Book, Card, Energies
from rising_tutor.games.quickstrike.state import FRONT, Ally, Laid, Mat, Table
from rising_tutor.games.quickstrike.tasks import AnyTask, Source

UNNAMED = "a card that the record does not name"


class Run:
    """A table with its book; `log` takes events, and where there is none, none are made."""

    def __init__(self, table: Table, book: Book, log: list[ev.AvatarEvent] | None = None) -> None:
        self.t = table
        self.book = book
        self.log = log
        self.stands: list[Any] = [None, None]
        """What stands for each seat, with what it was read from; `standing` alone looks at it."""

    def say(self, kind: type[ev.AvatarEvent], rule: str, seat: int, **facts: Any) -> None:
        """Something happened; `seats` in `facts` are those who may know."""
        if self.log is not None:
            self.log.append(kind(rule=RuleId(rule), step=self.t.phase, seat=seat, **facts))

    def push(self, *tasks: AnyTask) -> None:
        """These come next, in this order."""
        self.t.agenda += tasks[::-1]

    # cards

    def card(self, seat: int, kind: int) -> Card:
        """A card of a seat's deck."""
        return self.book.card[self.t.mats[seat].kinds[kind]]

    def card_id(self, seat: int, kind: int) -> str:
        """The id of a card of a seat's deck; "" for one that a record does not name."""
        return self.t.mats[seat].kinds[kind] if kind != UNSETTLED else ""

    def card_name(self, seat: int, kind: int) -> str:
        """The name of a card of a seat's deck; words for one that a record does not name."""
        return self.card(seat, kind).name if kind != UNSETTLED else UNNAMED

    def ally(self, ally: Ally) -> Card:
        return self.card(ally.owner, ally.card)

    def move(self, seat: int, side: int) -> Card:
        """A signature move of a seat's Chamber."""
        chamber = self.book.chamber[self.t.mats[seat].chamber]
        return self.book.move[chamber.back if side else chamber.front]

    def lies(self, seat: int, zone: int) -> Card | None:
        """The card in a flip space, or the move in front (QS-719)."""
        laid = self.t.mats[seat].flips[zone]
        if laid is None:
            return None
        return self.move(seat, laid.card) if zone == FRONT else self.card(seat, laid.card)

    def any_card(self, card: str) -> Card:
        """A deck card or a move, by its id."""
        return self.book.card.get(card) or self.book.move[card]

    # what lies where

    def set_flip(self, seat: int, zone: int, laid: Laid | None) -> None:
        mat = self.t.mats[seat]
        mat.flips = with_item(mat.flips, zone, laid)  # type: ignore[assignment]

    def set_ally(self, seat: int, zone: int, ally: Ally | None) -> None:
        mat = self.t.mats[seat]
        mat.allies = with_item(mat.allies, zone, ally)  # type: ignore[assignment]

    def set_charge(self, seat: int, zone: int, charged: bool) -> None:  # noqa: FBT001  # a zone is charged or not: QS-704
        mat = self.t.mats[seat]
        mat.charged = with_item(mat.charged, zone, charged)  # type: ignore[assignment]

    def set_energies(self, seat: int, zone: int, slots: Iterable[Slot]) -> None:
        mat = self.t.mats[seat]
        mat.energies = with_item(mat.energies, zone, tuple(slots))  # type: ignore[assignment]

    def counts(self, seat: int) -> Energies:
        """How many energies lie in green, yellow and red."""
        green, yellow, red = self.t.mats[seat].energies
        return len(green), len(yellow), len(red)

    def discard(self, seat: int, kind: int) -> None:
        """A card goes on top of its owner's discard pile, face-up (QS-1010)."""
        self.t.mats[seat].discard += (kind,)

    def laid(self, source: Source) -> Laid | None:
        """What lies where a source is: a strike, or an advantage in its area."""
        mat = self.t.mats[source.seat]
        if source.zone >= 0:
            return mat.flips[source.zone] if source.kind != "ally" else None
        return mat.advantages[source.place] if 0 <= source.place < len(mat.advantages) else None

    def set_laid(self, source: Source, laid: Laid) -> None:
        mat = self.t.mats[source.seat]
        if source.zone >= 0:
            self.set_flip(source.seat, source.zone, laid)
        else:
            mat.advantages = with_item(mat.advantages, source.place, laid)

    # cards that are turned over

    def settle(self, seat: int, kind: int, *, energy: bool = False) -> None:
        """A card that nobody had seen is this one."""
        mat = self.t.mats[seat]
        mat.unseen = with_count(mat.unseen, kind, -1)
        if energy:
            mat.below = with_count(mat.below, kind, +1)

    def take_top(self, seat: int) -> Slot:
        mat = self.t.mats[seat]
        slot, mat.deck = take_top(mat.deck)
        return slot

    def take_energy(self, seat: int, zone: int, place: int = -1) -> Slot:
        """An energy leaves its zone, the newest if nothing is said (QS-609)."""
        slots = list(self.t.mats[seat].energies[zone])
        slot = slots.pop(place)
        self.set_energies(seat, zone, slots)
        return slot


def face_down(n: int) -> tuple[Slot, ...]:
    """So many cards that nobody has seen."""
    return (FACE_DOWN,) * n


def unseen_deck(n: int) -> Pile:
    """A shuffled deck."""
    return Pile((), n)


def known_energy(kind: int) -> Slot:
    """An energy that was open before it was turned down (QS-1011)."""
    return Slot(kind, EVERYBODY)


def is_unseen(slot: Slot) -> bool:
    """Whether nobody has seen a card; one that was seen and that a record does not name is none."""
    return slot.card == UNSETTLED and not slot.seen


def slots_of(mat: Mat) -> tuple[Slot, ...]:
    """Every slot of a seat, in its deck and among its energies."""
    return (*mat.deck.settled, *(slot for zone in mat.energies for slot in zone))


def untold(mat: Mat) -> Bag:
    """The energies that chance has settled without anybody being told."""
    counts = [0] * len(mat.kinds)
    for zone in mat.energies:
        for slot in zone:
            if slot.card >= 0 and not slot.seen:
                counts[slot.card] += 1
    return tuple(counts)


def placed_by(mats: Sequence[Mat], seat: int, viewer: Viewer) -> Bag:
    """The cards of a seat that a viewer can place, by kind."""
    mat = mats[seat]
    return placed(cards_of(mat, seat, mats), mat.unseen, slots_of(mat), viewer)


def remember_shown(run: Run, seat: int) -> None:
    """Before the cards of a seat are shuffled: what could be placed of a list that others do not know."""
    mats = run.t.mats
    mat = mats[seat]
    if mat.shown:
        everybody = viewers(len(mats))
        mat.shown = tuple(at_least(mat.shown, placed_by(mats, seat, viewer), viewer) for viewer in everybody)


def cards_of(mat: Mat, seat: int, mats: Iterable[Mat]) -> list[int]:
    """How many cards of a seat there are of each kind, wherever they lie: the same as in its deck, at every moment."""
    counts = list(mat.unseen)
    for kind in (
        *(slot.card for slot in slots_of(mat) if slot.card >= 0),
        *(card for card in mat.discard if card != UNSETTLED),
        *(laid.card for laid in mat.flips[:FRONT] if laid is not None),
        *(laid.card for laid in mat.advantages),
        *(ally.card for one in mats for ally in one.allies if ally is not None and ally.owner == seat),
    ):
        counts[kind] += 1
    return counts
