"""What a game offers beyond the protocol of every game where it is played with teams: which there are, and whose turn.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.start(2, {"teams": "aang,toph"})
>>> team_game(game).teams(state)
(('Aang', 0), ('Toph', 1))
"""

from typing import Any, Protocol, cast, runtime_checkable

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat


@runtime_checkable
class TeamGame(Protocol):
    """A game whose seats play teams. All methods are pure."""

    def teams(self, state: Any) -> tuple[tuple[str, Seat], ...]:
        """Every team with the seat that plays it, in seating order; "" for one that was not chosen yet."""

    def active_team(self, state: Any) -> int | None:
        """The place in `teams` of the one whose turn it is; None before the first turn."""


def team_game(game: AnyGame) -> TeamGame | None:
    """The game as one that is played with teams; None if it is not."""
    return cast("TeamGame", game) if isinstance(game, TeamGame) else None
