"""Chances and differences as they are read everywhere: one decimal, and never rounded into a lie.

What is not certain never reads as 100 %, what is not impossible never as 0 %, and a difference never as none.

>>> percent(Fraction(2, 27)), percent(Fraction(99_999, 100_000)), percent(1e-9)
('7.4 %', '> 99.9 %', '< 0.1 %')
"""

from decimal import Decimal
from fractions import Fraction
from typing import Final

from rising_tutor.probability.dice_turn.answer import TIE, Amount

MINUS: Final = "\u2212"
_PERCENT: Final = 100
POINTS_DIGITS: Final = 1
NUMBER_DIGITS: Final = 3
"""Digits behind the point: of a percentage and of points of it; of an expected value."""
_ROUNDING: Final = 1e-9
"""So far beyond 0 or 1 a sum of decimals can come by rounding."""


def percent(chance: float | Fraction, *, exact: bool = True) -> str:
    """A chance as a percentage with one decimal; none for what is impossible or certain.

    Args:
        chance: from 0 to 1.
        exact: whether a 0 or 1 is known to be one. A decimal alone may have been rounded to it.

    Raises:
        ValueError: below 0 or above 1 by more than rounding: that is no chance, whatever it is.

    >>> percent(1), percent(0), percent(Fraction(1, 2))
    ('100 %', '0 %', '50.0 %')
    >>> percent(1.0, exact=False), percent(1 - Fraction(1, 10**400)), percent(Fraction(1, 10**400))
    ('> 99.9 %', '> 99.9 %', '< 0.1 %')
    """
    if not -_ROUNDING <= chance <= 1 + _ROUNDING:
        raise ValueError(f"{float(chance)} is no chance")
    if exact and chance in (0, 1):
        return f"{_PERCENT * int(chance)} %"
    shown = f"{_PERCENT * float(chance):.{POINTS_DIGITS}f}"
    if float(shown) >= _PERCENT:
        return "> 99.9 %"
    return f"{shown} %" if float(shown) > 0 else "< 0.1 %"


def percent_of(amount: Amount) -> str:
    """A chance that was worked out, as a percentage.

    >>> percent_of(Amount.exact(Fraction(1))), percent_of(Amount(None, 1.0))
    ('100 %', '> 99.9 %')
    """
    return percent(amount.decimal, exact=False) if amount.fraction is None else percent(amount.fraction)


def amount(value: Amount, *, chance: bool) -> str:
    """An amount as it is shown: a percentage, or a number."""
    return percent_of(value) if chance else number(value.decimal)


def more_goals(value: Amount) -> str:
    """Return an expected number of goals in words; only goals that are still open are meant.

    >>> more_goals(Amount.exact(Fraction(1))), more_goals(Amount.exact(Fraction(5, 2)))
    ('1 more goal on average', '2.500 more goals on average')
    >>> more_goals(Amount.exact(Fraction(0)))
    'no goal that is still open can be completed'
    """
    shown = number(value.decimal)
    if shown == "0":
        return "no goal that is still open can be completed"
    return f"{shown} more {'goal' if shown == '1' else 'goals'} on average"


def number(value: float) -> str:
    """An expected value with three decimals; a whole number only if it is one.

    >>> number(1.5), number(2.0), number(1.999996), number(1e-9)
    ('1.500', '2', '> 1.999', '< 0.001')
    """
    near = round(value)
    if abs(value - near) < TIE:
        return str(near)
    shown = f"{value:.{NUMBER_DIGITS}f}"
    if float(shown) != near:
        return shown
    step = 10**-NUMBER_DIGITS
    return f"> {near - step:.{NUMBER_DIGITS}f}" if value < near else f"< {near + step:.{NUMBER_DIGITS}f}"


def size(difference: float | Fraction, *, points: bool) -> str:
    """How large a difference is, without its sign: in points of a percentage, or as a number with three decimals.

    >>> size(Fraction(-1, 8), points=True), size(Fraction(1, 8), points=False), size(0, points=True)
    ('12.5', '0.125', '0')
    >>> size(0.0001, points=True), size(Fraction(1, 10**400), points=False)
    ('< 0.1', '< 0.001')
    """
    if not difference:
        return "0"
    digits = POINTS_DIGITS if points else NUMBER_DIGITS
    shown = f"{abs(float(difference)) * (_PERCENT if points else 1):.{digits}f}"
    return shown if float(shown) else f"< {10**-digits:.{digits}f}"


def loss(value: Amount, *, chance: bool) -> str:
    """What a choice costs: in points of a percentage, or as a number; `best` if nothing.

    >>> loss(Amount.exact(Fraction(1, 8)), chance=True), loss(Amount.exact(Fraction(0)), chance=True)
    ('\u221212.5', 'best')
    >>> loss(Amount.exact(Fraction(1, 10**6)), chance=True)
    '< 0.1'
    """
    if value.decimal <= 0:
        return "best"
    return _signed(MINUS, size(value.decimal, points=chance))


def cost(value: Amount, *, chance: bool) -> str:
    """What a choice that is not best costs, in a sentence.

    >>> cost(Amount.exact(Fraction(1, 8)), chance=True), cost(Amount.exact(Fraction(1, 10**6)), chance=True)
    ('12.5 points', 'less than 0.1 points')
    """
    said = size(value.fraction or value.decimal, points=chance).replace("< ", "less than ")
    return f"{said} points" if chance else said


def gain(value: Amount, *, chance: bool, minus: str = MINUS) -> str:
    """What a change brings, with its sign: in points of a percentage, or as a number.

    >>> gain(Amount.exact(Fraction(1, 8)), chance=True), gain(Amount.exact(Fraction(-1, 8)), chance=False)
    ('+12.5', '\u22120.125')
    """
    if not value.decimal:
        return "nothing"
    return _signed(minus if value.decimal < 0 else "+", size(value.decimal, points=chance))


def _signed(sign: str, said: str) -> str:
    """With its sign, unless all that is said is how small it is."""
    return said if said.startswith("<") else f"{sign}{said}"


def short_fraction(value: Fraction | None, decimal: float) -> str:
    """A probability on a branch: the fraction if it is short, else the percentage.

    >>> short_fraction(Fraction(7, 36), 7 / 36), short_fraction(Fraction(12345, 279936), 0.0441)
    ('7/36', '4.4 %')
    """
    if value is not None and len(str(value.denominator)) <= 4:
        return str(value)
    return percent(decimal)


def digits(number: int) -> str:
    """A whole number as text. Python itself writes no number of more than a few thousand digits.

    >>> len(digits(10**9000)), digits(-7)
    (9001, '-7')
    """
    return str(Decimal(number))
