"""Trials: the same for the same seed however they are sliced, and close to the exact answer."""

from fractions import Fraction

import pytest

from rising_tutor.errors import BadProblem
from rising_tutor.lab.query import Best, Choice, Gain, Policy, Query
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.trials import MARKS, MOST, can_try, trials_of
from rising_tutor.lab.unit import numbers_of
from rising_tutor.lab.unit_file import units
from rising_tutor.probability.dice_turn.kit import Kit

GGB = Scene(pool={"green": 2, "blue": 1}, needs=("WWE",), roll=(("green", "A"), ("green", "A"), ("blue", "E")))


def test_slices_make_no_difference(kit: Kit) -> None:
    whole, sliced = (trials_of(Best(), GGB, kit, seed="a") for _ in range(2))
    whole.run(1_000)
    for to in (1, 7, 400, 999, 1_000):
        sliced.run(to)
    assert sliced.points == whole.points
    assert sliced.estimate == whole.estimate
    assert [one.n for one in whole.points] == [n for n in MARKS if n <= 1_000]
    other = trials_of(Best(), GGB, kit, seed="b")
    other.run(1_000)
    assert other.points != whole.points


@pytest.mark.parametrize(
    ("query", "exact"),
    [
        (Best(), Fraction(8329, 15552)),
        (Choice(assign=(("blue", "E", 1),)), Fraction(2, 27)),
        (Choice(discard="green"), Fraction(7, 36)),
        (Policy(name="assign all"), Fraction(21955, 46656)),
        (Best(scene={"helps": [{"kind": "symbol", "symbol": "W"}], "roll": []}), None),
    ],
    ids=["turn", "assign", "discard", "policy", "help"],
)
def test_estimates_close_in_on_the_exact_chance(kit: Kit, query: Query, exact: Fraction | None) -> None:
    if exact is None:
        exact = query.answer(GGB, kit).amount
    trials = trials_of(query, GGB, kit, seed="1")
    trials.run(4_000)
    # Five standard deviations: this seed is one of millions for which it holds, and a wrong sampler fails.
    spread = (float(exact * (1 - exact)) / 4_000) ** 0.5
    assert abs(trials.estimate.mean - float(exact)) < 5 * spread
    widths = [one.high - one.low for one in trials.points]
    assert widths[-1] < widths[0] / 10
    assert trials.estimate.method.startswith("Wilson")


def test_every_question_that_can_be_tried_agrees_with_its_answer(kit: Kit) -> None:
    n_tried = 0
    for unit in units(kit):
        for step in unit.step:
            assert step.ask is not None
            query = step.numbers.get(step.ask.answer)
            if query is None or not can_try(query, step.scene):
                continue
            exact = float(numbers_of(step, kit)[step.ask.answer].amount)
            trials = trials_of(query, step.scene, kit, seed="try")
            trials.run(1_500)
            found = trials.estimate
            margin = 3 * (found.high - found.low)
            assert found.low - margin <= exact <= found.high + margin, (unit.id, step.ask.id)
            n_tried += 1
    assert n_tried >= 12


def test_what_cannot_be_tried_is_refused(kit: Kit) -> None:
    bound = Scene(pool={"red": 2}, needs=("FF",), must_assign=True)
    assert not can_try(Best(), bound)
    for query, scene in ((Best(), bound), (Gain(die="green"), GGB)):
        with pytest.raises(BadProblem):
            trials_of(query, scene, kit, seed="1")


def test_stopping_keeps_what_was_tried(kit: Kit) -> None:
    class Enough(Exception):
        pass

    def stop(n: int, total: int) -> None:
        assert total == 5_000
        if n >= 1_000:
            raise Enough

    trials = trials_of(Best(), GGB, kit, seed="1")
    with pytest.raises(Enough):
        trials.run(5_000, stop)
    assert trials.n == 1_000
    assert trials.points[-1].n == 1_000
    with pytest.raises(BadProblem):
        trials.run(MOST + 1)
    with pytest.raises(BadProblem):
        trials_of(Best(), GGB, kit, seed="1").estimate  # noqa: B018 - asking is what is tried
