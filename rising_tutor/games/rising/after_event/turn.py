"""Set-up, the turn, the enemy, tokens and tracks."""

from typing import Any

from msgspec.structs import replace

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_item
from rising_tutor.games.rising.after_event.edits import (
    change_team,
    changes,
    from_pool,
    plus,
    team_at,
    used_up,
    without,
)
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.open_table import OpenHero, OpenSpot, OpenTable, counts_of, sorted_dice
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev


@changes.of(ev.TeamTaken)
def _team_taken(book: Book, table: OpenTable, event: ev.TeamTaken) -> OpenTable:
    abilities = tuple((key, ()) for key, _ in book.team_ability[event.card])
    row = tuple(OpenHero(card) for card in event.heroes)
    table = replace(table, heroes_unseen=tuple(card for card in table.heroes_unseen if card not in event.heroes))
    return change_team(table, event.team, card=event.card, row=row, dice=abilities)


@changes.of(ev.StarterTaken)
def _starter_taken(_: Book, table: OpenTable, event: ev.StarterTaken) -> OpenTable:
    table = replace(table, heroes_unseen=without(table.heroes_unseen, event.card))
    return change_team(table, event.team, row=(OpenHero(event.card),))


@changes.of(foe.CarriersStacked)
def _carriers_stacked(book: Book, table: OpenTable, event: foe.CarriersStacked) -> OpenTable:
    ground = [CardId(one.id) for one in book.carrier.values() if one.location == event.location and one.ground]
    return replace(table, stacks=with_item(table.stacks, event.location, (*event.cards, *ground)))


@changes.of(foe.BossRevealed)
def _boss_revealed(_: Book, table: OpenTable, event: foe.BossRevealed) -> OpenTable:
    return replace(table, above_boss=-1, battles=with_item(table.battles, event.location, OpenSpot(event.card)))


@changes.of(ev.CardRevealed)
def _card_revealed(book: Book, table: OpenTable, event: ev.CardRevealed) -> OpenTable:
    if table.places[event.place] is not None:
        raise ValueError(f"place {event.place} is not empty")
    table = _off_the_deck(book, table, event.card)
    return replace(table, places=with_item(table.places, event.place, OpenSpot(event.card)))


def _off_the_deck(book: Book, table: OpenTable, card: CardId) -> OpenTable:
    table = replace(table, above_boss=table.above_boss - (table.above_boss > 0))
    if card in book.hero:
        return replace(table, heroes_unseen=without(table.heroes_unseen, card))
    unseen = without(table.villains_unseen, card)
    return replace(table, villains_unseen=unseen, villains_in_deck=table.villains_in_deck - 1)


@changes.of(foe.CardDiscarded)
def _card_discarded(book: Book, table: OpenTable, event: foe.CardDiscarded) -> OpenTable:
    table = _off_the_deck(book, table, event.card)
    pile = "villains_out" if event.card in book.villain else "defeated" if event.counts else "heroes_gone"
    return replace(table, **{pile: (*getattr(table, pile), event.card)})


@changes.of(ev.TurnBegan)
def _turn_began(_: Book, table: OpenTable, event: ev.TurnBegan) -> OpenTable:
    return replace(
        table,
        turn=event.turn,
        location=-1,
        rolls=0,
        gone=(),
        earned=(),
        to_lose=0,
        used=(),
        balance_symbols=(),
        balance_dice=(),
        balance_tokens=(),
        threat=(),
        no_heal=False,
        no_tokens=False,
        no_balance=False,
    )


@changes.of(foe.FireNationReshuffled)
def _fire_reshuffled(_: Book, table: OpenTable, _event: foe.FireNationReshuffled) -> OpenTable:
    return replace(table, fire_deck=table.fire_discard, fire_discard=())


@changes.of(foe.FireNationTurned)
def _fire_turned(_: Book, table: OpenTable, event: foe.FireNationTurned) -> OpenTable:
    deck, discard = plus(table.fire_deck, event.card, -1), plus(table.fire_discard, event.card)
    return replace(table, fire_card=event.card, fire_deck=deck, fire_discard=discard)


@changes.of(foe.FigureTurned)
def _figure_turned(book: Book, table: OpenTable, event: foe.FigureTurned) -> OpenTable:
    boss = table.battles[event.before] if book.boss else None
    if boss is not None:
        table = replace(table, battles=tuple(boss if at == event.after else None for at in range(len(table.battles))))
    return replace(table, facing=event.after)


