"""The game line by line, in words: who did what, V after it, what it changed, and what people wrote beside it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review.figures import capital, points, signed
from rising_tutor.render.html import EMPTY, Child, Html, el
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
        el(
            "details",
            el("summary", "The one line" if n == 1 else f"All {n} lines, turn by turn"),
            [_turn(telling, name, lines) for name, lines in _turns(telling)],
        ),
        cls="rt-panel moves",
    )


def _turns(telling: Telling) -> Iterator[tuple[str, Sequence[LedgerLine]]]:
    """Every turn with its lines; a turn that only begins has none."""
    begins = (*telling.turns, (telling.last, ""))
    for (begin, name), (end, _) in pairwise(begins):
        if end > begin:
            yield name, telling.review.ledger.lines[begin:end]


def _turn(telling: Telling, name: str, lines: Sequence[LedgerLine]) -> Html:
    return el(
        "table",
        el("caption", capital(name)),
        el("thead", el("tr", [el("th", head, scope="col") for head in _HEADS])),
        el("tbody", [_row(telling, line) for line in lines]),
        cls="rt-ledger wide",
    )


def _row(telling: Telling, line: LedgerLine) -> Html:
    who = telling.who(line)
    fault = f" ({line.fault})" if line.fault else None
    return el(
        "tr",
        el("td", str(line.line)),
        el("td", el("b", f"{who}: ") if who else None, capital(telling.words(line)), fault, _written(telling, line)),
        el("td", points(line.after)),
        el("td", signed(line.amount)),
    )


def _written(telling: Telling, line: LedgerLine) -> Child:
    """What people wrote beside a line."""
    beside = telling.lines[line.line - 1]
    words = " ".join((*beside.marks, beside.comment)).strip()
    return el("q", words) if words else None
