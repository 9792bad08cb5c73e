"""The review of one game for people in a terminal: the graph, the ledger as a sum, the people, the mistakes, the luck.

>>> spark([0.1, 0.5, 0.9, 1.0], 4)
'▁▅██'
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import LOST
from rising_tutor.analysis.review.words import (
    adjusted,
    hundredth,
    interval_words,
    label_lines,
    mistake_words,
    place_words,
    plus_minus,
    reason_words,
    reference_words,
    sum_rows,
    turning_title,
    turning_words,
)
from rising_tutor.cli.terminal import columns, paragraph, plain
from rising_tutor.probability.percents import MINUS, percent, size
from rising_tutor.replay import Verified, result_text

BARS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 60
"""Columns of the graph."""


def review_lines(file: str, verified: Verified, review: Review, most: int) -> Iterator[str]:
    """The whole account, section by section; `most` of the mistakes are told in full, the costliest ones."""
    yield from _head(file, verified, review)
    yield from ("", *(paragraph(plain(said)) for said in label_lines(review.label, shared=review.ledger.shared)))
    if review.ledger.lines:
        yield from ("", *_graph(review))
    yield from ("", *_ledger(review))
    yield from ("", *_people(review))
    yield from ("", *_mistakes(review, most))
    yield from ("", *_luck(review))
    if review.turning is not None:
        title = turning_title(review.turning) if review.turning.kind == LOST else "The closest call"
        yield from ("", title, paragraph(plain(turning_words(review.turning)), "  "))


def spark(values: Sequence[float], width: int) -> str:
    """The values from 0 to 1 as a row of bars, at most `width`; each is the last value of its share."""
    n = min(width, len(values))
    chosen = [values[(at + 1) * len(values) // n - 1] for at in range(n)]
    return "".join(BARS[min(int(value * len(BARS)), len(BARS) - 1)] for value in chosen)


def _head(file: str, verified: Verified, review: Review) -> Iterator[str]:
    names = ", ".join(review.names)
    result = f"ends with {result_text(verified.result)}" if verified.result else "not finished"
    yield plain(f"{verified.game.info.title}: {names}")
    yield plain(f"{file}: {len(review.ledger.lines)} lines of the game, {result}")
    for said in review.notes:
        yield paragraph(plain(said), "  ")


def _graph(review: Review) -> Iterator[str]:
    lines = review.ledger.lines
    yield "V after each line, from 0 to 100 %"
    yield f"  {spark([float(line.after) for line in lines], WIDTH)}"
    yield f"  line 1 to {len(lines)}, from {percent(review.ledger.start)} to {percent(review.ledger.result)}"


def _ledger(review: Review) -> Iterator[str]:
    ledger, label = review.ledger, review.label
    yield "Ledger, in points of V"
    rows = []
    for name, amount, is_value in sum_rows(review):
        if is_value:
            rows.append((f"  {name}", percent(amount).rjust(8), interval_words(label, amount)))
        else:
            rows.append((f"  {name}", plus_minus(amount).rjust(6), ""))
    yield from columns(rows)
    left = "nothing" if not ledger.remainder else str(ledger.remainder)
    yield f"  Fractions stand behind these rounded numbers; summed up they leave {left}."
    without = adjusted(review.luck_adjusted).replace(MINUS, "-")
    yield f"  With the luck taken off ({plus_minus(ledger.luck)}), the result in points is {without}."
    if ledger.against_reference is not None:
        yield paragraph(plain(f"{reference_words(ledger)}: {plus_minus(ledger.against_reference)}."), "  ")


def _people(review: Review) -> Iterator[str]:
    yield "Choices, and what they cost in points of V"
    names = [fault for fault, _ in review.accounts[0].classes] if review.accounts else []
    rows: list[tuple[str, ...]] = [("  ", "counted", "forced", "lost", "mean", *names)]
    for account in review.accounts:
        numbers = (account.counted, account.forced)
        amounts = (account.lost, account.mean)
        rows.append(
            (
                f"  {account.name}",
                *(str(number).rjust(6) for number in numbers),
                *(hundredth(amount).rjust(5) for amount in amounts),
                *(str(n) for _, n in account.classes),
            )
        )
    yield from columns(rows)
    for account in review.accounts:
        worst = account.worst
        if worst is not None:
            cost = f"{place_words(worst)}, {size(worst.loss, points=True)} points"
            yield paragraph(plain(f"What cost {account.name} most: {cost}, better {worst.best}."), "  ")


def _mistakes(review: Review, most: int) -> Iterator[str]:
    mistakes = review.mistakes
    told = sorted(sorted(mistakes, key=lambda mistake: -mistake.loss)[:most], key=lambda mistake: mistake.line.line)
    if not mistakes:
        yield "No choice cost 2 points or more."
        return
    shown = f"the {len(told)} that cost most" if len(told) < len(mistakes) else "all of them"
    yield f"Mistakes: {len(mistakes)}; {shown}, in the order of the game"
    for mistake in told:
        line = mistake.line
        how = review.label.how(solved=line.exact)
        yield plain(f"  line {line.line}, {line.where}: {mistake.fault}, {how}")
        yield paragraph(plain(mistake_words(mistake)), "    ")
        for reason in mistake.reasons:
            yield paragraph(plain(reason_words(reason)), "      ")
    if len(told) < len(mistakes):
        yield f"  All with --top {len(mistakes)}."


def _luck(review: Review) -> Iterator[str]:
    if review.sources:
        yield "Luck by source, in points of V"
        rows = [("  ", "times", "good", "bad", "together")]
        rows += [
            (f"  {found.name}", str(found.n), plus_minus(found.good), plus_minus(found.bad), plus_minus(found.total))
            for found in review.sources
        ]
        yield from columns(rows)
    if review.unluckiest:
        yield "What nobody could have changed, the worst first"
        yield from _chances(review.unluckiest)
    if review.luckiest:
        yield "The luckiest, the best first"
        yield from _chances(review.luckiest)


def _chances(lines: Sequence[LedgerLine]) -> Iterator[str]:
    yield from columns([(f"  {plus_minus(line.amount)}", place_words(line)) for line in lines])
