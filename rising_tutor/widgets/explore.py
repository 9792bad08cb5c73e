"""Values to move, and what a function makes of them, in a cell."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import traitlets

from rising_tutor.core.numbers import whole
from rising_tutor.errors import BadArgument
from rising_tutor.render.html import EMPTY, Html, el, join
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT

_MOST: Final = 1000
_SWITCH: Final = (False, True)


class Explore(Cell):
    """A slider or a box to tick for each argument of a function, and the text that it returns for them.

    In a saved notebook the text stays, with the values that it belongs to.

    Args:
        function: Called with the values by name; returns a text.
        start: The values to begin with, by name; the first of its values where one is not named.
        values: For each argument the values that it can have, in order: `range(4)`, a list, or `(False, True)` for a
            box to tick.

    Attributes:
        at: The present values by name; set it or observe it.
        text: What the function returned for them.

    Raises:
        BadArgument: An argument has no values or more than 1,000, or is to have another value than these.

    >>> from fractions import Fraction
    >>> def chance(dice, faces):
    ...     return f"{Fraction(faces, 6) ** dice}"
    >>> explore = Explore(chance, {"dice": 2}, dice=range(1, 4), faces=range(1, 7))
    >>> explore.text
    '1/36'
    >>> explore.at = {"dice": 2, "faces": 3}
    >>> explore.text
    '1/4'
    """

    at = traitlets.Dict()
    text = traitlets.Unicode("", read_only=True)

    def __init__(
        self, function: Callable[..., str], start: Mapping[str, Any] | None = None, /, **values: Sequence[Any]
    ) -> None:
        if not callable(function):
            raise BadArgument("function", function, "a function that returns a text")
        self._function = function
        self._values = {name: _listed(name, given) for name, given in values.items()}
        super().__init__(DEFAULT, "the values")
        self.view = HtmlView(("values", "text"), kind="rt-explore")
        self.view.on_do(self.guard(self._pressed))
        self._found = ""
        self.at = {**{name: given[0] for name, given in self._values.items()}, **(start or {})}
        self._draw()
        self.show(self.view)

    def still(self) -> Html:
        """Return the text, and the values that it belongs to."""
        said = ", ".join(f"{_label(name)} {_written(value)}" for name, value in self.at.items())
        return join(el("p", f"{said}:") if said else None, el("pre", self.text), super().still())

    @traitlets.validate("at")
    def _known(self, proposal: Mapping[str, Any]) -> dict[str, Any]:
        wanted: dict[str, Any] = proposal["value"]
        for name in wanted:
            if name not in self._values:
                raise BadArgument("at", name, "a name of a value")
        for name, given in self._values.items():
            if name not in wanted or wanted[name] not in given:
                known = f"one of its values, from {_written(given[0])} to {_written(given[-1])}"
                raise BadArgument(name, wanted.get(name), known)
        at = {name: wanted[name] for name in self._values}
        # Now, so that a function that fails leaves everything unchanged.
        self._found = str(self._function(**at))
        return at

    @traitlets.observe("at")
    def _moved(self, _change: object) -> None:
        self.set_trait("text", self._found)
        self._draw()

    def _pressed(self, message: Message) -> None:
        if message.do != "values":
            self.handle(message)
            return
        chosen = dict(self.at)
        for name, given in self._values.items():
            if given == _SWITCH:
                chosen[name] = name in message.fields
            elif (place := whole(message.fields.get(name, ""), below=len(given))) is not None:
                chosen[name] = given[place]
        self.at = chosen

    def _draw(self) -> None:
        rows = [self._row(name, given) for name, given in self._values.items()]
        form = el("form", rows, data_do="values", data_live="values", data_typed=True, aria_label="Values")
        result = el("pre", self.text, cls="rt-explore__text", role="status")
        self.view.draw(values=form if rows else EMPTY, text=result)

    def _row(self, name: str, given: Sequence[Any]) -> Html:
        value = self.at[name]
        if given == _SWITCH:
            box = el("input", type="checkbox", name=name, checked=bool(value), data_key=name)
            return el("label", box, el("span", _label(name)), cls="rt-explore__row")
        slider = el(
            "input",
            type="range",
            name=name,
            min=0,
            max=len(given) - 1,
            step=1,
            value=given.index(value),
            cls="rt-guess__slide",
            aria_valuetext=_written(value),
            data_key=name,
        )
        return el("label", el("span", _label(name)), slider, el("b", _written(value)), cls="rt-explore__row")


def _listed(name: str, given: object) -> tuple[Any, ...]:
    """Return the values of an argument. Raises `BadArgument`."""
    if not isinstance(given, Sequence) or isinstance(given, str) or not 0 < len(given) <= _MOST:
        raise BadArgument(name, given, f"the values that it can have, such as range(4), at most {_MOST}")
    return tuple(given)


def _label(name: str) -> str:
    return name.replace("_", " ")


def _written(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
