"""What a game offers to lessons beyond the protocol of every game: positions that people write, and facts about them.

Lessons reach it by the id of the game, and ask with `scene_game` whether a game has it:

>>> from rising_tutor.core.registry import load_game
>>> game = scene_game(load_game("fire"))
>>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["june 1"]}, "shown": "green EE F"})
>>> game.fact(state, "june.damage"), game.fact(state, "june.at")
(1, 'location 1')
"""

from collections.abc import Mapping
from typing import Any, Protocol, cast, runtime_checkable

from rising_tutor.core.game import AnyGame

Fact = int | str | bool | tuple[str, ...]


@runtime_checkable
class SceneGame(Protocol):
    """A game whose positions can be written in a lesson file. All methods are pure."""

    def set_up(self, words: Mapping[str, Any]) -> Any:
        """The position that these words describe, settled up to its first node.

        Raises:
            BadPosition: which word, its value, what was expected; a table that the rules cannot bring about is refused.
        """

    def fact(self, state: Any, name: str) -> Fact:
        """One fact about a position. Every game has "turn", the number of the turn.

        Raises:
            BadPosition: there is no fact of this name, or not in this position.
        """

    def fact_names(self) -> Mapping[str, str]:
        """Every form of a name with what it says, for authors: "CARD.damage" -> "Damage on a card"."""

    def last_phase(self) -> str:
        """The phase of a turn from which on nothing of it can be changed, as in the fact "step".

        A step of a lesson ends there unless it says otherwise. Empty where every phase of a turn may matter to its end:
        then a step ends with its turn, and the game needs no fact "step".
        """

    def fact_about(self, name: str) -> str:
        """The printed name of the card or Team that a fact is about; "" for a fact of the whole table."""


def scene_game(game: AnyGame) -> SceneGame | None:
    """The game as one whose positions can be written; None if it is none."""
    return cast("SceneGame", game) if isinstance(game, SceneGame) else None
