"""Shows a plotly figure without plotly's own widget.

That one (`FigureWidget`) sends five megabytes for each figure and loses edits in Voila. Here the figure travels as
JSON, and the page brings the library once, when the first plot comes into sight: from our server, else from the kernel.
The library is the one inside the installed plotly package. Beside each plot stand its words for screen readers, a
legend with dashes and present values, and a table.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from rising_tutor.plots import states
from rising_tutor.plots.along import BY_ACTION, Turns, along, by_turn
from rising_tutor.plots.corpus import Shown
from rising_tutor.plots.library import packed_library
from rising_tutor.render.charts import Chart
from rising_tutor.ui.components.assets import STATIC, script
from rising_tutor.ui.components.styles import look

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


#: The light colours of the style sheet, for pages that do not have it, such as JupyterLab.
PALETTE = {
    "--rt-ink": "#2A241C",
    "--rt-ink-2": "#5F5445",
    "--rt-line": "#DCCFB7",
    "--rt-line-strong": "#897B62",
    "--rt-card": "#FFFDF8",
    "--rt-accent": "#6B3A70",
    "--rt-accent-soft": "#F3E8F1",
    "--rt-threat": "#9A2E20",
    "--rt-good": "#2C6548",
    "--rt-warn": "#7D5200",
    "--rt-avatar": "#7E5800",
    "--rt-water": "#1E568A",
    "--rt-earth": "#356030",
    "--rt-fire": "#A03620",
}


class PlotView(anywidget.AnyWidget):
    """A figure, its words, its legend and its table.

    Attributes:
        spec: the figure as JSON.
        title: what the picture shows.
        summary: the picture in words.
        legend: for each curve its name, colour, dash and sign: "" for a line, "band", or the shape of its marks.
        now: the present value of each curve.
        table: `heads`, `rows`, and in `go` the place along the bottom that each row leads to, if it leads anywhere.
        cursor: where the dashed line for the present position stands; below 0 there is none.
        level: how high a ring stands on the dashed line; below 0 there is none.
        clicked: the place along the bottom that was clicked, when, and "row" if it was a row of the table.
    """

    _esm = script("plot_view.js")
    _css = STATIC / "plot_view.css"

    spec = traitlets.Unicode("{}").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    summary = traitlets.Unicode("").tag(sync=True)
    legend: Any = traitlets.List().tag(sync=True)
    now: Any = traitlets.List().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)
    cursor = traitlets.Float(-1.0).tag(sync=True)
    level = traitlets.Float(-1.0).tag(sync=True)
    palette = traitlets.Dict().tag(sync=True)
    clicked: Any = traitlets.List().tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(palette=PALETTE, **kwargs)
        self.on_msg(self._hand_over)

    def draw(
        self,
        figure: "Figure",
        *,
        title: str,
        summary: str,
        heads: Sequence[str] = (),
        rows: Sequence[Sequence[str]] = (),
        go: Sequence[float] = (),
        cursor: float = -1.0,
        level: float = -1.0,
        now: Sequence[str] = (),
    ) -> None:
        """Show another figure in the same place."""
        shown = [_entry(trace) for trace in figure.data if trace.type == "scatter" and trace.showlegend is not False]
        # The line comes before its band: `now` belongs to lines.
        curves = sorted(shown, key=lambda entry: entry[3] == "band")
        with self.hold_sync():
            self.title, self.summary = title, summary
            self.legend, self.now = curves, list(now)
            self.table = {"heads": list(heads), "rows": [list(row) for row in rows], "go": list(go)}
            self.cursor, self.level = cursor, level
            self.spec = figure.to_json()

    def draw_chart(
        self, chart: Chart, turns: Turns, at: int = -1, *, way: str = BY_ACTION, jumps: bool = False
    ) -> None:
        """Show the state of a table from position to position.

        Args:
            turns: where each turn begins, and what it is called.
            at: the position of the dashed line; below 0 there is none.
            way: by action or by turn, see `plots.along`.
            jumps: whether the rows of the table lead to their places.
        """
        heads, rows = states.table(chart, turns)
        last = max((len(curve.values) for curve in chart.curves), default=1) - 1
        axis, ends = along(way, turns, last), by_turn(turns, last)
        self.draw(
            states.figure(chart, turns, way),
            title=chart.title,
            summary=states.summary(chart),
            heads=heads,
            rows=rows,
            go=[axis.place(position) for position in ends.positions] if jumps else (),
            cursor=axis.place(at) if at >= 0 else -1.0,
            now=states.now(chart, at),
        )

    def move(self, cursor: float, now: Sequence[str] = (), level: float = -1.0) -> None:
        """Put the dashed line elsewhere; the figure stays."""
        with self.hold_sync():
            self.cursor, self.level, self.now = cursor, level, list(now)

    def on_click(self, callback: Callable[[float], object], *, row: Callable[[float], object] | None = None) -> None:
        """Call back with the place along the bottom that was clicked. Guarded by who sets it.

        Args:
            row: called instead where a row of the table was chosen.
        """

        def pressed(change: Any) -> None:
            place = change["new"][0] if change["new"] else None
            if isinstance(place, int | float) and not isinstance(place, bool):
                chosen = row if row is not None and change["new"][2:] == ["row"] else callback
                chosen(float(place))

        self.observe(pressed, "clicked")

    def _hand_over(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("need") == "bundle":
            self.send({"bundle": 1}, buffers=[packed_library()])


def _entry(trace: Any) -> list[str]:
    """What the legend says of a curve."""
    if trace.fill and trace.fill != "none":
        return [trace.name or "", trace.fillcolor or "", "", "band"]
    if trace.mode and trace.mode.startswith("markers"):
        marker = trace.marker
        return [trace.name or "", marker.line.color or marker.color or "", "", marker.symbol or "circle"]
    return [trace.name or "", trace.line.color or "", trace.line.dash or "", ""]


def alone(shown: Shown, title: str) -> ipywidgets.Widget:
    """A figure in a cell of a notebook, with the look of our pages around it.

    Args:
        shown: what `rising_tutor.plots` made.
        title: what it is called.
    """
    view = PlotView()
    view.draw(shown.figure, title=title, summary=shown.summary, heads=shown.heads, rows=shown.rows)
    box = ipywidgets.VBox([look(), view])
    for name in ("rt-app", "rt-cell"):
        box.add_class(name)
    return box
