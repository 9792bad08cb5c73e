"""Everything that can be done after a roll, against the definition on small problems."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from rising_tutor.core.chance import Die, Shown, dice_rolls
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import TIE, Amount, Option, Solved
from rising_tutor.probability.dice_turn.options import MOST_REROLLS, after, grouped, ranked
from rising_tutor.probability.dice_turn.problem import (
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Need,
    Position,
    Problem,
    Reroll,
    all_or_nothing,
)
from rising_tutor.probability.dice_turn.reference import solve
from rising_tutor.probability.dice_turn.roll_values import RollValues
from rising_tutor.probability.dice_turn.steps import added, used
from tests.probability.problems import WRITTEN_OUT, best_of, random_problem

GREEN, BLUE, RED, YELLOW = WRITTEN_OUT
EXAMPLE = Problem((GREEN, BLUE), (2, 1), (Need("WWE"),))
COIN = Die("green", ("E", "A"))


def rolls(problem: Problem, position: Position | None = None) -> list[tuple[Shown, int]]:
    pool = (position or problem.start).pool
    return list(dice_rolls(zip(problem.dice, pool, strict=True)))


def some_rolls(problem: Problem, rng: Random, n: int) -> list[Shown]:
    every = [shown for shown, _ in rolls(problem)]
    return rng.sample(every, min(n, len(every)))


def every_assignment(solved: Solved, shown: Shown) -> dict[tuple[tuple[str, str, int], ...], Fraction]:
    """By the definition: each die in turn, in every order, to every need that it pays."""
    problem = solved.problem
    colours = [die.colour for die in problem.dice]
    best: dict[tuple[tuple[str, str, int], ...], Fraction] = {}

    def go_on(rest: Shown, lacks: tuple[str, ...], done: tuple[tuple[str, str, int], ...]) -> None:
        if done:
            pool = tuple(sum(colour == other for other, _ in rest) for colour in colours)
            value = solved.value_at(Position(pool, lacks, problem.start.helps, problem.room)).fraction
            key = tuple(sorted(done))
            best[key] = max(value, best.get(key, value))
        for at, (colour, face) in enumerate(rest):
            for place, need in enumerate(problem.needs):
                left = need.pay(lacks[place], face)
                if left != lacks[place]:
                    now = (*lacks[:place], left, *lacks[place + 1 :])
                    go_on(rest[:at] + rest[at + 1 :], now, (*done, (colour, face, place)))

    go_on(shown, problem.start.lacks, ())
    return best


def mean_of_best(solved: Solved, position: Position) -> Fraction:
    """The mean over all rolls of the best option."""
    every = rolls(solved.problem, position)
    total = sum(weight for _, weight in every)
    return (
        sum((weight * ranked(solved, shown, position)[0].value.fraction for shown, weight in every), Fraction(0))
        / total
    )


def without_values(option: Option) -> tuple[object, ...]:
    return option.assign, option.discard, option.help, option.dice, option.to


def test_the_example_of_the_issue_is_answered_with_its_fractions():
    found = ranked(solve(EXAMPLE), (("green", "A"), ("green", "A"), ("blue", "E")))
    answers = [(option.discard or option.assign, option.value.fraction, option.loss.fraction) for option in found]
    assert answers == [
        ("green", Fraction(7, 36), 0),
        ((("blue", "E", 0),), Fraction(2, 27), Fraction(13, 108)),
        ("blue", 0, Fraction(7, 36)),  # two green dice show two W at most, and nothing beside them
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_every_assignment_and_discard_is_listed_once_with_the_value_by_definition(seed):
    rng = Random(seed)
    problem = random_problem(rng, most_dice=4, most_symbols=4, most_needs=3)
    solved = solve(problem)
    for shown in some_rolls(problem, rng, 4):
        options = ranked(solved, shown)
        assigned = {option.assign: option.value.fraction for option in options if option.assign}
        assert assigned == every_assignment(solved, shown)
        discarded = {option.discard: option.value.fraction for option in options if option.discard}
        assert discarded == {
            die.colour: solved.value_at(
                Position(
                    tuple(n - (other == at) for other, n in enumerate(problem.pool)),
                    problem.start.lacks,
                    (),
                    problem.room,
                )
            ).fraction
            for at, die in enumerate(problem.dice)
            if problem.pool[at]
        }
        assert len(options) == len(assigned) + len(discarded)


@pytest.mark.parametrize("seed", range(40))
def test_losses_are_measured_against_the_best_and_ties_are_kept_in_a_stable_order(seed):
    rng = Random(1000 + seed)
    problem = random_problem(rng, most_dice=4, most_symbols=4, most_needs=2, helps=True, most_sides=4)
    solved = solve(problem)
    for shown in some_rolls(problem, rng, 3):
        options = ranked(solved, shown)
        best = max(option.value.fraction for option in options)
        assert options[0].loss.fraction == 0
        assert all(option.loss.fraction == best - option.value.fraction >= 0 for option in options)
        keys = [
            (-option.value.fraction, bool(option.discard) + 2 * (option.help >= 0), len(option.assign), option.assign)
            for option in options
            if option.help < 0
        ]
        assert keys == sorted(keys)
        of_kind = [(-option.value.fraction, option.help >= 0) for option in options]
        assert of_kind == sorted(of_kind)
        assert len(set(map(without_values, options))) == len(options)
        assert ranked(solved, tuple(reversed(shown))) == options


@pytest.mark.parametrize("seed", range(60))
def test_the_mean_of_the_best_options_is_the_value_before_the_roll(seed):
    problem = random_problem(Random(2000 + seed), most_dice=3, most_symbols=4, most_needs=2, helps=True, most_sides=4)
    solved = solve(problem)
    start = problem.start
    first = [
        solved.value_at(added(used(start, place), at)).fraction
        for place, help_ in enumerate(problem.helps)
        if isinstance(help_, ExtraDie)
        for at, die in enumerate(problem.dice)
        if die.colour in help_.colours and (not problem.room or problem.room[at])
    ]
    assert max([mean_of_best(solved, start), *first]) == solved.value.fraction


@pytest.mark.parametrize("seed", range(12))
def test_a_reroll_is_worth_the_mean_over_the_new_faces_of_each_set_of_dice(seed):
    rng = Random(3000 + seed)
    most = seed % 3
    plain = random_problem(rng, most_dice=3, most_symbols=3, most_needs=2, most_sides=4)
    problem = Problem(plain.dice, plain.pool, plain.needs, plain.payoff, (Reroll(most),))
    solved = solve(problem)
    faces = {die.colour: die.faces for die in problem.dice}
    spent = used(problem.start, 0)
    for shown in some_rolls(problem, rng, 3):
        expected = {}
        for chosen in product((False, True), repeat=len(shown)):
            again = tuple(pair for pair, yes in zip(shown, chosen, strict=True) if yes)
            if not again or len(again) > (most or len(again)):
                continue
            outcomes = list(product(*(faces[colour] for colour, _ in again)))
            kept = tuple(pair for pair, yes in zip(shown, chosen, strict=True) if not yes)
            values = [
                ranked(solved, (*kept, *((colour, face) for (colour, _), face in zip(again, new, strict=True))), spent)[
                    0
                ].value.fraction
                for new in outcomes
            ]
            expected[tuple(sorted(again))] = sum(values, Fraction(0)) / len(values)
        found = {
            tuple(sorted(option.dice)): option.value.fraction for option in ranked(solved, shown) if option.help == 0
        }
        assert found == expected


@pytest.mark.parametrize("symbol", ["", "A", "W"])
def test_a_change_is_listed_for_each_die_that_may_be_turned_and_each_other_face(symbol):
    problem = Problem((GREEN, BLUE), (1, 2), (Need("WW"), Need("EA")), helps=(ChangeFace(symbol),))
    solved = solve(problem)
    shown = (("green", "A"), ("blue", "W"), ("blue", "WW"))
    found = {(option.dice, option.to): option.value.fraction for option in ranked(solved, shown) if option.help == 0}
    faces = {"green": {"E", "EE", "A", "W", "F"}, "blue": {"W", "WW", "A", "E", "F"}}
    expected = {}
    for at, (colour, face) in enumerate(shown):
        for to in faces[colour] - {face} if symbol in face else ():
            turned = (*shown[:at], (colour, to), *shown[at + 1 :])
            expected[((colour, face),), to] = ranked(solved, turned, used(problem.start, 0))[0].value.fraction
    assert found == expected


def test_an_extra_die_is_an_option_for_each_colour_that_the_box_still_has():
    problem = Problem(
        (GREEN, BLUE, RED), (1, 1, 0), (Need("WW"),), (), (ExtraDie(("green", "blue", "red")),), (1, 0, 4)
    )
    found = [option.dice for option in ranked(solve(problem), (("green", "A"), ("blue", "A"))) if option.help == 0]
    assert sorted(found) == [(("green", ""),), (("red", ""),)]


def test_a_die_that_was_just_added_may_be_the_one_that_is_given_up():
    problem = Problem((GREEN, BLUE), (2, 0), (Need("EE"),), (), (ExtraDie(("blue",)),))
    solved = solve(problem)
    shown = (("green", "F"), ("green", "F"))
    add = next(option for option in ranked(solved, shown) if option.help == 0)
    assert add.value.fraction == solved.value_at(Position((2, 0), ("EE",))).fraction
    discard = next(option for option in ranked(solved, shown) if option.discard == "green")
    assert add.value.fraction > discard.value.fraction


def test_a_whole_reroll_takes_every_die_and_equal_helps_are_listed_once():
    problem = Problem(
        (COIN,), (2,), (Need("EE"),), (), (Reroll(whole=True), Reroll(whole=True), Reroll(whole=True, name="b"))
    )
    shown = (("green", "A"), ("green", "A"))
    assert [(option.help, option.dice) for option in ranked(solve(problem), shown) if option.help >= 0] == [
        (0, shown),
        (2, shown),
    ]


def test_an_extra_symbol_is_no_option_as_it_can_wait():
    problem = Problem((COIN,), (2,), (Need("EEE"),), (), (ExtraSymbol("E"),))
    assert all(option.help < 0 for option in ranked(solve(problem), (("green", "E"), ("green", "A"))))


def test_where_surplus_is_lost_an_assignment_counts_extra_symbols_beside_it():
    # One E is lacking for the set under way. A double would pay it and lose its other half; after the extra symbol it
    # pays the whole next set.
    die = Die("green", ("EE",))
    need = Need("EE", times=2, carry=False, lacking="EEE")
    problem = Problem((die,), (1,), (need,), helps=(ExtraSymbol("E"),))
    (option,) = [option for option in ranked(solve(problem), (("green", "EE"),)) if option.assign]
    assert option.value.fraction == 2


def test_only_the_best_sets_of_a_reroll_are_listed_where_there_are_too_many():
    faces = ("E", "A", "W", "F", "EE", "AA", "WW")
    dice = (Die("green", faces),)
    problem = Problem(dice, (7,), (Need("E"),), helps=(Reroll(),))

    class Shallow:
        """Any numbers will do: only the list is looked at."""

        method = "exact"
        value = Amount.exact(Fraction(0))

        def __init__(self) -> None:
            self.problem = problem

        def value_at(self, position: Position) -> Amount:
            return Amount.exact(Fraction(sum(position.pool) - len(position.lacks[0]), 9))

    found = [option for option in ranked(Shallow(), tuple(("green", face) for face in faces)) if option.help == 0]
    assert len(found) == MOST_REROLLS < 2**7 - 1
    roll_values = RollValues(Shallow())
    values = [use.value.fraction for use in roll_values.uses(problem.start, tuple(range(7)))]
    assert [option.value.fraction for option in found] == sorted(values, reverse=True)[:MOST_REROLLS]


def test_groups_hold_every_option_once_and_fold_only_equal_results():
    problem = Problem((GREEN, BLUE), (3, 2), (Need("WEE"), Need("WA")))
    options = ranked(solve(problem), (("green", "E"), ("green", "EE"), ("green", "W"), ("blue", "W"), ("blue", "A")))
    groups = grouped(problem, options)
    assert Counter(option for group in groups for option in group.options) == Counter(options)
    assert len(groups) < len(options)
    assert len({group.after for group in groups}) == len(groups)
    for group in groups:
        assert {option.value for option in group.options} == {group.value}
        assert {after(problem, problem.start, option) for option in group.options} == {group.after}


def test_a_moment_after_an_assignment_allows_to_roll_or_to_assign_more_but_no_discard():
    solved = solve(Problem((GREEN, BLUE), (2, 1), (Need("E"), Need("W"))))
    shown = (("green", "W"), ("blue", "F"))
    position = Position((1, 1), ("", "W"))
    assert best_of(solved, shown, position, owed=False, fresh=False).fraction == 1 + 1
    nothing_fits = (("green", "A"), ("blue", "F"))
    assert best_of(solved, nothing_fits, position, owed=False, fresh=False) == solved.value_at(position)
    assert best_of(solved, nothing_fits, position).fraction < solved.value_at(position).fraction


def test_rerolls_and_changes_end_when_dice_of_the_roll_were_used():
    solved = solve(Problem((COIN,), (2,), (Need("EE"),), (), (ChangeFace(),)))
    shown = (("green", "E"), ("green", "A"))
    assert best_of(solved, shown, solved.problem.start).fraction == 1
    stale = best_of(solved, shown, solved.problem.start, fresh=False)
    assert stale.fraction == solved.value_at(Position((1,), ("E",), (0,))).fraction


@pytest.mark.parametrize(
    ("shown", "named"),
    [
        ((("green", "E"), ("green", "FF"), ("blue", "E")), "green:FF"),
        ((("green", "E"), ("green", "E"), ("red", "E")), "red:E"),
        ((("green", "E"), ("green", "E"), ("green", "E")), "green:E"),
        ((("green", "E"), ("blue", "E")), "1 green dice"),
        ((), "0 green dice"),
    ],
)
def test_a_roll_that_the_pool_cannot_show_is_refused_by_die_and_face(shown, named):
    with pytest.raises(BadProblem, match=named):
        ranked(solve(EXAMPLE), shown)


def test_decimals_that_differ_by_rounding_only_are_ties():
    class Rounded:
        """A symmetric problem whose equal values came out a little different."""

        method = "exact to 1e-12"
        problem = Problem((GREEN, Die("blue", GREEN.faces)), (1, 1), (Need("EE"),), all_or_nothing([Need("EE")]))
        value = Amount(None, 0.25)

        def value_at(self, position: Position) -> Amount:
            return Amount(None, 0.25 + position.pool[0] * TIE / 10 + sum(position.pool) / 8)

    options = ranked(Rounded(), (("green", "E"), ("blue", "E")))
    assert [
        (option.assign or option.discard, option.loss.decimal)
        for option in options
        if sum(1 for _ in option.assign) < 2
    ] == [
        ((("blue", "E", 0),), 0),
        ((("green", "E", 0),), 0),
        ("green", 0),
        ("blue", 0),
    ]


@pytest.mark.slow
def test_all_assignments_of_a_large_roll_are_listed():
    needs = (Need("EEWW"), Need("EWAF"), Need("WWAA"))
    problem = Problem((GREEN, BLUE), (4, 4), needs)

    class Shallow:
        method = "exact"
        value = Amount.exact(Fraction(0))

        def __init__(self) -> None:
            self.problem = problem

        def value_at(self, position: Position) -> Amount:
            return Amount.exact(Fraction(sum(position.pool), 9))

    shown = tuple(("green", face) for face in ("E", "E", "A", "W")) + tuple(
        ("blue", face) for face in ("W", "W", "WW", "A")
    )
    options = ranked(Shallow(), shown)
    expected = set()
    for places in product((None, 0, 1, 2), repeat=len(shown)):
        each = [tuple(face for (_, face), at in zip(shown, places, strict=True) if at == need) for need in range(3)]
        if all(can_all_pay(needs[at], tuple(sorted(faces))) for at, faces in enumerate(each)):
            expected.add(tuple(sorted((*pair, at) for pair, at in zip(shown, places, strict=True) if at is not None)))
    assert {option.assign for option in options} == expected  # no die assigned: a discard
    assert len(options) == len(expected) - 1 + 2


@cache
def can_all_pay(need: Need, faces: tuple[str, ...]) -> bool:
    """Whether there is an order in which every face pays something."""

    def in_order(faces: tuple[str, ...]) -> bool:
        lack = need.lack
        for face in faces:
            left = need.pay(lack, face)
            if left == lack:
                return False
            lack = left
        return True

    return len(faces) <= len(need.lack) and any(map(in_order, permutations(faces)))
