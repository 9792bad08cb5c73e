"""The chance to win from position to position: a figure, its words and its table.

One line from 0 to 100 with its band, and where two seats are opposed a dashed one for the second; the line at 50
stronger, triangles for large luck, circles for mistakes. What is shown comes from a ledger (`track_of`); nothing is
computed here but places.

>>> track = Track((0.5, 0.25, 1.0), ("start", "turn 1", "turn 1, step 2"), ((0.4, 0.6), (0.2, 0.3), (1.0, 1.0)))
>>> summary(track)
'50.0 at the start, 100.0 at the end, least 25.0 at turn 1, most 100.0 at turn 1, step 2.'
>>> at_mark((Mark(7, "lucky", "Roll 1"),), 6.4, 0.7)
7
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rising_tutor.analysis.ledger import Ledger, LedgerLine
from rising_tutor.analysis.review.words import LARGE_LUCK
from rising_tutor.core.values import Value
from rising_tutor.plots.along import BY_ACTION, Along
from rising_tutor.plots.style import colour, layout

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

LUCKY, UNLUCKY, MISTAKE, BLUNDER = "lucky", "unlucky", "mistake", "blunder"
NAMES: Final = {LUCKY: "lucky", UNLUCKY: "unlucky", MISTAKE: "? mistake", BLUNDER: "?? blunder"}
"""Every kind of mark with the words of the legend."""
CURVE: Final = "chance to win"
BAND: Final = "band"
MOST_TRIANGLES: Final = 6
"""So many strokes of luck of each kind are marked in the graph: the largest. The list has all."""
MOST_CIRCLES: Final = 20
"""So many mistakes are marked: those that cost most."""
_SIGNS: Final = {MISTAKE: ("?", "warn"), BLUNDER: ("??", "threat")}
_TRIANGLES: Final = {LUCKY: ("triangle-up", "good", 9.0), UNLUCKY: ("triangle-down", "threat", -9.0)}
_LINES: Final = ({"color": colour("accent")}, {"color": colour("ink-2"), "dash": "dash"})
_BELOW: Final = 13.0
_LOW, _HIGH = 5.0, 95.0


class Mark(Value, frozen=True):
    """What stands at a position: a stroke of luck or a mistake, with its words."""

    position: int
    kind: str
    words: str


class Track(Value, frozen=True):
    """The chance to win of every position.

    Attributes:
        values: from 0 to 1, from position 0 on.
        labels: the place of each position in words.
        bands: between which values each lies; empty where nobody checked.
        marks: luck and mistakes, in the order of the game.
        seats: the two seats that are opposed, by name: the values are those of the first, and the second has what is
            left; empty where all seats win or lose together.
    """

    values: tuple[float, ...]
    labels: tuple[str, ...]
    bands: tuple[tuple[float, float], ...] = ()
    marks: tuple[Mark, ...] = ()
    seats: tuple[str, ...] = ()

    def curves(self) -> tuple[tuple[str, tuple[float, ...]], ...]:
        """Each curve with its name: one a seat where they are opposed, else one for the table."""
        if not self.seats:
            return ((CURVE, self.values),)
        first, second = self.seats
        return ((first, self.values), (second, tuple(1 - value for value in self.values)))


def figure(track: Track, axis: Along) -> "Figure":
    """The picture."""
    from plotly.graph_objects import Figure, Scatter  # noqa: PLC0415 - paid for when the first plot is looked at

    places = axis.places()
    common = layout("turn", "")
    shown = Figure(layout={**common, "height": 270, "hovermode": "x", "margin": {"l": 40, "r": 16, "t": 12, "b": 40}})
    if track.bands:
        soft = colour("accent-soft")
        for edge, fill in ((0, "none"), (1, "tonexty")):
            ys = [_points(track.bands[at][edge]) for at in axis.positions]
            look = {"fill": fill, "fillcolor": soft, "line": {"width": 0, "color": soft}, "showlegend": edge == 1}
            shown.add_trace(Scatter(x=places, y=ys, name=BAND, mode="lines", hoverinfo="skip", **look))
    by_position = {mark.position: mark.words for mark in track.marks}
    # What is said at a place stands at the first curve.
    told = [_hover(track, at, by_position.get(at, "") if axis.way == BY_ACTION else "") for at in axis.positions]
    hover: dict[str, Any] = {"text": told, "hoverinfo": "text"}
    for (name, values), line in zip(track.curves(), _LINES, strict=False):
        ys = [_points(values[at]) for at in axis.positions]
        shown.add_trace(Scatter(x=places, y=ys, name=name, mode="lines", line={"width": 2.5, **line}, **hover))
        hover = {"hoverinfo": "skip"}
    for kind in NAMES:
        marks = [mark for mark in track.marks if mark.kind == kind]
        if marks:
            shown.add_trace(_marks(kind, marks, track, axis))
    ticks = axis.ticks()
    shown.update_xaxes(
        range=[0, axis.end], tickvals=[at for at, _ in ticks], ticktext=[name for _, name in ticks], title=None
    )
    shown.update_yaxes(range=[0, 102], tickvals=[0, 25, 50, 75, 100], title=None)
    half = {"color": colour("line-strong"), "width": 1.5}
    shown.update_layout(
        shapes=[{"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 50, "y1": 50, "layer": "below", "line": half}]
    )
    return shown


def now(track: Track, at: int) -> tuple[str, ...]:
    """The value of each curve at a position, in points."""
    return tuple(f"{_points(values[at]):.1f}" if 0 <= at < len(values) else "-" for _, values in track.curves())


def level(track: Track, at: int) -> float:
    """How high the line stands at a position, in points; -1 beyond its ends."""
    return _points(track.values[at]) if 0 <= at < len(track.values) else -1.0


def summary(track: Track) -> str:
    """The picture in words, for those who do not see it."""
    values = track.values
    whose = f"For {track.seats[0]}; {track.seats[1]} has what is left. " if track.seats else ""
    least, most = min(range(len(values)), key=values.__getitem__), max(range(len(values)), key=values.__getitem__)
    counts = [(kind, sum(mark.kind == kind for mark in track.marks)) for kind in NAMES]
    said = ", ".join(f"{n} {_PLURALS[kind][n != 1]}" for kind, n in counts if n)
    return (
        f"{whose}{_points(values[0]):.1f} at the start, {_points(values[-1]):.1f} at the end, "
        f"least {_points(values[least]):.1f} at {track.labels[least]}, "
        f"most {_points(values[most]):.1f} at {track.labels[most]}." + (f" Marked: {said}." if said else "")
    )


_PLURALS: Final = {
    LUCKY: ("stroke of good luck", "strokes of good luck"),
    UNLUCKY: ("stroke of bad luck", "strokes of bad luck"),
    MISTAKE: ("mistake", "mistakes"),
    BLUNDER: ("blunder", "blunders"),
}


def table(track: Track, axis: Along, moves: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Heads and rows of the table view, a row for each place.

    Args:
        moves: what led to each position from 1 on, in words.
    """
    words = {mark.position: NAMES[mark.kind] for mark in track.marks}
    heads = ["after", *(name for name, _ in track.curves())]
    heads += ["from", "to"] if track.bands else []
    heads += ["change", "mark"]
    rows = []
    before = track.values[0]
    for number, at in enumerate(axis.positions):
        if axis.way == BY_ACTION:
            name, mark = (f"{at}. {moves[at - 1]}" if at else "start"), words.get(at, "")
        else:
            name = axis.turns[number][1]
            first = axis.positions[number - 1] if number else -1
            mark = ", ".join(word for place, word in words.items() if first < place <= at)
        low_high = [f"{_points(edge):.1f}" for edge in track.bands[at]] if track.bands else []
        change = track.values[at] - before
        before = track.values[at]
        rows.append((name, *now(track, at), *low_high, f"{_points(change):+.1f}", mark))
    return tuple(heads), tuple(rows)


