"""The state of a table from position to position: a figure, its words and its table.

>>> from rising_tutor.render.charts import Curve
>>> chart = Chart("tracks", "Tracks", "space", (Curve("Ruin", "threat", "solid", (0, 0, 1, 3)),), 15)

>>> summary(chart)
'Ruin: 0 at the start, 3 at the end, at most 3 of 15.'
>>> table(chart, ((0, "setup"), (2, "turn 1")))
(('at the end of', 'Ruin'), (('setup', '0'), ('turn 1', '3')))
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rising_tutor.plots.along import BY_ACTION, Turns, along
from rising_tutor.plots.style import colour, layout
from rising_tutor.render.charts import Chart

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_DASHES = {"solid": "solid", "dash": "8px,5px", "dot": "2px,4px", "dashdot": "9px,4px,2px,4px", "longdash": "14px,5px"}


def figure(chart: Chart, turns: Turns, way: str = BY_ACTION) -> "Figure":
    """The picture, turns along the bottom: one stepped line a curve; by turn, a point for each end."""
    from plotly.graph_objects import Figure, Scatter  # noqa: PLC0415 - paid for when the first plot is looked at

    n = max((len(curve.values) for curve in chart.curves), default=1)
    axis = along(way, turns, n - 1)
    shown = Figure(layout=layout("turn", chart.unit))
    for curve in chart.curves:
        line = {"width": 2.5, "color": colour(curve.tone), "dash": _DASHES[curve.dash]}
        if way == BY_ACTION:
            xs, ys = corners(curve.values)
            drawn: dict[str, Any] = {"x": xs, "y": ys, "mode": "lines", "line": {"shape": "hv", **line}}
        else:
            values = [curve.values[at] for at in axis.positions]
            mark = {"size": 6, "color": colour(curve.tone)}
            drawn = {"x": axis.places(), "y": values, "mode": "lines+markers", "line": line, "marker": mark}
        shown.add_trace(Scatter(name=curve.name, connectgaps=False, **drawn))
    ticks = axis.ticks()
    shown.update_xaxes(range=[0, axis.end], tickvals=[at for at, _ in ticks], ticktext=[name for _, name in ticks])
    most = max((value for curve in chart.curves for value in curve.values if value is not None), default=0)
    shown.update_yaxes(range=[0, max(chart.top, most, 3) * 1.06], nticks=5)
    return shown


def corners(values: Sequence[int | None]) -> tuple[list[int], list[int | None]]:
    """The positions where a stepped line changes, with the first and the last.

    >>> corners((2, 2, 2, 5, 5, None, None))
    ([0, 3, 5, 6], [2, 5, None, None])
    """
    last = len(values) - 1
    kept = [at for at, value in enumerate(values) if at in (0, last) or value != values[at - 1]]
    return kept, [values[at] for at in kept]


def now(chart: Chart, at: int) -> tuple[str, ...]:
    """The value of each curve at a position, in words."""
    values = (curve.values[at] if 0 <= at < len(curve.values) else None for curve in chart.curves)
    return tuple("-" if value is None else str(value) for value in values)


def summary(chart: Chart) -> str:
    """The picture in words, for those who do not see it."""
    said = []
    for curve in chart.curves:
        known = [value for value in curve.values if value is not None]
        most = f"at most {max(known, default=0)}" + (f" of {chart.top}" if chart.top else "")
        course = f"{known[0]} at the start, {known[-1]} at the end, {most}" if known else "none"
        said.append(f"{curve.name}: {course}.")
    return " ".join(said)


def table(chart: Chart, turns: Turns) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Heads and rows of the table view: the values at the end of each turn."""
    heads = ("at the end of", *(curve.name for curve in chart.curves))
    n = max((len(curve.values) for curve in chart.curves), default=0)
    ends = [*(at - 1 for at, _ in turns[1:]), n - 1]
    return heads, tuple((name, *now(chart, end)) for (_, name), end in zip(turns, ends, strict=True))
