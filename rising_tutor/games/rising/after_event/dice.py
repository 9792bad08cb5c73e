"""Dice that are collected, rolled, placed and put back."""

from msgspec.structs import replace

from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.after_event.edits import (
    card_on,
    change_card,
    change_team,
    changes,
    colour,
    from_pool,
    in_stock,
    plus,
    used_up,
    without,
)
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.open_table import OpenTable, sorted_dice
from rising_tutor.games.rising.rules import events as ev


@changes.of(ev.DiceCollected)
def _dice_collected(_: Book, table: OpenTable, event: ev.DiceCollected) -> OpenTable:
    stock = table.stock
    for die in event.dice:
        stock = plus(stock, die, -1)
    return replace(table, waiting=sorted_dice(event.dice), stock=stock, earned=())


@changes.of(ev.DieAdded)
def _die_added(_: Book, table: OpenTable, event: ev.DieAdded) -> OpenTable:
    waiting = sorted_dice((*table.waiting, event.colour))
    return replace(table, waiting=waiting, stock=plus(table.stock, event.colour, -1))


@changes.of(ev.DieLost, ev.DieDiscarded)
def _die_lost(_: Book, table: OpenTable, event: ev.DieLost | ev.DieDiscarded) -> OpenTable:
    return used_up(from_pool(table, event.die), [event.die])


@changes.of(ev.DiceTakenUp)
def _dice_taken_up(_: Book, table: OpenTable, event: ev.DiceTakenUp) -> OpenTable:
    for die in event.dice:
        table = from_pool(table, die)
    return replace(table, waiting=sorted_dice((*table.waiting, *map(colour, event.dice))))


@changes.of(ev.DiceRolled)
def _dice_rolled(_: Book, table: OpenTable, event: ev.DiceRolled) -> OpenTable:
    if not event.again:
        return replace(table, shown=sorted_dice(event.dice), waiting=(), rolls=event.roll)
    for die in event.again:
        table = from_pool(table, die)
    return replace(table, shown=sorted_dice((*table.shown, *event.dice)))


@changes.of(ev.FaceChanged)
def _face_changed(_: Book, table: OpenTable, event: ev.FaceChanged) -> OpenTable:
    return replace(table, shown=sorted_dice((*without(table.shown, event.die), event.to)))


@changes.of(ev.DiePlaced)
def _die_placed(_: Book, table: OpenTable, event: ev.DiePlaced) -> OpenTable:
    if colour(event.die) != "token":
        table = from_pool(table, event.die)
    if event.on == BALANCE:
        return replace(table, balance_symbols=(*table.balance_symbols, event.die))
    team = table.teams[table.active]
    if event.on in dict(team.dice):
        dice = tuple((key, (*have, event.die) if key == event.on else have) for key, have in team.dice)
        return change_team(table, table.active, dice=dice)
    return change_card(table, event.on, dice=(*card_on(table, event.on).dice, event.die))


@changes.of(ev.DieRemoved)
def _die_removed(_: Book, table: OpenTable, event: ev.DieRemoved) -> OpenTable:
    return replace(from_pool(table, event.die), balance_dice=sorted_dice((*table.balance_dice, event.die)))


@changes.of(ev.DieParked)
def _die_parked(_: Book, table: OpenTable, event: ev.DieParked) -> OpenTable:
    table = replace(from_pool(table, event.die), used=tuple(sorted({*table.used, event.on})))
    return change_card(table, event.on, parked=event.die)


@changes.of(ev.ParkedDieTaken)
def _parked_die_taken(_: Book, table: OpenTable, event: ev.ParkedDieTaken) -> OpenTable:
    """Take the die into the hand: an event of its own says where it goes."""
    return replace(change_card(table, event.on, parked=""), shown=sorted_dice((*table.shown, event.die)))


@changes.of(ev.DiceForfeited)
def _dice_forfeited(_: Book, table: OpenTable, event: ev.DiceForfeited) -> OpenTable:
    for die in event.dice:
        table = from_pool(table, die)
    return used_up(table, event.dice)


@changes.of(ev.DiceReturned)
def _dice_returned(book: Book, table: OpenTable, _event: ev.DiceReturned) -> OpenTable:
    table = replace(
        table,
        places=tuple(spot and replace(spot, dice=()) for spot in table.places),
        battles=tuple(spot and replace(spot, dice=()) for spot in table.battles),
        teams=tuple(
            replace(
                team,
                row=tuple(replace(hero, dice=()) for hero in team.row),
                dice=tuple((key, ()) for key, _ in team.dice),
            )
            for team in table.teams
        ),
        shown=(),
        waiting=(),
        gone=(),
        used=(),
        balance_symbols=(),
        balance_dice=(),
        balance_tokens=(),
    )
    return in_stock(book, table)
