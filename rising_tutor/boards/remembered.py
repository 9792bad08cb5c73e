"""What a board remembers of the moves that led to a position, as a viewer saw them."""

from collections.abc import Iterable
from typing import Any

from rising_tutor.boards.ports import Board, SeenMove
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.core.information import visible
from rising_tutor.core.view import Viewer


def remembered(
    board: Board, game: AnyGame, moves: Iterable[tuple[Any, tuple[Event, ...]]], viewer: Viewer
) -> tuple[SeenMove, ...]:
    """The moves of which a later table shows something, each with what it told this viewer.

    Args:
        moves: the position before each move, and what happened in it; from the first one on.
    """
    found = []
    for state, events in moves:
        told = tuple(event for event in visible(events, viewer) if board.remembers(event))
        if told:
            found.append(SeenMove(game.view(state, viewer), told))
    return tuple(found)
