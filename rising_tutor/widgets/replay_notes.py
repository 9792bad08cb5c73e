"""The panel beside an open replay: notes and marks of the line shown, side lines to walk and to try, the download.

A page shows a replay with `show`, follows its own bar with `go`, and is called back:

    on_go(at)                   a position of the game should be shown
    on_change(replay)           something was written; `player.marked()` tells of it already
    on_position(state, label)   a position of a side line should be shown; (None, "") when the side line is left
    on_other(message)           something was pressed that the panel does not know, such as the chip of a rule

`before()` gives the lines up to the place shown, side line or not: what "play on from here" goes on from.
"""

from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets

from rising_tutor.errors import RisingTutorError
from rising_tutor.render.html import EMPTY
from rising_tutor.replay import Line, Replay
from rising_tutor.replay.address import Address, read_address
from rising_tutor.widgets.assets import STATIC
from rising_tutor.widgets.replay_notes_desk import NotesDesk
from rising_tutor.widgets.replay_notes_parts import keeping, note, noted, walking, ways
from rising_tutor.widgets.replay_notes_try import trying
from rising_tutor.widgets.replay_player import ReplayPlayer
from rising_tutor.widgets.view import HtmlView, Message

IN_THIS_PAGE = "What you write here is in this page only, until you download it."
ON_DISK = "What you write here is kept on this machine beside the game."
PARTS = ("side", "note", "ways", "try", "noted", "keep")

Guard = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Styled(anywidget.AnyWidget):
    """Brings the styles of this panel and shows nothing."""

    _esm = "export default { render() {} };"
    _css = STATIC / "replay_notes.css"


class NotesPanel(ipywidgets.VBox):
    """Notes, marks and side lines of one open replay.

    Args:
        guard: wraps what is called by the browser.

    Attributes:
        desk: what is pressed goes there; None while no replay is open that can be shown.
        view: the parts of the panel.
    """

    def __init__(self, guard: Guard | None = None) -> None:
        self.desk: NotesDesk | None = None
        self.view = HtmlView(PARTS, kind="rt-notes", gone=True)
        self._kept = ""
        self._on_go: list[Callable[[int], object]] = []
        self._on_change: list[Callable[[Replay], object]] = []
        self._on_position: list[Callable[[Any, str], object]] = []
        self._on_other: list[Callable[[Message], object]] = []
        self._shown: Any = None
        super().__init__([_Styled(), self.view])
        self.add_class("rt-notesbox")
        self.view.on_do(guard(self._done) if guard is not None else self._done)

    # For the page ----------------------------------------------------------------------------------------------------

    def show(self, player: ReplayPlayer | None, *, kept: str = IN_THIS_PAGE, data: bytes | None = None) -> None:
        """Show the notes of a replay; None for none.

        Args:
            kept: where they are kept, in a sentence; `ON_DISK` for a game that the app keeps.
            data: the file as it is; without it, its rows are kept but not how each of them ends.
        """
        fits = player is not None and player.playable and player.verified.replay is not None
        self.desk = NotesDesk(player, data) if player is not None and fits else None
        self._kept, self._shown = kept, None
        if self.desk is not None:
            self.desk.changed = lambda replay: _call(self._on_change, replay)
            self.desk.goes = lambda at: _call(self._on_go, at)
        self.view.gone = self.desk is None
        self._draw()

    def go(self, at: int) -> None:
        """The page shows this position of the game."""
        if self.desk is not None:
            self.desk.go(at)
            self._follow()
            self._draw()

    def written(self) -> None:
        """Somebody else wrote into the replay; the place stays."""
        if self.desk is not None:
            self.desk.written()
            self._draw()

    def open_at(self, address: str) -> bool:
        """Show the position after a line such as "12.1.3"; False if there is none."""
        if self.desk is None:
            return False
        try:
            self.desk.walk.open(read_address(address))
        except RisingTutorError as error:
            self.desk.fault = error
            self._draw()
            return False
        self._follow()
        self._draw()
        return True

    def mark(self, at: int, sign: str, comment: str = "") -> None:
        """Mark the line before a position by hand, such as `?` for a mistake; a comment only where there is none.

        Raises:
            BadOption, CannotEdit, LimitExceeded: nothing was written.
        """
        if self.desk is not None:
            self.desk.mark(at, sign, comment)
            self._draw()

    @property
    def address(self) -> str:
        """Where the place shown is, for the address of the page: "12", or "12.1.3" in a side line."""
        return str(self.desk.walk.here) if self.desk is not None else "0"

    def before(self) -> tuple[Line, ...]:
        """The lines up to the place shown, without what is written beside them."""
        return self.desk.walk.way() if self.desk is not None else ()

    def on_go(self, callback: Callable[[int], object]) -> None:
        """Call back with a position of the game that should be shown."""
        self._on_go.append(callback)

    def on_change(self, callback: Callable[[Replay], object]) -> None:
        """Call back with the replay after each edit. What it raises of ours is told in the panel."""
        self._on_change.append(callback)

    def on_position(self, callback: Callable[[Any, str], object]) -> None:
        """Call back with state and label of a position in a side line, and with None and "" when it is left."""
        self._on_position.append(callback)

    def on_other(self, callback: Callable[[Message], object]) -> None:
        """Call back with what was pressed and is not of the panel: the chip of a rule."""
        self._on_other.append(callback)

    # -----------------------------------------------------------------------------------------------------------------

    def _done(self, message: Message) -> None:
        desk = self.desk
        if desk is None:
            return
        if message["do"] == "nt-save":
            self._save(message["arg"])
            return
        was = desk.walk.here
        if desk.take(message):
            self._follow()
            self._draw()
            # What was pressed is gone with the place it was for.
            if desk.walk.aside and desk.walk.here != was and desk.spot == "try":
                self.view.focus("nt-side")
            elif desk.walk.aside != bool(was.depth):
                self.view.focus("nt-side" if desk.walk.aside else "nt-note")
        else:
            _call(self._on_other, message)

    def _save(self, form: str) -> None:
        desk = self.desk
        assert desk is not None
        name, text = desk.download(form)
        if name:
            self.view.download(name, text)
        self._draw()

    def _follow(self) -> None:
        """Tells the page which position of a side line it should show, if another than before."""
        desk = self.desk
        assert desk is not None
        walk = desk.walk
        where: Address | None = walk.here if walk.aside else None
        if where == self._shown:
            return
        self._shown = where
        state, label = (walk.state, walk.label) if where is not None else (None, "")
        for callback in self._on_position:
            callback(state, label)

    def _draw(self) -> None:
        desk = self.desk
        if desk is None:
            self.view.draw(**dict.fromkeys(PARTS, EMPTY))
            return
        self.view.draw(
            side=walking(desk),
            note=note(desk),
            ways=ways(desk),
            **{"try": trying(desk)},
            noted=noted(desk),
            keep=keeping(desk, self._kept),
        )


def _call(callbacks: list[Callable[[Any], object]], value: Any) -> None:
    for callback in callbacks:
        callback(value)
