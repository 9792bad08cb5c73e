"""The choices of a position, each in words.

An action of the engine knows neither its game nor where it is made, so alone it is told by the names of its fields. The
choices of one position know both.
"""

from collections.abc import Iterable
from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision


class Moves(tuple[Any, ...]):  # noqa: SLOT001 - its words are beside the actions
    """The actions that can be chosen, as the engine takes them; shown in a cell they say their words.

    Attributes:
        words: of each, as a button says them.
        written: each as a record of the game has it.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("fire")
    >>> moves = Moves.of(game, game.start(2))
    >>> moves.words[0], moves.written[0], game.check(game.start(2), moves[0])
    ('Take Team Aang', 'team aang', None)
    """

    words: tuple[str, ...] = ()
    written: tuple[str, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, state: Any, actions: Iterable[Any] | None = None) -> "Moves":
        """Those of a position: all, or only these; none where nobody has to choose."""
        node = game.node(state)
        if not isinstance(node, Decision):
            return cls()
        made = cls(node.actions if actions is None else actions)
        board, view = board_for(game), game.view(state, node.seat)
        made.words = tuple(board.word(view, action) for action in made)
        made.written = tuple(game.write(state, action) for action in made)
        return made

    def __repr__(self) -> str:
        return "\n".join(f"[{number}] {word}" for number, word in enumerate(self.words)) or "nobody has to choose"
