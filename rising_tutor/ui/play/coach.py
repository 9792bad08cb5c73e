"""The coach beside a table, as one controller: what each choice is worth, why not, a warning, a debrief.

It takes the messages that begin with `worth`, `why`, `warn` and `debrief`, does long work in the `Worker` it is given,
and calls back whenever something is to be drawn again. A page needs four things: hand it the messages, draw `parts`,
call `catch_up` after every move, and make a held action when `make` is called.
"""

from collections.abc import Callable
from typing import Any

from rising_tutor.analysis.consequences import Followed
from rising_tutor.analysis.debrief import Debrief
from rising_tutor.analysis.worth import Worth
from rising_tutor.core.game import Refusal
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.render.html import EMPTY, Html
from rising_tutor.tutor.background import Worker
from rising_tutor.tutor.callbacks import Guard, as_it_is, nothing
from rising_tutor.tutor.coach.choices import BUSY, Choices
from rising_tutor.tutor.coach.debrief import BUSY as DEBRIEFING
from rising_tutor.tutor.coach.debrief import TurnDebrief
from rising_tutor.tutor.coach.warning import COUNTING, LEVELS, OFF, WARNED, LossWarning, Mistake, no_mistake
from rising_tutor.tutor.coach.why_not import WhyNot
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from rising_tutor.ui.play import coach_panels as parts
from rising_tutor.ui.play.debrief import debrief_panel


