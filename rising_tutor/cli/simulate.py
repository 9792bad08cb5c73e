"""`simulate`: many games played by a policy, counted."""

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rising_tutor.analysis.intervals import of_share
from rising_tutor.cli.arguments import (
    add_game,
    add_json,
    add_setting,
    excludes,
    needs,
    options_for,
    path,
    policies_of,
    seats_of,
    whole,
)
from rising_tutor.cli.batch import GameRow, Task, n_processors, play_games, results
from rising_tutor.cli.cluster import add_scheduler, cluster_of
from rising_tutor.cli.tables import table_path, write_table
from rising_tutor.cli.terminal import columns, note, picked, progress, say, say_json
from rising_tutor.cli.writing import add_force, check_free
from rising_tutor.core import english
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import load_game

COLUMNS = {name: str if name in ("seed", "result", "reason") else int for name in GameRow.__struct_fields__}


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("simulate", help="play many games by program and count the results")
    add_game(parser)
    parser.add_argument("--games", type=whole, required=True, metavar="N", help="how many")
    add_setting(parser)
    parser.add_argument(
        "--policy", action="append", metavar="NAME", help="who chooses, or one for each seat (default: random)"
    )
    parser.add_argument("--jobs", type=whole, metavar="J", help="processes (default: one for each processor)")
    add_scheduler(parser)
    parser.add_argument("--record", type=path, metavar="DIR", help="keep every game as a record in this folder")
    parser.add_argument("--table", type=table_path, metavar="FILE", help="one row a game, as .csv or .parquet")
    add_force(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays, counts and prints. Raises `CalledWrong` for policies that cannot play."""
    needs(args, "--force", "--table")
    excludes(args, "--record", "--scheduler")
    game = load_game(args.game, content=args.content)
    seats, options = seats_of(game, args.seats), options_for(game, args.set)
    game.start(seats, options)
    policies = policies_of(game, args.policy or ["random"], seats=seats)
    if args.table is not None:
        check_free(args.table, force=args.force)
    if args.record is not None:
        Path(args.record).mkdir(parents=True, exist_ok=True)
    # Drawn here and printed with the results, so that any batch can be repeated.
    seed = args.seed if args.seed is not None else str(secrets.randbelow(10**9))
    task = Task(game.info.id, args.content, seats, options, policies, seed, args.record)
    n_jobs = min(args.jobs or n_processors(), args.games)
    began = time.monotonic()
    rows: list[GameRow] = []
    with cluster_of(args) as cluster, progress(args.games, "games") as advance:
        for row in play_games(task, n_games=args.games, n_jobs=n_jobs, cluster=cluster):
            rows.append(row)
            advance()
    seconds = time.monotonic() - began
    if args.json:
        say_json(as_json(game, task, rows, seconds))
    else:
        for line in as_lines(game, task, rows, seconds):
            say(line)
    # Last, so that a table that cannot be written costs no results.
    if args.table is not None:
        about = {"game": game.info.id, "rules_version": game.info.rules_version, "content": game.info.content}
        about |= {"policy": ", ".join(policies), **{f"option:{name}": value for name, value in options.items()}}
        write_table(args.table, [picked(row, *COLUMNS) for row in rows], COLUMNS, about)
        note(f"{len(rows)} rows in {args.table}")
    return 0


def as_json(game: AnyGame, task: Task, rows: Sequence[GameRow], seconds: float) -> dict[str, Any]:
    """The document of `--json`; `seconds` is the only value that the seed does not fix."""
    return {
        "game": task.game,
        "games": len(rows),
        "seats": task.seats,
        "policy": task.policies[0] if len(task.policies) == 1 else list(task.policies),
        "seed": plain_seed(task.seed),
        "decisions": sum(row.decisions for row in rows),
        "chances": sum(row.chances for row in rows),
        "seconds": round(seconds, 3),
        "results": counted(game, task.seats, rows),
    }


def counted(game: AnyGame, seats: int, rows: Sequence[GameRow]) -> dict[str, int]:
    """How often each result came, also those that never came."""
    counts = Counter(row.result for row in rows)
    return {result: counts[result] for result in (*results(game, seats), "unfinished")}


def as_lines(game: AnyGame, task: Task, rows: Sequence[GameRow], seconds: float) -> list[str]:
    """The results for people, each share with its interval."""
    chosen = "".join(f", {name}={value}" for name, value in task.options.items())
    setting = f"{task.seats} at the table, {_policies(task)}{chosen}, seed {task.seed}"
    table = []
    for result, n in counted(game, task.seats, rows).items():
        low, high = of_share(n, len(rows))
        share = f"{100 * n / len(rows):.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})"
        table.append((f"  {result}", str(n), share))
    decisions = sum(row.decisions for row in rows)
    chances = sum(row.chances for row in rows)
    pace = f"{decisions} decisions and {chances} chance moves in {seconds:.1f} s"
    return [f"{game.info.title}: {english.counted(len(rows), 'game')}, {setting}", *columns(table), pace]


def plain_seed(seed: str) -> int | str:
    """A seed as JSON has it: a number where it was written as one.

    >>> plain_seed("7"), plain_seed("07")
    (7, '07')
    """
    return int(seed) if seed.isdecimal() and seed.isascii() and str(int(seed)) == seed else seed


def _policies(task: Task) -> str:
    if len(task.policies) == 1:
        return f"policy {task.policies[0]}"
    return "policies " + ", ".join(f"{policy} (seat {seat})" for seat, policy in enumerate(task.policies, 1))
