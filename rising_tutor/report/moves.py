"""The game line by line, in words: who did what, V after it, what it changed, and what people wrote beside it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review.words import points, signed
from rising_tutor.core.english import capital
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import fold
from rising_tutor.render.tables import table
from rising_tutor.report.telling import Telling

_HEADS = ("Line", "What was done", "V", "Change")


def section(telling: Telling) -> Html:
    """The lines of every turn, folded; nothing for a game without a line."""
    if not telling.last:
        return EMPTY
    n = telling.last
    return el(
        "section",
        el("h2", "The game in words"),
        fold(
            "The one line" if n == 1 else f"All {n} lines, turn by turn",
            [
                table(_HEADS, rows, caption=capital(name), shown=True, named=-1, cls="rt-ledger wide")
                for name, rows in _turns(telling)
            ],
        ),
        cls="rt-panel moves",
    )


def _turns(telling: Telling) -> Iterator[tuple[str, Sequence[tuple[Child, ...]]]]:
    """Every turn with its rows; a turn that only begins has none."""
    begins = (*telling.turns, (telling.last, ""))
    for (begin, name), (end, _) in pairwise(begins):
        if end > begin:
            yield name, [_row(telling, line) for line in telling.review.ledger.lines[begin:end]]


def _row(telling: Telling, line: LedgerLine) -> tuple[Child, ...]:
    who = telling.who(line)
    fault = f" ({line.fault})" if line.fault else None
    done = [el("b", f"{who}: ") if who else None, capital(telling.words(line)), fault, _written(telling, line)]
    return (line.line, done, points(line.after), signed(line.amount))


def _written(telling: Telling, line: LedgerLine) -> Child:
    beside = telling.lines[line.line - 1]
    words = " ".join((*beside.marks, beside.comment)).strip()
    return el("q", words) if words else None
