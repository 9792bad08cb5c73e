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
from rising_tutor.tutor.callbacks import Guard, as_it_is, nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.units import UnitsController
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.trials import TrialsPanel
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.odds.score import score
from rising_tutor.ui.units import steps as parts

_MOST_AT: Final = 99


class UnitView:
    """One unit at its step, with trials and the score, drawn into `panel`.

    Args:
        controller: the units; it has the record of guesses from here.
        guard: wraps each callback, so that a fault becomes a sentence on the page.
        drawn: called after each drawing.

    Attributes:
        panel: the view.
        trials: the trials of the step.
    """

    def __init__(
        self,
        controller: UnitsController,
        *,
        guard: Guard = as_it_is,
        open_rule: Callable[[str], object] = nothing,
        drawn: Callable[[], object] = nothing,
        note: Html = EMPTY,
    ) -> None:
        self.controller = controller
        self.trials = TrialsPanel(controller, "trials", guard=guard, draw=self.draw)
        self._open_rule, self._drawn, self._note = open_rule, drawn, note
        self.panel = HtmlView(("step", "trials", "score", "note"), kind="rt-stack rt-oddsright")

    def show(self, unit_id: str) -> None:
        """Show a unit; an empty id shows what units are.

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

    def open(self, unit_id: str) -> None:
        """Show a unit, with the focus on its title.

        Raises:
            BadProblem: there is no such unit.
        """
        self.show(unit_id)
        self.panel.focus("unit")

    def draw(self) -> None:
        """Show everything as it is now."""
        self.panel.draw(
            step=parts.step(self.controller),
            trials=self.trials.html(),
            score=score(self.controller.record, self.controller.forgotten),
            note=self._note,
        )
        self._drawn()

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was for the unit."""
        controller, arg, fields = self.controller, message.arg, message.fields
        act: Callable[[], object] | None = {
            "unit": lambda: self.open(arg),
            "step": lambda: self.to_step(whole(arg)),
            "guess": lambda: self._answer(controller.guess, fields["guess"]) if "guess" in fields else None,
            "pick": lambda: self._answer(controller.pick, choice) if (choice := whole(arg)) is not None else None,
            "show": lambda: self._answer(controller.show),
            "again": self._again,
            "forget": self._forget,
            "recall": self._recall,
            "rule": lambda: self._open_rule(arg),
        }.get(message.do)
        if act is None:
            return self.trials.handle(message)
        act()
        self.draw()
        return True

    def to_step(self, at: int | None) -> None:
        """Go to a step, from 0; one beyond the end is the end."""
        if at is not None:
            self.trials.background.stop()
            self.controller.go(min(at, _MOST_AT))
            self.panel.focus("question")

    def _answer(self, answer: Callable[..., object], *given: str | int) -> None:
        """After an answer the focus stays at the question, whose form is gone."""
        answer(*given)
        self.panel.focus("question" if self.controller.revealed else "guess")

    def _again(self) -> None:
        self.trials.background.stop()
        self.controller.again()
        self.panel.focus("question")

    def _forget(self) -> None:
        self.trials.background.stop()
        self.controller.forget()
        self.panel.focus("recall")

    def _recall(self) -> None:
        self.controller.recall()
        self.panel.focus("forget")


class KeptGuesses:
    """The record of guesses as a text that is kept elsewhere.

    Args:
        keep: keeps the text.
        kept: the text that was kept, empty if none; asked for each time, as others add to it.
    """

    def __init__(self, keep: Callable[[str], object], kept: Callable[[], str]) -> None:
        self._keep, self._kept = keep, kept
        self._last = ("", Record())

    def read(self) -> Record:
        """The record; what cannot be read begins anew, as what a browser hands over may be anything."""
        text = self._kept()
        if text != self._last[0]:
            try:
                self._last = (text, guesses.load(text))
            except BadContent:
                self._last = (text, Record())
        return self._last[1]

    def write(self, record: Record) -> None:
        """Keep a record; the oldest guesses go where it would be too long to be read again."""
        while len(text := guesses.dump(record)) > guesses.MOST_BYTES:
            record = Record(record.guesses[1:], record.picks[1:])
        self._keep(text)


class UnitsWidget(ipywidgets.VBox):
    """The list of units at the left, the open one at the right.

    Attributes:
        controller: the controller.
        view: the open unit.
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
        record = KeptGuesses(keep, kept) if keep is not None and kept is not None else None
        self.controller = UnitsController(
            game, read=record.read if record else None, write=record.write if record else None
        )
        self._changed = changed or nothing
        self._fault = ""
        self.left = HtmlView(("list", "sheet"), kind="rt-stack")
        self.view = UnitView(
            self.controller, guard=guard, open_rule=open_rule or nothing, drawn=self._draw_left, note=note
        )
        self.columns = ipywidgets.HBox([self.left, self.view.panel])
        self.columns.add_class("rt-oddsgrid")
        self.columns.add_class("rt-unitsgrid")
        super().__init__([styles("units.css"), self.columns])
        self.add_class("rt-units")
        self.left.on_do(guard(self.handle))
        self.view.panel.on_do(guard(self.handle))
        self.draw()

    @property
    def trials(self) -> TrialsPanel:
        """The trials of the open unit."""
        return self.view.trials

    @property
    def right(self) -> HtmlView:
        """The view of the open unit."""
        return self.view.panel

    def show_unit(self, unit_id: str) -> None:
        """Show a unit; an empty id shows the list.

        Raises:
            BadProblem: there is no such unit.
        """
        self.view.show(unit_id)

    def draw(self) -> None:
        """Show everything as it is now."""
        self.view.draw()

    def _draw_left(self) -> None:
        self.left.draw(list=parts.unit_list(self.controller), sheet=self._sheet())

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was for the units."""
        fault, self._fault = self._fault, ""
        if message.do == "unit":
            self.view.open(message.arg)
            self._changed(message.arg)
        elif message.do == "sheet":
            self._worksheet(message.fields)
            self._draw_left()
        elif not self.view.handle(message):
            self._fault = fault
            return False
        return True

    def _worksheet(self, fields: Mapping[str, str]) -> None:
        try:
            name, text = self.controller.worksheet(*(fields.get(name, "") for name in ("unit", "n", "seed", "form")))
        except RisingTutorError as fault:
            self._fault = f"{capital(str(fault))}."
        else:
            self.left.download(name, text)

    def _sheet(self) -> Html:
        fault = el("p", icon("i-no"), self._fault, cls="rt-oddsnotice", role="alert") if self._fault else EMPTY
        return el("div", parts.worksheet_form(self.controller), fault) if self.controller.units else EMPTY
