"""The page Learn: missions, lessons, scenarios, exercises, what is due, what is known, a class.

    #learn                        the missions, and the way into the library; the lessons where a game has no missions
    #learn?face=library           the lessons by topic, and the scenarios
    #learn?find=WORDS             the lessons that a search found
    #learn?mission=ID             a mission
    #learn?lesson=ID&step=N       a lesson, at the step where this browser left it unless a step is named
    #learn?scenario=ID            a scenario
    #learn?lesson=ID&from=play    a lesson that leads back to the game at the table
    #learn?lesson=ID&end=1        the page at its end, once it is done
    #learn?chapter=NAME           a chapter: its lessons, and the check at its end; the scenarios, by the name Scenarios
    #learn?check=NAME             the check: spot the illegal action, over the rules of a chapter
    #learn?face=spot              spot the illegal action; face=review, progress or class: the other tabs
    #learn?mistake=ID             an own mistake, once more

What is done is written to the learner file of this browser as it happens.
"""

import secrets
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.core.ids import RuleId
from rising_tutor.core.numbers import whole
from rising_tutor.core.registry import load_game
from rising_tutor.errors import LimitExceeded, RisingTutorError, UnreadableLearner
from rising_tutor.lessons.difficulty.measure import measured
from rising_tutor.lessons.learner.aid import as_html, make_aid
from rising_tutor.lessons.learner.facts import Attempt, Mistake, moment, open_mistakes, spotted
from rising_tutor.lessons.learner.knowledge import REVIEW, due, estimates, review_is_on
from rising_tutor.lessons.learner.text import read_learner
from rising_tutor.lessons.lesson import Lesson, Step
from rising_tutor.lessons.lesson_file import FOLDERS, Chapter, load_course
from rising_tutor.lessons.search import MOST, search
from rising_tutor.lessons.spots.session import SpotSession
from rising_tutor.lessons.spots.spot import rules_with_exercise
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import empty_state
from rising_tutor.store.setting import game_in_use
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.lesson.mistake import MistakeController
from rising_tutor.tutor.lesson.spot import SpotController
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.learner_book import NAME, LearnerBook
from rising_tutor.ui.frame.titles import title_picker
from rising_tutor.ui.learn import known, missions
from rising_tutor.ui.learn import mistake as lesson_mistake
from rising_tutor.ui.learn import path as tabs
from rising_tutor.ui.learn import spot as lesson_spot
from rising_tutor.ui.learn.class_files import ClassController
from rising_tutor.ui.learn.ending import NEXT
from rising_tutor.ui.learn.first_game import START, start
from rising_tutor.ui.learn.lesson_view import LessonView, lesson_stage

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

EXERCISES = 10
"""So many exercises a run of "spot the illegal action" has."""


