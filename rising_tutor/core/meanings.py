"""What a legal action means at the table, in a sentence or two for somebody who is new to the game.

Nothing is judged by it: it says what lies where afterwards and what is still missing, from the position alone.
"""

from typing import Any, Protocol, runtime_checkable

from rising_tutor.core.game import AnyGame
from rising_tutor.core.information import chooser, visible

NOW, THEN = "now", "then"
"""After an action that was made, and after one that only might be."""
_EVENTS = 2


@runtime_checkable
class MeaningGame(Protocol):
    """A game that says in words what an action does and leaves undone, and what is not so at a table."""

    def meaning(self, state: Any, action: Any, when: str) -> str:
        """Short sentences about a legal action; "" where its events say all there is.

        Args:
            when: NOW or THEN.
        """

    def unmet(self, state: Any, name: str, how: str, wanted: Any) -> str:
        """A sentence about a fact that is not as somebody wants it; "" for a fact without words of its own.

        Args:
            name: as in `SceneGame.fact`.
            how: the comparison as a lesson file writes it: is, not, at_least, at_most, has.
        """


def meaning(game: AnyGame, state: Any, action: Any, when: str = THEN) -> str:
    """What a legal action means; its first events in words where the game has no words of its own; "" for none.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("fire")
    >>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["haru"]}, "shown": "green E, blue W"})
    >>> meaning(game, state, game.read(state, "green E > haru"))
    'Haru then still needs Earth.'
    """
    found = game.meaning(state, action, when) if isinstance(game, MeaningGame) else ""
    if found:
        return found
    step = game.act(state, action)
    events = visible(step.events, chooser(game, state))
    # What another part of the turn goes on to do is no part of the action.
    return " ".join(game.say(event) for event in events[:_EVENTS] if event.step == events[0].step)
