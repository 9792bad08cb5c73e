"""What the coach suggests at a table, and why: the best choice that is known, else that of a simple program.

The numbers are those of the panels beside the table: the exact odds of the dice step, or the estimate of each choice if
somebody asked for it. So what the coach says and what the panels say is one answer.
"""

from typing import Any

from rising_tutor.core.session import GameSession
from rising_tutor.core.values import Value
from rising_tutor.probability.percents import amount, more_goals
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.tutor.coach.choices import BUSY as ESTIMATING
from rising_tutor.tutor.coach.choices import Choices
from rising_tutor.tutor.table.roll_odds import BUSY, FAILED, Found, TurnOdds

COUNTING = "Counting what each choice is worth."
SIMPLE = "A simple program would do this now; it is advice, not a rule, and not always the best."


class Advice(Value, frozen=True):
    """A suggestion.

    Attributes:
        action: a legal action; None where there is no suggestion.
        why: one or two sentences; "" where nothing is to be said.
    """

    action: Any = None
    why: str = ""


def simple_advice(player: GameSession, before: str = "") -> Advice:
    """What a simple program would do.

    Args:
        before: why nothing better is known.
    """
    action = player.advice()
    return Advice(action, f"{before} {SIMPLE}".strip()) if action is not None else Advice(None, before)


def advice(player: GameSession, odds: TurnOdds, choices: Choices) -> Advice:
    """The best choice by the exact odds, else by an estimate that was asked for, else that of a simple program."""
    if odds.state == BUSY:
        return Advice(None, COUNTING)
    best = odds.found.best if odds.found is not None else None
    if odds.found is not None and best is not None:
        return Advice(best.action, _counted(odds.found, chosen=odds.chosen_goals() is not None))
    if odds.state == FAILED:
        return simple_advice(player, odds.why)
    if odds.found is not None:
        return simple_advice(player, "No choice of this moment can be counted.")
    if choices.found is not None and choices.state != ESTIMATING:
        return _estimated(player, choices.found)
    return simple_advice(player)


def _counted(found: Found, *, chosen: bool) -> str:
    best = found.best
    assert best is not None
    assert best.amount is not None
    of = " for the goals that were chosen" if chosen else ""
    if not best.amount.decimal:
        open_goals = "the goals that were chosen" if chosen else "the goals still open"
        return f"None of {open_goals} can be completed any more this turn."
    what = f"{amount(best.amount, chance=True)} for its goal" if found.is_chance else more_goals(best.amount)
    others = len(found.ranking.best) - 1
    rank = "no other choice has as much"
    if others:
        rank = f"{others} other choice{' has' if others == 1 else 's have'} as much, none more"
    n = sum(row.value is None for row in found.ranking.rows)
    rest = f" {n} choice{' is' if n == 1 else 's are'} not counted; the odds say why." if n else ""
    return f"Best by the odds{of}: {what}, {best.amount.method}; {rank}.{rest}"


def _estimated(player: GameSession, found: RankedActions) -> Advice:
    action = player.advice()
    row = found.of(action) if action is not None else None
    if row is not None and row.tied:
        return Advice(action, f"{SIMPLE} The estimate of each choice knows none that is better.")
    return Advice(found.rows[0].action, "Best in the estimate of each choice; an estimate can be wrong.")
