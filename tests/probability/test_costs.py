"""Helps that cost something: both methods against each other and the definition, and what must hold of any cost."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn import reference, solver
from rising_tutor.probability.dice_turn.answer import Solved
from rising_tutor.probability.dice_turn.changes import changes
from rising_tutor.probability.dice_turn.estimate import upper_bounds
from rising_tutor.probability.dice_turn.options import ranked
from rising_tutor.probability.dice_turn.policies import best_distribution
from rising_tutor.probability.dice_turn.problem import (
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Need,
    Position,
    Problem,
    Reroll,
    sums,
)
from rising_tutor.probability.dice_turn.reading import write_help
from rising_tutor.probability.dice_turn.simulate import BestPlay, SimplePlay, simulate, turns
from tests.probability.brute import Brute
from tests.probability.problems import best_of, fire_dice, random_helps, random_problem, symbols_of, value_of_policy

GREEN, BLUE, RED, YELLOW = fire_dice()
HALF = Fraction(1, 2)
KINDS = (
    ExtraDie(("green",)),
    ExtraDie(("green", "blue")),
    Reroll(),
    Reroll(1),
    Reroll(whole=True),
    ChangeFace(),
    ChangeFace("W"),
    ExtraSymbol("E"),
    ExtraSymbol("WW"),
)


def worth(problem: Problem, solve: Callable[[Problem], Solved] = solver.solve) -> Fraction:
    value = solve(problem.checked()).value.fraction
    assert value is not None
    return value


def with_helps(problem: Problem, *helps: Help) -> Problem:
    return replace(problem, helps=helps)


def with_costs(problem: Problem, *costs: Fraction | int) -> Problem:
    each = [replace(help_, cost=Fraction(cost)) for help_, cost in zip(problem.helps, costs, strict=True)]
    return with_helps(problem, *each)


def all_at(problem: Problem, cost: Fraction | int) -> Problem:
    return with_costs(problem, *[cost] * len(problem.helps))


def span(problem: Problem) -> Fraction:
    return max(problem.payoffs) - min(problem.payoffs)


def random_costed(rng: Random, *, most_dice: int = 3, most_helps: int = 3) -> Problem:
    """One to three helps of any kind, at no cost, at a part of what the payoff can gain, or at more than that."""
    plain = random_problem(rng, most_dice=most_dice, most_symbols=4, most_needs=2, most_sides=4, helps=True)
    problem = with_helps(plain, *random_helps(rng, plain.dice, symbols_of(plain.dice), most=most_helps))

    def cost() -> Fraction:
        part = rng.choice((0, 1, 1, 1, 2, 3, 5, 8, 15, 40))
        return part * span(problem) / rng.choice((24, 30, 35))

    return with_costs(problem, *(cost() for _ in problem.helps)).checked()


# both methods, and the definition


@pytest.mark.sweep(one_in=2)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_both_methods_agree_to_the_last_digit(part: int) -> None:
    matters = 0
    for seed in range(40):
        problem = random_costed(Random(f"costs {part} {seed}"))
        exact = worth(problem, reference.solve)
        assert worth(problem) == exact, f"seed {part} {seed}: {problem}"
        if seed % 2:
            continue
        decimal = solver.solve(problem, fractions=False).value.decimal
        assert decimal == pytest.approx(float(exact), abs=1e-11)
        low, high = worth(with_helps(problem)), worth(all_at(problem, 0))
        assert low <= exact <= high, f"seed {part} {seed}: {problem}"
        matters += low < exact < high
    assert matters >= 5


def test_small_problems_have_the_value_of_the_definition() -> None:
    for seed in range(40):
        problem = random_costed(Random(f"by definition {seed}"), most_dice=2, most_helps=2)
        assert worth(problem) == Brute(problem).value(), f"seed {seed}: {problem}"


@pytest.mark.parametrize("solve", [reference.solve, solver.solve], ids=["plain", "fast"])
def test_positions_count_what_was_spent_as_the_definition_does(solve: Callable[[Problem], Solved]) -> None:
    helps = (ExtraDie(("green", "blue"), cost=Fraction(1, 9)), Reroll(1, cost=Fraction(1, 20)), ExtraSymbol("W"))
    dice = (Die("green", ("E", "EE", "W")), Die("blue", ("W", "", "E")))
    problem = Problem(dice, (1, 1), (Need("EW"), Need("W")), helps=(*helps, ExtraSymbol("E", cost=HALF)))
    solved, brute = solve(problem), Brute(problem)
    for pool, lacks, kept in (
        ((1, 1), ("EW", "W"), (0, 1, 2, 3)),
        ((2, 1), ("EW", "W"), (1, 2, 3)),
        ((1, 0), ("E", "W"), (0, 2, 3)),
        ((0, 1), ("W", "W"), (1, 3)),
        ((0, 1), ("W", ""), (0, 1, 2)),
        ((0, 0), ("", "W"), (2,)),
        ((0, 0), ("", ""), ()),
    ):
        position = Position(pool, lacks, kept)
        assert solved.value_at(position).fraction == brute.value_at(position), position
    assert solved.value_at(Position((0, 0), ("", ""), ())).fraction == 2 - Fraction(1, 9) - Fraction(1, 20) - HALF


@pytest.mark.slow
def test_every_choice_after_a_roll_is_worth_the_same_by_both_methods_and_the_definition() -> None:
    for seed in range(14):
        rng = Random(f"choices {seed}")
        problem = random_costed(rng, most_dice=2)
        plain, fast, brute = reference.solve(problem), solver.solve(problem, fractions=True), Brute(problem)
        rolls = [roll for roll, _ in dice_rolls(zip(problem.dice, problem.pool, strict=True))]
        for roll in rng.sample(rolls, min(2, len(rolls))):
            options = ranked(fast, roll)
            assert options == ranked(plain, roll), f"seed {seed}: {roll}"
            assert options[0].value.fraction == brute.after(roll, problem.start), f"seed {seed}: {roll}"
            free = [best_of(turn, roll, problem.start, owed=False) for turn in (plain, fast)]
            assert free[0].fraction == free[1].fraction


# what must hold of any cost


@pytest.mark.slow
@pytest.mark.parametrize("help_", KINDS)
@pytest.mark.parametrize("payoff", [(), (Fraction(0), HALF, Fraction(3), Fraction(-1))], ids=["sum", "any"])
def test_the_value_falls_from_the_free_help_to_none_and_bends_upwards(
    help_: Help, payoff: tuple[Fraction, ...]
) -> None:
    problem = Problem((GREEN, BLUE), (1, 1), (Need("EW"), Need("E")), payoff, (help_,))
    values = [worth(with_costs(problem, cost * span(problem) / 20)) for cost in range(22)]
    assert values[0] == worth(problem) > values[5]
    assert values[-1] == values[-2] == worth(with_helps(problem))
    # The best of ways to play, each of which falls in a straight line.
    steps = [before - after for before, after in pairwise(values)]
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] == 0 < steps[0] <= span(problem) / 20


def test_a_larger_cost_never_raises_the_value_of_random_problems() -> None:
    for seed in range(16):
        rng = Random(f"larger {seed}")
        problem = random_costed(rng)
        value = worth(problem)
        dearer = [help_.cost + rng.choice((0, 1, 2)) * span(problem) / 31 for help_ in problem.helps]
        assert worth(with_costs(problem, *dearer)) <= value
        assert worth(all_at(problem, 2 * span(problem) + 1)) == worth(with_helps(problem))
        assert worth(all_at(problem, 2 * span(problem) + 1), reference.solve) == worth(with_helps(problem))


def test_a_cost_of_nothing_is_the_help_as_it_was() -> None:
    assert [repr(help_) for help_ in KINDS[:3]] == [
        "ExtraDie(colours=('green',), name='')",
        "ExtraDie(colours=('green', 'blue'), name='')",
        "Reroll(most=0, whole=False, name='')",
    ]
    assert repr(ChangeFace("W", "Katara")) == "ChangeFace(symbol='W', name='Katara')"
    assert repr(ExtraSymbol("W", cost=HALF)) == "ExtraSymbol(symbol='W', name='', cost=Fraction(1, 2))"
    for help_ in KINDS:
        assert help_ == replace(help_, cost=Fraction(0))
        assert hash(help_) == hash(replace(help_, cost=Fraction(0)))
        assert help_ != replace(help_, cost=HALF)
    fast = solver.solve(Problem((GREEN, BLUE), (1, 1), (Need("EW"),), helps=(ExtraDie(("green",)),)))
    assert isinstance(fast, solver.Solution)
    assert len(fast.tables.plan.layers) == 1  # a free die is still in the pool from the start


# by hand


@pytest.mark.parametrize(
    ("help_", "gain"),
    [
        (Reroll(whole=True), Fraction(1, 4)),
        (ChangeFace(), HALF),
        (ExtraSymbol("E"), HALF),
        (ExtraDie(("green",)), Fraction(3, 8)),
    ],
)
def test_one_earth_by_one_green_die(help_: Help, gain: Fraction) -> None:
    """The die shows Earth half of the time; a help after the roll, or at the end, costs only where it is used."""
    problem = Problem((GREEN,), (1,), (Need("E"),), helps=(help_,))
    tenth = Fraction(1, 10)
    # The added die is rolled with the first: it must be added before that roll, or be the one given up after it.
    expected = HALF + gain - tenth * HALF
    if isinstance(help_, ExtraDie):
        expected = max(HALF + gain - tenth, HALF + HALF * (HALF - tenth))
    assert worth(with_costs(problem, tenth)) == worth(with_costs(problem, tenth), reference.solve) == expected
    assert worth(with_costs(problem, 1)) == HALF


def test_of_equal_helps_the_cheaper_one_is_used_first() -> None:
    one = Problem((GREEN,), (0,), (Need("EE"),), helps=(ExtraSymbol("E", cost=HALF), ExtraSymbol("E")))
    assert worth(one) == HALF
    assert worth(replace(one, needs=(Need("E"),))) == 1
    rerolls = (Reroll(cost=Fraction(1, 5)), Reroll(cost=Fraction(1, 10)))
    turn = Problem((GREEN,), (1,), (Need("E"),), helps=rerolls)
    found = ranked(solver.solve(turn), (("green", "A"),))
    assert [(option.help, option.value.fraction) for option in found] == [
        (1, HALF - Fraction(1, 10) + HALF * (HALF - Fraction(1, 5))),
        (0, HALF - Fraction(1, 5) + HALF * (HALF - Fraction(1, 10))),
        (-1, 0),
    ]


def test_two_kept_doubles_that_lose_their_surplus_are_put_between_the_dice() -> None:
    """Three Water twice. Each die pays one: symbol, die, symbol, die covers both; both symbols at the end do not."""
    need = Need("WWW", times=2, carry=False)
    water = replace(BLUE, faces=("W",))
    for cost, value in ((0, 2), (Fraction(1, 3), Fraction(4, 3)), (2, 0)):
        helps = (ExtraSymbol("WW", cost=Fraction(cost)), ExtraSymbol("WW", "other", cost=Fraction(cost)))
        assert worth(Problem((water,), (2,), (need,), helps=helps)) == value


# the rest of the package


@pytest.mark.parametrize("help_", KINDS)
def test_simulated_best_play_earns_the_value_less_the_costs(help_: Help) -> None:
    problem = with_costs(Problem((GREEN, BLUE), (1, 1), (Need("EW"),), helps=(help_,)), Fraction(1, 8))
    solved = solver.solve(problem)
    found = simulate(problem, 3_000, 3, BestPlay(solved))
    half = found.high - found.mean
    assert abs(found.mean - solved.value.decimal) < 2 * half
    by_outcome = found.counts[1] / found.n
    assert found.mean < by_outcome
    # What is completed is more than best play without the help gets.
    assert by_outcome > worth(with_helps(problem))


def test_simulated_best_play_of_random_problems_earns_the_value() -> None:
    for seed in range(12):
        problem = random_costed(Random(f"played {seed}"))
        solved = solver.solve(problem)
        found = simulate(problem, 600, seed, BestPlay(solved))
        assert found.low - (found.high - found.low) <= solved.value.decimal <= found.high + (found.high - found.low)


def test_simple_policies_use_no_help_and_spend_nothing() -> None:
    plain = Problem((GREEN, BLUE), (1, 1), (Need("EW"),))
    costed = with_helps(plain, Reroll(cost=Fraction(1, 5)))
    assert value_of_policy(costed, "assign all") == value_of_policy(plain, "assign all")
    policy = SimplePlay(costed, "assign all")
    assert simulate(costed, 200, 1, policy).counts == simulate(plain, 200, 1, policy).counts


@pytest.mark.parametrize("seed", range(6))
def test_the_distribution_of_best_play_earns_the_value_and_the_costs(seed: int) -> None:
    problem = random_costed(Random(f"shares {seed}"), most_dice=2, most_helps=1)
    shares = best_distribution(problem, lambda asked: solver.solve(asked, fractions=True))
    assert sum(share.fraction or 0 for _, share in shares) == 1
    earned = sum(((share.fraction or 0) * problem.payoff_of(sets) for sets, share in shares), Fraction(0))
    # One help is used at most once.
    assert worth(problem) <= earned <= worth(problem) + problem.helps[0].cost


def test_upper_bounds_hold_where_one_help_serves_several_needs() -> None:
    needs = (Need("E"), Need("A"), Need("F"))
    problem = Problem((GREEN, BLUE), (2, 1), needs, sums([1, 1, 1], needs), (Reroll(whole=True, cost=Fraction(1, 3)),))
    assert all(worth(problem) <= bound.decimal for _, bound in upper_bounds(problem, solver.solve))
    for seed in range(20):
        some = random_costed(Random(f"bounds {seed}"))
        value = worth(some)
        assert all(float(value) <= bound.decimal + 1e-12 for _, bound in upper_bounds(some, solver.solve))


def test_changes_name_the_cost_and_count_it() -> None:
    problem = Problem((GREEN,), (1,), (Need("E"),), helps=(ChangeFace(cost=Fraction(1, 10)),))
    more = ExtraSymbol("E", "Earth", cost=Fraction(1, 20))
    found = changes(problem, solver.solve, room=(0,), helps=(more,))
    assert [(change.what, change.gain.fraction) for change in found] == [
        ("with Earth, cost 1/20", Fraction(1, 40)),
        ("without a change of any die, cost 1/10", Fraction(-9, 20)),
    ]


def test_what_cannot_count_a_cost_refuses_it() -> None:
    with pytest.raises(BadProblem, match=r"help 2: .*a cost of -1/2"):
        Problem((GREEN,), (1,), (Need("E"),), helps=(Reroll(), Reroll(1, cost=-HALF))).checked()
    problem = Problem((GREEN,), (1,), (Need("E"),), helps=(Reroll(cost=HALF),))
    with pytest.raises(BadProblem, match="helps without a cost"):
        turns(problem, 1, BestPlay(solver.solve(problem)))
    with pytest.raises(BadProblem, match="a cost of 1/2"):
        write_help(problem.helps[0])
