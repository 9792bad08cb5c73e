"""The chance to win as a drawing of our own: line, band, the line at 50, triangles for luck, circles for mistakes.

Along the bottom all turns are equally wide, and what happened within a turn lies evenly between its ends. The drawing
exists twice, for a wide page and for a narrow one; the style shows one of them. Its numbers stand in a table beside it.

>>> places(((0, "setup"), (4, "turn 1")), 6), places(((0, "setup"), (2, "turn 1")), 2)
([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0], [0.0, 0.5, 1.0])
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rising_tutor.analysis.review.words import band_words
from rising_tutor.core.values import Value
from rising_tutor.plots import wins
from rising_tutor.plots.along import Turns, by_turn, short
from rising_tutor.plots.wins import BLUNDER, LUCKY, MISTAKE, NAMES, Mark, Track, track_of
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import fold
from rising_tutor.render.tables import table
from rising_tutor.report.telling import Telling

_SIGNS: Final = {MISTAKE: "?", BLUNDER: "??"}
_AWAY: Final = 15.0
_NEAR: Final = 16.0
_LEVELS: Final = (0, 25, 50, 75, 100)


class Sheet(Value, frozen=True):
    """The size of a drawing, in its own units, and how many turns are named along its bottom."""

    name: str
    width: int
    height: int
    ticks: int
    left: int = 30
    right: int = 10
    top: int = 10
    bottom: int = 24

    def x(self, at: float) -> float:
        return self.left + at * (self.width - self.left - self.right)

    def y(self, value: float) -> float:
        return self.height - self.bottom - value * (self.height - self.top - self.bottom)


SHEETS: Final = (Sheet("wide", 680, 300, 12), Sheet("narrow", 330, 250, 6))


def section(telling: Telling) -> Html:
    """The drawing with its legend and its table; nothing for a game without a line."""
    if not telling.last:
        return EMPTY
    track = track_of(telling.review.ledger, telling.labels, telling.moment, telling.review.names)
    return el(
        "section",
        el(
            "div",
            el("h2", "Chance to win, per cent"),
            el("span", band_words(telling.review.label), cls="rt-tag rt-tag--warn"),
            cls="rt-row",
        ),
        el("figure", [drawing(track, telling.turns, sheet) for sheet in SHEETS]),
        _legend(track),
        _table(track, telling),
        cls="rt-panel graph",
    )


def places(turns: Turns, last: int) -> list[float]:
    """Where each position lies, in turns from the first."""
    begins = (*(at for at, _ in turns), last)
    found = [
        turn + (position - begin) / (end - begin)
        for turn, (begin, end) in enumerate(pairwise(begins))
        for position in range(begin, end)
    ]
    # The last position is the end of the last turn, or the one with which a turn begins and the game ends.
    return [*found, float(len(turns) if begins[-2] < last else len(turns) - 1)]


def drawing(track: Track, turns: Turns, sheet: Sheet) -> Html:
    """The drawing on a sheet."""
    found = places(turns, len(track.values) - 1)
    end = max(found[-1], 1)
    xs = [sheet.x(at / end) for at in found]
    body: list[Child] = [_levels(sheet), _ticks(turns, end, sheet)]
    if track.bands:
        edge = thinned([(x, sheet.y(high)) for x, (_, high) in zip(xs, track.bands, strict=True)])
        back = thinned([(x, sheet.y(low)) for x, (low, _) in zip(xs, track.bands, strict=True)])
        body.append(el("polygon", points=_written([*edge, *reversed(back)]), cls="band"))
    line = [(x, sheet.y(value)) for x, value in zip(xs, track.values, strict=True)]
    body.append(el("polyline", points=_written(thinned(line)), cls="line"))
    for _, values in track.curves()[1:]:
        other = [(x, sheet.y(value)) for x, value in zip(xs, values, strict=True)]
        body.append(el("polyline", points=_written(thinned(other)), cls="line", stroke_dasharray="7 5"))
    body += [_sign(mark, x, y) for mark, x, y in _placed(track.marks, line, sheet)]
    named = f"graph-{sheet.name}"
    return el(
        "svg",
        el("title", "Chance to win from turn to turn, per cent", id=f"{named}-title"),
        el("desc", wins.summary(track), id=f"{named}-desc"),
        body,
        viewBox=f"0 0 {sheet.width} {sheet.height}",
        role="img",
        aria_labelledby=f"{named}-title {named}-desc",
        cls=f"drawing {sheet.name}",
    )


def thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points without those in the middle of a level run.

    >>> thinned([(0, 5), (1, 5), (2, 5), (3, 4)])
    [(0, 5), (2, 5), (3, 4)]
    """
    kept = []
    for at, point in enumerate(points):
        inner = 0 < at < len(points) - 1
        if not inner or len({round(one[1], 1) for one in points[at - 1 : at + 2]}) > 1:
            kept.append(point)
    return kept


