"""A lesson or a scenario in a cell."""

from collections.abc import Mapping
from typing import Any

import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.english import did_you_mean, either
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game, resolve
from rising_tutor.errors import BadArgument
from rising_tutor.lessons import lesson as lesson_file
from rising_tutor.lessons.lesson_file import Course, games_with, load_course, read_lesson
from rising_tutor.render.html import Html, el, join
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.frame.titles import DEFAULT, name_of
from rising_tutor.ui.learn.lesson_view import LessonBox
from rising_tutor.ui.learn.missions import next_mission
from rising_tutor.ui.learn.path import chosen, is_done
from rising_tutor.widgets import arguments


class Lesson(Cell):
    """A lesson, done in the cell; what the learner does is kept as in the app. Done, it leads on to the next one.

    Args:
        name: its id; without one it is the lesson to go on with.
        step: from 1; by default where the learner left it. One that goes on from the step before begins there.
        game: whose lesson it is, where several games have one of this id.
        text: a lesson file, in place of a name: to try what somebody writes. What is done in it is not kept.

    Attributes:
        done: whether its last step has been solved in this cell.
        at: the step that is shown, from 1; another one is shown as soon as it is set.
        lesson_id: of the lesson that is shown; that of the next one after it led on.

    Raises:
        BadContent: the text is no lesson file.
        BadArgument: the game has no such lesson, or it has no such step.
        UnknownGame: there is no such game.

    >>> lesson = Lesson("first-hero", step=1)
    >>> lesson.done, lesson.at, lesson.lesson.title
    (False, 1, 'Your first Hero')
    """

    done = traitlets.Bool(default_value=False, read_only=True)
    at = traitlets.Int(1)
    lesson_id = traitlets.Unicode("", read_only=True)

    goes_on = True
    _kind = "lesson"

    def __init__(self, name: str = "", *, step: int | None = None, game: str = "", text: str = "") -> None:
        own = read_lesson(arguments.text("text", text, "the text of a lesson file").encode(), "text") if text else None
        arguments.text(self._kind, name, f"the id of a {self._kind}")
        if own is not None and name:
            raise BadArgument("name", name, "either the id of a lesson, or the text of one")
        if own is not None and game and resolve(game) != resolve(own.game):
            raise BadArgument("game", game, f"the game of this text, {own.game}")
        title = self._title_of(name, game) if own is None else str(load_game(own.game).info.id)
        super().__init__(title, f"the {self._kind}")
        self.course = load_course(GameId(title)) if own is None else _alone(own)
        self.book = LearnerBook(self, title, keeps=own is None)
        self.book.read()
        self.view = LessonBox(self, self.course, self.book, drawn=self._drawn, finished=self._lead_on)
        self._own = own
        self._wanted = (name, step)
        self._asked = own or self._found(name)
        _checked_step(self._asked, step)
        self._open(self._asked, step)
        self._begun = self._standing
        self.show(self.view)
        self.say(self.book.notice)

    def introduced(self) -> None:
        """Go on where the learner left it, unless something was done here already."""
        self.book.read()
        self.say(self.book.notice)
        if self._own is None and self._standing == self._begun:
            name, step = self._wanted
            self._asked = self._found(name)
            self._open(self._asked, step)
            self._begun = self._standing

    @property
    def _standing(self) -> tuple[object, ...]:
        """Return True if something was done since."""
        run = self._controller.run
        return self.lesson_id, run.at, run.made, run.hints, run.done

    @property
    def lesson(self) -> lesson_file.Lesson:
        """The lesson that is shown, as its file has it."""
        assert self.view.lessons.lesson is not None
        return self.view.lessons.lesson

    @property
    def stars(self) -> Mapping[int, int]:
        """The stars of each step of it that was done, by its number from 1."""
        run = self._controller.run
        return {at + 1: stars for at, stars in sorted(run.stars.items())}

    def still(self) -> Html:
        """Return what the lesson is about, the step, and its table as the learner sees it."""
        run = self._controller.run
        n = len(self.lesson.step)
        step = " ".join(part for part in (run.step.say, run.step.do) if part)
        return join(
            el("p", el("b", self.lesson.title), f". {self.lesson.can}"),
            el("p", f"Step {run.at + 1} of {n}{', done' if run.done else ''}. {step}"),
            el("pre", board_for(run.game).text(run.game.view(run.state, run.seat))),
            super().still(),
        )

    @property
    def _controller(self) -> LessonController:
        assert self.view.lessons.controller is not None
        return self.view.lessons.controller

    @traitlets.validate("at")
    def _step_there(self, proposal: Mapping[str, Any]) -> int:
        step: int = proposal["value"]
        _checked_step(self.lesson, step)
        return step

    @traitlets.observe("at")
    def _step_chosen(self, change: Mapping[str, Any]) -> None:
        if change["new"] != self._controller.run.at + 1:
            self._open(self.lesson, change["new"])

    def _open(self, lesson: lesson_file.Lesson, step: int | None = None) -> None:
        self.view.lessons.open(lesson, step)
        self.set_trait("lesson_id", lesson.id)
        self.view.lessons.draw()

    def _drawn(self) -> None:
        """What is shown has changed."""
        controller = self._controller
        self.at = controller.run.at + 1
        solved = controller.solved and controller.run.last and self.lesson == self._asked
        self.set_trait("done", self.done or solved)

    def _lead_on(self) -> None:
        """To the next lesson, or to the path at the end of the course."""
        following = self.view.lessons.following(self.lesson) if self._own is None else None
        if self._own is not None:
            self._open(self._own, 1)
            self.say("That was all of it. Here it begins again.")
        elif following is None:
            self.go("learn")
        else:
            self._open(following)
            self.view.lessons.draw("goal")

    @classmethod
    def _title_of(cls, name: str, game: str) -> str:
        """The game that a lesson is of."""
        if game:
            return str(load_game(game).info.id)
        found = games_with(name) if name else ()
        return DEFAULT if DEFAULT in found or not found else str(found[0])

    def _found(self, name: str) -> lesson_file.Lesson:
        pool = self.course.pool(self._kind)
        for one in pool:
            if one.id == name:
                return one
        if not name and pool:
            lessons = self.view.lessons
            following = None
            if self._kind == "lesson":
                following = chosen(self.course, lessons.done(), lessons.known())
            elif self._kind == "mission":
                following = next_mission(self.course, lessons.done())
            return following or next((one for one in pool if not is_done(lessons.done(), one)), pool[0])
        whose = f"the id of a {self._kind} of {name_of(self.about)}"
        other = self.course.find(name)
        if other is not None:
            hint = f"; {name!r} is a {other.kind}: {other.kind.capitalize()}({name!r})"
        else:
            known = [one.id for one in pool]
            hint = did_you_mean(name, known) or (
                f", such as {either(map(repr, known[:3]))}" if known else ", which has none"
            )
        raise BadArgument(self._kind, name, f"{whose}{hint}")


