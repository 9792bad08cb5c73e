"""What a mission has to be beyond a lesson: short, much to do, an answer to every wrong try."""

from collections.abc import Collection, Iterable
from fnmatch import fnmatchcase
from typing import Final

from rising_tutor.lessons.check.file_report import FileReport, at_step
from rising_tutor.lessons.check.hints import Examined
from rising_tutor.lessons.check.walk import Walked
from rising_tutor.lessons.lesson import MISSION, Lesson

DOING: Final = 0.8
"""So much of its steps is something to do, at least."""
NO_QUIZ: Final = 3
"""The first missions ask no question."""
_QUIZ: Final = ("ask", "spot")


def check_mission(report: FileReport, lesson: Lesson) -> None:
    """The words of a mission, without playing it."""
    if lesson.kind != MISSION:
        for name in ("won", "since"):
            if getattr(lesson, name):
                report.add(name, "mission", f"a {lesson.kind} with {name!r}", "only in a mission")
        return
    if not lesson.won:
        report.add("kind", "mission", "a mission in which nothing is won", 'won = "..."')
    if lesson.order == 1 and lesson.since:
        report.add("since", "mission", "the first mission has none before it", "no 'since'")
    n_doing = sum(step.kind == "goal" for step in lesson.step)
    if lesson.step and n_doing < DOING * len(lesson.step):
        found = f"something to do in {n_doing} of {len(lesson.step)} steps"
        report.add("step", "mission", found, f"at least {DOING:.0%} of them")
    for n, step in enumerate(lesson.step):
        if step.kind in _QUIZ and lesson.order <= NO_QUIZ:
            found = f"a question in mission {lesson.order}"
            report.add(at_step(n), "mission", found, f"none in the first {NO_QUIZ} missions")
        if step.kind == "goal" and not step.right:
            report.add(at_step(n), "mission", "nothing is said when it is solved", 'right = "..."')


def check_played_before(report: FileReport, lesson: Lesson, missions: Iterable[Lesson]) -> None:
    """A question is about a rule that was played before, in this mission or an earlier one."""
    if lesson.kind != MISSION:
        return
    before = [one for one in missions if one.order < lesson.order]
    played = {rule for one in before for step in one.step if step.kind == "goal" for rule in step.rules}
    for n, step in enumerate(lesson.step):
        if step.kind in _QUIZ and step.rules and step.rules[0] not in played:
            found = f"{step.rules[0]} is asked before it was played"
            report.add(at_step(n, "rules", 0), "mission", found, "a rule of an earlier step with something to do")
        if step.kind == "goal":
            played.update(step.rules)


def check_every_try(one: Examined) -> None:
    """Every action that the step does not accept, along its best line, is answered in words of its own."""
    if one.lesson.kind != MISSION or one.step.kind != "goal":
        return
    silent = sorted(unanswered(one))
    if silent:
        more = f" and {len(silent) - 3} more" if len(silent) > 3 else ""
        found = f"no words for {', '.join(silent[:3])}{more}"
        one.report.add(at_step(one.number), "mission", found, "wrong = [{ move = ..., say = ... }]")


def unanswered(one: Examined) -> Collection[str]:
    """The actions that are legal and not accepted, for which the author has no words."""
    patterns = [wrong.move for wrong in (*one.step.wrong, *one.lesson.wrong) if wrong.move]
    found = set()
    for choice in one.walked.line:
        for action in choice.losing(one.step.loss + 1e-9):
            text = choice.texts[action]
            if not any(fnmatchcase(text, pattern) for pattern in patterns):
                found.add(text)
    return found


def check_common_answers(report: FileReport, lesson: Lesson, played: Iterable[Walked]) -> None:
    """What is told to tries in any step is told to one that is legal and not accepted in some step."""
    losing = {
        choice.texts[action]
        for walked, step in zip(played, lesson.step, strict=True)
        for choice in walked.line
        for action in choice.losing(step.loss + 1e-9)
    }
    for k, wrong in enumerate(lesson.wrong):
        if not any(fnmatchcase(text, wrong.move) for text in losing):
            found = f"no step has a wrong try like {wrong.move!r}"
            report.add(("wrong", k), "wrong", found, "a try that can happen in some step")