def _written(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _levels(sheet: Sheet) -> Iterator[Html]:
    for level in _LEVELS:
        y = f"{sheet.y(level / 100):.1f}"
        yield el(
            "line", x1=sheet.left, x2=sheet.width - sheet.right, y1=y, y2=y, cls="half" if level == 50 else "level"
        )
        yield el("text", str(level), x=sheet.left - 6, y=f"{sheet.y(level / 100) + 4:.1f}", cls="left")


def _ticks(turns: Turns, end: float, sheet: Sheet) -> Iterator[Html]:
    step = -(-len(turns) // sheet.ticks)
    foot = sheet.height - sheet.bottom
    for number, (_, name) in enumerate(turns):
        if number % step == 0 and number < end:
            x = sheet.x(number / end)
            yield el("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=foot, y2=foot + 5, cls="tick")
            yield el("text", short(name), x=f"{x:.1f}", y=sheet.height - 6, cls="first" if not number else "middle")


def _placed(
    marks: Sequence[Mark], line: Sequence[tuple[float, float]], sheet: Sheet
) -> Iterator[tuple[Mark, float, float]]:
    """Every mark beside the line: good luck above it, the others below, and none on another."""
    taken: list[tuple[float, float]] = []
    low, high = sheet.height - sheet.bottom - 8.0, sheet.top + 8.0
    for mark in marks:
        x, y = line[mark.position]
        ways = -1 if mark.kind == LUCKY else 1
        for step in (*range(1, 6), *range(-1, -6, -1)):
            spot = y + ways * step * _AWAY
            free = all(abs(spot - other) >= _NEAR or abs(x - at) >= _NEAR for at, other in taken)
            if high <= spot <= low and free:
                break
        else:
            spot = min(max(y + ways * _AWAY, high), low)
        taken.append((x, spot))
        yield mark, x, spot


def _sign(mark: Mark, x: float, y: float) -> Html:
    told = el("title", mark.words)
    if mark.kind in _SIGNS:
        return el(
            "g",
            told,
            el("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="8.5"),
            el("text", _SIGNS[mark.kind], x=f"{x:.1f}", y=f"{y + 4:.1f}"),
            cls=f"sign {mark.kind}",
        )
    tip = -6 if mark.kind == LUCKY else 6
    shape = [(x, y + tip), (x + 6.5, y - tip), (x - 6.5, y - tip)]
    return el("g", told, el("polygon", points=_written(shape)), cls=f"sign {mark.kind}")


def _legend(track: Track) -> Html:
    kinds = [kind for kind in NAMES if any(mark.kind == kind for mark in track.marks)]
    signs = [
        el("span", el("svg", _sign(Mark(0, kind, ""), 10, 10), viewBox="0 0 20 20", aria_hidden="true"), NAMES[kind])
        for kind in kinds
    ]
    band = el("span", el("i", cls="bandsign"), "95 % band") if track.bands else None
    first = f"V, the chance of {track.seats[0]}; dashed: {track.seats[1]}" if track.seats else "V"
    return el("p", el("span", el("i", cls="linesign"), first), band, signs, cls="rt-legend")


def _table(track: Track, telling: Telling) -> Html:
    axis = by_turn(telling.turns, telling.last)
    heads, rows = wins.table(track, axis, [line.move for line in telling.review.ledger.lines])
    caption = "Chance to win as each turn ended, per cent"
    return fold("As a table", table(heads, rows, caption=caption, cls="rt-ledger wide"))
