"""The score of stated chances. A guess states how likely something is; the score says how good the statement was.

Two scores, told apart by name:

- against **outcomes**: one turn is drawn at the exact chance, and the Brier score is (stated - 1)^2 if it worked, else
  stated^2. It is what a person can score in life, and depends on luck.
- against the **exact** chance p: the expected Brier score p (stated - 1)^2 + (1 - p) stated^2, which no luck moves. It
  is least when the statement is p itself; what is left then is the uncertainty of the thing.

Both split into reliability - resolution + uncertainty (Murphy 1973) without remainder, with one bin for each value that
was stated; in the second the chances stand where the outcomes stood. Lower is better. All amounts are fractions.

>>> guess = Guess("keep-or-discard", "two-left", Fraction(1, 2), Fraction(59, 108), happened=True)
>>> brier([guess], AGAINST_OUTCOMES), excess(guess)
(Fraction(1, 4), Fraction(25, 11664))
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent

AGAINST_OUTCOMES: Final = "outcomes"
AGAINST_EXACT: Final = "exact"
VERSION: Final = 1
MOST_BYTES: Final = 1 << 16
MOST_KEPT: Final = 500
_LONGEST: Final = 200
_FILE: Final = "guesses"

Counts = Literal["", "chance", "value", "stated"]
"""What an answer without a stated chance is about."""


class Guess(Value, frozen=True):
    """A stated chance.

    Attributes:
        stated: from 0 to 1.
        exact: the exact chance.
        happened: whether the one turn that was drawn at this chance worked.
    """

    unit: str
    ask: str
    stated: Fraction
    exact: Fraction
    happened: bool


class Pick(Value, frozen=True):
    """A choice, or a stated value, with what it cost.

    Attributes:
        given: the place of the way that was picked, or the value that was stated.
        loss: how much less than the best it is worth, or how far it is off; 0 is right.
        counts: what the loss is made of: a choice loses a "chance" or a part of an expected "value", a "stated" value
            is off by it. "" where it was kept before this was written down.
    """

    unit: str
    ask: str
    given: Fraction
    loss: Fraction
    counts: Counts = ""


class Record(Value, frozen=True):
    """All that a learner guessed, oldest first; one entry for each question."""

    guesses: tuple[Guess, ...] = ()
    picks: tuple[Pick, ...] = ()

    def given(self, unit: str, ask: str) -> Guess | Pick | None:
        """What was answered to a question; None if nothing yet."""
        given: tuple[Guess | Pick, ...] = (*self.guesses, *self.picks)
        return next((one for one in given if (one.unit, one.ask) == (unit, ask)), None)

    def with_answer(self, one: Guess | Pick) -> "Record":
        """With one answer more. The first answer to a question counts, a later one changes nothing."""
        if self.given(one.unit, one.ask) is not None:
            return self
        if isinstance(one, Guess):
            return Record((*self.guesses, one)[-MOST_KEPT:], self.picks)
        return Record(self.guesses, (*self.picks, one)[-MOST_KEPT:])

    def without(self, unit: str) -> "Record":
        """Without the answers of a unit, to take it again."""
        return Record(
            tuple(guess for guess in self.guesses if guess.unit != unit),
            tuple(pick for pick in self.picks if pick.unit != unit),
        )


class Split(Value, frozen=True):
    """The Brier score and its parts: score = reliability - resolution + uncertainty, exactly.

    Attributes:
        reliability: how far the stated values lie from what came of them; 0 is best.
        resolution: how far what came of them differs from the overall mean; more is better.
        uncertainty: that of the overall mean itself; no guess changes it.
    """

    score: Fraction
    reliability: Fraction
    resolution: Fraction
    uncertainty: Fraction


class Point(Value, frozen=True):
    """A point of the calibration curve.

    Attributes:
        stated: the mean of the values stated in this bin.
        happened: the share of them that worked.
        exact: the mean of their exact chances.
    """

    stated: Fraction
    happened: Fraction
    exact: Fraction
    n: int


def brier(guesses: Iterable[Guess], against: str) -> Fraction:
    """The mean Brier score.

    Args:
        guesses: at least one.
        against: `AGAINST_OUTCOMES`, or `AGAINST_EXACT` for its expectation at the exact chances.
    """
    pairs = [(guess.stated, _came(guess, against)) for guess in guesses]
    each = [came * (1 - stated) ** 2 + (1 - came) * stated**2 for stated, came in pairs]
    return sum(each, Fraction(0)) / len(each)


def excess(guess: Guess) -> Fraction:
    """What a guess costs beyond stating the exact chance: (stated - exact)^2, expected Brier score.

    >>> excess(Guess("", "", Fraction(1, 2), Fraction(1, 4), happened=False))
    Fraction(1, 16)
    """
    return (guess.stated - guess.exact) ** 2


def split(guesses: Sequence[Guess], against: str) -> Split:
    """The score with its parts, one bin for each stated value.

    Args:
        guesses: at least one.
        against: as in `brier`.
    """
    n = len(guesses)
    bins: dict[Fraction, list[Fraction]] = defaultdict(list)
    for guess in guesses:
        bins[guess.stated].append(_came(guess, against))
    mean = sum((one for came in bins.values() for one in came), Fraction(0)) / n
    reliability, resolution = Fraction(0), Fraction(0)
    for stated, came in bins.items():
        share = sum(came, Fraction(0)) / len(came)
        weight = Fraction(len(came), n)
        reliability += weight * (stated - share) * (stated - share)
        resolution += weight * (share - mean) * (share - mean)
    return Split(brier(guesses, against), reliability, resolution, mean * (1 - mean))


def calibration(guesses: Iterable[Guess], n_bins: int = 10) -> tuple[Point, ...]:
    """The calibration curve: guesses of about the same stated value together, lowest first.

    Args:
        guesses: any number.
        n_bins: into so many equal parts the scale from 0 to 1 is cut; empty ones give no point.
    """
    bins: dict[int, list[Guess]] = defaultdict(list)
    for guess in guesses:
        bins[min(int(guess.stated * n_bins), n_bins - 1)].append(guess)
    return tuple(
        Point(
            stated=sum((guess.stated for guess in found), Fraction(0)) / len(found),
            happened=Fraction(sum(guess.happened for guess in found), len(found)),
            exact=sum((guess.exact for guess in found), Fraction(0)) / len(found),
            n=len(found),
        )
        for _, found in sorted(bins.items())
    )


def fitted(record: Record) -> Record:
    """The record without its oldest entries, as far as it would be too long to be read again."""
    while len(dump(record)) > MOST_BYTES:
        if len(record.guesses) > len(record.picks):
            record = Record(record.guesses[1:], record.picks)
        else:
            record = Record(record.guesses, record.picks[1:])
    return record


def dump(record: Record) -> str:
    """The record as JSON, for `load`. Fractions are written as "7/36"."""
    document = {"version": VERSION, "guesses": record.guesses, "picks": record.picks}
    return msgspec.json.encode(document, enc_hook=str).decode()


def load(text: str) -> Record:
    """The record that `dump` wrote.

    Raises:
        BadContent: it is no record, too long, of another version, or a chance lies outside 0 to 1.
    """
    if len(text) > MOST_BYTES:
        raise BadContent(_FILE, "$", f"{len(text)} characters", f"at most {MOST_BYTES}")
    try:
        document = msgspec.json.decode(text, type=_Document, dec_hook=_fraction)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadContent(_FILE, "$", text, str(error).removeprefix("Expected ")) from None
    if document.version != VERSION:
        raise BadContent(_FILE, "$.version", document.version, f"version {VERSION}")
    if max(len(document.guesses), len(document.picks)) > MOST_KEPT:
        raise BadContent(_FILE, "$", len(document.guesses), f"at most {MOST_KEPT} guesses")
    for guess in document.guesses:
        if not (0 <= guess.stated <= 1 and 0 <= guess.exact <= 1):
            raise BadContent(_FILE, "$.guesses", f"{guess.stated}, {guess.exact}", "chances from 0 to 1")
    return Record(document.guesses, document.picks)


class _Document(Value, frozen=True):
    version: int
    guesses: tuple[Guess, ...]
    picks: tuple[Pick, ...]


def _came(guess: Guess, against: str) -> Fraction:
    return Fraction(guess.happened) if against == AGAINST_OUTCOMES else guess.exact


def _fraction(kind: type, value: Any) -> Any:
    if kind is not Fraction or not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError("a fraction, written as a text such as 7/36")
    numerator, _, denominator = value.partition("/")
    try:
        return Fraction(int(numerator), int(denominator or "1"))
    except (ValueError, ZeroDivisionError):
        raise ValueError("a fraction, written as a text such as 7/36") from None
