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
from rising_tutor.games.rising.game import RisingGame
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
    return _names_of(game) if isinstance(game, RisingGame) else _all_names()


def _names_of(game: RisingGame) -> dict[str, str]:
    content = game.book.content
    cards = (*content.hero, *content.villain, *content.team, *content.battle, *content.token)
    return {card.id: card.name for card in cards}


@cache
def _all_names() -> dict[str, str]:
    games = (load_game(game_id) for game_id in game_ids())
    return {card: name for game in games if isinstance(game, RisingGame) for card, name in _names_of(game).items()}
