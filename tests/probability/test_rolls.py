"""The tables of all rolls of a position: the same values as trying one use of a help after the other."""

from random import Random

import msgspec
import pytest

from rising_tutor.core.chance import dice_rolls
from rising_tutor.probability.dice_turn import reference, solver
from rising_tutor.probability.dice_turn.options import ranked
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, Need, Position, Problem, Reroll
from rising_tutor.probability.dice_turn.roll_values import RollValues
from tests.probability.problems import best_of, random_problem

HELPS = (Reroll(), Reroll(1), Reroll(2), Reroll(whole=True), ChangeFace(), ChangeFace("A"), ExtraDie(("green",)))


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_choices_with_several_helps_are_worth_the_same_by_both_methods(part: int) -> None:
    for seed in range(6):
        rng = Random(f"rolls {part} {seed}")
        problem = random_problem(rng, most_dice=3, most_symbols=4, most_needs=2, helps=True)
        known = {symbol for die in problem.dice for face in die.faces for symbol in face}
        more = [help_ for help_ in rng.sample(HELPS, 2) if getattr(help_, "symbol", "") in ("", *known)]
        problem = msgspec.structs.replace(problem, helps=(*problem.helps, *more)).checked()
        plain, fast = reference.solve(problem), solver.solve(problem, fractions=True)
        rolls = [roll for roll, _ in dice_rolls(zip(problem.dice, problem.pool, strict=True))]
        for roll in rng.sample(rolls, min(3, len(rolls))):
            assert ranked(plain, roll) == ranked(fast, roll)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_roll_without_a_duty_is_worth_the_same_by_both_methods(part: int) -> None:
    """Dice were assigned, the others rolled again by a token: the next roll is free, and helps still act."""
    for seed in range(5):
        rng = Random(f"free {part} {seed}")
        problem = random_problem(rng, most_dice=3, most_symbols=4, most_needs=2, helps=True)
        helps = (*problem.helps, *rng.sample((Reroll(), Reroll(1), Reroll(whole=True), ChangeFace()), 2))
        problem = msgspec.structs.replace(problem, helps=helps).checked()
        plain, fast = reference.solve(problem), solver.solve(problem, fractions=True)
        rolls = [roll for roll, _ in dice_rolls(zip(problem.dice, problem.pool, strict=True))]
        for roll in rng.sample(rolls, min(3, len(rolls))):
            values = [best_of(turn, roll, problem.start, owed=False) for turn in (plain, fast)]
            assert values[0].fraction == values[1].fraction


def test_rolling_now_is_worth_the_mean_of_all_rolls_with_the_extra_die_still_at_hand() -> None:
    problem = random_problem(Random("rolling"), most_dice=3, most_symbols=3, most_needs=1)
    dice = problem.dice
    helps = (ExtraDie(tuple(die.colour for die in dice)), Reroll(whole=True), ChangeFace())
    problem = Problem(dice, (2,) + (1,) * (len(dice) - 1), (Need(problem.needs[0].symbols),), helps=helps)
    plain, fast = reference.solve(problem), solver.solve(problem, fractions=True)
    assert RollValues(fast).rolling(problem.start).fraction == RollValues(plain).rolling(problem.start).fraction
    later = Position(problem.pool, problem.start.lacks, (0,), ())
    assert RollValues(fast).rolling(later).fraction == RollValues(plain).rolling(later).fraction
