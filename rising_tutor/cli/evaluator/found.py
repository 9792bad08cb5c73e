r"""What `evaluator report` found: as JSON, as lines for a terminal, and on the page of the evaluators.

The page (`docs/evaluator.md`) says once how to read it, then has a section for each title. `evaluator report --out`
writes the head and the section of its own title anew. Sections of other titles stay as they are, and so do the parts
that somebody wrote under the section of this one.

>>> page = "# The evaluator\n\n## Fire Nation Rising\n\n    command\n\n### Seen by hand\n\nKept.\n"
>>> parts_of(page)["Fire Nation Rising"]["Seen by hand"]
'### Seen by hand\n\nKept.'
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import Any, Final

from msgspec.structs import asdict

from rising_tutor.analysis.calibration import Calibration, Difference, Group, Played, bands_of, by_range, compare
from rising_tutor.cli.terminal import columns
from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import Source
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, playable_ids
from rising_tutor.core.values import Value


class Report(Value, frozen=True):
    """Everything that a report says.

    Attributes:
        command: that gives it again.
        fits_content: whether the weights were fitted on the cards in use.
        weights, phases: as `Evaluation.describe` and `Evaluation.phases` say.
        how_sampled: how games were set up and played, in sentences.
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


HEAD: Final = """\
# The evaluator

Between two turns the chance to win is the answer of a logistic model. It counts what lies on the table, weighs it, and
turns the sum into a chance. Everything that a review says about luck and skill rests on it
([analysis.md](analysis.md)), so this page says how good it is. How to read it stands here once; then each title has a
section, written by the command that it names. The command leaves the sections of other titles alone, and what somebody
adds at the end of one.

## How to read a section

**Where the weights come from.** Games of self-play by one policy. The chance is that of going on as this policy plays;
it says nothing of what better or worse players would reach.

**Against the results of other games.** The Brier score is the mean square of what was said less the result, 0 at best.
The comparison by groups knows the share of wins for every number of players in every phase of these very games. The
calibration error is the mean of the errors of the ten rows, each counted by its positions. An error is what was said
less what was won, in points; its 95 % interval takes games, not positions, as independent, since all positions of a
game have one result.

**Against playouts.** Positions of the same games, as evenly over the ranges as there were, each played on several
times by the policy. Figures are the share of wins less what was said, in points. The first row is all of them; it is
no mean over games, as rare positions count as much as common ones. A share of n playouts has noise of its own. Its
variance is estimated for each position by p (1 - p) / (n - 1), which is right on average, and the mean of it is taken
off the mean square of the differences; the root of what remains is the RMS left. For the range the differences are
drawn towards their mean until their spread is what remains without the noise, but never to less than half; 95 % of
them lie between the two figures. From few positions the range of a row is rough.

**The band.** From the rows comes the band that is drawn around every chance to win; it always holds the chance itself.
Two rows meet in a step, so each end of the band is a line: in the middle of a row's range as far off as the row says,
where two rows meet as far as the wider one, and level where it would fall while the chance rises. It never jumps, and
it is nowhere nearer to the chance than the row says.

**What it counts.** Weights are in log-odds for one of what is counted. A weight that came out with a sign that makes
no sense was held at 0.

**The ledger of games that the policy plays.** A check from the other side, with the whole of V: over games that the
policy itself plays, luck is 0 on average, and so is skill and horizon together where V is right at both ends
([analysis.md](analysis.md#against-the-reference-player)). Skill alone is below 0 there, horizon above.
"""
WRITTEN: Final = ("Where the weights come from", "Against the results", "Against playouts", "What it counts")
"""How the headings begin of the parts that a report writes; all others are kept."""


def page_with(report: Report, before: str = "") -> str:
    """The page with this report in it. `before` is the page as it is; "" where there is none."""
    found = parts_of(before)
    title = entry(GameId(report.game)).title
    kept = {name: text for name, text in found.get(title, {}).items() if not name.startswith(WRITTEN)}
    found[title] = {**dict(_section(report)), **{name: text for name, text in kept.items() if name}}
    order = [entry(game).title for game in playable_ids()]
    sections = [f"## {one}\n\n" + "\n\n".join(found[one].values()) for one in order if one in found]
    return "\n\n".join((HEAD.rstrip(), *sections)) + "\n"


def parts_of(page: str) -> dict[str, dict[str, str]]:
    """The sections of titles on a page: their parts by their headings, "" for what comes before the first one."""
    titles = {entry(game).title for game in playable_ids()}
    return {name: dict(_split(text, "### ")) for name, text in _split(page, "## ") if name in titles}


def _split(text: str, sign: str) -> Iterator[tuple[str, str]]:
    """What stands under each heading of a rank, with the heading itself where it is of the lowest rank here."""
    name, lines = "", list[str]()
    keeps = sign == "### "
    for line in (*text.splitlines(), f"{sign}"):
        if not line.startswith(sign):
            lines.append(line)
            continue
        body = "\n".join(lines).strip("\n")
        if name or body:
            yield name, body
        name, lines = line.removeprefix(sign).strip(), [line] if keeps else []


def _section(report: Report) -> Iterator[tuple[str, str]]:
    yield "", f"    {report.command} --keep --out docs/evaluator.md"
    parts = {
        "Where the weights come from": _weights(report),
        f"Against the results of {report.games:,} other games": _results(report),
        f"Against playouts of {len(report.played)} positions": _playouts(report) if report.differences else (),
        "What it counts": _counted(report),
    }
    for name, lines in parts.items():
        if lines:
            yield name, "\n".join((f"### {name}", "", *lines))


def _weights(report: Report) -> Iterator[str]:
    source = report.source
    yield f"    {source.command}"
    yield ""
    yield (
        f"{report.game}, rules version {source.rules_version}, cards {source.content}: {source.games:,} games of "
        f"self-play by the policy {source.policy}, {source.positions:,} positions between two turns. "
        f"{report.how_sampled}"
    )
    if not report.fits_content:
        yield ""
        yield "The weights were fitted on other cards than those of this report."


def _results(report: Report) -> Iterator[str]:
    results = report.results
    yield f"{results.all.positions:,} positions. {brier_words(results)}."
    yield ""
    yield from _table(("said", "positions", "games", "said, mean", "won", "error"), map(group_row, results.deciles))
    for kind, groups in results.groups:
        yield ""
        yield from _table(
            (kind, "positions", "games", "said, mean", "won", "error", "Brier", "constant"),
            ((*group_row(group), f"{group.brier:.4f}", f"{group.constant:.4f}") for group in groups),
        )


def _playouts(report: Report) -> Iterator[str]:
    yield f"Each was played on {report.playouts} times by the policy {report.source.policy}."
    yield ""
    yield from _table(COMPARED, map(compared_row, report.differences))


def _counted(report: Report) -> Iterator[str]:
    yield from _table(
        ("name", "counts", *report.phases),
        (
            (f"`{name}`", says, *("" if weight is None else f"{weight:+.3f}" for weight in weights))
            for name, says, weights in report.weights
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
