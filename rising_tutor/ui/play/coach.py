"""The coach beside a table, as one controller: what each choice is worth, why not, a warning, a debrief.

It takes the messages that begin with `worth`, `why`, `warn` and `debrief`, does long work in the background it is
given, and calls back whenever something is to be drawn again. A page needs four things: hand it the messages, draw
`parts`, call `catch_up` after every move, and make a held action when `make` is called.
"""

from collections.abc import Callable
from typing import Any

from rising_tutor.analysis.consequences import Followed
from rising_tutor.analysis.debrief import Debrief
from rising_tutor.core.game import Refusal
from rising_tutor.core.worlds import stand_in
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.render.html import EMPTY, Html
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.coach.choices import BUSY, Choices
from rising_tutor.tutor.coach.debrief import BUSY as DEBRIEFING
from rising_tutor.tutor.coach.debrief import TurnDebrief
from rising_tutor.tutor.coach.warning import LEVELS, OFF, WARNED, LossWarning, Misplay
from rising_tutor.tutor.coach.why_not import WhyNot
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from rising_tutor.ui.play import coach_panels as parts
from rising_tutor.ui.play.debrief import debrief_panel


class Coach:
    """All that the coach of one table knows.

    Args:
        controller: the table; its hooks `gate` and `refused` are taken.
        background: does long work; others may use it too.
        level: before which losses to warn, one of `LEVELS`.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".
        make: makes an action that was held back; by default at the controller.
        keep: called with a level that was chosen, to be remembered.
        on_mistake: called with what was refused, or lost more than the warning's amount.
    """

    def __init__(
        self,
        controller: TableController,
        background: Background,
        *,
        level: str = OFF,
        changed: Callable[[str], object] = nothing,
        make: Callable[[Any], object] | None = None,
        keep: Callable[[str], object] = nothing,
        on_mistake: Callable[[Misplay], object] = nothing,
    ) -> None:
        self.controller, self.background = controller, background
        self.player = controller.player
        self.choices = Choices(self.player)
        self.warning = LossWarning(self.player, level)
        self.why = WhyNot(self.player, controller.board)
        self.debrief = TurnDebrief(self.player)
        self.on_mistake = on_mistake
        self._changed, self._make, self._keep = changed, make or controller.make, keep
        controller.gate, controller.refused = self._hold, self._refused

    # What is asked ---------------------------------------------------------------

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; True if the message was for the coach."""
        do = message.do
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
            self.background.stop()

    def _run(
        self,
        work: Callable[[Progress], Any],
        done: Callable[[Any], str],
        dropped: Callable[[], object],
        *,
        tell: Callable[[int, int], object] = nothing,
        failed: Callable[[BaseException], str] | None = None,
    ) -> None:
        self.background.start(
            work,
            lambda found: self._changed(done(found)),
            failed=None if failed is None else lambda fault: self._changed(failed(fault)),
            tell=tell,
            changed=lambda: self._changed(""),
            dropped=dropped,
        )

    # What each choice is worth -----------------------------------------------------

    def _on_worth(self, message: Message) -> str:
        was_busy = self.choices.state == BUSY
        if self.choices.handle(message):
            self._run(self._value, self._valued, self.choices.interrupt, tell=self.choices.tell)
        elif was_busy and self.choices.state != BUSY:
            self.background.stop()
        return "worth-head"

    def _value(self, progress: Progress) -> RankedActions:
        return self.choices.work(progress, lambda so_far: self.background.back(self.choices.show, so_far))

    def _valued(self, found: RankedActions) -> str:
        self.choices.finish(found)
        return ""

    # Why not -----------------------------------------------------------------------

    def _on_why(self, message: Message) -> str:
        self.why.handle(message)
        return "why-answer" if message.do == "why" and self.why.tried is not None else ""

    # The warning -------------------------------------------------------------------

    def _refused(self, action: Any, refusal: Refusal) -> None:
        game, state = self.player.game, self.player.state
        tried = game.write(state, action)
        self.on_mistake(Misplay("refused", self._position, tried, refusal.rule))

    @property
    def _position(self) -> str:
        """The position as the learner's file may keep it: it is a person's, who may read what lies hidden there."""
        player = self.player
        return player.game.dump(stand_in(player.game, player.state, player.viewer)).decode()

    def _hold(self, action: Any) -> bool:
        if not self.warning.wants(action):
            return False
        self.warning.hold(action)
        self._run(self.warning.work, self._judged, self.warning.drop, failed=self._not_judged)
        return True

    def _judged(self, found: RankedActions | None) -> str:
        warning = self.warning
        if warning.judge(found):
            self._play(warning.held)
            return ""
        assert warning.row is not None
        assert warning.worth is not None
        game, state = self.player.game, self.player.state
        tried = game.write(state, warning.held)
        rule, unit = warning.rule(warning.held), warning.worth.unit
        self.on_mistake(Misplay("loss", self._position, tried, rule, warning.row.loss, unit))
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
        do, arg, warning = message.do, message.arg, self.warning
        if do == "warn" and arg in LEVELS:
            warning.level = arg
            self._keep(arg)
            return ""
        if do == "warn-note":
            warning.note = ""
        if message.at != self.player.n_moves or warning.held is None:
            return ""
        if do == "warn-play":
            held = warning.held
            self.background.stop()
            self._play(held)
        elif do == "warn-back":
            self.background.stop()
            warning.drop()
            return "do:roll"
        elif do == "warn-hint" and warning.state == WARNED:
            warning.hint()
            return "warn-hints"
        elif do == "warn-follow" and warning.state == WARNED:
            warning.following = True
            self._run(warning.follow, self._followed, self._not_followed)
            return "warn-head"
        return ""

    def _followed(self, found: Followed) -> str:
        self.warning.followed, self.warning.following = found, False
        return "warn-followed"

    def _not_followed(self) -> None:
        self.warning.following = False

    # The debrief -------------------------------------------------------------------

    def _on_debrief(self, message: Message) -> str:
        if message.do == "debrief-close":
            if self.debrief.state == DEBRIEFING:
                self.background.stop()
            self.debrief.close()
            return "debrief"
        if message.do == "debrief" and self.debrief.turn:
            self.debrief.begin()
            self._run(self.debrief.work, self._debriefed, self.debrief.close, tell=self.debrief.tell)
        return "debrief-head"

    def _debriefed(self, found: Debrief) -> str:
        self.debrief.finish(found)
        return ""

    # What is shown -----------------------------------------------------------------

    def beside(self, coach: Html, practise: Html = EMPTY) -> Html:
        """The column of the coach: the warning, what to practise, what to do now, why not, the debrief.

        Args:
            coach: what the board says.
            practise: the way to a lesson about what was stopped.
        """
        word, slow = self._word, self.background.counting is not None
        return parts.column(
            parts.warning_panel(self.warning, word, self.controller.rule_title, slow=slow),
            practise,
            coach,
            parts.ask_panel(self.why, self.warning, word),
            debrief_panel(self.debrief, self.controller),
        )

    def worth(self) -> Html:
        """What each choice is worth; empty where nothing is to be chosen."""
        return parts.worth_panel(self.choices, self._word) if self.choices.can_ask else EMPTY

    def _word(self, action: Any) -> str:
        return self.controller.board.word(self.player.view, action)
