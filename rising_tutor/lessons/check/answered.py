"""How a lesson answers what can be tried in it: in the author's words, in words made from values, or generically.

Counted are tries, each once: in a step with a goal every legal action of its first decision, and there as "refusals"
every illegal thing that somebody at the table might do (a die of the roll on any card in sight, rolling, stopping);
in a question every answer that it offers, in "which is not allowed" every action. A refusal of the game always says its
reason from values, so it stands apart and dilutes no share. A try that solves its step is answered generically unless
the author says what that means.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value
from rising_tutor.errors import RisingTutorError
from rising_tutor.lessons.check.walk import refusals_of
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import Reply
from rising_tutor.lessons.spots.illegal import natural_refusals

How = Literal["author", "made", "generic"]
_MOST = 80


class Answered(Value, frozen=True):
    """One try and how it is answered.

    Attributes:
        step: from 1.
        kind: of the try.
        text: the action in the notation, or the answer that was picked.
    """

    lesson: str
    step: int
    kind: Literal["legal", "refused", "offer"]
    text: str
    how: How


def answered(game: AnyGame, lesson: Lesson) -> Iterator[Answered]:
    """Every try of a lesson that counts; what cannot be reached is left out."""
    run: LessonRun | None = None
    for at, step in enumerate(lesson.step):
        try:
            if run is None or lesson.position_of(at) is not None:
                run = LessonRun(game, lesson, at)
            elif not run.go_on():
                run = None
        except RisingTutorError:
            run = None
        if run is None:
            continue
        if step.kind == "goal":
            yield from _tries(run)
            _solve(run)
        elif step.kind != "read":
            yield from _offers(run)


def _tries(run: LessonRun) -> Iterator[Answered]:
    lesson, number = run.lesson.id, run.at + 1
    for action in run.actions:
        reply = run.try_action(action)
        yield Answered(lesson, number, "legal", reply.text, _how(reply, done=run.done))
        if reply.made:
            run.again()
    for action, _ in natural_refusals(run.game, run.state):
        reply = run.try_action(action)
        yield Answered(lesson, number, "refused", reply.text, "author" if reply.says else "made")
        if run.done:
            run.again()


def _how(reply: Reply, *, done: bool) -> How:
    if reply.says:
        return "author"
    return "generic" if done or not reply.means else "made"


def _solve(run: LessonRun) -> None:
    if refusals_of(run.step.goal):
        for action, _ in natural_refusals(run.game, run.state):
            if not run.done:
                run.try_action(action)
    for _ in range(_MOST):
        if not run.actions or run.failed or not run.try_action(run.best_action()).made:
            return


def _offers(run: LessonRun) -> Iterator[Answered]:
    lesson, number, step = run.lesson.id, run.at + 1, run.step
    right = run.right_choice()
    count = len(step.ask.choices) if step.ask is not None else len(step.spot)
    # The right one last: it ends the step.
    for at in sorted(range(count), key=lambda one: one == right):
        reply = run.answer(at)
        yield Answered(lesson, number, "offer", reply.text, _how(reply, done=run.done))


class Share(Value, frozen=True):
    """How many tries of one kind are answered in which way."""

    author: int
    made: int
    generic: int

    @property
    def total(self) -> int:
        return self.author + self.made + self.generic

    @property
    def generic_share(self) -> float:
        return self.generic / self.total if self.total else 0.0


def share_of(tries: Iterable[Answered], *kinds: str) -> Share:
    """The shares of some kinds of tries."""
    n = Counter(one.how for one in tries if one.kind in kinds)
    return Share(n["author"], n["made"], n["generic"])
