"""The problem of one turn: dice that are rolled, needs to be covered, and what may help.

The rules are those of step 3 of the Rising games. The pool is rolled; after each roll the player assigns one or more
of the rolled dice to needs, or discards exactly one die; the dice that are left are rolled again, until none is left.
A die fits a need that still lacks a symbol the die shows. A double may overpay, and never serves two needs.

>>> from rising_tutor.core.chance import Die
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> problem = Problem(dice=(green, blue), pool=(2, 1), needs=(Need("WWE"),))
>>> problem.start
Position(pool=(2, 1), lacks=('EWW',), helps=(), room=())
>>> problem.payoff_of((1,))
Fraction(1, 1)
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import TypeAlias

from rising_tutor.core.chance import Die
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem

ANY = "*"
"""In a need: any die pays it, whatever it shows; an extra symbol is no die and does not."""
MOST_DICE = 60
MOST_FACES = 20
MOST_ON_FACE = 4
MOST_SYMBOLS = 24
"""Symbols in all sets of one need."""
MOST_NEEDS = 6
MOST_COLOURS = 6


class Need(Value, frozen=True):
    """Symbols that a card asks for.

    Attributes:
        symbols: one letter for each symbol, such as "WWE" (a multiset: the order does not matter). A need of `ANY`
            only, such as "**", is paid by any die, one for each star.
        times: how many complete sets can be paid in one turn; a Villain can take several.
        name: what it stands for, for people.
        carry: whether the surplus half of a double counts for the next set of the same need.
        lacking: what is lacking at the start where a part was paid before; empty: all of it. No set is complete then.

    >>> Need("WWE", times=2, lacking="WWEE").lack
    'EEWW'
    """

    symbols: str
    times: int = 1
    name: str = ""
    carry: bool = True
    lacking: str = ""

    @property
    def lack(self) -> str:
        """All that is lacking at the start, sorted."""
        return "".join(sorted(self.lacking or self.symbols * self.times))

    def sets(self, lack: str) -> int:
        """How many sets are complete when this is still lacking."""
        left = Counter(lack)
        each = Counter(self.symbols)
        return min((n * self.times - left[symbol]) // n for symbol, n in each.items())

    def pay(self, lack: str, face: str) -> str:
        """What is lacking after a die with this face was assigned; the same text if the die does not fit."""
        if not lack:
            return lack
        if ANY in self.symbols:
            return lack[1:]
        if self.carry:
            for symbol in face:
                lack = lack.replace(symbol, "", 1)
            return lack
        # Each symbol counts for its set under way; what a double has beyond that is lost.
        for symbol, n in Counter(face).items():
            each = self.symbols.count(symbol)
            open_now = (lack.count(symbol) - 1) % each + 1 if each else 0
            lack = lack.replace(symbol, "", min(n, open_now))
        return lack


class _Once(Value, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What every help has. As data it says its kind: `{kind = "reroll", most = 2}`.

    Attributes:
        cost: what using it takes off the payoff, from 0; a token that is used is gone. Its printed form leaves out 0.

    >>> ExtraDie(("red",)), Reroll(2, cost=Fraction(1, 20))
    (ExtraDie(colours=('red',), name=''), Reroll(most=2, whole=False, name='', cost=Fraction(1, 20)))
    """

    cost: Fraction = Fraction(0)

    def __repr__(self) -> str:
        fields = [field for field in self.__struct_fields__ if field != "cost" or self.cost]
        return f"{type(self).__name__}({', '.join(f'{field}={getattr(self, field)!r}' for field in fields)})"


class ExtraDie(_Once, frozen=True, tag="die"):
    """Once: one die of one of these colours joins the pool, at any moment, and is rolled with the next roll."""

    colours: tuple[str, ...]
    name: str = ""


class Reroll(_Once, frozen=True, tag="reroll"):
    """Once, after a roll and before its dice are assigned: up to `most` chosen dice of it are rolled again.

    Attributes:
        most: the largest number of dice; 0 for any number.
        whole: every die that shows a face is rolled again, none can be kept (the token of this kind). A die that was
            just added shows none yet and waits for the next roll.
    """

    most: int = 0
    whole: bool = False
    name: str = ""


class ChangeFace(_Once, frozen=True, tag="change"):
    """Once, after a roll and before its dice are assigned: a die is turned to another face of the same die.

    Attributes:
        symbol: the die must show this symbol, single or double; empty for any die.
    """

    symbol: str = ""
    name: str = ""