def at_mark(marks: Sequence[Mark], position: float, near: float) -> int | None:
    """The position of the mark next to a place, if it is that near: a triangle is wider than a position."""
    found = min(marks, key=lambda mark: abs(mark.position - position), default=None)
    return found.position if found is not None and abs(found.position - position) <= near else None


def _points(value: float) -> float:
    return round(100 * float(value), 2)


def _drawn(track: Track, axis: Along, position: int) -> float:
    """How high the drawn line stands over a position: by turn it goes straight from end to end."""
    place = axis.place(position)
    before = int(place)
    after = min(before + 1, len(axis.positions) - 1)
    low, high = track.values[axis.positions[before]], track.values[axis.positions[after]]
    return low + (high - low) * (place - before)


def _hover(track: Track, at: int, words: str) -> str:
    said = f"{track.labels[at]}: {_points(track.values[at]):.1f}"
    if track.bands:
        low, high = track.bands[at]
        said += f" ({_points(low):.0f} to {_points(high):.0f})"
    # Plotly understands a few tags: text of a file must not be one.
    plain = words.replace("<", "\u2039").replace(">", "\u203a").replace("&", "+")
    return said + (f"<br>{plain}" if plain else "")


def _marks(kind: str, marks: Sequence[Mark], track: Track, axis: Along) -> Any:
    from plotly.graph_objects import Scatter  # noqa: PLC0415 - as above

    xs = [axis.place(mark.position) for mark in marks]
    heights = [_points(_drawn(track, axis, mark.position)) for mark in marks]
    if kind in _TRIANGLES:
        symbol, tone, away = _TRIANGLES[kind]
        look: dict[str, Any] = {
            "mode": "markers",
            "y": [min(max(height + away, _LOW), _HIGH) for height in heights],
            "marker": {"symbol": symbol, "size": 12, "color": colour(tone)},
        }
    else:
        sign, tone = _SIGNS[kind]
        look = {
            "mode": "markers+text",
            "y": [height - _BELOW if height > _LOW + _BELOW else height + _BELOW for height in heights],
            "marker": {
                "symbol": "circle",
                "size": 19,
                "color": colour("card"),
                "line": {"width": 2, "color": colour(tone)},
            },
            "text": [f"<b>{sign}</b>"] * len(xs),
            "textfont": {"size": 12, "color": colour(tone)},
            "textposition": "middle center",
        }
    return Scatter(x=xs, name=NAMES[kind], hoverinfo="skip", cliponaxis=False, **look)


