"""How the answer moves with a die or a help."""

from random import Random

import pytest

from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.changes import changes
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, ExtraSymbol, Need, Problem, Reroll
from rising_tutor.probability.dice_turn.reference import solve
from rising_tutor.probability.dice_turn.wording import name_of
from tests.probability.problems import WRITTEN_OUT, random_problem

GREEN, BLUE, RED, YELLOW = WRITTEN_OUT
PROBLEM = Problem((GREEN, BLUE, RED), (1, 1, 0), (Need("WE"), Need("F")))
HELPS = (ExtraDie(("green", "red")), Reroll(1), Reroll(whole=True), ChangeFace(), ExtraSymbol("F"))


@pytest.mark.slow
def test_every_die_every_help_and_every_help_less_is_asked_in_this_order():
    problem = Problem(PROBLEM.dice, PROBLEM.pool, PROBLEM.needs, helps=(Reroll(), ExtraSymbol("E", name="Aang")))
    found = changes(problem, solve, helps=(*HELPS[:2], HELPS[1]))
    assert [change.what for change in found] == [
        "one more green die",
        "one more blue die",
        "one more red die",
        "with an extra green or red die",
        "with a reroll of up to 1 die",
        "without a reroll of any dice",
        "without Aang",
    ]
    assert [(change.die, change.more, change.less) for change in found] == [
        ("green", None, -1),
        ("blue", None, -1),
        ("red", None, -1),
        ("", HELPS[0], -1),
        ("", HELPS[1], -1),
        ("", None, 0),
        ("", None, 1),
    ]


def test_each_change_is_worth_what_its_own_problem_is():
    before = solve(PROBLEM).value
    for change in changes(PROBLEM, solve, helps=HELPS):
        assert change.value == solve(change.problem).value
        assert change.gain == change.value.minus(before)
    dice = {change.die: change.problem.pool for change in changes(PROBLEM, solve)}
    assert dice == {"green": (2, 1, 0), "blue": (1, 2, 0), "red": (1, 1, 1)}


@pytest.mark.parametrize("seed", range(25))
def test_a_die_or_a_help_more_never_lowers_the_value_and_one_less_never_raises_it(seed):
    problem = random_problem(Random(seed), most_dice=2, most_symbols=3, most_needs=2, helps=True, most_sides=4)
    faces = [face for die in problem.dice for face in die.faces if face]
    helps = (Reroll(1), ChangeFace(), ExtraSymbol(faces[0][0]))
    for change in changes(problem, solve, helps=helps, room=(9,) * len(problem.dice)):
        assert change.gain.fraction <= 0 if change.less >= 0 else change.gain.fraction >= 0


def test_a_colour_that_the_box_has_no_more_of_is_left_out():
    boxed = Problem(PROBLEM.dice, PROBLEM.pool, PROBLEM.needs, room=(0, 2, 1))
    assert [change.die for change in changes(boxed, solve)] == ["blue", "red"]
    assert [change.die for change in changes(PROBLEM, solve, room=(1, 0, 0))] == ["green"]


def test_a_die_that_is_added_leaves_the_box_for_an_extra_die():
    problem = Problem((GREEN,), (1,), (Need("EEE"),), (), (ExtraDie(("green",)),), (1,))
    (die, less) = changes(problem, solve)
    assert die.problem.room == (0,)
    assert die.gain.fraction == 0  # the extra die was this very die
    assert less.gain.fraction < 0


def test_room_that_does_not_fit_the_dice_is_refused():
    with pytest.raises(BadProblem, match="room"):
        changes(PROBLEM, solve, room=(1, 2))
    with pytest.raises(BadProblem, match="room"):
        changes(PROBLEM, solve, room=(1, 2, -1))


def test_a_help_that_does_not_fit_the_problem_is_refused():
    with pytest.raises(BadProblem, match="help 1"):
        changes(PROBLEM, solve, helps=(ExtraSymbol("X"),))


def test_every_help_has_words():
    assert [name_of(help_) for help_ in (*HELPS, Reroll(), Reroll(3), ChangeFace("W"))] == [
        "an extra green or red die",
        "a reroll of up to 1 die",
        "a reroll of all dice",
        "a change of any die",
        "an extra F",
        "a reroll of any dice",
        "a reroll of up to 3 dice",
        "a change of a die that shows W",
    ]
