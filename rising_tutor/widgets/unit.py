"""A teaching unit of the odds lab in a cell."""

from collections.abc import Mapping
from typing import Any

import ipywidgets
import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem
from rising_tutor.lab.guesses import Guess, Pick
from rising_tutor.lab.unit import Unit as UnitFile
from rising_tutor.lab.unit_file import kit_for, no_units, units
from rising_tutor.render.html import Html, el, join
from rising_tutor.tutor.units import UnitsController
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.units.view import KeptGuesses, UnitView
from rising_tutor.widgets.arguments import text, whole

_KEPT = "odds_guesses"


class Unit(Cell):
    """A teaching unit about chances: a guess first, then the exact answer and trials. Guesses are kept as in the app.

    Args:
        name: its id.
        step: from 1; by default the first with a question that was not answered yet.
        game: whose dice are used.

    Attributes:
        done: whether every question of it was answered.
        at: the step that is shown, from 1; another one is shown as soon as it is set.
        unit_id: of the unit that is shown; that of the next one after it led on.

    Raises:
        BadProblem: there is no such unit for these dice.
        BadArgument: it has no such step, or this is no text.
        UnknownGame: there is no such game.

    >>> unit = Unit("one-die")
    >>> unit.at, unit.unit.title
    (1, 'One die')
    """

    goes_on = True
    done = traitlets.Bool(default_value=False, read_only=True)
    at = traitlets.Int(1)
    unit_id = traitlets.Unicode("", read_only=True)

    def __init__(self, name: str, *, step: int | None = None, game: str = DEFAULT) -> None:
        played = load_game(game)
        if not units(kit_for(played)):
            raise BadProblem("game", game, no_units(played))
        super().__init__(str(played.info.id), "the unit")
        record = KeptGuesses(lambda text: self.keep(**{_KEPT: text}), lambda: str(self.kept(_KEPT) or ""))
        self.controller = UnitsController(played, read=record.read, write=record.write)
        self.controller.open(text("unit", name, "the id of a unit, such as 'one-die'"))
        self._asked = self.unit
        self.view = UnitView(
            self.controller,
            guard=self.guard,
            open_rule=self.open_rule,
            drawn=self._drawn,
            note=board_for(played).origin_note,
        )
        self.view.panel.on_do(self.guard(lambda message: self.view.handle(message) or self.handle(message)))
        if step is not None:
            # Also the first step, which `at` has from the beginning: by itself another one may be shown.
            self.view.to_step(self._checked(step) - 1)
        self._begun = None if step is not None else self.at
        self.view.draw()
        box = ipywidgets.VBox([styles("odds.css", "units.css"), self.view.panel])
        box.add_class("rt-units")
        self.show(box)

    def introduced(self) -> None:
        """Go to the first question that the learner has not answered, if no step was chosen."""
        if self._begun == self.at and self.unit == self._asked:
            self.controller.open(self.unit.id)
        self.view.draw()

    @property
    def unit(self) -> UnitFile:
        """The unit, as its file has it."""
        assert self.controller.unit is not None
        return self.controller.unit

    @property
    def given(self) -> Guess | Pick | None:
        """What was answered to the question of this step; None if nothing yet."""
        return self.controller.given

    def still(self) -> Html:
        """Return what the unit is about, and the step."""
        at, steps = self.controller.at, self.unit.step
        return join(
            el("p", el("b", self.unit.title), f". {self.unit.purpose}"),
            el("p", f"Step {at + 1} of {len(steps)}. {steps[at].text}") if at < len(steps) else None,
            super().still(),
        )

    def _checked(self, step: object) -> int:
        last = len(self.unit.step)
        return whole("step", step, 1, last, expected=f"one from 1 to {last}")

    @traitlets.validate("at")
    def _step_there(self, proposal: Mapping[str, Any]) -> int:
        return self._checked(proposal["value"])

    @traitlets.observe("at")
    def _step_chosen(self, change: Mapping[str, Any]) -> None:
        if change["new"] != self.controller.at + 1:
            self.view.to_step(change["new"] - 1)
            self.view.draw()

    def _drawn(self) -> None:
        self.set_trait("unit_id", self.unit.id)
        self.at = self.controller.at + 1
        self.set_trait("done", self.controller.answered(self._asked) == len(self._asked.asks))
