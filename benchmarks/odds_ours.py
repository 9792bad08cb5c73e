"""What is measured of `rising_tutor.probability`; each function is run in a process of its own.

Before every run all caches are cleared, so that every answer is a first one. CPU seconds.
"""

import sys
import time
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from benchmarks.odds_peers import Turn, Values, less, listing_mean, rolls_of
from benchmarks.worker import largest_memory
from rising_tutor.core.chance import Shown
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn import options, reference
from rising_tutor.probability.dice_turn.problem import Position, Problem
from rising_tutor.probability.dice_turn.solver import Solution, solve


class Run(Value, frozen=True):
    """A cold solve: its answer, what it took and how much was looked at."""

    value: float
    seconds: float
    n_pairs: int
    table_bytes: int
    process_bytes: int


def cold() -> None:
    """Forgets everything that a run before has left."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("rising_tutor."):
            for kept in vars(module).values():
                if callable(clear := getattr(kept, "cache_clear", None)):
                    clear()


def solved(problem: Problem) -> Run:
    """Decimals by the fast method."""
    cold()
    began = time.process_time()
    answer = solve(problem, fractions=False)
    value = answer.value.decimal
    seconds = time.process_time() - began
    assert isinstance(answer, Solution)
    return Run(value, seconds, answer.n_pairs, answer.peak_bytes, largest_memory())


def decimal_value(problem: Problem) -> tuple[float, float]:
    """The value and the seconds, as a decimal by the fast method."""
    run = solved(problem)
    return run.value, run.seconds


def exact_value(problem: Problem) -> tuple[float, float]:
    """The value and the seconds, as a fraction by the fast method."""
    cold()
    began = time.process_time()
    value = solve(problem, fractions=True).value.decimal
    return value, time.process_time() - began


def plain_value(problem: Problem) -> tuple[float, float]:
    """The value and the seconds, as a fraction by the plain method."""
    cold()
    began = time.process_time()
    value = reference.solve(problem).value.decimal
    return value, time.process_time() - began


def ranking(problem: Problem, n_rolls: int) -> tuple[float, float]:
    """Seconds of a solve, and mean seconds to rank all that can be done after a roll."""
    cold()
    rng = Random(1)
    rolls = [rolled(problem, problem.pool, rng) for _ in range(n_rolls)]
    began = time.process_time()
    answer = solve(problem, fractions=False)
    first = time.process_time() - began
    began = time.process_time()
    for shown in rolls:
        options.ranked(answer, shown)
    return first, (time.process_time() - began) / n_rolls


def second_question(problem: Problem, n_turns: int) -> tuple[float, float]:
    """Seconds of a first question, and mean seconds of every other question of the same turn."""
    cold()
    rng = Random(1)
    asked = sorted({position for _ in range(n_turns) for position in wandering(problem, rng)}, key=str)
    began = time.process_time()
    answer = solve(problem, fractions=False)
    _ = answer.value
    first = time.process_time() - began
    began = time.process_time()
    for position in asked:
        answer.value_at(position)
    return first, (time.process_time() - began) / len(asked)


def rolled(problem: Problem, pool: tuple[int, ...], rng: Random) -> Shown:
    """A roll of a pool."""
    return tuple(
        (die.colour, rng.choice(die.faces)) for die, n in zip(problem.dice, pool, strict=True) for _ in range(n)
    )


def wandering(problem: Problem, rng: Random) -> list[Position]:
    """The positions of a turn in which the first die that fits is assigned, or any is discarded."""
    colours = [die.colour for die in problem.dice]
    pool, lacks, seen = problem.pool, list(problem.start.lacks), []
    while sum(pool) > 1:
        shown = list(rolled(problem, pool, rng))
        rng.shuffle(shown)
        paid = (
            (colour, at, after)
            for colour, face in shown
            for at, (need, lack) in enumerate(zip(problem.needs, lacks, strict=True))
            if (after := need.pay(lack, face)) != lack
        )
        colour, at, after = next(paid, (shown[0][0], 0, lacks[0]))
        pool, lacks[at] = less(pool, colours.index(colour)), after
        seen.append(Position(pool, tuple(lacks), problem.start.helps, problem.room))
    return seen


def sampled(problem: Problem, seconds: float) -> tuple[float, float]:
    """The share of turns won with best play, and seconds a turn; one need. The table of values is not counted."""
    turn = Turn(problem)
    table = Values(turn, listing_mean(rolls_of))
    _ = table[turn.start]
    rng = Random(1)
    won = turns = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        won += turn_won(turn, table, rng)
        turns += 1
    return won / turns, (time.process_time() - began) / turns


def turn_won(turn: Turn, table: Values, rng: Random) -> bool:
    """Plays a turn: after each roll the choice with the largest value in the table."""
    pool, lack = turn.start
    while lack and turn.possible(pool, lack):
        rolls = tuple(
            tuple(sorted(rng.choices([face for face, _ in faces], [weight for _, weight in faces], k=n)))
            for n, faces in turn.colours(pool, lack)
        )
        choices = [*turn.discards(pool, lack), *turn.assigned(pool, lack, rolls)]
        pool, lack = max((state for state in choices if state[0] != pool), key=table.__getitem__)
    return not lack


def difference(problem: Problem) -> float:
    """How far the decimal is from the fraction, at the start and after every first discard."""
    decimals, fractions = (solve(problem, fractions=exact) for exact in (False, True))
    start = problem.start
    positions = [start, *(replace(start, pool=less(start.pool, colour)) for colour, n in enumerate(start.pool) if n)]
    pairs = [(decimals.value_at(position).decimal, fractions.value_at(position).fraction) for position in positions]
    return max(float(abs(Fraction(decimal) - fraction)) for decimal, fraction in pairs if fraction is not None)
