"""The panel beside an open replay: notes and marks of the line shown, side lines to walk and to try, the download.

How a page uses a panel stands in `replay_panel`. When `on_change` is called, `player.marked()` tells of it already.
`before()` gives the lines up to the place shown, side line or not: what "play on from here" goes on from.
"""

from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import Line
from rising_tutor.replay.address import read_address
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.tutor.replay.notes import NotesController
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.ui.replays.notes.drawn import keeping, note, noted, walking, ways
from rising_tutor.ui.replays.notes.moves import trying
from rising_tutor.ui.replays.panel import ReplayPanel

IN_THIS_PAGE = "What you write here is in this page only, until you download it."
ON_DISK = "What you write here is kept on this machine beside the game."
PARTS = ("side", "note", "ways", "try", "noted", "keep")


class NotesPanel(ReplayPanel):
    """Notes, marks and side lines of one open replay.

    Attributes:
        controller: what is pressed goes there; None while no replay is open that can be shown.
    """

    def __init__(self, *, guard: Guard = as_it_is, handle: Handle = unhandled) -> None:
        self.controller: NotesController | None = None
        self._kept = ""
        css = ("replay_notes.css",)
        super().__init__(PARTS, css=css, box="rt-notesbox", kind="rt-notes", guard=guard, handle=handle)

    # For the page ----------------------------------------------------------------------------------------------------

    def show(self, player: ReplayPlayer | None, *, kept: str = IN_THIS_PAGE, data: bytes | None = None) -> None:
        """Show the notes of a replay; None for none.

        Args:
            kept: where they are kept, in a sentence; `ON_DISK` for a game that the app keeps.
            data: the file as it is; without it, its rows are kept but not how each of them ends.
        """
        fits = player is not None and player.playable and player.verified.replay is not None
        self.controller = NotesController(player, data) if player is not None and fits else None
        self._kept, self._turned_to = kept, None
        if self.controller is not None:
            self.controller.changed, self.controller.goes = self._changes, self._goes
        self.view.gone = self.controller is None
        self._draw()

    def go(self, at: int) -> None:
        """The page shows this position of the game."""
        if self.controller is not None:
            self.controller.go(at)
            self._follow()
            self._draw()

    def written(self) -> None:
        """Somebody else wrote into the replay; the place stays."""
        if self.controller is not None:
            self.controller.written()
            self._draw()

    def open_at(self, address: str) -> bool:
        """Show the position after a line such as "12.1.3"; False if there is none."""
        if self.controller is None:
            return False
        try:
            self.controller.walk.open(read_address(address))
        except RisingTutorError as error:
            self.controller.fault = error
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
        if self.controller is not None:
            self.controller.mark(at, sign, comment)
            self._draw()

    @property
    def address(self) -> str:
        """Where the place shown is, for the address of the page: "12", or "12.1.3" in a side line."""
        return str(self.controller.walk.here) if self.controller is not None else "0"

    def before(self) -> tuple[Line, ...]:
        """The lines up to the place shown, without what is written beside them."""
        return self.controller.walk.way() if self.controller is not None else ()

    # -----------------------------------------------------------------------------------------------------------------

    def _done(self, message: Message) -> None:
        controller = self.controller
        if controller is None:
            return
        if message.do == "nt-save":
            self._save(message.arg)
            return
        was = controller.walk.here
        if controller.handle(message):
            self._follow()
            self._draw()
            # What was pressed is gone with the place it was for.
            if controller.walk.aside and controller.walk.here != was and controller.spot == "try":
                self.view.focus("nt-side")
            elif controller.walk.aside != bool(was.depth):
                self.view.focus("nt-side" if controller.walk.aside else "nt-note")
        else:
            super()._done(message)

    def _save(self, form: str) -> None:
        controller = self.controller
        assert controller is not None
        name, text = controller.download(form)
        if name:
            self.view.download(name, text)
        self._draw()

    def _follow(self) -> None:
        """Tells the page which position of a side line it should show, if another than before."""
        controller = self.controller
        assert controller is not None
        walk = controller.walk
        if walk.aside:
            self._turn(walk.here, walk.state, walk.label)
        else:
            self._turn(None, None, "")

    def _draw(self) -> None:
        controller = self.controller
        if controller is None:
            self._clear()
            return
        self.view.draw(
            side=walking(controller),
            note=note(controller),
            ways=ways(controller),
            **{"try": trying(controller)},
            noted=noted(controller),
            keep=keeping(controller, self._kept),
        )
