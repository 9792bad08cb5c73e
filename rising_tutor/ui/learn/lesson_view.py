"""A lesson or a scenario at the table: opened where the learner left it, drawn, and led on from.

The page Learn shows it beside the path, a cell of a notebook alone.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor import catalogues
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.learner.facts import Progress, progress_of
from rising_tutor.lessons.learner.knowledge import estimates
from rising_tutor.lessons.learner.sisters import known_elsewhere, need_not_take, sisters
from rising_tutor.lessons.lesson import MISSION, Lesson
from rising_tutor.lessons.lesson_file import Course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.render.html import EMPTY, Html
from rising_tutor.render.parts import button
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.beats import KEPT as BEATS
from rising_tutor.tutor.table.beats import watched
from rising_tutor.ui.components.stage import Stage
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.learn import lesson as lesson_parts
from rising_tutor.ui.learn import path as tabs
from rising_tutor.ui.learn.ending import NEXT, ending
from rising_tutor.ui.learn.first_game import START, start

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host


def lesson_stage(*, kind: str = "rt-lesson", gone: bool = False) -> Stage:
    """The stage of a lesson or an exercise."""
    return Stage(above=("head",), column=("speech", "rule", "events"), kind=kind, gone=gone)


class LessonView:
    """Draws a lesson into the parts of a view, and keeps what is done in it.

    Args:
        host: what stands around it.
        table: what `lesson_stage` makes.
        course: where the lessons are from.
        book: keeps the facts of the learner.
        background: does long work.
        path: whether the other lessons stand behind a fold in its head.
        drawn: called after each drawing.

    Attributes:
        lesson: the one that is open; None for none.
        controller: of that lesson.
        ended: whether the page at its end is shown.
        back: the page that the learner came from and goes back to, such as "play"; "" for none.
    """

    def __init__(
        self,
        host: "Host",
        table: HtmlView,
        course: Course,
        book: LearnerBook,
        background: Background,
        *,
        path: bool = True,
        drawn: Callable[[], object] = nothing,
    ) -> None:
        self.host, self.table, self.course, self.book, self.background = host, table, course, book, background
        # Lessons name cards that come with the game, so they are played with those.
        self.game = load_game(book.game)
        self.lesson: Lesson | None = None
        self.controller: LessonController | None = None
        self.ended = False
        self.back = ""
        self._path, self._drawn = path, drawn
        self._sisters = {game: LearnerBook(host, game) for game in sisters(book.game)}
        self.titles = {rule.id: rule.title for rule in catalogues.load(book.game).rules}

    # What the learner has done ----------------------------------------------------------

    def done(self) -> Mapping[str, Progress]:
        """How far the learner has come in each lesson and scenario."""
        return progress_of(self.book.facts)

    def known(self) -> tabs.Known:
        """The lessons that need not be taken, by what was mastered in sister titles at this browser."""
        elsewhere = {game: estimates(book.glance()) for game, book in self._sisters.items()}
        known = known_elsewhere(self.book.game, estimates(self.book.facts), elsewhere)
        found = {lesson.id: need_not_take(lesson, known) for lesson in self.course.lessons}
        return {lesson: why for lesson, why in found.items() if why}

    def title(self, rule: str) -> str:
        """The title of a rule."""
        return self.titles.get(rule, rule)

    # Coming and going ----------------------------------------------------------------------

    def is_at(self, lesson: Lesson, step: int | None = None) -> bool:
        """Whether this lesson is open, at this step if one is named."""
        return (
            self.controller is not None
            and self.lesson == lesson
            and (step is None or max(0, step - 1) == self.controller.run.at)
        )

    def open(self, lesson: Lesson, step: int | None = None) -> None:
        """Open a lesson; `draw` shows it.

        Args:
            lesson: of the course.
            step: from 1; None for where the learner left it. One that goes on from the step before begins there.
        """
        self.leave()
        done = self.done()
        before = done.get(f"{lesson.kind}:{lesson.id}")
        run = self._run(lesson, before, -1 if step is None else max(0, step - 1))
        for at in range(len(lesson.step)):
            kept = done.get(f"{lesson.kind}:{lesson.id}#{at + 1}")
            if kept is not None and kept.done and at != run.at:
                run.stars[at] = kept.stars
        self.lesson = lesson
        self.controller = LessonController(
            run,
            self.background,
            note=self.book.note,
            now=self.book.now,
            before=before,
            changed=self.draw,
        )
        self.controller.table.watch(watched=watched(self.host.kept(BEATS)))
        if before is None or before.done or before.step != run.at:
            self.controller.begin()

    def _run(self, lesson: Lesson, before: Progress | None, step: int) -> LessonRun:
        """The lesson where the learner left it; at its beginning if that cannot be found any more."""
        if before is not None and step in (-1, before.step):
            return LessonRun(self.game, lesson, before.step, before.moves)
        step = max(0, step)
        while lesson.position_of(step := min(step, len(lesson.step) - 1)) is None:
            # It goes on from the step before, which has to be played again.
            step -= 1
        return LessonRun(self.game, lesson, step)

    def leave(self) -> None:
        """Nothing is open any more."""
        self.background.stop()
        self.lesson = self.controller = None
        self.ended = False

    def finish(self) -> Lesson | None:
        """The last step is left: what to go on with, None at the end of the course."""
        if self.controller is None or self.lesson is None:
            return None
        self.controller.finish()
        return self.following(self.lesson)

    def following(self, lesson: Lesson) -> Lesson | None:
        """What comes after a lesson; lessons that are known from a sister title are passed over."""
        pool = self.course.pool(lesson.kind)
        at = pool.index(lesson) + 1
        done, known = self.done(), self.known()
        while at < len(pool) and pool[at].id in known and f"lesson:{pool[at].id}" not in done:
            at += 1
        return pool[at] if at < len(pool) else None

    def end(self) -> None:
        """Show the page at the end of the lesson that is open, with its stars; the way on has the focus."""
        assert self.lesson is not None
        self.finish()
        self.ended = True
        self.draw(NEXT)

    # Drawing -----------------------------------------------------------------------------------

    def draw(self, focus: str = "") -> None:
        """Show the lesson as it is now, and where the focus goes."""
        controller, lesson = self.controller, self.lesson
        if controller is None or lesson is None:
            return
        pool = self.course.pool(lesson.kind)
        number = pool.index(lesson) + 1 if lesson in pool else 1
        words: dict[str, str] = {lesson.kind: lesson.id, **({"from": self.back} if self.back else {})}
        if self.ended:
            self._draw_end(lesson, number, len(pool))
            self.host.mark("learn", **words, end="1")
            self.table.focus(focus or NEXT)
            self._drawn()
            return
        path = tabs.side_path(self.course, lesson, self.done()) if self._path else None
        back = (
            button("Back to your game", "go", f"#{self.back}", cls="rt-btn--small", key="back-to")
            if self.back
            else None
        )
        self.table.draw(
            head=lesson_parts.head(controller, number, [back, path]),
            **lesson_parts.table(controller),
            speech=lesson_parts.speech(controller, self.title),
            events=lesson_parts.happened(controller),
        )
        if len(lesson.step) > 1:
            words["step"] = str(controller.run.at + 1)
        self.host.mark("learn", **words)
        self.host.safe(f"up to step {controller.run.at + 1} of this lesson")
        if focus:
            self.table.focus(focus)
        # On a phone the answer stands below the table.
        self.table.say(sight="reply")
        self._drawn()

    def _draw_end(self, lesson: Lesson, number: int, total: int) -> None:
        kept = self.done().get(f"{lesson.kind}:{lesson.id}")
        following = self.following(lesson) if lesson in self.course.pool(lesson.kind) else None
        # It has the whole width: nothing is at the table any more.
        self.table.draw(
            head=ending(
                lesson,
                kept.stars if kept is not None else 0,
                following,
                number=number,
                of=total,
                back=self.back,
                first=lesson.kind == MISSION and following is None and self.course.first_game is not None,
            ),
            **dict.fromkeys(("table", "dock", "speech", "rule", "events"), EMPTY),
        )


class LessonBox(ipywidgets.VBox):
    """A lesson without the path beside it.

    Args:
        host: what stands around it.
        course: where the lessons are from.
        book: keeps the facts of the learner.
        drawn: called after each drawing.
        finished: called when the learner leaves the last step.
    """

    def __init__(
        self,
        host: "Host",
        course: Course,
        book: LearnerBook,
        *,
        drawn: Callable[[], object],
        finished: Callable[[], object],
    ) -> None:
        self.host, self._finished = host, finished
        self.table = lesson_stage()
        background = Background(guard=host.guard)
        self.lessons = LessonView(host, self.table, course, book, background, path=False, drawn=drawn)
        super().__init__([styles("stage.css", "coach.css", "learn.css"), self.table])
        self.add_class("rt-learnpage")
        self.table.on_do(host.guard(self._done))

    def show_rule(self, panel: Html) -> None:
        """The reader stands beside the table."""
        self.host.show_rule_in(self.table, panel)

    def _done(self, message: Message) -> None:
        if self.host.handle(message) or self.lessons.controller is None:
            return
        if message.do == "finish":
            self.lessons.end()
        elif message.do == NEXT:
            self._finished()
        elif message.do == "over-again" and self.lessons.lesson is not None:
            self.lessons.open(self.lessons.lesson, 1)
            self.lessons.draw("goal")
        elif message.do == START and self.lessons.course.first_game is not None:
            start(self.host, self.lessons.course.first_game)
        else:
            self.lessons.controller.handle(message)
