"""Which widget shows what: behind `rising_tutor.show`.

>>> chosen("worked-example.replay"), chosen("FNR-313"), chosen("2 green, 1 blue", need="W W E")
('Replay', 'RuleReader', 'Odds')
>>> chosen("first-hero"), chosen("finish-june"), chosen("dark-side-rising")
('Lesson', 'Scenario', 'Play')
"""

from collections.abc import Iterator
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ipywidgets import Widget

from rising_tutor import widgets
from rising_tutor.analysis.tree import DecisionTree
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.errors import BadArgument, BadProblem
from rising_tutor.lab.unit_file import units
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.render.html import Html
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX
from rising_tutor.tutor.odds.question_typed import typed
from rising_tutor.tutor.replay.given import game_of_state, is_replay
from rising_tutor.tutor.replay.samples import samples
from rising_tutor.ui.frame.titles import DEFAULT, title_of_rule
from rising_tutor.widgets.pictures import picture

_EXPECTED: Final = (
    "a replay or the name of one, a position, a result, dice such as '2 green, 1 blue', or the id of a lesson, a "
    "scenario, a unit, a rule or a game"
)
_FILES: Final = (NOTATION_SUFFIX, RECORD_SUFFIX, ".replay.gz", ".jsonl", ".jsonl.gz")
AS_IT_IS: Final = ""
PICTURE: Final = "picture"


class Picture:
    """A result that is shown as its picture."""

    def __init__(self, html: Html) -> None:
        self._html = html

    def _repr_html_(self) -> str:
        return self._html


def shown(what: Any, **details: Any) -> Any:
    """The widget for what it is given; a widget as it is, a result as its picture.

    Args:
        details: for the widget.

    Raises:
        BadArgument: nothing shows this.
        RisingTutorError: the widget cannot use it.
    """
    name = chosen(what, **details)
    if name == AS_IT_IS:
        return what
    if name == PICTURE:
        found = picture(what)
        assert found is not None
        return Picture(found)
    if name == "Tree" and isinstance(what, DecisionTree):
        return widgets.Tree(what.root.state, **{"game": str(what.game.info.id), **details})
    return getattr(widgets, name)(what, **details)


def chosen(what: Any, **details: Any) -> str:
    """The name of that widget; `AS_IT_IS` for a widget, `PICTURE` for a result.

    Raises:
        BadArgument: nothing shows this.
    """
    game = str(details.get("game", ""))
    if isinstance(what, Widget):
        return AS_IT_IS
    if is_replay(what) or isinstance(what, PathLike):
        return "Replay"
    if isinstance(what, str):
        name = _of_words(what, game, asked="need" in details)
        if name:
            return name
        raise BadArgument("show", what, _EXPECTED, tuple(get_close_matches(what.strip().lower(), [*_known(game)], 1)))
    if isinstance(what, DecisionTree):
        return "Tree"
    if game_of_state(what) is not None:
        return "Board"
    if picture(what) is not None:
        return PICTURE
    raise BadArgument("show", what, _EXPECTED)


def _of_words(text: str, game: str, *, asked: bool) -> str:
    """The widget that words stand for; "" for none."""
    word = text.strip()
    if "\n" in word or word.startswith("replay:") or word.endswith(_FILES) or (word and Path(word).is_file()):
        return "Replay"
    if word in game_ids():
        return "Play"
    if title_of_rule(word):
        return "RuleReader"
    for known in _games(game):
        found = load_course(known.info.id).find(word)
        if found is not None:
            return found.kind.capitalize()
        if dice_game(known) is not None and word in (unit.id for unit in units(dice_kit(known))):
            return "Unit"
    return "Odds" if asked or _is_dice(word, game) else ""


def _games(game: str) -> Iterator[Any]:
    return map(load_game, (game,) if game else game_ids())


def _is_dice(text: str, game: str) -> bool:
    kit = dice_kit(load_game(game or DEFAULT))
    try:
        typed(kit, text, [next(iter(kit.symbols))])
    except BadProblem:
        return False
    return True


def _known(game: str) -> Iterator[str]:
    """Every name that stands for something, but for rules: a number off is another rule."""
    yield from game_ids()
    for known in _games(game):
        course = load_course(known.info.id)
        yield from (one.id for one in course.everything)
        yield from (one.name for one in samples(known.info.id))