def track_of(
    ledger: Ledger, labels: Sequence[str], words: Callable[[LedgerLine], str], names: Sequence[str] = ()
) -> Track:
    """The track of a game.

    Args:
        labels: the place of each position in words, from position 0 on.
        words: says a line in a sentence, for its mark.
        names: of the seats; where two are opposed each has a curve.
    """
    values = (ledger.start, *(line.after for line in ledger.lines))
    bands = [ledger.label.interval(value) for value in values]
    known = tuple(band for band in bands if band is not None)
    return Track(
        values=tuple(float(value) for value in values),
        labels=tuple(labels),
        bands=known if len(known) == len(values) else (),
        seats=tuple(names) if not ledger.shared and len(names) == 2 else (),
        marks=tuple(Mark(at, kind, words(ledger.lines[at - 1])) for at, kind in sorted(_marked(ledger).items())),
    )


def _marked(ledger: Ledger) -> dict[int, str]:
    kinds: dict[int, str] = {}
    luck = [line for line in ledger.lines if not line.options and abs(line.amount) >= LARGE_LUCK]
    for ways, kind in ((1, LUCKY), (-1, UNLUCKY)):
        own = sorted((line for line in luck if line.amount * ways > 0), key=lambda line: -abs(line.amount))
        kinds |= dict.fromkeys((line.line for line in own[:MOST_TRIANGLES]), kind)
    grave = [line for line in ledger.mistakes() if line.fault in (MISTAKE, BLUNDER)]
    kinds |= {line.line: line.fault for line in sorted(grave, key=lambda line: -line.loss)[:MOST_CIRCLES]}
    return kinds
