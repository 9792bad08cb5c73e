"""The problems that are measured.

A pool is written as its numbers of green, blue, red and yellow dice, a need as those of its symbols A, W, E and F.
"""

from rising_tutor.core.registry import load_game
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.problem import Need, Problem


def problem(pool: str, *needs: str) -> Problem:
    """A problem with the dice of Fire Nation Rising, written as in "2-2-1-1"; no limit of dice in the box."""
    game = dice_game(load_game("fire"))
    assert game is not None
    return Problem(
        dice=tuple(die for die, _ in game.odds_dice()),
        pool=tuple(map(int, pool.split("-"))),
        needs=tuple(
            Need("".join(symbol * int(n) for symbol, n in zip("AWEF", need.split("-"), strict=True))) for need in needs
        ),
    )


FOUR, FIVE, SIX = "0-2-1-1", "1-2-1-1", "1-2-2-1"
OTHER_FOURS = ("2-1-1-0", "1-0-1-2")

SMALL = problem("1-1-1-0", "0-1-1-1")
"""Asked first of everybody and not counted: what is only done once in a process is then done."""

ONE_NEED_4 = problem("1-1-1-1", FOUR)
ONE_NEED_6 = problem("2-2-1-1", SIX)
ONE_NEED_8 = problem("2-2-2-2", SIX)
ONE_NEED_16 = problem("4-4-4-4", SIX)
THREE_FOURS_6 = problem("2-2-1-1", FOUR, *OTHER_FOURS)
THREE_FOURS_8 = problem("2-2-2-2", FOUR, *OTHER_FOURS)
SIX_FIVE_FOUR_8 = problem("2-2-2-2", SIX, FIVE, FOUR)

FLOOR_PAIRS = {
    THREE_FOURS_6: 466_479,
    THREE_FOURS_8: 12_762_955,
    SIX_FIVE_FOUR_8: 22_000_000,
    ONE_NEED_16: 875_000_000,
}
"""Pairs of a state and an outcome, counted apart from any solver: complete and hopeless needs merged, faces that no
open need uses dropped, no more dice of a face counted than can be used. They stay as they are, so that a solver that
looks at more pairs gets no higher floor for it. The last two are those with which the targets were set."""

COMPARED = (
    ONE_NEED_4,
    ONE_NEED_6,
    ONE_NEED_8,
    problem("3-3-3-3", FOUR),
    problem("4-4-4-4", "0-1-1-1"),
    problem("1-1-1-1", FOUR, *OTHER_FOURS),
    problem("2-1-1-1", SIX, FIVE, FOUR),
    THREE_FOURS_6,
)
"""Where decimals are compared with fractions."""


def name_of(asked: Problem) -> str:
    """As printed: dice and symbols."""
    return f"{sum(asked.pool)} dice, {'+'.join(str(len(need.symbols)) for need in asked.needs)} symbols"
