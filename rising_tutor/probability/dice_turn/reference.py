"""The plain method, to be read in one page: try everything, and remember what was tried.

Before a roll, a position is worth the mean over all rolls. After a roll it is worth the best of what can be done:
give up one die, or assign dice, one after the other. Values are whole numbers of parts, with so many parts to 1 that
every division comes out even; no decimal is involved. What the helps used have cost is taken off at the end.

Three facts keep it short. They hold for any dice and any payoff.

- One more die never lowers a value: play as if it were not there. So giving up more than one die is never needed, and
  giving one up is worth the same whatever was rolled.
- Where a surplus carries over, what some dice pay together does not depend on their order. So the dice of a roll can
  be decided one by one: each is put on a need or left.
- There, an `ExtraSymbol` loses nothing when it is used last: symbols are taken off in any order, and a die that fits
  after it fits before it. Where no surplus carries over neither is true, as the same double pays two symbols or one,
  by what was paid before; so there dice are tried in any order, and the symbol at every moment after a roll.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> solve(Problem(dice=(green,), pool=(1,), needs=(Need("E"),))).value.fraction
Fraction(1, 2)
>>> turn = solve(Problem(dice=(green, blue), pool=(2, 1), needs=(Need("WWE"),)))
>>> turn.value_at(Position((1, 1), ("EWW",))).fraction  # after a green die was discarded
Fraction(7, 36)
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm, prod
from typing import TypeAlias

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.core.values import with_count, with_item, without
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import EXACT, Amount
from rising_tutor.probability.dice_turn.problem import (
    ANY,
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Position,
    Problem,
    Reroll,
)

MOST_DICE = 16
"""Dice, counting those that can be added."""
MOST_MOMENTS = 2_000_000
"""Moments of a roll that are remembered: just under a gigabyte, reached in less than a minute."""

Dice: TypeAlias = tuple[tuple[int, str], ...]
"""Dice that show a face: (place of the colour in `Problem.dice`, face) pairs, sorted."""
Pool: TypeAlias = tuple[int, ...]
Lacks: TypeAlias = tuple[str, ...]
Spare: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""What stands by: `Position.helps` and `Position.room`."""


def solve(problem: Problem) -> "Reference":
    """The answer to a problem by the plain method.

    Raises:
        BadProblem: no turn can be like this.
        TooLarge: more than `MOST_DICE` dice, or more than `MOST_MOMENTS` moments. The latter shows after a while.
    """
    solved = Reference(problem.checked())
    solved.value_at(problem.start)
    return solved


