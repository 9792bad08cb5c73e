"""The legal actions of a decision with what each is worth and loses, and how that was found: one type for all of it.

>>> found = ranked([("stop", 0.25), ("roll", 0.75), ("wait", None)], Unit.CHANCE_OF_GOAL, "counted by hand", exact=True)
>>> [(row.action, row.value, row.loss, row.tied) for row in found.rows]
[('roll', 0.75, 0.0, True), ('stop', 0.25, 0.5, False), ('wait', None, 0.0, False)]
>>> found.best[0].action, found.unit.said(found.loss("stop"))
('roll', '50.0 %')
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import inf
from operator import itemgetter
from typing import Any

from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import TIE, Amount, more
from rising_tutor.probability.unit import Unit


class RankedAction(Value, frozen=True):
    """A legal action with what it is worth to the seat that chooses.

    Attributes:
        value: what it is worth in the unit of its ranking; None where this method does not value it.
        low, high: the 95 % interval of the value; both 0 where the ranking is exact.
        loss: how much less than the best action, from 0; 0 for an action without a value.
        loss_low: the lower end of the 95 % interval of the loss, which may be below 0; the loss where it is exact.
        tied: whether it may be as good as the best one.
        samples: lines or worlds behind it; 0 where it is exact.
        amount: the exact value, with its fraction where that is known.
        why: for an action without a value: one sentence.
    """

    action: Any
    value: float | None
    low: float = 0.0
    high: float = 0.0
    loss: float = 0.0
    loss_low: float = 0.0
    tied: bool = False
    samples: int = 0
    amount: Amount | None = None
    why: str = ""


class RankedActions(Value, frozen=True):
    """All legal actions of a decision, best first, those without a value last.

    Attributes:
        unit: what 1 is.
        method: how the values were found, in words; with the policy, the horizon and the samples of an estimate.
        exact: whether the values are exact.
        samples: lines or worlds of the action that has most; 0 where the values are exact.
        assumes: sentences: what is counted and what is left out.
    """

    rows: tuple[RankedAction, ...]
    unit: Unit
    method: str
    exact: bool
    samples: int = 0
    assumes: tuple[str, ...] = ()

    def of(self, action: Any) -> RankedAction | None:
        return next((row for row in self.rows if row.action == action), None)

    def loss(self, action: Any) -> float:
        """How much less than the best an action is worth; exactly 0 for one that is as good.

        Raises:
            KeyError: it has no value.
        """
        row = self.of(action)
        if row is None or row.value is None:
            raise KeyError(action)
        return row.loss if row.loss > TIE else 0.0

    @property
    def best(self) -> tuple[RankedAction, ...]:
        """The actions that may be the best, the first of them before the others; none where nothing was counted."""
        return tuple(row for row in self.rows if row.tied)

    @property
    def values(self) -> Mapping[Any, float]:
        """Action -> value, the best first; those without a value are not in it."""
        return {row.action: row.value for row in self.rows if row.value is not None}


def ranked(
    values: Iterable[tuple[Any, float | None]],
    unit: Unit,
    method: str,
    *,
    exact: bool,
    samples: int = 0,
    assumes: tuple[str, ...] = (),
) -> RankedActions:
    """Actions by their values, the best first, ties in the order in which they come."""
    listed = list(values)
    best = max((value for _, value in listed if value is not None), default=0.0)
    rows = [
        RankedAction(action, None)
        if value is None
        else RankedAction(action, value, value, value, best - value, best - value, best - value <= TIE, samples)
        for action, value in listed
    ]
    rows.sort(key=lambda row: (row.value is None, row.loss))
    return RankedActions(tuple(rows), unit, method, exact, samples, assumes)


def ranked_exactly(
    values: Iterable[tuple[Any, Amount | None, str]], unit: Unit, method: str, assumes: tuple[str, ...] = ()
) -> RankedActions:
    """Actions by amounts that were worked out, those without one last; equals stay in the order in which they come.

    Args:
        values: action, its amount, and why it has none.
        method: in words, to which is added how exact the amounts are; left out where there is none.

    >>> half, one = Amount.exact(Fraction(1, 2)), Amount.exact(Fraction(1))
    >>> found = ranked_exactly([("stop", half, ""), ("roll", one, "")], Unit.GOALS, "Goals")
    >>> [row.action for row in found.rows], found.loss("stop"), found.method
    (['roll', 'stop'], 0.5, 'Goals, exact.')
    """
    listed = list(values)
    best: Amount | None = None
    for _, amount, _ in listed:
        if amount is not None and (best is None or more(amount, best)):
            best = amount
    rows: list[tuple[Fraction | float, RankedAction]] = []
    for action, amount, why in listed:
        if amount is None or best is None:
            rows.append((inf, RankedAction(action, None, why=why)))
            continue
        value, loss = amount.decimal, best.minus(amount)
        lost, place = loss.decimal, round(loss.decimal / TIE) * TIE if loss.fraction is None else loss.fraction
        rows.append((place, RankedAction(action, value, value, value, lost, lost, lost <= 0, amount=amount)))
    rows.sort(key=itemgetter(0))
    how = max((amount.method for _, amount, _ in listed if amount is not None), key=len, default="")
    said = f"{method}, {how}." if how else ""
    return RankedActions(tuple(row for _, row in rows), unit, said, exact=True, assumes=assumes)
