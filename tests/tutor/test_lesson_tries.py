"""A step that asks to try what a rule refuses: the page of the lesson has a press that tries it, in every game."""

import html
import re

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.decks.deck_file import deck_game
from rising_tutor.lessons.check.walk import refusals_of
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.learn import lesson as view
from tests.lessons.newcomer import asked_for

PRESSES = re.compile(r'data-do="(press|act)" data-arg="([^"]*)"')
#: On boards of dice an action is a die, then a card: two presses, each tested with the board (tests/boards).
OF_CARDS = [game_id for game_id in playable_ids() if deck_game(load_game(game_id)) is not None]


def refused_by_a_press(controller: LessonController) -> set[str]:
    """The rules that refuse what some press on the page means."""
    parts = controller.table.parts(controller.run.step.show)
    page = "".join(map(str, (*parts.values(), view.speech(controller, str))))
    found = set()
    for do, arg in set(PRESSES.findall(page)):
        controller.table.means(Message(do, html.unescape(arg), at=controller.table.seat.n_moves))
        if controller.table.refusal is not None:
            found.add(str(controller.table.refusal.rule))
    return found


def lessons_of(game_id: str) -> list[Lesson]:
    return [one for one in load_course(GameId(game_id)).everything if any(refusals_of(step.goal) for step in one.step)]


@pytest.mark.parametrize("game_id", playable_ids())
def test_a_refusal_is_told_once_on_the_page_of_a_lesson(game_id: str) -> None:
    game, told = load_game(GameId(game_id)), 0
    for lesson in load_course(GameId(game_id)).everything[:20]:
        controller = LessonController(LessonRun(game, lesson))
        seat, table = controller.table.seat, controller.table
        tries = [one.action for one in table.board.tries(seat.view)] if controller.run.step.kind == "goal" else []
        refused = next((one for one in tries if seat.check(one) is not None), None)
        if refused is None or not seat.actions:
            continue
        table.controller._try(refused)
        controller._try(refused)
        page = html.unescape("".join(map(str, (table.parts()["dock"], view.speech(controller, str)))))
        assert page.count("Not possible: ") == 1, lesson.id
        assert "rt-refuse" not in page
        refusal = seat.check(refused)
        assert refusal is not None
        assert str(view.speech(controller, str)).count(html.escape(refusal.why)) == 1
        told += 1
    assert told


@pytest.mark.parametrize("game_id", OF_CARDS)
def test_what_a_step_asks_to_try_can_be_tried_on_its_page(game_id: str) -> None:
    game, asked = load_game(GameId(game_id)), 0
    for lesson in lessons_of(game_id):
        run = LessonRun(game, lesson)
        for at, step in enumerate(lesson.step):
            if rules := refusals_of(step.goal):
                asked += 1
                assert set(rules) <= refused_by_a_press(LessonController(run)), (lesson.id, at + 1, step.do)
            while not run.done and step.kind == "goal":
                run.try_action(asked_for(run))
            if step.kind in ("ask", "spot"):
                run.answer(run.right_choice())
            run.go_on()
    assert asked
