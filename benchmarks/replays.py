"""A recorded game of 60 turns of every title: how long it takes to load, to step through, and to be reviewed.

CPU seconds count, those of other processes too, since a busy machine stretches the clock; the clock is printed beside
them. What the review takes is set against the same game being played by the policy greedy, and against random decisions
on the playout path, in the same run. Last, a part of the turns is profiled: what the time of the review goes into.
"""

import cProfile
import os
import pstats
import resource
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple

from benchmarks.odds_targets import LEAST, MOST, Target, reached, shown
from benchmarks.playouts import played_out
from rising_tutor.analysis.ledger import ZERO, Ledger, Played, lines_of, valuation_of
from rising_tutor.analysis.ledger.jobs import ledger_with_jobs, turns_of
from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look
from rising_tutor.core.drive import play_out
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.valuation import too_many_for_v, valued_game
from rising_tutor.replay import Scribe, Verified, header_of, replay_of, verify, write
from rising_tutor.tutor.replay.player import UNITS, ReplayPlayer, open_replay
from rising_tutor.ui.replays import heading as replay_parts

JOBS = 2
PROFILED = 6
"""Every so many turns one is profiled."""
TARGETS = {
    "R1": Target("both forms of the file: the slower one loads, s", MOST, 2),
    "R2": Target("the slowest step of any size, with the page's parts, s", MOST, 0.1),
    "R3": Target(f"full review on {JOBS} cores, CPU s of all processes / {JOBS}", MOST, 60),
    "R4": Target("lines judged again by one process that come out the same, of 100", LEAST, 100),
}
GROUPS = (
    ("solver", ("rising_tutor/probability/", "numpy")),
    ("plan: goals, dice step", ("valuing/goals", "valuing/dice", "rising/odds/")),
    ("views, features, model", ("rising/view.py", "valuing/counting", "valuing/evaluator", "valuing/model")),
    ("playing on: choices of greedy", ("rising/greedy/",)),
    ("playing on: rules", ("rising_tutor/games/rising/", "rising_tutor/core/", "rising_tutor/effects/")),
)


class Long(NamedTuple):
    """A game by the policy greedy.

    Attributes:
        seats: if 0, as many as the title has and as can be reviewed.
    """

    seats: int = 0
    seed: int = 1
    options: Mapping[str, str] = MappingProxyType({})


LONG = {
    "fire-nation-rising": Long(
        5, 57, {"difficulty": "hard", "villains": "13", "hero_loss_limit": "40", "battle_damage": "3"}
    ),
    "death-eaters-rising": Long(4, 25, {"target": "10", "hero_loss_limit": "20"}),
    "dark-side-rising": Long(4, 33, {"target": "11", "hero_loss_limit": "40"}),
}
"""With these greedy needs 60 turns. Where a change of cards or of greedy made it other ones, look for another seed."""


def main(titles: Sequence[str] = (), n_turns: int | None = None, limit: int = 100_000) -> None:
    """Prints the tables and what they say about the targets.

    Args:
        titles: all of the registry unless some are named.
        n_turns: how many are reviewed, from the first; the target asks for all.
        limit: most decisions of the recorded game.
    """
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors: CPU seconds count")
    for game_id in titles or game_ids():
        _measure(load_game(game_id), n_turns, limit)


def _measure(game: AnyGame, n_turns: int | None, limit: int) -> None:
    long = LONG.get(game.info.id, Long())
    long = long._replace(seats=long.seats or most_reviewed(game))
    played_s, data = _played(game, long, limit)
    figures: dict[str, float] = {}
    print(f"{game.info.title}, {long.seats} seats, greedy, seed {long.seed}, {dict(long.options)}")
    verified = _load(data, figures)
    _step(data, figures)
    if n_turns != 0 and valued_game(game) is not None and not too_many_for_v(game.info, long.seats):
        _review(verified, long, n_turns, played_s, figures)
    print(f"targets, for a game of 60 turns; this one has {len(_turns(verified))}")
    for id_, target in TARGETS.items():
        figure = figures.get(id_)
        said = "not measured" if figure is None else "met" if reached(target, figure, target.limit) else "not met"
        measured = "-" if figure is None else shown(figure)
        print(f"  {id_:4} {target.what:70} {measured:>8}  {target.best} {shown(target.limit):6} {said}", flush=True)


def most_reviewed(game: AnyGame) -> int:
    """The most seats of a game that can be reviewed, where any can; else the most that it has.

    >>> most_reviewed(load_game("rise")), most_reviewed(load_game("fire"))
    (2, 5)
    """
    info = game.info
    able = [seats for seats in range(info.min_seats, info.max_seats + 1) if not too_many_for_v(info, seats)]
    return max(able, default=info.max_seats)


def _played(game: AnyGame, long: Long, limit: int) -> tuple[float, dict[str, bytes]]:
    """The CPU seconds that greedy needs for the game, and its file in both forms."""
    setting: dict[str, Any] = {"seats": long.seats, "seed": long.seed, "policy": "greedy", "limit": limit}
    scribe = Scribe(game)
    end = play_out(game, **setting, options=long.options, watch=scribe.watch)
    began = time.process_time()
    play_out(game, **setting, options=long.options)
    took = time.process_time() - began
    replay = replay_of(header_of(game, long.seats, options=long.options), scribe, end.state)
    return took, {name: write(replay, name) for name in ("long.replay", "long.replay.jsonl")}