@changes.of(foe.PressureAdded, foe.PressureRemoved)
def _pressure(_: Book, table: OpenTable, event: foe.PressureAdded | foe.PressureRemoved) -> OpenTable:
    return replace(table, counters=counts_of({**dict(table.counters), event.card: event.after}))


@changes.of(foe.CarrierFell)
def _carrier_fell(_: Book, table: OpenTable, event: foe.CarrierFell) -> OpenTable:
    stacks = tuple(stack[1:] if stack[:1] == (event.card,) else stack for stack in table.stacks)
    counters = counts_of({**dict(table.counters), event.card: 0})
    return replace(table, counters=counters, stacks=stacks, fallen=(*table.fallen, event.card))


@changes.of(foe.TeamRedeployed)
def _redeployed(_: Book, table: OpenTable, event: foe.TeamRedeployed) -> OpenTable:
    return replace(used_up(from_pool(table, event.die), [event.die]), location=event.location)


def _drop_token(table: OpenTable, team: CardId, token: CardId) -> OpenTable:
    at = team_at(table, team)
    table = change_team(table, at, tokens=plus(table.teams[at].tokens, token, -1))
    return replace(table, token_discard=plus(table.token_discard, token))


@changes.of(ev.TokenUsed, ev.TokenDropped)
def _token_used(_: Book, table: OpenTable, event: ev.TokenUsed | ev.TokenDropped) -> OpenTable:
    return _drop_token(table, event.team, event.token)


@changes.of(ev.TokenGiven)
def _token_given(_: Book, table: OpenTable, event: ev.TokenGiven) -> OpenTable:
    table = _drop_token(table, event.team, event.token)
    return replace(table, balance_tokens=(*table.balance_tokens, event.token))


@changes.of(ev.TokenDrawn)
def _token_drawn(_: Book, table: OpenTable, event: ev.TokenDrawn) -> OpenTable:
    at = team_at(table, event.team)
    table = change_team(table, at, tokens=plus(table.teams[at].tokens, event.token))
    return replace(table, supply=plus(table.supply, event.token, -1))


@changes.of(foe.TracksLeft)
def _tracks_left(_: Book, table: OpenTable, _event: foe.TracksLeft) -> OpenTable:
    table = used_up(table, (*table.balance_dice, *table.balance_symbols))
    nothing: dict[str, Any] = {"balance_symbols": (), "balance_dice": (), "balance_tokens": (), "no_balance": False}
    return replace(table, phase=2, side="", ruin=0, balance=0, **nothing)


changes.table.update(
    {
        ev.SideChosen: lambda _, table, event: replace(table, side=event.side),
        ev.FirstChosen: lambda _, table, event: replace(table, active=event.team),
        foe.FigureSet: lambda _, table, event: replace(table, facing=event.location),
        foe.BossHidden: lambda _, table, event: replace(table, above_boss=event.above),
        ev.TeamTokenPlaced: lambda _, table, event: replace(table, location=event.location),
        ev.TeamTokenReturned: lambda _, table, __: replace(table, location=-1),
        foe.ThreatFaceRolled: lambda _, table, event: replace(table, threat=(*table.threat, event.face)),
        foe.RuinMoved: lambda _, table, event: replace(table, ruin=event.after),
        foe.HealingBlocked: lambda _, table, __: replace(table, no_heal=True),
        foe.TokensBlocked: lambda _, table, __: replace(table, no_tokens=True),
        foe.BalanceBlocked: lambda _, table, __: replace(table, no_balance=True),
        ev.DieEarned: lambda _, table, event: replace(table, earned=sorted_dice((*table.earned, event.colour))),
        ev.DiceToBeLost: lambda _, table, event: replace(table, to_lose=table.to_lose + event.n),
        ev.BalanceMoved: lambda _, table, event: replace(table, balance=event.after),
        foe.BlackSunCame: lambda _, table, event: replace(table, black_sun=event.track, black_sun_turn=table.turn),
        ev.TokensRecycled: lambda _, table, __: replace(table, supply=table.token_discard, token_discard=()),
        foe.BattlesPlaced: lambda _, table, event: replace(
            table, battles=tuple(OpenSpot(card) for card in event.battles)
        ),
        ev.TurnPassed: lambda _, table, event: replace(table, active=team_at(table, event.team)),
        ev.GameEnded: lambda _, table, event: replace(table, result=event.result, reasons=event.reasons),
    }
)
