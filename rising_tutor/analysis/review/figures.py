r"""How a page and a report write the numbers of a review: in points, with the ledger as a sum.

An amount of V is shown in points, hundredths of a chance to win. What a terminal prints stands in
`analysis.review_words`, which also has the sentences that all of them share.

>>> points(Fraction(5, 8)), signed(Fraction(1, 25)), signed(Fraction(-203, 1000)), signed(Fraction(1, 10000))
('62.5', '+4.0', '\u221220.3', '< 0.1')
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import Ledger
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import LOST, TurningPoint
from rising_tutor.core.english import THIN, grouped
from rising_tutor.core.valuation import ValueLabel
from rising_tutor.probability.percents import size

LARGE_LUCK: Final = Fraction(3, 100)
"""Luck of this size is a moment, and may have a triangle."""
ENDED: Final = {Fraction(1): "won", Fraction(0): "lost", Fraction(1, 2): "drawn"}
"""What the result of a game that is over means for the side that V counts for."""
WON_BY: Final = {Fraction(1): "won by the first seat", Fraction(0): "won by the second seat", Fraction(1, 2): "drawn"}
"""The same where the seats are opposed."""
MINUS: Final = "\u2212"


def points(value: Fraction | float) -> str:
    """A chance to win in points, to a tenth; 0.0 and 100.0 only where it is decided.

    >>> points(Fraction(1)), points(Fraction(9999, 10000)), points(Fraction(0))
    ('100.0', '> 99.9', '0.0')
    """
    shown = f"{float(100 * value):.1f}"
    if shown == "100.0" and value < 1:
        return "> 99.9"
    return "< 0.1" if shown == "0.0" and value > 0 else shown


def hundredth(amount: Fraction) -> str:
    """A sum or mean of losses in points; means are small and get two decimals."""
    shown = f"{100 * float(amount):.2f}"
    return shown if float(shown) or not amount else "< 0.01"


def signed(amount: Fraction | float) -> str:
    """A difference in points, with its sign."""
    shown = size(amount, points=True)
    if not amount:
        return "0.0"
    return shown if shown.startswith("<") else f"{MINUS if amount < 0 else '+'}{shown}"


def ended(ledger: Ledger) -> str:
    """How the game ended, for the side that V counts for or by who won; "" while it is not over."""
    return (ENDED if ledger.shared else WON_BY).get(ledger.result, "") if ledger.finished else ""


def ledger_title(ledger: Ledger) -> str:
    """What stands above the sum."""
    how = ended(ledger)
    return f"Why it was {how}" if how else "How it came to this"


def ledger_rows(review: Review) -> Iterator[tuple[str, str, bool]]:
    """The ledger as a sum: name, amount, and whether it is the last line."""
    ledger = review.ledger
    yield "At the start", points(ledger.start), False
    for source in review.sources:
        if source.n:
            yield f"Luck: {source.name}", signed(source.total), False
    skill = ledger.skill_by_seat()
    for account in review.accounts:
        yield f"Skill: {account.name}", signed(skill[account.seat]), False
    yield "Beyond the horizon", signed(ledger.horizon), False
    how = ended(ledger)
    yield f"Result: {how}" if how else "At the last line", points(ledger.result), True


def ledger_below(review: Review) -> Iterator[str]:
    """What the sum keeps to, and the result without the luck."""
    ledger = review.ledger
    left = ledger.remainder
    yield f"The lines add up exactly, remainder {left}; they are shown to a tenth. "
    if ledger.skill <= 0:
        yield "Skill is never positive: it is what was left on the table. "
    yield f"With the luck taken off, the result is {adjusted(review.luck_adjusted)}."


def adjusted(value: Fraction) -> str:
    """A result without its luck. It is a sum and no chance, so it may lie below 0 or above 100."""
    shown = signed(value) if value < 0 else points(value) if value <= 1 else f"{float(100 * value):.1f}"
    return f"{shown}, which no game can end with" if not 0 <= value <= 1 else shown


def turning_title(turning: TurningPoint) -> str:
    """The question that `review_words.turning_words` answers."""
    who = "we" if turning.seat is None else f"seat {turning.seat + 1}"
    return f"Could {who} still have won?" if turning.kind == LOST else "How close was it?"


def label_words(label: ValueLabel) -> tuple[tuple[str, str], ...]:
    """How the numbers come about, as pairs for a list."""
    samples = grouped(label.samples, THIN) if label.samples else "none"
    return (
        ("Method", label.method),
        ("Horizon", label.horizon),
        ("Policy after it", label.policy or "nobody"),
        ("Samples", samples),
        ("Rules", label.rules_version),
        ("Cards", label.content[:12]),
    )


def band_words(label: ValueLabel) -> str:
    """How far V may be off where it is an estimate, for the tag of the graph."""
    if not label.bands:
        return "estimate, band not known"
    widest = max(max(abs(band.low), abs(band.high)) for band in label.bands)
    return f"estimate \u00b1{100 * widest:.0f} at most"
