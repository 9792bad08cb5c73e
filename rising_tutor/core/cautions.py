"""A word before a legal action that wastes something, for games that have one.

Nothing is forbidden by it: `Game.check` alone knows what is legal.
"""

from typing import Any, Protocol, runtime_checkable

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId


@runtime_checkable
class CautiousGame(Protocol):
    """A game that says beforehand what an action wastes."""

    def caution(self, state: Any, action: Any) -> tuple[RuleId, str] | None:
        """The rule and a sentence for an action that wastes something; None for all others."""


def caution(game: AnyGame, state: Any, action: Any) -> str:
    """What is to be said before an action, with its rule; "" for most."""
    found = game.caution(state, action) if isinstance(game, CautiousGame) else None
    return f"{found[1]} ({found[0]})" if found is not None else ""
