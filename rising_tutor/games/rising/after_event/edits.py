"""Reading and changing an open table in small steps, and the registry of what each kind of event changes.

What a card prints (its kind, the spaces of a carrier) is taken from the book; everything else comes from the events.
"""

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import with_item
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.open_table import Counts, OpenHero, OpenSpot, OpenTable, counts_of, sorted_dice

changes: Final = ByType[OpenTable]("events of the open table")
"""(book, table, event) -> the table after it, for each type of event that changes it; all others only explain."""


def plus(counts: Counts, kind: str, n: int = 1) -> Counts:
    """Return the counts with `n` more of a kind."""
    numbers = dict(counts)
    numbers[kind] = numbers.get(kind, 0) + n
    if numbers[kind] < 0:
        raise ValueError(f"there is no {kind} to take")
    return counts_of(numbers)


def without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """Return the items without one of them."""
    if item not in items:
        raise ValueError(f"{item} is not among {items}")
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def colour(die: str) -> str:
    """Return the colour of a die; "token" for a symbol of a token."""
    return die.partition(":")[0]


def used_up(table: OpenTable, dice: Iterable[str]) -> OpenTable:
    """Return the table with dice put aside; symbols from tokens are gone for good."""
    return replace(table, gone=sorted_dice((*table.gone, *(die for die in dice if colour(die) != "token"))))


def from_pool(table: OpenTable, die: str) -> OpenTable:
    """Return the table without a die of the pool, whether it shows a face or not."""
    if ":" in die:
        return replace(table, shown=without(table.shown, die))
    return replace(table, waiting=without(table.waiting, die))


def team_at(table: OpenTable, card: str) -> int:
    """Return the index of the Team with a card."""
    found = [at for at, team in enumerate(table.teams) if team.card == card]
    if not found:
        raise ValueError(f"no Team has the card {card}")
    return found[0]


def find_hero(table: OpenTable, card: str) -> tuple[int, int] | None:
    """Return Team and position of a Hero in a row; None if it is in none."""
    for at, team in enumerate(table.teams):
        for position, hero in enumerate(team.row):
            if hero.card == card:
                return at, position
    return None


def find_spot(spots: tuple[OpenSpot | None, ...], card: str) -> int:
    """Return the place of a card; -1 if it lies at none."""
    return next((at for at, spot in enumerate(spots) if spot is not None and spot.card == card), -1)


def change_team(table: OpenTable, at: int, **facts: Any) -> OpenTable:
    """Return the table with other facts of a Team."""
    return replace(table, teams=with_item(table.teams, at, replace(table.teams[at], **facts)))


def change_hero(table: OpenTable, at: int, position: int, **facts: Any) -> OpenTable:
    """Return the table with other facts of a Hero in a row."""
    row = table.teams[at].row
    return change_team(table, at, row=with_item(row, position, replace(row[position], **facts)))


def change_card(table: OpenTable, card: str, **facts: Any) -> OpenTable:
    """Return the table with other facts of a card that lies at a place, at a battle or in a row."""
    if (found := find_hero(table, card)) is not None:
        return change_hero(table, *found, **facts)
    for name in ("places", "battles"):
        spots = getattr(table, name)
        if (at := find_spot(spots, card)) >= 0:
            return replace(table, **{name: with_item(spots, at, replace(spots[at], **facts))})
    raise ValueError(f"{card} is not on the table")


def card_on(table: OpenTable, card: str) -> OpenSpot | OpenHero:
    """Return a card that lies at a place, at a battle or in a row."""
    if (found := find_hero(table, card)) is not None:
        return table.teams[found[0]].row[found[1]]
    for spots in (table.places, table.battles):
        if (at := find_spot(spots, card)) >= 0:
            return spots[at]  # type: ignore[return-value]  # `find_spot` passes over empty places
    raise ValueError(f"{card} is not on the table")


def take_away(table: OpenTable, card: str) -> OpenTable:
    """Return the table without a card; dice on it are put aside."""
    if (found := find_hero(table, card)) is not None:
        at, position = found
        row = table.teams[at].row
        hero = row[position]
        table = change_team(table, at, row=row[:position] + row[position + 1 :])
        return used_up(table, (*hero.dice, *([hero.parked] if hero.parked else [])))
    for name in ("places", "battles"):
        spots = getattr(table, name)
        if (at := find_spot(spots, card)) >= 0:
            return used_up(replace(table, **{name: with_item(spots, at, None)}), spots[at].dice)
    raise ValueError(f"{card} is not on the table")


def in_stock(book: Book, table: OpenTable) -> OpenTable:
    """Return the table with all dice in the stock but those that are parked."""
    stock = dict(zip(book.colours, book.dice_total, strict=True))
    for team in table.teams:
        for hero in team.row:
            if hero.parked:
                stock[colour(hero.parked)] -= 1
    return replace(table, stock=counts_of(stock))
