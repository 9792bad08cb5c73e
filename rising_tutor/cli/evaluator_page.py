"""What `evaluator report` found: as JSON, as lines, and as a page."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from rising_tutor.analysis.calibration import Calibration, Difference, Group, Played, bands_of, by_range, compare
from rising_tutor.cli.terminal import columns
from rising_tutor.core.evaluated import Source
from rising_tutor.core.valuation import Band
from rising_tutor.core.values import Value


class Report(Value, frozen=True):
    """Everything that a report says.

    Attributes:
        command: that gives it again.
        fits_content: whether the weights were fitted on the cards in use.
        weights, phases: as `Evaluation.describe` and `Evaluation.phases` say.
        how_sampled: how games were set up and played, in sentences.
        games: that were played for it.
        playouts: of each position that was played on.
        results: against results of these games.
        played: against playouts.
    """

    game: str
    command: str
    fits_content: bool
    source: Source
    weights: tuple[tuple[str, str, tuple[float | None, ...]], ...]
    phases: tuple[str, ...]
    how_sampled: str
    games: int
    playouts: int
    results: Calibration
    played: tuple[Played, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Against playouts: all positions together first, then by range."""
        return (compare(self.played), *by_range(self.played)) if len(self.played) > 1 else ()

    @property
    def bands(self) -> tuple[Band, ...]:
        """How far a number may be off."""
        return bands_of(self.differences[1:] or self.differences)


def as_json(report: Report) -> dict[str, Any]:
    """The document of `--json`."""
    results = report.results
    source = {name: getattr(report.source, name) for name in Source.__struct_fields__}
    return {
        "game": report.game,
        "command": report.command,
        "fits_content": report.fits_content,
        "source": source,
        "games": report.games,
        "positions": results.all.positions,
        "brier": {
            "said": results.all.brier,
            "constant": results.all.constant,
            "right_on_average_in_every_group": results.by_group,
        },
        "calibration_error": results.error,
        "all": _group(results.all),
        "deciles": [_group(group) for group in results.deciles],
        "groups": {kind: [_group(group) for group in groups] for kind, groups in results.groups},
        "playouts": {"each": report.playouts, "differences": [_difference(one) for one in report.differences]},
        "bands": [{"upto": band.upto, "low": band.low, "high": band.high} for band in report.bands],
    }


def _group(group: Group) -> dict[str, Any]:
    found = {name: getattr(group, name) for name in Group.__struct_fields__}
    return found | {"off": group.off, "half": group.half if isfinite(group.half) else None}


def _difference(one: Difference) -> dict[str, Any]:
    return {name: getattr(one, name) for name in Difference.__struct_fields__ if name != "range"} | {
        "range": list(one.range)
    }


def as_lines(report: Report) -> Iterator[str]:
    """The report for a terminal."""
    results = report.results
    yield (
        f"{report.game}: {report.games} games that it was not fitted on, {results.all.positions} positions; fitted on "
        f"{report.source.games} games of the policy {report.source.policy}"
    )
    yield _brier(results)
    yield ""
    for head, groups in (("said", results.deciles), *results.groups):
        yield from columns([(head, "positions", "games", "said", "won", "off"), *map(_row, groups)])
        yield ""
    if report.differences:
        yield f"against {report.playouts} playouts of each position, playouts less what was said, in points:"
        yield from columns([_HEAD, *map(_compared, report.differences)])


def _brier(results: Calibration) -> str:
    return (
        f"Brier score {results.all.brier:.4f}; {results.all.constant:.4f} for a constant, {results.by_group:.4f} for "
        f"numbers right on average in every group; calibration error {_points(results.error)} points"
    )


def _row(group: Group) -> tuple[str, ...]:
    off = f"{_signed(group.off)} ± {_points(group.half)}" if isfinite(group.half) else _signed(group.off)
    counts = (group.name, str(group.positions), str(group.games))
    return (*counts, f"{100 * group.said:.1f} %", f"{100 * group.won:.1f} %", off)


_HEAD = ("said", "positions", "mean", "RMS seen", "of it noise", "RMS left", "95 % between")


