"""Tables as pictures and as text, one folder for each family of games; `plain` draws any game that nobody has drawn.

A board turns a view into text and HTML and holds nothing that changes. Pages reach it by `board_for`.
"""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rising_tutor.boards.plain import PlainBoard
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import entry, game_ids

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


def drawn_by(game: AnyGame) -> Any:
    """The module that draws a game: the one that its entry names, else that of its family; None if nobody has drawn it.

    Such a module has `board(game)` and, where there is something to plot, `series(game)`.

    >>> from rising_tutor.core.registry import load_game
    >>> drawn_by(load_game("fire")).__name__
    'rising_tutor.boards.rising'
    """
    info = game.info
    named = entry(info.id).board if info.id in game_ids() else ""
    family = f"{__package__}.{info.family}"
    if not named and (not info.family.isidentifier() or find_spec(family) is None):
        return None
    module = import_module(named or family)
    return module if hasattr(module, "board") else None
