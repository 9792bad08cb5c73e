"""Changes by set-up, draws, the turn, coins and Ether, and by what happens to Summoners."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import without
from rising_tutor.decks.moves import take_top
from rising_tutor.decks.slots import UNSETTLED, Pile, Slot, mask
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.after_event.edits import (
    bury,
    change_piece,
    change_side,
    change_summoner,
    change_summoner_at,
    check_active,
    check_dealt,
    kind_of,
    lay_between,
    summoner_of,
    take_between,
)
from rising_tutor.games.rise_tcg.open_table import OpenTable, sorted_hand
from rising_tutor.games.rise_tcg.pieces import NOBODY, Owned


def _rolled(table: OpenTable, event: ev.RolledForStart) -> OpenTable:
    return replace(table, rolls=(*table.rolls, event.n))


def _tied(table: OpenTable, _event: ev.RollsTied) -> OpenTable:
    return replace(table, rolls=())


def _starts(table: OpenTable, event: ev.StarterFound) -> OpenTable:
    return replace(table, rolls=(), starter=event.seat, active=event.seat)


def _set_up(table: OpenTable, event: ev.SetUp) -> OpenTable:
    return change_side(table, event.seat, coins=event.coins)


def _drew(table: OpenTable, event: ev.DrewCard) -> OpenTable:
    side = table.sides[event.seat]
    slot, library = take_top(side.library)
    slot = replace(slot, seen=slot.seen | mask(event.seat))
    return change_side(table, event.seat, library=library, hand=sorted_hand((*side.hand, slot)))


def _saw(table: OpenTable, event: ev.SawCard) -> OpenTable:
    if event.known:
        return table
    side = table.sides[event.seat]
    kind = kind_of(table, event.seat, event.card)
    if event.where == "library":
        top = side.library.top
        if not top or top[0].card not in (UNSETTLED, kind):
            raise ValueError(f"{event.card} is not the first card of the library of seat {event.seat}")
        pile = replace(side.library, top=(replace(top[0], card=kind), *top[1:]))
        return change_side(table, event.seat, library=pile)
    unknown = Slot(UNSETTLED, mask(event.seat))
    hand = (*without(side.hand, unknown), replace(unknown, card=kind))
    return change_side(table, event.seat, hand=sorted_hand(hand))


def _looked(table: OpenTable, event: ev.LookedAtTop) -> OpenTable:
    side = table.sides[event.seat]
    slot, rest = take_top(side.library)
    slot = replace(slot, seen=slot.seen | mask(event.seat))
    return change_side(table, event.seat, library=Pile((slot, *rest.top), rest.n, rest.bottom))


def _put_from_top(table: OpenTable, event: ev.PutFromTop) -> OpenTable:
    side = table.sides[event.seat]
    kind = kind_of(table, event.seat, event.card)
    slot, library = take_top(side.library)
    if slot.card not in (UNSETTLED, kind):
        raise ValueError(f"{event.card} is not the first card of the library of seat {event.seat}")
    return bury(change_side(table, event.seat, library=library), Owned(event.seat, kind))


def _mulligan(table: OpenTable, event: ev.MulliganTaken) -> OpenTable:
    side = table.sides[event.seat]
    library = replace(side.library, n=side.library.n + len(side.hand))
    return change_side(table, event.seat, hand=(), library=library, mulligans=event.n)


def _phase(table: OpenTable, event: ev.PhaseBegan) -> OpenTable:
    if event.phase == "awakening":
        table = replace(table, turn=event.turn, active=event.seat)
        table = change_side(table, event.seat, began=True, levelled=False)
    if (table.turn, table.active) != (event.turn, event.seat):
        raise ValueError(f"it is turn {table.turn} of seat {table.active}")
    return replace(table, phase=event.phase)


def _awoke(table: OpenTable, event: ev.Awoke) -> OpenTable:
    for at, (summoner, cp) in enumerate(zip(table.sides[event.seat].summoners, event.points, strict=True)):
        if summoner.hp > 0:
            table = change_summoner_at(table, event.seat, at, cp=cp, tilted=False, used=())
    for spot in event.untilted:
        table = change_piece(table, spot.ref, tilted=False)
    return table


def _points_lost(table: OpenTable, event: ev.PointsLost) -> OpenTable:
    return change_summoner(table, event, cp=summoner_of(table, event).cp - event.n)


def _turn_ended(table: OpenTable, event: ev.TurnEnded) -> OpenTable:
    check_active(table, event)
    if event.n != table.turn:
        raise ValueError(f"it is turn {table.turn}")
    gone: dict[str, Any] = {"damage": 0, "rage": 0, "attack": 0, "defense": 0, "used": (), "told": (), "limits": ()}
    pieces = tuple(replace(one, **gone, ruler=NOBODY, fighting=False, charged=False) for one in table.pieces)
    return replace(table, pieces=pieces, phase="end")


def _cold_paid(table: OpenTable, event: ev.ColdPaid) -> OpenTable:
    return change_side(table, event.seat, coins=event.n)


def _coins(table: OpenTable, event: ev.CoinsChanged) -> OpenTable:
    return change_side(table, event.seat, coins=_sum(table.sides[event.seat].coins, event))


def _ether(table: OpenTable, event: ev.EtherChanged) -> OpenTable:
    return change_side(table, event.seat, ether=_sum(table.sides[event.seat].ether, event))


def _sum(before: int, event: ev.CoinsChanged | ev.EtherChanged) -> int:
    if before + event.n != event.now:
        raise ValueError(f"{before} and {event.n} are not {event.now}")
    return event.now


def _library_empty(table: OpenTable, event: ev.LibraryEmpty) -> OpenTable:
    return change_side(table, event.seat, empty_draws=event.n)


def _out(table: OpenTable, event: ev.SeatOut) -> OpenTable:
    return change_side(table, event.seat, out=True)


def _won(table: OpenTable, event: ev.GameWon) -> OpenTable:
    return replace(table, winner=event.seat, reason=event.rule)


def _drawn(table: OpenTable, event: ev.GameDrawn) -> OpenTable:
    return replace(table, reason=event.rule)


def _died(table: OpenTable, event: ev.SummonerDied) -> OpenTable:
    table = lay_between(table, *summoner_of(table, event).levels)
    return change_summoner(table, event, hp=0, cp=0, levels=(), tilted=False, used=())


def _revived(table: OpenTable, event: ev.SummonerRevived) -> OpenTable:
    return change_summoner(table, event, hp=event.n, cp=1, tilted=False, used=(), levels=())


def _hit(table: OpenTable, event: ev.SummonerHit) -> OpenTable:
    check_dealt(table)
    if summoner_of(table, event).hp - event.n != event.hp:
        raise ValueError(f"{event.n} HP less are not {event.hp}")
    return change_summoner(table, event, hp=event.hp)


def _healed(table: OpenTable, event: ev.SummonerHealed) -> OpenTable:
    if summoner_of(table, event).hp + event.n != event.hp:
        raise ValueError(f"{event.n} HP more are not {event.hp}")
    return change_summoner(table, event, hp=event.hp)


def _level_gained(table: OpenTable, event: ev.LevelGained) -> OpenTable:
    """The Level Up is the card that has just left the chain."""
    (card,) = table.between
    levels = (*summoner_of(table, event).levels, card)
    return change_summoner(take_between(table, card), event, levels=levels, cp=event.points)


def _level_lost(table: OpenTable, event: ev.LevelLost) -> OpenTable:
    *levels, card = summoner_of(table, event).levels
    return lay_between(change_summoner(table, event, levels=tuple(levels), cp=event.points), card)


CHANGES: Final[dict[type[ev.RiseEvent], Callable[[OpenTable, Any], OpenTable]]] = {
    ev.RolledForStart: _rolled,
    ev.RollsTied: _tied,
    ev.StarterFound: _starts,
    ev.SetUp: _set_up,
    ev.DrewCard: _drew,
    ev.SawCard: _saw,
    ev.LookedAtTop: _looked,
    ev.PutFromTop: _put_from_top,
    ev.MulliganTaken: _mulligan,
    ev.PhaseBegan: _phase,
    ev.Awoke: _awoke,
    ev.PointsLost: _points_lost,
    ev.TurnEnded: _turn_ended,
    ev.ColdPaid: _cold_paid,
    ev.CoinsChanged: _coins,
    ev.EtherChanged: _ether,
    ev.LibraryEmpty: _library_empty,
    ev.SeatOut: _out,
    ev.GameWon: _won,
    ev.GameDrawn: _drawn,
    ev.SummonerDied: _died,
    ev.SummonerRevived: _revived,
    ev.SummonerHit: _hit,
    ev.SummonerHealed: _healed,
    ev.LevelGained: _level_gained,
    ev.LevelLost: _level_lost,
}
