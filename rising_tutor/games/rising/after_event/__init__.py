"""Changes of the open table by single events, as somebody would make them who only hears the events.

edits.py    reading and changing a table in small steps
turn.py     set-up, the turn, the enemy, tokens and tracks
cards.py    Damage, and cards that come, go and change places
dice.py     dice that are collected, rolled, placed and put back
"""

from rising_tutor.core.event import Event
from rising_tutor.games.rising.after_event import cards, dice, turn  # noqa: F401 - each registers its changes
from rising_tutor.games.rising.after_event.edits import changes
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.open_table import OpenTable


def after_event(book: Book, table: OpenTable, event: Event) -> OpenTable:
    """Return the table after an event that its viewer may see.

    Raises:
        ValueError: a card, die or token that the event names is not where it would have to be.
    """
    change = changes.table.get(type(event))
    return table if change is None else change(book, table, event)
