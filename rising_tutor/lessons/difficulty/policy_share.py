"""How often a policy reaches the goal of a step: its exact chance, or plays of it where that is too large.

A policy that draws no random number has one choice in each position; its chance is then the expectation over chance
alone, and every position is looked at once.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.lessons.lesson_file import load_course
>>> game = load_game("fire")
>>> step = load_course(game.info.id).find("save-katara")
>>> greedy = game.policies()["greedy"]
>>> exact_share(LessonRun(game, step), greedy)
Fraction(7, 12)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Final

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import positions
from rising_tutor.core.game import Policy
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.search import stepper
from rising_tutor.lessons.judging.judge import Judge
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.playthrough import forced_outcome

BUDGET: Final = 20_000
"""Choices of a policy that are looked at before its chance is simulated: some seconds."""
_EACH: Final = 10
"""So many positions are looked at for each choice."""
_MOST_MOVES: Final = 400


class _NotExact(Exception):
    """The policy draws random numbers, or too much can follow."""


class _NoLuck(Random):
    """A source of random numbers that has none."""

    def random(self) -> float:
        raise _NotExact

    def getrandbits(self, _k: int) -> int:
        raise _NotExact


def exact_share(run: LessonRun, policy: Policy[Any, Any], budget: int = BUDGET) -> Fraction | None:
    """The chance that a policy reaches the goal of a step from where a run stands; None where that is too large.

    Args:
        run: at the beginning of a step.
    """
    try:
        return _Expectation(run, policy, budget).value(run.state, 0, run.to_come)
    except _NotExact:
        return None


class _Expectation:
    """The expectation over chance with the choices of one policy."""

    def __init__(self, run: LessonRun, policy: Policy[Any, Any], budget: int) -> None:
        self.game, self.step, self.policy = run.game, run.step, policy
        self.judge = Judge(run.game, run.scenes, run.step, run.state)
        self.left, self.most = budget, budget * _EACH
        self._after = stepper(run.game)
        self._rng = _NoLuck()
        self._known: dict[tuple[Any, int, int], Fraction] = {}

    def value(self, state: Any, made: int, forced: Sequence[str]) -> Fraction:
        key = (state, made if self.step.limit else 0, len(forced))
        if key not in self._known:
            if len(self._known) >= self.most or made > _MOST_MOVES:
                raise _NotExact
            self._known[key] = self._value(state, made, forced)
        return self._known[key]

    def _value(self, state: Any, made: int, forced: Sequence[str]) -> Fraction:
        node = self.game.node(state)
        if self.judge.won(state):
            return Fraction(1)
        if self.judge.over(state):
            return Fraction(0)
        if isinstance(node, Chance):
            to_come = list(forced)
            outcome = forced_outcome(self.game, state, node, to_come)
            if outcome is not None:
                return self.value(self._after(state, outcome), made, to_come)
            ways = (weight * self.value(self._after(state, one), made, forced) for one, weight in node.outcomes)
            return sum(ways, Fraction(0)) / node.outcomes.total
        if isinstance(node, Decision) and self.judge.replies.answers(node.seat):
            answers = self.judge.replies.ways(state, node)
            if not answers:
                raise _NotExact
            values = (self.value(self._after(state, one), made, forced) for one in answers)
            return sum(values, Fraction(0)) / len(answers)
        if not isinstance(node, Decision) or 0 < self.step.limit <= made:
            return Fraction(0)
        self.left -= 1
        if self.left < 0:
            raise _NotExact
        action = self.policy(node, lambda: self.game.view(state, node.seat), self._rng)
        return self.value(self._after(state, action), made + 1, forced)


def reaches(run: LessonRun, judge: Judge, policy: Policy[Any, Any], name: str) -> bool:
    """Whether one play of a policy from where a run stands reaches the goal.

    Args:
        name: fixes the chance of the play, and what the policy draws.
    """
    game, limit = run.game, run.step.limit
    rng, streams = Random(name), ChanceStreams(game, name)
    forced = list(run.to_come)
    made = 0

    def draw(state: Any, node: Chance[Any], n_before: int) -> Any:
        outcome = forced_outcome(game, state, node, forced)
        return streams.draw(state, node.outcomes, n_before) if outcome is None else outcome

    def choose(state: Any, node: Decision[Any]) -> Any:
        if judge.replies.answers(node.seat):
            return judge.replies.one(state, node, rng)
        return None if limit and made >= limit else policy(node, lambda: game.view(state, node.seat), rng)

    state = run.state
    moves = islice(positions(game, state, draw=draw, choose=choose), _MOST_MOVES)
    while not (judge.won(state) or judge.over(state)):
        at = next(moves, None)
        if at is None:
            return False
        made += at.seat is not None and not judge.replies.answers(at.seat)
        state = at.step.state
    return judge.won(state)
