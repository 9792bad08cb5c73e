"""Lesson files: read, and found by the game they belong to.

The files lie in `data/<game>/missions`, `.../lessons` and `.../scenarios`; a game of another package brings these
folders itself, those that it has. Their form is `lesson.Lesson`; what is wrong with one beyond its form is found by
`check`. Beside the folders lies `first-game.toml` (`first_game.py`), where there is one.

>>> from rising_tutor.core.ids import GameId
>>> course = load_course(GameId("fire-nation-rising"))
>>> [lesson.order for lesson in course.lessons] == sorted(lesson.order for lesson in course.lessons)
True
"""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from rising_tutor.core.ids import GameId, RuleId
from rising_tutor.core.registry import files_of, playable_ids
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.lessons.first_game import FirstGame
from rising_tutor.lessons.lesson import LESSON, MISSION, SCENARIO, Lesson

DATA = Path(__file__).parent / "data"
SUFFIX = ".toml"
FIRST_GAME = "first-game.toml"
FOLDERS = {MISSION: "missions", LESSON: "lessons", SCENARIO: "scenarios"}
"""Kind -> the folder of its files, in the order of the course."""
MISSIONS, SCENARIOS = "Missions", "Scenarios"
"""What the missions and the scenarios of a course are called together."""


class Chapter(Value, frozen=True):
    """A part of a course: the lessons that follow one another under one name."""

    name: str
    lessons: tuple[Lesson, ...]

    @property
    def rules(self) -> tuple[RuleId, ...]:
        """The rules that it teaches, in the order in which they come."""
        return tuple(dict.fromkeys(rule for lesson in self.lessons for rule in lesson.teaches))


class Course(Value, frozen=True):
    """What there is to learn of one game, each part in its order.

    Attributes:
        lessons: the library: every rule, by chapter.
        scenarios: one position and one goal each.
        missions: where somebody begins who has never seen the game; none where it has no such way in.
        first_game: what comes after the missions; None where there is none.
    """

    lessons: tuple[Lesson, ...]
    scenarios: tuple[Lesson, ...]
    missions: tuple[Lesson, ...] = ()
    first_game: FirstGame | None = None

    @property
    def everything(self) -> tuple[Lesson, ...]:
        """Missions, lessons, scenarios."""
        return (*self.missions, *self.lessons, *self.scenarios)

    def pool(self, kind: str) -> tuple[Lesson, ...]:
        """All of one kind: what leads on from one to the next."""
        return {MISSION: self.missions, SCENARIO: self.scenarios}.get(kind, self.lessons)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The lessons by chapter."""
        return tuple(Chapter(name, tuple(group)) for name, group in groupby(self.lessons, key=lambda one: one.chapter))

    def chapter(self, name: str) -> Chapter | None:
        """The chapter of this name, in any letters; missions and scenarios stand together as one each."""
        known = (*self.chapters, Chapter(SCENARIOS, self.scenarios), Chapter(MISSIONS, self.missions))
        return next((one for one in known if one.lessons and one.name.lower() == name.strip().lower()), None)

    def find(self, lesson_id: str) -> Lesson | None:
        return next((one for one in self.everything if one.id == lesson_id), None)


def read_lesson(data: bytes, file: str) -> Lesson:
    """A lesson file as a value.

    Raises:
        BadContent: it is no TOML, a word is unknown or missing, or a value has the wrong type.
    """
    return read_toml(data, Lesson, file)


def course_folder(game: GameId) -> Path:
    """Where everything lies that belongs to the lessons of a game; it need not be there."""
    return files_of(game) or DATA / game


def lesson_files(game: GameId) -> Iterator[Path]:
    """The files of a game, missions first, then lessons, each folder by name."""
    return _files_in(course_folder(game))


def _files_in(course: Path) -> Iterator[Path]:
    for folder in FOLDERS.values():
        place = course / folder
        if place.is_dir():
            yield from sorted((one for one in place.iterdir() if one.name.endswith(SUFFIX)), key=lambda one: one.name)


def load_course(game: GameId) -> Course:
    """The missions, lessons and scenarios of a game; empty where it has none.

    Raises:
        BadContent: a file of the package cannot be read.
    """
    return _course_in(course_folder(game))


@cache
def _course_in(folder: Path) -> Course:
    found = [read_lesson(file.read_bytes(), file.name) for file in _files_in(folder)]
    found.sort(key=lambda one: one.order)
    lessons, scenarios, missions = (
        tuple(one for one in found if one.kind == kind) for kind in (LESSON, SCENARIO, MISSION)
    )
    first = folder / FIRST_GAME
    game = read_toml(first.read_bytes(), FirstGame, first.name) if first.is_file() else None
    return Course(lessons, scenarios, missions, game)


def games_with(lesson_id: str) -> tuple[GameId, ...]:
    """The games whose course has a lesson, mission or scenario of this id; sister titles may use one id for the same.

    >>> games_with("the-table")
    ('fire-nation-rising', 'death-eaters-rising', 'dark-side-rising')
    """
    return tuple(game for game in playable_ids() if load_course(game).find(lesson_id) is not None)
