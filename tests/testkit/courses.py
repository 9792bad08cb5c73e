"""The titles that have a course, for tests that run over all of them."""

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids
from rising_tutor.lessons.lesson_file import lesson_files

FIRE = GameId("fire-nation-rising")
COURSES: tuple[GameId, ...] = tuple(game for game in game_ids() if any(True for _ in lesson_files(game)))
EACH_COURSE = pytest.mark.parametrize("game", COURSES)
"""Gives a test the id of each title with a course as `game`."""
