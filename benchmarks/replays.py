"""A recorded game of 60 turns: how long it takes to load, to step through, and to be reviewed turn by turn.

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
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.odds_targets import LEAST, MOST, Target, reached, shown
from benchmarks.playouts import ours_playout
from rising_tutor.analysis.ledger import ZERO, Ledger, lines_of, valuation_of
from rising_tutor.analysis.ledger_jobs import ledger_with_jobs, turns_of
from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Scribe, Verified, header_of, replay_of, verify, write
from rising_tutor.widgets import replay_parts
from rising_tutor.widgets.replay_player import UNITS, ReplayPlayer, open_replay

GAME, SEATS, SEED = "fire", 5, 57
OPTIONS = {"difficulty": "hard", "villains": "13", "hero_loss_limit": "40", "battle_damage": "3"}
"""With these options and this seed greedy needs 60 turns."""
TURNS = 60
JOBS = 2
PROFILED = 6
"""Every so many turns one is profiled."""
TARGETS = {
    "R1": Target("60 turns, both forms: the slower one loads, s", MOST, 2),
    "R2": Target("60 turns: the slowest step of any size, with the page's parts, s", MOST, 0.1),
    "R3": Target(f"60 turns: full review on {JOBS} cores, CPU s of all processes / {JOBS}", MOST, 60),
    "R4": Target("60 turns: lines judged again by one process that come out the same, of 100", LEAST, 100),
}
GROUPS = (
    ("solver", ("rising_tutor/probability/", "numpy")),
    ("plan: goals, dice step", ("valuing/goals", "valuing/dice", "rising/odds/")),
    ("views, features, model", ("rising/view.py", "valuing/counting", "valuing/evaluator", "valuing/model")),
    ("playing on: choices of greedy", ("rising/greedy/",)),
    ("playing on: rules", ("rising_tutor/games/rising/", "rising_tutor/core/", "rising_tutor/effects/")),
)


def main() -> None:
    """Prints the tables and what they say about the targets."""
    figures: dict[str, float] = {}
    played_s, data = _played()
    print(f"{GAME}, {SEATS} seats, greedy, seed {SEED}, {OPTIONS}")
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors: CPU seconds count")
    verified = _load(data, figures)
    _step(data, figures)
    _review(verified, played_s, figures)
    print("targets")
    for id_, target in TARGETS.items():
        figure = figures.get(id_)
        said = "not measured" if figure is None else "met" if reached(target, figure, target.limit) else "not met"
        measured = "-" if figure is None else shown(figure)
        print(f"  {id_:4} {target.what:78} {measured:>8}  {target.best} {shown(target.limit):6} {said}")


def _played() -> tuple[float, dict[str, bytes]]:
    """The CPU seconds that greedy needs for the game, and its file in both forms."""
    game = load_game(GAME)
    scribe = Scribe(game)
    end = play_out(game, seats=SEATS, seed=SEED, policy="greedy", options=OPTIONS, watch=scribe.watch)
    began = time.process_time()
    play_out(game, seats=SEATS, seed=SEED, policy="greedy", options=OPTIONS)
    took = time.process_time() - began
    replay = replay_of(header_of(game, SEATS, options=OPTIONS), scribe, end.state)
    return took, {name: write(replay, name) for name in ("long.replay", "long.replay.jsonl")}


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
        n_turns = len(turns_of(verified.game, verified.moves)) - 1
        print(
            f"  load {name:18} {len(content):8,} bytes, {n_turns} turns, {len(verified.moves)} lines:"
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


def _review(verified: Verified, played_s: float, figures: dict[str, float]) -> None:
    """The ledger of the whole game, by several processes."""
    clock, began = time.perf_counter(), _cpu()
    ledger = ledger_with_jobs(verified.game, verified.moves, verified.start, n_seats=SEATS, jobs=JOBS)
    cpu, clock = _cpu() - began, time.perf_counter() - clock
    assert ledger.remainder == 0
    n_lines = len(ledger.lines)
    figures["R3"] = cpu / JOBS
    decisions, seconds = ours_playout(0)
    print(
        f"  review, {JOBS} processes: {cpu:.1f} s CPU, {clock:.1f} s on the clock;"
        f" {1000 * cpu / n_lines:.0f} ms a line, {cpu / TURNS:.2f} s a turn"
    )
    print(
        f"  that is {shown(cpu / played_s)} times what greedy needs to play the game ({played_s:.2f} s), and"
        f" {shown(cpu / n_lines / (seconds / decisions))} random decisions a line"
    )
    _profile(verified, ledger, figures)


def _cpu() -> float:
    """CPU seconds of this process and of those that it has ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _profile(verified: Verified, ledger: Ledger, figures: dict[str, float]) -> None:
    """Judges some turns again by one follower, compares, and says what the time goes into."""
    turns = turns_of(verified.game, verified.moves)
    valuation = valuation_of(verified.game)
    profile = cProfile.Profile()
    same = total = 0
    number = 1
    for at, turn in enumerate(turns):
        if at % PROFILED == 1:
            profile.enable()
            lines = list(lines_of(verified.game, valuation, turn, before=ZERO, number=number))
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
