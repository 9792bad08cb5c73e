"""`evaluator fit` and `evaluator report`: the chance to win between two turns, fitted on self-play and checked."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from rising_tutor.analysis.calibration import EDGES, Foretold, Played, calibration, range_of
from rising_tutor.analysis.corpus.pools import Pool
from rising_tutor.cli.arguments import CalledWrong, add_content, add_game, add_json, path, seed, whole
from rising_tutor.cli.batch import n_processors
from rising_tutor.cli.cluster import add_scheduler, cluster_of
from rising_tutor.cli.evaluator.found import Report, as_json, as_lines, page_with
from rising_tutor.cli.evaluator.jobs import Job, Point, evaluation_of, played_on, sampled
from rising_tutor.cli.terminal import note, progress, say, say_json
from rising_tutor.core.evaluated import Evaluation, Sampled, SampledGame
from rising_tutor.core.registry import load_game
from rising_tutor.errors import CannotStore

KINDS: Final = ("players", "phase")
GAMES: Final = 400
POSITIONS: Final = 240
PLAYOUTS: Final = 24
SEED: Final = "1"
EPILOG: Final = """\
The same seed gives the same file and the same report, byte for byte, on any number of processes. Exit codes: 0 done;
1 the data file of the evaluator cannot be used; 2 the command was called wrongly, or the game has no evaluator.
"""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "evaluator",
        help="fit and check what says the chance to win between two turns",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    fitted = commands.add_parser("fit", help="play games by program and fit the weights on their results")
    add_game(fitted)
    fitted.add_argument("--games", type=whole, required=True, metavar="N", help="how many")
    _add_common(fitted)
    fitted.add_argument("--out", type=path, metavar="FILE", help="where to write (default: over the game's own file)")
    fitted.set_defaults(run=fit)

    checked = commands.add_parser("report", help="check it on other games, and against playouts")
    add_game(checked)
    checked.add_argument("--games", type=whole, default=GAMES, metavar="N", help="how many (default: %(default)s)")
    checked.add_argument(
        "--positions", type=whole, default=POSITIONS, metavar="P", help="to be played on (default: %(default)s)"
    )
    checked.add_argument(
        "--playouts", type=whole, default=PLAYOUTS, metavar="K", help="of each of them, from 2 (default: %(default)s)"
    )
    _add_common(checked)
    checked.add_argument("--model", type=path, metavar="FILE", help="another data file than the game's own")
    checked.add_argument(
        "--out", type=path, metavar="FILE", help="write the report into a page (.md) with a section for each title"
    )
    checked.add_argument("--keep", action="store_true", help="write how far it may be off into the data file")
    checked.set_defaults(run=report)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=seed, default=SEED, metavar="S", help="a number or a word (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=whole, metavar="J", help="processes (default: one for each processor)")
    add_scheduler(parser)
    add_content(parser)
    add_json(parser)


def fit(args: argparse.Namespace) -> int:
    """Plays, fits and writes the data file."""
    job, evaluation = _asked(args)
    out = Path(args.out) if args.out is not None else evaluation.file
    _writable(out)
    with cluster_of(args) as cluster:
        games = _games(args, job, args.seed, cluster=cluster)
    n_positions = sum(len(game.positions) for game in games)
    command = f"rising-tutor evaluator fit {job.game} --games {args.games} --seed {args.seed}"
    text = evaluation.fit(games, command=command, n_games=len(games), seed=args.seed)
    _write(out, text)
    if args.json:
        document = {"game": job.game, "games": len(games), "positions": n_positions, "seed": args.seed}
        say_json({**document, "won": sum(game.won for game in games), "file": str(out)})
    else:
        say(f"{len(games)} games, {n_positions} positions, seed {args.seed}: weights in {out}")
        note("check them with `rising-tutor evaluator report`")
    return 0


def report(args: argparse.Namespace) -> int:
    """Plays other games, compares, prints and writes."""
    if args.playouts < 2:
        raise CalledWrong("--playouts must be at least 2: one alone says nothing of its own chance")
    job, evaluation = _asked(args)
    file = Path(args.model) if args.model is not None else evaluation.file
    if args.model is not None:
        evaluation = evaluation.using(file.read_bytes())
    drawn_with = f"report:{args.seed}"
    if evaluation.source.seed == drawn_with:
        raise CalledWrong(f"the weights were fitted on the games of seed {drawn_with}; take another --seed")
    for target in (args.out, str(file) if args.keep else None):
        if target is not None:
            _writable(Path(target))
    with cluster_of(args) as cluster:
        found = _found(args, job, evaluation, drawn_with, cluster)
    if args.json:
        say_json(as_json(found))
    else:
        for line in as_lines(found):
            say(line)
    if args.keep and found.bands:
        _write(file, evaluation.with_bands(found.bands))
        note(f"{len(found.bands)} bands in {file}")
    if args.out is not None:
        _write(Path(args.out), page_with(found, _read(Path(args.out))))
        note(f"report in {args.out}")
    return 0


def _found(
    args: argparse.Namespace, job: Job, evaluation: Evaluation, drawn_with: str, cluster: Pool | None
) -> Report:
    games = _games(args, job, drawn_with, positions=True, cluster=cluster)
    rows = [
        Foretold(evaluation.says(one), game.won, game.number, (game.players, one.phase))
        for game in games
        for one in game.positions
    ]
    if not rows:
        raise CalledWrong("none of these games left a position to look at; ask for more --games")
    chosen = choose(evaluation, games, args.positions, drawn_with)
    words = f"rising-tutor evaluator report {job.game} --games {args.games} --positions {args.positions}"
    return Report(
        game=job.game,
        command=f"{words} --playouts {args.playouts} --seed {args.seed}",
        fits_content=evaluation.source.content == load_game(job.game, content=job.content).info.content,
        source=evaluation.source,
        weights=evaluation.describe(),
        phases=evaluation.phases(),
        how_sampled=evaluation.how_sampled(),
        games=len(games),
        playouts=args.playouts,
        results=calibration(rows, KINDS),
        played=tuple(_played(args, job, evaluation, chosen, drawn_with=drawn_with, cluster=cluster)),
    )


def _games(
    args: argparse.Namespace, job: Job, drawn_with: str, *, positions: bool = False, cluster: Pool | None = None
) -> list[SampledGame]:
    """Games of self-play that came to an end."""
    games: list[SampledGame] = []
    with progress(args.games, "games") as advance:
        n_jobs = _n_jobs(args, args.games)
        for game in sampled(job, drawn_with, args.games, n_jobs=n_jobs, positions=positions, cluster=cluster):
            games += [] if game is None else [game]
            advance()
    return games


def _played(
    args: argparse.Namespace,
    job: Job,
    evaluation: Evaluation,
    chosen: Sequence[tuple[SampledGame, Sampled]],
    *,
    drawn_with: str,
    cluster: Pool | None = None,
) -> Iterator[Played]:
    points = [Point(one.position, f"{drawn_with}:{game.number}:{one.turn}", args.playouts) for game, one in chosen]
    playing = played_on(job, points, n_jobs=_n_jobs(args, len(points)), cluster=cluster)
    with progress(len(points), "positions") as advance:
        for (_, one), (wins, ended) in zip(chosen, playing, strict=True):
            if ended > 1:
                yield Played(evaluation.says(one), wins, ended)
            advance()


def choose(
    evaluation: Evaluation, games: list[SampledGame], n: int, drawn_with: str
) -> list[tuple[SampledGame, Sampled]]:
    """Positions to be played on: as many from each range of `EDGES` as there are, at most one of a game in a range."""
    ranges: list[list[tuple[SampledGame, Sampled]]] = [[] for _ in EDGES]
    rng = Random(f"positions:{drawn_with}")
    for game in games:
        by_range: dict[int, list[Sampled]] = {}
        for one in game.positions:
            by_range.setdefault(range_of(evaluation.says(one)), []).append(one)
        for at, ones in by_range.items():
            ranges[at].append((game, ones[int(rng.random() * len(ones))]))
    for found in ranges:
        rng.shuffle(found)
    chosen: list[tuple[SampledGame, Sampled]] = []
    # In turns, so that a range with few positions leaves its share to the others.
    while len(chosen) < n and any(ranges):
        for found in ranges:
            if found and len(chosen) < n:
                chosen.append(found.pop())
    return chosen


def _asked(args: argparse.Namespace) -> tuple[Job, Evaluation]:
    game = load_game(args.game, content=args.content)
    job = Job(game.info.id, args.content)
    return job, evaluation_of(job)


def _n_jobs(args: argparse.Namespace, n_items: int) -> int:
    return min(args.jobs or n_processors(), n_items)


def _writable(file: Path) -> None:
    """Raises `CalledWrong` before hours of play rather than after them."""
    if file.is_dir() or not file.parent.is_dir():
        raise CalledWrong(f"{file} cannot be written: there is no such folder, or it is one")


def _read(file: Path) -> str:
    """The page as it is; "" where there is none."""
    try:
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    except OSError as error:
        raise CannotStore(str(file), error.strerror or str(error)) from None


def _write(file: Path, text: str) -> None:
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(file)
    except OSError as error:
        raise CannotStore(str(file), error.strerror or str(error)) from None
