"""The games that have a course, for tests that run over all of them, and those whose course is a part of this package.

What a lesson has to be holds for every course; how many there are, and that every rule is taught, is asked of ours.
"""

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import files_of, playable_ids
from rising_tutor.lessons.lesson_file import lesson_files, load_course

FIRE = GameId("fire-nation-rising")
COURSES: tuple[GameId, ...] = tuple(game for game in playable_ids() if any(True for _ in lesson_files(game)))
OUR_COURSES: tuple[GameId, ...] = tuple(game for game in COURSES if files_of(game) is None)
EACH_COURSE = pytest.mark.parametrize("game", COURSES)
"""Gives a test the id of each title with a course as `game`."""
EACH_OF_OURS = pytest.mark.parametrize("game", OUR_COURSES)
"""The same for the titles of this package."""

OUR_LESSONS: tuple[tuple[GameId, str], ...] = tuple(
    (game, one.id) for game in OUR_COURSES for one in load_course(game).everything
)
"""Each mission, lesson and scenario of our courses: its game and its id.

Tests that take them as `game` and `lesson_id` run lesson after lesson (tests/lessons/conftest.py)."""
