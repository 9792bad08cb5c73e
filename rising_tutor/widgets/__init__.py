"""Every part of the tutor as a widget, for a cell of a notebook. The pages of the app are made of the same ones.

    Board         a position, or the position that a replay shows
    CardReader    the cards of a game, one of them open
    Chapter       the lessons of a chapter of the course, with a check at the end
    Explore       values to move, and the text that a function returns for them
    Lesson        a lesson
    Mission       a mission
    Odds          the odds lab with a question
    Play          a game at the table
    Plot          the numbers of a table over a replay
    Replay        a recorded game, step by step
    Review        luck, choices and mistakes of a recorded game
    RuleReader    the rule catalogue of a game
    Scenario      one position and one goal
    Tree          every way on from a position
    Unit          a teaching unit about chances

Each takes plain arguments, shows itself when it is the last line of a cell, and is read and observed from code:

>>> from rising_tutor.widgets import Odds
>>> odds = Odds("2 green, 1 blue", need="W W E")
>>> odds.value.fraction
Fraction(8329, 15552)

What a widget shows changes with its traits, so widgets of several cells can be linked: `link((replay, "at"), (board,
"at"))` with `link` of ipywidgets. Arguments that cannot be used raise an error of `rising_tutor.errors`, which stands
in the cell as one sentence. A game is named by its id or by a unique beginning of it; unnamed it is Fire Nation Rising.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rising_tutor.widgets.board import Board
    from rising_tutor.widgets.card_reader import CardReader
    from rising_tutor.widgets.chapter import Chapter
    from rising_tutor.widgets.explore import Explore
    from rising_tutor.widgets.lesson import Lesson, Mission, Scenario
    from rising_tutor.widgets.odds import Odds
    from rising_tutor.widgets.play import Play
    from rising_tutor.widgets.plot import Plot
    from rising_tutor.widgets.replay import Replay
    from rising_tutor.widgets.review import Review
    from rising_tutor.widgets.rule_reader import RuleReader
    from rising_tutor.widgets.tree import Tree
    from rising_tutor.widgets.unit import Unit

__all__ = (
    "Board",
    "CardReader",
    "Chapter",
    "Explore",
    "Lesson",
    "Mission",
    "Odds",
    "Play",
    "Plot",
    "Replay",
    "Review",
    "RuleReader",
    "Scenario",
    "Tree",
    "Unit",
)

_MODULES: Final = {
    "Board": "board",
    "CardReader": "card_reader",
    "Chapter": "chapter",
    "Explore": "explore",
    "Lesson": "lesson",
    "Mission": "lesson",
    "Odds": "odds",
    "Play": "play",
    "Plot": "plot",
    "Replay": "replay",
    "Review": "review",
    "RuleReader": "rule_reader",
    "Scenario": "lesson",
    "Tree": "tree",
    "Unit": "unit",
}


def __getattr__(name: str) -> Any:
    # A notebook pays for the widgets that it uses.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