class LearnPage(ipywidgets.VBox):
    """A tab with text, or something to do at a table.

    Attributes:
        controller: what is done at the table; None while a tab with text is shown.
        lessons: draws the lesson of the controller, if it is one.
        chapter: the chapter that was opened last, or checked.
        found: the words that were searched for last.
    """

    def __init__(self, host: "Host") -> None:
        self.host = host
        # Lessons name cards that come with the game, so they are played with those.
        self.game = load_game(host.shown)
        self.course = load_course(self.game.info.id)
        self.book = LearnerBook(host, self.game.info.id)
        self.background = Background(guard=host.guard)
        self.controller: LessonController | SpotController | MistakeController | None = None
        self.chapter: Chapter | None = None
        self.tab = "path"
        self.found = ""
        self.class_controller = ClassController(self.game.info.id)
        self._note = board_for(self.game).origin_note
        self.head = HtmlView(("head",))
        self.text = HtmlView(("all",), kind="rt-learntext")
        self.table = lesson_stage(gone=True)
        self.lessons = LessonView(host, self.table, self.course, self.book, self.background)
        self.class_picker = FilePicker(
            title="Learner files",
            help="Files that end in .learner.jsonl, at most 1 MiB each.",
            label="Open learner files",
            accept=".jsonl",
            multiple=True,
        )
        self.own_picker = FilePicker(
            title="Go on from a file",
            help="A learner file of yours from another machine. What is new in it is joined with what is here.",
            label="Open my learner file",
            accept=".jsonl",
        )
        self.class_box = ipywidgets.VBox([self.class_picker])
        self.own_box = ipywidgets.VBox([self.own_picker])
        super().__init__(
            [
                styles("stage.css", "coach.css", "learn.css"),
                self.head,
                self.text,
                self.class_box,
                self.own_box,
                self.table,
            ]
        )
        self.add_class("rt-wrap")
        self.add_class("rt-learnpage")
        guard = host.guard
        self.head.on_do(guard(self._on_text))
        self.text.on_do(guard(self._on_text))
        self.table.on_do(guard(self._on_table))
        self.class_picker.on_file(guard(self._class_file))
        self.own_picker.on_file(guard(self._own_file))

    @property
    def lesson(self) -> Lesson | None:
        """The lesson at the table, if it is one."""
        return self.lessons.lesson

    # Coming and going ------------------------------------------------------------

    def opened(self, args: Mapping[str, str]) -> None:
        """Show what the address names; the path without words."""
        self.book.read()
        self.host.say(self.book.notice)
        self.book.notice = ""
        if any(kind in args for kind in FOLDERS):
            self._open_lesson(args)
        elif "find" in args:
            self.found = args["find"][:MOST]
            self._show_tab("find")
        elif "mistake" in args:
            self._open_mistake(args["mistake"])
        elif "check" in args:
            self._open_check(args["check"])
        elif "chapter" in args:
            self._open_chapter(args["chapter"])
        elif args.get("face") == "spot" or "spot" in args:
            self._open_spot(args.get("spot", ""))
        else:
            tab = args.get("face", "path")
            self._show_tab(tab if tab in tabs.TABS else "path")

    def show_rule(self, panel: Html) -> None:
        """The reader stands beside the table; beside a text it is that of the frame."""
        self.host.show_rule_in(self.host.reader if self.controller is None else self.table, panel)

    def _leave(self) -> None:
        self.background.stop()
        self.controller = None
        self.lessons.leave()

    # Tabs with text ---------------------------------------------------------------

    def _show_tab(self, tab: str) -> None:
        self._leave()
        self.tab = tab
        self.table.gone, self.text.gone = True, False
        (self.class_box.remove_class if tab == "class" else self.class_box.add_class)("rt-gone")
        (self.own_box.remove_class if tab == "progress" else self.own_box.add_class)("rt-gone")
        self._draw_tab()

    def _draw_tab(self) -> None:
        self.head.draw(head=self._head())
        drawn: dict[str, Callable[[], Html]] = {
            "path": self._missions if self.course.missions else self._path,
            "library": self._library,
            "find": self._library,
            "chapter": self._chapter_path,
            "review": self._review,
            "progress": self._progress,
            "class": self.class_controller.html,
            "spot": self._no_exercises,
        }
        self.text.draw(all=drawn.get(self.tab, self._path)())

    def _head(self) -> Html:
        """The tabs, and the title that every one of them is about; nothing above a chapter."""
        if self.tab == "chapter":
            return EMPTY
        tab = "library" if self.tab == "find" else self.tab
        return join(tabs.tab_links(tab, missions=bool(self.course.missions)), title_picker(self.game.info.id))

    def _missions(self) -> Html:
        return missions.page(self.course, self.lessons.done())

    def _library(self) -> Html:
        """The field to search in, and below it what was found, or every lesson."""
        if self.tab != "find":
            return self._path(missions.search_form(""))
        hits = search(self.course, self.found, self.lessons.titles)
        numbers = tabs.numbers_of(self.course)
        return el(
            "div",
            el("h1", "The library"),
            missions.search_form(self.found),
            tabs.found(self.found, hits, self.lessons.done(), numbers),
            cls="rt-learnpath",
        )

    def _path(self, field: Child = None) -> Html:
        lessons, hard = self.lessons, measured(self.game.info.id)
        return tabs.path(self.course, lessons.done(), hard, lessons.known(), self._checks(), search=field)

    def _chapter_path(self) -> Html:
        assert self.chapter is not None
        lessons, hard = self.lessons, measured(self.game.info.id)
        return tabs.chapter_path(
            self.course, self.chapter, lessons.done(), hard=hard, known=lessons.known(), checks=self._checks()
        )

    def _checks(self) -> tabs.Checks:
        """How far each chapter was checked, for those that can be."""
        right = spotted(self.book.facts)
        asked = {chapter.name: self._asked(chapter) for chapter in self.course.chapters}
        return {name: (len(right.intersection(rules)), len(rules)) for name, rules in asked.items() if rules}

    def _asked(self, chapter: Chapter) -> list[RuleId]:
        """The rules of a chapter that have an exercise."""
        exercised = rules_with_exercise(self.game)
        return [rule for rule in chapter.rules if rule in exercised]

    def _no_exercises(self) -> Html:
        return empty_state(
            f"There are no exercises of this kind for {self.game.info.title} yet.",
            "What a rule forbids is answered at the table all the same, with the rule.",
            ("go", "#learn?face=path", "To the lessons"),
        )

    def _review(self) -> Html:
        facts, header = self.book.facts, self.book.header
        now = moment(self.book.now())
        return known.review(
            due(facts, now, header),
            open_mistakes(facts),
            self._title,
            on=review_is_on(facts, header),
            tried=any(isinstance(fact, Attempt) for fact in facts),
            practise=self._practise,
        )

    def _practise(self, rule: str) -> str:
        """Where a rule can be practised: in the lesson that teaches it, else among mixed exercises, else read."""
        for lesson in self.course.lessons:
            if rule in lesson.teaches:
                return f"#learn?lesson={lesson.id}&step=1"
        return "#learn?spot=due" if rule in rules_with_exercise(self.game) else f"#rules?rule={rule}"

    def _progress(self) -> Html:
        facts = self.book.facts
        done = self.lessons.done()
        return known.progress(
            estimates(facts),
            self._title,
            n_done=sum(tabs.is_done(done, lesson) for lesson in self.course.lessons),
            n_lessons=len(self.course.lessons),
            name=str(self.book.settings.get(NAME, "")),
        )

    def _on_text(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if do == "title":
            tab = "library" if self.tab == "find" else self.tab
            self.host.choose(arg, **({} if tab == "path" else {"face": tab}))
            return
        if do == "find":
            words = message.fields.get("find", "").strip()[:MOST]
            self.host.go("learn", **({"find": words} if words else {"face": "library"}))
            return
        if do == START and self.course.first_game is not None:
            start(self.host, self.course.first_game)
            return
        if self.host.handle(message):
            return
        if do == "review":
            self.book.set(REVIEW, arg == "on")
        elif do == "export":
            name = message.fields.get("name", "").strip()[:40]
            if name != self.book.settings.get(NAME, ""):
                self.book.set(NAME, name)
            self.text.download(self.book.file_name(), self.book.text())
        elif do == "aid":
            self.text.download("player-aid.html", as_html(make_aid(self.book.header, self.book.facts)))
        elif do == "csv":
            self.text.download("class.csv", self.class_controller.csv())
        elif do == "class-clear":
            self.class_controller.clear()
        else:
            return
        self._draw_tab()

    def _class_file(self, name: str, data: bytes) -> None:
        self.class_picker.say(self.class_controller.add(name, data))
        self._draw_tab()

    def _own_file(self, name: str, data: bytes) -> None:
        try:
            n_new = self.book.take_in(read_learner(name, data))
        except (UnreadableLearner, LimitExceeded) as fault:
            self.own_picker.say(str(fault))
            return
        self._draw_tab()
        self.own_picker.say("")
        self.host.tell(f"{n_new} new facts were joined.")

    # At the table ----------------------------------------------------------------------

    def _show_table(self, tab: str) -> None:
        self.tab = tab
        self.text.gone, self.table.gone = True, False
        self.class_box.add_class("rt-gone")
        self.own_box.add_class("rt-gone")
        self.head.draw(head=self._head() if tab == "spot" else EMPTY)
        self.table.draw(rule=EMPTY)
        self._draw("goal")

    def _open_lesson(self, args: Mapping[str, str]) -> None:
        # Either word will do, so that a link needs not know which of the two it leads to.
        name = next((args[kind] for kind in FOLDERS if args.get(kind)), "")
        lesson = self.course.find(name)
        self.lessons.back = "play" if args.get("from") == "play" else ""
        if lesson is None:
            self._show_tab("path")
            self.host.say(f"There is no lesson {name[:60]}.")
            return
        step = whole(args.get("step", ""), below=1000)
        if isinstance(self.controller, LessonController) and self.lessons.is_at(lesson, step):
            self.lessons.ended = self.lessons.ended and "end" in args
            self._draw()
            return
        self._leave()
        self.lessons.open(lesson, step)
        self.controller = self.lessons.controller
        self.lessons.ended = "end" in args and tabs.is_done(self.lessons.done(), lesson)
        self._show_table("path")

    def _open_spot(self, which: str) -> None:
        if isinstance(self.controller, SpotController) and which != "due" and self.tab == "spot":
            self._show_table("spot")
            return
        self._leave()
        if not rules_with_exercise(self.game):
            self._show_tab("spot")
            return
        rules: list[str] | None = None
        if which == "due":
            # A rule alone would give the answer away: others stand beside it.
            rules = [one.rule for one in due(self.book.facts, moment(self.book.now()), self.book.header)]
            others = [rule for rule in rules_with_exercise(self.game) if rule not in rules]
            rules = [*rules, *Random(secrets.token_hex(16)).sample(others, min(len(others), max(0, 6 - len(rules))))]
        session = SpotSession(self.game, secrets.token_hex(4), rules, EXERCISES if rules is None else None)
        self.controller = SpotController(session, note=self.book.note, now=self.book.now, changed=self._draw)
        self._show_table("spot")

    def _open_chapter(self, name: str) -> None:
        self.chapter = self.course.chapter(name)
        self._show_tab("path" if self.chapter is None else "chapter")
        if self.chapter is None:
            self.host.say(f"There is no chapter {name[:60]}.")

    def _open_check(self, name: str) -> None:
        self._open_chapter(name)
        rules = self._asked(self.chapter) if self.chapter is not None else []
        if rules:
            session = SpotSession(self.game, secrets.token_hex(4), rules, min(len(rules), EXERCISES))
            self.controller = SpotController(session, note=self.book.note, now=self.book.now, changed=self._draw)
            self._show_table("chapter")

    def _open_mistake(self, mistake_id: str) -> None:
        found = [one for one in open_mistakes(self.book.facts) if one.id == mistake_id]
        if not found:
            self._show_tab("review")
            self.host.say("This mistake is not in your list any more.")
            return
        self._leave()
        mistake = found[0]
        game = self.game if mistake.source == "lesson" else game_in_use(self.game.info.id)
        try:
            self.controller = MistakeController(
                game,
                mistake,
                self._step_of(mistake),
                self.background,
                note=self.book.note,
                now=self.book.now,
                changed=self._draw,
            )
        except (RisingTutorError, ValueError) as fault:
            self._show_tab("review")
            self.host.say(f"This position cannot be used any more: {fault}")
            return
        self._show_table("review")

    def _step_of(self, mistake: Mistake) -> Step | None:
        """The step of the course in which a mistake was made."""
        item, _, number = mistake.note.partition("#")
        lesson = self.course.find(item.partition(":")[2]) if mistake.source == "lesson" else None
        at = (whole(number) or 1) - 1
        return lesson.step[at] if lesson is not None and 0 <= at < len(lesson.step) else None

    def _on_table(self, message: Message) -> None:
        if self.controller is None or self.host.handle(message):
            return
        if message.do == "finish":
            self._finish()
        elif message.do == NEXT:
            self._go_on()
        elif message.do == "over-again" and self.lesson is not None:
            self.lessons.open(self.lesson, 1)
            self.controller = self.lessons.controller
            self._draw("goal")
        elif message.do == START and self.course.first_game is not None:
            start(self.host, self.course.first_game)
        else:
            self.controller.handle(message)

    def _finish(self) -> None:
        if isinstance(self.controller, SpotController):
            self.host.tell("{} of {} right.".format(*self.controller.session.score))
            self._leave()
            chapter = self.chapter if self.tab == "chapter" else None
            self.host.go("learn", **({} if chapter is None else {"chapter": chapter.name}))
        elif isinstance(self.controller, MistakeController):
            self.host.go("learn", face="review")
        elif isinstance(self.controller, LessonController):
            self.lessons.end()

    def _go_on(self) -> None:
        """From the page at the end of a lesson to what comes next."""
        following = self.lessons.following(self.lesson) if self.lesson is not None else None
        back = {"from": self.lessons.back} if self.lessons.back else {}
        self._leave()
        self.host.go("learn", **({following.kind: following.id, **back} if following is not None else {}))

    def _draw(self, focus: str = "") -> None:
        controller = self.controller
        if isinstance(controller, LessonController):
            self.lessons.draw(focus)
            return
        if isinstance(controller, SpotController):
            self.table.draw(
                head=lesson_spot.head(controller),
                **lesson_spot.table(controller),
                speech=lesson_spot.speech(controller, self._title),
                events=EMPTY,
            )
            if self.tab == "chapter" and self.chapter is not None:
                self.host.mark("learn", check=self.chapter.name)
        elif isinstance(controller, MistakeController):
            self.table.draw(
                head=lesson_mistake.head(),
                **lesson_mistake.table(controller),
                speech=lesson_mistake.speech(controller, self._title),
                events=EMPTY,
            )
        if focus:
            self.table.focus(focus)
        # On a phone the answer stands below the table.
        self.table.say(sight="reply")

    def _title(self, rule: str) -> str:
        return self.lessons.title(rule)


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return LearnPage(host)
