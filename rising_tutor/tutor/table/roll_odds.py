"""The odds of the present roll beside a table: the controller, without a widget in it.

Nothing is worked out and nothing is shown before somebody asks, and when the table moves on the answer is gone: a
player who wants to think first is never told. The coach asks too, by `count`, where it is to name the best move: one
answer for both, which the panel shows only to who opens it. What is asked is in the words of `probability.dice_game`,
so any game with dice has it.

    odds              ask
    odds-close        put the answer away
    odds-goal ID      count this goal, or no longer
    odds-rows         show all rows, or the first ones
    odds-fractions    show fractions beside the values, or not
"""

from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.english import capital
from rising_tutor.core.session import GameSession
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import Amount, Progress
from rising_tutor.probability.dice_turn.dice_game import OddsCard, dice_game
from rising_tutor.probability.ranked import RankedAction, RankedActions
from rising_tutor.tutor.messages import Message

CLOSED, BUSY, READY, FAILED = "closed", "busy", "ready", "failed"
NOTHING: Final = "No goal is chosen: choose at least one."


def advised_first(session: GameSession, rows: tuple[RankedAction, ...]) -> tuple[RankedAction, ...]:
    """The rows, the best first; of equals what a simple program would do stands first, since it looks further.

    Args:
        rows: the best first.
    """
    wish = session.advice()
    first = next((row for row in rows if row.action == wish and row.tied), None)
    return rows if first is None else (first, *(row for row in rows if row is not first))


class Found(Value, frozen=True):
    """The answer for one moment.

    Attributes:
        goals: the ids that count, one that counts n times n times.
        chances: each goal that dice can complete now, with the chance of it alone under best play; None where it could
            not be had.
    """

    ranking: RankedActions
    goals: tuple[str, ...]
    chances: tuple[tuple[OddsCard, Amount | None], ...]

    @property
    def best(self) -> RankedAction | None:
        return next(iter(self.ranking.best), None)

    @property
    def is_chance(self) -> bool:
        return self.ranking.unit.is_chance


class TurnOdds:
    """What is asked and known about the present moment of one game.

    Attributes:
        state: CLOSED, BUSY, READY or FAILED.
        found: the answer, while `state` is READY.
        why: a sentence, while `state` is FAILED.
        part: what share of the work is done, while `state` is BUSY.
        all_rows, fractions: how much of the answer is shown.
    """

    def __init__(self, player: GameSession) -> None:
        self.player = player
        self.game = dice_game(player.game)
        self.state = CLOSED
        self.shown = False
        self.found: Found | None = None
        self.why = ""
        self.part = 0.0
        self.all_rows = False
        self.fractions = False
        self._at = player.n_moves
        self._turn = self._where()
        self._chosen: tuple[str, ...] | None = None
        self._cards: tuple[int, tuple[OddsCard, ...]] = (-1, ())

    @property
    def cards(self) -> tuple[OddsCard, ...]:
        """What dice can complete at this moment; empty outside the dice step, where nothing can be asked."""
        if self.game is None or self.player.decision is None:
            return ()
        if self._cards[0] != self.player.n_moves:
            self._cards = (self.player.n_moves, self.game.odds_targets(self.player.state))
        return self._cards[1]

    @property
    def goals(self) -> tuple[str, ...]:
        """The ids that count: those that were chosen, else those of the question itself."""
        if self._chosen is not None:
            return tuple(card.id for card in self.cards if card.id in self._chosen)
        if self.found is not None:
            return tuple(dict.fromkeys(self.found.goals))
        return ()

    def chosen_goals(self) -> tuple[str, ...] | None:
        return None if self._chosen is None else self.goals

    def count(self) -> bool:
        """Asks without opening the panel; True if now `work` is to be done and handed to `show` or `fail`."""
        return self.state == CLOSED and bool(self.cards) and self._begin()

    def catch_up(self) -> bool:
        """Puts away what was said about an earlier moment. Call after every move; True if something was put away."""
        if self._at == self.player.n_moves:
            return False
        self._at = self.player.n_moves
        turn = self._where()
        if turn != self._turn:
            self._turn, self._chosen = turn, None
        elif self._chosen is not None and not self.goals:
            self._chosen = None
        was_open = self.state != CLOSED
        self._close()
        return was_open

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; True if now `work` is to be done and handed to `show` or `fail`."""
        do, arg = message.do, message.arg
        if message.at != self.player.n_moves or not self.cards:
            return False
        if do == "odds":
            self.shown = True
            return self.state not in (BUSY, READY) and self._begin()
        if do == "odds-goal" and self.shown:
            return self._choose(arg)
        if do == "odds-close":
            self.shown = False
            if self.state != READY:
                self._close()
        elif do == "odds-rows":
            self.all_rows = not self.all_rows
        elif do == "odds-fractions":
            self.fractions = not self.fractions
        return False

    def work(self, progress: Progress) -> Found:
        """The answer for this moment; it may take seconds.

        Raises:
            BadProblem: nothing can be asked here.
            TooLarge: the goals are too many for an exact answer.
        """
        assert self.game is not None
        state, cards = self.player.state, self.cards
        question = self.game.odds_question(state, self.goals if self._chosen is not None else None)
        if question is None:
            raise BadProblem("goals", ", ".join(self.goals), "a moment of the dice step with something to complete")
        found = self.game.odds_of_actions(state, question, progress)
        found = replace(found, rows=advised_first(self.player, found.rows))
        return Found(found, question.targets, tuple((card, self._alone(state, card.id, progress)) for card in cards))

    def _alone(self, state: Any, goal: str, progress: Progress) -> Amount | None:
        assert self.game is not None
        try:
            question = self.game.odds_question(state, (goal,))
            found = self.game.odds_of_actions(state, question, progress) if question is not None else None
        except TooLarge:
            return None
        return found.rows[0].amount if found is not None else None

    def show(self, found: Found) -> None:
        self.found, self.state = found, READY

    def fail(self, fault: BaseException) -> None:
        """The work ended with an error of the reader's question. Raises anything else."""
        if not isinstance(fault, BadProblem):
            self._close()
            raise fault
        self.found, self.state = None, FAILED
        self.why = (
            "These goals are too many to be counted exactly in time. Choose fewer of them."
            if isinstance(fault, TooLarge)
            else f"{capital(str(fault))}."
        )

    def tell(self, done: int, total: int) -> None:
        self.part = done / total if total else 0.0

    def _where(self) -> str:
        return self.player.game.place(self.player.state).name

    def _begin(self) -> bool:
        if self._chosen is not None and not self.goals:
            self.found, self.state, self.why = None, FAILED, NOTHING
            return False
        self.state, self.part, self.why = BUSY, 0.0, ""
        return True

    def _choose(self, goal: str) -> bool:
        known = [card.id for card in self.cards]
        if goal not in known:
            return False
        now = self.goals
        self._chosen = tuple(one for one in known if (one in now) != (one == goal))
        return self._begin()

    def put_away(self) -> None:
        self._close()

    def _close(self) -> None:
        self.state, self.found, self.why = CLOSED, None, ""
        self.shown = self.all_rows = False
