"""Which module draws a game: the one that its entry names, else the one of its family.

Such a module has `board(game)` and, where there is something to plot, `series(game)`.

>>> from rising_tutor.core.registry import load_game
>>> drawn_by(load_game("fire")).__name__
'rising_tutor.boards.rising'
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import entry, game_ids


def drawn_by(game: AnyGame) -> Any:
    """The module that draws a game; None if nobody has drawn it."""
    info = game.info
    named = entry(info.id).board if info.id in game_ids() else ""
    family = f"{__package__}.{info.family}"
    if not named and (not info.family.isidentifier() or find_spec(family) is None):
        return None
    module = import_module(named or family)
    return module if hasattr(module, "board") else None
