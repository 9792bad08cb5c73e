"""Somebody who has never seen the game, at a mission: tries what is marked, else does what the last hint names.

Where a step asks for something that the rules refuse, it is tried.

`python -m tests.lessons.newcomer` prints how many actions and words a mission takes.
"""

import sys
from statistics import median
from typing import Any

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.core.values import Value
from rising_tutor.lessons.check.walk import refusals_of
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.spots.illegal import refused_actions

MOST = 40
"""Tries in one step after which a newcomer has given up."""


class Finished(Value, frozen=True):
    """How a newcomer came through a mission.

    Attributes:
        end: the position at its end.
        actions: that were made; answers that were picked count too.
        wrong: tries that were answered and not made.
        words: that were read: what each step says, asks for, and says when it is solved, and what wrong tries met.
    """

    end: Any
    actions: int
    wrong: int
    words: int


def finish(mission: Lesson) -> Finished:
    """Plays a mission to its end. Raises `AssertionError` where a newcomer is stuck."""
    game = load_game(mission.game)
    run = LessonRun(game, mission)
    actions = wrong = words = 0
    for at in range(len(mission.step)):
        assert run.at == at
        step = run.step
        words += _words(step.say, step.do, step.right, step.ask.question if step.ask is not None else "")
        if step.kind in ("ask", "spot"):
            run.answer(run.right_choice())
            actions += 1
        tried: set[tuple[Any, str]] = set()
        for _ in range(MOST):
            if run.done:
                break
            assert run.actions, f"{mission.id}, step {at + 1}: nothing can be done"
            marked = _marked(run, tried)
            asked = marked is None or refusals_of(run.step.goal)
            reply = run.try_action(asked_for(run) if asked else marked)
            if reply.made or run.done:
                actions += 1
            else:
                wrong += 1
                words += _words(reply.says)
            assert not run.failed, f"{mission.id}, step {at + 1}: over after {reply.text}"
        assert run.done, f"{mission.id}, step {at + 1}: not solved"
        if not run.last:
            assert run.go_on()
    return Finished(run.state, actions, wrong, words)


def asked_for(run: LessonRun) -> Any:
    """The action that a step wants next: the best one, or one that is refused where it asks for that."""
    asked = refusals_of(run.step.goal)
    return next(refused_actions(run.game, run.state, asked[0]))[0] if asked else run.best_action()


def _marked(run: LessonRun, tried: set[tuple[Any, str]]) -> Any:
    """The first action about something that the step marks, if it was not tried in this position."""
    for action in run.actions:
        text = run.game.write(run.state, action)
        if (run.state, text) not in tried and any(mark in text.split() for mark in run.step.show):
            tried.add((run.state, text))
            return action
    return None


def _words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


def main() -> None:
    """Prints a line for each mission, and the medians of each title."""
    for game in playable_ids():
        rows = [(one, finish(one)) for one in load_course(GameId(game)).missions]
        for one, done in rows:
            sys.stdout.write(
                f"{game} {one.order} {one.id}: {done.actions} actions, {done.wrong} tries that were answered, "
            )
            sys.stdout.write(f"{done.words} words, {len(one.step)} steps\n")
        if rows:
            actions, words = median(done.actions for _, done in rows), median(done.words for _, done in rows)
            sys.stdout.write(f"{game}: median {actions:g} actions and {words:g} words a mission\n")


if __name__ == "__main__":
    main()
