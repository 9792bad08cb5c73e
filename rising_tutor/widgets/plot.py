"""The numbers of a table over a replay, in a cell."""

from typing import TYPE_CHECKING, Any

import ipywidgets

from rising_tutor.errors import BadArgument
from rising_tutor.plots import states
from rising_tutor.plots.along import BY_ACTION, WAYS
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.replays.plots import StatePlots
from rising_tutor.widgets.arguments import one_of
from rising_tutor.widgets.position import AtPosition, opened

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


class Plot(AtPosition):
    """What lies on the table, from position to position: tracks, dice, cards.

    Args:
        replay: as the widget `Replay` takes it, or such a widget.
        chart: which numbers, one of `charts`; the first unless told otherwise.
        at: where the line for the present position stands.
        by: "action" or "turn": what the numbers go by.
        game: whose sample the name means.

    Attributes:
        at: the position with the line; set it or observe it. A click into the plot sets it.

    Raises:
        BadArgument: this is no replay, there are no such numbers or no such position.
        UnknownGame: there is no such game.
        UnreadableReplay: no game can begin from it.

    >>> plot = Plot("worked-example.replay", "dice", at=21)
    >>> plot.charts, plot.chart
    (('tracks', 'damage', 'dice', 'decks', 'tokens'), 'dice')
    """

    def __init__(self, replay: Any, chart: str = "", *, at: int = 0, by: str = BY_ACTION, game: str = "") -> None:
        player = opened(replay, game)
        if not player.charts:
            raise BadArgument("replay", str(player.game.info.id), "a replay of a game that has numbers to plot")
        super().__init__(player, "the plot")
        self.view = StatePlots(self._asked, self.guard)
        self.view.head.on_do(self.guard(self._pressed))
        self.view.show(player)
        self.view.turn_to(one_of("chart", chart or self.charts[0], self.charts), one_of("by", by, WAYS))
        self.at = at
        self.show(ipywidgets.VBox([styles("replay.css", "review.css"), self.view]))

    @property
    def charts(self) -> tuple[str, ...]:
        """The names of all numbers that there are."""
        return tuple(chart.id for chart in self.player.charts)

    @property
    def chart(self) -> str:
        """Which numbers are shown."""
        return self.view.chart_id

    @chart.setter
    def chart(self, chart: str) -> None:
        self.view.turn_to(chart=one_of("chart", chart, self.charts))

    @property
    def figure(self) -> "Figure":
        """The figure as plotly has it."""
        return states.figure(self.player.charts[self.view.chart], self.player.turns(), self.view.way)

    def _stand(self, at: int) -> None:
        self.player.go(at)
        self.view.go(at)

    def _asked(self, at: int) -> None:
        self.at = at

    def _pressed(self, message: Message) -> None:
        if not self.view.handle(message):
            self.handle(message)
