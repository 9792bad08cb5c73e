"""Changes of the open table by single events, as somebody would make them who only hears the events.

Nothing here knows a rule of the game or a text of a card: what an event does not say is not done. An event that names
another card than the one that lies there raises ValueError. `CHANGES` has the kinds of event that change the table,
`QUIET` those that do not.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import with_item, without
from rising_tutor.decks.moves import take_top
from rising_tutor.decks.slots import EVERYBODY, UNSETTLED, Pile, Slot, mask
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.open_table import OpenSide, OpenTable, in_order, sorted_hand, still_fighting
from rising_tutor.games.rise_tcg.pieces import NOBODY, TOKEN, Owned, Part, Piece, Summoner
from rising_tutor.games.rise_tcg.state import Aim, Block, Fight, player_at, summoner_at, summoner_ref
from rising_tutor.games.rise_tcg.tasks import Item

AIMS: Final = frozenset({"takes", "unblocked", "pierce", "splash"})
"""Purposes of a choice that stay until the damage is dealt."""


def after_event(table: OpenTable, event: ev.RiseEvent) -> OpenTable:
    """Return the table after an event that its viewer may see.

    Raises:
        ValueError: the event does not fit the table.
    """
    _check_names(table, event)
    change = CHANGES.get(type(event))
    if change is not None:
        return change(table, event)
    if type(event) not in QUIET:
        raise ValueError(f"{type(event).__name__} is no event of a table")
    return table


# names ----------------------------------------------------------------------------------------------------------------


def _check_names(table: OpenTable, event: ev.RiseEvent) -> None:
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


def _piece(table: OpenTable, number: int) -> Piece:
    piece = _find(table, number)
    if piece is None:
        raise ValueError(f"piece {number} is not in play")
    return piece


def _is_active(table: OpenTable, event: ev.RiseEvent) -> None:
    if event.seat != table.active:
        raise ValueError(f"it is the turn of seat {table.active}")


def _controlled(table: OpenTable, event: ev.CardEvent) -> Piece:
    """Return the card of an event, which its seat controls."""
    piece = _piece(table, event.piece)
    if piece.controller != event.seat:
        raise ValueError(f"{piece} is not under the control of seat {event.seat}")
    return piece


# small changes --------------------------------------------------------------------------------------------------------


def _put(table: OpenTable, piece: Piece) -> OpenTable:
    pieces = tuple(piece if one.id == piece.id else one for one in table.pieces)
    return replace(table, pieces=pieces)


def _change(table: OpenTable, number: int, **facts: Any) -> OpenTable:
    return _put(table, replace(_piece(table, number), **facts))


def _side(table: OpenTable, seat: int, **facts: Any) -> OpenTable:
    return replace(table, sides=with_item(table.sides, seat, replace(table.sides[seat], **facts)))


def _place_of(side: OpenSide, card: str) -> int:
    return [one.card for one in side.summoners].index(card)


def _summoner(table: OpenTable, event: ev.CardEvent) -> Summoner:
    side = table.sides[event.seat]
    return side.summoners[_place_of(side, event.card)]


def _on_summoner(table: OpenTable, seat: int, at: int, **facts: Any) -> OpenTable:
    summoners = table.sides[seat].summoners
    return _side(table, seat, summoners=with_item(summoners, at, replace(summoners[at], **facts)))


def _of_summoner(table: OpenTable, event: ev.CardEvent, **facts: Any) -> OpenTable:
    return _on_summoner(table, event.seat, _place_of(table.sides[event.seat], event.card), **facts)


def _kind(table: OpenTable, owner: int, card: str) -> int:
    return table.sides[owner].kinds.index(card)


def _card(table: OpenTable, owner: int, card: str) -> Owned:
    return Owned(owner, _kind(table, owner, card))


def _lay_between(table: OpenTable, *cards: Owned) -> OpenTable:
    return replace(table, between=in_order((*table.between, *(card for card in cards if card.kind != TOKEN))))


def _from_between(table: OpenTable, card: Owned) -> OpenTable:
    return replace(table, between=without(table.between, card))


def _bury(table: OpenTable, card: Owned) -> OpenTable:
    return _side(table, card.owner, cemetery=(*table.sides[card.owner].cemetery, card.kind))


def _exclude(table: OpenTable, card: Owned) -> OpenTable:
    return _side(table, card.owner, exclusion=(*table.sides[card.owner].exclusion, card.kind))


def _leave_combat(table: OpenTable, number: int) -> OpenTable:
    """Note that a card has left the combat, if there is one."""
    if not table.fights and not table.out_of_combat:
        return table
    left = tuple(sorted((*table.out_of_combat, number)))
    return replace(table, out_of_combat=left, fights=still_fighting(table.fights, left))


# set-up and turn ------------------------------------------------------------------------------------------------------


def _rolled(table: OpenTable, event: ev.RolledForStart) -> OpenTable:
    return replace(table, rolls=(*table.rolls, event.n))


def _tied(table: OpenTable, _event: ev.RollsTied) -> OpenTable:
    return replace(table, rolls=())


def _starts(table: OpenTable, event: ev.StarterFound) -> OpenTable:
    return replace(table, rolls=(), starter=event.seat, active=event.seat)


def _set_up(table: OpenTable, event: ev.SetUp) -> OpenTable:
    return _side(table, event.seat, coins=event.coins)


def _drew(table: OpenTable, event: ev.DrewCard) -> OpenTable:
    side = table.sides[event.seat]
    slot, library = take_top(side.library)
    slot = replace(slot, seen=slot.seen | mask(event.seat))
    return _side(table, event.seat, library=library, hand=sorted_hand((*side.hand, slot)))


def _saw(table: OpenTable, event: ev.SawCard) -> OpenTable:
    if event.known:
        return table
    side = table.sides[event.seat]
    kind = _kind(table, event.seat, event.card)
    if event.where == "library":
        top = side.library.top
        if not top or top[0].card not in (UNSETTLED, kind):
            raise ValueError(f"{event.card} is not the first card of the library of seat {event.seat}")
        pile = replace(side.library, top=(replace(top[0], card=kind), *top[1:]))
        return _side(table, event.seat, library=pile)
    unknown = Slot(UNSETTLED, mask(event.seat))
    hand = (*without(side.hand, unknown), replace(unknown, card=kind))
    return _side(table, event.seat, hand=sorted_hand(hand))


def _looked(table: OpenTable, event: ev.LookedAtTop) -> OpenTable:
    side = table.sides[event.seat]
    slot, rest = take_top(side.library)
    slot = replace(slot, seen=slot.seen | mask(event.seat))
    return _side(table, event.seat, library=Pile((slot, *rest.top), rest.n, rest.bottom))


def _put_from_top(table: OpenTable, event: ev.PutFromTop) -> OpenTable:
    side = table.sides[event.seat]
    kind = _kind(table, event.seat, event.card)
    slot, library = take_top(side.library)
    if slot.card not in (UNSETTLED, kind):
        raise ValueError(f"{event.card} is not the first card of the library of seat {event.seat}")
    return _bury(_side(table, event.seat, library=library), Owned(event.seat, kind))


def _mulligan(table: OpenTable, event: ev.MulliganTaken) -> OpenTable:
    side = table.sides[event.seat]
    library = replace(side.library, n=side.library.n + len(side.hand))
    return _side(table, event.seat, hand=(), library=library, mulligans=event.n)


def _phase(table: OpenTable, event: ev.PhaseBegan) -> OpenTable:
    if event.phase == "awakening":
        table = replace(table, turn=event.turn, active=event.seat)
        table = _side(table, event.seat, began=True, levelled=False)
    if (table.turn, table.active) != (event.turn, event.seat):
        raise ValueError(f"it is turn {table.turn} of seat {table.active}")
    return replace(table, phase=event.phase)


def _awoke(table: OpenTable, event: ev.Awoke) -> OpenTable:
    for at, (summoner, cp) in enumerate(zip(table.sides[event.seat].summoners, event.points, strict=True)):
        if summoner.hp > 0:
            table = _on_summoner(table, event.seat, at, cp=cp, tilted=False, used=())
    for spot in event.untilted:
        table = _change(table, spot.ref, tilted=False)
    return table


def _points_lost(table: OpenTable, event: ev.PointsLost) -> OpenTable:
    return _of_summoner(table, event, cp=_summoner(table, event).cp - event.n)


def _turn_ended(table: OpenTable, event: ev.TurnEnded) -> OpenTable:
    _is_active(table, event)
    if event.n != table.turn:
        raise ValueError(f"it is turn {table.turn}")
    gone: dict[str, Any] = {"damage": 0, "rage": 0, "attack": 0, "defense": 0, "used": (), "told": (), "limits": ()}
    pieces = tuple(replace(one, **gone, ruler=NOBODY, fighting=False, charged=False) for one in table.pieces)
    return replace(table, pieces=pieces, phase="end")


def _cold_paid(table: OpenTable, event: ev.ColdPaid) -> OpenTable:
    return _side(table, event.seat, coins=event.n)


def _coins(table: OpenTable, event: ev.CoinsChanged) -> OpenTable:
    return _side(table, event.seat, coins=_sum(table.sides[event.seat].coins, event))


def _ether(table: OpenTable, event: ev.EtherChanged) -> OpenTable:
    return _side(table, event.seat, ether=_sum(table.sides[event.seat].ether, event))


def _sum(before: int, event: ev.CoinsChanged | ev.EtherChanged) -> int:
    if before + event.n != event.now:
        raise ValueError(f"{before} and {event.n} are not {event.now}")
    return event.now


def _library_empty(table: OpenTable, event: ev.LibraryEmpty) -> OpenTable:
    return _side(table, event.seat, empty_draws=event.n)


def _out(table: OpenTable, event: ev.SeatOut) -> OpenTable:
    return _side(table, event.seat, out=True)


def _won(table: OpenTable, event: ev.GameWon) -> OpenTable:
    return replace(table, winner=event.seat, reason=event.rule)


def _drawn(table: OpenTable, event: ev.GameDrawn) -> OpenTable:
    return replace(table, reason=event.rule)


# Summoners ------------------------------------------------------------------------------------------------------------


def _died(table: OpenTable, event: ev.SummonerDied) -> OpenTable:
    table = _lay_between(table, *_summoner(table, event).levels)
    return _of_summoner(table, event, hp=0, cp=0, levels=(), tilted=False, used=())


def _revived(table: OpenTable, event: ev.SummonerRevived) -> OpenTable:
    return _of_summoner(table, event, hp=event.n, cp=1, tilted=False, used=(), levels=())


def _hit(table: OpenTable, event: ev.SummonerHit) -> OpenTable:
    _check_dealt(table)
    if _summoner(table, event).hp - event.n != event.hp:
        raise ValueError(f"{event.n} HP less are not {event.hp}")
    return _of_summoner(table, event, hp=event.hp)


def _healed(table: OpenTable, event: ev.SummonerHealed) -> OpenTable:
    if _summoner(table, event).hp + event.n != event.hp:
        raise ValueError(f"{event.n} HP more are not {event.hp}")
    return _of_summoner(table, event, hp=event.hp)


def _level_gained(table: OpenTable, event: ev.LevelGained) -> OpenTable:
    """The Level Up is the card that has just left the chain."""
    (card,) = table.between
    levels = (*_summoner(table, event).levels, card)
    return _of_summoner(_from_between(table, card), event, levels=levels, cp=event.points)


def _level_lost(table: OpenTable, event: ev.LevelLost) -> OpenTable:
    *levels, card = _summoner(table, event).levels
    return _lay_between(_of_summoner(table, event, levels=tuple(levels), cp=event.points), card)


# the chain ------------------------------------------------------------------------------------------------------------


def _announce(table: OpenTable, item: Item) -> OpenTable:
    return replace(table, announced=(*table.announced, item))


def _invoked(table: OpenTable, event: ev.Invoked) -> OpenTable:
    owned, side = _card(table, event.owner, event.card), table.sides[event.seat]
    if event.owner != event.seat:
        table = _side(table, event.seat, guests=without(side.guests, owned))
    else:
        slot = Slot(owned.kind, event.known)
        taken = slot if slot in side.hand else replace(slot, card=UNSETTLED)
        table = _side(table, event.seat, hand=without(side.hand, taken))
    item = Item("card", event.seat, event.card, owner=owned.owner, kind=owned.kind)
    if event.names != tuple(side.summoners[at].card for at in event.by):
        raise ValueError(f"Summoners {event.by} of seat {event.seat} are not {event.names}")
    if event.rule == "RISE-809":
        table = _side(table, event.seat, levelled=True)
        return _announce(table, replace(item, targets=(summoner_ref(event.seat, event.by[0]),)))
    for at in event.by:
        summoner = table.sides[event.seat].summoners[at]
        table = _on_summoner(table, event.seat, at, cp=summoner.cp - event.points, tilted=True)
    return _announce(table, replace(item, payer=event.seat))


def _skill(table: OpenTable, event: ev.SkillUsed) -> OpenTable:
    one = _summoner(table, event)
    spent = (*one.spent, event.index) if event.once else one.spent
    table = _of_summoner(table, event, cp=one.cp - 1, tilted=True, used=(*one.used, event.index), spent=spent)
    return _announce(table, Item("skill", event.seat, event.card, summoner_ref(event.seat, event.at), event.index))


def _action(table: OpenTable, event: ev.ActionUsed) -> OpenTable:
    if not event.again:
        piece = _piece(table, event.piece)
        used, told = (*piece.used, f"action {event.index}"), (*piece.told, event.index)
        table = _put(table, replace(piece, used=used, told=told))
    item = Item("action", event.seat, event.card, event.piece, event.index, payer=event.payer, copy=event.copy)
    return _announce(table, item)


def _ability(table: OpenTable, event: ev.AbilityStarted) -> OpenTable:
    piece = _controlled(table, event)
    table = _put(table, replace(piece, used=(*piece.used, event.ability)))
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
    return _lay_between(replace(table, announced=table.announced[:-1]), Owned(item.owner, item.kind))


def _off_chain(table: OpenTable, event: ev.ItemEvent, place: int) -> OpenTable:
    item = table.chain[place] if 0 <= place < len(table.chain) else None
    if item is None or not _names(event, item):
        raise ValueError(f"{item} is at place {place} of the chain")
    table = replace(table, chain=(*table.chain[:place], *table.chain[place + 1 :]))
    return _lay_between(table, Owned(item.owner, item.kind))


def _names(event: ev.ItemEvent, item: Item) -> bool:
    """Return True if an event is about an item."""
    said = (event.what, event.seat, event.card, event.piece, event.copy, event.index, event.ability)
    return said == (item.what, item.seat, item.card, max(0, item.source), item.copy, item.index, item.ability)


# cards come and go ----------------------------------------------------------------------------------------------------


def _entered(table: OpenTable, event: ev.Entered) -> OpenTable:
    kind = TOKEN if event.origin == "copy" else _kind(table, event.owner, event.card)
    owned, side = Owned(event.owner, kind), table.sides[event.owner]
    match event.origin:
        case "chain":
            table = _from_between(table, owned)
        case "cemetery":
            table = _side(table, event.owner, cemetery=without(side.cemetery, kind))
        case "exclusion":
            table = _side(table, event.owner, exclusion=without(side.exclusion, kind))
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
    return _put(table, replace(_controlled(table, event), on=event.host.ref))


def _leave(table: OpenTable, event: ev.LeftPlay | ev.Removed | ev.Returned) -> tuple[OpenTable, Owned]:
    """Take a card out of play, or one from under it that lies between; return it as well."""
    if not event.piece:
        card = _card(table, event.owner, event.card)
        return _from_between(table, card), card
    piece = _controlled(table, event)
    card = Owned(piece.owner, piece.kind)
    kinds = table.sides[piece.owner].kinds
    if event.owner != piece.owner or (piece.kind != TOKEN and kinds[piece.kind] != event.original):
        raise ValueError(f"{piece} is no {event.original} of seat {event.owner}")
    table = replace(table, pieces=tuple(one for one in table.pieces if one is not piece))
    under = (Owned(part.owner, part.kind) for part in piece.parts)
    return _lay_between(_leave_combat(table, piece.id), *under), card


def _left_play(table: OpenTable, event: ev.LeftPlay) -> OpenTable:
    return _bury(*_leave(table, event))


def _removed(table: OpenTable, event: ev.Removed) -> OpenTable:
    table, card = _leave(table, event)
    if event.token != (card.kind == TOKEN):
        raise ValueError(f"{event.card} is a card or a copy made in play, not both")
    return table if event.token else _exclude(table, card)


def _buried(table: OpenTable, event: ev.Buried) -> OpenTable:
    card = _card(table, event.seat, event.card)
    return _bury(_from_between(table, card), card)


def _returned(table: OpenTable, event: ev.Returned) -> OpenTable:
    table, card = _leave(table, event)
    return _to_hand(table, event.to, card)


def _to_hand(table: OpenTable, seat: int, card: Owned) -> OpenTable:
    side = table.sides[seat]
    if card.owner != seat:
        return _side(table, seat, guests=in_order((*side.guests, card)))
    return _side(table, seat, hand=sorted_hand((*side.hand, Slot(card.kind, EVERYBODY))))


def _from_cemetery(table: OpenTable, event: ev.FromCemetery) -> OpenTable:
    card, side = _card(table, event.seat, event.card), table.sides[event.seat]
    table = _side(table, event.seat, cemetery=without(side.cemetery, card.kind))
    return _to_hand(table, event.seat, card)


def _copied(table: OpenTable, event: ev.Copied) -> OpenTable:
    piece = replace(_controlled(table, event), card=event.now.card, copy=event.now.copy, morph=True)
    return _put(table, piece)


def _stacked(table: OpenTable, event: ev.Stacked) -> OpenTable:
    """Two cards are one creature, with all that lies and was done on either."""
    top, under = _controlled(table, event), _piece(table, event.under.ref)
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


# what is done to cards ------------------------------------------------------------------------------------------------


def _check_dealt(table: OpenTable) -> None:
    """Raise ValueError if damage comes while choices for combat damage are still waiting for it."""
    if any(one.why != "takes" for one in table.aims):
        raise ValueError(f"the combat damage is not dealt yet: {table.aims}")


def _damaged(table: OpenTable, event: ev.DamageTaken) -> OpenTable:
    _check_dealt(table)
    piece = _controlled(table, event)
    return _put(table, replace(piece, damage=piece.damage + (event.n if event.kept else 0), paranoid=False))


def _counters(table: OpenTable, event: ev.CountersPut) -> OpenTable:
    piece = _controlled(table, event)
    if event.rage:
        return _put(table, replace(piece, rage=piece.rage + event.n))
    return _put(table, replace(piece, plus=piece.plus + max(0, event.n), minus=piece.minus + max(0, -event.n)))


def _parasite(table: OpenTable, event: ev.ParasiteWorked) -> OpenTable:
    return _put(table, replace(_controlled(table, event), turns=event.n))


def _strengthened(table: OpenTable, event: ev.Strengthened) -> OpenTable:
    piece = _controlled(table, event)
    piece = replace(piece, attack=piece.attack + event.attack, defense=piece.defense + event.defense)
    return _put(table, piece)


def _untilted(table: OpenTable, event: ev.Untilted) -> OpenTable:
    return _put(table, replace(_controlled(table, event), tilted=False))


def _turned(table: OpenTable, event: ev.DoorTurned) -> OpenTable:
    return _put(table, replace(_controlled(table, event), open=event.open))


def _unlocked(table: OpenTable, event: ev.LockOpened) -> OpenTable:
    return _put(table, replace(_controlled(table, event), open=event.open, free=True))


def _let_loose(table: OpenTable, event: ev.DoorLetLoose) -> OpenTable:
    return _put(table, replace(_controlled(table, event), fighting=True))


def _limited(table: OpenTable, event: ev.Limited) -> OpenTable:
    piece = _controlled(table, event)
    return _put(table, replace(piece, limits=tuple(dict.fromkeys((*piece.limits, *event.what)))))


def _ruled(table: OpenTable, event: ev.ActionsTaken) -> OpenTable:
    return _change(table, event.piece, ruler=event.seat)


def _marked(table: OpenTable, event: ev.Marked) -> OpenTable:
    return _put(table, replace(_controlled(table, event), paranoid=True))


def _control(table: OpenTable, event: ev.ControlChanged) -> OpenTable:
    piece = _controlled(table, event)
    piece = replace(piece, claims=event.claims, holder=event.holder)
    if event.to == piece.controller:
        return _put(table, piece)
    since = table.turn if event.sick else piece.since
    table = _put(table, replace(piece, controller=event.to, since=since))
    return _leave_combat(table, piece.id)


# combat ---------------------------------------------------------------------------------------------------------------


def _attacks(table: OpenTable, event: ev.AttackDeclared) -> OpenTable:
    piece = _controlled(table, event)
    table = _put(table, replace(piece, charged=piece.charged or event.door))
    return replace(table, fights=(*table.fights, Fight(piece.id, event.target)))


def _attackers_tilted(table: OpenTable, event: ev.AttackersTilted) -> OpenTable:
    _is_active(table, event)
    for spot in event.attackers:
        table = _change(table, spot.ref, tilted=True)
    return table


def _attack_off(table: OpenTable, event: ev.AttackOff) -> OpenTable:
    return replace(table, fights=without(table.fights, _fight(table, _controlled(table, event).id, event.target)))


def _fight(table: OpenTable, attacker: int, target: int) -> Fight:
    for fight in table.fights:
        if (fight.attacker, fight.target) == (attacker, target):
            return fight
    raise ValueError(f"piece {attacker} does not attack seat {target}")


def _blocks(table: OpenTable, event: ev.BlockDeclared) -> OpenTable:
    blocker, attacker = _controlled(table, event).id, event.attacker.ref
    for at, block in enumerate(table.blocks):
        if block.blocker == blocker:
            more = Block(blocker, (*block.attackers, attacker))
            return replace(table, blocks=with_item(table.blocks, at, more))
    return replace(table, blocks=(*table.blocks, Block(blocker, (attacker,))))


def _dodged(table: OpenTable, event: ev.Dodged) -> OpenTable:
    return replace(table, dodged=(*table.dodged, event.piece))


def _possesses(table: OpenTable, event: ev.ReadyToPossess) -> OpenTable:
    return replace(table, possessing=(*table.possessing, event.piece))


def _dealt(table: OpenTable, event: ev.DamageDealt) -> OpenTable:
    _is_active(table, event)
    return replace(table, aims=tuple(one for one in table.aims if one.why == "takes"))


def _combat_over(table: OpenTable, event: ev.CombatOver) -> OpenTable:
    _is_active(table, event)
    if any(table.sides[fight.target].out for fight in table.fights):
        raise ValueError("an attack on a seat that is out goes on")
    return replace(table, fights=(), blocks=(), out_of_combat=(), dodged=(), possessing=(), aims=())


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
    ev.Invoked: _invoked,
    ev.SkillUsed: _skill,
    ev.ActionUsed: _action,
    ev.AbilityStarted: _ability,
    ev.TimesChosen: _times,
    ev.TargetChosen: _target,
    ev.ItemAdded: _added,
    ev.ItemResolved: _resolved,
    ev.ItemDropped: _dropped,
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
    ev.AttackDeclared: _attacks,
    ev.AttackersTilted: _attackers_tilted,
    ev.AttackOff: _attack_off,
    ev.BlockDeclared: _blocks,
    ev.Dodged: _dodged,
    ev.ReadyToPossess: _possesses,
    ev.DamageDealt: _dealt,
    ev.CombatOver: _combat_over,
}
"""What each kind of event changes."""
QUIET: Final[frozenset[type[ev.RiseEvent]]] = frozenset(
    {
        ev.HandKept,
        ev.DrawLeftOut,
        ev.TookCards,
        ev.SummonerSacrificed,
        ev.Conceded,
        ev.EffectStarted,
        ev.EffectDeclined,
        ev.TopCardLeft,
        ev.OrderChosen,
        ev.TossedAgain,
        ev.PricePaid,
        ev.Passed,
        ev.EndAnnounced,
        ev.ItemFailed,
        ev.CountersKeptOff,
        ev.CoinTossed,
        ev.DieRolled,
        ev.NoAttack,
        ev.NoBlock,
    }
)
"""Kinds of event after which the same lies on the table: choices, chance, and reasons for what follows."""
