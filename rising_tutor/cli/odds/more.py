"""What `odds` tells on request: what gets completed under each way to play, what a die more is worth, bounds."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from rising_tutor.cli.odds.question import Asked
from rising_tutor.cli.odds.text import amount_cells, say_change
from rising_tutor.cli.terminal import columns, paragraph, plain
from rising_tutor.core.values import Value
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Amount, Solved
from rising_tutor.probability.dice_turn.changes import Change, changes
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.probability.dice_turn.policies import SIMPLE, best_distribution, of_policy
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.percents import percent_of

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


class Moved(Value, frozen=True):
    """How the answer moves: with one die more of each colour, and without each help.

    Attributes:
        changes: each change with its answer.
        why: why there are none, if one of them is too large.
    """

    changes: tuple[Change, ...] = ()
    why: str = ""


def moved(solved: Solved, solve: Solve) -> Moved:
    """The question asked again, with one thing changed each time."""
    try:
        return Moved(changes(solved.problem, lambda problem: solved if problem is solved.problem else solve(problem)))
    except TooLarge as error:
        return Moved(why=str(error))


def moved_lines(asked: Asked, found: Moved) -> Iterator[str]:
    """What each change is worth, as a table."""
    rows = [("one thing changed", "chance" if asked.is_chance else "value", "", "gain")]
    rows += [(each.what, *amount_cells(asked, each.value), _gain(asked, each)) for each in found.changes]
    if found.changes:
        yield from columns(rows)
    else:
        yield plain(f"One die more: {found.why or 'the box holds no more dice'}.")


def _gain(asked: Asked, change: Change) -> str:
    said = say_change(asked, change.gain)
    return f"+{said}" if said[0].isdigit() else said


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
            rows.append((say_sets(asked, sets), *map(percent_of, cells)))
    if known and not asked.is_chance:
        values = [f"{shares.value.decimal:.4f}" if shares.value else "" for shares in known]
        rows.append(("expected value", *values))
    yield from columns(rows)
    for shares in found:
        if shares.why:
            yield paragraph(plain(f"{shares.policy}: {shares.why}"), "  ")
    for shares in known:
        yield paragraph(plain(f"{shares.policy}: {shares.sentence}"), "  ")


def estimate_lines(asked: Asked, found: Estimate) -> Iterator[str]:
    """Bounds in the place of an answer, with how each was obtained."""
    name = "Chance with best play" if asked.is_chance else "Expected value of best play"
    yield paragraph(plain(f"{name}, too large to be exact: {found.method}; seed {found.seed}"))
