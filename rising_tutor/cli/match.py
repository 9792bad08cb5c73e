"""`match`: two policies against each other, each deal played twice with the seats swapped."""

import argparse
import secrets
import time
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rising_tutor.analysis.match import Standing, standing
from rising_tutor.cli.arguments import (
    CalledWrong,
    add_game,
    add_json,
    add_setting,
    options_for,
    policies_of,
    whole,
)
from rising_tutor.cli.batch import GameRow, Task, n_processors, play_games
from rising_tutor.cli.cluster import add_scheduler, cluster_of
from rising_tutor.cli.simulate import plain_seed
from rising_tutor.cli.terminal import columns, picked, progress, say, say_json
from rising_tutor.core.english import counted
from rising_tutor.core.registry import load_game

SEATS = 2


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("match", help="let two policies play against each other, seats swapped")
    add_game(parser)
    parser.add_argument("--policy", action="append", required=True, metavar="NAME", help="who plays; given twice")
    parser.add_argument("--games", type=whole, required=True, metavar="N", help="how many, an even number")
    add_setting(parser)
    parser.add_argument("--jobs", type=whole, metavar="J", help="processes (default: one for each processor)")
    add_scheduler(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays, counts and prints. Raises `CalledWrong` for what cannot be a match."""
    game = load_game(args.game, content=args.content)
    info, options = game.info, options_for(game, args.set)
    if info.shared:
        raise CalledWrong(f"in {info.title} all seats win or lose together; simulate compares policies there")
    if args.seats not in (None, SEATS) or not info.min_seats <= SEATS <= info.max_seats:
        given = "" if args.seats in (None, SEATS) else f"--seats {args.seats}: "
        able = f"{SEATS} of them" if info.min_seats <= SEATS <= info.max_seats else f"a game that {SEATS} can play"
        raise CalledWrong(f"{given}a match is played by {SEATS} seats; expected {able}")
    if len(args.policy) != SEATS:
        raise CalledWrong(f"--policy is given {counted(len(args.policy), 'time')}; expected {SEATS} times")
    if args.games % 2:
        raise CalledWrong(
            f"--games {args.games} is odd; expected an even number: every deal is played twice, seats swapped"
        )
    game.start(SEATS, options)
    policies = policies_of(game, args.policy, seats=SEATS)
    seed = args.seed if args.seed is not None else str(secrets.randbelow(10**9))
    n_pairs = args.games // 2
    n_jobs = min(args.jobs or n_processors(), n_pairs)
    began = time.monotonic()
    task = Task(info.id, args.content, SEATS, options, policies, seed, None)
    halves: list[list[GameRow]] = []
    with cluster_of(args) as cluster, progress(args.games, "games") as advance:
        for half in (task, replace(task, policies=policies[::-1])):
            halves.append([])
            for row in play_games(half, n_games=n_pairs, n_jobs=n_jobs, cluster=cluster):
                halves[-1].append(row)
                advance()
    found = standing([row.result for row in halves[0]], [row.result for row in halves[1]])
    if args.json:
        say_json(as_json(task, found, [row for half in halves for row in half], time.monotonic() - began))
    else:
        for line in as_lines(info.title, task, found):
            say(line)
    return 0


def as_json(task: Task, found: Standing, rows: Sequence[GameRow], seconds: float) -> dict[str, Any]:
    """The document of `--json`; `seconds` is the only value that the seed does not fix."""
    return {
        "game": task.game,
        "games": len(rows),
        "pairs": found.pairs,
        "seed": plain_seed(task.seed),
        "decisions": sum(row.decisions for row in rows),
        "chances": sum(row.chances for row in rows),
        "seconds": round(seconds, 3),
        "drawn": found.drawn,
        "unfinished": found.unfinished,
        "sides": [
            {"policy": policy} | picked(side, "won", "won_as_seat", "share", "interval")
            for policy, side in zip(task.policies, found.sides, strict=True)
        ],
    }


def as_lines(title: str, task: Task, found: Standing) -> list[str]:
    """The result for people; two sides of one policy are told apart by their number."""
    policies = task.policies
    names = policies if policies[0] != policies[1] else [f"{policy} ({at})" for at, policy in enumerate(policies, 1)]
    table = [
        (
            f"  {name}",
            f"won {side.won}",
            f"{side.won_as_seat[0]} as seat 1, {side.won_as_seat[1]} as seat 2",
            f"{100 * side.share:.1f} % (95 % interval {100 * side.interval[0]:.1f} to {100 * side.interval[1]:.1f})",
        )
        for name, side in zip(names, found.sides, strict=True)
    ]
    pairs = f"{found.pairs} pairs of the same deal with the seats swapped"
    head = f"{title}: {2 * found.pairs} games in {pairs}, seed {task.seed}"
    rest = f"drawn {found.drawn}, unfinished {found.unfinished}; both count half. Intervals take pairs as independent."
    return [head, *columns(table), rest]