def _turns(verified: Verified) -> list[tuple[Any, ...]]:
    """The lines of each turn; those of the setup are none."""
    return turns_of(verified.game, verified.moves)[1:]


def _load(data: dict[str, bytes], figures: dict[str, float]) -> Verified:
    """Reading and playing the whole file."""
    for name, content in data.items():
        times = []
        for _ in range(5):
            began = time.process_time()
            verified = verify(content, name)
            times.append(time.process_time() - began)
        assert verified.ok
        figures["R1"] = max(figures.get("R1", 0), median(times))
        print(
            f"  load {name:18} {len(content):8,} bytes, {len(_turns(verified))} turns, {len(verified.moves)} lines:"
            f" {median(times):.3f} s [{min(times):.3f} .. {max(times):.3f}]"
        )
    return verified


def _step(data: dict[str, bytes], figures: dict[str, float]) -> None:
    """Every step of every size, as the page draws it."""
    for unit in ("line", *UNITS):
        # Opened anew: what is worked out once belongs to the first step that needs it.
        player = open_replay(data["long.replay"], "long.replay")
        board: Any = board_for(player.game)
        times = []
        while player.at < player.last:
            began = time.process_time()
            player.step(unit, 1)
            drawn(player, board)
            times.append(time.process_time() - began)
        figures["R2"] = max(figures.get("R2", 0), *times)
        print(
            f"  step by {unit:8} {len(times):5} steps: median {1000 * median(times):6.1f} ms,"
            f" slowest {1000 * max(times):6.1f} ms"
        )


def drawn(player: ReplayPlayer, board: Any) -> None:
    """All parts of the page that follow the position."""
    look = Look(at=player.at, names=player.names, live=False, id="r")
    parts = board.parts(player.view(), look)
    said = (replay_parts.written(player), replay_parts.happened(player), player.marked(), player.label(player.at))
    assert parts
    assert said


def _review(verified: Verified, long: Long, n_turns: int | None, played_s: float, figures: dict[str, float]) -> None:
    """The ledger of the whole game, or of setup and the first turns, by several processes."""
    parts = turns_of(verified.game, verified.moves)
    parts = parts if n_turns is None else parts[: n_turns + 1]
    moves = [move for part in parts for move in part]
    clock, began = time.perf_counter(), _cpu()
    ledger = ledger_with_jobs(verified.game, moves, verified.start, n_seats=long.seats, jobs=JOBS)
    cpu, clock = _cpu() - began, time.perf_counter() - clock
    assert ledger.remainder == 0
    n_lines = len(ledger.lines)
    if n_lines == len(verified.moves):
        figures["R3"] = cpu / JOBS
    print(
        f"  review of {len(parts) - 1} turns, {JOBS} processes: {cpu:.1f} s CPU, {clock:.1f} s on the clock;"
        f" {1000 * cpu / n_lines:.0f} ms a line, {cpu / (len(parts) - 1):.2f} s a turn"
    )
    decisions, seconds = played_out(verified.game.info.id, 0, seats=long.seats, games=30, options=long.options)
    print(
        f"  greedy needs {played_s:.2f} s to play the whole game; a line takes as long as"
        f" {shown(cpu / n_lines / (seconds / decisions))} random decisions"
    )
    _profile(verified.game, parts, ledger, figures)


def _cpu() -> float:
    """CPU seconds of this process and of those that it has ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _profile(game: AnyGame, turns: Sequence[Sequence[Played]], ledger: Ledger, figures: dict[str, float]) -> None:
    """Judges some turns again by one follower, compares, and says what the time goes into."""
    valuation = valuation_of(game)
    profile = cProfile.Profile()
    same = total = 0
    number = 1
    for at, turn in enumerate(turns):
        if at % PROFILED == 1:
            profile.enable()
            lines = list(lines_of(game, valuation, turn, before=ZERO, number=number))
            profile.disable()
            total += len(lines)
            known = ledger.lines[number - 1 : number - 1 + len(lines)]
            same += sum(_judged(one) == _judged(other) for one, other in zip(lines, known, strict=True))
        number += len(turn)
    figures["R4"] = 100 * same / total
    print(f"  what it goes into, {total} lines of every {PROFILED}th turn under cProfile, in parts of 100:")
    for name, share in _shares(pstats.Stats(profile)):
        print(f"    {name:32} {100 * share:5.1f}")


def _judged(line: Any) -> tuple[Any, ...]:
    """All that a line says but for its horizon, which needs the line before it."""
    return tuple(getattr(line, name) for name in line.__struct_fields__ if name != "horizon")


def _shares(stats: Any) -> list[tuple[str, float]]:
    """The share of each group in the time spent in its own functions; built-in ones count for who calls them."""
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in stats.stats.items():
        if file == "~" and callers:
            for (caller, _, _), (_, _, part, _) in callers.items():
                spent[_group(caller)] += part
        else:
            spent[_group(file)] += own
    total = sum(spent.values())
    return [(name, part / total) for name, part in spent.most_common()]


def _group(file: str) -> str:
    path = Path(file).as_posix()
    return next((name for name, parts in GROUPS if any(part in path for part in parts)), "everything else")
