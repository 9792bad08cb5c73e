"""Bounds for what is too large, against exact answers of what is not."""

from fractions import Fraction
from random import Random

import pytest

from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import Solved
from rising_tutor.probability.dice_turn.estimate import bounds, upper_bounds
from rising_tutor.probability.dice_turn.policies import SIMPLE
from rising_tutor.probability.dice_turn.problem import Need, Problem, Reroll, all_or_nothing, at_least
from rising_tutor.probability.dice_turn.reference import solve
from tests.probability.problems import WRITTEN_OUT, random_problem, value_of_policy

GREEN, BLUE, RED, YELLOW = WRITTEN_OUT


def never(problem: Problem) -> Solved:
    """A method that finds everything too large."""
    raise TooLarge("pool", sum(problem.pool), "less")


@pytest.mark.parametrize("seed", range(80))
def test_no_play_expects_more_than_any_of_the_upper_bounds(seed):
    problem = random_problem(Random(seed), most_dice=3, most_symbols=4, most_needs=3, helps=seed % 2 == 0, most_sides=4)
    exact = solve(problem).value.fraction
    found = upper_bounds(problem, solve)
    assert len(found) == len(problem.needs) + 2
    assert all(bound.fraction >= exact for _, bound in found)
    assert all(bound.fraction >= exact for _, bound in upper_bounds(problem, never))


@pytest.mark.parametrize("seed", range(20))
def test_the_answer_lies_between_the_bounds(seed):
    problem = random_problem(Random(500 + seed), most_dice=4, most_symbols=4, most_needs=3)
    exact = solve(problem).value.decimal
    found = bounds(problem, solve=solve, samples=400, seed=seed)
    assert found.low_interval[0] <= exact <= found.high.decimal + 1e-12
    assert found.low_interval[0] <= found.low <= found.low_interval[1] <= found.high.decimal


def test_for_one_need_alone_the_upper_bound_is_the_answer_itself():
    problem = Problem((GREEN, BLUE), (2, 1), (Need("WWE"),))
    assert bounds(problem, solve=solve).high == solve(problem).value


def test_all_or_nothing_is_bounded_by_the_hardest_need():
    needs = (Need("W"), Need("EEA"), Need("WE"))
    problem = Problem((GREEN, BLUE), (2, 2), needs, all_or_nothing(needs))
    hardest = min(solve(Problem(problem.dice, problem.pool, (need,))).value.fraction for need in needs)
    found = bounds(problem, solve=solve)
    assert found.high.fraction == hardest
    assert found.proof == "need 2 alone"


def test_a_sum_is_bounded_by_the_needs_one_by_one():
    needs = (Need("AAA", name="Appa"), Need("FFF"))
    problem = Problem((GREEN, BLUE), (2, 2), needs)
    each = [solve(Problem(problem.dice, problem.pool, (need,))).value.fraction for need in needs]
    found = bounds(problem, solve=solve)
    assert found.high.fraction == sum(each)
    assert found.proof == "the needs one by one"
    assert [what for what, _ in upper_bounds(problem, solve)][1] == "Appa alone"


def test_where_no_need_can_be_solved_the_largest_payoff_bounds_from_above():
    needs = (Need("W", times=2), Need("E"))
    problem = Problem((GREEN, BLUE), (2, 2), needs, at_least(2, needs))
    assert bounds(problem, solve=never).high.fraction == 1


def test_the_better_of_the_simple_policies_bounds_from_below():
    problem = Problem((GREEN, BLUE), (2, 1), (Need("WWE"),))
    found = bounds(problem, solve=solve, samples=2_000, seed=3)
    values = {name: value_of_policy(problem, name) for name in SIMPLE}
    assert found.policy == max(values, key=values.get)
    assert found.low_interval[0] <= values[found.policy] <= found.low_interval[1]


@pytest.mark.slow
def test_about_95_of_100_intervals_hold_what_the_policy_expects():
    problem = Problem((GREEN, BLUE), (2, 1), (Need("WWE"),))
    values = {name: value_of_policy(problem, name) for name in SIMPLE}
    found = [bounds(problem, solve=solve, samples=120, seed=100 * seed) for seed in range(100)]
    held = [each.low_interval[0] <= values[each.policy] <= each.low_interval[1] for each in found]
    assert sum(held) == 96  # the seeds are fixed


def test_what_cannot_be_solved_is_estimated_in_time():
    dice = (GREEN, BLUE, RED, YELLOW)
    problem = Problem(dice, (5, 4, 4, 3), (Need("AWEFAW", times=2), Need("EEWWFF"), Need("AAFFAA"), Need("WEWEWE")))
    found = bounds(problem, solve=never, samples=200)
    assert 0 < found.low < found.high.fraction == 5


def test_an_estimate_says_in_words_what_is_estimated_and_what_is_proven():
    problem = Problem((GREEN, BLUE), (2, 1), (Need("WWE"),), helps=(Reroll(1),))
    found = bounds(problem, solve=solve, samples=1_000, seed=2)
    assert "estimate from 1,000 turns simulated by the policy 'assign all', 95 % interval" in found.method
    assert f"{found.high.decimal:.3f} (proven bound: {found.proof})" in found.method
    assert found == bounds(problem, solve=solve, samples=1_000, seed=2)


def test_an_impossible_turn_has_no_bounds():
    with pytest.raises(BadProblem, match="need 1"):
        bounds(Problem((GREEN,), (1,), (Need("X"),)), solve=solve)


def test_values_below_zero_are_bounded_too():
    problem = Problem((GREEN,), (2,), (Need("E"),), (Fraction(-3), Fraction(-1)))
    found = bounds(problem, solve=solve)
    exact = solve(problem).value
    assert found.low_interval[0] <= exact.decimal <= found.high.decimal
    assert found.high == exact
