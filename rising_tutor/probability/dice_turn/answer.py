"""What an answer is made of: amounts, compared and added up as fractions where there are any; a choice after a roll.

>>> Amount.exact(Fraction(2, 27)).percent()
'7.4 %'
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Protocol, TypeAlias

from rising_tutor.core.chance import Shown
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.problem import Position, Problem

EXACT = "exact"
TO_1E_12 = "exact to 1e-12"
"""Methods as every page and command names them. Estimates are another type (`estimate.Estimate`)."""
Progress: TypeAlias = Callable[[int, int], None]
"""Called with what is done and what there is to do, (0, 1) while that is not known. What it raises stops the work."""
TIE = 1e-12
"""Decimals closer than this are taken for equal."""


class Amount(Value, frozen=True):
    """A probability or an expected value.

    Attributes:
        fraction: the exact amount; None where only the decimal could be had in time.
        decimal: the same, within 1e-12.
    """

    fraction: Fraction | None
    decimal: float

    @classmethod
    def exact(cls, fraction: Fraction) -> "Amount":
        return cls(fraction, float(fraction))

    @property
    def method(self) -> str:
        """How it was obtained, in the words shown beside it."""
        return TO_1E_12 if self.fraction is None else EXACT

    def minus(self, other: "Amount") -> "Amount":
        """The difference; exactly 0 for two decimals that are taken for equal."""
        if self.fraction is not None and other.fraction is not None:
            return Amount.exact(self.fraction - other.fraction)
        difference = self.decimal - other.decimal
        return Amount(None, 0.0 if abs(difference) < TIE else difference)

    def percent(self, digits: int = 1) -> str:
        return f"{100 * self.decimal:.{digits}f} %"


CLOSE = 1e-9
"""Decimals that are closer than this, as a part of the larger one, are compared as fractions where there are any."""


def more(one: Amount, other: Amount) -> bool:
    """Whether one amount is larger; near ties are compared as fractions where both have one.

    >>> third = Amount.exact(Fraction(1, 3))
    >>> more(third, Amount.exact(Fraction(33333333333333333, 10**17)))
    True
    """
    if one is other:
        return False
    near = abs(one.decimal - other.decimal) <= CLOSE * max(abs(one.decimal), abs(other.decimal))
    if near and one.fraction is not None and other.fraction is not None:
        return one.fraction > other.fraction
    return one.decimal > other.decimal


def mean(parts: Sequence[tuple[Amount, int]]) -> Amount:
    """The mean of amounts with whole-number weights."""
    by_amount: dict[int, tuple[Amount, int]] = {}
    for amount, weight in parts:
        by_amount[id(amount)] = (amount, by_amount.get(id(amount), (amount, 0))[1] + weight)
    each = list(by_amount.values())
    weights = sum(weight for _, weight in each)
    exact = [amount.fraction for amount, _ in each if amount.fraction is not None]
    if len(exact) < len(each):
        return Amount(None, sum(amount.decimal * weight for amount, weight in each) / weights)
    bottom = lcm(*(fraction.denominator for fraction in exact))
    top = sum(
        fraction.numerator * (bottom // fraction.denominator) * weight
        for fraction, (_, weight) in zip(exact, each, strict=True)
    )
    return Amount.exact(Fraction(top, bottom * weights))


def total(amounts: Iterable[Amount]) -> Amount:
    """The sum; a fraction where all are."""
    listed = list(amounts)
    fractions = [amount.fraction for amount in listed if amount.fraction is not None]
    if len(fractions) == len(listed):
        return Amount.exact(sum(fractions, Fraction(0)))
    return Amount(None, sum(amount.decimal for amount in listed))


class Option(Value, frozen=True):
    """One thing that can be done after a roll, with what it is worth.

    Exactly one of `assign`, `discard`, `help` says what is done.

    Attributes:
        assign: (colour, face, place of the need) of every die that is assigned, sorted.
        discard: the colour of the die that is given up; empty if none.
        help: the place of the help that is used; -1 if none.
        dice: with a help: the (colour, face) pairs that are rolled again, the one that is turned, or the added
            (colour, "").
        to: with `ChangeFace`: the face that the die is turned to.
        value: what best play expects from here on: the payoff of the turn, less the costs of all helps used in it.
        loss: how much less than the best option of this roll, from 0.
    """

    value: Amount
    loss: Amount
    assign: tuple[tuple[str, str, int], ...] = ()
    discard: str = ""
    help: int = -1
    dice: Shown = ()
    to: str = ""


class Solved(Protocol):
    """A problem with its answer. Made by `solve`, or by the plain `reference`."""

    @property
    def problem(self) -> Problem: ...

    @property
    def method(self) -> str:
        """`EXACT` or `TO_1E_12`."""

    @property
    def value(self) -> Amount:
        """What best play expects from the start."""

    def value_at(self, position: Position) -> Amount:
        """What best play expects from a position that can come up in this problem.

        Raises:
            BadProblem: it cannot come up.
        """