class ExtraSymbol(_Once, frozen=True, tag="symbol"):
    """Once, at any moment: one symbol is put on a need that lacks it. It does not replace assigning or discarding.

    Attributes:
        symbol: the symbol; twice for a die with a double that was kept on a card and may be moved.
    """

    symbol: str
    name: str = ""


Help: TypeAlias = ExtraDie | Reroll | ChangeFace | ExtraSymbol
"""What may be used once in the turn, beside the dice. Where it has a cost, best play uses it only if it gains more."""


class Position(Value, frozen=True):
    """A moment at which the dice that are left are about to be rolled.

    Attributes:
        pool: how many dice of each kind are left, in the order of `Problem.dice`.
        lacks: what each need still lacks, symbols sorted; empty when it is complete.
        helps: places in `Problem.helps` of what is still unused, in rising order. All others were used in this turn:
            their cost counts in what the position is worth, as the sets that are complete do.
        room: how many more dice of each kind the box holds; empty for no limit.
    """

    pool: tuple[int, ...]
    lacks: tuple[str, ...]
    helps: tuple[int, ...] = ()
    room: tuple[int, ...] = ()


class Problem(Value, frozen=True):
    """The whole question.

    Attributes:
        dice: the kinds of die, one for each colour.
        pool: how many dice of each kind are collected, in the same order.
        payoff: the value of each outcome, by the number of complete sets of each need: the last need counts fastest
            (mixed radix with `times + 1`). Empty: every complete set counts 1.
        helps: what may be used beside the dice.
        room: how many dice of each kind `ExtraDie` may still add, as the box holds no more; empty for no limit.

    Raises:
        BadProblem: when `checked` finds something that no turn can have.
    """

    dice: tuple[Die, ...]
    pool: tuple[int, ...]
    needs: tuple[Need, ...]
    payoff: tuple[Fraction, ...] = ()
    helps: tuple[Help, ...] = ()
    room: tuple[int, ...] = ()

    @property
    def start(self) -> Position:
        """Before the first roll."""
        return Position(self.pool, tuple(need.lack for need in self.needs), tuple(range(len(self.helps))), self.room)

    @property
    def outcomes(self) -> tuple[tuple[int, ...], ...]:
        """Every outcome as numbers of complete sets, in the order of `payoff`."""
        return tuple(product(*(range(need.times + 1) for need in self.needs)))

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """The value of each of `outcomes`."""
        return self.payoff or sums([1] * len(self.needs), self.needs)

    def payoff_of(self, sets: Sequence[int]) -> Fraction:
        at = 0
        for need, n in zip(self.needs, sets, strict=True):
            at = at * (need.times + 1) + n
        return self.payoffs[at]

    @property
    def is_chance(self) -> bool:
        """Whether the value is the chance of something, every outcome being worth 0 or 1."""
        return set(self.payoffs) <= {0, 1}

    @property
    def has_costs(self) -> bool:
        return any(help_.cost for help_ in self.helps)

    def spent(self, unused: Collection[int]) -> Fraction:
        """What the helps have cost that are used; `unused` are the places of the others."""
        return sum((help_.cost for at, help_ in enumerate(self.helps) if at not in unused), Fraction(0))

    def checked(self) -> "Problem":
        """The problem itself, if a turn can be like this. Raises `BadProblem`: what, where and the value."""
        _check_dice(self)
        for at, need in enumerate(self.needs, 1):
            _check_need(self, f"need {at}", need)
        n_outcomes = prod(need.times + 1 for need in self.needs)
        if self.payoff and len(self.payoff) != n_outcomes:
            raise BadProblem("payoff", len(self.payoff), f"one value for each of the {n_outcomes} outcomes")
        for at, help_ in enumerate(self.helps, 1):
            _check_help(self, f"help {at}", help_)
        return self


def sums(weights: Iterable[Fraction | int], needs: Sequence[Need]) -> tuple[Fraction, ...]:
    """The payoff that adds a weight for every complete set of a need.

    >>> [str(value) for value in sums([1, 3], [Need("W"), Need("E")])]
    ['0', '3', '1', '4']
    """
    each = [Fraction(weight) for weight in weights]
    if len(each) != len(needs):
        raise BadProblem("value", f"{len(each)} numbers", f"one number for each of the {len(needs)} needs")
    # Whole numbers over one denominator: adding fractions one by one takes long where many are asked for.
    parts = lcm(*(weight.denominator for weight in each))
    whole = [int(weight * parts) for weight in each]
    outcomes = product(*(range(need.times + 1) for need in needs))
    totals = [sum(weight * n for weight, n in zip(whole, sets, strict=True)) for sets in outcomes]
    value = {total: Fraction(total, parts) for total in set(totals)}
    return tuple(value[total] for total in totals)


