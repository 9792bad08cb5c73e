"""All checks for files and for a whole course."""

from collections.abc import Callable, Sequence
from functools import cache

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.core.scenes import scene_game
from rising_tutor.errors import RisingTutorError
from rising_tutor.lessons.check.course import check_course_of, check_names
from rising_tutor.lessons.check.file_report import Fault, FileReport, at_step
from rising_tutor.lessons.check.form import read
from rising_tutor.lessons.check.goals import check_goal
from rising_tutor.lessons.check.hints import Examined, check_answers, check_hints, check_wrong
from rising_tutor.lessons.check.missions import check_common_answers, check_every_try, check_mission
from rising_tutor.lessons.check.positions import check_chance, check_moves_of_question, check_position, check_reply
from rising_tutor.lessons.check.questions import check_ask, check_spot
from rising_tutor.lessons.check.texts import check_rules, check_show, check_steps, check_texts
from rising_tutor.lessons.check.walk import Walked, walk
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import lesson_files, read_lesson

Tell = Callable[[int, str], object]
"""Hears how many files are done and the name of the next."""


def check_file(data: bytes, file: str, *, course: bool = True) -> tuple[Fault, ...]:
    """Every fault of one file, by place.

    Args:
        file: its name for messages; it should begin with the order and the id of the lesson.
        course: whether the lessons of the package stand around it: what they teach counts as taught.
    """
    return check_files([(file, data)], course=course)


def check_files(
    files: Sequence[tuple[str, bytes]], *, course: bool = True, progress: Tell | None = None
) -> tuple[Fault, ...]:
    """Every fault of several files, in the order of the files and by place."""
    reports: list[FileReport] = []
    for number, (file, data) in enumerate(files):
        if progress is not None:
            progress(number, file)
        report = FileReport(file)
        read(report, data)
        if report.lesson is not None:
            _examine(report, report.lesson)
        reports.append(report)
    games = dict.fromkeys(report.lesson.game for report in reports if report.lesson is not None)
    check_course_of(reports, [one for game in games for one in packaged(game)] if course else [])
    if progress is not None:
        progress(len(files), "")
    return tuple(
        fault for report in reports for fault in sorted(report.faults, key=lambda fault: (fault.line, fault.column))
    )


def check_course(game: GameId, progress: Tell | None = None) -> tuple[Fault, ...]:
    """Every fault of the course of a game that comes with the package."""
    files = [(f"{file.parent.name}/{file.name}", file.read_bytes()) for file in lesson_files(game)]
    return check_files(files, course=False, progress=progress)


@cache
def packaged(game: GameId) -> tuple[Lesson, ...]:
    """The lessons and scenarios of the package that can be read; a file that cannot does not count."""
    out: list[Lesson] = []
    if game not in playable_ids():
        return ()
    for file in lesson_files(game):
        try:
            out.append(read_lesson(file.read_bytes(), file.name))
        except RisingTutorError:
            continue
    return tuple(out)


def _examine(report: FileReport, lesson: Lesson) -> None:
    check_texts(report, lesson)
    check_steps(report, lesson)
    check_names(report, lesson)
    check_mission(report, lesson)
    game = _game(report, lesson)
    if game is None or report.scenes is None:
        return
    check_rules(report, lesson)
    skip = frozenset(n for n in range(len(lesson.step)) if report.original(at_step(n))[1] in report.spoiled)
    played = walk(game, lesson, skip)
    for n, walked in enumerate(played):
        _examine_step(report, lesson, n, game, walked)
    check_common_answers(report, lesson, played)


def _game(report: FileReport, lesson: Lesson) -> AnyGame | None:
    if lesson.game not in playable_ids():
        if report.has("game"):
            report.add("game", "game", f"there is no game {lesson.game!r}", f"one of {', '.join(playable_ids())}")
        return None
    game = load_game(lesson.game)
    report.game, report.scenes = game, scene_game(game)
    if report.scenes is None:
        report.add("game", "game", f"positions of {lesson.game} cannot be written", "a game with such positions")
        return None
    return game


def _examine_step(report: FileReport, lesson: Lesson, n: int, game: AnyGame, walked: Walked) -> None:
    step, scenes = lesson.step[n], report.scenes
    if scenes is None:
        return
    check_position(report, n, scenes, walked)
    if walked.state is None:
        return
    check_show(report, n, step, scenes, walked.state)
    check_goal(report, n, step, scenes, walked)
    check_moves_of_question(report, n, walked)
    if step.ask is not None:
        check_ask(report, n, step.ask, scenes, walked)
    if step.spot:
        check_spot(report, n, step, game, walked.state)
    check_chance(report, n, step, game, walked)
    check_reply(report, n, step, game, walked)
    examined = Examined(report, lesson, n, game, scenes, walked)
    check_hints(examined)
    check_wrong(examined)
    check_answers(examined)
    check_every_try(examined)
