"""The sentences of a review, without markup: the same ones in the terminal, on the page and in the report.

Values are percentages of V, the chance to win; differences are points of it, so that 0.05 is 5 points.

>>> points(Fraction(1, 8)), points(Fraction(-1, 8)), points(Fraction(0)), points(Fraction(-1, 10**6))
('+12.5', '-12.5', '0', '> -0.1')
"""

from collections.abc import Iterator
from fractions import Fraction

from rising_tutor.analysis.ledger import SKILL, Ledger, LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import LOST, Mistake, Reason, TurningPoint
from rising_tutor.core.valuation import ValueLabel
from rising_tutor.probability.percents import percent, size


def points(amount: Fraction) -> str:
    """A difference of V in points, with its sign."""
    shown = size(amount, points=True)
    if shown.startswith("<"):
        return "< +0.1" if amount > 0 else "> -0.1"
    return shown if not amount else f"{'+' if amount > 0 else '-'}{shown}"


def interval_words(label: ValueLabel, value: Fraction) -> str:
    """Where V may really lie, as a bracket; "" where nobody checked it, and for a game that is decided."""
    found = label.interval(value)
    if found is None or value in (0, 1):
        return ""
    return f"(95 %: {100 * found[0]:.0f} to {100 * found[1]:.0f} %)"


def label_lines(label: ValueLabel) -> Iterator[str]:
    """How the numbers come about: method, horizon, policy, samples, rules and cards; then what it assumes."""
    yield f"V is the chance to win: {label.method}."
    played = f" After it the policy {label.policy} plays on." if label.policy else ""
    behind = f" Behind the estimate stand {label.samples} games." if label.samples else ""
    yield f"Looked ahead: {label.horizon}.{played}{behind}"
    yield f"Rules {label.rules_version}, cards {label.content}."
    yield from label.assumes
    yield from reference_lines(label)


def reference_lines(label: ValueLabel) -> Iterator[str]:
    """How skill and horizon are to be read where a policy plays on after the horizon; nothing where none does."""
    if label.policy:
        yield (
            f"Skill measures against the best play of each turn. V takes {label.policy} to play on after it, so a turn "
            "that is played better gains on V, and that gain is booked as horizon."
        )
        yield (
            f"Skill and horizon together measure against {label.policy}: over games that {label.policy} plays their "
            "sum is 0 on average, as luck is, where V is right at the start. The sum is that of the side as a whole. "
            "Of one game it says little, as it also holds what V was off on the way."
        )


def reference_words(ledger: Ledger) -> str:
    """What the sum of skill and horizon is, without the amount; "" where V has no reference policy."""
    if ledger.against_reference is None:
        return ""
    policy = ledger.label.policy
    if not ledger.shared:
        return f"Skill and horizon together: how the first seat did against the reference, {policy} in every seat"
    return f"Skill and horizon together: how the side did against the reference player {policy}"


def nth_words(line: LedgerLine) -> str:
    """A line by its number and place: "line 34 (turn 2, step 3, roll 1)"."""
    return f"line {line.line} ({line.where})"


def place_words(line: LedgerLine) -> str:
    """A line by its number, its place and its move."""
    return f"line {line.line}, {line.where}: {line.move}"


def reason_words(reason: Reason) -> str:
    """A part of a loss with its rule.

    >>> from rising_tutor.core.ids import RuleId
    >>> reason_words(Reason("Kanna", RuleId("FNR-313"), Fraction(1, 40)))
    'Kanna: 2.5 points (FNR-313)'
    """
    shown = size(reason.amount, points=True)
    side = ", in favour of what was played" if reason.amount < 0 else ""
    rule = f" ({reason.rule})" if reason.rule else ""
    return f"{reason.name}: {shown} points{side}{rule}"


def mistake_words(mistake: Mistake) -> str:
    """What was played, what was better, and what it cost."""
    line = mistake.line
    whose = f"Their chance, seat {line.seat + 1}," if line.opposed and line.seat is not None else "V"
    return (
        f"{mistake.name} played {line.move}; better {mistake.better}. {whose} is {percent(line.value)} instead of "
        f"{percent(line.best_value)}: {size(line.loss, points=True)} points lost."
    )


def turning_words(turning: TurningPoint) -> str:
    """Could we still have won? Of a won game: how close it was. A chance below the threshold is called no real one."""
    line = turning.line
    v = "V" if turning.seat is None else f"the chance of seat {turning.seat + 1}"
    what = "The choice there" if line.kind == SKILL else "Chance there"
    then = f"{what}: {line.move}. One line later {v} was {percent(turning.then)}."
    share = f"{float(100 * turning.threshold):g} %"
    if turning.kind == LOST and turning.real:
        return f"Yes, up to {nth_words(line)}: {v} was {percent(turning.chance)} with best play. {then}"
    if turning.kind == LOST:
        return (
            f"At no line was {v} {share} or more. It was highest at {nth_words(line)}: "
            f"{percent(turning.chance)} with best play. {then}"
        )
    close = "" if turning.real else f" Losing never had a chance of {share} or more."
    return f"V was lowest after {nth_words(line)}: {percent(turning.chance)}.{close} {then}"


def sum_rows(review: Review) -> Iterator[tuple[str, Fraction, bool]]:
    """The ledger as a sum: name, amount, and whether it is a value (start, result) or a difference.

    All differences together are the last value less the first one, exactly.
    """
    ledger = review.ledger
    yield "Start", ledger.start, True
    for source in review.sources:
        yield f"Luck: {source.name}", source.total, False
    skill = ledger.skill_by_seat()
    for account in review.accounts:
        yield f"Skill: {account.name}", skill[account.seat], False
    yield "Horizon", ledger.horizon, False
    yield review.result_name, ledger.result, True
