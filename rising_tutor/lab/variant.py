"""A turn in which a die that fits may not be discarded: a variant, to show what the right to discard is worth.

The best play of this variant, by looking at everything that can be done. For small pools only, and without helps.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need, Problem, sums
>>> needs = (Need("E"), Need("W"))
>>> trap = Problem((Die("green", ("E", "W")),), (1,), needs, sums([1, -3], needs))
>>> best_when_bound(trap)
Fraction(-1, 1)
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from rising_tutor.core.chance import Shown, dice_rolls
from rising_tutor.core.values import with_count, with_item
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.problem import Problem

MOST_DICE = 5


def best_when_bound(problem: Problem) -> Fraction:
    """What best play expects if a die may be discarded only when no die of the roll fits.

    Raises:
        BadProblem: the problem has helps, which this variant does not count.
        TooLarge: more than `MOST_DICE` dice.
    """
    if problem.helps:
        raise BadProblem("helps", len(problem.helps), "none in the variant without discarding")
    if sum(problem.pool) > MOST_DICE:
        raise TooLarge("pool", f"{sum(problem.pool)} dice", f"at most {MOST_DICE} dice in this variant")
    return _Bound(problem).before(problem.pool, problem.start.lacks)


class _Bound:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.before = cache(self._before)
        self.after = cache(self._after)

    def _before(self, pool: tuple[int, ...], lacks: tuple[str, ...]) -> Fraction:
        """Before a roll: the mean over all rolls."""
        if not any(pool):
            needs = self.problem.needs
            return self.problem.payoff_of([need.sets(lack) for need, lack in zip(needs, lacks, strict=True)])
        rolls = dice_rolls(zip(self.problem.dice, pool, strict=True))
        total = sum((weight * self.after(shown, lacks, assigned=False) for shown, weight in rolls), Fraction(0))
        return total / rolls.total

    def _after(self, shown: Shown, lacks: tuple[str, ...], *, assigned: bool) -> Fraction:
        """After a roll: one more die is assigned, or the rest is rolled again; a discard only where nothing fits."""
        pool = tuple(sum(colour == die.colour for colour, _ in shown) for die in self.problem.dice)
        ways = [self.after(rest, paid, assigned=True) for rest, paid in self._assignments(shown, lacks)]
        if assigned:
            ways.append(self.before(pool, lacks))
        elif not ways:
            ways = [self.before(with_count(pool, at, -1), lacks) for at, n in enumerate(pool) if n]
        return max(ways)

    def _assignments(self, shown: Shown, lacks: tuple[str, ...]) -> Iterator[tuple[Shown, tuple[str, ...]]]:
        for pair in dict.fromkeys(shown):
            at = shown.index(pair)
            for place, (need, lack) in enumerate(zip(self.problem.needs, lacks, strict=True)):
                paid = need.pay(lack, pair[1])
                if paid != lack:
                    yield shown[:at] + shown[at + 1 :], with_item(lacks, place, paid)
