"""Tables as pictures and as text, one folder for each family of games.

    rising/       the board of the Rising titles, as HTML and as text; its opening lines name its modules
    plain.py      any game that nobody has drawn, as lists and buttons
    charts.py     what can be plotted of a game from position to position
    reviewed.py   what a page may ask of a board whose game is over or recorded
    ports.py      what a page may ask of any board

A board turns a view into text and HTML and holds nothing that changes. Pages reach it by `board_for`.
"""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rising_tutor.boards.plain import PlainBoard
from rising_tutor.core.game import AnyGame

if TYPE_CHECKING:
    from rising_tutor.boards.ports import Board


def board_for(game: AnyGame) -> "Board":
    """The board of the game's family, else a plain one: every game has one."""
    found: Any = game
    return _board_of(found)


@lru_cache(maxsize=8)
def _board_of(game: Any) -> "Board":
    family = game.info.family
    name = f"{__name__}.{family}"
    drawn = family.isidentifier() and find_spec(name) is not None and hasattr(import_module(name), "board")
    board: Board = import_module(name).board(game) if drawn else PlainBoard(game)
    return board
