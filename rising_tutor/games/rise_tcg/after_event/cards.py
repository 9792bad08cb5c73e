"""Changes by cards that come, go or change what lies on them."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import without
from rising_tutor.decks.slots import EVERYBODY, Slot
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.after_event.edits import (
    bury,
    card_of,
    change_piece,
    change_side,
    check_dealt,
    controlled,
    exclude,
    kind_of,
    lay_between,
    leave_combat,
    piece_of,
    put_piece,
    take_between,
)
from rising_tutor.games.rise_tcg.open_table import OpenTable, in_order, sorted_hand
from rising_tutor.games.rise_tcg.pieces import TOKEN, Owned, Part, Piece


def _entered(table: OpenTable, event: ev.Entered) -> OpenTable:
    kind = TOKEN if event.origin == "copy" else kind_of(table, event.owner, event.card)
    owned, side = Owned(event.owner, kind), table.sides[event.owner]
    match event.origin:
        case "chain":
            table = take_between(table, owned)
        case "cemetery":
            table = change_side(table, event.owner, cemetery=without(side.cemetery, kind))
        case "exclusion":
            table = change_side(table, event.owner, exclusion=without(side.exclusion, kind))
    piece = Piece(
        id=event.piece,
        card=event.card,
        owner=event.owner,
        kind=kind,
        controller=event.seat,
        holder=event.seat,
        since=table.turn,
        copy=event.copy,
        caster=event.seat,
        plus=event.plus,
        turns=event.turns,
        morph=event.morph,
        reanimated=event.origin in ("cemetery", "exclusion"),
    )
    if any(one.id == piece.id or (one.card, one.copy) == (piece.card, piece.copy) for one in table.pieces):
        raise ValueError(f"there is another {piece.card} {piece.copy}")
    return replace(table, pieces=(*table.pieces, piece))


def _attached(table: OpenTable, event: ev.Attached) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), on=event.host.ref))


def _leave(table: OpenTable, event: ev.LeftPlay | ev.Removed | ev.Returned) -> tuple[OpenTable, Owned]:
    """Take a card out of play, or one from under it that lies between; return it as well."""
    if not event.piece:
        card = card_of(table, event.owner, event.card)
        return take_between(table, card), card
    piece = controlled(table, event)
    card = Owned(piece.owner, piece.kind)
    kinds = table.sides[piece.owner].kinds
    if event.owner != piece.owner or (piece.kind != TOKEN and kinds[piece.kind] != event.original):
        raise ValueError(f"{piece} is no {event.original} of seat {event.owner}")
    table = replace(table, pieces=tuple(one for one in table.pieces if one is not piece))
    under = (Owned(part.owner, part.kind) for part in piece.parts)
    return lay_between(leave_combat(table, piece.id), *under), card


def _left_play(table: OpenTable, event: ev.LeftPlay) -> OpenTable:
    return bury(*_leave(table, event))


def _removed(table: OpenTable, event: ev.Removed) -> OpenTable:
    table, card = _leave(table, event)
    if event.token != (card.kind == TOKEN):
        raise ValueError(f"{event.card} is a card or a copy made in play, not both")
    return table if event.token else exclude(table, card)


def _buried(table: OpenTable, event: ev.Buried) -> OpenTable:
    card = card_of(table, event.seat, event.card)
    return bury(take_between(table, card), card)


def _returned(table: OpenTable, event: ev.Returned) -> OpenTable:
    table, card = _leave(table, event)
    return _to_hand(table, event.to, card)


def _to_hand(table: OpenTable, seat: int, card: Owned) -> OpenTable:
    side = table.sides[seat]
    if card.owner != seat:
        return change_side(table, seat, guests=in_order((*side.guests, card)))
    return change_side(table, seat, hand=sorted_hand((*side.hand, Slot(card.kind, EVERYBODY))))


def _from_cemetery(table: OpenTable, event: ev.FromCemetery) -> OpenTable:
    card, side = card_of(table, event.seat, event.card), table.sides[event.seat]
    table = change_side(table, event.seat, cemetery=without(side.cemetery, card.kind))
    return _to_hand(table, event.seat, card)


def _copied(table: OpenTable, event: ev.Copied) -> OpenTable:
    piece = replace(controlled(table, event), card=event.now.card, copy=event.now.copy, morph=True)
    return put_piece(table, piece)


def _stacked(table: OpenTable, event: ev.Stacked) -> OpenTable:
    """Two cards are one creature, with all that lies and was done on either."""
    top, under = controlled(table, event), piece_of(table, event.under.ref)
    part = Part(under.owner, under.kind, event.attack, event.defense)
    sums = {
        name: getattr(top, name) + getattr(under, name)
        for name in ("plus", "minus", "rage", "attack", "defense", "damage")
    }
    either = {name: getattr(top, name) or getattr(under, name) for name in ("tilted", "paranoid")}
    merged = replace(
        top,
        **sums,
        **either,
        parts=(*top.parts, part, *under.parts),
        since=max(top.since, under.since),
        limits=tuple(dict.fromkeys((*top.limits, *under.limits))),
        claims=tuple(dict.fromkeys((*(one for one in under.claims if one not in top.claims), *top.claims))),
    )
    pieces = (merged if one is top else one for one in table.pieces if one is not under)
    return replace(table, pieces=tuple(replace(one, on=top.id) if one.on == under.id else one for one in pieces))


def _damaged(table: OpenTable, event: ev.DamageTaken) -> OpenTable:
    check_dealt(table)
    piece = controlled(table, event)
    return put_piece(table, replace(piece, damage=piece.damage + (event.n if event.kept else 0), paranoid=False))


def _counters(table: OpenTable, event: ev.CountersPut) -> OpenTable:
    piece = controlled(table, event)
    if event.rage:
        return put_piece(table, replace(piece, rage=piece.rage + event.n))
    return put_piece(table, replace(piece, plus=piece.plus + max(0, event.n), minus=piece.minus + max(0, -event.n)))


def _parasite(table: OpenTable, event: ev.ParasiteWorked) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), turns=event.n))


def _strengthened(table: OpenTable, event: ev.Strengthened) -> OpenTable:
    piece = controlled(table, event)
    piece = replace(piece, attack=piece.attack + event.attack, defense=piece.defense + event.defense)
    return put_piece(table, piece)


def _untilted(table: OpenTable, event: ev.Untilted) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), tilted=False))


def _turned(table: OpenTable, event: ev.DoorTurned) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), open=event.open))


def _unlocked(table: OpenTable, event: ev.LockOpened) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), open=event.open, free=True))


def _let_loose(table: OpenTable, event: ev.DoorLetLoose) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), fighting=True))


def _limited(table: OpenTable, event: ev.Limited) -> OpenTable:
    piece = controlled(table, event)
    return put_piece(table, replace(piece, limits=tuple(dict.fromkeys((*piece.limits, *event.what)))))


def _ruled(table: OpenTable, event: ev.ActionsTaken) -> OpenTable:
    return change_piece(table, event.piece, ruler=event.seat)


def _marked(table: OpenTable, event: ev.Marked) -> OpenTable:
    return put_piece(table, replace(controlled(table, event), paranoid=True))


def _control(table: OpenTable, event: ev.ControlChanged) -> OpenTable:
    piece = controlled(table, event)
    piece = replace(piece, claims=event.claims, holder=event.holder)
    if event.to == piece.controller:
        return put_piece(table, piece)
    since = table.turn if event.sick else piece.since
    table = put_piece(table, replace(piece, controller=event.to, since=since))
    return leave_combat(table, piece.id)


CHANGES: Final[dict[type[ev.RiseEvent], Callable[[OpenTable, Any], OpenTable]]] = {
    ev.Entered: _entered,
    ev.Attached: _attached,
    ev.LeftPlay: _left_play,
    ev.Removed: _removed,
    ev.Buried: _buried,
    ev.Returned: _returned,
    ev.FromCemetery: _from_cemetery,
    ev.Copied: _copied,
    ev.Stacked: _stacked,
    ev.DamageTaken: _damaged,
    ev.CountersPut: _counters,
    ev.ParasiteWorked: _parasite,
    ev.Strengthened: _strengthened,
    ev.Untilted: _untilted,
    ev.DoorTurned: _turned,
    ev.LockOpened: _unlocked,
    ev.DoorLetLoose: _let_loose,
    ev.Limited: _limited,
    ev.ActionsTaken: _ruled,
    ev.Marked: _marked,
    ev.ControlChanged: _control,
}
