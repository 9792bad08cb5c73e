"""Illegal on purpose: a learner at a run of exercises, each with its position on the table.

choice N     picks the action that is not allowed
name RULE    names the rule that forbids it
next         the next exercise
"""

from collections.abc import Callable, Sequence

from rising_tutor.core.numbers import whole
from rising_tutor.lessons.learner.facts import Fact
from rising_tutor.lessons.spots.session import SpotSession
from rising_tutor.lessons.spots.spot import Verdict
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.lesson.table import PICTURES, LessonTable, StillSeat
from rising_tutor.tutor.messages import Message


class SpotController:
    """A learner at a run of exercises.

    Args:
        session: the run.
        note: keeps a fact.
        now: tells the time as facts have it.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".

    Attributes:
        verdict: what is said to the last answer.
    """

    def __init__(
        self,
        session: SpotSession,
        *,
        note: Callable[[Fact], object] = nothing,
        now: Callable[[], str] = lambda: "",
        changed: Callable[[str], object] = nothing,
    ) -> None:
        self.session = session
        self._note, self._now, self._changed = note, now, changed
        self.verdict: Verdict | None = None
        self._noted = False
        self.table = LessonTable(session.game, self._seat())

    def _seat(self) -> StillSeat:
        session = self.session
        return StillSeat(session.game, session.exercise.state, live=False, picture=PICTURES * (session.at + 1))

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for these exercises."""
        do, arg, session = message.do, message.arg, self.session
        if do not in ("choice", "name", "next", "unfold"):
            return False
        if message.at not in (-1, self.table.seat.n_moves):
            return True
        focus = ""
        offer = whole(arg, below=len(session.asked.offers))
        if do == "choice" and offer is not None and not session.found:
            self.verdict = session.pick(offer, self.words()[offer])
            focus = "name:0" if self.verdict.right else ""
            self._keep()
        elif do == "name" and arg in session.asked.rules and session.found and not session.done:
            self.verdict = session.name_rule(arg)
            self._keep()
            focus = "next"
        elif do == "next" and session.done and not session.over:
            session.next()
            self.verdict, self._noted = None, False
            self.table.sit(self._seat())
            focus = "goal"
        elif do == "unfold":
            self.table.means(message)
        self._changed(focus)
        return True

    def _keep(self) -> None:
        """Note the answer once, as soon as it is known: the learner may leave at any time."""
        if self.session.judged and not self._noted:
            self._noted = True
            self._note(self.session.attempt(self._now()))

    def words(self) -> Sequence[str]:
        """The offered actions in words; the notation where two would read the same."""
        session = self.session
        words = [self.table.word(action) for action in session.exercise.offers]
        return [word if words.count(word) == 1 else session.asked.offers[at] for at, word in enumerate(words)]
