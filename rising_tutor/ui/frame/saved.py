"""The picture that a widget leaves in a saved notebook, kept up to date.

A notebook saves the outputs of its cells and not the state of their widgets. So a widget has an output of its own
before it: a picture or a line, hidden while the widget lives. It is replaced whenever something has changed, so that a
saved notebook shows the position at the time of saving.

Three things can change a widget: a press, which passes through its guard; a trait that was set, for example by a link
to another widget; and code of a cell. After each of them `changed` is called.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from weakref import WeakSet

import traitlets
from IPython.display import HTML, display

from rising_tutor.render.html import Html


class SavedPicture:
    """The output before a widget.

    Args:
        name: Name of the output among those of the kernel.
        draw: Returns the picture as it should be now.
    """

    def __init__(self, name: str, draw: Callable[[], Html]) -> None:
        self._name = name
        self._draw = draw
        self._shown = ""
        self._handle: Any = None

    def show(self) -> None:
        """Display the picture as an output of the cell that runs."""
        _listen()
        self._shown = str(self._draw())
        self._handle = display(HTML(self._shown), display_id=self._name)  # type: ignore[no-untyped-call]  # no types
        _SHOWN.add(self)

    def follow(self, widget: traitlets.HasTraits) -> None:
        """Replace the picture after each change of a trait of this widget."""
        widget.observe(self._trait_changed, traitlets.All)

    def changed(self) -> None:
        """Replace the picture soon, once for all that changes until then."""
        if self._handle is None:
            return
        _WAITING.add(self)
        try:
            asyncio.get_running_loop().call_soon(_replace)
        except RuntimeError:
            _replace()

    def replace(self) -> None:
        """Replace the picture now if it would be another one."""
        now = str(self._draw())
        if self._handle is not None and now != self._shown:
            self._shown = now
            self._handle.update(HTML(now))  # type: ignore[no-untyped-call]  # IPython ships no types for it

    def _trait_changed(self, _change: object) -> None:
        self.changed()


_SHOWN: Final[WeakSet[SavedPicture]] = WeakSet()
_WAITING: Final[set[SavedPicture]] = set()
_heard: Final[list[object]] = []


def _replace() -> None:
    # Messages of widgets may be handled in several threads.
    with suppress(KeyError):
        while True:
            _WAITING.pop().replace()


def _listen() -> None:
    """Look at all pictures after each run of a cell: its code may have changed any widget."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or shell in _heard:
        return
    _heard.append(shell)
    shell.events.register("post_run_cell", _cell_ran)


def _cell_ran(_result: object = None) -> None:
    for picture in tuple(_SHOWN):
        picture.changed()
