"""The frame of a panel beside an open replay: its view and styles, and how it calls the page back.

A page shows a replay with the `show` of a panel, follows its own bar with `go`, and is called back:

    on_go(at)                   a position of the game should be shown
    on_change(replay)           something was written into the replay
    on_position(state, label)   a position of a side line should be shown; (None, "") when the side line is left

A panel without side lines never calls the last two. What is pressed and is not of the panel, such as the chip of a
rule, goes to its `handle`.
"""

from collections.abc import Callable
from typing import Any

import ipywidgets

from rising_tutor.render.html import EMPTY
from rising_tutor.replay import Replay
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView


class ReplayPanel(ipywidgets.VBox):
    """A panel beside an open replay; it is hidden until its `view.gone` is false.

    Args:
        names: the parts of the panel.
        css: the files of its styles.
        box: the class of the box around it.
        kind: the class of its view.
        guard: wraps what is called by the browser.
        handle: does what every page may ask for; gives whether it did.

    Attributes:
        view: the parts of the panel.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        *,
        css: tuple[str, ...],
        box: str,
        kind: str = "",
        guard: Guard = as_it_is,
        handle: Handle = unhandled,
    ) -> None:
        self.view = HtmlView(names, kind=kind, gone=True)
        self._handle = handle
        self._on_go: list[Callable[[int], object]] = []
        self._on_change: list[Callable[[Replay], object]] = []
        self._on_position: list[Callable[[Any, str], object]] = []
        self._turned_to: Any = None
        super().__init__([styles(*css), self.view])
        self.add_class(box)
        self.view.on_do(guard(self._done))

    def on_go(self, callback: Callable[[int], object]) -> None:
        """Call back with a position of the game that should be shown."""
        self._on_go.append(callback)

    def on_change(self, callback: Callable[[Replay], object]) -> None:
        """Call back with the replay after something was written. What it raises of ours is told in the panel."""
        self._on_change.append(callback)

    def on_position(self, callback: Callable[[Any, str], object]) -> None:
        """Call back with state and label of a position in a side line, and with None and "" when it is left."""
        self._on_position.append(callback)

    def _goes(self, at: int) -> None:
        for callback in self._on_go:
            callback(at)

    def _changes(self, replay: Replay) -> None:
        for callback in self._on_change:
            callback(replay)

    def _turn(self, where: Any, state: Any, label: str) -> None:
        """Tell the page which position of a side line it should show, if it is at another place than before."""
        if where == self._turned_to:
            return
        self._turned_to = where
        for callback in self._on_position:
            callback(state, label)

    def _clear(self) -> None:
        """Empty every part."""
        self.view.draw(**dict.fromkeys(self.view.names, EMPTY))

    def _done(self, message: Message) -> None:
        """Something was pressed."""
        self._handle(message)
