"""The numbers of a table over a replay, on the page Replays: which of them, by action or by turn."""

from collections.abc import Callable
from typing import Any

import ipywidgets

from rising_tutor.plots import states
from rising_tutor.plots.along import BY_ACTION, WAYS, along
from rising_tutor.render.html import el
from rising_tutor.render.parts import one_of
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.ui.components.plot_view import PlotView
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.replays.ledger import ways


class StatePlots(ipywidgets.VBox):
    """A figure of the state of the table with its choices.

    Args:
        go: shows a position.
        guard: wraps callbacks.

    Attributes:
        chart: the number of the chart that is shown.
        way: by action or by turn.
    """

    def __init__(self, go: Callable[[int], object], guard: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        self._go = go
        self._player: ReplayPlayer | None = None
        self.chart = 0
        self.way = BY_ACTION
        self.head = HtmlView(("choice",))
        self.plot = PlotView()
        super().__init__([self.head, self.plot])
        self.add_class("rt-plotpanel")
        self.add_class("rt-statepanel")
        self.plot.on_click(guard(self._clicked))

    @property
    def chart_id(self) -> str:
        """The id of the chart that is shown; "" where there is none."""
        charts = self._player.charts if self._player is not None else ()
        return charts[self.chart].id if charts else ""

    def show(self, player: ReplayPlayer) -> None:
        """The numbers of another game."""
        self._player, self.chart = player, 0
        self._draw()

    def turn_to(self, chart: str = "", way: str = "") -> bool:
        """Show another chart, or lay it out another way; whether that changes anything."""
        before = (self.chart, self.way)
        ids = [one.id for one in self._player.charts] if self._player is not None else []
        self.chart = ids.index(chart) if chart in ids else self.chart
        self.way = way if way in WAYS else self.way
        if (self.chart, self.way) == before:
            return False
        self._draw()
        return True

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for this."""
        if message.do == "chart":
            self.turn_to(chart=message.arg)
        elif message.do == "state-by":
            self.turn_to(way=message.arg)
        else:
            return False
        return True

    def go(self, at: int) -> None:
        """Another position is shown."""
        player = self._player
        if player is not None and player.charts:
            axis = along(self.way, player.turns(), player.last)
            self.plot.move(axis.place(at), states.now(player.charts[self.chart], at))

    def _clicked(self, place: float) -> None:
        if self._player is not None:
            self._go(along(self.way, self._player.turns(), self._player.last).position(place))

    def _draw(self) -> None:
        player = self._player
        charts = player.charts if player is not None else ()
        (self.remove_class if charts else self.add_class)("rt-off")
        if player is None or not charts:
            return
        chart = charts[self.chart]
        gap = el("p", f"From line {player.certain + 1} on, which is not known in full, the numbers are an example.")
        self.head.draw(
            choice=el(
                "div",
                el("h2", chart.title),
                one_of("Which numbers", "chart", {one.id: one.tab for one in charts}, chart.id),
                ways(self.way, "state-by", "The numbers go by"),
                gap if player.certain < player.last else None,
                cls="rt-plothead",
            )
        )
        self.plot.draw_chart(chart, player.turns(), player.at, way=self.way, jumps=True)
