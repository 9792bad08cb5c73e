r"""How a review is written: its numbers in points, the ledger as a sum, and the sentences, all without markup.

An amount of V is shown in points, hundredths of a chance to win. The sentences are the same ones in the terminal, on
the page and in the report.

>>> points(Fraction(5, 8)), signed(Fraction(1, 25)), signed(Fraction(-203, 1000)), signed(Fraction(1, 10000))
('62.5', '+4.0', '\u221220.3', '< 0.1')
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import SKILL, Ledger, LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import LOST, Mistake, Reason, TurningPoint
from rising_tutor.analysis.review.rolled import RolledFault
from rising_tutor.core.english import THIN, grouped
from rising_tutor.core.valuation import ValueLabel, chance_to_win
from rising_tutor.probability.percents import MINUS, percent, size

LARGE_LUCK: Final = Fraction(3, 100)
"""Luck of this size is a moment, and may have a triangle."""
NOBODY: Final = "won by nobody"
ENDED: Final = {Fraction(1): "won", Fraction(0): "lost", Fraction(1, 2): NOBODY}
"""What the result of a game that is over means for the side that V counts for."""
WON_BY: Final = {Fraction(1): "won by the first seat", Fraction(0): "won by the second seat", Fraction(1, 2): NOBODY}
"""The same where the seats are opposed."""


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
    if ledger.shared and ledger.skill <= 0:
        yield "Skill is never positive: it is what was left on the table. "
    yield f"With the luck taken off, the result is {adjusted(review.luck_adjusted)}."


def adjusted(value: Fraction) -> str:
    """A result without its luck. It is a sum and no chance, so it may lie below 0 or above 100."""
    shown = signed(value) if value < 0 else points(value) if value <= 1 else f"{float(100 * value):.1f}"
    return f"{shown}, which no game can end with" if not 0 <= value <= 1 else shown


def turning_title(turning: TurningPoint) -> str:
    """The question that `turning_words` answers."""
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


def plus_minus(amount: Fraction) -> str:
    """A difference of V in points, with its sign, as a terminal prints it.

    >>> [plus_minus(amount) for amount in (Fraction(1, 8), Fraction(-1, 8), Fraction(0), Fraction(-1, 10**6))]
    ['+12.5', '-12.5', '0', '> -0.1']
    """
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


def label_lines(label: ValueLabel, *, shared: bool = True) -> Iterator[str]:
    """How the numbers come about: method, horizon, policy, samples, rules and cards; then what it assumes.

    Args:
        shared: whether all seats win or lose together.
    """
    yield f"V is {chance_to_win(shared=shared)}: {label.method}."
    if not shared:
        yield "What seat 2 loses by its choices adds to it, so in the sum its skill stands above 0."
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
    played_on = f" {rolled_words(mistake.rolled)}" if mistake.rolled is not None else ""
    return (
        f"{mistake.name} played {line.move}; better {mistake.better}. {whose} is {percent(line.value)} instead of "
        f"{percent(line.best_value)}: {size(line.loss, points=True)} points lost.{played_on}"
    )


def rolled_words(rolled: RolledFault) -> str:
    """What came of a mistake when both actions were played on.

    >>> rolled_words(RolledFault(7, 0.125, 0.03, 0.22, 64, "greedy"))
    'Played on 64 times each by greedy it lost 12.5 points (95 %: 3.0 to 22.0).'
    >>> rolled_words(RolledFault(7, 0.125, -0.05, 0.3, 64, "greedy")).partition("). ")[2]
    'So many games do not tell the two apart.'
    """
    low, high = (f"{100 * end:.1f}".replace("-", MINUS) for end in (rolled.low, rolled.high))
    loss = f"{100 * rolled.loss:.1f}".replace("-", MINUS)
    doubt = ""
    if rolled.high < 0:
        doubt = f" By what {rolled.policy} made of it, it was the better choice."
    elif rolled.low <= 0:
        doubt = " So many games do not tell the two apart."
    played_on = f"Played on {rolled.samples} times each by {rolled.policy}"
    return f"{played_on} it lost {loss} points (95 %: {low} to {high}).{doubt}"


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
