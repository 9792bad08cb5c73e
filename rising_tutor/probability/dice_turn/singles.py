"""Every single need at once: one table for all pools and all needs of a set of dice, computed once and kept.

A table of pools up to 8 dice and needs up to 6 symbols holds some 60,000 chances in half a megabyte and takes seconds;
after that the best chance of any need is a look-up.

>>> from rising_tutor.core.chance import Die
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> table = singles(((green, 2), (blue, 1)), most_dice=3, most_symbols=3)
>>> round(table.chance((2, 1), "WWE"), 6)
0.535558
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from rising_tutor.core.chance import Die
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.plan import Plan
from rising_tutor.probability.dice_turn.problem import Need, Position, Problem
from rising_tutor.probability.dice_turn.solver import Solution
from rising_tutor.probability.dice_turn.tables import Numbers, Tables

MOST_DICE = 8
MOST_SYMBOLS = 6


class Singles:
    """The best chance to complete each single need, for every pool that a box allows.

    Args:
        box: every kind of die with how many there are.
        most_dice: dice in the largest pool.
        most_symbols: symbols in the largest need.
    """

    def __init__(self, box: Sequence[tuple[Die, int]], most_dice: int, most_symbols: int) -> None:
        dice = tuple(die for die, _ in box)
        symbols = sorted({symbol for die in dice for face in die.faces for symbol in face})
        every = ["".join(lack) for n in range(most_symbols + 1) for lack in combinations_with_replacement(symbols, n)]
        # A need that holds all others, so that each of them is what it can still lack.
        whole = Need("".join(symbol * most_symbols for symbol in symbols))
        problem = Problem(dice, tuple(n for _, n in box), (whole,))
        plan = Plan(problem, every=every, most_dice=most_dice)
        self.most_dice = most_dice
        self.most_symbols = most_symbols
        self._solved = Solution(Tables(plan, Numbers(plan, exact=False)))

    def chance(self, pool: tuple[int, ...], lack: str) -> float:
        """The best chance, within 1e-12, to complete a need that lacks these symbols.

        Args:
            pool: dice of each kind, in the order of the box.
            lack: symbols in any order; 1.0 for none.

        Raises:
            BadProblem: more dice or symbols than the table holds, or a symbol that the dice do not show.
        """
        if sum(pool) > self.most_dice or len(lack) > self.most_symbols:
            limits = f"at most {self.most_dice} dice and {self.most_symbols} symbols"
            raise BadProblem("table of single needs", f"{sum(pool)} dice, {len(lack)} symbols", limits)
        return self._solved.value_at(Position(pool, ("".join(sorted(lack)),))).decimal


@lru_cache(maxsize=4)
def singles(box: tuple[tuple[Die, int], ...], most_dice: int = MOST_DICE, most_symbols: int = MOST_SYMBOLS) -> Singles:
    """The table of a box, made when it is first asked for."""
    return Singles(box, most_dice, most_symbols)
