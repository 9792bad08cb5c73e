"""Pictures of a stage, drawn in this process and put into a page of the app: steps of lessons, moments of games.

To open a page for each of them would take minutes. Here the page of the app is opened once, with its sheets and its
elements; what a picture shows is put into the parts of its stage, and measured. That a picture lies as on the page that
a user opens is a test of its own (`test_stage.py`).
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.render.html import EMPTY
from rising_tutor.replay import verify
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.lesson.table import StillSeat
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.frame.shell import Shell
from rising_tutor.ui.learn.lesson_view import LessonView, lesson_stage
from rising_tutor.ui.play.coach import Coach

REPLAYS = Path(__file__).parents[2] / "replays"


@dataclass(frozen=True)
class Still:
    """What the parts of a stage show.

    Attributes:
        name: says where it is from.
        parts: HTML by part.
        about: of which it is: a step, or a position.
    """

    name: str
    parts: dict[str, str]
    about: Any


def steps(shell: Shell, game: GameId, only: Collection[str] = ()) -> Iterator[Still]:
    """Every step of every lesson of a title, as a learner first sees it.

    Args:
        only: the lessons that are wanted; all without one.
    """
    course, book = load_course(game), LearnerBook(shell, str(game), keeps=False)
    stage = lesson_stage()
    view = LessonView(shell, stage, course, book, Background(beside=False))
    for lesson in course.everything:
        if only and lesson.id not in only:
            continue
        for at, step in enumerate(lesson.step):
            if lesson.position_of(at) is not None:
                view.open(lesson, at + 1)
                view.draw()
            else:
                # It goes on from the step before, which has to be solved first.
                assert view.controller is not None
                solve(view.controller.run)
                view.controller.handle(Message("next"))
            assert view.is_at(lesson, at + 1)
            yield Still(f"{lesson.kind} {lesson.id}, step {at + 1}", dict(stage.parts), step)


def solve(run: LessonRun) -> None:
    """Do what a step asks for."""
    for _ in range(20):
        if run.done:
            return
        if run.step.kind in ("ask", "spot"):
            run.answer(run.right_choice())
        else:
            run.try_action(run.best_action())
    raise AssertionError(f"{run.lesson.id}, step {run.at + 1} is not solved")


def moments(replay: str, wanted: Callable[[int, Any], bool]) -> Iterator[Still]:
    """Choices of a recorded game, as whoever is to choose sees them on the page Play.

    Args:
        replay: title and name of a sample.
        wanted: whether the choice of this number, before this position, is one of them.
    """
    verified = verify(REPLAYS / replay)
    assert verified.replay is not None
    game = load_game(verified.replay.header.game)
    number = 0
    for moved in verified.moves:
        state = moved.step.state
        if not isinstance(game.node(state), Decision):
            continue
        number += 1
        if not wanted(number, state):
            continue
        controller = TableController(StillSeat(game, state))
        coach = Coach(controller, Background(beside=False))
        parts = controller.parts()
        parts["coach"] = coach.beside(parts.pop("coach", EMPTY))
        parts["odds"] = coach.worth()
        yield Still(f"{replay}, choice {number}", {name: str(part) for name, part in parts.items()}, state)
