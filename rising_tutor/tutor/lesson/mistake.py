"""An own mistake, once more: pick what is not allowed and name the rule, or find an action that is worth more.

choice N     picks the action that is not allowed
name RULE    names the rule that forbids it
press, act, roll, stop, discard, nearest, close, unfold    at the table, as in a lesson
halt         stops counting
"""

from collections.abc import Callable, Sequence
from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.numbers import whole
from rising_tutor.lessons.learner.facts import Fact, Mistake
from rising_tutor.lessons.lesson import Step
from rising_tutor.lessons.mistakes.exercise import BetterChoice, RefusedChoice, Try, position_of
from rising_tutor.lessons.spots.spot import Verdict
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.lesson.table import TABLE, LessonTable, StillSeat
from rising_tutor.tutor.messages import Message


class MistakeController:
    """A learner at one own mistake.

    Args:
        game: the game that it was made in.
        mistake: the mistake.
        step: the step of the lesson that it was made in, which says what counts; None for a game.
        background: does long work.
        note: keeps a fact.
        now: tells the time as facts have it.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".

    Attributes:
        exercise: with its answer, which `main` and `side` do not show before the attempt.
        said: the last answer.

    Raises:
        BadPosition: the position or the action is none of this game, with the rules and cards in use.
    """

    def __init__(
        self,
        game: AnyGame,
        mistake: Mistake,
        step: Step | None = None,
        background: Background | None = None,
        *,
        note: Callable[[Fact], object] = nothing,
        now: Callable[[], str] = lambda: "",
        changed: Callable[[str], object] = nothing,
    ) -> None:
        self.game, self.mistake = game, mistake
        self.background = background or Background(beside=False)
        self._note, self._now, self._changed = note, now, changed
        state, _ = position_of(game, mistake)
        spots = mistake.kind == "refused"
        self.table = LessonTable(game, StillSeat(game, state, live=not spots))
        self.exercise: BetterChoice | RefusedChoice = (
            RefusedChoice(game, mistake) if spots else BetterChoice(game, mistake, step, word=self.table.word)
        )
        self.said: Try | Verdict | None = None
        self._noted = False

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.exercise.done

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules to choose from, once the action that is not allowed is found; empty before and after."""
        one = self.exercise
        return one.asked.rules if isinstance(one, RefusedChoice) and one.found and not one.done else ()

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for this exercise."""
        do, arg = message.do, message.arg
        if do in ("choice", "name"):
            self._spot(do, arg)
        elif do == "halt":
            self.background.stop()
            self._changed("")
        elif do in TABLE:
            one = self.exercise
            idle = not self.background.busy and not self.done
            if idle and self.table.means(message) and isinstance(one, BetterChoice):
                self._try(one, self.table.wanted)
            else:
                self._changed("")
        else:
            return False
        return True

    def words(self) -> Sequence[str]:
        """The offered actions in words; the notation where two would read the same."""
        if isinstance(self.exercise, BetterChoice):
            return ()
        offered = self.exercise.exercise
        words = [self.table.word(action) for action in offered.offers]
        return [word if words.count(word) == 1 else offered.texts[at] for at, word in enumerate(words)]

    def _spot(self, do: str, arg: str) -> None:
        one = self.exercise
        focus = ""
        if isinstance(one, BetterChoice):
            return
        offer = whole(arg, below=len(one.asked.offers))
        if do == "choice" and offer is not None and not one.found:
            verdict = self.said = one.pick(offer)
            focus = "name:0" if verdict.right else ""
            self._keep(one)
        elif do == "name" and arg in self.rules:
            self.said = one.name_rule(arg)
            self._keep(one)
            focus = "next"
        self._changed(focus)

    def _keep(self, one: RefusedChoice) -> None:
        """Note the answer once, as soon as it is known: the learner may leave at any time."""
        if one.judged and not self._noted:
            self._noted = True
            self._note(one.attempt(self._now()))

    def _try(self, one: BetterChoice, action: Any) -> None:
        if self.table.refusal is not None:
            self._tried(one, action)
        else:
            self.background.start(one.worth, lambda _: self._tried(one, action), changed=lambda: self._changed(""))

    def _tried(self, one: BetterChoice, action: Any) -> None:
        reply = one.try_action(action)
        if reply.outcome != "unjudged":
            self._note(one.attempt(self._now()))
        # The table itself says why an action is refused.
        self.said = None if reply.refusal is not None else reply
        self._changed("next" if one.done else "reply")
