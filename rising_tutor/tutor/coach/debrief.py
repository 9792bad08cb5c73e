"""What the last turn came to, once somebody asks: the controller, without a widget in it.

    debrief          ask about the last turn that is over
    debrief-close    put it away, or stop the work

It is not counted by itself: most turns take less than a second, but a turn with many helps can take half a minute.
"""

from typing import Final

from rising_tutor.analysis.debrief import Debrief, debrief
from rising_tutor.core.session import GameSession
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game

CLOSED, BUSY, READY = "closed", "busy", "ready"
ASSUMES: Final = (
    "A goal is a card or space that dice can complete, as in the odds of a roll.",
    "Goals that were complete before a moment are no part of its numbers.",
    "Damage, tokens and abilities that are not about dice do not count.",
)


class TurnDebrief:
    """The debrief of the last turn that is over.

    Attributes:
        state: CLOSED, BUSY or READY.
        found: the debrief, while `state` is READY.
        part: what share of the work is done, while `state` is BUSY.
    """

    def __init__(self, player: GameSession) -> None:
        self.player = player
        self.state = CLOSED
        self.found: Debrief | None = None
        self.part = 0.0
        self._turn = ""
        self._last: tuple[int, str] = (-1, "")

    @property
    def turn(self) -> str:
        """The last turn that is over, in the words of the game; empty where there is none, or no dice are counted."""
        n = self.player.n_moves
        if self._last[0] != n:
            self._last = (n, self._find())
        return self._last[1]

    def _find(self) -> str:
        game, made = self.player.game, self.player.made
        if dice_game(game) is None:
            return ""
        now = "" if self.player.over else game.place(self.player.state).name
        for move in reversed(made):
            place = game.place(move.state)
            if place.name != now:
                # The setup has no steps, and no dice.
                return place.name if place.within else ""
        return ""

    def begin(self) -> bool:
        """Asks; True if now `work` is to be done."""
        if not self.turn:
            return False
        self.state, self.found, self.part, self._turn = BUSY, None, 0.0, self.turn
        return True

    def work(self, progress: Progress) -> Debrief:
        return debrief(self.player.game, self.player.made, self.player.state, self._turn, progress)

    def finish(self, found: Debrief) -> None:
        self.found, self.state = found, READY

    def tell(self, done: int, total: int) -> None:
        self.part = done / total if total else 0.0

    def close(self) -> None:
        self.state, self.found = CLOSED, None

    def catch_up(self) -> None:
        if self.state != CLOSED and self.turn != self._turn:
            self.close()
