"""The doors for a position: what can be aimed at, and what each action is worth."""

from collections.abc import Iterator
from threading import Lock

from rising_tutor.games.rising.odds.question import in_dice_step, reopened
from rising_tutor.games.rising.odds.targets import Aim, need_of, open_aims, origin_of, wanted
from rising_tutor.games.rising.odds.turns import Solve, Turns
from rising_tutor.games.rising.odds.values import values_of_actions
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.probability.dice_turn.answer import Progress, Solved
from rising_tutor.probability.dice_turn.dice_game import OddsCard, Question
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.probability.ranked import RankedActions


class Odds:
    """Values of actions, with the last answers kept.

    Args:
        solver: how a problem is solved; the fast method unless told otherwise.
    """

    def __init__(self, solver: Solve | None = None) -> None:
        self.turns = Turns(solver or _solve)
        self._one_at_a_time = Lock()

    def of_actions(self, run: Run, question: Question, progress: Progress | None = None) -> RankedActions:
        """Every legal action of a position with its value, best first.

        Raises:
            BadProblem: the question belongs to another position.
            TooLarge: the question cannot be solved exactly.
        """
        asked = reopened(run, question)
        with self._one_at_a_time:
            return values_of_actions(run, asked, question, self.turns.roll_values(question.problem, progress))


def _solve(problem: Problem, progress: Progress | None) -> Solved:
    return solve(problem, progress=progress)


def odds_targets(run: Run) -> tuple[OddsCard, ...]:
    """What can be covered by dice in a position, each once; empty outside the dice step."""
    return tuple(_cards(run)) if in_dice_step(run) else ()


def _cards(run: Run) -> Iterator[OddsCard]:
    seen: set[str] = set()
    for aim in open_aims(run):
        if aim.id not in seen:
            seen.add(aim.id)
            yield _card(run, wanted(run, aim, 1))


def _card(run: Run, aim: Aim) -> OddsCard:
    kind, origin, rule = origin_of(run, aim)
    return OddsCard(aim.id, aim.name, kind, need_of(run, aim), None, origin, rule)
