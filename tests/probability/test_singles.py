"""The table of every single need: the same chances as one question at a time."""

from random import Random

import pytest

from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.problem import Need, Problem
from rising_tutor.probability.dice_turn.singles import singles
from rising_tutor.probability.dice_turn.solver import solve
from tests.probability.problems import WRITTEN_OUT

BOX = tuple(zip(WRITTEN_OUT, (3, 2, 2, 1), strict=True))


def test_the_table_holds_the_chance_of_every_pool_and_need() -> None:
    table, rng = singles(BOX, 5, 5), Random("singles")
    for _ in range(60):
        pool = tuple(rng.randint(0, n) for _, n in BOX)
        need = "".join(rng.choices("AWEF", k=rng.randint(1, 5)))
        if sum(pool) <= 5:
            alone = solve(Problem(WRITTEN_OUT, pool, (Need(need),)), fractions=False).value.decimal
            assert abs(table.chance(pool, need) - alone) < 1e-12, (pool, need)


def test_nothing_lacking_is_certain_and_no_dice_cover_nothing() -> None:
    table = singles(BOX, 5, 5)
    assert table.chance((1, 0, 0, 0), "") == 1
    assert table.chance((0, 0, 0, 0), "W") == 0


@pytest.mark.parametrize(
    ("pool", "need"), [((3, 2, 1, 0), "W"), ((1, 1, 1, 1), "WWWWWW"), ((1, 1, 1, 1), "X"), ((4, 0, 0, 0), "W")]
)
def test_what_the_table_does_not_hold_is_refused(pool: tuple[int, ...], need: str) -> None:
    with pytest.raises(BadProblem):
        singles(BOX, 5, 5).chance(pool, need)
