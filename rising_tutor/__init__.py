"""Rising Tutor: learn, play and study the Rising games.

>>> import rising_tutor
>>> game = rising_tutor.load_game("fire")
>>> game.info.title
'Fire Nation Rising'
"""

import sys
from typing import Any

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.errors import RisingTutorError

__version__ = "0.1.0"

__all__ = ["RisingTutorError", "__version__", "game_ids", "load_game", "show"]


def show(what: Any, **details: Any) -> Any:
    """The widget for what it is given, to be the last line of a cell (`rising_tutor.widgets.showing`).

    Args:
        what: a replay, by its path or the name of a sample, or a position; the id of a lesson, a rule or a game; dice,
            such as "2 green, 1 blue"; a tree, a ledger or another result.
        details: for the widget, such as `at` of a replay or `need` of dice.

    Raises:
        BadArgument: nothing shows this; the message names what is nearest.
    """
    from rising_tutor.widgets.showing import shown  # noqa: PLC0415 - who plays without pictures does not pay for them

    return shown(what, **details)


if "IPython" in sys.modules:
    from rising_tutor.widgets.pictures import register

    # What a cell of a notebook gives is drawn; no type is loaded for it.
    register()
