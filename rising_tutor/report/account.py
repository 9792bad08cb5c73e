"""Where the value of a game came from and went: the ledger as a sum, luck by source, the people, the turning point."""

from collections.abc import Iterator, Sequence

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review.findings import Account
from rising_tutor.analysis.review.words import (
    hundredth,
    label_words,
    reference_lines,
    signed,
    turning_title,
    turning_words,
)
from rising_tutor.boards.reviewed import ledger_sum, line_sign
from rising_tutor.core.valuation import ValueLabel
from rising_tutor.probability.percents import size
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.tables import table
from rising_tutor.report.opening import counts
from rising_tutor.report.telling import Telling

_TERMS = (
    "Luck is what a roll or a draw changed against the mean of all that could have come, so its mean is 0.",
    "Skill is what a choice gave up against the best one.",
    "A choice with one way, or with all ways worth the same, counts for nobody.",
    "The horizon is what V did not foresee between one line and the next.",
    "A loss of 2 points or more is a slip, of 5 an inaccuracy, of 10 a mistake, of 20 a blunder.",
)


def ledger(telling: Telling) -> Html:
    """The ledger as a sum that is ruled off, and the result without the luck."""
    return el("section", ledger_sum(telling.review), cls="rt-panel")


def turning(telling: Telling) -> Html:
    """Whether the game could still have been won, or how close it was; nothing while it is not over."""
    point = telling.review.turning
    if point is None:
        return EMPTY
    return el(
        "section",
        el("h2", turning_title(point)),
        el("p", turning_words(point)),
        el("p", f"In words: {telling.moment(point.line)}.", cls="rt-small rt-muted"),
        cls="rt-panel",
    )


def luck(telling: Telling) -> Html:
    """Luck by source, the unluckiest and the luckiest events."""
    review = telling.review
    rows = [
        (source.name, source.n, signed(source.good), signed(source.bad), signed(source.total))
        for source in review.sources
        if source.n
    ]
    if not rows:
        return EMPTY
    return el(
        "section",
        el("h2", "Luck"),
        table(
            ("Source", "Times", "Good", "Bad", "Together"), rows, caption="Luck by source, in points", cls="rt-ledger"
        ),
        _events(telling, "What nobody could have changed", "The events that cost most.", review.unluckiest),
        _events(telling, "What helped most", "The luckiest events.", review.luckiest),
        cls="rt-panel",
    )


def _events(telling: Telling, title: str, about: str, lines: Sequence[LedgerLine]) -> Child:
    if not lines:
        return None
    return [el("h3", title), el("p", about, cls="rt-small rt-muted"), moments(telling, lines)]


def moments(telling: Telling, lines: Sequence[LedgerLine]) -> Html:
    """Lines with their signs and amounts."""
    return el(
        "ul",
        [el("li", line_sign(line), el("span", telling.moment(line)), el("b", signed(line.own))) for line in lines],
        cls="rt-mist",
    )


def people(telling: Telling) -> Html:
    """What everybody chose and what it cost."""
    return el(
        "section",
        el("h2", "The players"),
        [_person(telling, account) for account in telling.review.accounts],
        cls="rt-panel people",
    )


def _person(telling: Telling, account: Account) -> Html:
    facts = [el("div", el("dt", name), el("dd", number)) for name, number in _numbers(account)]
    faults = ", ".join(filter(None, (counts(name, n) for name, n in reversed(account.classes))))
    return el(
        "article",
        el("h3", account.name),
        el("dl", facts, cls="facts"),
        el("p", f"{faults}." if faults else "No choice cost 2 points or more.", cls="rt-small"),
        [el("p", "What cost most:", cls="rt-small rt-muted"), moments(telling, account.costliest)]
        if account.costliest
        else None,
    )


def _numbers(account: Account) -> Iterator[tuple[str, str]]:
    yield "Choices that counted", str(account.counted)
    yield "Forced", str(account.forced)
    yield "Lost in all, points", size(account.lost, points=True)
    yield "Mean of a choice", hundredth(account.mean)


def method(label: ValueLabel, n_seats: int, *, shared: bool) -> Html:
    """How every number of the report comes about."""
    rows = [el("div", el("dt", name), el("dd", what)) for name, what in label_words(label)]
    # A seat that plays alone has nobody to share with.
    then = f", after which {label.policy} plays on" if label.policy else ""
    about = f"V is the chance to win with best play as far as the horizon{then}, in points of 100."
    side = None if shared or n_seats == 1 else el("p", "V counts for the first seat; what suits it harms the others.")
    return el(
        "section",
        el("h2", "How these numbers come about"),
        el("dl", rows, cls="facts"),
        [el("p", sentence) for sentence in (*label.assumes, about, *_TERMS, *reference_lines(label))],
        side,
        _bands(label),
        cls="rt-panel method",
        id="method",
    )


def _bands(label: ValueLabel) -> Html:
    if not label.bands:
        return el("p", "How far V may be off was not checked for these cards.")
    lower = (0.0, *(band.upto for band in label.bands))
    rows = [
        (f"{100 * low:.0f} to {100 * band.upto:.0f}", signed(band.low), signed(band.high))
        for low, band in zip(lower, label.bands, strict=False)
    ]
    caption = (
        "How far V may be off: of the positions checked, 95 % lie in this band. The graph goes from row to row "
        "without a step, never nearer to V than its row."
    )
    return table(("V", "From", "To"), rows, caption=caption, shown=True, cls="rt-ledger")
