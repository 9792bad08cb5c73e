"""The odds lab as widgets: the controller's parts as HTML, its messages, and the work beside the page."""

from collections.abc import Callable, Mapping
from typing import Final

import ipywidgets

from rising_tutor.core.numbers import whole
from rising_tutor.errors import RisingTutorError
from rising_tutor.lab.guesses import Record
from rising_tutor.probability.dice_turn.dice_game import Question
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.render.html import EMPTY, Html
from rising_tutor.tutor.background import Worker
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.controller import Notice, OddsLab
from rising_tutor.tutor.odds.question import Asked
from rising_tutor.tutor.odds.turn import Choice, Moment, Turn
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.odds import other_plays as around
from rising_tutor.ui.odds import question as asks
from rising_tutor.ui.odds import turn as turns
from rising_tutor.ui.odds.answer import answer as answer_part
from rising_tutor.ui.odds.beside import TreeSide, TrialSide
from rising_tutor.ui.odds.score import score as score_part

EXAMPLE: Final = {"pool": "4g1b", "need": "AFF"}
"""Shown by one press while nothing is asked; a game whose dice it does not fit has its first pool and symbol."""
_MOST_AT: Final = 99


class OddsView(ipywidgets.VBox):
    """The lab in two columns: the question left, what follows from it right.

    Args:
        lab: the controller.
        guard: wraps each callback, so that a fault becomes a sentence on the page.
        changed: called after every change of the question or of what a browser should remember.
        other: called with a message that is not the lab's own, such as a rule to be opened; whether it was taken.
        note: stands below everything: where the cards come from.
    """

    def __init__(
        self,
        lab: OddsLab,
        *,
        guard: Guard = as_it_is,
        changed: Callable[[], object] | None = None,
        other: Callable[[str, str], object] | None = None,
        note: Html = EMPTY,
    ) -> None:
        self.lab = lab
        self.worker = Worker()
        self.beside = Worker()
        self.bounding = Worker()
        self._changed = changed or (lambda: None)
        self._other = other or (lambda _do, _arg: None)
        self._guard = guard
        self._busy = self._estimating = self._slow = ""
        self.tree_side = TreeSide(lab, guard, self.draw)
        self.trial_side = TrialSide(lab, guard, self.draw)
        self._valuing: tuple[Turn, Moment] | None = None
        self._rows = turns.ROWS
        self._note = note
        self.left = HtmlView(("pool", "need", "use"), kind="rt-stack rt-stickcol")
        self.right = HtmlView(
            ("answer", "roll", "changes", "tree", "plays", "trials", "score", "note"), kind="rt-stack rt-oddsright"
        )
        self.columns = ipywidgets.HBox([self.left, self.right])
        self.columns.add_class("rt-oddsgrid")
        super().__init__([styles("odds.css", "tree.css", "units.css"), self.columns])
        self.add_class("rt-oddslab")
        self.left.on_do(guard(self.take))
        self.right.on_do(guard(self.take))
        self.draw()

    # Messages ---------------------------------------------------------------------------------------------------------

    def take(self, message: Message) -> None:
        """Do what a control asks for."""
        do, arg, fields = message["do"], message["arg"], message["fields"]
        before = self.lab.asked
        if self.tree_side.take(do, arg) or self.trial_side.take(do, fields):
            self.draw()
            return
        handler = getattr(self, f"_do_{do.replace('-', '_')}", None)
        if handler is None:
            self._other(do, arg)
            return
        try:
            handler(arg, fields)
        except RisingTutorError as fault:
            self.lab.notice = Notice("roll", f"{str(fault)[:1].upper()}{str(fault)[1:]}.")
        if self.lab.asked != before:
            self._rows = turns.ROWS
            self._put_away()
        self.refresh()
        self._changed()

    def refresh(self) -> None:
        """Draw, and begin to work out what is waited for."""
        if self.lab.waiting and not self.worker.busy:
            self._busy = ""
            self.draw()
            lab = self.lab
            self.worker.start(
                lambda progress: lab.work(progress, self._first),
                self._guard(self._arrived),
                failed=self._guard(self._failed),
                tell=self._guard(self._tell),
            )
            return
        self.draw()
        turn = self.lab.turn
        if turn is not None and turn.solved and not turn.ready and not turn.given_up:
            moment = turn.moment
            if self.beside.busy and self._valuing == (turn, moment):
                return
            self._valuing, self._slow = (turn, moment), ""
            self.beside.start(
                turn.work,
                self._guard(lambda found: self._valued(turn, moment, found)),
                failed=self._guard(self._broken),
                tell=self._guard(self._tell_valuing),
            )

    def ask(self, words: Mapping[str, str]) -> None:
        """Ask what an address names. Raises `BadProblem`; the question then stays as it was."""
        before = self.lab.asked
        self.lab.open(words)
        if self.lab.asked != before:
            self._put_away()
        self.refresh()

    def take_question(self, question: Question) -> None:
        """Ask about the dice step of a game."""
        self.lab.take_question(question)
        self._put_away()
        self.refresh()
        self._changed()

    def _put_away(self) -> None:
        """Another question: nothing of the one before may come or stay."""
        self.worker.stop()
        self.beside.stop()
        self._stop_bounds()
        self._busy = ""
        self.tree_side.put_away()
        self.trial_side.put_away()

    def _do_die(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.add_die(arg[1:], -1 if arg.startswith("-") else 1)

    def _do_pool(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.take_pool(arg)

    def _do_symbol(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.add_symbol(arg)

    def _do_unsymbol(self, arg: str, _fields: Mapping[str, str]) -> None:
        at, _, letter = arg.partition(":")
        self.lab.drop_symbol(_whole(at), letter)

    def _do_need_new(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.open_need()

    def _do_need_at(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.at = _whole(arg)

    def _do_need_drop(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.drop_need(_whole(arg))

    def _do_need_clear(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.clear_needs()

    def _do_card(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.add_card(arg)

    def _do_find(self, _arg: str, fields: Mapping[str, str]) -> None:
        self.lab.search = (fields.get("text", "")[:60], fields.get("kind", "")[:60])

    def _do_times(self, arg: str, _fields: Mapping[str, str]) -> None:
        at, _, n = arg.partition(":")
        self.lab.set_times(_whole(at), _whole(n))

    def _do_weight(self, arg: str, _fields: Mapping[str, str]) -> None:
        at, _, n = arg.partition(":")
        self.lab.set_weight(_whole(at), _whole(n))

    def _do_value(self, _arg: str, fields: Mapping[str, str]) -> None:
        value, _, least = fields.get("value", "").partition(":")
        self.lab.set_value(value, _whole(least) if least else 1)

    def _do_use(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.toggle_use(arg)

    def _do_example(self, _arg: str, _fields: Mapping[str, str]) -> None:
        try:
            self.lab.open(EXAMPLE)
        except RisingTutorError:
            shelf = self.lab.shelf
            self.lab.take_pool(shelf.pools[0][0] if shelf.pools else "")
            self.lab.add_symbol(next(iter(shelf.symbols)))

    def _do_guess(self, _arg: str, fields: Mapping[str, str]) -> None:
        if "guess" in fields:
            self.lab.state_guess(fields["guess"])

    def _do_forget(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.record = Record()

    def _do_show(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.reveal()

    def _do_guess_first(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.set_guess_first(on=arg == "on")

    def _do_stop(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.worker.stop()
        self._stop_bounds()
        self._busy = ""
        self.lab.stop()

    def _do_bounds(self, _arg: str, _fields: Mapping[str, str]) -> None:
        lab, asked = self.lab, self.lab.asked
        if not asked.complete or lab.hidden or lab.meanwhile is not None or self.bounding.busy:
            return
        self._estimating = "Bounds are being worked out."
        self.bounding.start(
            lab.work_bounds,
            self._guard(lambda found: self._bounded(asked, found)),
            failed=self._guard(self._unbounded),
        )

    def _do_value_stop(self, _arg: str, _fields: Mapping[str, str]) -> None:
        if self.lab.turn is not None and not self.lab.turn.ready:
            self.beside.stop()
            self.lab.turn.given_up = True

    def _do_value_again(self, _arg: str, _fields: Mapping[str, str]) -> None:
        if self.lab.turn is not None:
            self.lab.turn.given_up = False

    def _do_roll(self, _arg: str, fields: Mapping[str, str]) -> None:
        self._rows = turns.ROWS
        self.lab.roll(fields.get("seed", "").strip())

    def _do_roll_on(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self._rows = turns.ROWS
        self.lab.roll()

    def _do_by_hand(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.set_by_hand()

    def _do_face(self, arg: str, _fields: Mapping[str, str]) -> None:
        if self.lab.turn is not None:
            self.lab.turn.turn_face(_whole(arg))

    def _do_pick(self, arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.pick(arg)

    def _do_show_choices(self, _arg: str, _fields: Mapping[str, str]) -> None:
        if self.lab.turn is not None:
            self.lab.turn.reveal()

    def _do_more_choices(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self._rows += turns.ROWS

    def _do_choose(self, arg: str, _fields: Mapping[str, str]) -> None:
        if self.lab.turn is not None:
            self._rows = turns.ROWS
            self.lab.turn.choose(arg)
            self.right.focus("roll-head")

    def _do_add_die(self, arg: str, _fields: Mapping[str, str]) -> None:
        place, _, colour = arg.partition(":")
        if self.lab.turn is not None:
            self.lab.turn.add_die(_whole(place), colour)

    def _do_put_symbol(self, arg: str, _fields: Mapping[str, str]) -> None:
        place, _, need = arg.partition(":")
        if self.lab.turn is not None:
            self.lab.turn.put_symbol(_whole(place), _whole(need))

    def _do_turn_new(self, _arg: str, _fields: Mapping[str, str]) -> None:
        self.lab.begin_again()

    # Work -------------------------------------------------------------------------------------------------------------

    def _first(self, answer: Answer) -> None:
        """The value is there; what stands around it still comes. Called from within the work."""
        self.worker.back(self._guard(self._arrived), answer)

    def _arrived(self, answer: Answer) -> None:
        self._busy = ""
        self.lab.accept(answer)
        if answer.solved is not None:
            self._stop_bounds()
        self.refresh()
        self._changed()

    def _bounded(self, asked: Asked, found: Estimate) -> None:
        self._estimating = ""
        self.lab.accept_bounds(asked, found)
        self.draw()

    def _unbounded(self, fault: BaseException) -> None:
        self._estimating = ""
        self.draw()
        raise fault

    def _stop_bounds(self) -> None:
        self.bounding.stop()
        self._estimating = ""

    def _failed(self, fault: BaseException) -> None:
        self._busy = ""
        self.lab.stop()
        self.draw()
        raise fault

    def _valued(self, turn: Turn, moment: Moment, found: tuple[Choice, ...]) -> None:
        turn.accept(moment, found)
        self.refresh()

    def _broken(self, fault: BaseException) -> None:
        self.draw()
        raise fault

    def _tell_valuing(self, _n: int, _total: int) -> None:
        self._slow = "Every choice of this roll is being valued."
        self.draw()

    def _tell(self, n: int, total: int) -> None:
        share = f" {100 * n // total} % is done." if total else ""
        self._busy = f"Counting every roll and every choice.{share}"
        self.draw()

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show everything as it is now."""
        lab = self.lab
        self.left.draw(pool=asks.pool(lab), need=asks.need(lab), use=asks.use(lab))
        self.right.draw(
            answer=answer_part(lab, self._busy, self._estimating),
            roll=turns.roll(lab, self._rows, self._busy or self._slow) or EMPTY,
            tree=self.tree_side.html(),
            plays=around.plays(lab),
            changes=around.changes(lab),
            trials=self.trial_side.html(),
            score=score_part(lab.record),
            note=self._note,
        )


def _whole(text: str) -> int:
    """A small number that came from a page; -1 for anything else."""
    number = whole(text, below=_MOST_AT + 1)
    return -1 if number is None else number
