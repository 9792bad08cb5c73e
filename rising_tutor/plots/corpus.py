"""Figures of many games: shares with their intervals, a histogram, counts by rule; each with its words and its table.

>>> from rising_tutor.analysis.corpus.questions import share
>>> shown = shares((share("Aang", 3, 4), share("Toph", 0, 2)), "won", "games")
>>> shown.summary
'Aang: 75 % of 4 games won, 30 to 95 %. Toph: 0 % of 2 games won, 0 to 66 %.'
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rising_tutor.analysis.corpus.questions import FAULTS, PlayerErrors, RuleMistakes, Share, Spread, bins
from rising_tutor.core.english import counted, plural
from rising_tutor.core.values import Value
from rising_tutor.plots.style import colour, layout

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST_BARS: Final = 12
"""So many bars a figure shows; the table shows all."""
_TONES: Final = ("threat", "warn", "water", "line-strong")
"""The colours of `FAULTS`."""


class Shown(Value, frozen=True):
    """A figure with its twins: the words for those who do not see it, and the table; names and colours of its parts."""

    figure: Any
    summary: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[tuple[str, str], ...] = ()


def shares(found: Sequence[Share], what: str, of: str, tone: str = "accent") -> Shown:
    """Shares with their 95 % intervals, one bar each, the first on top.

    Args:
        what: what was so, such as "won".
        of: of what it is a share, such as "games".
    """
    return Shown(
        _bars(found[:MOST_BARS], f"{what}, % of {of}", tone),
        " ".join(
            f"{one.name}: {_whole(one.share)} % of {counted(one.n, of.removesuffix('s'))} {what}, "
            f"{_whole(one.low)} to {_whole(one.high)} %."
            for one in found[:MOST_BARS]
        ),
        ("", what, of, "share", "95 % interval"),
        tuple(
            (one.name, str(one.n_yes), str(one.n), percent(one.share), f"{percent(one.low)} to {percent(one.high)}")
            for one in found
        ),
    )


def errors(found: Sequence[PlayerErrors]) -> Shown:
    """How often the decisions of each player are mistakes."""
    plain = shares([one.rate for one in found], "mistakes", "decisions", "threat")
    rows = tuple((*row, points(one.mean_loss, 2), str(one.n_games)) for row, one in zip(plain.rows, found, strict=True))
    return Shown(plain.figure, plain.summary, (*plain.heads, "mean loss, points", "games"), rows)


def luck(spread: Spread) -> Shown:
    """The luck of games as a histogram, with the mean as a line."""
    from plotly.graph_objects import Bar, Figure  # noqa: PLC0415 - paid for when the first plot is looked at

    spans = bins(spread.values)
    shown = Figure(layout={**layout("luck of a game, points of win probability", "games"), "hovermode": "closest"})
    shown.add_trace(
        Bar(
            x=[50 * (low + high) for low, high, _ in spans],
            y=[n for _, _, n in spans],
            width=[100 * (high - low) for low, high, _ in spans],
            marker={
                "color": [colour("threat") if high <= 0 else colour("good") for _, high, _ in spans],
                "line": {"color": colour("card"), "width": 1},
            },
            hovertext=[f"{_step(low, high)}: {counted(n, 'game')}" for low, high, n in spans],
            hoverinfo="text",
        )
    )
    shown.update_layout(
        shapes=[
            {
                "type": "line",
                "xref": "x",
                "yref": "paper",
                "y0": 0,
                "y1": 1,
                "x0": 100 * spread.mean,
                "x1": 100 * spread.mean,
                "line": {"color": colour("ink"), "width": 2, "dash": "4px,3px"},
            }
        ],
        bargap=0,
    )
    n = len(spread.values)
    words = f"{counted(n, 'game')}, on average {points(spread.mean)} points{interval_words(spread)}"
    low, high = min(spread.values), max(spread.values)
    summary = f"{words}, from {points(low)} to {points(high)}. The dashed line is the mean."
    rows = tuple((_step(low, high), str(count), percent(count / n)) for low, high, count in spans)
    return Shown(shown, summary, ("luck, points", "games", "share"), rows)


def mistakes(found: Sequence[RuleMistakes], titled: Callable[[str], str] = str) -> Shown:
    """Mistakes by rule, a bar for each, built up from its classes. The n-th bar stands at n.

    Args:
        titled: the id of a rule with its title, for the words and the table.
    """
    from plotly.graph_objects import Bar, Figure  # noqa: PLC0415 - see above

    top = found[:MOST_BARS]
    shown = Figure(layout={**layout("", "mistakes"), "hovermode": "x unified", "barmode": "stack"})
    for at, name in enumerate(FAULTS):
        shown.add_trace(
            Bar(
                x=list(range(len(top))),
                y=[one.by_class[at] for one in top],
                name=plural(name),
                marker={"color": colour(_TONES[at]), "line": {"color": colour("card"), "width": 1}},
                hovertemplate="%{y} %{fullData.name}<extra></extra>",
            )
        )
    shown.update_xaxes(
        tickvals=list(range(len(top))),
        ticktext=[rule_name(one.rule) for one in top],
        tickangle=-50,
        range=[-0.6, max(len(top), 4) - 0.4],
    )
    summary = " ".join(
        f"{titled(rule_name(one.rule))}: {counted(one.n, 'mistake')}, {points(one.mean_loss, 1)} points each."
        for one in top
    )
    rows = tuple(
        (
            titled(rule_name(one.rule)),
            str(one.n),
            *map(str, one.by_class),
            points(one.mean_loss, 1),
            points(one.worst, 1),
            percent(one.n / one.n_choices),
            str(one.n_games),
        )
        for one in found
    )
    heads = ("rule", "in all", *map(plural, FAULTS), "mean loss", "worst", "of its decisions", "games")
    legend = tuple((plural(name), colour(tone)) for name, tone in zip(FAULTS, _TONES, strict=True))
    return Shown(shown, summary, heads, rows, legend)


def percent(part: float) -> str:
    """A share.

    >>> percent(0.125)
    '12.5 %'
    """
    return f"{100 * part:.1f} %"


def points(amount: float, digits: int = 1) -> str:
    """Win probability in points, hundredths.

    >>> points(0.0712), points(-0.5)
    ('7.1', '-50.0')
    """
    text = f"{100 * amount:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def rule_name(rule: str) -> str:
    """The id of a rule; a table of an older version may name none."""
    return rule or "no rule"


def interval_words(spread: Spread) -> str:
    """The interval of a mean; of a single game there is none."""
    if len(spread.values) < 2:
        return ""
    return f" (95 % interval {points(spread.low)} to {points(spread.high)})"


def _bars(found: Sequence[Share], title: str, tone: str) -> "Figure":
    from plotly.graph_objects import Bar, Figure  # noqa: PLC0415 - see above

    shown = Figure(layout={**layout(title, ""), "hovermode": "closest"})
    places = list(range(len(found)))
    shown.add_trace(
        Bar(
            x=[100 * one.share for one in found],
            y=places,
            orientation="h",
            width=0.5,
            marker={"color": colour(tone), "opacity": 0.85},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [100 * (one.high - one.share) for one in found],
                "arrayminus": [100 * (one.share - one.low) for one in found],
                "color": colour("ink"),
                "thickness": 1.5,
                "width": 5,
            },
            hovertext=[
                f"{one.name}: {one.n_yes} of {one.n}, {percent(one.low)} to {percent(one.high)}" for one in found
            ],
            hoverinfo="text",
        )
    )
    short = (one.name if len(one.name) <= 16 else f"{one.name[:15]}…" for one in found)
    names = [f"{name} ({one.n})" for name, one in zip(short, found, strict=True)]
    shown.update_yaxes(tickvals=places, ticktext=names, range=[max(len(found), 3) - 0.4, -0.6], showgrid=False)
    most = max((one.high for one in found), default=1.0)
    shown.update_xaxes(range=[0, 100 if most > 0.5 else 100 * most * 1.05], showgrid=True, gridcolor=colour("line"))
    shown.update_layout(height=max(260, 90 + 30 * len(found)))
    return shown


def _step(low: float, high: float) -> str:
    return f"{points(low, 0)} to {points(high, 0)}"


def _whole(part: float) -> str:
    return f"{100 * part:.0f}"
