"""The teaching units as a widget: a thin skin over `UnitsController`.

UnitsWidget(game, guard=shell.guard, keep=..., kept=..., open_rule=shell.open_rule)
"""

from collections.abc import Callable
from typing import Final

import ipywidgets

from rising_tutor.core.game import AnyGame
from rising_tutor.core.numbers import whole
from rising_tutor.errors import BadContent, RisingTutorError
from rising_tutor.lab import guesses
from rising_tutor.lab.guesses import Record
from rising_tutor.lab.trials import MARKS
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import icon
from rising_tutor.tutor.background import Worker
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.units import UnitsController
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.odds.score import score
from rising_tutor.ui.units import steps as parts
from rising_tutor.ui.units.trials import trials

_MOST_AT: Final = 99


class UnitsWidget(ipywidgets.VBox):
    """The list of units at the left, the open one with its trials and the score at the right.

    Attributes:
        controller: the controller.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        guard: Guard = as_it_is,
        keep: Callable[[str], object] | None = None,
        kept: Callable[[], str] | None = None,
        open_rule: Callable[[str], object] | None = None,
        changed: Callable[[str], object] | None = None,
        note: Html = EMPTY,
    ) -> None:
        """Takes a game with dice.

        Args:
            game: whose dice are used.
            guard: wraps each callback, so that a fault becomes a sentence on the page.
            keep: keeps the guesses of this browser as a text.
            kept: the text that was kept, empty if none; asked for each time, as other parts of the page add to it.
            open_rule: shows a rule.
            changed: called with the id of the unit that is shown now, empty for none.
            note: stands below everything: where the dice and cards come from.
        """
        keeps = keep is not None and kept is not None
        self.controller = UnitsController(
            game, read=self._read if keeps else None, write=self._write if keeps else None
        )
        self.worker = Worker()
        self._keep_text, self._kept_text = keep or (lambda _text: None), kept or (lambda: "")
        self._open_rule = open_rule or (lambda _rule: None)
        self._changed = changed or (lambda _unit: None)
        self._guard = guard
        self._last = ("", Record())
        self._busy = ""
        self._fault = ""
        self._note = note
        self.left = HtmlView(("list", "sheet"), kind="rt-stack")
        self.right = HtmlView(("step", "trials", "score", "note"), kind="rt-stack rt-oddsright")
        self.columns = ipywidgets.HBox([self.left, self.right])
        self.columns.add_class("rt-oddsgrid")
        self.columns.add_class("rt-unitsgrid")
        super().__init__([styles("units.css"), self.columns])
        self.add_class("rt-units")
        self.left.on_do(guard(self.take))
        self.right.on_do(guard(self.take))
        self.draw()

    def show_unit(self, unit_id: str) -> None:
        """Show a unit; an empty id shows the list.

        Raises:
            BadProblem: there is no such unit.
        """
        if self.controller.unit is None or self.controller.unit.id != unit_id:
            self._halt()
            if unit_id:
                self.controller.open(unit_id)
            else:
                self.controller.shut()
        self.draw()

    def draw(self) -> None:
        """Show everything as it is now."""
        self.left.draw(list=parts.unit_list(self.controller), sheet=self._sheet())
        self.right.draw(
            step=parts.step(self.controller),
            trials=trials(self.controller, self._busy),
            score=score(self.controller.record),
            note=self._note,
        )

    def take(self, message: Message) -> None:
        """Do what a control asks for."""
        handler: Callable[[str, dict[str, str]], None] | None = getattr(self, f"_do_{message['do']}", None)
        if handler is None:
            return
        self._fault = ""
        handler(message["arg"], message["fields"])
        self.draw()

    # Messages --------------------------------------------------------------------------------------------------------

    def _do_unit(self, arg: str, _fields: dict[str, str]) -> None:
        self.show_unit(arg)
        self._changed(arg)
        self.right.focus("unit")

    def _do_step(self, arg: str, _fields: dict[str, str]) -> None:
        if (at := whole(arg)) is not None:
            self._halt()
            self.controller.go(min(at, _MOST_AT))
            self.right.focus("question")

    def _do_guess(self, _arg: str, fields: dict[str, str]) -> None:
        if "guess" in fields:
            self.controller.guess(fields["guess"])
            self._to_answer()

    def _do_pick(self, arg: str, _fields: dict[str, str]) -> None:
        if (choice := whole(arg)) is not None:
            self.controller.pick(choice)
            self._to_answer()

    def _do_show(self, _arg: str, _fields: dict[str, str]) -> None:
        self.controller.show()
        self._to_answer()

    def _do_again(self, _arg: str, _fields: dict[str, str]) -> None:
        self._halt()
        self.controller.again()
        self.right.focus("question")

    def _do_forget(self, _arg: str, _fields: dict[str, str]) -> None:
        self._halt()
        self.controller.forget()

    def _do_rule(self, arg: str, _fields: dict[str, str]) -> None:
        self._open_rule(arg)

    def _do_mark(self, _arg: str, fields: dict[str, str]) -> None:
        self._halt()
        self.controller.set_mark(fields.get("mark", ""))
        self.controller.tried = fields.get("which", self.controller.tried)[:60]
        if self.controller.trials is not None and self.controller.trials.n:
            self._run()

    def _do_try(self, _arg: str, fields: dict[str, str]) -> None:
        if fields:
            self.controller.set_mark(fields.get("mark", ""))
            self.controller.tried = fields.get("which", self.controller.tried)[:60]
        self._run()

    def _do_reseed(self, _arg: str, _fields: dict[str, str]) -> None:
        self._halt()
        self.controller.new_seed()
        self._run()

    def _do_stop(self, _arg: str, _fields: dict[str, str]) -> None:
        self._halt()

    def _do_sheet(self, _arg: str, fields: dict[str, str]) -> None:
        wanted = (fields.get(name, "") for name in ("unit", "n", "seed", "form"))
        try:
            name, text = self.controller.worksheet(*wanted)
        except RisingTutorError as fault:
            self._fault = f"{str(fault)[:1].upper()}{str(fault)[1:]}."
            return
        self.left.download(name, text)

    # Trials ----------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Make trials beside the page up to where the slider stands."""
        tried, to = self.controller.trials, MARKS[self.controller.mark]
        if tried is None or tried.n >= to:
            return
        self.worker.start(
            lambda progress: tried.run(to, progress),
            self._guard(self._tried),
            failed=self._guard(self._failed),
            tell=self._guard(self._tell),
        )

    def _tell(self, n: int, total: int) -> None:
        self._busy = f"Trying: {n:,} of {total:,}".replace(",", " ") if total else "Trying ..."
        self.draw()

    def _tried(self, _nothing: None) -> None:
        self._busy = ""
        self.draw()

    def _failed(self, fault: BaseException) -> None:
        self._busy = ""
        self.draw()
        raise fault

    def _halt(self) -> None:
        self.worker.stop()
        self._busy = ""

    # The rest --------------------------------------------------------------------------------------------------------

    def _to_answer(self) -> None:
        """After an answer the focus stays at the question, whose form is gone."""
        self.right.focus("question" if self.controller.revealed else "guess")

    def _sheet(self) -> Html:
        fault = el("p", icon("i-no"), self._fault, cls="rt-oddsnotice", role="alert") if self._fault else EMPTY
        return el("div", parts.worksheet_form(self.controller), fault) if self.controller.units else EMPTY

    def _read(self) -> Record:
        text = self._kept_text()
        if text != self._last[0]:
            try:
                self._last = (text, guesses.load(text))
            except BadContent:
                # What a browser hands over may be anything; a score that cannot be read begins anew.
                self._last = (text, Record())
        return self._last[1]

    def _write(self, record: Record) -> None:
        while len(text := guesses.dump(record)) > guesses.MOST_BYTES:
            # What a browser keeps must be read again later: the oldest goes.
            record = Record(record.guesses[1:], record.picks[1:])
        self._keep_text(text)
