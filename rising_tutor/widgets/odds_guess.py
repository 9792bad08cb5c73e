"""Guesses of the odds lab: reading what was stated, and the score of this browser.

The score itself is `rising_tutor.lab.guesses`. The lab draws one turn at the exact chance for each guess, so that
guesses can be held against what happened too.

>>> read_percent("62,5 %")
Fraction(5, 8)
"""

import hashlib
import re
from fractions import Fraction
from random import Random
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, BadProblem
from rising_tutor.lab import guesses
from rising_tutor.lab.guesses import Record
from rising_tutor.probability.answer import Amount

UNIT: Final = "lab"
"""Under this name guesses of the lab stand in the record, beside those of the units."""
VALUES: Final = "lab-value"
"""The same for choices where an expected number counts: what they lost cannot be added to chances."""
_DECIMAL: Final = re.compile(r"\d{1,6}(?:[.,]\d{1,6})?\Z")
_FINE: Final = 10**12
_LONGEST: Final = 120


class Guess(Value, frozen=True):
    """A guess about the present question.

    Attributes:
        question: the words of the address, by which it is known again.
        stated: what was stated.
        chance: whether it is a chance, and not an expected number.
    """

    question: str
    stated: Fraction
    chance: bool


def scored(record: Record, guess: Guess, true: Amount, rng: Random) -> Record:
    """The record with this guess. Only chances are kept, and the first guess about a question counts."""
    if not guess.chance:
        return record
    exact = min(max(Fraction(true.decimal).limit_denominator(_FINE), Fraction(0)), Fraction(1))
    happened = rng.random() < true.decimal
    one = guesses.Guess(UNIT, named(guess.question), guess.stated, exact, happened)
    return guesses.fitted(record.with_guess(one))


def picked(record: Record, question: str, at: int, lost: Amount, *, chance: bool) -> Record:
    """The record with the choice that was picked after a roll; the first pick of the same roll counts.

    Args:
        record: all guesses.
        question: the words of the address, with the roll.
        at: the place of the choice in an order that tells nothing.
        lost: what it costs against the best.
        chance: whether that is a chance, and not an expected number.
    """
    unit = UNIT if chance else VALUES
    loss = max(Fraction(lost.decimal).limit_denominator(_FINE), Fraction(0))
    return guesses.fitted(record.with_pick(guesses.Pick(unit, named(question), Fraction(at), loss)))


def picks_of(record: Record, *, chance: bool) -> tuple[guesses.Pick, ...]:
    """What was picked after rolls of the lab, where a chance counts, or an expected number."""
    return tuple(pick for pick in record.picks if pick.unit == (UNIT if chance else VALUES))


def named(question: str) -> str:
    """A question, cut to a length that can be kept, and still told from every other.

    >>> len(named("x" * 500)), named("x" * 500) == named("x" * 499 + "y")
    (120, False)
    """
    if len(question) <= _LONGEST:
        return question
    mark = hashlib.sha256(question.encode()).hexdigest()[:16]
    return f"{question[: _LONGEST - len(mark)]}{mark}"


def remembered(text: object) -> Record:
    """The record that a browser kept; an empty one if it is none."""
    try:
        return guesses.load(text) if isinstance(text, str) else Record()
    except BadContent:
        return Record()


def read_percent(text: str) -> Fraction:
    """A percentage as a fraction. Raises `BadProblem`."""
    found = text.strip().removesuffix("%").strip()
    if not _DECIMAL.match(found) or (stated := Fraction(found.replace(",", ".")) / 100) > 1:
        raise BadProblem("guess", text, "a number from 0 to 100")
    return stated


def read_value(text: str, most: Fraction) -> Fraction:
    """A number up to a largest one. Raises `BadProblem`."""
    found = text.strip()
    if not _DECIMAL.match(found) or (stated := Fraction(found.replace(",", "."))) > most:
        raise BadProblem("guess", text, f"a number from 0 to {most}")
    return stated
