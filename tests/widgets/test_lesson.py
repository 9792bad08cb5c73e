"""A lesson in a cell: opened, done by messages, led on from; what the learner does is kept as in the app."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.errors import BadArgument, UnknownGame
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.widgets import Lesson, Scenario
from tests.testkit.games import every_game
from tests.ui.frame import send

EVERY_COURSE = [game for game in every_game() if load_course(game).lessons]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    return tmp_path


def press(lesson: Lesson, do: str, arg: str = "") -> None:
    controller = lesson.view.lessons.controller
    assert controller is not None
    send(lesson.view.table, do, arg, at=controller.table.seat.n_moves)


def solve(lesson: Lesson) -> None:
    """Does what the step that is shown asks for."""
    controller = lesson.view.lessons.controller
    assert controller is not None
    run = controller.run
    if run.step.kind in ("ask", "spot"):
        press(lesson, "choice", str(run.right_choice()))
        if controller.rules:
            assert run.reply is not None
            assert run.reply.refusal is not None
            press(lesson, "name", run.reply.refusal.rule)
    for _ in range(60):
        if controller.solved:
            return
        press(lesson, "act", str(run.actions.index(run.best_action())))
    pytest.fail(f"step {run.at + 1} of {lesson.lesson_id} is not solved")


def solve_all(lesson: Lesson) -> None:
    n = len(lesson.lesson.step)
    while lesson.at < n:
        at = lesson.at
        solve(lesson)
        press(lesson, "next")
        assert lesson.at == at + 1
    solve(lesson)


@pytest.mark.parametrize("game", EVERY_COURSE)
class TestEveryCourse:
    def test_its_first_lesson_is_done_is_kept_and_leads_on_in_the_cell(self, game: GameId) -> None:
        first, second = load_course(game).lessons[:2]
        lesson = Lesson(first.id, game=game)
        heard: list[bool] = []
        lesson.observe(lambda change: heard.append(change["new"]), "done")
        solve_all(lesson)
        assert lesson.done
        assert heard == [True]
        press(lesson, "finish")
        assert "rt-ending" in lesson.view.table.parts["head"]
        press(lesson, "go-on")
        assert lesson.lesson_id == second.id
        assert second.title in lesson.view.table.parts["head"]
        assert lesson.done
        assert Lesson(game=game).lesson_id == second.id

    def test_one_of_its_scenarios_is_shown_with_the_table(self, game: GameId) -> None:
        [one, *_] = load_course(game).scenarios
        scenario = Scenario(one.id, game=game)
        assert scenario.lesson == one
        assert one.title in scenario.view.table.parts["head"]
        assert not scenario.done

    def test_the_end_of_the_course_leads_to_the_path_and_back(self, game: GameId) -> None:
        last = load_course(game).lessons[-1]
        lesson = Lesson(last.id, step=1, game=game)
        press(lesson, "go", "#learn")
        assert "Back to the lesson" in lesson.frame.parts["head"]
        send(lesson.frame, "back")
        assert lesson.frame.parts["head"] == ""


def test_a_step_is_named_and_set() -> None:
    course = load_course(GameId("fire-nation-rising"))
    [found, *_] = [one for one in course.lessons if len(one.step) > 1 and one.position_of(1) is not None]
    lesson = Lesson(found.id, step=2)
    assert lesson.at == 2
    heard: list[int] = []
    lesson.observe(lambda change: heard.append(change["new"]), "at")
    lesson.at = 1
    assert "step 1 of" in lesson.view.table.parts["head"]
    assert heard == [1]


def test_a_step_that_goes_on_from_the_one_before_begins_there() -> None:
    assert Lesson("first-hero").lesson.position_of(1) is None
    assert Lesson("first-hero", step=2).at == 1


def test_a_link_to_another_lesson_leads_away_and_back() -> None:
    lesson = Lesson("first-hero", step=1)
    press(lesson, "go", "#learn?lesson=roll-and-put")
    assert lesson.lesson_id == "first-hero"
    assert "Back to the lesson" in lesson.frame.parts["head"]


def test_a_lesson_goes_on_where_another_cell_left_it() -> None:
    one = Lesson("first-hero", step=1)
    solve(one)
    press(one, "next")
    assert Lesson("first-hero").at == one.at == 2


def test_two_cells_write_into_one_learner_file(folder: Path) -> None:
    one, two = Lesson("first-hero", step=1), Lesson("roll-and-put", step=1)
    solve(one)
    solve(two)
    book = LearnerBook(one, "fire-nation-rising")
    book.read()
    assert len(list(folder.glob("*.learner.jsonl"))) == 1
    assert len(book.facts) >= 2


def test_a_rule_stands_beside_the_table() -> None:
    lesson = Lesson("first-hero", step=1)
    press(lesson, "rule", "FNR-401")
    assert "FNR-401" in lesson.view.table.parts["rule"]


def test_the_other_lessons_do_not_stand_beside_it() -> None:
    assert "rt-path" not in Lesson("first-hero").view.table.parts["head"]


MISSPELT = (
    "lesson: 'frist-hero' cannot be used; expected the id of a lesson of Fire Nation Rising; did you mean 'first-hero'"
)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Lesson("frist-hero"), MISSPELT),
        (lambda: Lesson("finish-june"), "Scenario('finish-june')"),
        (lambda: Scenario("first-hero"), "Lesson('first-hero')"),
        (lambda: Lesson("zzz"), "such as 'first-hero'"),
        (lambda: Lesson("first-hero", step=99), "step: 99 cannot be used; expected one from 1 to"),
    ],
)
def test_a_wrong_argument_is_answered_with_what_was_expected(make: Any, said: str) -> None:
    with pytest.raises(BadArgument) as caught:
        make()
    assert said in str(caught.value)
    assert len(caught.value._render_traceback_()) == 1


def test_a_step_that_is_not_there_is_not_shown() -> None:
    lesson = Lesson("first-hero", step=1)
    with pytest.raises(BadArgument):
        lesson.at = 99
    assert lesson.at == 1


def test_a_game_that_is_not_there_is_told() -> None:
    with pytest.raises(UnknownGame):
        Lesson("first-hero", game="chess")


def test_a_saved_notebook_says_what_the_lesson_is_about() -> None:
    assert "Your first Hero" in str(Lesson("first-hero").still())
