"""Amounts compared and averaged, as fractions where there are any."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from rising_tutor.probability.dice_turn.answer import Amount

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
    total = sum(weight for _, weight in each)
    fractions = [amount.fraction for amount, _ in each]
    if any(fraction is None for fraction in fractions):
        return Amount(None, sum(amount.decimal * weight for amount, weight in each) / total)
    exact = [fraction for fraction in fractions if fraction is not None]
    bottom = lcm(*(fraction.denominator for fraction in exact))
    top = sum(
        fraction.numerator * (bottom // fraction.denominator) * weight
        for fraction, (_, weight) in zip(exact, each, strict=True)
    )
    return Amount.exact(Fraction(top, bottom * total))
