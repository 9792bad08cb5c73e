"""What the value of a question counts and what it leaves out, in sentences for people."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rising_tutor.core.english import counted, listed
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.odds.targets import Aim, is_default, open_aims, space_of
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.probability.dice_turn.problem import Problem


class Left(NamedTuple):
    """What was left out of a question that nobody chose.

    Attributes:
        goals: names of what was dropped to keep the question small, in order.
        balance: the next Balance space cannot be met in this step.
        rest: Balance was chosen, and what its space wants beside dice is taken as met.
        dropped: names of helps that were dropped to keep the question small.
    """

    goals: tuple[str, ...] = ()
    balance: bool = False
    rest: bool = False
    dropped: tuple[str, ...] = ()


def says_of(run: Run, aims: Sequence[Aim], problem: Problem, left: Left) -> tuple[str, ...]:
    """Sentences, the most important first."""
    names = list(dict.fromkeys(_goal(run, aim) for aim in aims))
    found = [f"What counts, 1 for each: {listed(names)}."]
    if any(aim.on == BALANCE for aim in aims):
        found += _balance(run, problem, left)
    helps = [f"{name} ({n} of them)" if n > 1 else name for name, n in Counter(h.name for h in problem.helps).items()]
    found.append(f"What may help beside the dice: {listed(helps)}." if helps else "Nothing helps beside the dice.")
    if left.goals:
        found.append(f"Left out, so that it can be solved at once, largest cost first: {listed(left.goals)}.")
    if left.dropped:
        found.append(f"Left out of what may help, so that it can be solved at once: {listed(left.dropped)}.")
    if left.balance:
        found.append("Balance is left out: not all that its next space costs can be met in this step.")
    others = [
        aim.name for aim in open_aims(run) if not is_default(aim, run) and aim.id not in {other.id for other in aims}
    ]
    if others:
        found.append(f"Not counted unless it is chosen: {listed(others)}.")
    found.append("What abilities, tokens and rewards bring beside dice, and what is complete already, is not counted.")
    return tuple(found)


def _goal(run: Run, aim: Aim) -> str:
    book = run.book
    if aim.on == BALANCE:
        return book.name(BALANCE)
    if aim.on in book.villain or aim.on in book.battle:
        return f"{aim.times} Damage on {aim.name}" if aim.times == 1 else f"up to {aim.times} Damage on {aim.name}"
    return aim.name


def _balance(run: Run, problem: Problem, left: Left) -> list[str]:
    space = space_of(run)
    if space is None:
        return []
    found = []
    if problem.payoff:
        found.append("Balance counts only when everything that its next space costs is met.")
    if left.rest:
        return [*found, "What the next Balance space asks for beside dice is taken as met."]
    tokens = space.tokens - len(run.t.balance_tokens)
    if tokens > 0:
        given = counted(tokens, "token")
        found.append(f"For Balance {given} must be given up besides; tokens without use for dice are enough.")
    return found
