"""What `evaluator report` found: as JSON, and as lines for a terminal."""

from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from msgspec.structs import asdict

from rising_tutor.analysis.calibration import Calibration, Difference, Group, Played, bands_of, by_range, compare
from rising_tutor.cli.terminal import columns
from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import Source
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

    return {
        "game": report.game,
        "command": report.command,
        "fits_content": report.fits_content,
        "source": asdict(report.source),
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
        "playouts": {
            "each": report.playouts,
            "differences": [asdict(one) | {"range": list(one.range)} for one in report.differences],
        },
        "bands": [asdict(band) for band in report.bands],
    }


def _group(group: Group) -> dict[str, Any]:
    return asdict(group) | {"off": group.off, "half": group.half if isfinite(group.half) else None}


def as_lines(report: Report) -> Iterator[str]:
    """The report for a terminal."""
    results = report.results
    yield (
        f"{report.game}: {report.games} games that it was not fitted on, {results.all.positions} positions; fitted on "
        f"{report.source.games} games of the policy {report.source.policy}"
    )
    yield brier_words(results)
    yield ""
    for head, groups in (("said", results.deciles), *results.groups):
        yield from columns([(head, "positions", "games", "said", "won", "off"), *map(group_row, groups)])
        yield ""
    if report.differences:
        yield f"against {report.playouts} playouts of each position, playouts less what was said, in points:"
        yield from columns([COMPARED, *map(compared_row, report.differences)])


def brier_words(results: Calibration) -> str:
    """The scores of a report in a line."""
    return (
        f"Brier score {results.all.brier:.4f}; {results.all.constant:.4f} for a constant, {results.by_group:.4f} for "
        f"numbers right on average in every group; calibration error {_points(results.error)} points"
    )


def group_row(group: Group) -> tuple[str, ...]:
    """A group in a table: name, positions, games, said, won, error."""
    off = f"{_signed(group.off)} ± {_points(group.half)}" if isfinite(group.half) else _signed(group.off)
    counts = (group.name, str(group.positions), str(group.games))
    return (*counts, f"{100 * group.said:.1f} %", f"{100 * group.won:.1f} %", off)


COMPARED: Final = ("said", "positions", "mean", "RMS seen", "of it noise", "RMS left", "95 % between")
"""The heads of a table of `compared_row`."""


def compared_row(one: Difference) -> tuple[str, ...]:
    """A range of what was said against playouts."""
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
