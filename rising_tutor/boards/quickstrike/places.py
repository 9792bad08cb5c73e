"""Names of places at a QuickStrike table, as pages, lessons and beats use them.

zone 1 green      the green zone of seat 1, `flip 1 green` its flip space, `ally 1 green`, `energies 1 green`
card:12           an open card, for the reader: 16 places a seat (`place_of`)
exchange          the attack and what stopped it; `deck 1`, `discard 1`, `chamber 1`, `points 1`, `advantages 1`
"""

from collections.abc import Iterator
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.book import Card
from rising_tutor.games.quickstrike.events import AvatarEvent
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.words import zone_name

_A_SEAT: Final = 16
_ALLIES, _FLIPS, _CHAMBER, _ADVANTAGES = 0, 3, 7, 8


class Lying(Value, frozen=True):
    """An open card and where it lies: whose mat, in which zone or -1, and its number for the reader."""

    seat: int
    zone: int
    number: int
    card: Card


def ally_number(seat: int, zone: int) -> int:
    """The number of the ally in a zone."""
    return seat * _A_SEAT + _ALLIES + zone


def flip_number(seat: int, zone: int) -> int:
    """The number of the card in a flip space, or of the move in front."""
    return seat * _A_SEAT + _FLIPS + zone


def chamber_number(seat: int) -> int:
    """The number of the signature move of a Chamber."""
    return seat * _A_SEAT + _CHAMBER


def advantage_number(seat: int, place: int) -> int:
    """The number of an advantage in play."""
    return seat * _A_SEAT + _ADVANTAGES + place


def opener(number: int) -> str:
    """The part of the table that a card's reader is.

    >>> opener(ally_number(1, 2))
    'card:18'
    """
    return f"card:{number}"


def open_cards(run: Run) -> Iterator[Lying]:
    """Every card that lies open in play, the signature moves of both Chambers too."""
    for seat, mat in enumerate(run.t.mats):
        for zone, ally in enumerate(mat.allies):
            if ally is not None:
                yield Lying(seat, zone, ally_number(seat, zone), run.ally(ally))
        for zone in range(FRONT + 1):
            card = run.lies(seat, zone)
            if card is not None:
                yield Lying(seat, zone, flip_number(seat, zone), card)
        yield Lying(seat, -1, chamber_number(seat), run.move(seat, mat.side))
        for place, laid in enumerate(mat.advantages[: _A_SEAT - _ADVANTAGES]):
            yield Lying(seat, -1, advantage_number(seat, place), run.card(seat, laid.card))


def at(what: str, seat: int, zone: int = -1) -> str:
    """A place by name.

    >>> at("zone", 0, 2), at("deck", 1)
    ('zone 1 red', 'deck 2')
    """
    return f"{what} {seat + 1} {zone_name(zone)}" if zone >= 0 else f"{what} {seat + 1}"


def lands(event: AvatarEvent) -> tuple[str, ...]:
    """Where an event is seen."""
    seat, zone = event.seat, getattr(event, "zone", -1)
    match event:
        case ev.Flipped():
            return (at("flip", seat, zone), at("zone", seat, zone))
        case ev.Countered():
            return (at("zone", seat, zone), "exchange")
        case ev.OpeningSent():
            return ("exchange",)
        case ev.AllyPlayed():
            return (at("ally", seat, zone), at("zone", seat, zone))
        case ev.AdvantagePlayed():
            return (at("advantages", seat), at("zone", seat, zone))
        case ev.PointScored() | ev.GameWon():
            return (at("points", seat),)
        case ev.Revealed() | ev.CleanedUp() | ev.PileRefilled():
            return (at("discard", seat),)
        case (
            ev.SignatureOffered()
            | ev.SignatureLapsed()
            | ev.SignatureReady()
            | ev.SignatureDeclined()
            | ev.ChamberTurned()
            | ev.ChamberReturned()
        ):
            return (at("chamber", seat),)
        case ev.Looked() | ev.Opened() | ev.DeckRefreshed() | ev.DiscardedFromDeck():
            return (at("deck", seat),)
        case ev.AdvantageEliminated():
            return (at("advantages", seat), at("discard", seat))
        case ev.AlliesArranged(moves=moves):
            return tuple(at("zone", seat, move.to) for move in moves)
        case ev.EnergyMoved(to=to) | ev.StrikeMoved(to=to):
            return (at("zone", seat, zone), at("zone", seat, to))
        case ev.AllyMoved(to_seat=there, to=to):
            return (at("zone", seat, zone), at("zone", there, to))
    return (at("zone", seat, zone),) if 0 <= zone <= FRONT else ()
