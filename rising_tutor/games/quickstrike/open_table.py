"""The open table of the card game: everything that lies in sight, and what a viewer knows of decks and energies.

`core.open_table` says what it is for; `after_event` follows it by the events alone. Left out is what needs no event:
the agenda and the phase, the printed values of cards and the continuous effects that follow from what lies where, the
force totals of the set-up, and the bags of cards that could lie face down, which follow from the deck lists and from
all that was seen.
"""

from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.decks.slots import FACE_DOWN, Slot
from rising_tutor.games.quickstrike.book import Book
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.view import AvatarView, MatView
from rising_tutor.games.quickstrike.vocabulary import AvatarEffect

UNKNOWN: Final = ""
"""In place of the id of a card that the viewer does not know."""


class Lies(Value, frozen=True):
    """A card in a flip space, in front of the mat or in the advantage area (`state.Laid`)."""

    card: str
    force: int = 0
    intercept: int = 0
    used: tuple[int, ...] = ()
    gains: tuple[AvatarEffect, ...] = ()


class AllyLies(Value, frozen=True):
    """An ally in its space, whose it is, and the powers that it used this turn."""

    card: str
    owner: int
    used: tuple[int, ...] = ()


class DeckCard(Value, frozen=True):
    """A card of a deck that somebody has seen: its id as far as the viewer knows it, and who has seen it (`Slot`)."""

    card: str = UNKNOWN
    seen: int = 0


class Waits(Value, frozen=True):
    """Paid effects that wait for a counterattack."""

    seat: int
    card: str
    by: str
    zone: int
    effects: tuple[AvatarEffect, ...]


class OpenMat(Value, frozen=True):
    """One side of the open table.

    Attributes:
        flips: by zone, and the signature move in front.
        energies: by zone, the newest last.
        known: the first cards of the deck, down to the last one that somebody has seen.
        discard: the top last.
    """

    chamber: str
    side: int
    charged: tuple[bool, ...]
    allies: tuple[AllyLies | None, ...]
    flips: tuple[Lies | None, ...]
    energies: tuple[tuple[str, ...], ...]
    advantages: tuple[Lies, ...]
    n_deck: int
    known: tuple[DeckCard, ...]
    discard: tuple[str, ...]
    points: int


class OpenTable(Value, frozen=True):
    """The open table of a viewer. The fields are those of `AvatarView`."""

    viewer: Viewer
    turn: int
    round: int
    defender: int
    attack: str
    attack_zone: int
    zone: int
    flips_here: int
    flipped: bool
    stopped: int
    pending: tuple[Waits, ...]
    winner: int
    over: bool
    mats: tuple[OpenMat, ...]


_SAME: Final = ("viewer", "turn", "round", "defender", "attack", "attack_zone", "zone", "flips_here", "flipped")


def open_table(view: AvatarView, book: Book) -> OpenTable:
    """Return what a viewer sees on the table."""
    pending = tuple(
        Waits(one.source.seat, one.source.card, one.source.kind, one.source.zone, one.effect) for one in view.pending
    )
    return OpenTable(
        **{name: getattr(view, name) for name in _SAME},
        stopped=view.stopped,
        pending=pending,
        winner=view.winner,
        over=bool(view.reason),
        mats=tuple(_open_mat(view, seat, book) for seat in range(len(view.mats))),
    )


def _open_mat(view: AvatarView, seat: int, book: Book) -> OpenMat:
    mat = view.mats[seat]
    chamber = book.chamber[mat.chamber]
    moves = (chamber.front, chamber.back)

    def lies(zone: int) -> Lies | None:
        laid = mat.flips[zone]
        if laid is None:
            return None
        card = moves[laid.card] if zone == FRONT else mat.kinds[laid.card]
        return Lies(card, laid.force, laid.intercept, laid.used, laid.gains)

    return OpenMat(
        chamber=mat.chamber,
        side=mat.side,
        charged=mat.charged,
        allies=tuple(
            None if ally is None else AllyLies(view.mats[ally.owner].kinds[ally.card], ally.owner, ally.used)
            for ally in mat.allies
        ),
        flips=tuple(lies(zone) for zone in range(FRONT + 1)),
        energies=tuple(tuple(_card(mat, slot) for slot in zone) for zone in mat.remembered),
        advantages=tuple(
            Lies(mat.kinds[one.card], one.force, one.intercept, one.used, one.gains) for one in mat.advantages
        ),
        n_deck=mat.n_deck,
        known=_known(mat),
        discard=tuple(mat.kinds[card] if card >= 0 else UNKNOWN for card in mat.discard),
        points=mat.points,
    )


def _card(mat: MatView, slot: Slot) -> str:
    return mat.kinds[slot.card] if slot.card >= 0 else UNKNOWN


def _known(mat: MatView) -> tuple[DeckCard, ...]:
    slots = (*mat.deck.top, *[FACE_DOWN] * mat.deck.n, *mat.deck.bottom)
    cards = [DeckCard(_card(mat, slot), slot.seen) for slot in slots]
    return without_end(cards)


def without_end(cards: list[DeckCard]) -> tuple[DeckCard, ...]:
    """Return the cards down to the last one that somebody has seen."""
    n = len(cards)
    while n and not cards[n - 1].seen:
        n -= 1
    return tuple(cards[:n])
