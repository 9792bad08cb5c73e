"""A course as a whole: rules in an order in which they can be learned; orders, ids and names of files."""

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from rising_tutor.lessons.check.file_report import FileReport, at_step
from rising_tutor.lessons.check.missions import check_played_before
from rising_tutor.lessons.lesson import LESSON, MISSION, SCENARIO, Lesson
from rising_tutor.lessons.lesson_file import FOLDERS


def check_names(report: FileReport, lesson: Lesson) -> None:
    """The name of a file begins with its order and its id; its folder says its kind."""
    path = PurePath(report.file)
    wanted = f"{lesson.order:03d}-{lesson.id}.toml"
    if report.has("id") and lesson.id and path.name != wanted:
        report.add("id", "name", f"the file is called {path.name}", wanted)
    folder = path.parent.name
    if folder in FOLDERS.values() and report.has("kind") and FOLDERS[lesson.kind] != folder:
        report.add("kind", "name", f"a {lesson.kind} in the folder {folder}", f"the folder {FOLDERS[lesson.kind]}")


def check_course_of(reports: Sequence[FileReport], others: Iterable[Lesson] = ()) -> None:
    """What only several files together show.

    Args:
        others: lessons and scenarios of the course that are not.
    """
    mine = [(report, report.lesson) for report in reports if report.lesson is not None]
    ids = {lesson.id for _, lesson in mine}
    around = [lesson for lesson in others if lesson.id not in ids]
    everything = [*around, *(lesson for _, lesson in mine)]
    for number, (report, lesson) in enumerate(mine):
        same_game = [one for one in everything if one.game == lesson.game and one is not lesson]
        before = [*around, *(one for _, one in mine[:number])]
        _once(report, lesson, [one for one in before if one.game == lesson.game])
        # Missions and lessons each teach in an order of their own, so that either can be taken without the other.
        kind = MISSION if lesson.kind == MISSION else LESSON
        _order_of_rules(report, lesson, [one for one in same_game if one.kind == kind])
        check_played_before(report, lesson, [one for one in same_game if one.kind == MISSION])


def _once(report: FileReport, lesson: Lesson, others: list[Lesson]) -> None:
    for other in others:
        if other.id == lesson.id and report.has("id"):
            report.add("id", "order", f"another {other.kind} has the id {lesson.id!r}", "an id of its own")
        elif other.kind == lesson.kind and other.order == lesson.order and report.has("order"):
            message = f"{other.id!r} has the order {lesson.order} too"
            report.add("order", "order", message, "an order of its own")


def _order_of_rules(report: FileReport, lesson: Lesson, lessons: list[Lesson]) -> None:
    first: dict[str, Lesson] = {}
    for other in sorted(lessons, key=lambda one: one.order):
        for rule in other.teaches:
            first.setdefault(rule, other)
    scenario = lesson.kind == SCENARIO

    def earlier(rule: str) -> bool:
        return rule in first and (scenario or first[rule].order < lesson.order)

    for k, rule in enumerate(lesson.teaches):
        if scenario:
            message = f"a scenario teaches {rule}"
            report.add(("teaches", k), "taught", message, "a lesson that teaches it, and assumes here")
        elif earlier(rule):
            report.add(("teaches", k), "taught", f"{rule} is taught in {first[rule].id!r} before", "assumes")
        elif rule in lesson.teaches[:k]:
            report.add(("teaches", k), "taught", f"{rule} stands here twice", "each rule once")
        elif not any(rule in step.rules for step in lesson.step) and not report.spoiled:
            report.add(("teaches", k), "taught", f"no step is about {rule}", "a step that cites it in rules")
    _used(report, lesson, first, {rule for rule in first if earlier(rule)})


def _used(report: FileReport, lesson: Lesson, first: dict[str, Lesson], earlier: set[str]) -> None:
    for k, rule in enumerate(lesson.assumes):
        if rule in lesson.teaches:
            report.add(("assumes", k), "taught", f"{rule} is taught here", "teaches or assumes")
        elif rule not in earlier:
            report.add(("assumes", k), "untaught", _untaught(rule, first), "a rule of an earlier lesson")
    for n, step in enumerate(lesson.step):
        for k, rule in enumerate(step.rules):
            if rule not in lesson.teaches and rule not in earlier and rule not in lesson.assumes:
                report.add(at_step(n, "rules", k), "untaught", _untaught(rule, first), "a rule taught here or before")


def _untaught(rule: str, first: dict[str, Lesson]) -> str:
    found = first.get(rule)
    return f"{rule} is taught in no lesson" if found is None else f"{rule} is taught only later, in {found.id!r}"
