"""What `odds` tells on request: what gets completed under each way to play, and what a die more is worth."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import msgspec

from rising_tutor.cli.odds_question import Asked
from rising_tutor.cli.odds_text import amount_cells, percent, say_change
from rising_tutor.cli.terminal import columns, paragraph, plain
from rising_tutor.core.values import Value, with_count
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.answer import Amount, Solved
from rising_tutor.probability.policies import SIMPLE, best_distribution, of_policy
from rising_tutor.probability.problem import Problem

Solve = Callable[[Problem], Solved]
BEST = "best play"
BEST_SENTENCE = "The choice with the best value after every roll; of equal ones the one that completes more."


class Shares(Value, frozen=True):
    """How often each outcome comes under one way to play.

    Attributes:
        policy: its name.
        sentence: what it does.
        value: what it expects; None if it is too large.
        shares: the chance of each outcome, in the order of `Problem.outcomes`; empty if it is too large.
        why: why it is too large.
    """

    policy: str
    sentence: str
    value: Amount | None = None
    shares: tuple[Amount, ...] = ()
    why: str = ""


def distributions(asked: Asked, solved: Solved, solve: Solve) -> tuple[Shares, ...]:
    """What gets completed under best play, then under each simple policy.

    Args:
        asked: the question.
        solved: its answer.
        solve: gives exact fractions.
    """
    found = [_best(asked, solved, solve)]
    for named in SIMPLE.values():
        try:
            reached = of_policy(asked.problem, named.name)
        except TooLarge as error:
            found.append(Shares(named.name, named.sentence, why=str(error)))
            continue
        value = sum((share * asked.problem.payoff_of(sets) for sets, share in reached), Fraction(0))
        shares = tuple(Amount.exact(share) for _, share in reached)
        found.append(Shares(named.name, named.sentence, Amount.exact(value), shares))
    return tuple(found)


def _best(asked: Asked, solved: Solved, solve: Solve) -> Shares:
    if solved.value.fraction is None:
        # The shares are read off the digits of an exact value, which would take too long here.
        return Shares(BEST, BEST_SENTENCE, solved.value, why="too large for exact fractions in a few seconds")
    try:
        reached = best_distribution(asked.problem, solve)
    except TooLarge as error:
        return Shares(BEST, BEST_SENTENCE, solved.value, why=str(error))
    return Shares(BEST, BEST_SENTENCE, solved.value, tuple(share for _, share in reached))


class Added(Value, frozen=True):
    """What a die more is worth.

    Attributes:
        colour: of the die.
        value: what best play expects with it; None if that is too large to be solved.
        gain: how much more that is than without it; None likewise.
        why: why it is too large.
    """

    colour: str
    value: Amount | None = None
    gain: Amount | None = None
    why: str = ""


def added(asked: Asked, solved: Solved, solve: Solve) -> tuple[Added, ...]:
    """The question asked again with one die more of each colour that the box still holds."""
    problem = asked.problem
    found = []
    for at, die in enumerate(problem.dice):
        if problem.room and not problem.room[at]:
            continue
        room = with_count(problem.room, at, -1) if problem.room else ()
        larger = msgspec.structs.replace(problem, pool=with_count(problem.pool, at, 1), room=room)
        try:
            value = solve(larger.checked()).value
        except BadProblem as error:
            found.append(Added(die.colour, why=str(error)))
        else:
            found.append(Added(die.colour, value, value.minus(solved.value)))
    return tuple(found)


def added_lines(asked: Asked, found: Sequence[Added]) -> Iterator[str]:
    """What each die more is worth, as a table."""
    if not found:
        yield "One die more: the box holds no more dice."
        return
    rows = [("one die more", "chance" if asked.is_chance else "value", "", "gain")]
    for each in found:
        if each.value is None or each.gain is None:
            rows.append((each.colour, "", "", each.why))
        else:
            rows.append((each.colour, *amount_cells(asked, each.value), say_change(asked, each.gain)))
    yield from columns(rows)


def say_sets(asked: Asked, sets: Sequence[int]) -> str:
    """An outcome in words: what is complete."""
    parts = [
        f"{asked.target(at)}{f': {n} of {asked.problem.needs[at].times}' if asked.problem.needs[at].times > 1 else ''}"
        for at, n in enumerate(sets)
        if n
    ]
    return "; ".join(parts) or "nothing"


def distribution_lines(asked: Asked, found: Sequence[Shares]) -> Iterator[str]:
    """The shares as a table, outcomes that never come left out, and what each way to play does."""
    yield "What gets completed:"
    known = [shares for shares in found if shares.shares]
    rows = [("complete", *(shares.policy for shares in known))] if known else []
    for at, sets in enumerate(asked.problem.outcomes):
        cells = [shares.shares[at] for shares in known]
        if any(cell.decimal for cell in cells):
            rows.append((say_sets(asked, sets), *map(percent, cells)))
    if known and not asked.is_chance:
        values = [f"{shares.value.decimal:.4f}" if shares.value else "" for shares in known]
        rows.append(("expected value", *values))
    yield from columns(rows)
    for shares in found:
        if shares.why:
            yield paragraph(plain(f"{shares.policy}: {shares.why}"), "  ")
    for shares in known:
        yield paragraph(plain(f"{shares.policy}: {shares.sentence}"), "  ")