def _compared(one: Difference) -> tuple[str, ...]:
    low, high = one.range
    return (
        f"{100 * one.low:.0f} to {100 * one.high:.0f} %",
        str(one.positions),
        f"{_signed(one.mean)} ± {_points(one.half)}",
        _points(one.seen),
        _points(one.noise),
        _points(one.rms),
        f"{_signed(low)} and {_signed(high)}",
    )


def _points(x: float) -> str:
    return f"{100 * x:.1f}"


def _signed(x: float) -> str:
    return f"{100 * x:+.1f}"


# the page


def as_markdown(report: Report) -> str:
    """The report as a page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    results, source = report.results, report.source
    yield "# The evaluator"
    yield ""
    yield "Written by a command, not by hand:"
    yield ""
    yield f"    {report.command} --keep --out docs/evaluator.md"
    yield ""
    yield (
        "Between two turns the chance to win is the answer of a logistic model. It counts what lies on the table, "
        "weighs it, and turns the sum into a chance. Everything that a review says about luck and skill rests on it, "
        "so this page says how good it is: first against the results of games, then against playouts."
    )
    yield ""
    yield "## Where the weights come from"
    yield ""
    yield f"    {source.command}"
    yield ""
    yield (
        f"{report.game}, rules version {source.rules_version}, cards {source.content}: {source.games:,} games of "
        f"self-play by the policy {source.policy}, {source.positions:,} positions between two turns. "
        f"{report.how_sampled} The chance is that of going on as this policy plays; it says nothing of what better or "
        "worse players would reach."
    )
    if not report.fits_content:
        yield ""
        yield "The weights were fitted on other cards than those of this report."
    yield ""
    yield f"## Against the results of {report.games:,} other games"
    yield ""
    yield f"{results.all.positions:,} positions. {_brier(results)}."
    yield ""
    yield (
        "The Brier score is the mean square of what was said less the result, 0 at best. The comparison by groups "
        "knows the share of wins for every number of Teams in every phase of these very games. The calibration error "
        "is the mean of the errors of the ten rows below, each counted by its positions. An error is what was said "
        "less what was won, in points; its 95 % interval takes games, not positions, as independent, since all "
        "positions of a game have one result."
    )
    yield ""
    yield from _table(("said", "positions", "games", "said, mean", "won", "error"), map(_row, results.deciles))
    for kind, groups in results.groups:
        yield ""
        yield from _table(
            (kind, "positions", "games", "said, mean", "won", "error", "Brier", "constant"),
            ((*_row(group), f"{group.brier:.4f}", f"{group.constant:.4f}") for group in groups),
        )
    if report.differences:
        yield from _playouts(report)
    yield ""
    yield "## What it counts"
    yield ""
    yield (
        "Weights are in log-odds for one of what is counted. A weight that came out with a sign that makes no sense "
        "was held at 0."
    )
    yield ""
    yield from _table(
        ("name", "counts", *report.phases),
        (
            (f"`{name}`", says, *("" if weight is None else f"{weight:+.3f}" for weight in weights))
            for name, says, weights in report.weights
        ),
    )


def _playouts(report: Report) -> Iterator[str]:
    yield ""
    yield f"## Against playouts of {len(report.played)} positions"
    yield ""
    yield (
        f"Positions of the same games, as evenly over the ranges below as there were, each played on {report.playouts} "
        f"times by the policy {report.source.policy}. Figures are the share of wins less what was said, in points."
    )
    yield ""
    yield from _table(_HEAD, map(_compared, report.differences))
    yield ""
    yield (
        "The first row is all of them; it is no mean over games, as rare positions count as much as common ones. A "
        "share of n playouts has noise of its own. Its variance is estimated for each position by p (1 - p) / (n - 1), "
        "which is right on average, and the mean of it is taken off the mean square of the differences; the root of "
        "what remains is the RMS left. For the range the differences are drawn towards their mean until their spread "
        "is what remains without the noise, but never to less than half; 95 % of them lie between the two figures. "
        "From few positions the range of a row is rough. From the rows come the bands that are drawn around every "
        "chance to win; they always hold the chance itself."
    )


def _table(head: Sequence[str], rows: Any) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
