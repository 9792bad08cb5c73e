"""The numbers that docs/odds.md states."""

import re
from pathlib import Path

import pytest

from rising_tutor.probability.dice_turn.options import ranked
from rising_tutor.probability.dice_turn.policies import range_of_policy
from rising_tutor.probability.dice_turn.problem import Need, Problem
from rising_tutor.probability.dice_turn.reading import read_roll
from rising_tutor.probability.dice_turn.solver import solve
from tests.probability.problems import fire_dice

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text()


def test_the_example_of_assigning_what_fits() -> None:
    dice = fire_dice()
    turn = solve(Problem(dice, (2, 1, 0, 0), (Need("WWE"),)))
    options = ranked(turn, read_roll("green:A green:A blue:E", dice))
    discard = next(option for option in options if option.discard == "green")
    assign = next(option for option in options if option.assign)
    assert (
        f"Assigning the Earth wins {assign.value.fraction}, discarding a green die wins {discard.value.fraction}"
        in (" ".join(PAGE.split()))
    )


@pytest.mark.slow
def test_what_the_habit_of_assigning_everything_costs() -> None:
    problem = Problem(fire_dice(), (2, 1, 1, 1), (Need("AWWEF"),))
    stated = re.search(r"covers a need in (\d+) to (\d+) of 100 turns, best play in (\d+)", " ".join(PAGE.split()))
    assert stated is not None
    low, high = range_of_policy(problem, "assign all")
    best = solve(problem).value.decimal
    assert [round(100 * float(share)) for share in (low, high, best)] == [int(n) for n in stated.groups()]
