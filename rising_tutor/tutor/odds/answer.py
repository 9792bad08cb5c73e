"""What the mathematics says to a question of the odds lab, in the order in which a page shows it.

First the solved problem; then what stands around it: the chance within 1, 2, 3 ... rolls, what gets covered under best
play and under simple ways to play, and how the answer moves when something is added.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.tutor.odds.question import Shelf
>>> shelf = Shelf.of(load_game("fire"))
>>> answer = answer_to(shelf, shelf.read({"pool": "4g1b", "need": "AFF"}))
>>> answer.solved.value.percent(), [f"{100 * chance:.1f}" for chance in answer.within]
('62.7 %', ['9.1', '31.5', '49.1', '58.6', '62.7'])
>>> [(way.name, way.value.percent()) for way in answer.ways]
[('best play', '62.7 %'), ('assign all', '61.7 %'), ('one at a time', '46.3 %')]
>>> [end.percent() for end in answer.ways[-1].ties]
['45.5 %', '50.9 %']
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final

from rising_tutor.core.chance import dice_rolls
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import EXACT, Amount, Progress, Solved
from rising_tutor.probability.dice_turn.changes import Change, changes
from rising_tutor.probability.dice_turn.estimate import Estimate, bounds
from rising_tutor.probability.dice_turn.policies import SIMPLE, best_distribution, of_policy, range_of_policy
from rising_tutor.probability.dice_turn.problem import Help, Problem
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.probability.dice_turn.within import best_within
from rising_tutor.tutor.odds.question import Asked, Shelf

BEST: Final = "best play"
QUICK_S: Final = 1.0
"""A question that took longer than this is not asked again in other forms."""
_TOKENS_S: Final = 0.1
_MOST_ROLLS: Final = 6_000
"""Different first rolls up to which simple ways to play are followed through."""
_MOST_TIES: Final = 20_000
"""Rolls and ties up to which the range of a simple way to play is worked out: half a second."""


@dataclass(frozen=True)
class Way:
    """A way to play with what it gets covered.

    Attributes:
        name: best play, or the name of a simple policy.
        sentence: what it does.
        value: what it expects.
        shares: the probability of every outcome, in the order of `Problem.outcomes`.
        ties: what the same words expect at worst and at best by how ties are broken; empty where ties do not matter, or
            there are too many to look at.
    """

    name: str
    sentence: str
    value: Amount
    shares: tuple[tuple[tuple[int, ...], Amount], ...]
    ties: tuple[Amount, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What was worked out.

    Attributes:
        asked: the question.
        problem: the same for the mathematics.
        solved: the problem with the value of every position; None if it is too large.
        too_large: why, if it is.
        within: the best value within 1, 2, 3 ... rolls; empty if it was left out.
        no_within: why it was left out.
        ways: what gets covered, best play first; empty if it was left out.
        no_ways: why it, or a part of it, was left out.
        changes: how the answer moves when a die is added, a token is there, a help is missing; empty if left out.
        no_changes: why it was left out.
        bounds: between what the answer lies, where it is too large to be counted.
        whole: whether everything is worked out, not only `solved`.
    """

    asked: Asked
    problem: Problem
    solved: Solved | None = None
    too_large: str = ""
    within: tuple[float, ...] = ()
    no_within: str = ""
    ways: tuple[Way, ...] = ()
    no_ways: str = ""
    changes: tuple[Change, ...] = ()
    no_changes: str = ""
    bounds: Estimate | None = None
    whole: bool = False


def answer_to(
    shelf: Shelf,
    asked: Asked,
    progress: Progress | None = None,
    later: Callable[[Answer], object] | None = None,
) -> Answer:
    """Work a question out.

    Args:
        shelf: what the game offers.
        asked: the question.
        progress: called now and then.
        later: called with what is there so far, each time a part is done.

    Raises:
        BadProblem: the question is not complete.
    """
    problem = shelf.problem(asked)
    answer = Answer(asked, problem)
    begun = time.monotonic()
    try:
        answer = replace(answer, solved=solve(problem, progress=progress))
    except TooLarge as fault:
        answer = replace(answer, too_large=f"{fault.value}; {fault.expected}.")
        if later is not None:
            later(answer)
        return replace(answer, bounds=bounds_of(problem, progress), whole=True)
    took = time.monotonic() - begun
    parts = (
        _with_rolls,
        partial(_with_ways, quick=took < QUICK_S, progress=progress),
        partial(_with_changes, shelf=shelf, took=took, progress=progress),
    )
    for part in parts:
        if later is not None:
            later(answer)
        if progress is not None:
            # A chance to stop between the parts.
            progress(1, 1)
        answer = part(answer)
    return replace(answer, whole=True)


