"""Chance that a lesson asks for: the next outcome of its list, where it can come."""

from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance
from rising_tutor.errors import UnreadableMove


def forced_outcome(game: AnyGame, state: Any, node: Chance[Any], forced: list[str]) -> Any:
    """The next outcome that a step asks for, taken off its list; None where it cannot come here."""
    if not forced:
        return None
    try:
        outcome = game.read(state, forced[0])
    except UnreadableMove:
        return None
    if node.outcomes.weight(outcome) < 1:
        return None
    forced.pop(0)
    return outcome
