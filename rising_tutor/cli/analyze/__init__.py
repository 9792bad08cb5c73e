"""`analyze`: the review of recorded games. One game here; a table of many games in `analyze_many`."""

import argparse
from pathlib import Path
from typing import Any

from rising_tutor.analysis.ledger.document import file_json
from rising_tutor.analysis.ledger.jobs import ledger_with_jobs, rolled_with_jobs
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.review import Review, review_of, review_of_ledger
from rising_tutor.cli.analyze.text import review_lines
from rising_tutor.cli.arguments import (
    CalledWrong,
    add_content,
    add_json,
    excludes,
    is_given,
    needs,
    path,
    place,
    seed,
    whole,
)
from rising_tutor.cli.batch import n_processors
from rising_tutor.cli.replay.recorded import verified_of
from rising_tutor.cli.tables import table_path
from rising_tutor.cli.terminal import counting, note, say, say_json
from rising_tutor.cli.writing import add_force, check_free
from rising_tutor.core.valuation import valued_game
from rising_tutor.errors import BadOption, CannotStore
from rising_tutor.replay import Verified

DONE, FOUND_WRONG = 0, 1
TOLD = 10
"""Mistakes that are told in full unless more are asked for."""

EPILOG = """\
FILE is a recorded game in either form, a folder, or a pattern such as 'saved/*.replay'. One game is told in full; with
--table, or with several, they become rows. The document of --json has the ledger with exact fractions: result - start =
luck + skill + horizon. A file with a fault is reviewed up to it, and the exit code is 1."""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "analyze",
        help="luck, skill and mistakes of recorded games",
        description="Luck, skill, mistakes.",
        epilog=EPILOG,
    )
    parser.add_argument("files", type=path, nargs="+", metavar="FILE")
    parser.add_argument("--out", type=path, metavar="REPORT.html", help="write a report that opens with no network")
    parser.add_argument("--table", type=table_path, metavar="FILE", help="one row a line, as .csv or .parquet")
    add_force(parser)
    parser.add_argument("--top", type=place, default=TOLD, metavar="N", help="mistakes told in full (%(default)s)")
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="S",
        help="of playouts, where a game has no value function of its own, and of tables that are drawn",
    )
    parser.add_argument(
        "--jobs",
        type=whole,
        metavar="J",
        help="processes that share the games, or the turns of one (default: one a processor)",
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler that does the work, for several games")
    add_content(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Reviews one game, or hands over to the table of many."""
    needs(args, "--force", "--out", "--table")
    if is_many(args):
        for option in ("--top", "--seed"):
            if is_given(args, option):
                raise CalledWrong(f"{option} has no effect here; it is for the review of one FILE without --table")
        from rising_tutor.cli.analyze import many  # noqa: PLC0415 - tables take long to load

        return many.run(args)
    excludes(args, "--top", "--json")
    return analyze_one(args)


def is_many(args: argparse.Namespace) -> bool:
    """Whether this is a call for several games: a table, several names, a folder or a pattern."""
    if args.table is not None or args.scheduler is not None or len(args.files) > 1:
        return True
    file = Path(args.files[0])
    return file.is_dir() or (not file.exists() and any(sign in args.files[0] for sign in "*?["))


def analyze_one(args: argparse.Namespace) -> int:
    """Reviews one game and prints it."""
    file = args.files[0]
    report = report_path(args.out, file, force=args.force) if args.out is not None else None
    verified = verified_of(file, args.content)
    review = reviewed(verified, args.seed, content=args.content, jobs=args.jobs)
    if args.json:
        say_json(file_json(file, verified, review))
    elif review is not None:
        for line in review_lines(file, verified, review, args.top):
            say(line)
    else:
        say(f"{file}: no game begins in this file, so nothing can be reviewed")
    for problem in verified.problems:
        note(problem.as_text(file))
    # The text has them among its notes.
    for remark in verified.remarks if args.json or review is None else ():
        note(f"{file}: {remark}")
    if report is not None and review is not None:
        write_report(review, verified, report)
    return DONE if verified.ok and review is not None else FOUND_WRONG


def reviewed(
    verified: Verified, chosen_seed: str | None, *, content: str | None = None, jobs: int | None = None
) -> Review | None:
    """The review, with progress on a terminal; None where no game begins.

    Args:
        chosen_seed: of playouts, where the game has no value function of its own, and of tables that are drawn.
        content: the folder with an owner's cards that it was played with.
        jobs: processes that share its turns; as many as there are processors unless told otherwise.
    """
    if verified.game is None or verified.start is None or verified.replay is None:
        return None
    with counting("lines") as tell:
        if valued_game(verified.game) is None:
            valuation = PlainValuation(verified.game, seed=chosen_seed) if chosen_seed is not None else None
            return review_of(verified, valuation=valuation, progress=tell)
        n_jobs = jobs or n_processors()
        if n_jobs == 1:
            return review_of(verified, seed=chosen_seed or "", progress=tell)
        game, moves, seed = verified.game, verified.moves, chosen_seed or ""
        n_seats = verified.replay.header.seats
        ledger = ledger_with_jobs(
            game, moves, verified.start, n_seats=n_seats, jobs=n_jobs, content=content, seed=seed, progress=tell
        )
    with counting("mistakes played on") as tell:
        rolled = rolled_with_jobs(game, ledger, moves, jobs=n_jobs, content=content, seed=seed, progress=tell)
    return review_of_ledger(ledger, verified, rolled=rolled, seed=seed)


def report_path(out: str, file: str, *, force: bool = False) -> Path:
    """Where the report goes, checked before the work begins.

    Raises:
        BadOption: the name does not end in .html.
        CalledWrong: there is no such folder, a file is in the way, or no report can be written.
    """
    target = Path(out)
    if target.suffix.lower() not in (".html", ".htm"):
        raise BadOption("--out", out, "a name that ends in .html")
    if target.is_dir() or not target.parent.is_dir() or (target.exists() and target.samefile(file)):
        raise CalledWrong(f"{out}: cannot be written; expected the name of a file in a folder that there is")
    check_free(target, force=force)
    return target


def write_report(review: Review, verified: Verified, target: Path) -> None:
    """Writes the report. Raises `CalledWrong` where it cannot be stored."""
    from rising_tutor import report  # noqa: PLC0415 - it loads what draws a page

    try:
        report.write_report(review, verified, target)

    except CannotStore as error:
        raise CalledWrong(f"{target}: could not be written ({error.reason})") from None
    note(f"the report is in {target}")