def bounds_of(problem: Problem, progress: Progress | None = None) -> Estimate:
    """Between what the answer lies, where counting it takes too long.

    Args:
        problem: what is asked.
        progress: called now and then; what it raises ends the work.
    """
    return bounds(problem, solve=partial(solve, fractions=False, progress=progress), progress=progress)


def _with_rolls(answer: Answer) -> Answer:
    if answer.problem.helps:
        return replace(answer, no_within="Counted roll by roll only without tokens and abilities.")
    try:
        return replace(answer, within=best_within(answer.problem))
    except TooLarge:
        return replace(answer, no_within="Left out: to count roll by roll takes too long for so many dice.")


def _with_changes(answer: Answer, *, shelf: Shelf, took: float, progress: Progress | None) -> Answer:
    """A die more of each colour; where that is quick, each token too."""
    if took > QUICK_S:
        return replace(answer, no_changes="Left out: to ask again with one die more takes too long here.")
    room = tuple(most - n for most, n in zip(shelf.box, answer.asked.pool, strict=True))
    helps: tuple[Help, ...] = ()
    if took < _TOKENS_S:
        others = [card for card in shelf.helping_cards if card.id not in answer.asked.use and card.kind != "ability"]
        helps = tuple(card.help for card in others if card.help is not None)
    try:
        found = changes(answer.problem, partial(solve, progress=progress), room=room, helps=helps)
    except TooLarge:
        return replace(answer, no_changes="Left out: with one die more this cannot be counted.")
    return replace(answer, changes=found)


def _with_ways(answer: Answer, *, quick: bool, progress: Progress | None) -> Answer:
    problem = answer.problem
    if len(dice_rolls(zip(problem.dice, problem.pool, strict=True))) > _MOST_ROLLS or not quick:
        return replace(answer, no_ways="Left out: to follow other ways to play takes too long here.")
    try:
        ways = tuple(_ways(answer, progress))
    except TooLarge:
        return replace(answer, no_ways="Left out: to follow other ways to play takes too long here.")
    except BadProblem:
        return replace(answer, no_ways="Left out: the shares are counted only where the answer is exact.")
    return replace(answer, ways=ways)


def _ways(answer: Answer, progress: Progress | None) -> Iterator[Way]:
    problem, solved = answer.problem, answer.solved
    assert solved is not None
    sentence = "After each roll the choice that expects most from there on."
    if len(problem.outcomes) == 2 and not problem.payoff:
        none, one = problem.outcomes
        shares: tuple[tuple[tuple[int, ...], Amount], ...] = ((none, _rest(solved.value)), (one, solved.value))
    elif solved.method == EXACT:
        shares = best_distribution(problem, partial(solve, fractions=True, progress=progress))
    else:
        raise BadProblem("distribution", solved.method, EXACT)
    yield Way(BEST, sentence, solved.value, shares)
    for name, policy in SIMPLE.items():
        found = tuple((sets, Amount.exact(share)) for sets, share in of_policy(problem, name))
        value = sum(
            (amount.fraction * problem.payoff_of(sets) for sets, amount in found if amount.fraction), Fraction(0)
        )
        yield Way(name, policy.sentence, Amount.exact(value), found, _ties(problem, name))


def _ties(problem: Problem, name: str) -> tuple[Amount, ...]:
    try:
        low, high = range_of_policy(problem, name, _MOST_TIES)
    except TooLarge:
        return ()
    return (Amount.exact(low), Amount.exact(high)) if low < high else ()


def _rest(value: Amount) -> Amount:
    return Amount.exact(1 - value.fraction) if value.fraction is not None else Amount(None, 1 - value.decimal)
