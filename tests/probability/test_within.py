"""The chance within so many rolls agrees with trying everything out."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.problem import ExtraSymbol, Need, Problem, all_or_nothing, sums
from rising_tutor.probability.dice_turn.within import best_within

GREEN = Die("green", ("E", "E", "EE", "A", "W", "F"))
BLUE = Die("blue", ("W", "W", "WW", "A", "E", "F"))
COIN = Die("coin", ("E", "W"))


def by_trying(problem: Problem, rolls: int) -> Fraction:
    """Every roll, every set of dice, every need for each die."""

    @cache
    def value(pool: tuple[int, ...], lacks: tuple[str, ...], left: int) -> Fraction:
        if not left or not sum(pool):
            return problem.payoff_of([need.sets(lack) for need, lack in zip(problem.needs, lacks, strict=True)])
        every = dice_rolls(zip(problem.dice, pool, strict=True))
        total = Fraction(0)
        for shown, weight in every:
            ways = list(choices(shown, lacks))
            total += weight * max(value(rest(pool, gone), after, left - 1) for gone, after in ways)
        return total / every.total

    def choices(
        shown: tuple[tuple[str, str], ...], lacks: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        for colour, _ in shown:
            yield (colour,), lacks
        for n in range(1, len(shown) + 1):
            for dice in combinations(shown, n):
                for after in assigned(dice, lacks):
                    yield tuple(colour for colour, _ in dice), after

    def assigned(dice: tuple[tuple[str, str], ...], lacks: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not dice:
            yield lacks
            return
        (_, face), *others = dice
        for at, need in enumerate(problem.needs):
            after = need.pay(lacks[at], face)
            if after != lacks[at]:
                yield from assigned(tuple(others), (*lacks[:at], after, *lacks[at + 1 :]))

    def rest(pool: tuple[int, ...], gone: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(n - gone.count(die.colour) for n, die in zip(pool, problem.dice, strict=True))

    return value(problem.pool, problem.start.lacks, rolls)


TWO = (Need("EE"), Need("W"))
CASES = [
    Problem((GREEN,), (1,), (Need("E"),)),
    Problem((GREEN, BLUE), (2, 1), (Need("WWE"),)),
    Problem((GREEN, BLUE), (1, 2), (Need("WWW"),)),
    Problem((GREEN, BLUE), (2, 1), TWO),
    Problem((GREEN, BLUE), (1, 2), TWO, payoff=all_or_nothing(TWO)),
    Problem((COIN, GREEN), (2, 1), TWO, payoff=sums([3, 1], TWO)),
    Problem((COIN,), (4,), (Need("EW", times=2),)),
    Problem((COIN, GREEN), (2, 1), (Need("**"),)),
]


@pytest.mark.parametrize("problem", CASES, ids=range(len(CASES)))
def test_every_number_of_rolls_agrees_with_trying_everything(problem: Problem) -> None:
    n_dice = sum(problem.pool)
    assert best_within(problem) == pytest.approx([by_trying(problem, k) for k in range(1, n_dice + 1)], abs=1e-12)


def test_one_more_roll_never_lowers_the_chance() -> None:
    chances = best_within(Problem((GREEN, BLUE), (4, 1), (Need("AFF"),)))
    assert list(chances) == sorted(chances)
    # The last number is the whole turn: counted by hand of another program.
    assert chances[-1] == pytest.approx(294672330533 / 470184984576, abs=1e-12)


def test_no_dice_no_rolls() -> None:
    assert best_within(Problem((GREEN,), (0,), (Need("E"),))) == ()


def test_what_it_does_not_count_is_refused() -> None:
    with pytest.raises(BadProblem, match="helps"):
        best_within(Problem((GREEN,), (2,), (Need("E"),), helps=(ExtraSymbol("E"),)))
    with pytest.raises(TooLarge, match="fewer dice"):
        best_within(Problem((GREEN, BLUE), (30, 30), (Need("EEEEWWWW"),)))
