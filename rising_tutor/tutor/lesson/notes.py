"""What is kept of a lesson while it is played: attempts, own mistakes, how far the learner has come.

A refused action and one that is answered as wrong are facts at once. A right one becomes a fact when the goal of its
step is reached, so that a step counts once.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rising_tutor.lessons.learner.facts import MOST_MOVES, Attempt, Fact, Mistake, Outcome, Progress, mistake_id
from rising_tutor.lessons.lesson import MISSION, SCENARIO, StateTest
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import STARS, Reply
from rising_tutor.probability.unit import Unit
from rising_tutor.replay.limits import MOVE

_NAMED_WRONG = 1
"""Stars of a step whose action was found and whose rule was not."""


class LessonNotes:
    """The facts of one run.

    Args:
        before: how far the learner had come in this lesson at some time before.
    """

    def __init__(
        self, run: LessonRun, note: Callable[[Fact], object], now: Callable[[], str], before: Progress | None = None
    ) -> None:
        self.run = run
        self._note, self._now, self._before = note, now, before

    @property
    def item(self) -> str:
        return f"{self.run.lesson.kind}:{self.run.lesson.id}"

    @property
    def step_item(self) -> str:
        return self.item if self.run.lesson.kind == SCENARIO else f"{self.item}#{self.run.at + 1}"

    @property
    def stars(self) -> int:
        """The mean of the stars of the solved steps, rounded down; 3 only where no step took help."""
        found = list(self.run.stars.values())
        return sum(found) // len(found) if found else STARS

    def tried(self, before: Any, reply: Reply) -> None:
        """A try was refused or answered as wrong: an attempt, and a mistake to try again.

        Args:
            before: the position that it was made in.
        """
        run = self.run
        if reply.outcome not in ("illegal", "wrong") or run.off:
            return
        refused = reply.refusal.rule if reply.refusal is not None else ""
        if refused and _asked_for(run.step.goal, refused):
            return
        rule = refused or next(iter(run.step.rules), "")
        if not rule:
            return
        self.attempt(reply, "illegal" if refused else "wrong")
        state = run.game.dump(before).decode()
        self._note(
            Mistake(
                id=mistake_id(state, reply.text),
                at=self._now(),
                kind="refused" if refused else "loss",
                state=state,
                tried=reply.text,
                rule=rule,
                loss=None if refused else min(1.0, reply.loss or 0.0),
                source="lesson",
                note=self.step_item,
                unit=Unit.CHANCE_OF_GOAL,
            )
        )

    def attempt(self, reply: Reply, outcome: Outcome, *, answer: str = "") -> None:
        """An answer that was judged.

        Args:
            answer: what was answered, where the reply does not say all of it.
        """
        run, refusal = self.run, reply.refusal
        rules = run.step.rules
        if refusal is not None and (outcome == "illegal" or run.step.kind == "spot"):
            rules = (refusal.rule, *(rule for rule in rules if rule != refusal.rule))
        if not rules:
            return
        self._note(
            Attempt(
                at=self._now(),
                item=self.step_item,
                rules=rules,
                outcome=outcome,
                answer=(answer or reply.text)[: MOVE.most],
                refused=refusal.rule if refusal is not None and outcome == "illegal" else "",
                hints=run.hints,
                loss=None if reply.loss is None else min(1.0, reply.loss),
            )
        )

    def answered(self, reply: Reply, *, ended: bool = False, missed: bool = False, right: bool = True) -> None:
        """A try was carried out, or a question answered.

        Args:
            ended: whether the step is solved by it.
            missed: whether the goal is out of reach since.
            right: whether it counts as a right answer.
        """
        run = self.run
        if run.off:
            return
        if missed and reply.outcome != "wrong":
            self.attempt(reply, "wrong")
        if ended:
            if not right and run.lesson.kind != MISSION:
                run.stars[run.at] = min(run.stars.get(run.at, 0), _NAMED_WRONG)
            elif right and reply.outcome in ("best", "equal", "good"):
                self.attempt(reply, reply.outcome)
            elif reply.outcome == "illegal":
                self.attempt(reply, "good")
            if run.lesson.kind != SCENARIO:
                stars = run.stars.get(run.at, 0)
                self._note(Progress(self._now(), self.step_item, done=True, stars=stars, step=run.at))
        if ended or (reply.made and not missed):
            self.place(ended=ended and run.last)

    def place(self, *, ended: bool = False) -> None:
        """Where to go on after a reload. What a question played is not kept: it is asked again."""
        run, before = self.run, self._before
        if run.off or (run.step.kind in ("ask", "spot") and run.done and not ended):
            return
        done = ended or (before is not None and before.done)
        stars = max(self.stars if ended else 0, before.stars if before is not None else 0)
        moves = () if ended else run.record[:MOST_MOVES]
        kept = Progress(self._now(), self.item, done=done, stars=stars, step=0 if ended else run.at, moves=moves)
        self._before = kept
        self._note(kept)


def _asked_for(goal: Sequence[StateTest], rule: str) -> bool:
    return any(one.refused == rule or _asked_for(one.any, rule) for one in goal)
