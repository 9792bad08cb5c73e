"""Changes by what is announced, put on the chain, and leaves it."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import without
from rising_tutor.decks.slots import UNSETTLED, Slot
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.after_event.edits import (
    card_of,
    change_side,
    change_summoner,
    change_summoner_at,
    controlled,
    lay_between,
    piece_of,
    put_piece,
    summoner_of,
)
from rising_tutor.games.rise_tcg.open_table import OpenTable
from rising_tutor.games.rise_tcg.pieces import Owned
from rising_tutor.games.rise_tcg.state import Aim, summoner_ref
from rising_tutor.games.rise_tcg.tasks import Item

AIMS: Final = frozenset({"takes", "unblocked", "pierce", "splash"})
"""Purposes of a choice that stay until the damage is dealt."""


def _announce(table: OpenTable, item: Item) -> OpenTable:
    return replace(table, announced=(*table.announced, item))


def _invoked(table: OpenTable, event: ev.Invoked) -> OpenTable:
    owned, side = card_of(table, event.owner, event.card), table.sides[event.seat]
    if event.owner != event.seat:
        table = change_side(table, event.seat, guests=without(side.guests, owned))
    else:
        slot = Slot(owned.kind, event.known)
        taken = slot if slot in side.hand else replace(slot, card=UNSETTLED)
        table = change_side(table, event.seat, hand=without(side.hand, taken))
    item = Item("card", event.seat, event.card, owner=owned.owner, kind=owned.kind)
    if event.names != tuple(side.summoners[at].card for at in event.by):
        raise ValueError(f"Summoners {event.by} of seat {event.seat} are not {event.names}")
    if event.rule == "RISE-809":
        table = change_side(table, event.seat, levelled=True)
        return _announce(table, replace(item, targets=(summoner_ref(event.seat, event.by[0]),)))
    for at in event.by:
        summoner = table.sides[event.seat].summoners[at]
        table = change_summoner_at(table, event.seat, at, cp=summoner.cp - event.points, tilted=True)
    return _announce(table, replace(item, payer=event.seat))


def _skill(table: OpenTable, event: ev.SkillUsed) -> OpenTable:
    one = summoner_of(table, event)
    spent = (*one.spent, event.index) if event.once else one.spent
    table = change_summoner(table, event, cp=one.cp - 1, tilted=True, used=(*one.used, event.index), spent=spent)
    return _announce(table, Item("skill", event.seat, event.card, summoner_ref(event.seat, event.at), event.index))


def _action(table: OpenTable, event: ev.ActionUsed) -> OpenTable:
    if not event.again:
        piece = piece_of(table, event.piece)
        used, told = (*piece.used, f"action {event.index}"), (*piece.told, event.index)
        table = put_piece(table, replace(piece, used=used, told=told))
    item = Item("action", event.seat, event.card, event.piece, event.index, payer=event.payer, copy=event.copy)
    return _announce(table, item)


def _ability(table: OpenTable, event: ev.AbilityStarted) -> OpenTable:
    piece = controlled(table, event)
    table = put_piece(table, replace(piece, used=(*piece.used, event.ability)))
    if event.ability == "copycat":
        return table  # the action that it performs again is announced
    item = Item("ability", event.seat, event.card, event.piece, ability=event.ability, copy=event.copy)
    return _announce(table, item)


def _last_announced(table: OpenTable, event: ev.CardEvent) -> Item:
    if not table.announced:
        raise ValueError("nothing is announced")
    item = table.announced[-1]
    if (item.seat, item.card, max(0, item.source), item.copy) != (event.seat, event.card, event.piece, event.copy):
        raise ValueError(f"{item} is announced")
    return item


def _times(table: OpenTable, event: ev.TimesChosen) -> OpenTable:
    item = replace(_last_announced(table, event), times=event.n)
    return replace(table, announced=(*table.announced[:-1], item))


def _target(table: OpenTable, event: ev.TargetChosen) -> OpenTable:
    subject = event.by.ref
    if event.why == "item":
        if not table.announced:
            raise ValueError("nothing is announced")
        item = table.announced[-1]
        if item.seat != event.seat:
            raise ValueError(f"{item} is announced")
        item = replace(item, targets=(*item.targets, event.ref))
        return replace(table, announced=(*table.announced[:-1], item))
    if event.why == "advantage":
        facts = {"named": event.ref} if event.ref > 0 else {"aimed": event.ref}
        fights = tuple(replace(one, **facts) if one.attacker == subject else one for one in table.fights)
        return replace(table, fights=fights)
    if event.why in AIMS:
        return replace(table, aims=(*table.aims, Aim(event.why, subject, event.ref)))
    return table


def _added(table: OpenTable, event: ev.ItemAdded) -> OpenTable:
    if event.what == "trigger":
        item = Item("trigger", event.seat, event.card, event.piece, event.index, event.ability, copy=event.copy)
        item = replace(item, targets=(event.about,) if event.about else ())
        return replace(table, chain=(*table.chain, item))
    item = _last_announced(table, event)
    if not _names(event, item):
        raise ValueError(f"{item} is announced")
    return replace(table, announced=table.announced[:-1], chain=(*table.chain, item))


def _resolved(table: OpenTable, event: ev.ItemResolved) -> OpenTable:
    return _off_chain(table, event, len(table.chain) - 1)


def _dropped(table: OpenTable, event: ev.ItemDropped) -> OpenTable:
    if event.place >= 0:
        return _off_chain(table, event, event.place)
    item = _last_announced(table, event)
    if not _names(event, item):
        raise ValueError(f"{item} is announced")
    return lay_between(replace(table, announced=table.announced[:-1]), Owned(item.owner, item.kind))


def _off_chain(table: OpenTable, event: ev.ItemEvent, place: int) -> OpenTable:
    item = table.chain[place] if 0 <= place < len(table.chain) else None
    if item is None or not _names(event, item):
        raise ValueError(f"{item} is at place {place} of the chain")
    table = replace(table, chain=(*table.chain[:place], *table.chain[place + 1 :]))
    return lay_between(table, Owned(item.owner, item.kind))


def _names(event: ev.ItemEvent, item: Item) -> bool:
    """Return True if an event is about an item."""
    said = (event.what, event.seat, event.card, event.piece, event.copy, event.index, event.ability)
    return said == (item.what, item.seat, item.card, max(0, item.source), item.copy, item.index, item.ability)


CHANGES: Final[dict[type[ev.RiseEvent], Callable[[OpenTable, Any], OpenTable]]] = {
    ev.Invoked: _invoked,
    ev.SkillUsed: _skill,
    ev.ActionUsed: _action,
    ev.AbilityStarted: _ability,
    ev.TimesChosen: _times,
    ev.TargetChosen: _target,
    ev.ItemAdded: _added,
    ev.ItemResolved: _resolved,
    ev.ItemDropped: _dropped,
}
