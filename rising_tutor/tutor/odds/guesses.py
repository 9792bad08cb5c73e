"""Guesses of the odds lab: reading what was stated, and the score of this browser.

The score itself is `rising_tutor.lab.guesses`. The lab draws one turn at the exact chance for each guess, so that
guesses can be held against what happened too.

>>> read_percent("62,5 %")
Fraction(5, 8)
"""

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, BadProblem
from rising_tutor.lab import guesses
from rising_tutor.lab.guesses import Counts, Record
from rising_tutor.probability.dice_turn.answer import Amount

UNIT: Final = "lab"
"""Under this name guesses of the lab stand in the record, beside those of the units."""
VALUES: Final = "lab-value"
"""The same where an expected number counts."""
_BEFORE: Final[Mapping[str, Counts]] = {UNIT: "chance", VALUES: "value"}
"""What choices of the lab count, where it was not written down with them."""
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


class Forgotten:
    """Guesses that were forgotten, to be brought back while the page is open.

    Attributes:
        record: What was forgotten; None if nothing was, or if it was brought back.
    """

    def __init__(self) -> None:
        self.record: Record | None = None

    def forget(self, record: Record) -> Record:
        """Put a record aside, and return the empty one that takes its place."""
        if record != Record():
            self.record = record
        return Record()

    def recall(self, record: Record) -> Record:
        """Return what was forgotten, with the answers that were given since."""
        found, self.record = self.record, None
        if found is None:
            return record
        later: tuple[guesses.Guess | guesses.Pick, ...] = (*record.guesses, *record.picks)
        for one in later:
            found = found.with_answer(one)
        return guesses.fitted(found)


def scored(record: Record, guess: Guess, true: Amount, rng: Random) -> Record:
    """The record with this guess; the first one about a question counts. One turn is drawn for a stated chance."""
    exact = Fraction(true.decimal).limit_denominator(_FINE)
    about = named(guess.question)
    if not guess.chance:
        off = abs(guess.stated - (true.fraction if true.fraction is not None else exact))
        return guesses.fitted(record.with_answer(guesses.Pick(VALUES, about, guess.stated, off, "stated")))
    happened = rng.random() < true.decimal
    one = guesses.Guess(UNIT, about, guess.stated, min(max(exact, Fraction(0)), Fraction(1)), happened)
    return guesses.fitted(record.with_answer(one))


def picked(record: Record, question: str, at: int, lost: Amount, *, chance: bool) -> Record:
    """The record with the choice that was picked after a roll; the first pick of the same roll counts.

    Args:
        question: the words of the address, with the roll.
        at: the place of the choice in an order that tells nothing.
        lost: what it costs against the best.
        chance: whether that is a chance, and not an expected number.
    """
    unit = UNIT if chance else VALUES
    loss = max(Fraction(lost.decimal).limit_denominator(_FINE), Fraction(0))
    pick = guesses.Pick(unit, named(question), Fraction(at), loss, "chance" if chance else "value")
    return guesses.fitted(record.with_answer(pick))


def was_picked(record: Record, question: str) -> bool:
    """Whether this browser picked a choice after this roll."""
    return any(record.given(unit, named(question)) is not None for unit in (UNIT, VALUES))


def picks_of(record: Record, counts: Counts) -> tuple[guesses.Pick, ...]:
    """What was picked or stated, in the lab and in the units, where this counts: losses of one kind can be added."""
    return tuple(pick for pick in record.picks if (pick.counts or _BEFORE.get(pick.unit)) == counts)


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
    """A percentage as a fraction; the middle where nothing was typed. Raises `BadProblem`."""
    return read_value(text.strip().removesuffix("%"), Fraction(100)) / 100


def read_value(text: str, most: Fraction) -> Fraction:
    """A number up to a largest one; the middle where nothing was typed. Raises `BadProblem`."""
    found = text.strip()
    if not found:
        return most / 2
    if not _DECIMAL.match(found) or (stated := Fraction(found.replace(",", "."))) > most:
        raise BadProblem("guess", text, f"a number from 0 to {float(most):g}")
    return stated


def no_guess(fault: BadProblem) -> str:
    """What to do instead of what was no guess, in a sentence."""
    return f"State {fault.expected}: type it, or move the slider."
