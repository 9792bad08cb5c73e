"""The panel beside an open replay with gaps: how many tables are possible, what is open, which later line settles it.

A page shows a replay with `show`, follows its own bar with `go`, and is called back by `on_go(at)` with a position that
should be shown. So that the positions behind the first gap can be shown at all, the page shows `filled(player)`: the
replay with its gaps filled in one of the possible ways. What its board shows there is an example; the panel says so.
"""

from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets

from rising_tutor.render.html import EMPTY
from rising_tutor.widgets.assets import STATIC
from rising_tutor.widgets.replay_player import ReplayPlayer
from rising_tutor.widgets.replay_unknown_desk import UnknownDesk, filled
from rising_tutor.widgets.replay_unknown_parts import unknown
from rising_tutor.widgets.view import HtmlView, Message

__all__ = ["UnknownPanel", "filled"]

Guard = Callable[[Callable[..., Any]], Callable[..., Any]]
Heed = Callable[[str, str], bool]


class _Styled(anywidget.AnyWidget):
    """Brings the styles of this panel and shows nothing."""

    _esm = "export default { render() {} };"
    _css = STATIC / "replay_unknown.css"


class UnknownPanel(ipywidgets.VBox):
    """What is not known of an open replay; hidden for a record without gaps.

    Args:
        guard: wraps what is called by the browser.
        heed: does what every page may ask for; gives whether it did.

    Attributes:
        desk: what is pressed goes there; None while there is nothing to tell.
        view: the one part of the panel, "unknown".
    """

    def __init__(self, guard: Guard | None = None, heed: Heed | None = None) -> None:
        self.desk: UnknownDesk | None = None
        self.view = HtmlView(("unknown",), gone=True)
        self._heed = heed
        self._on_go: list[Callable[[int], object]] = []
        super().__init__([_Styled(), self.view])
        self.add_class("rt-unbox")
        self.view.on_do(guard(self._done) if guard is not None else self._done)

    def show(self, player: ReplayPlayer | None) -> None:
        """Show what is not known of a replay; None for none."""
        fits = player is not None and player.playable and player.verified.possible is not None
        self.desk = UnknownDesk(player) if player is not None and fits else None
        if self.desk is not None:
            self.desk.goes = self._goes
        self.view.gone = self.desk is None
        self._draw()

    def go(self, at: int) -> None:
        """The page shows this position."""
        if self.desk is not None:
            self.desk.at = at
            self._draw()

    def on_go(self, callback: Callable[[int], object]) -> None:
        """Call back with a position that should be shown."""
        self._on_go.append(callback)

    def _goes(self, at: int) -> None:
        for callback in self._on_go:
            callback(at)

    def _done(self, message: Message) -> None:
        if self.desk is not None and self.desk.take(message):
            self._draw()
        elif self._heed is not None:
            self._heed(message["do"], message["arg"])

    def _draw(self) -> None:
        self.view.draw(unknown=unknown(self.desk) if self.desk is not None else EMPTY)
