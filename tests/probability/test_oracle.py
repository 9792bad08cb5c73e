"""An independent dice library, icepool, as oracle: what a roll shows, and the best chance to cover one need.

icepool knows exact distributions and multisets of symbols. The choice after a roll is written here on top of it, from
the definition; paying and fitting are left to icepool's multisets.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from random import Random

import icepool
import pytest
from icepool import Symbols

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.probability.dice_turn import reference
from rising_tutor.probability.dice_turn.problem import Need, Problem
from rising_tutor.probability.dice_turn.within import best_within
from tests.probability.problems import fire_dice, random_dice, symbols_of

Pool = tuple[int, ...]
NONE = Symbols("")


def symbols_shown(dice: Iterable[Die], pool: Pool) -> "icepool.Die[Symbols]":
    """All symbols of one roll of a pool, by icepool."""
    total = icepool.Die([NONE])
    for die, n in zip(dice, pool, strict=True):
        if n:
            total += n @ icepool.Die([Symbols(face) for face in die.faces])
    return total


def best_chance(dice: tuple[Die, ...], pool: Pool, need: str) -> Fraction:
    """The best chance to cover one need: rolls and symbols by icepool, choices by trying every subset."""
    rolled = [icepool.Die(list(die.faces)) for die in dice]

    @cache
    def rolls(pool: Pool) -> "icepool.Die[tuple[tuple[str, ...], ...]]":
        each = [die.pool(n).expand() if n else icepool.Die([()]) for die, n in zip(rolled, pool, strict=True)]
        return icepool.tupleize(*each)

    @cache
    def best_before(pool: Pool, lack: Symbols) -> Fraction:
        if not any(pool) or lack == NONE:
            return Fraction(lack == NONE)
        return rolls(pool).map(lambda roll: best_after(roll, lack), star=False).mean()

    @cache
    def best_after(roll: tuple[tuple[str, ...], ...], lack: Symbols) -> Fraction:
        return max(best_before(left, after) for left, after in choices(roll, lack))

    def choices(roll: tuple[tuple[str, ...], ...], lack: Symbols) -> Iterator[tuple[Pool, Symbols]]:
        left = tuple(len(faces) for faces in roll)
        for colour, n in enumerate(left):
            if n:
                yield fewer(left, colour), lack
        uses = {(roll, lack)}
        while uses:
            # Each round assigns one die more, in every way.
            uses = {
                (
                    (*roll[:colour], faces[:at] + faces[at + 1 :], *roll[colour + 1 :]),
                    lack - (lack & Symbols(faces[at])),
                )
                for roll, lack in uses
                for colour, faces in enumerate(roll)
                for at in range(len(faces))
                if lack & Symbols(faces[at]) != NONE
            }
            yield from ((tuple(len(faces) for faces in roll), lack) for roll, lack in uses)

    return Fraction(best_before(pool, Symbols(need)))


def fewer(pool: Pool, colour: int) -> Pool:
    return (*pool[:colour], pool[colour] - 1, *pool[colour + 1 :])


@pytest.mark.parametrize("pool", [(1, 0, 0, 0), (2, 1, 0, 0), (0, 3, 0, 2), (1, 1, 1, 1), (2, 2, 1, 1), (5, 0, 0, 0)])
def test_a_roll_shows_the_same_symbols_with_the_same_chance(pool: Pool) -> None:
    rolls = dice_rolls(zip(fire_dice(), pool, strict=True))
    ours: dict[str, Fraction] = {}
    for shown, weight in rolls:
        symbols = "".join(sorted("".join(face for _, face in shown)))
        ours[symbols] = ours.get(symbols, Fraction(0)) + Fraction(weight, rolls.total)
    theirs = symbols_shown(fire_dice(), pool)
    assert ours == {"".join(sorted(str(symbols))): theirs.probability(symbols) for symbols in theirs}


@pytest.mark.parametrize(
    ("pool", "need"),
    [
        ((2, 1, 0, 0), "WWE"),
        ((1, 1, 1, 1), "WWEF"),
        ((2, 2, 1, 1), "AWWEEF"),
        ((3, 0, 0, 1), "EEE"),
        ((0, 0, 4, 0), "A"),
    ],
)
def test_one_roll_covers_a_need_with_the_same_chance(pool: Pool, need: str) -> None:
    covers = (symbols_shown(fire_dice(), pool) >= Symbols(need)).probability(True)
    within_one_roll = best_within(Problem(fire_dice(), pool, (Need(need),)))[0]
    assert within_one_roll == pytest.approx(float(covers), abs=1e-12)
    # The same by the package's own rolls and its own way of paying.
    rolls, paid = dice_rolls(zip(fire_dice(), pool, strict=True)), 0
    for shown, weight in rolls:
        lack = Need(need).lack
        for _, face in shown:
            lack = Need(need).pay(lack, face)
        paid += weight * (not lack)
    assert Fraction(paid, rolls.total) == covers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pool", "need"),
    [
        ((1, 0, 0, 0), "E"),
        ((2, 1, 0, 0), "WWE"),
        ((1, 1, 1, 0), "AWE"),
        ((1, 1, 1, 1), "WWEF"),
        ((2, 2, 0, 0), "AWWEE"),
    ],
)
def test_the_best_chance_of_our_dice_is_the_same(pool: Pool, need: str) -> None:
    value = reference.solve(Problem(fire_dice(), pool, (Need(need),))).value.fraction
    assert value == best_chance(fire_dice(), pool, need)


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("n_dice", [3, 4])
def test_the_best_chance_of_random_dice_is_the_same(n_dice: int) -> None:
    between = 0
    for seed in range(20 if n_dice == 3 else 10):
        rng = Random(seed)
        dice = random_dice(rng, colours=2, most_sides=5)
        first = rng.randint(1, n_dice - 1)
        need = "".join(rng.choices(symbols_of(dice), k=rng.randint(1, 4)))
        value = reference.solve(Problem(dice, (first, n_dice - first), (Need(need),))).value.fraction
        assert value == best_chance(dice, (first, n_dice - first), need), f"seed {seed}"
        between += 0 < value < 1
    assert between >= 6
