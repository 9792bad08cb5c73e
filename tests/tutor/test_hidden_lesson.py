"""Lessons and exercises of games with hidden cards: the learner's table, and nothing that the seat was not told."""

from typing import Any

import pytest

from rising_tutor.core.ids import GameId, Seat
from rising_tutor.core.information import visible
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.tutor.lesson.scene import PARTS, needed
from rising_tutor.tutor.lesson.table import LessonSeat, LessonTable, StillSeat
from tests.lessons.newcomer import asked_for

HIDDEN = [game for game in playable_ids() if load_game(game).info.hidden and load_course(game).lessons]
STEPS = [
    (game, lesson.id, at)
    for game in HIDDEN
    for course in (load_course(GameId(game)),)
    for lesson in (*course.lessons, *course.scenarios)
    for at in range(len(lesson.step))
]


def table_of(run: LessonRun) -> LessonTable:
    return LessonTable(run.game, LessonSeat(run, 0))


def secrets(run: LessonRun) -> set[str]:
    """What the learner's seat was not told in this step."""
    events = [event for made in run.made for event in made.events]
    known = visible(tuple(events), run.seat)
    return {run.game.say(event) for event in events if event not in known}


@pytest.mark.parametrize(("game_id", "lesson_id", "at"), STEPS)
def test_a_step_is_seen_by_the_seat_that_the_learner_plays(game_id: str, lesson_id: str, at: int) -> None:
    lesson = load_course(GameId(game_id)).find(lesson_id)
    assert lesson is not None
    run = LessonRun(load_game(game_id), lesson, at)
    learner = run.seat
    assert learner is not None
    told = 0
    for _ in range(20):
        table = table_of(run)
        assert run.seat == learner, "the learner stays in one seat while a step lasts"
        assert table.seat.viewer == learner
        html = "".join(table.parts().values()) + str(table.story() or "")
        assert not [text for text in secrets(run) if text in html]
        told += bool(secrets(run))
        if run.failed or not run.actions:
            break
        assert table.seat.actions == run.actions
        run.try_action(asked_for(run))
    if lesson_id == "call-a-card":
        assert told, "nothing was hidden in a step that begins with a card face down"


@pytest.mark.parametrize("game_id", HIDDEN)
@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_an_exercise_is_before_the_seat_that_chose(game_id: str, seat: Seat) -> None:
    """Also where it is not the first one: it could not be answered, had the screen to be handed over."""
    game: Any = load_game(game_id)
    at = next(
        one for one in follow(game, seats=2, seed=1).positions if getattr(game.node(one.state), "seat", None) == seat
    )
    still = StillSeat(game, at.state)
    assert still.viewer == seat
    assert still.actions == game.node(at.state).actions
    assert still.view == game.view(at.state, seat)


@pytest.mark.parametrize("game_id", HIDDEN)
def test_a_table_that_is_not_made_of_teams_is_always_shown_whole(game_id: str) -> None:
    for lesson in load_course(GameId(game_id)).lessons[:2]:
        run = LessonRun(load_game(game_id), lesson)
        assert needed(run.scenes, run.state, run.step) == frozenset(PARTS)
