"""The review of a game as one document for programs: every amount exact, with its decimal beside it.

>>> amount_json(Fraction(7, 36))
{'num': '7', 'den': '36', 'decimal': 0.19444444444444445}

Seats are counted from 1, lines of the game from 1. The keys of the ledger stand in the contract; all others are more.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import Account, Mistake, TurningPoint
from rising_tutor.analysis.review.words import mistake_words, reason_words, turning_words
from rising_tutor.probability.percents import digits
from rising_tutor.replay import Verified

_KEYS: Final = (
    *("game", "seats", "names", "state", "finished", "notes", "value", "start", "result", "luck", "skill", "horizon"),
    *("remainder", "luck_adjusted", "against_reference", "accounts", "sources", "mistakes", "luckiest", "unluckiest"),
    *("turning", "lines"),
)
_LISTS: Final = ("names", "notes", "accounts", "sources", "mistakes", "luckiest", "unluckiest", "lines")
NOTHING: Final[Any] = dict.fromkeys(_KEYS) | {"finished": False} | {key: [] for key in _LISTS}
"""What stands in the document of a file in which no game begins."""


def file_json(file: str, verified: Verified, review: Review | None) -> dict[str, Any]:
    """The document of one file: whether it is sound, its problems and remarks, and the review where there is one."""
    return {
        "file": file,
        "ok": verified.ok,
        "problems": [problem.as_json() for problem in verified.problems],
        "remarks": list(verified.remarks),
        **(NOTHING if review is None else review_json(review)),
    }


def review_json(review: Review) -> dict[str, Any]:
    """The document of a review."""
    ledger = review.ledger
    return {
        "game": ledger.game,
        "seats": ledger.n_seats,
        "names": list(review.names),
        "state": review.state,
        "finished": ledger.finished,
        "notes": list(review.notes),
        "value": msgspec.to_builtins(ledger.label),
        "start": amount_json(ledger.start),
        "result": amount_json(ledger.result),
        "luck": {"total": amount_json(ledger.luck), "by_source": _amounts(ledger.luck_by_source())},
        "skill": {
            "total": amount_json(ledger.skill),
            "by_seat": _amounts({seat + 1: amount for seat, amount in ledger.skill_by_seat().items()}),
            "by_turn": _amounts(ledger.skill_by_turn()),
            "by_rule": _amounts(ledger.skill_by_rule()),
        },
        "horizon": amount_json(ledger.horizon),
        "remainder": amount_json(ledger.remainder),
        "luck_adjusted": amount_json(ledger.luck_adjusted),
        "against_reference": None if (found := ledger.against_reference) is None else amount_json(found),
        "accounts": [account_json(account) for account in review.accounts],
        "sources": msgspec.to_builtins(review.sources, enc_hook=amount_json),
        "mistakes": [mistake_json(mistake) for mistake in review.mistakes],
        "luckiest": [line.line for line in review.luckiest],
        "unluckiest": [line.line for line in review.unluckiest],
        "turning": None if review.turning is None else turning_json(review.turning),
        "lines": [line_json(line) for line in ledger.lines],
    }


def amount_json(amount: Fraction) -> dict[str, Any]:
    """An exact amount: texts of digits, and the nearest decimal."""
    return {"num": digits(amount.numerator), "den": digits(amount.denominator), "decimal": float(amount)}


def account_json(account: Account) -> dict[str, Any]:
    """What one seat chose; `costliest` are numbers of lines, the worst first."""
    return {
        "seat": account.seat + 1,
        "name": account.name,
        "counted": account.counted,
        "forced": account.forced,
        "lost": amount_json(account.lost),
        "mean": amount_json(account.mean),
        "classes": dict(account.classes),
        "costliest": [line.line for line in account.costliest],
    }


def mistake_json(mistake: Mistake) -> dict[str, Any]:
    """A mistake with the better action and the parts of the loss, which add up to it."""
    line = mistake.line
    return {
        "line": line.line,
        "turn": line.turn,
        "where": line.where,
        "seat": None if line.seat is None else line.seat + 1,
        "name": mistake.name,
        "class": mistake.fault,
        "played": line.move,
        "value": amount_json(line.value),
        "better": mistake.better,
        "better_value": amount_json(line.best_value),
        "loss": amount_json(mistake.loss),
        "rule": line.rule or None,
        "exact": line.exact,
        "text": mistake_words(mistake),
        "reasons": [
            {
                "name": reason.name,
                "rule": reason.rule or None,
                "amount": amount_json(reason.amount),
                "text": reason_words(reason),
            }
            for reason in mistake.reasons
        ],
        **({} if mistake.rolled is None else {"played_on": msgspec.structs.asdict(mistake.rolled)}),
    }


def turning_json(turning: TurningPoint) -> dict[str, Any]:
    """Where the game was last open."""
    return {
        "kind": turning.kind,
        "line": turning.line.line,
        "chance": amount_json(turning.chance),
        "then": amount_json(turning.then),
        "threshold": amount_json(turning.threshold),
        "real": turning.real,
        "text": turning_words(turning),
        **({} if turning.seat is None else {"seat": turning.seat + 1}),
    }


def line_json(line: LedgerLine) -> dict[str, Any]:
    """A line of the ledger; `amount` is its luck or skill, `hidden` what a choice brought by what nobody could know."""
    return {
        "line": line.line,
        "kind": line.kind,
        "turn": line.turn,
        "where": line.where,
        "move": line.move,
        "rule": line.rule or None,
        "seat": None if line.seat is None else line.seat + 1,
        "source": line.source or None,
        "before": amount_json(line.before),
        "after": amount_json(line.after),
        "amount": amount_json(line.amount),
        "horizon": amount_json(line.horizon),
        "forced": line.forced,
        "best": line.best or None,
        "loss": amount_json(line.loss),
        "class": line.fault or None,
        "choices": len(line.options),
        "exact": line.exact,
        **({} if line.loss_low is None else {"hidden": amount_json(line.hidden)}),
    }


def _amounts(found: Mapping[Any, Fraction]) -> dict[str, Any]:
    return {str(key): amount_json(amount) for key, amount in found.items()}
