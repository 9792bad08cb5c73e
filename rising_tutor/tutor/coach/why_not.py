"""The question "why not?": a person picks something that may not be legal, and gets the rule and the nearest action.

why-open        show the form, or put it away
why             ask: the fields `what` and `where` hold the numbers of the words that were chosen
"""

from collections.abc import Mapping
from typing import Any

from rising_tutor.boards.ports import Attempt, Board
from rising_tutor.core.game import Refusal
from rising_tutor.core.session import GameSession
from rising_tutor.tutor.messages import Message


class WhyNot:
    """What is asked about the present moment. The answer is that of `Game.check`.

    Attributes:
        what, where: the words that were chosen last.
        tried: the attempt that was asked about; None before.
        refusal: why it is not legal; None where it is.
    """

    def __init__(self, player: GameSession, board: Board) -> None:
        self.player = player
        self.board = board
        self.open = False
        self.what = self.where = ""
        self.tried: Attempt | None = None
        self.refusal: Refusal | None = None
        self._at = player.n_moves
        self._tries: tuple[int, tuple[Attempt, ...]] = (-1, ())
        self._refused: tuple[int, tuple[Attempt, ...]] = (-1, ())

    @property
    def tries(self) -> tuple[Attempt, ...]:
        if self.player.decision is None:
            return ()
        if self._tries[0] != self.player.n_moves:
            self._tries = (self.player.n_moves, self.board.tries(self.player.view))
        return self._tries[1]

    @property
    def refused(self) -> tuple[Attempt, ...]:
        """The tries that are not legal: nobody has to ask about the others."""
        if self._refused[0] != self.player.n_moves:
            found = tuple(one for one in self.tries if self.player.check(one.action) is not None)
            self._refused = (self.player.n_moves, found)
        return self._refused[1]

    def things(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.what for one in self.refused))

    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.where for one in self.refused if one.where))

    @property
    def nearest(self) -> Any:
        nearest = self.refusal.nearest if self.refusal is not None else None
        return nearest if nearest in self.player.actions else None

    def handle(self, message: Message) -> bool:
        match message.do:
            case "why-open":
                self.open = not self.open
                self.tried = None
            case "why":
                if message.at in (-1, self.player.n_moves):
                    self._ask(message.fields)
            case _:
                return False
        return True

    def catch_up(self) -> None:
        if self._at != self.player.n_moves:
            self._at = self.player.n_moves
            self.tried = self.refusal = None

    def _ask(self, fields: Mapping[str, str]) -> None:
        self.what, self.where = fields.get("what", ""), fields.get("where", "")
        fitting = [one for one in self.tries if one.what == self.what]
        self.tried = next((one for one in fitting if one.where in ("", self.where)), None)
        self.refusal = self.player.check(self.tried.action) if self.tried is not None else None
