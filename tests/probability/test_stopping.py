"""Long work tells that it is alive, and what that raises stops it."""

from collections.abc import Callable

import pytest

from rising_tutor.probability.dice_turn.estimate import bounds
from rising_tutor.probability.dice_turn.options import ranked
from rising_tutor.probability.dice_turn.problem import ChangeFace, Need, Problem, Reroll
from rising_tutor.probability.dice_turn.reading import read_roll
from rising_tutor.probability.dice_turn.simulate import SimplePlay, simulate
from rising_tutor.probability.dice_turn.solver import solve
from tests.probability.problems import fire_dice

PROBLEM = Problem(fire_dice(), (2, 1, 1, 0), (Need("WWE"), Need("AF")), helps=(Reroll(2), ChangeFace("E")))
ROLL = read_roll("green:A green:E blue:W red:F", PROBLEM.dice)


class StopNow(Exception):
    pass


def stop(_done: int, _total: int) -> None:
    raise StopNow


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(lambda progress: solve(PROBLEM, progress=progress), id="solve"),
        pytest.param(lambda progress: ranked(solve(PROBLEM), ROLL, progress=progress), id="ranked"),
        pytest.param(lambda progress: bounds(PROBLEM, solve=solve, samples=200, progress=progress), id="bounds"),
        pytest.param(
            lambda progress: simulate(PROBLEM, 300, 1, SimplePlay(PROBLEM, "assign all"), progress=progress),
            id="simulate",
        ),
    ],
)
def test_work_is_stopped_by_what_its_progress_raises(work: Callable[[Callable[[int, int], None]], object]) -> None:
    with pytest.raises(StopNow):
        work(stop)
    calls: list[tuple[int, int]] = []
    work(lambda done, total: calls.append((done, total)))
    assert calls
    assert all(0 <= done <= total for done, total in calls)


def test_a_simulation_in_pieces_is_the_same_as_in_one_go() -> None:
    play = SimplePlay(PROBLEM, "assign all")
    assert simulate(PROBLEM, 250, 7, play) == simulate(PROBLEM, 250, 7, play, progress=lambda _done, _total: None)