class Reference:
    """A problem with its answer. `value` and `value_at` give amounts, all else counts parts of 1."""

    method = EXACT

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.parts = _parts(problem)
        self.worst = int((min(problem.payoffs) - problem.spent(())) * self.parts)
        self.any_order = any(need.times > 1 and not need.carry for need in problem.needs)
        # Each of these depends on its arguments only, so it is worked out once for each.
        self.before_roll = cache(self._before_roll)
        self.rolled = cache(self._rolled)
        self.give_up = cache(self._give_up)
        self.assign = cache(self._assign_in_any_order if self.any_order else self._assign)
        self.at_end = cache(self._at_end)
        self.paid = cache(self._paid)
        self.rolls_of_one = cache(_rolls_of_one)
        self.useful = cache(_useful)
        self.that_fit = cache(self._that_fit)
        self.after_help = cache(self.after_roll)

    @property
    def value(self) -> Amount:
        return self.value_at(self.problem.start)

    def value_at(self, position: Position) -> Amount:
        _check_position(self.problem, position)
        parts = self.before_roll(position.pool, position.lacks, (position.helps, position.room))
        return Amount.exact(Fraction(parts, self.parts))

    def _before_roll(self, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        """The dice are about to be rolled: the mean over all rolls, unless a die is added first."""
        options = [self.before_roll(with_count(pool, place, 1), lacks, rest) for place, rest in self.added(spare)]
        if any(pool) and any(self.useful(face, lacks) for die in self.problem.dice for face in die.faces):
            options.append(self.rolled(pool, lacks, spare))
        else:
            options.append(self.at_end(lacks, spare[0]))
        return max(options)

    def _rolled(self, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        total = ways = 0
        for dice, weight in self.rolls(pool, lacks, spare):
            total += weight * self.after_roll(dice, pool, lacks, spare)
            ways += weight
        return total // ways

    def after_roll(self, dice: Dice, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        """These dice of the pool show a face and none was used yet: the best of what can be done."""
        if not spare[0]:
            return max(self.give_up(pool, lacks, spare), self.assign(dice, pool, lacks, spare))
        assigned = self.assign(self.that_fit(dice, lacks), pool, lacks, spare)
        return max([self.give_up(pool, lacks, spare), assigned, *self.helped(dice, pool, lacks, spare)])

    def _give_up(self, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        """One die is discarded, it does not matter what it shows."""
        return max(self.before_roll(with_count(pool, place, -1), lacks, spare) for place, n in enumerate(pool) if n)

    def _assign(self, dice: Dice, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        """At least one of these dice is assigned: the first is left, or put on a need and others may follow."""
        if not dice:
            return self.worst
        (place, face), others = dice[0], dice[1:]
        best = self.assign(others, pool, lacks, spare)
        left = with_count(pool, place, -1)
        for paid in self.paid(face, lacks):
            more = self.assign(self.that_fit(others, paid), left, paid, spare)
            best = max(best, self.before_roll(left, paid, spare), more)
        return best

    def _at_end(self, lacks: Lacks, helps: tuple[int, ...]) -> int:
        """Dice can do no more: the payoff less what was spent, with the best use of the extra symbols."""
        sets = [need.sets(lack) for need, lack in zip(self.problem.needs, lacks, strict=True)]
        payoff = int((self.problem.payoff_of(sets) - self.problem.spent(helps)) * self.parts)
        return max([payoff, *(self.at_end(paid, rest) for paid, (rest, _) in self.symbol_put(lacks, (helps, ())))])

    def _paid(self, face: str, lacks: Lacks) -> list[Lacks]:
        """What is lacking after a die with this face was assigned, for every need that it fits."""
        each = [need.pay(lack, face) for need, lack in zip(self.problem.needs, lacks, strict=True)]
        return [with_item(lacks, at, after) for at, after in enumerate(each) if after != lacks[at]]

    def rolls(self, pool: Pool, lacks: Lacks, spare: Spare) -> list[tuple[Dice, int]]:
        """The rolls of these dice, each with its number of face tuples.

        Faces are cut to what is lacking, and dice that fit nothing are left out, unless a help may act on them.
        """
        whole = any(isinstance(self.problem.helps[at], Reroll | ChangeFace) for at in spare[0])
        each = []
        for place, (die, n) in enumerate(zip(self.problem.dice, pool, strict=True)):
            faces = die.faces if whole else tuple(self.useful(face, lacks) for face in die.faces)
            each.append(self.rolls_of_one(place, tuple(sorted(faces)), n, whole=whole))
        known = self.assign.cache_info().currsize + self.after_help.cache_info().currsize
        if known + prod(len(of_one) for of_one in each) > MOST_MOMENTS:
            raise TooLarge("problem", f"over {MOST_MOMENTS:,} moments", "a smaller one for the plain method")
        rolls: list[tuple[Dice, int]] = [((), 1)]
        for of_one in each:
            rolls = [(dice + more, ways * weight) for dice, ways in rolls for more, weight in of_one]
        return rolls

    def _that_fit(self, dice: Dice, lacks: Lacks) -> Dice:
        """The dice that fit a need, with faces cut to what is lacking."""
        return tuple(sorted((place, cut) for place, face in dice if (cut := self.useful(face, lacks))))

    # Helps. What one does is written here and nowhere else.

    def added(self, spare: Spare) -> Iterator[tuple[int, Spare]]:
        """Each colour of which a die can be added, and what stands by after that."""
        helps, room = spare
        for at in helps:
            help_ = self.problem.helps[at]
            if isinstance(help_, ExtraDie):
                for place, die in enumerate(self.problem.dice):
                    if die.colour in help_.colours and (not room or room[place]):
                        yield place, (without(helps, at), room and with_count(room, place, -1))

    def helped(self, dice: Dice, pool: Pool, lacks: Lacks, spare: Spare) -> Iterator[int]:
        """What the position after a roll is worth with each use of each help."""
        for _, rest in self.added(spare):
            # The added die is given up at once. Any other use of it can wait until the next roll.
            yield self.before_roll(pool, lacks, rest)
        for at in spare[0]:
            rest = (without(spare[0], at), spare[1])
            match self.problem.helps[at]:
                case Reroll(whole=True):
                    yield self.rolled(pool, lacks, rest)
                case Reroll(most):
                    for again in {some for n in range(1, (most or len(dice)) + 1) for some in combinations(dice, n)}:
                        yield self.rerolled(again, dice, pool, lacks, rest)
                case ChangeFace(symbol):
                    for place, face in dict.fromkeys(dice):
                        others = without(dice, (place, face))
                        for to in set(self.problem.dice[place].faces) - {face} if symbol in face else ():
                            yield self.after_help(tuple(sorted((*others, (place, to)))), pool, lacks, rest)
        if self.any_order:
            for paid, rest in self.symbol_put(lacks, spare):
                yield self.after_help(dice, pool, paid, rest)

    def rerolled(self, again: Dice, dice: Dice, pool: Pool, lacks: Lacks, rest: Spare) -> int:
        """The mean after some of these dice are rolled again, the others kept as they are."""
        kept = tuple((Counter(dice) - Counter(again)).elements())
        counts = Counter(place for place, _ in again)
        total = ways = 0
        for new, weight in self.rolls(tuple(counts[place] for place in range(len(pool))), lacks, rest):
            total += weight * self.after_help(tuple(sorted(kept + new)), pool, lacks, rest)
            ways += weight
        return total // ways

    def _assign_in_any_order(self, dice: Dice, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        """As `_assign`, where surplus does not carry over: any die may be the next one, and a symbol may come next."""
        best = self.worst
        for at, (place, face) in enumerate(dice):
            for paid in self.paid(face, lacks):
                others = dice[:at] + dice[at + 1 :]
                best = max(best, self.go_on(others, with_count(pool, place, -1), paid, spare))
        return best

    def go_on(self, dice: Dice, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        """In any order, after a die was assigned: roll what is left, assign more of these dice, or put a symbol."""
        best = max(self.before_roll(pool, lacks, spare), self.assign(self.that_fit(dice, lacks), pool, lacks, spare))
        return max([best, *(self.go_on(dice, pool, paid, rest) for paid, rest in self.symbol_put(lacks, spare))])

    def symbol_put(self, lacks: Lacks, spare: Spare) -> Iterator[tuple[Lacks, Spare]]:
        """What is lacking, and stands by, after an extra symbol was put on a need. A need of `ANY` takes dice only."""
        for at in spare[0]:
            help_ = self.problem.helps[at]
            if isinstance(help_, ExtraSymbol):
                for paid in self.paid(help_.symbol, lacks):
                    if not any(ANY in before and before != after for before, after in zip(lacks, paid, strict=True)):
                        yield paid, (without(spare[0], at), spare[1])


def _useful(face: str, lacks: Lacks) -> str:
    """A face without what no need lacks, sorted; any die also shows `ANY`."""
    most = {symbol: max(lack.count(symbol) for lack in lacks) for symbol in (*face, ANY)}
    return "".join(symbol * min(n, most[symbol]) for symbol, n in sorted(Counter(face + ANY).items()))


def _rolls_of_one(place: int, faces: tuple[str, ...], n: int, *, whole: bool) -> list[tuple[Dice, int]]:
    """The rolls of n dice of one colour; without `whole`, dice that show nothing are left out."""
    if n == 0:
        return [((), 1)]
    rolls = dice_rolls([(Die("", faces), n)])
    return [(tuple((place, face) for _, face in shown if face or whole), weight) for shown, weight in rolls]


def _parts(problem: Problem) -> int:
    """So many parts to 1 that every payoff, every cost, and every mean of any position, is a whole number of them.

    A turn has at most one roll for each die and each help, and a roll divides by at most the number of face tuples of
    all dice.
    """
    added = [help_ for help_ in problem.helps if isinstance(help_, ExtraDie)]
    n_rolls = sum(problem.pool) + len(added) + len(problem.helps)
    if sum(problem.pool) + len(added) > MOST_DICE:
        n_dice = f"{sum(problem.pool) + len(added)} dice"
        raise TooLarge("pool", n_dice, f"at most {MOST_DICE} dice for the plain method")
    most = [
        n + sum(die.colour in help_.colours for help_ in added)
        for die, n in zip(problem.dice, problem.pool, strict=True)
    ]
    tuples = prod(len(die.faces) ** n for die, n in zip(problem.dice, most, strict=True))
    amounts = [*problem.payoffs, *(help_.cost for help_ in problem.helps)]
    return lcm(*(amount.denominator for amount in amounts)) * int(tuples**n_rolls)


def _check_position(problem: Problem, position: Position) -> None:
    """Raises `BadProblem` if the position cannot come up."""
    start = problem.start
    if position.helps not in combinations(start.helps, len(position.helps)):
        raise BadProblem("helps of the position", position.helps, f"some of {start.helps}, in this order")
    lacks = position.lacks
    if len(lacks) != len(problem.needs) or any(
        Counter(lack) - Counter(all_) or lack != "".join(sorted(lack))
        for lack, all_ in zip(lacks, start.lacks, strict=False)
    ):
        raise BadProblem("lacks of the position", lacks, f"a part of each of {start.lacks}, symbols sorted")
    used = [problem.helps[at] for at in start.helps if at not in position.helps]
    choices = [
        [place for place, die in enumerate(problem.dice) if die.colour in help_.colours]
        for help_ in used
        if isinstance(help_, ExtraDie)
    ]
    for added in product(*choices):
        pool, room = start.pool, start.room
        for place in added:
            pool, room = with_count(pool, place, 1), room and with_count(room, place, -1)
        fewer = len(position.pool) == len(pool) and all(
            0 <= n <= most for n, most in zip(position.pool, pool, strict=True)
        )
        if fewer and position.room == room and min(room, default=0) >= 0:
            return
    raise BadProblem("pool of the position", (position.pool, position.room), f"dice left of {start.pool}")
