"""The review of a replay without its table: the graph, the account of a line, the ledger, the moments, the bar."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor.core.numbers import whole
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.replays.review import ReviewPanels

if TYPE_CHECKING:
    from rising_tutor.analysis.review import Review
    from rising_tutor.ui.frame.host import Host


class ReviewView(ipywidgets.VBox):
    """The panels of a review with a bar of their own.

    Args:
        host: what stands around it.
        moved: called when somebody asked for a position.
        ready: called when a review is there, or gone.

    Attributes:
        panels: what is shown of the review.
        player: the replay and the position that is shown; None before there is one.
    """

    def __init__(
        self, host: "Host", *, moved: Callable[[], object], ready: Callable[["Review | None"], object]
    ) -> None:
        self.host, self._moved = host, moved
        self.player: ReplayPlayer | None = None
        self.bar = PlaybackBar()
        self.panels = ReviewPanels(
            self.bar, guard=host.guard, go=self.ask, ready=ready, say=host.tell, work=host.reviews
        )
        left = ipywidgets.VBox([self.panels.graph_panel, self.panels.line])
        right = ipywidgets.VBox([self.panels.book])
        for column in (left, right):
            column.add_class("rt-replaycolumn")
        grid = ipywidgets.HBox([left, right])
        grid.add_class("rt-replaygrid")
        bar_box = ipywidgets.VBox([self.bar])
        bar_box.add_class("rt-barbox")
        super().__init__([styles("replay.css", "review.css"), grid, bar_box])
        self.add_class("rt-replaypage")
        for view in self.panels.views:
            view.on_do(host.guard(self._done))
        self.bar.on_go(host.guard(self.ask))

    def show(self, player: ReplayPlayer) -> None:
        """Sit down at a game."""
        self.player = player
        self.bar.show_game(
            player.last,
            at=player.at,
            stops={unit: player.stops(unit) for unit in player.units},
            labels=player.labels(),
            marks=player.marked(),
        )
        self.panels.show(player)

    def go(self, at: int) -> None:
        """Show a position; one beyond the ends is the end."""
        if self.player is not None:
            self.bar.at = self.player.go(at)
            self.panels.go(self.player.at)

    def ask(self, at: int) -> None:
        """Somebody asked for a position."""
        self.go(at)
        self._moved()

    def _done(self, message: Message) -> None:
        if self.host.handle(message) or self.panels.handle(message):
            return
        if message.do == "at" and (at := whole(message.arg)) is not None:
            self.ask(at)
