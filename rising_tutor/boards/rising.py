"""The board of the Rising titles: a view as text and as HTML, and its actions in words.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> print(text(game.view(game.start(2, {"teams": "aang,toph"}), None)).splitlines()[0])
Setup
"""

from functools import cache

from rising_tutor.boards.rising_text import table
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.games.rising.book import Book
from rising_tutor.games.rising.view import RisingView


def text(view: RisingView, game: AnyGame | None = None) -> str:
    """The table in plain text.

    Args:
        game: gives the names of the cards; without it those of the titles that come with this project are used.
    """
    names = _names(game)

    def name(card: str) -> str:
        return names.get(card) or card.replace("-", " ").title()

    return "\n".join(table(view, name))


def _names(game: AnyGame | None) -> dict[str, str]:
    book = getattr(game, "book", None)
    return _names_of(book) if isinstance(book, Book) else _all_names()


def _names_of(book: Book) -> dict[str, str]:
    ids = [*book.hero, *book.villain, *book.team, *book.battle, *book.token_index]
    return {card: book.name(card) for card in ids}


@cache
def _all_names() -> dict[str, str]:
    books = (getattr(load_game(game_id), "book", None) for game_id in game_ids())
    return {card: name for book in books if isinstance(book, Book) for card, name in _names_of(book).items()}