class Coach:
    """All that the coach of one table knows.

    Args:
        controller: the table; its hooks `gate` and `refused` are taken.
        worker: does long work; others may use it too and call `interrupt` before.
        level: before which losses to warn, one of `LEVELS`.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".
        make: makes an action that was held back; by default at the controller.
        keep: called with a level that was chosen, to be remembered.
        on_mistake: called with what was refused, or lost more than the warning's amount.
        guard: wraps callbacks of the worker.
        before_work: called before work begins, so that others who use the worker can put theirs away.
    """

    def __init__(
        self,
        controller: TableController,
        worker: Worker,
        *,
        level: str = OFF,
        changed: Callable[[str], object] = nothing,
        make: Callable[[Any], object] | None = None,
        keep: Callable[[str], object] = nothing,
        on_mistake: Mistake = no_mistake,
        guard: Guard = as_it_is,
        before_work: Callable[[], object] = nothing,
    ) -> None:
        self.controller, self.worker = controller, worker
        self.player = controller.player
        self.choices = Choices(self.player)
        self.warning = LossWarning(self.player, level)
        self.why = WhyNot(self.player, controller.board)
        self.debrief = TurnDebrief(self.player)
        self.on_mistake = on_mistake
        self.slow = False
        self._changed, self._make, self._keep = changed, make or controller.make, keep
        self._guard, self._before_work = guard, before_work
        self._job = 0
        controller.gate, controller.refused = self._hold, self._refused

    # What is asked ---------------------------------------------------------------

    def heed(self, message: Message) -> bool:
        """Does what a message asks for; True if the message was for the coach."""
        do = message["do"]
        kind = do.partition("-")[0]
        handler: Callable[[Message], str] | None = {
            "worth": self._on_worth,
            "why": self._on_why,
            "warn": self._on_warn,
            "debrief": self._on_debrief,
        }.get(kind)
        if handler is None:
            return False
        self._changed(handler(message))
        return True

    def catch_up(self) -> None:
        """Puts away what was said about an earlier moment. Call after every move."""
        dropped = self.choices.catch_up(), self.warning.catch_up()
        self.why.catch_up()
        was = self.debrief.state
        self.debrief.catch_up()
        if any(dropped) or (was == DEBRIEFING and self.debrief.state != was):
            self.stop()
        if not self.worker.busy and self.debrief.state == DEBRIEFING:
            self.debrief.close()

    def interrupt(self) -> None:
        """The worker is wanted for something else."""
        self._job += 1
        self.choices.interrupt()
        if self.debrief.state == DEBRIEFING:
            self.debrief.close()
        if self.warning.state == COUNTING:
            self.warning.drop()
        self.warning.following = False

    def stop(self) -> None:
        """Ends what is being worked out."""
        self.interrupt()
        self.worker.stop()

    def _run(
        self,
        work: Callable[[Progress], Any],
        done: Callable[[Any], str],
        *,
        tell: Callable[[int, int], object] = nothing,
        failed: Callable[[BaseException], str] | None = None,
    ) -> None:
        job = self._job

        def ended(result: Any) -> None:
            if job == self._job:
                self._changed(done(result))

        def broke(fault: BaseException) -> None:
            if failed is None:
                self.interrupt()
                self._changed("")
                raise fault
            self._changed(failed(fault))

        def telling(n: int, total: int) -> None:
            if job == self._job:
                self.slow = True
                tell(n, total)
                self._changed("")

        self.slow = False
        guard = self._guard
        self.worker.start(work, guard(ended), failed=guard(broke), tell=guard(telling))

    def _begin(self) -> None:
        """Whatever else is being worked out is put away."""
        self.interrupt()
        self._before_work()

    # What each choice is worth -----------------------------------------------------

    def _on_worth(self, message: Message) -> str:
        if message["do"] in ("worth", "worth-horizon"):
            self._begin()
        was_busy = self.choices.state == BUSY
        if self.choices.take(message):
            job = self._job

            def partly(so_far: Worth) -> None:
                self.worker.back(self._partly, job, so_far)

            self._run(lambda progress: self.choices.work(progress, partly), self._valued, tell=self.choices.tell)
            return "worth-head"
        if was_busy and self.choices.state != BUSY:
            self._job += 1
            self.worker.stop()
        return "worth-head"

    def _partly(self, job: int, so_far: Worth) -> None:
        if job == self._job and self.choices.state == BUSY:
            self.choices.show(so_far)

    def _valued(self, found: Worth) -> str:
        self.choices.finish(found)
        return ""

    # Why not -----------------------------------------------------------------------

    def _on_why(self, message: Message) -> str:
        self.why.take(message)
        return "why-answer" if message["do"] == "why" and self.why.tried is not None else ""

    # The warning -------------------------------------------------------------------

    def _refused(self, action: Any, refusal: Refusal) -> None:
        game, state = self.player.game, self.player.state
        self.on_mistake("refused", game.dump(state).decode(), game.write(state, action), refusal.rule, None)

    def _hold(self, action: Any) -> bool:
        if not self.warning.wants(action):
            return False
        self._begin()
        self.warning.hold(action)
        self._run(self.warning.work, self._judged, failed=self._not_judged)
        return True

    def _judged(self, found: Worth | None) -> str:
        warning = self.warning
        if warning.judge(found):
            self._play(warning.held)
            return ""
        assert warning.row is not None
        game, state = self.player.game, self.player.state
        tried = game.write(state, warning.held)
        self.on_mistake("loss", game.dump(state).decode(), tried, warning.rule(warning.held), warning.row.loss)
        return "warn-head"

    def _not_judged(self, fault: BaseException) -> str:
        self.warning.fail(fault)
        self._play(self.warning.held)
        return ""

    def _play(self, action: Any) -> None:
        self.warning.drop()
        if action in self.player.actions:
            self._make(action)

    def _on_warn(self, message: Message) -> str:
        do, arg, warning = message["do"], message["arg"], self.warning
        if do == "warn" and arg in LEVELS:
            warning.level = arg
            self._keep(arg)
            return ""
        if do == "warn-note":
            warning.note = ""
        if message["at"] != self.player.n_moves or warning.held is None:
            return ""
        if do == "warn-play":
            held = warning.held
            self.stop()
            self._play(held)
        elif do == "warn-back":
            self.stop()
            warning.drop()
            return "do:roll"
        elif do == "warn-hint" and warning.state == WARNED:
            warning.hint()
            return "warn-hints"
        elif do == "warn-follow" and warning.state == WARNED:
            self._begin()
            warning.following = True
            self._run(warning.follow, self._followed)
            return "warn-head"
        return ""

    def _followed(self, found: Followed) -> str:
        self.warning.followed, self.warning.following = found, False
        return "warn-followed"

    # The debrief -------------------------------------------------------------------

    def _on_debrief(self, message: Message) -> str:
        if message["do"] == "debrief-close":
            if self.debrief.state == DEBRIEFING:
                self.stop()
            self.debrief.close()
            return "debrief"
        if message["do"] == "debrief" and self.debrief.turn:
            self._begin()
            self.debrief.begin()
            self._run(self.debrief.work, self._debriefed, tell=self.debrief.tell)
        return "debrief-head"

    def _debriefed(self, found: Debrief) -> str:
        self.debrief.finish(found)
        return ""

    # What is shown -----------------------------------------------------------------

    def beside(self, coach: Html) -> Html:
        """The column of the coach: the warning, what to do now, why not, the debrief.

        Args:
            coach: what the board says.
        """
        word = self._word
        return parts.column(
            parts.warning_panel(self.warning, word, self.controller.rule_title, slow=self.slow),
            coach,
            parts.ask_panel(self.why, self.warning, word),
            debrief_panel(self.debrief, self.controller),
        )

    def worth(self) -> Html:
        """What each choice is worth; empty where nothing is to be chosen."""
        return parts.worth_panel(self.choices, self._word) if self.choices.can_ask else EMPTY

    def _word(self, action: Any) -> str:
        return self.controller.board.word(self.player.view, action)
