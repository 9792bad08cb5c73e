"""The plain method: against the definition played out to the letter, against values by hand, and the facts about it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.core.values import with_item
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn import reference
from rising_tutor.probability.dice_turn.answer import EXACT
from rising_tutor.probability.dice_turn.problem import (
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Need,
    Position,
    Problem,
    Reroll,
)
from tests.probability.brute import Brute, Moment
from tests.probability.problems import fire_dice, monotone, random_dice, random_helps, random_problem, symbols_of

GREEN, BLUE, RED, YELLOW = fire_dice()
NAMED = Problem(dice=(GREEN, BLUE), pool=(2, 1), needs=(Need("WWE"),))
"""Two green dice, one blue, need W W E."""
HALF = Fraction(1, 2)


def chance(
    pool: tuple[int, ...],
    *needs: str,
    dice: tuple[Die, ...] = (GREEN, BLUE),
    helps: tuple[Help, ...] = (),
    room: tuple[int, ...] = (),
) -> Fraction:
    """The value of a problem in which every complete need counts 1."""
    problem = Problem(dice, pool, tuple(Need(symbols) for symbols in needs), helps=helps, room=room)
    return worth(problem)


def worth(problem: Problem) -> Fraction:
    value = reference.solve(problem).value.fraction
    assert value is not None
    return value


def with_die(problem: Problem, place: int) -> Problem:
    """The same with one die more of a colour."""
    pool = tuple(n + (at == place) for at, n in enumerate(problem.pool))
    return Problem(problem.dice, pool, problem.needs, problem.payoff, problem.helps, problem.room)


# against the definition


@pytest.mark.sweep(one_in=2)
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_problems_have_the_value_of_the_definition(first: int) -> None:
    for seed in range(first, first + 50):
        problem = random_problem(Random(seed), most_dice=4, most_symbols=5, most_needs=3, most_sides=5)
        assert worth(problem) == Brute(problem).value(), f"seed {seed}: {problem}"


@pytest.mark.sweep(one_in=2)
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_problems_with_helps_have_the_value_of_the_definition(first: int) -> None:
    for seed in range(first, first + 50):
        problem = random_problem(Random(seed), most_dice=3, most_symbols=4, most_needs=2, most_sides=4, helps=True)
        assert worth(problem) == Brute(problem).value(), f"seed {seed}: {problem}"


def test_our_own_dice_have_the_value_of_the_definition() -> None:
    for pool, needs in (((1, 1, 1, 0), ("AWE",)), ((2, 0, 0, 1), ("EEA", "E")), ((1, 1, 1, 1), ("WWEF",))):
        problem = Problem(fire_dice(), pool, tuple(Need(symbols) for symbols in needs))
        assert worth(problem) == Brute(problem).value()


@pytest.mark.slow
def test_random_problems_are_seldom_trivial() -> None:
    problems = [random_problem(Random(seed), most_dice=4, most_symbols=5, most_needs=3) for seed in range(100)]
    assert sum(worth(problem) not in problem.payoffs for problem in problems) >= 60
    assert sum(bool(need.lacking) for problem in problems for need in problem.needs) >= 10
    assert sum(need.times > 1 and not need.carry for problem in problems for need in problem.needs) >= 10


def test_every_position_that_can_come_up_has_the_value_of_the_definition() -> None:
    problem = Problem(
        (Die("green", ("E", "EW", "")), Die("blue", ("W", "EE"))),
        (1, 1),
        (Need("EEW"), Need("W", times=2)),
        (Fraction(0), Fraction(2), Fraction(1), Fraction(5), Fraction(4), Fraction(3)),
        (ExtraDie(("green", "blue")), Reroll(1)),
        (1, 0),
    ).checked()
    solved, brute = reference.solve(problem), Brute(problem)
    for lacks in product(("EEW", "EE", "EW", "E", "W", ""), ("WW", "W", "")):
        for pool, helps, room in (
            ((1, 1), (0, 1), (1, 0)),
            ((2, 1), (1,), (0, 0)),
            ((0, 1), (0,), (1, 0)),
            ((2, 0), (), (0, 0)),
        ):
            position = Position(pool, lacks, helps, room)
            assert solved.value_at(position).fraction == brute.value_at(position), position


def after_roll(problem: Problem, roll: tuple[tuple[str, str], ...]) -> Fraction:
    """The value after the first roll showed this."""
    solved, start = reference.solve(problem), problem.start
    colours = [die.colour for die in problem.dice]
    dice = tuple(sorted((colours.index(colour), face) for colour, face in roll))
    return Fraction(solved.after_roll(dice, start.pool, start.lacks, (start.helps, start.room)), solved.parts)


@pytest.mark.slow
def test_every_roll_with_helps_at_hand_has_the_value_of_the_definition() -> None:
    for seed in range(60):
        problem = random_problem(Random(seed), most_dice=2, most_symbols=4, most_needs=2, most_sides=4, helps=True)
        brute = Brute(problem)
        for roll, _ in dice_rolls(zip(problem.dice, problem.pool, strict=True)):
            assert after_roll(problem, roll) == brute.after(roll, problem.start), f"seed {seed}: {roll}"


def test_a_die_added_after_a_roll_may_be_the_one_that_is_given_up() -> None:
    """The green die shows A. A blue die is added and given up at once, and the green one rolled again."""
    problem = Problem((GREEN, BLUE), (1, 0), (Need("E"),), helps=(ExtraDie(("blue",)),), room=(0, 1))
    assert after_roll(problem, (("green", "A"),)) == HALF
    assert after_roll(Problem((GREEN, BLUE), (1, 0), (Need("E"),)), (("green", "A"),)) == 0


# by hand


def test_one_green_die_shows_earth_half_of_the_time() -> None:
    assert chance((1, 0), "E") == HALF
    assert chance((1, 0), "W") == Fraction(1, 6)
    assert chance((1, 0), "EE") == Fraction(1, 6)
    assert reference.solve(Problem((GREEN,), (1,), (Need("E"),))).method == EXACT


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_n_dice_for_one_symbol_are_n_rolls_of_ever_fewer_dice(n: int) -> None:
    faces_rolled = n * (n + 1) // 2
    assert chance((n, 0), "E") == 1 - HALF**faces_rolled
    assert chance((n, 0), "W") == 1 - Fraction(5, 6) ** faces_rolled


def test_two_green_dice_cover_two_earth_five_times_of_eight() -> None:
    double, two_singles, one_single, neither = (Fraction(n, 36) for n in (11, 4, 12, 9))
    assert chance((2, 0), "EE") == double + two_singles + one_single * HALF + neither * Fraction(1, 6) == Fraction(5, 8)


def test_a_double_never_serves_two_needs_but_may_overpay_one() -> None:
    doubles = Die("green", ("EE",))
    assert chance((1,), "E", dice=(doubles,)) == 1
    assert chance((1,), "E", "E", dice=(doubles,)) == 1
    assert chance((2,), "E", "E", dice=(doubles,)) == 2


def test_two_needs_with_one_die_count_whichever_it_fits() -> None:
    assert chance((1, 0), "E", "W") == Fraction(2, 3)


def test_a_need_of_any_dice_takes_blank_ones_and_no_symbol() -> None:
    blank = Die("green", ("",))
    symbol = Die("blue", ("E",))
    assert chance((2, 0), "**", dice=(blank, symbol)) == 1
    assert chance((1, 0), "**", dice=(blank, symbol)) == 0
    assert chance((1, 0), "**", dice=(blank, symbol), helps=(ExtraSymbol("E"),)) == 0


def test_without_surplus_a_double_on_the_last_symbol_of_a_set_is_half_lost() -> None:
    always = (Die("green", ("EE",)),)
    assert worth(Problem(always, (3,), (Need("EEE", times=2),))) == 2
    assert worth(Problem(always, (3,), (Need("EEE", times=2, carry=False),))) == 1


@pytest.mark.parametrize(
    ("help_", "one_die", "no_die"),
    [
        (Reroll(1), Fraction(3, 4), 0),
        (Reroll(), Fraction(3, 4), 0),
        (Reroll(whole=True), Fraction(3, 4), 0),
        (ChangeFace("A"), Fraction(2, 3), 0),
        (ChangeFace(), 1, 0),
        (ExtraSymbol("E"), 1, 1),
        (ExtraDie(("green",)), Fraction(7, 8), HALF),
        (ExtraDie(("blue",)), Fraction(19, 24), Fraction(1, 6)),
        (ExtraDie(("blue", "green")), Fraction(7, 8), HALF),
    ],
)
def test_each_help_is_worth_what_it_is_by_hand_for_one_earth(help_: Help, one_die: Fraction, no_die: Fraction) -> None:
    assert chance((1, 0), "E", helps=(help_,)) == one_die
    assert chance((0, 0), "E", helps=(help_,)) == no_die
    more = Problem((GREEN, BLUE), (2, 1), (Need("EEW"),), helps=(help_,))
    assert worth(NAMED) < worth(more) == Brute(more).value()


def test_an_extra_die_is_limited_by_the_box() -> None:
    both = (ExtraDie(("green", "blue")),)
    assert chance((1, 0), "E", helps=both, room=(1, 0)) == Fraction(7, 8)
    assert chance((1, 0), "E", helps=both, room=(0, 1)) == Fraction(19, 24)
    assert chance((1, 0), "E", helps=both, room=(0, 0)) == HALF


class SymbolsLast(Brute):
    """The variant in which extra symbols are used when no die is left, and not before."""

    def symbol_put(self, moment: Moment, symbol: str) -> Iterator[Fraction]:
        return iter(()) if moment.shown or moment.waiting else super().symbol_put(moment, symbol)


@pytest.mark.slow
def test_an_extra_symbol_loses_nothing_when_it_is_used_last_where_surplus_carries_over() -> None:
    for seed in range(150):
        rng = Random(seed)
        problem = random_problem(rng, most_dice=3, most_symbols=4, most_needs=2, most_sides=4)
        needs = tuple(Need(need.symbols, need.times, lacking=need.lacking) for need in problem.needs)
        known = symbols_of(problem.dice)
        symbols = tuple(ExtraSymbol(rng.choice(known) * rng.randint(1, 2)) for _ in range(rng.randint(1, 2)))
        same = Problem(problem.dice, problem.pool, needs, problem.payoff, symbols)
        assert SymbolsLast(same).value() == Brute(same).value(), f"seed {seed}"


def test_an_extra_symbol_may_be_worth_more_early_where_surplus_is_lost() -> None:
    """After E, the symbol E completes a set, so that the next double counts in full."""
    need = Need("EE", times=2, carry=False)
    problem = Problem((Die("green", ("EE", "E")),), (2,), (need,), helps=(ExtraSymbol("E"),))
    assert worth(problem) == Brute(problem).value() == Fraction(15, 8)
    assert SymbolsLast(problem).value() == Fraction(7, 4)


# facts


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("helps", [False, True])
def test_one_more_die_never_lowers_the_value_with_any_payoff(helps: bool) -> None:
    """More dice never lower the best value. The exact condition, for any dice, needs, payoff and helps:

    after every roll the player may discard one die instead of assigning, whatever the dice show, and no die has to be
    assigned because it fits.

    Proof: play as if the further die were not there. Whenever the others ask for an assignment or a discard, that same
    choice meets the duty here too, and the further die is left. When the others are gone it is discarded after its next
    roll. So every outcome of the smaller pool can be had with the same chance. Without the condition it is false: see
    the tests after this one.
    """
    for seed in range(60 if helps else 200):
        problem = random_problem(Random(seed), most_dice=3, most_symbols=4, most_needs=2, most_sides=4, helps=helps)
        for place in range(len(problem.dice)):
            assert worth(with_die(problem, place)) >= worth(problem), f"seed {seed}"


@pytest.mark.slow
def test_a_larger_need_never_raises_the_value_with_a_payoff_that_never_falls() -> None:
    for seed in range(300):
        rng = Random(seed)
        problem = random_problem(rng, most_dice=3, most_symbols=4, most_needs=2, most_sides=4)
        at = rng.randrange(len(problem.needs))
        need = problem.needs[at]
        symbol = need.symbols[0] if "*" in need.symbols else rng.choice(symbols_of(problem.dice))
        larger = Need(need.symbols + symbol, need.times, carry=need.carry)
        smaller = Need(need.symbols, need.times, carry=need.carry)
        payoff = monotone(problem.payoffs, problem.needs)
        values = [
            worth(Problem(problem.dice, problem.pool, with_item(problem.needs, at, other), payoff))
            for other in (smaller, larger)
        ]
        assert values[0] >= values[1], f"seed {seed}"


def test_a_larger_need_may_raise_the_value_with_a_payoff_that_falls() -> None:
    """Exactly one set is wanted. A double makes two sets of E at once, but one of E E."""
    always = (Die("green", ("EE",)),)
    exactly_one = (Fraction(0), Fraction(1), Fraction(0))
    assert worth(Problem(always, (1,), (Need("E", times=2),), exactly_one)) == 0
    assert worth(Problem(always, (1,), (Need("EE", times=2),), exactly_one)) == 1


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_every_help_is_worth_at_least_nothing(first: int) -> None:
    for seed in range(first, first + 40):
        rng = Random(seed)
        problem = random_problem(rng, most_dice=3, most_symbols=4, most_needs=2, most_sides=4)
        helps = random_helps(rng, problem.dice, symbols_of(problem.dice), most=2)
        values = [
            worth(Problem(problem.dice, problem.pool, problem.needs, problem.payoff, helps[:n]))
            for n in range(len(helps) + 1)
        ]
        assert values == sorted(values), f"seed {seed}"


@pytest.mark.slow
def test_a_wider_help_is_worth_at_least_as_much() -> None:
    for seed in range(30):
        rng = Random(seed)
        problem = random_problem(rng, most_dice=3, most_symbols=4, most_needs=2, most_sides=4)
        colours = tuple(die.colour for die in problem.dice)
        for narrow, wide in (
            (Reroll(1), Reroll(2)),
            (Reroll(2), Reroll()),
            (Reroll(whole=True), Reroll()),
            (ChangeFace(rng.choice(symbols_of(problem.dice))), ChangeFace()),
            (ExtraDie(colours[:1]), ExtraDie(colours)),
        ):
            few, many = (
                worth(Problem(problem.dice, problem.pool, problem.needs, problem.payoff, (help_,)))
                for help_ in (narrow, wide)
            )
            assert few <= many, f"seed {seed}: {narrow}, {wide}"


def test_the_weights_of_all_rolls_add_up_to_the_number_of_face_tuples() -> None:
    for seed in range(60):
        rng = Random(seed)
        pool = [(die, rng.randint(0, 4)) for die in random_dice(rng, colours=rng.randint(1, 3))]
        rolls = dice_rolls(pool)
        assert sum(Fraction(weight, rolls.total) for _, weight in rolls) == 1
        assert rolls.total == prod(len(die.faces) ** n for die, n in pool)


# what does not hold


class MustAssign(Brute):
    """The habit of assigning when one can: a die is discarded only if none fits."""

    def may_discard(self, moment: Moment) -> bool:
        return not self.fits(moment)


class AssignAll(MustAssign):
    """The habit of assigning all that fits, in the best of the ways to do so."""

    def may_roll(self, moment: Moment) -> bool:
        return not self.fits(moment)


def test_assigning_when_one_can_is_not_always_best() -> None:
    """Two green, one blue, need W W E; the roll is A A on green and E on blue."""
    solved = reference.solve(NAMED)
    assigned = solved.value_at(Position((2, 0), ("WW",))).fraction
    discarded = solved.value_at(Position((1, 1), ("EWW",))).fraction
    assert (assigned, discarded) == (Fraction(2, 27), Fraction(7, 36))
    roll = (("green", "A"), ("green", "A"), ("blue", "E"))
    assert Brute(NAMED).after(roll, NAMED.start) == discarded
    assert MustAssign(NAMED).after(roll, NAMED.start) == assigned
    assert worth(NAMED) == Brute(NAMED).value() == Fraction(8329, 15552)
    assert MustAssign(NAMED).value() == Fraction(24883, 46656) < worth(NAMED)


def test_assigning_all_that_fits_is_not_always_best() -> None:
    assert AssignAll(NAMED).value() == Fraction(2459, 5184) < MustAssign(NAMED).value()
    four = Problem(fire_dice(), (1, 1, 1, 1), (Need("WWEF"),))
    assert worth(four) == Fraction(34187887, 60466176)
    assert AssignAll(four).value() == Fraction(12430597, 30233088)


def test_a_die_more_can_hurt_who_must_assign_when_a_die_fits() -> None:
    """The condition fails in its second half. A covered need is not wanted here; one die misses it half of the time."""
    unwanted = Problem((GREEN,), (1,), (Need("E"),), (Fraction(1), Fraction(0)))
    assert MustAssign(unwanted).value() == HALF
    assert MustAssign(with_die(unwanted, 0)).value() == Fraction(1, 8)
    assert worth(unwanted) == worth(with_die(unwanted, 0)) == 1


class NoDiscard(Brute):
    """The variant without discarding: a roll of which no die fits loses the turn, whatever was covered before."""

    def may_discard(self, moment: Moment) -> bool:
        return False

    def choices(self, moment: Moment) -> Iterator[Fraction]:
        if moment.step == "fresh" and not self.fits(moment):
            yield Fraction(0)
        yield from super().choices(moment)


def test_a_die_more_can_hurt_where_nothing_can_be_discarded() -> None:
    """The condition fails in its first half. One green die for E wins half of the time.

    With a second one, the roll of both must show E twice, as a die that is left could never be assigned.
    """
    one = Problem((GREEN,), (1,), (Need("E"),))
    assert NoDiscard(one).value() == worth(one) == HALF
    assert NoDiscard(with_die(one, 0)).value() == 0
    assert worth(with_die(one, 0)) == Fraction(7, 8)


# positions and sizes


@pytest.mark.parametrize(
    "position",
    [
        Position((2,), ("EWW",)),
        Position((3, 1), ("EWW",)),
        Position((-1, 1), ("EWW",)),
        Position((2, 1), ("EWW", "E")),
        Position((2, 1), ()),
        Position((2, 1), ("WWE",)),
        Position((2, 1), ("EEW",)),
        Position((2, 1), ("F",)),
        Position((2, 1), ("EWW",), (0,)),
        Position((2, 1), ("EWW",), (), (1, 1)),
    ],
)
def test_positions_that_cannot_come_up_are_refused(position: Position) -> None:
    with pytest.raises(BadProblem, match="position"):
        reference.solve(NAMED).value_at(position)


def test_added_dice_must_have_come_from_the_box() -> None:
    problem = Problem((GREEN, BLUE), (1, 1), (Need("WWE"),), helps=(ExtraDie(("green",)), Reroll()), room=(1, 3))
    solved = reference.solve(problem)
    assert solved.value_at(Position((2, 1), ("EWW",), (1,), (0, 3))).decimal > 0
    for pool, helps, room in (
        ((2, 1), (0, 1), (1, 3)),
        ((2, 1), (1,), (1, 3)),
        ((1, 2), (1,), (1, 2)),
        ((1, 1), (1, 0), (1, 3)),
        ((1, 1), (0, 1), ()),
    ):
        with pytest.raises(BadProblem, match="position"):
            solved.value_at(Position(pool, ("EWW",), helps, room))


def test_what_cannot_be_solved_is_refused_before_it_starts() -> None:
    with pytest.raises(TooLarge, match="at most 16 dice"):
        reference.solve(Problem((GREEN,), (17,), (Need("E"),)))
    with pytest.raises(TooLarge, match="17 dice"):
        reference.solve(Problem((GREEN,), (16,), (Need("E"),), helps=(ExtraDie(("green",)),)))
    with pytest.raises(TooLarge, match="moments"):
        reference.solve(Problem(fire_dice(), (4, 4, 4, 4), (Need("AAAWWWEEEFFF"),)))
    with pytest.raises(BadProblem, match="a symbol that these dice show"):
        reference.solve(Problem((GREEN,), (1,), (Need("X"),)))
