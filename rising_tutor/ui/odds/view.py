"""The odds lab as widgets: the controller's parts as HTML, its messages, and the work beside the page."""

from collections.abc import Callable, Mapping
from typing import Final

import ipywidgets

from rising_tutor.core.english import capital
from rising_tutor.core.numbers import whole
from rising_tutor.errors import RisingTutorError
from rising_tutor.probability.dice_turn.dice_game import Question
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.render.html import EMPTY, Html
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.controller import Notice, OddsLab
from rising_tutor.tutor.odds.question import Asked
from rising_tutor.tutor.odds.trials import TurnTries
from rising_tutor.tutor.odds.turn import Choice, Moment, Turn
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.trials import TrialsPanel
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.odds import question as asks
from rising_tutor.ui.odds import turn as turns
from rising_tutor.ui.odds.answer import answer as answer_part
from rising_tutor.ui.odds.changes import changes as change_part
from rising_tutor.ui.odds.score import score as score_part
from rising_tutor.ui.odds.tree import TreePanel
from rising_tutor.ui.odds.ways import ways

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
        other: Handle = unhandled,
        note: Html = EMPTY,
    ) -> None:
        self.lab = lab
        self.answering, self.valuing, self.bounding = (Background(guard=guard) for _ in range(3))
        self._changed = changed or (lambda: None)
        self._other = other
        self.tree = TreePanel(lab, guard, self.draw)
        words = "Whole turns by chance, with best play, beside the exact value."
        self.trials = TrialsPanel(TurnTries(lab), "turns", words, guard=guard, draw=self.draw)
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
        self.left.on_do(guard(self.handle))
        self.right.on_do(guard(self.handle))
        self.draw()

    # Messages ---------------------------------------------------------------------------------------------------------

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was for the lab."""
        act = self._acts(message.arg, message.fields).get(message.do)
        if act is None:
            return self.tree.handle(message) or self.trials.handle(message) or self._other(message)
        before = self.lab.asked
        try:
            act()
        except RisingTutorError as fault:
            self.lab.notice = Notice("roll", f"{capital(str(fault))}.")
        if self.lab.asked != before:
            self._rows = turns.ROWS
            self._put_away()
        self.refresh()
        self._changed()
        return True

    def _acts(self, arg: str, fields: Mapping[str, str]) -> Mapping[str, Callable[[], object]]:
        """What a control can ask for now."""
        lab, turn = self.lab, self.lab.turn
        of, _, rest = arg.partition(":")
        at, n = _whole(of), _whole(rest)
        acts: dict[str, Callable[[], object]] = {
            "die": lambda: lab.add_die(arg[1:], -1 if arg.startswith("-") else 1),
            "pool": lambda: lab.take_pool(arg),
            "symbol": lambda: lab.add_symbol(arg),
            "unsymbol": lambda: lab.drop_symbol(at, rest),
            "need-new": lab.open_need,
            "need-at": lambda: setattr(lab, "at", at),
            "need-drop": lambda: lab.drop_need(at),
            "need-clear": lab.clear_needs,
            "card": lambda: lab.add_card(arg),
            "find": lambda: setattr(lab, "search", (fields.get("text", "")[:60], fields.get("kind", "")[:60])),
            "times": lambda: lab.set_times(at, n),
            "weight": lambda: lab.set_weight(at, n),
            "value": lambda: lab.set_value(fields.get("value", "")),
            "use": lambda: lab.toggle_use(arg),
            "example": self._example,
            "guess": lambda: lab.state_guess(fields["guess"]) if "guess" in fields else None,
            "forget": self._forget,
            "recall": self._recall,
            "show": lab.reveal,
            "guess-first": lambda: lab.set_guess_first(on=arg == "on"),
            "stop": self._stop,
            "bounds": self._bound,
            "roll": lambda: self._roll(fields.get("seed", "").strip()),
            "roll-on": self._roll,
            "by-hand": lab.set_by_hand,
            "pick": lambda: lab.pick(arg),
            "more-choices": lambda: setattr(self, "_rows", self._rows + turns.ROWS),
            "turn-new": lab.begin_again,
        }
        if turn is not None:
            acts |= {
                "face": lambda: turn.turn_face(at),
                "show-choices": turn.reveal,
                "choose": lambda: self._choose(turn, arg),
                "add-die": lambda: turn.add_die(at, rest),
                "put-symbol": lambda: turn.put_symbol(at, n),
                "value-stop": lambda: self._give_up(turn),
                "value-again": lambda: setattr(turn, "given_up", False),
            }
        return acts

    def _forget(self) -> None:
        self.lab.record = self.lab.forgotten.forget(self.lab.record)
        self.right.focus("recall")

    def _recall(self) -> None:
        self.lab.record = self.lab.forgotten.recall(self.lab.record)
        self.right.focus("forget")

    def _example(self) -> None:
        try:
            self.lab.open(EXAMPLE)
        except RisingTutorError:
            kit = self.lab.kit
            self.lab.take_pool(kit.pools[0][0] if kit.pools else "")
            self.lab.add_symbol(next(iter(kit.symbols)))

    def _roll(self, seed: str = "") -> None:
        self._rows = turns.ROWS
        self.lab.roll(seed)

    def _choose(self, turn: Turn, key: str) -> None:
        self._rows = turns.ROWS
        turn.choose(key)
        self.right.focus("roll-head")

    def _give_up(self, turn: Turn) -> None:
        if not turn.ready:
            self.valuing.stop()
            turn.given_up = True

    def _stop(self) -> None:
        self.answering.stop()
        self.bounding.stop()
        self.lab.stop()

    # Work -------------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw, and begin to work out what is waited for."""
        lab, turn = self.lab, self.lab.turn
        if lab.waiting and not self.answering.busy:
            self.answering.start(
                lambda progress: lab.work(progress, lambda answer: self.answering.back(self._arrived, answer)),
                self._arrived,
                failed=self._failed,
                changed=self.draw,
            )
        elif turn is not None and turn.solved and not turn.ready and not turn.given_up:
            moment = turn.moment
            if not (self.valuing.busy and self._valuing == (turn, moment)):
                self._valuing = (turn, moment)
                self.valuing.start(turn.work, lambda found: self._valued(turn, moment, found), changed=self.draw)
        self.draw()

    def _bound(self) -> None:
        lab, asked = self.lab, self.lab.asked
        if asked.complete and not lab.hidden and lab.meanwhile is None and not self.bounding.busy:
            self.bounding.start(lab.work_bounds, lambda found: self._bounded(asked, found), changed=self.draw)

    def _arrived(self, answer: Answer) -> None:
        """The value, or all that stands around it, is there."""
        self.lab.accept(answer)
        if answer.solved is not None:
            self.bounding.stop()
        self.refresh()
        self._changed()

    def _failed(self, fault: BaseException) -> None:
        self.lab.stop()
        raise fault

    def _bounded(self, asked: Asked, found: Estimate) -> None:
        self.lab.accept_bounds(asked, found)
        self.draw()

    def _valued(self, turn: Turn, moment: Moment, found: tuple[Choice, ...]) -> None:
        turn.accept(moment, found)
        self.refresh()

    # Questions --------------------------------------------------------------------------------------------------------

    def ask(self, words: Mapping[str, str]) -> None:
        """Ask what an address names. Raises `BadProblem`; the question then stays as it was."""
        before = self.lab.asked
        self.lab.open(words)
        if self.lab.asked != before:
            self._put_away()
        self.refresh()

    def take(self, asked: Asked) -> None:
        """Ask a question that was put together elsewhere. Raises `BadProblem`; the question then stays as it was."""
        self.lab.take(asked)
        self._put_away()
        self.refresh()
        self._changed()

    def take_question(self, question: Question) -> None:
        """Ask about the dice step of a game."""
        self.lab.take_question(question)
        self._put_away()
        self.refresh()
        self._changed()

    def _put_away(self) -> None:
        """Another question: nothing of the one before may come or stay."""
        for work in (self.answering, self.valuing, self.bounding, self.trials.background):
            work.stop()
        self.tree.put_away()

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show everything as it is now."""
        lab, busy = self.lab, self._busy()
        estimating = "Bounds are being worked out." if self.bounding.busy else ""
        slow = "Every choice of this roll is being valued." if self.valuing.counting is not None else ""
        self.left.draw(pool=asks.pool(lab), need=asks.need(lab), use=asks.use(lab))
        self.right.draw(
            answer=answer_part(lab, busy, estimating),
            roll=turns.roll(lab, self._rows, busy or slow) or EMPTY,
            tree=self.tree.html(),
            plays=ways(lab),
            changes=change_part(lab),
            trials=self.trials.html(),
            score=score_part(lab.record, lab.forgotten),
            note=self._note,
        )

    def _busy(self) -> str:
        """What is said while the answer is worked out, once that takes long."""
        if self.answering.counting is None:
            return ""
        n, total = self.answering.counting
        share = f" {100 * n // total} % is done." if total else ""
        return f"Counting every roll and every choice.{share}"


def _whole(text: str) -> int:
    """A small number that came from a page; -1 for anything else."""
    number = whole(text, below=_MOST_AT + 1)
    return -1 if number is None else number
