"""Guesses of the odds lab: what was stated, what was true, and how good the guesses are.

>>> read_percent("62,5 %")
Fraction(5, 8)
"""

import re
from fractions import Fraction
from typing import Any, Final

from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.answer import Amount

_DECIMAL: Final = re.compile(r"\d{1,6}(?:[.,]\d{1,6})?\Z")
MOST_KEPT: Final = 200


class Guess(Value, frozen=True):
    """A guess: the question in words, what was stated, whether it is a chance."""

    question: str
    stated: Fraction
    chance: bool


class Guesses:
    """The guesses made in this browser, with what was true.

    Only chances are scored: the score of a guess is the squared distance of the two probabilities.
    """

    def __init__(self) -> None:
        self.pairs: list[tuple[str, float, float]] = []

    def add(self, guess: Guess, true: Amount) -> None:
        """Keep a guess; the first one about a question counts."""
        if guess.chance and all(question != guess.question for question, _, _ in self.pairs):
            self.pairs = [*self.pairs, (guess.question, float(guess.stated), true.decimal)][-MOST_KEPT:]

    @property
    def distance(self) -> float | None:
        """How far guesses lie from the truth on average, from 0 to 1; None without any."""
        if not self.pairs:
            return None
        return sum(abs(stated - true) for _, stated, true in self.pairs) / len(self.pairs)

    def dump(self) -> list[list[Any]]:
        """As plain data for a browser to keep."""
        return [list(pair) for pair in self.pairs]

    @classmethod
    def load(cls, data: object) -> "Guesses":
        """From what a browser kept; what cannot be used is left out."""
        out = cls()
        for pair in data if isinstance(data, list) else []:
            match pair:
                case [str() as question, int() | float() as stated, int() | float() as true] if (
                    0 <= stated <= 1 and 0 <= true <= 1
                ):
                    out.pairs.append((question[:400], float(stated), float(true)))
        out.pairs = out.pairs[-MOST_KEPT:]
        return out


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
