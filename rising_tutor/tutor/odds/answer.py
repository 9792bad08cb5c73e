"""The one answer to a question about a dice turn, in the order in which a page shows it.

First the solved problem; then what stands around it: the chance within 1, 2, 3 ... rolls, what gets covered under best
play and under simple ways to play, and how the answer moves when something is added.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> from rising_tutor.tutor.odds.question_typed import typed
>>> kit = dice_kit(load_game("fire"))
>>> answer = answer_to(kit, typed(kit, "4 green, 1 blue", ["A F F"]))
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
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Amount, Option, Progress, Solved
from rising_tutor.probability.dice_turn.changes import Change, changes
from rising_tutor.probability.dice_turn.estimate import Estimate, bounds
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.options import ranked
from rising_tutor.probability.dice_turn.policies import SIMPLE, best_distribution, of_policy, range_of_policy
from rising_tutor.probability.dice_turn.problem import Help, Problem
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.probability.dice_turn.within import best_within
from rising_tutor.probability.percents import amount
from rising_tutor.tutor.odds.question import Asked, problem_of

BEST: Final = "best play"
_BEST_SENTENCE: Final = "The choice with the best value after every roll; of equal ones the one that completes more."
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
        value: what it expects; None if that is too large.
        shares: the probability of every outcome, in the order of `Problem.outcomes`; empty if that is too large.
        ties: what the same words expect at worst and at best by how ties are broken; empty where ties do not matter, or
            there are too many to look at.
        why: why it is too large.
    """

    name: str
    sentence: str
    value: Amount | None = None
    shares: tuple[tuple[tuple[int, ...], Amount], ...] = ()
    ties: tuple[Amount, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Answer:
    """What was worked out.

    Attributes:
        solved: the problem with the value of every position; None if it is too large.
        too_large: why, if it is.
        options: every choice after the roll of the question, best first; empty without a roll.
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
    options: tuple[Option, ...] = ()
    within: tuple[float, ...] = ()
    no_within: str = ""
    ways: tuple[Way, ...] = ()
    no_ways: str = ""
    changes: tuple[Change, ...] = ()
    no_changes: str = ""
    bounds: Estimate | None = None
    whole: bool = False


def answer_to(
    kit: Kit,
    asked: Asked,
    progress: Progress | None = None,
    later: Callable[[Answer], object] | None = None,
) -> Answer:
    """Work a question out.

    Args:
        later: called with what is there so far, each time a part is done.

    Raises:
        BadProblem: the question is not complete.
    """
    problem = problem_of(kit, asked)
    answer = Answer(asked, problem)
    begun = time.monotonic()
    try:
        answer = replace(answer, solved=(solved := solve(problem, progress=progress)))
    except TooLarge as fault:
        answer = replace(answer, too_large=f"{fault.value}; {fault.expected}.")
        if later is not None:
            later(answer)
        return replace(answer, bounds=bounds_of(problem, progress), whole=True)
    took = time.monotonic() - begun
    if asked.roll:
        answer = replace(answer, options=ranked(solved, asked.roll, progress=progress))
    parts = (
        _with_rolls,
        partial(_with_ways, quick=took < QUICK_S, progress=progress),
        partial(_with_changes, kit=kit, took=took, progress=progress),
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
    """Between what the answer lies, where counting it takes too long."""
    return bounds(problem, solve=partial(solve, fractions=False, progress=progress), progress=progress)


def _with_rolls(answer: Answer) -> Answer:
    if answer.problem.helps:
        return replace(answer, no_within="Counted roll by roll only without tokens and abilities.")
    try:
        return replace(answer, within=best_within(answer.problem))
    except TooLarge:
        return replace(answer, no_within="Left out: to count roll by roll takes too long for so many dice.")


def _with_changes(answer: Answer, *, kit: Kit, took: float, progress: Progress | None) -> Answer:
    """A die more of each colour; where that is quick, each token too."""
    if took > QUICK_S:
        return replace(answer, no_changes="Left out: to ask again with one die more takes too long here.")
    helps: tuple[Help, ...] = ()
    if took < _TOKENS_S:
        others = [card for card in kit.helping_cards if card.id not in answer.asked.use and card.kind != "ability"]
        helps = tuple(card.help for card in others if card.help is not None)
    try:
        found = changes(answer.problem, partial(solve, progress=progress), helps=helps)
    except TooLarge:
        return replace(answer, no_changes="Left out: with one die more this cannot be counted.")
    return replace(answer, changes=found)


def _with_ways(answer: Answer, *, quick: bool, progress: Progress | None) -> Answer:
    problem = answer.problem
    if len(dice_rolls(zip(problem.dice, problem.pool, strict=True))) > _MOST_ROLLS or not quick:
        return replace(answer, no_ways="Left out: to follow other ways to play takes too long here.")
    assert answer.solved is not None
    return replace(answer, ways=tuple(ways_to_play(answer.solved, partial(solve, fractions=True, progress=progress))))


def ways_to_play(solved: Solved, solve_exactly: Callable[[Problem], Solved]) -> Iterator[Way]:
    """What gets covered under best play, then under each simple policy; `solve_exactly` gives exact fractions."""
    problem = solved.problem
    yield _best_way(solved, solve_exactly)
    for name, policy in SIMPLE.items():
        try:
            shares = of_policy(problem, name)
        except TooLarge as fault:
            yield Way(name, policy.sentence, why=str(fault))
            continue
        value = sum((share * problem.payoff_of(sets) for sets, share in shares), Fraction(0))
        exact = tuple((sets, Amount.exact(share)) for sets, share in shares)
        yield Way(name, policy.sentence, Amount.exact(value), exact, _ties(problem, name))


def way_in_words(problem: Problem, way: Way) -> str:
    """What a way to play does, and what the same words expect if ties are broken otherwise."""
    if not way.ties:
        return way.sentence
    low, high = (amount(end, chance=problem.is_chance) for end in way.ties)
    return f"{way.sentence} Ties broken otherwise: from {low} to {high}."


def _best_way(solved: Solved, solve_exactly: Callable[[Problem], Solved]) -> Way:
    problem, value = solved.problem, solved.value
    if len(problem.outcomes) == 2 and not problem.payoff and not problem.has_costs:
        none, one = problem.outcomes
        return Way(BEST, _BEST_SENTENCE, value, ((none, Amount.exact(Fraction(1)).minus(value)), (one, value)))
    if value.fraction is None:
        # The shares are read off the digits of an exact value, which would take too long here.
        return Way(BEST, _BEST_SENTENCE, value, why="too large for exact fractions in a few seconds")
    try:
        return Way(BEST, _BEST_SENTENCE, value, best_distribution(problem, solve_exactly))
    except TooLarge as fault:
        return Way(BEST, _BEST_SENTENCE, value, why=str(fault))


def _ties(problem: Problem, name: str) -> tuple[Amount, ...]:
    try:
        low, high = range_of_policy(problem, name, _MOST_TIES)
    except TooLarge:
        return ()
    return (Amount.exact(low), Amount.exact(high)) if low < high else ()