def at_least(n: int, needs: Sequence[Need]) -> tuple[Fraction, ...]:
    """The payoff that is 1 when at least n sets are complete, else 0.

    >>> [int(value) for value in at_least(2, [Need("W"), Need("E")])]
    [0, 0, 0, 1]
    """
    if not 1 <= n <= sum(need.times for need in needs):
        raise BadProblem("value", f"at least {n}", f"from 1 to {sum(need.times for need in needs)}")
    return tuple(Fraction(1 if sum(sets) >= n else 0) for sets in product(*(range(need.times + 1) for need in needs)))


def all_or_nothing(needs: Sequence[Need]) -> tuple[Fraction, ...]:
    """The payoff that is 1 when every set of every need is complete, else 0."""
    return at_least(sum(need.times for need in needs), needs)


def _check_dice(problem: Problem) -> None:
    if not problem.dice or len(problem.dice) > MOST_COLOURS:
        raise BadProblem("dice", len(problem.dice), f"1 to {MOST_COLOURS} kinds of die")
    colours = [die.colour for die in problem.dice]
    if len(set(colours)) != len(colours):
        raise BadProblem("dice", ", ".join(colours), "every colour once")
    for die in problem.dice:
        if not 1 <= len(die.faces) <= MOST_FACES:
            raise BadProblem(f"{die.colour} die", f"{len(die.faces)} faces", f"1 to {MOST_FACES} faces")
        for face in die.faces:
            if ANY in face or len(face) > MOST_ON_FACE:
                raise BadProblem(f"{die.colour} die", face, f"faces of at most {MOST_ON_FACE} symbols, one letter each")
    for name, counts in (("pool", problem.pool), ("room", problem.room or problem.pool)):
        if len(counts) != len(problem.dice) or any(n < 0 for n in counts):
            raise BadProblem(name, counts, f"{len(problem.dice)} numbers from 0")
    if sum(problem.pool) > MOST_DICE:
        raise BadProblem("pool", f"{sum(problem.pool)} dice", f"at most {MOST_DICE} dice")
    if len(problem.needs) > MOST_NEEDS or not problem.needs:
        raise BadProblem("needs", len(problem.needs), f"1 to {MOST_NEEDS} needs")


def _check_need(problem: Problem, where: str, need: Need) -> None:
    if not need.symbols or need.times < 1 or len(need.symbols) * need.times > MOST_SYMBOLS:
        shown = f"{need.symbols!r} times {need.times}"
        raise BadProblem(where, shown, f"1 to {MOST_SYMBOLS} symbols in all")
    whole = Counter(need.symbols * need.times)
    if need.lacking and (Counter(need.lacking) - whole or need.sets(need.lack)):
        raise BadProblem(where, need.lacking, f"a part of {''.join(sorted(whole.elements()))} without a complete set")
    if ANY in need.symbols:
        if set(need.symbols) != {ANY}:
            raise BadProblem(where, need.symbols, f"either symbols or {ANY} only")
        return
    known = sorted({symbol for die in problem.dice for face in die.faces for symbol in face})
    for symbol in need.symbols:
        if symbol not in known:
            raise BadProblem(where, symbol, f"a symbol that these dice show: {' '.join(known)}")


def _check_help(problem: Problem, where: str, help_: Help) -> None:
    colours = [die.colour for die in problem.dice]
    known = sorted({symbol for die in problem.dice for face in die.faces for symbol in face})
    if help_.cost < 0:
        raise BadProblem(where, f"a cost of {help_.cost}", "a cost from 0")
    if isinstance(help_, ExtraDie):
        for colour in help_.colours:
            if colour not in colours:
                raise BadProblem(where, colour, f"one of the colours {', '.join(colours)}")
        if not help_.colours:
            raise BadProblem(where, "", "at least one colour")
    elif isinstance(help_, Reroll):
        if help_.most < 0:
            raise BadProblem(where, help_.most, "a number of dice, 0 for any")
    elif isinstance(help_, ChangeFace):
        if help_.symbol and help_.symbol not in known:
            raise BadProblem(where, help_.symbol, f"a symbol that these dice show: {' '.join(known)}")
    elif not help_.symbol or len(help_.symbol) > MOST_ON_FACE or not set(help_.symbol) <= set(known):
        raise BadProblem(where, help_.symbol, f"a symbol that these dice show: {' '.join(known)}")
