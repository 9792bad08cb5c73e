"""Plays a lesson as a learner who knows everything: each step from its position along a best line to its end.

What is found on the way is kept, so that the checks of goals, hints and questions ask for it without playing again.
"""

from typing import Any, Final

import msgspec

from rising_tutor.core.branch import Made
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.node import Decision
from rising_tutor.errors import BadPosition, RisingTutorError
from rising_tutor.lessons.judging.judge import NONE
from rising_tutor.lessons.lesson import Lesson, StateTest, Step
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.spots.illegal import refused_actions
from rising_tutor.probability.ranked import RankedActions

_MOST: Final = 80
"""Actions of one step that are played before it is given up."""
_KEPT: Final = 600
_WALKS: dict[tuple[str, str, str, bytes], tuple["Walked", ...]] = {}


class Choice(msgspec.Struct):
    """A decision on the best line: its position, its legal actions, and what they are worth."""

    state: Any
    texts: dict[Any, str]
    judged: RankedActions | None

    @property
    def valued(self) -> bool:
        return self.judged is not None and self.judged.method != NONE

    @property
    def best(self) -> tuple[Any, ...]:
        """The best actions; none where nothing was counted."""
        return tuple(row.action for row in self.judged.best) if self.judged is not None else ()

    @property
    def value(self) -> float | None:
        rows = self.judged.best if self.judged is not None else ()
        return rows[0].value if rows else None

    def losing(self, above: float = 1e-9) -> tuple[Any, ...]:
        rows = self.judged.rows if self.judged is not None else ()
        return tuple(row.action for row in rows if row.loss > above)


class Walked(msgspec.Struct):
    """What was found in one step.

    Attributes:
        state: the position in which the learner may act; None if it was not reached.
        fault: why it was not reached, if the step itself is to blame.
        line: the decisions on the best line, in order.
        solved: whether the best line reached the end of the step.
        broken: what stopped the best line, if anything did.
        after: the position after the moves of a question.
        to_come: outcomes that never came.
        chances: positions of the line in which chance decided.
        looked: positions that were searched for values.
        refused: for a goal that asks for it: an action that is refused by the right rule, and why.
        answered: what opponents answered on the best line, where the step says how.
    """

    state: Any = None
    fault: BadPosition | None = None
    line: tuple[Choice, ...] = ()
    solved: bool = False
    broken: RisingTutorError | None = None
    after: Any = None
    to_come: tuple[str, ...] = ()
    chances: tuple[Any, ...] = ()
    refused: tuple[Any, Refusal] | None = None
    looked: int = 0
    answered: tuple[Made, ...] = ()


def walk(game: AnyGame, lesson: Lesson, skip: frozenset[int] = frozenset()) -> tuple[Walked, ...]:
    """Plays every step that can be reached.

    Args:
        skip: steps with faults of form: they and those that go on from them are not played.
    """
    info = game.info
    key = (info.id, info.rules_version, info.content, msgspec.json.encode((lesson, sorted(skip))))
    if key not in _WALKS:
        if len(_WALKS) >= _KEPT:
            _WALKS.clear()
        _WALKS[key] = _walk(game, lesson, skip)
    return _WALKS[key]


def _walk(game: AnyGame, lesson: Lesson, skip: frozenset[int]) -> tuple[Walked, ...]:
    found: list[Walked] = []
    run: LessonRun | None = None
    for n, step in enumerate(lesson.step):
        walked = Walked()
        found.append(walked)
        try:
            if n in skip:
                run = None
                continue
            if n == 0 or lesson.position_of(n) is not None:
                run = None
                run = LessonRun(game, lesson, n)
            elif run is None or not run.go_on():
                run = None
                continue
        except BadPosition as error:
            # A fact that there is not is a fault of a test, and found with the tests.
            if error.path in ("fact", "goal"):
                walked.broken = error
            else:
                walked.fault = error
            run = None
            continue
        except RisingTutorError as error:
            walked.broken = error
            run = None
            continue
        walked.state = run.state
        try:
            _play(run, step, walked)
        except RisingTutorError as error:
            walked.broken = error
        walked.solved = run.done
        walked.looked = run.looked
        walked.to_come = run.to_come
        walked.answered = run.answered
        walked.chances = tuple(made.state for made in run.made if made.chance)
        if not isinstance(game.node(run.state), Decision):
            walked.chances = (*walked.chances, run.state)
    return tuple(found)


def _play(run: LessonRun, step: Step, walked: Walked) -> None:
    if step.kind == "goal":
        for path in refusals_of(step.goal):
            walked.refused = next(refused_actions(run.game, run.state, path), None)
            if walked.refused is not None:
                run.try_action(walked.refused[0])
        line: list[Choice] = []
        while run.actions and not run.failed and len(line) < _MOST:
            texts = {action: run.game.write(run.state, action) for action in run.actions}
            line.append(Choice(run.state, texts, run.judged()))
            walked.line = tuple(line)
            if not run.try_action(run.best_action()).made:
                break
    elif step.ask is not None:
        walked.after = run.after(step.ask)
        right = run.right_choice()
        if right >= 0:
            run.answer(right)
    elif step.spot:
        right = run.right_choice()
        if right >= 0:
            run.answer(right)


def refusals_of(tests: tuple[StateTest, ...]) -> tuple[str, ...]:
    """The rules whose refusal a goal asks for."""
    direct = [test.refused for test in tests if test.refused]
    return (*direct, *(rule for test in tests for rule in refusals_of(test.any)))
