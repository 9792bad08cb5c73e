"""The teaching units as a widget: a thin skin over `UnitsController`.

UnitsWidget(game, guard=host.guard, keep=..., kept=..., open_rule=host.open_rule)
"""

from collections.abc import Callable, Mapping
from typing import Final

import ipywidgets

from rising_tutor.core.english import capital
from rising_tutor.core.game import AnyGame
from rising_tutor.core.numbers import whole
from rising_tutor.errors import BadContent, RisingTutorError
from rising_tutor.lab import guesses
from rising_tutor.lab.guesses import Record
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import icon
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.units import UnitsController
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.trials import TrialsPanel
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.odds.score import score
from rising_tutor.ui.units import steps as parts

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
        self.trials = TrialsPanel(self.controller, "trials", guard=guard, draw=self.draw)
        self._keep_text, self._kept_text = keep or (lambda _text: None), kept or (lambda: "")
        self._open_rule = open_rule or (lambda _rule: None)
        self._changed = changed or (lambda _unit: None)
        self._last = ("", Record())
        self._fault = ""
        self._note = note
        self.left = HtmlView(("list", "sheet"), kind="rt-stack")
        self.right = HtmlView(("step", "trials", "score", "note"), kind="rt-stack rt-oddsright")
        self.columns = ipywidgets.HBox([self.left, self.right])
        self.columns.add_class("rt-oddsgrid")
        self.columns.add_class("rt-unitsgrid")
        super().__init__([styles("units.css"), self.columns])
        self.add_class("rt-units")
        self.left.on_do(guard(self.handle))
        self.right.on_do(guard(self.handle))
        self.draw()

    def show_unit(self, unit_id: str) -> None:
        """Show a unit; an empty id shows the list.

        Raises:
            BadProblem: there is no such unit.
        """
        if self.controller.unit is None or self.controller.unit.id != unit_id:
            self.trials.background.stop()
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
            trials=self.trials.html(),
            score=score(self.controller.record),
            note=self._note,
        )

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was for the units."""
        controller, arg, fields = self.controller, message.arg, message.fields
        act: Callable[[], object] | None = {
            "unit": lambda: self._open_unit(arg),
            "step": lambda: self._to_step(whole(arg)),
            "guess": lambda: self._answer(controller.guess, fields["guess"]) if "guess" in fields else None,
            "pick": lambda: self._answer(controller.pick, choice) if (choice := whole(arg)) is not None else None,
            "show": lambda: self._answer(controller.show),
            "again": self._again,
            "forget": self._forget,
            "rule": lambda: self._open_rule(arg),
            "sheet": lambda: self._worksheet(fields),
        }.get(message.do)
        if act is None:
            return self.trials.handle(message)
        self._fault = ""
        act()
        self.draw()
        return True

    def _open_unit(self, unit: str) -> None:
        self.show_unit(unit)
        self._changed(unit)
        self.right.focus("unit")

    def _to_step(self, at: int | None) -> None:
        if at is not None:
            self.trials.background.stop()
            self.controller.go(min(at, _MOST_AT))
            self.right.focus("question")

    def _answer(self, answer: Callable[..., object], *given: str | int) -> None:
        """After an answer the focus stays at the question, whose form is gone."""
        answer(*given)
        self.right.focus("question" if self.controller.revealed else "guess")

    def _again(self) -> None:
        self.trials.background.stop()
        self.controller.again()
        self.right.focus("question")

    def _forget(self) -> None:
        self.trials.background.stop()
        self.controller.forget()

    def _worksheet(self, fields: Mapping[str, str]) -> None:
        try:
            name, text = self.controller.worksheet(*(fields.get(name, "") for name in ("unit", "n", "seed", "form")))
        except RisingTutorError as fault:
            self._fault = f"{capital(str(fault))}."
        else:
            self.left.download(name, text)

    # The rest --------------------------------------------------------------------------------------------------------

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
