"""What the graph of the chance to win shows of a ledger: V of every position, its band, the marks."""

from collections.abc import Callable, Sequence
from typing import Final

from rising_tutor.analysis.ledger import Ledger, LedgerLine
from rising_tutor.analysis.review.figures import LARGE_LUCK
from rising_tutor.plots.wins import BLUNDER, LUCKY, MISTAKE, UNLUCKY, Mark, Track

MOST_TRIANGLES: Final = 6
"""So many strokes of luck of each kind are marked in the graph: the largest. The list has all."""
MOST_CIRCLES: Final = 20
"""So many mistakes are marked: those that cost most."""


def track_of(
    ledger: Ledger, labels: Sequence[str], words: Callable[[LedgerLine], str], names: Sequence[str] = ()
) -> Track:
    """The track of a game.

    Args:
        labels: the place of each position in words, from position 0 on.
        words: says a line in a sentence, for its mark.
        names: of the seats; where two are opposed each has a curve.
    """
    values = (ledger.start, *(line.after for line in ledger.lines))
    bands = [ledger.label.interval(value) for value in values]
    known = tuple(band for band in bands if band is not None)
    return Track(
        values=tuple(float(value) for value in values),
        labels=tuple(labels),
        bands=known if len(known) == len(values) else (),
        seats=tuple(names) if not ledger.shared and len(names) == 2 else (),
        marks=tuple(Mark(at, kind, words(ledger.lines[at - 1])) for at, kind in sorted(_marked(ledger).items())),
    )


def _marked(ledger: Ledger) -> dict[int, str]:
    kinds: dict[int, str] = {}
    luck = [line for line in ledger.lines if not line.options and abs(line.amount) >= LARGE_LUCK]
    for ways, kind in ((1, LUCKY), (-1, UNLUCKY)):
        own = sorted((line for line in luck if line.amount * ways > 0), key=lambda line: -abs(line.amount))
        kinds |= dict.fromkeys((line.line for line in own[:MOST_TRIANGLES]), kind)
    grave = [line for line in ledger.mistakes() if line.fault in (MISTAKE, BLUNDER)]
    kinds |= {line.line: line.fault for line in sorted(grave, key=lambda line: -line.loss)[:MOST_CIRCLES]}
    return kinds
