"""A chapter in a cell: its lessons one after the other, its check, and what of it can be read and set from code."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids
from rising_tutor.errors import BadArgument
from rising_tutor.lessons.lesson_file import SCENARIOS, load_course
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.lesson.spot import SpotController
from rising_tutor.widgets import Chapter


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    return tmp_path


def press(view: Any, do: str, arg: str = "") -> None:
    view._take(view, {"do": do, "arg": arg}, None)


def solve(chapter: Chapter) -> None:
    """Do the lesson that is open from its first step to its last, and leave it."""
    table = chapter.view.table
    lesson = chapter.lesson
    assert lesson is not None
    while True:
        controller = chapter.view.controller
        assert isinstance(controller, LessonController)
        run = controller.run
        while not controller.solved:
            if run.step.kind == "goal":
                run.try_action(run.best_action())
            else:
                press(table, "choice", str(run.right_choice()))
                if controller.rules and not controller.named:
                    assert run.reply is not None
                    assert run.reply.refusal is not None
                    press(table, "name", run.reply.refusal.rule)
        if run.last:
            press(table, "finish")
            press(table, "go-on")
            return
        press(table, "next")


def answer(chapter: Chapter, *, right: bool = True) -> None:
    """Answer every exercise of the check, and leave it."""
    table, controller = chapter.view.table, chapter.view.controller
    assert isinstance(controller, SpotController)
    session = controller.session
    while True:
        illegal = session.exercise.illegal
        if not right:
            press(table, "choice", str(int(illegal == 0)))
        press(table, "choice", str(illegal))
        press(table, "name", session.exercise.refusal.rule)
        press(table, "finish" if session.over else "next")
        if chapter.at != "check":
            return


def shown(chapter: Chapter) -> str:
    return chapter.view.text.parts["all"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"), [(game, one.name) for game in game_ids() for one in load_course(GameId(game)).chapters]
)
def test_every_chapter_of_every_course_shows_its_lessons(game: str, name: str) -> None:
    chapter = Chapter(name, game=game)
    assert all(lesson.id in shown(chapter) for lesson in chapter.lessons)
    assert {lesson.chapter for lesson in chapter.lessons} == {name}
    assert set(chapter.rules) == {rule for lesson in chapter.lessons for rule in lesson.teaches}
    chapter.close()


def test_the_lessons_follow_one_another_and_the_check_comes_last() -> None:
    chapter = Chapter("place the token", game="fire")
    went: list[str] = []
    chapter.observe(lambda change: went.append(change["new"]), "at")
    press(chapter.view.text, "go", f"#learn?lesson={chapter.lessons[0].id}")
    for lesson in chapter.lessons:
        assert chapter.lesson == lesson
        solve(chapter)
    assert chapter.done == tuple(lesson.id for lesson in chapter.lessons)
    assert chapter.at == "check"
    asked = chapter.view.controller.session.order  # type: ignore[union-attr]
    assert set(asked) <= set(chapter.rules)
    answer(chapter)
    assert went == [*(lesson.id for lesson in chapter.lessons), "check", ""]
    assert set(chapter.spotted) == set(asked)
    assert f"{len(asked)} of {len(asked)} rules right" in shown(chapter)


def test_what_is_done_is_there_in_the_next_kernel() -> None:
    first = Chapter("First turn")
    first.at = first.lessons[1].id
    solve(first)
    assert Chapter("First turn").done == (first.lessons[1].id,)


def test_a_wrong_answer_does_not_count_as_spotted() -> None:
    chapter = Chapter("Place the token", game="fire")
    chapter.at = "check"
    answer(chapter, right=False)
    assert chapter.spotted == ()
    assert chapter.at == ""


def test_where_it_stands_can_be_set() -> None:
    chapter = Chapter("Tokens", game="fire")
    chapter.at = "share-tokens"
    assert chapter.lesson is not None
    assert chapter.lesson.title in chapter.view.table.parts["head"]
    chapter.at = ""
    assert chapter.lesson is None
    assert "share-tokens" in shown(chapter)
    with pytest.raises(BadArgument, match="did you mean 'share-tokens'"):
        chapter.at = "share-token"
    assert chapter.at == ""


def test_another_page_leads_back_to_the_chapter() -> None:
    chapter = Chapter("Tokens", game="fire")
    chapter.follow("#learn?lesson=first-hero")
    assert chapter.at == "first-hero"
    assert "Back to the chapter" in chapter.frame.parts["head"]
    press(chapter.frame, "back")
    assert chapter.at == ""
    chapter.follow("#learn?lesson=first-wizard")
    press(chapter.frame, "back")
    chapter.at = "share-tokens"
    assert chapter.lesson is not None
    assert chapter.lesson.game == "fire-nation-rising"


def test_a_chapter_without_exercises_ends_with_its_list() -> None:
    chapter = Chapter("Winning and losing", game="fire")
    assert "check:" not in shown(chapter)
    chapter.at = chapter.lessons[-1].id
    solve(chapter)
    assert (chapter.at, chapter.done) == ("", (chapter.lessons[-1].id,))


def test_the_scenarios_stand_together() -> None:
    chapter = Chapter(SCENARIOS, game="dark")
    assert chapter.lessons == load_course(GameId("dark-side-rising")).scenarios
    assert "random play" in shown(chapter)
    chapter.at = chapter.lessons[2].id
    solve(chapter)
    assert chapter.done == (chapter.lessons[2].id,)
    assert chapter.at == chapter.lessons[3].id
    with pytest.raises(BadArgument):
        chapter.at = "check"


@pytest.mark.parametrize("name", ["", "role and asign", "x" * 500])
def test_an_unknown_chapter_is_answered_with_what_there_is(name: str) -> None:
    with pytest.raises(BadArgument) as raised:
        Chapter(name)
    assert "First turn" in str(raised.value) or "Roll and assign" in str(raised.value)
    [said] = raised.value._render_traceback_()
    assert "\n" not in said
