"""`analyze` over many games: three tables, and a summary.

The command is in `analyze`; this is what it does for several files, folders, patterns, or a table.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rising_tutor
from rising_tutor.analysis.corpus.columns import SCHEMA, TABLES, kinds
from rising_tutor.analysis.corpus.gather import NothingThere, gather
from rising_tutor.analysis.corpus.pools import Cluster, Here, NoCluster, Pool, Processes
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.rows import GameRows, Row
from rising_tutor.analysis.corpus.run import Found, analyse_many, from_disk, games
from rising_tutor.analysis.corpus.work import FAULT, Trouble
from rising_tutor.analysis.intervals import of_share
from rising_tutor.analysis.ledger import ZERO
from rising_tutor.analysis.ledger.document import amount_json
from rising_tutor.cli.arguments import CalledWrong
from rising_tutor.cli.batch import n_processors
from rising_tutor.cli.tables import write_table
from rising_tutor.cli.terminal import columns, note, progress, say, say_json
from rising_tutor.cli.writing import check_free
from rising_tutor.core.english import counted

DONE, FOUND_WRONG = 0, 1
_SUMS = ("start", "final", "luck", "skill", "horizon")
_TOGETHER = "lost by decisions and not foreseen by V together"


def run(args: argparse.Namespace) -> int:
    """Analyses, writes the tables, prints the summary.

    Raises:
        CalledWrong: a name stands for no file, or the options do not go together.
        CannotStore: a finished game or a table could not be written.
        NoCluster: there is no cluster at that address, or it went away.
    """
    if getattr(args, "out", None) is not None:
        raise CalledWrong("--out writes the report of one game; expected one FILE without --table")
    # A table beside the games that it was made of is this command's own: the same call goes on, or takes in more.
    if args.table is not None and not kept_folder(args.table).is_dir():
        check_free(args.table, force=args.force)
    try:
        files = gather(args.files)
    except NothingThere as error:
        raise CalledWrong(str(error)) from None
    with ExitStack() as stack:
        if args.table is not None:
            folder = kept_folder(args.table)
        else:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="rising-tutor-")))
        kept = ResultCache(folder)
        found = _analyse(args, files, kept)
        if args.table is not None:
            write_tables(args.table, found, kept)
        # Without their lines, which may be half a million.
        _say(args, [(file, one.game if isinstance(one, GameRows) else one) for file, one in games(found, kept)])
    return FOUND_WRONG if any(_is_fault(one.trouble) for one in found) else DONE


def kept_folder(table: Path) -> Path:
    """Where the finished games of a table lie.

    >>> kept_folder(Path("out/games.parquet")).name
    'games.analysed'
    """
    return table.with_name(f"{table.stem}.analysed")


def beside(table: Path, what: str) -> Path:
    """Where another table of the same run lies.

    >>> beside(Path("games.csv"), "problems").name
    'games.problems.csv'
    """
    return table.with_name(f"{table.stem}.{what}{table.suffix}")


def write_tables(table: Path, found: Sequence[Found], kept: ResultCache) -> None:
    """Writes the three tables. Raises `CannotStore`."""
    about = {"rising-tutor": rising_tutor.__version__, "schema": str(SCHEMA)}

    def of(what: type) -> Iterator[tuple[str, Any]]:
        return ((file, one) for file, one in games(found, kept) if isinstance(one, what))

    rows: dict[str, Iterator[Row]] = {
        "lines": ({"file": file, **line} for file, found in of(GameRows) for line in found.lines),
        "games": ({"file": file, **found.game} for file, found in of(GameRows)),
        "problems": (trouble.row(file) for file, trouble in of(Trouble)),
    }
    for name, columns_of in TABLES.items():
        where = table if name == "lines" else beside(table, name)
        write_table(where, rows[name], kinds(columns_of), {**about, "table": name})


def _analyse(args: argparse.Namespace, files: Sequence[str], kept: ResultCache) -> tuple[Found, ...]:
    done: list[Found] = []
    try:
        # The bar is closed before anything is said of an interruption.
        with _pool(args, len(files)) as pool, progress(len(files), "games") as advance:

            def told(one: Found) -> None:
                done.append(one)
                advance()

            return analyse_many([from_disk(file) for file in files], kept, pool, content=args.content, told=told)
    except (KeyboardInterrupt, NoCluster):
        if args.table is not None:
            n = sum(one.key is not None for one in done)
            note(f"{n} of {len(files)} games are finished and kept in {kept.folder}; the same call goes on from there")
        raise


def _pool(args: argparse.Namespace, n_files: int) -> Pool:
    if args.scheduler is not None:
        if args.jobs is not None:
            raise CalledWrong("--jobs is for this machine; with --scheduler the cluster decides")
        try:
            return Cluster(args.scheduler)
        except NoCluster as error:
            raise CalledWrong(str(error)) from None
    n = min(args.jobs or n_processors(), n_files)
    return Here() if n == 1 else Processes(n)


def _is_fault(trouble: Trouble | None) -> bool:
    return trouble is not None and trouble.severity == FAULT


def _say(args: argparse.Namespace, found: Sequence[tuple[str, Row | Trouble]]) -> None:
    rows = [(file, one) for file, one in found if not isinstance(one, Trouble)]
    troubles = [(file, one) for file, one in found if isinstance(one, Trouble)]
    tables = [] if args.table is None else [args.table, beside(args.table, "games"), beside(args.table, "problems")]
    if args.json:
        say_json(
            {
                "ok": not any(_is_fault(one) for _, one in troubles),
                "games": [_as_json(file, game) for file, game in rows],
                "problems": [one.row(file) for file, one in troubles],
                "tables": [str(table) for table in tables],
            }
        )
        return
    for line in _as_lines([game for _, game in rows]):
        say(line)
    for file, one in troubles:
        place = f":{one.line}:{one.column}" if one.line is not None else ""
        more = f" (and {one.n - 1} more)" if one.n > 1 else ""
        (say if one.severity == FAULT else note)(f"{file}{place}: {one.message}{more}")
    for table in tables:
        note(f"written: {table}")


def _as_json(file: str, game: Row) -> dict[str, Any]:
    plain = ("game_id", "game", "seats", "result", "ended_by", "turns", "lines", "decisions", "faults")
    exact = {name: {"num": game[f"{name}_num"], "den": game[f"{name}_den"], "decimal": game[name]} for name in _SUMS}
    about = ("method", "v_horizon", "v_policy", "v_samples", "rules_version", "content", "model")
    value = {name.removeprefix("v_"): game[name] for name in about}
    return {
        "file": file,
        **{name: game[name] for name in plain},
        **exact,
        "remainder": game["remainder"],
        "against_reference": None if game["v_policy"] is None else amount_json(_against(game)),
        "value": value,
    }


def _against(game: Row) -> Fraction:
    """Skill and horizon together, as `Ledger.against_reference`."""
    return sum((Fraction(int(game[f"{name}_num"]), int(game[f"{name}_den"])) for name in ("skill", "horizon")), ZERO)


def _as_lines(rows: Sequence[Row]) -> list[str]:
    n = len(rows)
    said = [f"{counted(n, 'game')} analysed"]
    if not rows:
        return said
    table = []
    titles = Counter(str(row["game"]) for row in rows)
    for title, count in sorted(titles.items()) if len(titles) > 1 else ():
        table.append((f"  {title}", str(count), "games of this title" if count > 1 else "game of this title"))
    for result, count in sorted(Counter(str(row["result"]) for row in rows).items()):
        low, high = of_share(count, n)
        share = f"{100 * count / n:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})"
        table.append((f"  {result}", str(count), share))
    for name, what in (("luck", "luck"), ("skill", "lost by decisions"), ("horizon", "not foreseen by V")):
        table.append(
            (f"  {what}", f"{100 * sum(float(row[name]) for row in rows) / n:+.1f}", "points a game on average")
        )
    for policy in sorted({str(row["v_policy"]) for row in rows if row["v_policy"] is not None}):
        against = [float(_against(row)) for row in rows if row["v_policy"] == policy]
        mean = f"{100 * sum(against) / len(against):+.1f}"
        table.append((f"  against {policy}", mean, f"points a game on average: {_TOGETHER}"))
    decisions, faults = (sum(int(row[name]) for row in rows) for name in ("decisions", "faults"))
    table.append(("  faults", str(faults), f"of {decisions} decisions that were not forced"))
    said += columns(table)
    for method in sorted({f"{row['method']} (V {row['model']}, rules {row['rules_version']})" for row in rows}):
        said.append(f"V: {method}")
    return said
