"""A game of another package is found by its entry point, with its rules, lessons and board; nothing here names it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rising_tutor import catalogues
from rising_tutor.boards import board_for
from rising_tutor.boards.charts import series_for
from rising_tutor.boards.plain import PlainBoard
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids, in_work, load_game
from rising_tutor.errors import UnknownGame
from rising_tutor.lessons.lesson_file import load_course
from tests.testkit.coin_and_hand import ENTRY
from tests.testkit.coin_and_hand.board import CoinBoard
from tests.testkit.installed import installed

pytestmark = pytest.mark.slow


def run(folder: Path, *words: str, points: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """A command in a process in which nobody registered anything."""
    command = [sys.executable, "-m", "rising_tutor", *words]
    environment = installed(folder, *points)
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)


def test_a_package_that_is_installed_brings_its_game(tmp_path: Path) -> None:
    answer = run(tmp_path, "games", "--json")
    assert answer.returncode == 0, answer.stderr
    ids = [game["id"] for game in json.loads(answer.stdout)]
    ours = [game for game in game_ids() if game != ENTRY.id]
    assert [game for game in ids if game not in in_work()] == [*ours, ENTRY.id]


def test_its_rules_and_lessons_come_with_it(tmp_path: Path) -> None:
    told = run(tmp_path / "one", "rules", "coin", "CH-9")
    assert "A fox that is let be gives two points." in told.stdout, told.stderr
    listed = run(tmp_path / "two", "lesson", "list", "coin", "--json")
    lessons = [one["id"] for one in json.loads(listed.stdout)["lessons"]]
    assert lessons == ["lay-a-card", "call-a-card", "answered"], listed.stderr


def test_games_are_played_in_processes_of_their_own(tmp_path: Path) -> None:
    answer = run(tmp_path, "simulate", "coin", "--games", "20", "--jobs", "2", "--json")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout)["games"] == 20


def test_a_package_that_cannot_be_used_is_told_and_the_others_are_there(tmp_path: Path) -> None:
    points = ("broken = no.such.module:ENTRY", "coin-and-hand = tests.testkit.coin_and_hand:ENTRY")
    answer = run(tmp_path, "games", points=points)
    assert answer.returncode == 0, answer.stderr
    assert "Coin and Hand" in answer.stdout
    assert "the game broken of no.such.module:ENTRY cannot be used" in answer.stderr


def test_no_package_takes_the_place_of_one_of_our_games(tmp_path: Path) -> None:
    points = ("fire-nation-rising = tests.core.test_games_from_outside:TAKEN",)
    answer = run(tmp_path, "games", "--json", points=points)
    assert "Taken" not in answer.stdout


TAKEN = type(ENTRY)(GameId("fire-nation-rising"), "Taken", ENTRY.module)


def test_it_has_the_board_that_it_names_and_a_plain_one_if_it_names_none(request: pytest.FixtureRequest) -> None:
    game = load_game(ENTRY.id)
    assert isinstance(board_for(game), CoinBoard)
    assert series_for(game) is not None
    assert catalogues.load(ENTRY.id).rule("CH-9").phase == "turn.effect"
    assert load_course(ENTRY.id).scenarios
    request.getfixturevalue("bare_coin_and_hand")
    bare = load_game(ENTRY.id)
    assert type(board_for(bare)) is PlainBoard
    assert series_for(bare) is None
    assert not load_course(ENTRY.id).lessons
    with pytest.raises(UnknownGame):
        catalogues.load(ENTRY.id)
