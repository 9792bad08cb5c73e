"""What each choice is worth, for a decision outside the dice step: the controller, without a widget in it.

The panel "Odds" has the exact values of the dice step; here are estimates, which get better while they run and can be
stopped at any moment. Nothing is worked out before somebody asks, and the answer goes when the table moves on.

    worth              ask
    worth-stop         keep what is known so far
    worth-close        put the answer away
    worth-horizon H    "turn": how the side stands when the turn ends; "game": the chance to win
"""

from collections.abc import Callable
from typing import Final

from rising_tutor.analysis.worth import GAME, TURN, Horizon, estimated_worth
from rising_tutor.core.session import GameSession
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.tutor.messages import Message

CLOSED, BUSY, READY, STOPPED = "closed", "busy", "ready", "stopped"
SAMPLES: Final = {TURN: 256, GAME: 64}
"""Lines of each choice. Measured on one core: to the end of a turn a line takes 2 to 10 ms, to that of a game 0.5 s."""


class Choices:
    """What is asked and known about the present choice.

    Attributes:
        state: CLOSED, BUSY, READY or STOPPED.
        found: the estimate, or as much of it as is known; None before the first.
        horizon: how far lines are played.
        part: what share of the work is done, while `state` is BUSY.
    """

    def __init__(self, player: GameSession) -> None:
        self.player = player
        self.state = CLOSED
        self.found: RankedActions | None = None
        self.horizon: Horizon = "turn"
        self.part = 0.0
        self._at = player.n_moves

    @property
    def can_ask(self) -> bool:
        return len(self.player.actions) > 1

    def catch_up(self) -> bool:
        """Puts away what was said about an earlier moment; True if something was put away."""
        if self._at == self.player.n_moves:
            return False
        self._at = self.player.n_moves
        was_open = self.state != CLOSED
        self.close()
        return was_open

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; True if now `work` is to be done."""
        do, arg = message.do, message.arg
        if message.at != self.player.n_moves or not self.can_ask:
            return False
        if do == "worth-horizon" and arg in SAMPLES:
            self.horizon = "game" if arg == GAME else "turn"
            do = "worth"
        if do == "worth":
            self.state, self.found, self.part = BUSY, None, 0.0
            return True
        if do == "worth-stop":
            self.interrupt()
        elif do == "worth-close":
            self.close()
        return False

    def interrupt(self) -> None:
        """The work was stopped: what is known so far stays."""
        if self.state == BUSY:
            self.state = STOPPED if self.found is not None else CLOSED

    def close(self) -> None:
        self.state, self.found = CLOSED, None

    def work(self, progress: Progress, tell: Callable[[RankedActions], object]) -> RankedActions:
        return estimated_worth(
            self.player.game,
            self.player.state,
            horizon=self.horizon,
            samples=SAMPLES[self.horizon],
            seed=f"coach:{self.player.n_moves}",
            progress=progress,
            tell=tell,
        )

    def show(self, found: RankedActions) -> None:
        self.found = found

    def finish(self, found: RankedActions) -> None:
        self.found, self.state = found, READY

    def tell(self, done: int, total: int) -> None:
        self.part = done / total if total else 0.0
