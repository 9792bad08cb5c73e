"""Reading and changing an open table in small steps; used by the changes of all kinds of event."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rising_tutor.core.values import with_item, without
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.open_table import OpenSide, OpenTable, in_order, still_fighting
from rising_tutor.games.rise_tcg.pieces import NOBODY, TOKEN, Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.state import player_at, summoner_at


def check_names(table: OpenTable, event: ev.RiseEvent) -> None:
    """Raise ValueError if an event names a card in play, a Summoner or a player otherwise than it is called."""
    for spot in _spots(event):
        called = _called(table, spot.ref)
        if called is None:
            continue
        if called != (spot.card, spot.copy, spot.seat if spot.seat != NOBODY else called[2]):
            raise ValueError(f"{spot} is {called}")


def _called(table: OpenTable, ref: int) -> tuple[str, int, int] | None:
    """Return the name of what a number stands for and its seat; None for a card that is not in play."""
    at, player, piece = summoner_at(ref), player_at(ref), _find(table, ref)
    if at is not None:
        return table.sides[at[0]].summoners[at[1]].card, 1, at[0]
    if player is not None:
        return "", 1, player
    return None if piece is None else (piece.card, piece.copy, piece.controller)


def _spots(event: ev.RiseEvent) -> Iterator[ev.Spot]:
    """Yield all that an event names."""
    if isinstance(event, ev.TargetChosen):
        if event.piece != max(0, event.ref):
            raise ValueError(f"piece {event.piece} is not {event.ref}")
        yield ev.Spot(event.ref, event.card, event.copy, event.owner)
    elif isinstance(event, ev.CardEvent) and event.piece:
        yield ev.Spot(event.piece, event.card, event.copy)
    for name in event.__struct_fields__:
        if isinstance(event, ev.Copied) and name == "now":
            continue  # its name from now on
        value = getattr(event, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, ev.Spot):
                yield one


def _find(table: OpenTable, number: int) -> Piece | None:
    return next((piece for piece in table.pieces if piece.id == number), None)


def piece_of(table: OpenTable, number: int) -> Piece:
    """Return a card in play by its number. Raise ValueError if it is not there."""
    piece = _find(table, number)
    if piece is None:
        raise ValueError(f"piece {number} is not in play")
    return piece


def check_active(table: OpenTable, event: ev.RiseEvent) -> None:
    """Raise ValueError if it is not the turn of the seat of an event."""
    if event.seat != table.active:
        raise ValueError(f"it is the turn of seat {table.active}")


def controlled(table: OpenTable, event: ev.CardEvent) -> Piece:
    """Return the card of an event, which its seat controls."""
    piece = piece_of(table, event.piece)
    if piece.controller != event.seat:
        raise ValueError(f"{piece} is not under the control of seat {event.seat}")
    return piece


def put_piece(table: OpenTable, piece: Piece) -> OpenTable:
    """Return the table with a card in play changed."""
    pieces = tuple(piece if one.id == piece.id else one for one in table.pieces)
    return replace(table, pieces=pieces)


def change_piece(table: OpenTable, number: int, **facts: Any) -> OpenTable:
    """Return the table with facts of a card in play changed."""
    return put_piece(table, replace(piece_of(table, number), **facts))


def change_side(table: OpenTable, seat: int, **facts: Any) -> OpenTable:
    """Return the table with facts of one seat changed."""
    return replace(table, sides=with_item(table.sides, seat, replace(table.sides[seat], **facts)))


def _place_of(side: OpenSide, card: str) -> int:
    return [one.card for one in side.summoners].index(card)


def summoner_of(table: OpenTable, event: ev.CardEvent) -> Summoner:
    """Return the Summoner that an event names."""
    side = table.sides[event.seat]
    return side.summoners[_place_of(side, event.card)]


def change_summoner_at(table: OpenTable, seat: int, at: int, **facts: Any) -> OpenTable:
    """Return the table with facts of the Summoner at a place changed."""
    summoners = table.sides[seat].summoners
    return change_side(table, seat, summoners=with_item(summoners, at, replace(summoners[at], **facts)))


def change_summoner(table: OpenTable, event: ev.CardEvent, **facts: Any) -> OpenTable:
    """Return the table with facts of the Summoner changed that an event names."""
    return change_summoner_at(table, event.seat, _place_of(table.sides[event.seat], event.card), **facts)


def kind_of(table: OpenTable, owner: int, card: str) -> int:
    """Return the number of a card among the kinds of its owner."""
    return table.sides[owner].kinds.index(card)


def card_of(table: OpenTable, owner: int, card: str) -> Owned:
    """Return a card by its owner and its id."""
    return Owned(owner, kind_of(table, owner, card))


def lay_between(table: OpenTable, *cards: Owned) -> OpenTable:
    """Return the table with cards between two places; a copy made in play is gone."""
    return replace(table, between=in_order((*table.between, *(card for card in cards if card.kind != TOKEN))))


def take_between(table: OpenTable, card: Owned) -> OpenTable:
    """Return the table without a card that was between two places."""
    return replace(table, between=without(table.between, card))


def bury(table: OpenTable, card: Owned) -> OpenTable:
    """Return the table with a card in its owner's cemetery."""
    return change_side(table, card.owner, cemetery=(*table.sides[card.owner].cemetery, card.kind))


def exclude(table: OpenTable, card: Owned) -> OpenTable:
    """Return the table with a card out of the game."""
    return change_side(table, card.owner, exclusion=(*table.sides[card.owner].exclusion, card.kind))


def leave_combat(table: OpenTable, number: int) -> OpenTable:
    """Note that a card has left the combat, if there is one."""
    if not table.fights and not table.out_of_combat:
        return table
    left = tuple(sorted((*table.out_of_combat, number)))
    return replace(table, out_of_combat=left, fights=still_fighting(table.fights, left))


def check_dealt(table: OpenTable) -> None:
    """Raise ValueError if damage comes while choices for combat damage are still waiting for it."""
    if any(one.why != "takes" for one in table.aims):
        raise ValueError(f"the combat damage is not dealt yet: {table.aims}")
