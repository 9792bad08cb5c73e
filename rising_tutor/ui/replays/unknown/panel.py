"""The panel beside an open replay with gaps: how many tables are possible, what is open, which later line settles it.

How a page uses a panel stands in `replay_panel`. So that the positions behind the first gap can be shown at all, the
page shows `filled(player)`: the replay with its gaps filled in one of the possible ways. What its board shows there is
an example; the panel says so.
"""

from rising_tutor.render.html import EMPTY
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.replay.unknown import UnknownController, filled
from rising_tutor.ui.replays.panel import ReplayPanel
from rising_tutor.ui.replays.unknown.drawn import unknown

__all__ = ["UnknownPanel", "filled"]


class UnknownPanel(ReplayPanel):
    """What is not known of an open replay; hidden for a record without gaps.

    Attributes:
        controller: what is pressed goes there; None while there is nothing to tell.
    """

    def __init__(self, *, guard: Guard = as_it_is, handle: Handle = unhandled) -> None:
        self.controller: UnknownController | None = None
        super().__init__(("unknown",), css=("replay_unknown.css",), box="rt-unbox", guard=guard, handle=handle)

    def show(self, player: ReplayPlayer | None) -> None:
        """Show what is not known of a replay; None for none."""
        fits = player is not None and player.playable and player.verified.possible is not None
        self.controller = UnknownController(player) if player is not None and fits else None
        if self.controller is not None:
            self.controller.goes = self._goes
        self.view.gone = self.controller is None
        self._draw()

    def go(self, at: int) -> None:
        """The page shows this position."""
        if self.controller is not None:
            self.controller.at = at
            self._draw()

    def _done(self, message: Message) -> None:
        if self.controller is not None and self.controller.handle(message):
            self._draw()
        else:
            super()._done(message)

    def _draw(self) -> None:
        self.view.draw(unknown=unknown(self.controller) if self.controller is not None else EMPTY)
