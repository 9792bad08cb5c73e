"""What a review says of a ledger: accounts, mistakes with their reasons, luck by source, and where it was last open.

All amounts are exact fractions of V, the chance to win; nothing here computes a new one. `analysis.review` puts
these together, `analysis/review/words.py` says them.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import CLASSES, HIDDEN, LUCK, SKILL, ZERO, Ledger, LedgerLine
from rising_tutor.analysis.review.rolled import RolledFault
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.values import Value

REAL_CHANCE: Final = Fraction(1, 20)
"""From this chance on a game still counts as open, unless another is asked for."""
MOST_NAMED: Final = 5
"""Lines of a kind that a review names: what cost most, the luckiest, the unluckiest."""
WON: Final = "won"
LOST: Final = "lost"
REST: Final = "Everything else"


class Reason(Value, frozen=True):
    """A part of the loss of a mistake, for people.

    Attributes:
        name: the card or thing that it is about.
        rule: the rule behind it; "" where there is none.
        amount: the part of the loss that is due to it; below 0 where the choice was the better one in this.
    """

    name: str
    rule: RuleId
    amount: Fraction


def shown_at(line: LedgerLine) -> int:
    """The position at which a line is looked at: before the choice where it was a mistake, after anything else."""
    return line.line - 1 if line.fault else line.line


class Mistake(Value, frozen=True):
    """A choice with a class of mistake.

    Attributes:
        line: its ledger line: what was played, with the values of both actions for its seat.
        name: who chose.
        fault: the class: slip, inaccuracy, mistake or blunder.
        better: the best action, in the notation of the game.
        reasons: what the loss is made of, the largest first; their amounts add up to `loss`.
        rolled: what came of it when both actions were played on; None where that was not done.
    """

    line: LedgerLine
    name: str
    fault: str
    better: str
    reasons: tuple[Reason, ...]
    rolled: RolledFault | None = None

    @property
    def loss(self) -> Fraction:
        """What it cost, from 0."""
        return self.line.loss


class Account(Value, frozen=True):
    """What one seat chose.

    Attributes:
        seat: from 0.
        name: as the file names it, else "Player 1".
        counted: choices that counted.
        forced: choices with nothing to choose between; they count for nobody.
        lost: what the choices that counted cost in all.
        classes: how many mistakes of each class, the smallest class first.
        costliest: the choices that cost most, the worst first; none whose loss may be 0.
    """

    seat: Seat
    name: str
    counted: int
    forced: int
    lost: Fraction
    classes: tuple[tuple[str, int], ...]
    costliest: tuple[LedgerLine, ...]

    @property
    def mean(self) -> Fraction:
        """The mean loss of a choice that counted; 0 where there was none."""
        return self.lost / self.counted if self.counted else ZERO

    @property
    def worst(self) -> LedgerLine | None:
        """The choice that cost most; None where none surely cost anything."""
        return self.costliest[0] if self.costliest else None


class SourceLuck(Value, frozen=True):
    """The luck of one source.

    Attributes:
        n: how often it decided.
        total: all its luck; `good` and `bad` together.
        good: the sum of its lines above 0.
        bad: the sum of its lines below 0.
    """

    source: str
    name: str
    n: int
    total: Fraction
    good: Fraction
    bad: Fraction


class TurningPoint(Value, frozen=True):
    """Where a game was last open: of a lost one the last real chance, of a won one the closest call.

    Where seats are opposed it is told for the one that lost, with V as its chance.

    Attributes:
        kind: `LOST` or `WON`, as the game ended for the side that this counts for.
        line: the line at which it was so.
        chance: V there with best play: before the line of a lost game, after it of a won one.
        then: V one line later.
        threshold: what counts as a real chance.
        real: whether `chance` is one. Of a lost game that never had one, this is the line with the highest V; of a won
            one `real` says that losing had a real chance there.
        seat: who lost, where seats are opposed; None where all won or lost together.
    """

    kind: str
    line: LedgerLine
    chance: Fraction
    then: Fraction
    threshold: Fraction
    real: bool
    seat: Seat | None = None


def accounts_of(ledger: Ledger, names: Sequence[str], most: int = MOST_NAMED) -> tuple[Account, ...]:
    """The account of every seat; so many of its costliest choices are named."""
    return tuple(_account(ledger, Seat(seat), names[seat], most) for seat in range(ledger.n_seats))


def _account(ledger: Ledger, seat: Seat, name: str, most: int) -> Account:
    own = [line for line in ledger.lines if line.kind == SKILL and line.seat == seat]
    counted = [line for line in own if not line.forced]
    costly = sorted((line for line in counted if line.told_apart), key=lambda line: -line.loss)
    return Account(
        seat=seat,
        name=name,
        counted=len(counted),
        forced=len(own) - len(counted),
        lost=sum((line.loss for line in counted), ZERO),
        classes=tuple((fault, sum(line.fault == fault for line in counted)) for _, fault in reversed(CLASSES)),
        costliest=tuple(costly[:most]),
    )


def mistakes_of(ledger: Ledger, names: Sequence[str], rolled: Sequence[RolledFault] = ()) -> tuple[Mistake, ...]:
    """Every mistake, in the order of the game, with what came of those that were played on."""
    known = {one.line: one for one in rolled}
    return tuple(
        Mistake(
            line,
            "" if line.seat is None else names[line.seat],
            line.fault,
            line.best,
            reasons_of(line),
            known.get(line.line),
        )
        for line in ledger.mistakes()
    )


def reasons_of(line: LedgerLine) -> tuple[Reason, ...]:
    """What the loss of a choice is made of, the largest part first; what no part tells is a reason of its own."""
    found = sorted((Reason(part.name, part.rule, part.amount) for part in line.parts), key=lambda part: -part.amount)
    left = line.loss - sum((part.amount for part in found), ZERO)
    return (*found, Reason(REST, line.rule, left)) if left else tuple(found)


def luck_of(ledger: Ledger) -> tuple[SourceLuck, ...]:
    """The luck of every source of the game, in the order of display."""
    amounts: dict[str, list[Fraction]] = {source: [] for source, _ in ledger.sources}
    for line in ledger.lines:
        if line.kind == LUCK or line.hidden:
            amounts.setdefault(line.source or HIDDEN, []).append(line.luck)
    names = dict(ledger.sources)
    return tuple(
        SourceLuck(
            source=source,
            name=names.get(source, source),
            n=len(found),
            total=sum(found, ZERO),
            good=sum((amount for amount in found if amount > 0), ZERO),
            bad=sum((amount for amount in found if amount < 0), ZERO),
        )
        for source, found in amounts.items()
    )


def luckiest(lines: Iterable[LedgerLine], most: int = MOST_NAMED) -> tuple[LedgerLine, ...]:
    """The chance lines that brought most, the best first; none that brought nothing."""
    good = (line for line in lines if line.kind == LUCK and line.amount > 0)
    return tuple(sorted(good, key=lambda line: -line.amount)[:most])


def unluckiest(lines: Iterable[LedgerLine], most: int = MOST_NAMED) -> tuple[LedgerLine, ...]:
    """The chance lines that cost most, the worst first: what nobody could have changed."""
    bad = (line for line in lines if line.kind == LUCK and line.amount < 0)
    return tuple(sorted(bad, key=lambda line: line.amount)[:most])


def turning_point(ledger: Ledger, threshold: Fraction = REAL_CHANCE) -> TurningPoint | None:
    """Where the game was last open; None while it is not over, for a draw, and for a game without lines."""
    if not ledger.finished or not ledger.lines or ledger.result not in (0, 1):
        return None
    lines = ledger.lines
    loser = None if ledger.shared else Seat(int(ledger.result))
    if ledger.result == 0 or loser:
        own = [1 - line.before if loser else line.before for line in lines]
        at = max((n for n, value in enumerate(own) if value >= threshold), default=-1)
        real = at >= 0
        at = at if real else max(range(len(lines)), key=lambda n: (own[n], n))
        then = _then(ledger, at)
        return TurningPoint(LOST, lines[at], own[at], 1 - then if loser else then, threshold, real, loser)
    at = min(range(len(lines)), key=lambda n: (lines[n].after, -n))
    chance = lines[at].after
    return TurningPoint(WON, lines[at], chance, _then(ledger, at), threshold, 1 - chance >= threshold)


def _then(ledger: Ledger, at: int) -> Fraction:
    """V one line later, as it is seen from there; the result after the last line."""
    return ledger.lines[at + 1].before if at + 1 < len(ledger.lines) else ledger.result
