"""What a seat may believe: the positions that fit its view, and the mean of a value over them.

Where nothing is hidden, or nothing in this position, there is one, the position itself. Else `Game.imagine` draws some,
from a seed made of the view alone: positions that look alike to a seat have the same worlds, so nothing that is worked
out over them can tell what it does not see. A mean over drawn worlds is an estimate, whatever the value is.

>>> from rising_tutor.core.ids import Seat
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.start(2, {"teams": "aang,toph"})
>>> worlds(game, state, Seat(0)) == ((state, 1),)
True
"""

from collections import Counter
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

import msgspec

from rising_tutor.core.game import AnyGame
from rising_tutor.core.view import Viewer

DRAWN: Final = 32
"""So many worlds are drawn at least: a mean of chances over them is known within 18 points, a difference far better."""
MOST_DRAWN: Final = 256
FEW: Final = 16
"""While only so many of them differ, more are drawn: they cost nothing then, and their shares get surer."""


@runtime_checkable
class OpenAtTimes(Protocol):
    """A game with hidden facts in which there are positions without any."""

    def all_open(self, state: Any) -> bool:
        """Whether nobody knows more of a position than the others: then each seat believes in it alone."""


def open_to_all(game: AnyGame, state: Any) -> bool:
    """Whether nothing is hidden from one seat that another one knows.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("avatar-tcg")
    >>> open_to_all(game, game.set_up({"top-1": ["pummel"]}))
    True
    """
    return not game.info.hidden or (isinstance(game, OpenAtTimes) and game.all_open(state))


Worlds = tuple[tuple[Any, int], ...]
"""Positions, each with how often it was drawn."""


def stand_in(game: AnyGame, state: Any, viewer: Viewer) -> Any:
    """One position that fits what somebody sees, the same for all that look alike; where nothing is hidden, itself."""
    if open_to_all(game, state):
        return state
    view = game.view(state, viewer)
    return game.imagine(view, Random(msgspec.json.encode(view)))


def worlds(game: AnyGame, state: Any, viewer: Viewer) -> Worlds:
    """Positions that fit what somebody sees, each as often as it is likely.

    Args:
        game: any game.
        state: the position as it is; of a game with hidden facts only the view of it is used.
        viewer: who believes.
    """
    if open_to_all(game, state):
        return ((state, 1),)
    view = game.view(state, viewer)
    rng = Random(msgspec.json.encode(view))
    drawn: Counter[Any] = Counter()
    while drawn.total() < DRAWN or (len(drawn) <= FEW and drawn.total() < MOST_DRAWN):
        drawn.update(game.imagine(view, rng) for _ in range(DRAWN))
    return tuple(drawn.items())
