"""The fast method: equal to the plain one to the last digit, and clear about what it cannot do."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from rising_tutor.core.chance import Die
from rising_tutor.core.values import with_count
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn import reference, solver
from rising_tutor.probability.dice_turn.answer import EXACT, TO_1E_12
from rising_tutor.probability.dice_turn.problem import (
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Need,
    Position,
    Problem,
    Reroll,
    all_or_nothing,
    at_least,
)
from tests.probability.problems import fire_dice, random_problem

GREEN = Die("green", ("E", "E", "EE", "A", "W", "F"))
BLUE = Die("blue", ("W", "W", "WW", "A", "E", "F"))


def compare(problem: Problem) -> None:
    """Both methods, and the decimals, on the start."""
    exact = reference.solve(problem).value.fraction
    assert exact is not None
    assert solver.solve(problem, fractions=True).value.fraction == exact
    decimal = solver.solve(problem, fractions=False).value
    assert abs(decimal.decimal - exact) <= 1e-12 * max(1, abs(exact))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_both_methods_agree_on_random_problems(part: int) -> None:
    """340 problems: pools up to 6 dice, needs up to 5 symbols, up to 3 needs, any faces and payoffs."""
    for seed in range(34):
        rng = Random(f"solver {part} {seed}")
        most_dice = 6 if seed % 5 == 0 else 4
        compare(random_problem(rng, most_dice=most_dice, most_symbols=5, most_needs=1 + seed % 3))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_both_methods_agree_on_random_problems_with_helps(part: int) -> None:
    for seed in range(25):
        rng = Random(f"helps {part} {seed}")
        compare(random_problem(rng, most_dice=3 + (seed % 5 == 0), most_symbols=4, most_needs=2, helps=True))


@pytest.mark.parametrize(
    "helps",
    [
        (Reroll(1), ChangeFace("E"), ExtraDie(("green", "blue"))),
        (Reroll(), Reroll(2), ExtraSymbol("W")),
        (ChangeFace(), ExtraSymbol("E"), ExtraSymbol("W")),
        (Reroll(whole=True), ExtraDie(("green", "blue")), ExtraDie(("blue",))),
        (ChangeFace("W"), ChangeFace("E"), Reroll(whole=True)),
    ],
)
@pytest.mark.parametrize("room", [(), (1, 0), (0, 1)])
def test_both_methods_agree_on_three_helps_at_once(helps: tuple, room: tuple[int, ...]) -> None:
    compare(Problem((GREEN, BLUE), (1, 1), (Need("WWE"), Need("E")), helps=helps, room=room))


def positions(problem: Problem, rng: Random, n: int) -> Iterator[Position]:
    """Positions that play can lead to: some dice gone, some of their faces paid."""
    for _ in range(n):
        pool, lacks, helps, room = problem.start.pool, list(problem.start.lacks), problem.start.helps, problem.room
        for _ in range(rng.randint(0, sum(pool))):
            colour = rng.choice([at for at, left in enumerate(pool) if left])
            pool = with_count(pool, colour, -1)
            if rng.random() < 0.7:
                at = rng.randrange(len(lacks))
                lacks[at] = problem.needs[at].pay(lacks[at], rng.choice(problem.dice[colour].faces))
        for at in helps:
            help_ = problem.helps[at]
            if rng.random() < 0.4 and not isinstance(help_, ExtraDie):
                helps = tuple(other for other in helps if other != at)
                if isinstance(help_, ExtraSymbol):
                    to = rng.randrange(len(lacks))
                    lacks[to] = problem.needs[to].pay(lacks[to], help_.symbol)
        yield Position(pool, tuple(lacks), helps, room)


@pytest.mark.parametrize("seed", range(12))
def test_every_position_of_the_turn_has_the_value_of_the_plain_method(seed: int) -> None:
    rng = Random(f"positions {seed}")
    helps = seed % 2 == 1
    problem = random_problem(rng, most_dice=3 if helps else 4, most_symbols=4, most_needs=2, helps=helps)
    plain, fast = reference.solve(problem), solver.solve(problem, fractions=True)
    for position in positions(problem, rng, 25):
        assert fast.value_at(position).fraction == plain.value_at(position).fraction, position


def test_an_extra_die_that_was_added_is_counted_once() -> None:
    problem = Problem((GREEN, BLUE), (1, 1), (Need("WWE"),), helps=(ExtraDie(("green", "blue")), ExtraDie(("green",))))
    plain, fast = reference.solve(problem), solver.solve(problem, fractions=True)
    for position in (
        Position((2, 1), ("EWW",), (1,)),
        Position((1, 2), ("EWW",), (1,)),
        Position((2, 1), ("EWW",), (0,)),
        Position((2, 2), ("EWW",), ()),
        Position((0, 0), ("EW",), (0, 1)),
    ):
        assert fast.value_at(position).fraction == plain.value_at(position).fraction


def test_two_helps_that_share_the_last_die_of_a_colour_are_a_choice() -> None:
    """One more die is best added at once, but not where another help may need the last one of its colour."""
    helps = (ExtraDie(("blue",)), ExtraDie(("green", "blue")))
    problem = Problem((GREEN, BLUE), (1, 1), (Need("WWE"),), helps=helps, room=(1, 1))
    plain, fast = reference.solve(problem), solver.solve(problem, fractions=True)
    for position in (
        problem.start,
        Position((1, 2), ("EWW",), (0,), (1, 0)),
        Position((1, 2), ("EWW",), (1,), (1, 0)),
        Position((2, 1), ("EWW",), (0,), (0, 1)),
        Position((0, 1), ("EW",), (0,), (0, 1)),
        Position((2, 2), ("EWW",), (), (0, 0)),
    ):
        assert fast.value_at(position).fraction == plain.value_at(position).fraction


def test_a_payoff_that_is_always_the_same_leaves_every_position_known() -> None:
    flat = (Fraction(7, 2),) * 2
    problem = Problem((GREEN, BLUE), (1, 1), (Need("E"),), flat, helps=(ExtraSymbol("W"),))
    fast = solver.solve(problem)
    for position in (problem.start, Position((0, 0), ("",), (0,)), Position((1, 0), ("E",), ())):
        assert fast.value_at(position).fraction == Fraction(7, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pool", "needs", "payoff"),
    [
        ((2, 2, 1, 1), ("AWWEEF",), "sum"),
        ((2, 1, 1, 1), ("WWEF", "AAE"), "sum"),
        ((1, 1, 1, 1), ("WE", "AF", "WW"), "all"),
        ((2, 1, 1, 0), ("WE", "AF", "WW"), "two"),
    ],
)
def test_both_methods_agree_on_the_dice_of_the_game(pool: tuple[int, ...], needs: tuple[str, ...], payoff: str) -> None:
    of = tuple(map(Need, needs))
    values = {"sum": (), "all": all_or_nothing(of), "two": at_least(min(2, len(of)), of)}[payoff]
    compare(Problem(fire_dice(), pool, of, values))


@pytest.mark.slow
def test_decimals_stay_near_the_fractions_with_eight_dice_and_three_needs() -> None:
    problem = Problem(fire_dice(), (2, 2, 2, 2), (Need("WWE"), Need("AAF"), Need("EF")))
    exact = solver.solve(problem, fractions=True).value.fraction
    decimal = solver.solve(problem, fractions=False).value.decimal
    assert exact is not None
    assert abs(Fraction(decimal) - exact) < Fraction(1, 10**12)


def test_a_chance_never_exceeds_one_with_sixteen_dice() -> None:
    problem = Problem(fire_dice(), (4, 4, 4, 4), (Need("WWE"),))
    value = solver.solve(problem, fractions=False).value
    assert 1 - 1e-9 < value.decimal <= 1 + 1e-12


def test_the_method_says_whether_the_answer_is_a_fraction() -> None:
    problem = Problem((GREEN, BLUE), (1, 1), (Need("WE"),))
    assert solver.solve(problem).method == EXACT
    decimals = solver.solve(problem, fractions=False)
    assert decimals.method == decimals.value.method == TO_1E_12
    assert decimals.value.fraction is None


def test_a_double_that_pays_by_its_turn_is_left_to_the_plain_method() -> None:
    """With surplus lost, EE then E pays three of EEEE, and E then EE pays two: order matters, tables have one order."""
    need = Need("EE", times=2, carry=False)
    problem = Problem((GREEN,), (3,), (need,))
    assert isinstance(solver.solve(problem), reference.Reference)


def test_what_is_too_large_is_refused_before_any_work() -> None:
    needs = tuple(Need(symbols) for symbols in ("AAWWEEFF", "AAWWEEFF", "AAWWEEFF"))
    with pytest.raises(TooLarge):
        solver.solve(Problem(fire_dice(), (5, 4, 4, 3), needs))
    with pytest.raises(TooLarge):
        solver.solve(Problem(fire_dice(), (5, 5, 5, 5), tuple(Need("AWEF") for _ in range(3))))


def test_progress_is_told_and_can_stop_the_work() -> None:
    problem = Problem(fire_dice(), (2, 2, 1, 1), (Need("AWWEEF"),))
    told: list[tuple[int, int]] = []
    solver.solve(problem, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]

    class StopNow(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if 2 * done > total:
            raise StopNow

    with pytest.raises(StopNow):
        solver.solve(problem, progress=stop)


@pytest.mark.parametrize(
    "position",
    [
        Position((3, 0), ("EW",)),
        Position((1, 1), ("E", "W")),
        Position((1, 1), ("FF",)),
        Position((1, 1), ("EW",), (0,), (1,)),
        Position((1,), ("EW",)),
    ],
)
def test_positions_of_another_turn_are_refused(position: Position) -> None:
    with pytest.raises(BadProblem):
        solver.solve(Problem((GREEN, BLUE), (1, 1), (Need("WE"),))).value_at(position)


@pytest.mark.parametrize(
    ("problem", "what"),
    [
        (Problem((), (), (Need("W"),)), "dice"),
        (Problem((GREEN,), (1, 1), (Need("W"),)), "pool"),
        (Problem((GREEN,), (-1,), (Need("W"),)), "pool"),
        (Problem((GREEN,), (1,), ()), "needs"),
        (Problem((GREEN,), (1,), (Need("X"),)), "need 1"),
        (Problem((GREEN,), (1,), (Need(""),)), "need 1"),
        (Problem((GREEN,), (1,), (Need("W*"),)), "need 1"),
        (Problem((GREEN,), (1,), (Need("W"),), (Fraction(1),)), "payoff"),
        (Problem((GREEN,), (1,), (Need("W"),), helps=(ExtraDie(("pink",)),)), "help 1"),
        (Problem((GREEN,), (1,), (Need("W"),), helps=(ExtraSymbol("X"),)), "help 1"),
        (Problem((GREEN, GREEN), (1, 1), (Need("W"),)), "dice"),
        (Problem((GREEN,), (61,), (Need("W"),)), "pool"),
    ],
)
def test_a_problem_that_no_turn_has_is_refused_with_what_and_where(problem: Problem, what: str) -> None:
    with pytest.raises(BadProblem) as caught:
        solver.solve(problem)
    assert caught.value.what == what
    assert caught.value.expected
