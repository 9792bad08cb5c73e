"""What a seat may believe: the positions that fit its view, and the mean of a value over them.

Where nothing is hidden, or nothing in this position, there is one, the position itself. A game may list all of them
(`ListsWorlds`). Else `Game.imagine` draws some, from a seed made of the view alone: positions that look alike to a seat
have the same worlds, so nothing that is worked out over them can tell what it does not see. A mean over drawn worlds is
an estimate, whatever the value is.

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
"""Positions, each with how often it was drawn, or with its weight."""
MOST_LISTED: Final = 128
"""So many worlds are gone through one by one; where there are more, some are drawn."""


@runtime_checkable
class ListsWorlds(Protocol):
    """A game that can list all positions that fit a view."""

    def all_worlds(self, view: Any, most: int) -> Worlds | None:
        """Every position that fits a view, once, with the number of ways to come about; None if over `most`."""


def listed_worlds(game: AnyGame, state: Any, viewer: Viewer) -> Worlds | None:
    """All positions that fit what somebody sees, with their weights; None where nobody can list them.

    Where nothing is hidden it is the position itself.
    """
    if not game.info.hidden:
        return ((state, 1),)
    return game.all_worlds(game.view(state, viewer), MOST_LISTED) if isinstance(game, ListsWorlds) else None


def stand_in(game: AnyGame, state: Any, viewer: Viewer) -> Any:
    """One position that fits what somebody sees, the same for all that look alike; where nothing is hidden, itself."""
    if open_to_all(game, state):
        return state
    view = game.view(state, viewer)
    return game.imagine(view, Random(msgspec.json.encode(view)))


def worlds(game: AnyGame, state: Any, viewer: Viewer, *, seed: str = "") -> Worlds:
    """Positions that fit what somebody sees, each as often as it is likely: all of them where they can be listed.

    Args:
        game: any game.
        state: the position as it is; of a game with hidden facts only the view of it is used.
        viewer: who believes.
        seed: parts these worlds from others of the same view.
    """
    if open_to_all(game, state):
        return ((state, 1),)
    found = listed_worlds(game, state, viewer)
    if found is not None:
        return found
    view = game.view(state, viewer)
    rng = Random(msgspec.json.encode(view) + seed.encode())
    drawn: Counter[Any] = Counter()
    while drawn.total() < DRAWN or (len(drawn) <= FEW and drawn.total() < MOST_DRAWN):
        drawn.update(game.imagine(view, rng) for _ in range(DRAWN))
    return tuple(drawn.items())
