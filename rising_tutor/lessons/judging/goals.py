"""Whether the tests of a step hold in a position, and in words.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.scenes import scene_game
>>> game = scene_game(load_game("fire"))
>>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["june 1"]}, "shown": "green E"})
>>> hold(game, state, (StateTest(fact="june.damage", at_least=1), StateTest(fact="ruin", equals=0)))
True
"""

from collections.abc import Collection
from typing import Any

from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition
from rising_tutor.lessons.lesson import StateTest


def hold(game: SceneGame, state: Any, tests: tuple[StateTest, ...], refused: Collection[str] = ()) -> bool:
    """Whether all of these tests hold in a position. Raises `BadPosition`: a test names a fact that there is not.

    Args:
        tests: none at all hold always.
        refused: the rules that refused attempts of the learner so far.
    """
    return all(holds(game, state, test, refused) for test in tests)


def holds(game: SceneGame, state: Any, test: StateTest, refused: Collection[str] = ()) -> bool:
    """Whether one test holds."""
    if test.any:
        return any(holds(game, state, one, refused) for one in test.any)
    if test.refused:
        return test.refused in refused
    value = game.fact(state, test.fact)
    if test.equals is not None:
        return value == test.equals
    if test.differs is not None:
        return value != test.differs
    if test.holds is not None:
        return isinstance(value, tuple) and test.holds in value
    if isinstance(value, tuple):
        value = len(value)
    if not isinstance(value, int):
        raise BadPosition("goal", test.fact, "a fact that is a number, for at_least and at_most")
    return (test.at_least is None or value >= test.at_least) and (test.at_most is None or value <= test.at_most)


def facts_of(test: StateTest) -> tuple[str, ...]:
    """The names of facts that a test asks for."""
    return (test.fact,) if test.fact else tuple(name for one in test.any for name in facts_of(one))
