"""Damage, and cards that come, go and change places."""

from msgspec.structs import replace

from rising_tutor.core.values import with_item
from rising_tutor.games.rising.after_event.edits import (
    card_on,
    change_card,
    change_team,
    changes,
    find_spot,
    in_stock,
    take_away,
    team_at,
    used_up,
)
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.open_table import OpenHero, OpenTable
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev


@changes.of(ev.DamageTaken, ev.VillainDamaged, ev.DamagePaid, ev.Healed)
def _damage(
    _: Book, table: OpenTable, event: ev.DamageTaken | ev.VillainDamaged | ev.DamagePaid | ev.Healed
) -> OpenTable:
    return change_card(table, event.card, damage=event.damage)


@changes.of(ev.DamageMoved)
def _damage_moved(_: Book, table: OpenTable, event: ev.DamageMoved) -> OpenTable:
    """Take the counter from where it was; what it does to the other card is an event of its own."""
    return change_card(table, event.source, damage=card_on(table, event.source).damage - 1)


@changes.of(ev.CardsSwapped)
def _cards_swapped(_: Book, table: OpenTable, event: ev.CardsSwapped) -> OpenTable:
    here, there = (find_spot(table.places, card) for card in (event.here, event.elsewhere))
    if min(here, there) < 0:
        raise ValueError(f"{event.here} and {event.elsewhere} do not both lie at places")
    first, second = table.places[here], table.places[there]
    assert first is not None
    assert second is not None
    if event.aside:
        first, second = replace(first, dice=()), replace(second, dice=())
    table = replace(table, places=with_item(with_item(table.places, here, second), there, first))
    return used_up(table, event.aside)


@changes.of(ev.RowReordered)
def _row_reordered(_: Book, table: OpenTable, event: ev.RowReordered) -> OpenTable:
    at = team_at(table, event.team)
    by_card = {hero.card: hero for hero in table.teams[at].row}
    if sorted(by_card) != sorted(event.row):
        raise ValueError(f"the row has {sorted(by_card)}, not {sorted(event.row)}")
    return change_team(table, at, row=tuple(by_card[card] for card in event.row))


@changes.of(ev.HeroRecruited)
def _hero_recruited(_: Book, table: OpenTable, event: ev.HeroRecruited) -> OpenTable:
    at = team_at(table, event.team)
    table = take_away(table, event.card)
    row, joined = table.teams[at].row, OpenHero(event.card)
    return change_team(table, at, row=(joined, *row) if event.end == "left" else (*row, joined))


@changes.of(foe.BattleCompleted)
def _battle_completed(_: Book, table: OpenTable, event: foe.BattleCompleted) -> OpenTable:
    return replace(table, battles_done=(*table.battles_done, event.card))


@changes.of(ev.CardsCleared)
def _cards_cleared(book: Book, table: OpenTable, event: ev.CardsCleared) -> OpenTable:
    for card in event.cards:
        table = take_away(table, card)
    beaten = tuple(card for card in event.cards if card in book.villain)
    return replace(table, villains_out=table.villains_out + beaten)


@changes.of(ev.HeroesCleared)
def _heroes_cleared(book: Book, table: OpenTable, event: ev.HeroesCleared) -> OpenTable:
    aside = table.gone
    for card in event.cards:
        table = take_away(table, card)
    table = replace(table, defeated=table.defeated + event.cards, gone=aside)
    return in_stock(book, table)


@changes.of(foe.CardRemoved)
def _card_removed(book: Book, table: OpenTable, event: foe.CardRemoved) -> OpenTable:
    pile = "villains_out" if event.card in book.villain else "defeated"
    table = take_away(table, event.card)
    return replace(table, **{pile: (*getattr(table, pile), event.card)})


@changes.of(ev.EffectUsed)
def _effect_used(_: Book, table: OpenTable, event: ev.EffectUsed) -> OpenTable:
    if event.what != "ability":
        return table
    return replace(table, used=tuple(sorted({*table.used, event.card})))