class Scenario(Lesson):
    """One position and one goal, played in the cell; as `Lesson` in everything else.

    Args:
        name: its id; without one it is the first that is not done.
        step: from 1; most scenarios have one.
        game: whose scenario it is, where several games have one of this id.

    Raises:
        BadArgument: the game has no such scenario, or it has no such step.
        UnknownGame: there is no such game.

    >>> scenario = Scenario("finish-june")
    >>> scenario.done, scenario.lesson.kind
    (False, 'scenario')
    """

    _kind = "scenario"


class Mission(Lesson):
    """A mission, played in the cell; as `Lesson` in everything else.

    Args:
        name: its id; without one it is the mission to go on with.
        step: from 1; by default where the learner left it.
        game: whose mission it is, where several games have one of this id.

    Raises:
        BadArgument: the game has no such mission, or it has no such step.
        UnknownGame: there is no such game.

    >>> mission = Mission("two-friends", step=1)
    >>> mission.done, mission.lesson.title
    (False, 'Two friends join you')
    """

    _kind = "mission"


def _alone(lesson: lesson_file.Lesson) -> Course:
    """A course of nothing else."""
    parts = {kind: (lesson,) if lesson.kind == kind else () for kind in lesson_file.KINDS}
    return Course(parts["lesson"], parts["scenario"], parts["mission"])


def _checked_step(lesson: lesson_file.Lesson, step: object) -> None:
    if step is not None:
        last = len(lesson.step)
        expected = f"one from 1 to {last}" if last > 1 else f"1, the only one of {lesson.id!r}"
        arguments.whole("step", step, 1, last, expected=expected)
