"""What the mathematics says to a question of the odds lab, in the order in which a page shows it.

First the solved problem; then what stands around it: the chance within 1, 2, 3 ... rolls.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.widgets.odds_question import Shelf
>>> shelf = Shelf.of(load_game("fire"))
>>> answer = answer_to(shelf, shelf.read({"pool": "4g1b", "need": "AFF"}))
>>> answer.solved.value.percent(), [f"{100 * chance:.1f}" for chance in answer.within]
('62.7 %', ['9.1', '31.5', '49.1', '58.6', '62.7'])
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rising_tutor.errors import TooLarge
from rising_tutor.probability import reference
from rising_tutor.probability.answer import Solved
from rising_tutor.probability.problem import Problem
from rising_tutor.probability.within import best_within
from rising_tutor.widgets.odds_question import Asked, Shelf

Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do; an exception ends the work."""


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
        whole: whether everything is worked out, not only `solved`.
    """

    asked: Asked
    problem: Problem
    solved: Solved | None = None
    too_large: str = ""
    within: tuple[float, ...] = ()
    no_within: str = ""
    whole: bool = False


def answer_to(
    shelf: Shelf,
    asked: Asked,
    progress: Progress | None = None,
    later: Callable[[Answer], object] | None = None,
) -> Answer:
    """Work a question out.

    Args:
        progress: called now and then.
        later: called as soon as the value is there.

    Raises:
        BadProblem: the question is not complete.
    """
    problem = shelf.problem(asked)
    answer = Answer(asked, problem)
    try:
        answer = replace(answer, solved=reference.solve(problem))
    except TooLarge as fault:
        return replace(answer, too_large=str(fault), whole=True)
    if later is not None:
        later(answer)
    if progress is not None:
        progress(1, 1)
    return replace(_with_rolls(answer), whole=True)


def _with_rolls(answer: Answer) -> Answer:
    if answer.problem.helps:
        return replace(answer, no_within="Counted roll by roll only without tokens and abilities.")
    try:
        return replace(answer, within=best_within(answer.problem))
    except TooLarge:
        return replace(answer, no_within="Left out: to count roll by roll takes too long for so many dice.")
