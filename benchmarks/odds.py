"""Exact dice decisions: ours, the plain method and the peers, one need; then ours alone against a floor.

Everybody works in a process of its own with one thread and answers every question cold: caches are cleared before
each run, and one small question is asked before the first. CPU seconds. In each round all take turns, so that a busy
machine slows all of them alike; a peer that takes many seconds runs once. A peer that is not installed, fails or takes
too long is named with the reason, and the run goes on.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from importlib.util import find_spec
from platform import python_version
from statistics import median
from typing import NamedTuple

from benchmarks import odds_cases as cases
from benchmarks import odds_ours as ours
from benchmarks.odds_mdp import quantecon_value
from benchmarks.odds_peers import dyce_value, icepool_value
from benchmarks.odds_targets import print_targets, shown
from benchmarks.worker import Failed, Worker
from rising_tutor.probability.dice_turn.problem import Problem

OURS, FRACTIONS, PLAIN = "ours", "ours, fractions", "plain method"
ICEPOOL, DYCE, QUANTECON = "icepool", "dyce", "QuantEcon"
FLOOR = 0.4e-9
"""Seconds to touch a pair of a state and an outcome once, from memory, on the machine where the targets were set."""
LIMIT = 60.0
"""Seconds on the clock for one answer of a peer."""
OUR_LIMIT = 120.0
"""The same for an answer of ours."""
SAME = 1e-12


class Round(NamedTuple):
    """A problem with one need, and how often who is asked."""

    problem: Problem
    runs: dict[str, int]
    without: str = ""


ANSWERS: dict[str, Callable[[Problem], tuple[float, ...]]] = {
    OURS: ours.decimal_value,
    FRACTIONS: ours.exact_value,
    PLAIN: ours.plain_value,
    ICEPOOL: icepool_value,
    DYCE: dyce_value,
    QUANTECON: quantecon_value,
}
"""Problem -> the chance and the seconds, in one part or more."""
PEERS = {ICEPOOL: "icepool", DYCE: "dyce", QUANTECON: "quantecon"}
"""Who must be installed, by which name."""
ROUNDS = (
    Round(cases.ONE_NEED_4, dict.fromkeys(ANSWERS, 9)),
    Round(cases.ONE_NEED_6, {OURS: 7, FRACTIONS: 5, PLAIN: 5, ICEPOOL: 3, DYCE: 3, QUANTECON: 3}),
    Round(
        cases.ONE_NEED_8,
        {OURS: 5, FRACTIONS: 3, PLAIN: 3, ICEPOOL: 1, DYCE: 1},
        "QuantEcon is not run: its model of this problem is too large; icepool and dyce run once",
    ),
)
ALONE = ((cases.THREE_FOURS_6, 7), (cases.THREE_FOURS_8, 5), (cases.SIX_FIVE_FOUR_8, 3), (cases.ONE_NEED_16, 3))
"""Problems for ours alone, and how many runs."""

SHORT = (Round(cases.ONE_NEED_4, dict.fromkeys(ANSWERS, 1)),) * 3
SHORT_ALONE = ((cases.THREE_FOURS_6, 1),)
"""The least that can be measured, to see that all of it runs."""

Seconds = dict[str, list[tuple[float, ...]]]
"""Who -> the seconds of each run, in parts."""


def main(rounds: Sequence[Round] = ROUNDS, alone: Sequence[tuple[Problem, int]] = ALONE) -> None:
    """Print the tables and what they say about the targets.

    Args:
        rounds: three problems that peers answer too, the smallest first.
        alone: problems for ours alone, and how many runs.
    """
    figures: dict[str, float] = {}
    with ExitStack() as stack:
        workers = {name: stack.enter_context(Worker()) for name in ANSWERS}
        ready = _ready(workers)
        print(_versions())
        print("the best chance to complete one need, cold: CPU milliseconds, median [least .. most]")
        times = [_measured(one, workers, ready) for one in rounds]
    _compare(times, figures)
    print(f"ours alone, decimals, cold; the floor is {FLOOR * 1e9:.1f} ns for each pair of a state and an outcome")
    _alone(alone, figures)
    print("after the solve")
    _after(figures)
    if times[1][OURS]:
        _sampled(_median(times[1][OURS]), figures)
    _compared(figures)
    print_targets(figures)


# One need, with peers -------------------------------------------------------------------------------------------------


def _ready(workers: dict[str, Worker]) -> list[str]:
    """Who is there, after a small question that is not counted."""
    ready = []
    for name, answer in ANSWERS.items():
        if name in PEERS and not find_spec(PEERS[name]):
            print(f"{name} is not installed here and left out; `make bench` installs it")
            continue
        try:
            workers[name].ask(LIMIT, answer, cases.SMALL)
            ready.append(name)
        except Failed as why:
            print(f"{name} is left out: {why}")
    return ready


def _versions() -> str:
    """What was measured, as it is installed."""
    packages = [name for name in ("numpy", *PEERS.values()) if find_spec(name)]
    return f"Python {python_version()}, " + ", ".join(f"{name} {version(name)}" for name in packages)


def _measured(one: Round, workers: dict[str, Worker], ready: list[str]) -> Seconds:
    """Runs a problem in rounds and prints what came out."""
    seconds: Seconds = {name: [] for name in ANSWERS}
    values: dict[str, float] = {}
    remarks = [one.without] if one.without else []
    for number in range(max(one.runs.values())):
        for name, runs in one.runs.items():
            # Whoever missed a round before is not asked again.
            if name not in ready or number >= runs or len(seconds[name]) < number:
                continue
            try:
                limit = LIMIT if name in PEERS else OUR_LIMIT
                values[name], *parts = workers[name].ask(limit, ANSWERS[name], one.problem)
                seconds[name].append(tuple(parts))
            except Failed as why:
                remarks.append(f"{name}: {why}")
    expected = values.get(PLAIN, values.get(OURS, 0.0))
    wrong = [name for name, value in values.items() if abs(value - expected) > SAME]
    for name in wrong:
        remarks.append(f"{name} answers {values[name]!r}: its time does not count")
        seconds[name] = []
    print(f"  {cases.name_of(one.problem)}: {expected:.12f}" + ("" if wrong else ", all agree to 12 digits"))
    for name, taken in seconds.items():
        if taken:
            print("    " + _row(name, taken, seconds[OURS]), flush=True)
    for remark in remarks:
        print(f"    {remark}", flush=True)
    return seconds


def _row(name: str, taken: list[tuple[float, ...]], of_ours: list[tuple[float, ...]]) -> str:
    """Median, range, number of runs, the ratio to ours and the parts."""
    totals = [sum(parts) for parts in taken]
    row = f"{name:16} {_ms(median(totals)):>9} [{_ms(min(totals))} .. {_ms(max(totals))}]"
    ratio = f"{shown(median(totals) / _median(of_ours))} x ours" if of_ours and name != OURS else ""
    row = f"{row:52} {len(taken)} {'run ' if len(taken) == 1 else 'runs'} {ratio:>14}"
    if len(taken[0]) > 1:
        build, solve = (median(part) for part in zip(*taken, strict=True))
        row += f"  (build {_ms(build)} + solve {_ms(solve)})"
    return row.rstrip()


def _ms(seconds: float) -> str:
    return shown(seconds * 1000)


def _median(taken: list[tuple[float, ...]]) -> float:
    return median(sum(parts) for parts in taken)


def _compare(times: list[Seconds], figures: dict[str, float]) -> None:
    """The better of icepool and dyce against ours."""
    for seconds, who, id_ in (
        (times[2], OURS, "D1"),
        (times[1], OURS, "D2"),
        (times[0], OURS, "D3"),
        (times[2], PLAIN, "D11"),
    ):
        peers = [_median(seconds[name]) for name in (ICEPOOL, DYCE) if seconds[name]]
        if peers and seconds[who]:
            figures[id_] = min(peers) / _median(seconds[who])


# Ours alone -----------------------------------------------------------------------------------------------------------


def _alone(alone: Sequence[tuple[Problem, int]], figures: dict[str, float]) -> None:
    """Larger problems, each in a process of its own so that its memory is its own."""
    titles = (
        f"{'pairs looked at':>17} {'ns each':>8} {'floor ms':>9} {'/ floor':>8} {'tables MB':>10} {'process MB':>11}"
    )
    print(f"    {'':24} {'ms':>9} {'':21} {titles}")
    medians: dict[Problem, float] = {}
    for problem, n_runs in alone:
        try:
            with Worker() as worker:
                worker.ask(OUR_LIMIT, ours.solved, cases.SMALL)
                runs = [worker.ask(OUR_LIMIT, ours.solved, problem) for _ in range(n_runs)]
        except Failed as why:
            print(f"    {cases.name_of(problem):26} {why}", flush=True)
            continue
        totals = [run.seconds for run in runs]
        medians[problem] = median(totals)
        last, floor = runs[-1], cases.FLOOR_PAIRS[problem] * FLOOR
        spread = f"[{_ms(min(totals))} .. {_ms(max(totals))}]"
        each = f"{last.n_pairs:17,} {medians[problem] / last.n_pairs * 1e9:8.1f}"
        memory = f"{last.table_bytes / 1e6:10,.1f} {last.process_bytes / 1e6:11,.0f}"
        print(
            f"    {cases.name_of(problem):24} {_ms(medians[problem]):>9} {spread:21} {each}"
            f" {_ms(floor):>9} {shown(medians[problem] / floor):>8} {memory}",
            flush=True,
        )
        if problem in IDS:
            figures[IDS[problem]] = medians[problem] / floor
        if problem == cases.SIX_FIVE_FOUR_8:
            figures["D5 memory"] = last.table_bytes / 1e6
        if problem == cases.ONE_NEED_16:
            figures["D6 memory"] = last.process_bytes / 1e6
    if cases.THREE_FOURS_6 in medians and cases.THREE_FOURS_8 in medians:
        figures["D7"] = medians[cases.THREE_FOURS_8] / medians[cases.THREE_FOURS_6]


IDS = {cases.THREE_FOURS_8: "D4", cases.SIX_FIVE_FOUR_8: "D5", cases.ONE_NEED_16: "D6"}


def _after(figures: dict[str, float]) -> None:
    """What is asked when a turn is solved."""
    problem, n_rolls, n_turns = cases.THREE_FOURS_8, 10, 40
    try:
        with Worker() as worker:
            ranked = [worker.ask(OUR_LIMIT, ours.ranking, problem, n_rolls) for _ in range(3)]
            others = [worker.ask(OUR_LIMIT, ours.second_question, problem, n_turns) for _ in range(3)]
    except Failed as why:
        print(f"    {why}", flush=True)
        return
    figures["D8"] = median(each / first for first, each in ranked)
    figures["D9"] = median(first / each for first, each in others)
    each_roll, each_other = median(each for _, each in ranked), median(each for _, each in others)
    name = cases.name_of(problem)
    print(f"    {name}: all that can be done after a roll, mean of {n_rolls} rolls {_ms(each_roll)} ms")
    print(f"    {name}: another question of the same turn, mean {_ms(each_other)} ms", flush=True)


def _sampled(seconds: float, figures: dict[str, float]) -> None:
    """Best play sampled to a standard error of 1e-3: the rate is measured, the time for all turns follows from it."""
    try:
        with Worker() as worker:
            share, each = worker.ask(OUR_LIMIT, ours.sampled, cases.ONE_NEED_6, 2.0)
    except Failed as why:
        print(f"    {why}", flush=True)
        return
    n_turns = share * (1 - share) / 1e-3**2
    figures["D10"] = n_turns * each / seconds
    name = cases.name_of(cases.ONE_NEED_6)
    print(
        f"    {name}: {share:.3f} of the sampled turns won with best play, {_ms(each)} ms each\n"
        f"      a standard error of 0.001 takes {n_turns:,.0f} turns: {n_turns * each:.0f} s, worked out from the rate",
        flush=True,
    )


def _compared(figures: dict[str, float]) -> None:
    """Decimals beside fractions."""
    differences = []
    with Worker() as worker:
        for problem in cases.COMPARED:
            try:
                differences.append(worker.ask(OUR_LIMIT, ours.difference, problem))
            except Failed as why:
                print(f"    {cases.name_of(problem)}: {why}", flush=True)
    if differences:
        figures["D12"] = max(differences)
        print(f"    decimals and fractions of {len(differences)} problems differ by {max(differences):.1e} at most")
