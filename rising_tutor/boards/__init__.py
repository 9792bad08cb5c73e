"""Tables as pictures and as text, one folder for each family of games.

    rising/       the board of the Rising titles, as HTML and as text; its opening lines name its modules
    found.py      which module draws a game
    plain.py      any game that nobody has drawn, as lists and buttons
    charts.py     what can be plotted of a game from position to position
    reviewed.py   what a page may ask of a board whose game is over or recorded
    ports.py      what a page may ask of any board

A board turns a view into text and HTML and holds nothing that changes. Pages reach it by `board_for`.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rising_tutor.boards.found import drawn_by
from rising_tutor.boards.plain import PlainBoard
from rising_tutor.core.game import AnyGame

if TYPE_CHECKING:
    from rising_tutor.boards.ports import Board


def board_for(game: AnyGame) -> "Board":
    """The board of the game or of its family, else a plain one: every game has one."""
    found: Any = game
    return _board_of(found)


@lru_cache(maxsize=8)
def _board_of(game: Any) -> "Board":
    drawn = drawn_by(game)
    board: Board = drawn.board(game) if drawn is not None else PlainBoard(game)
    return board
