"""A chapter of the course in a cell: its lessons, one after the other, and a check at the end."""

from collections.abc import Mapping
from typing import Any

import traitlets

from rising_tutor.core.english import did_you_mean, either
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadArgument
from rising_tutor.lessons.learner.facts import progress_of, spotted
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import FOLDERS, SCENARIOS, load_course
from rising_tutor.lessons.spots.spot import rules_with_exercise
from rising_tutor.render.html import EMPTY, Html, el, join
from rising_tutor.ui.frame import titles
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.host import place
from rising_tutor.ui.learn.page import LearnPage
from rising_tutor.ui.learn.path import is_done
from rising_tutor.widgets.arguments import text

_LEARN, _CHECK = "learn", "check"


class Chapter(Cell):
    """The lessons of a chapter with what is done, and exercises "spot the illegal action" over its rules.

    It is the page Learn, opened at one chapter: texts and positions come from the lesson files, and what is done goes
    into the learner file.

    Args:
        name: of the chapter; "Scenarios" for the scenarios, which stand together and have no check.
        game: whose course it is.

    Attributes:
        at: what is shown: "" for the list, the id of a lesson, or "check". Set it to show another one.
        done: the ids of the lessons that are done, in their order.
        spotted: the rules of the chapter whose last exercise was answered right.

    Raises:
        UnknownGame: there is no such game.
        BadArgument: the course has no such chapter, or the chapter no such lesson.

    >>> chapter = Chapter("Roll and assign", game="fire")
    >>> chapter.lessons[1].title, chapter.rules[0]
    ('Several dice, several cards', 'FNR-401')
    >>> chapter.at = "roll-again"
    >>> chapter.lesson.title
    'Give up a die, roll again'
    """

    goes_on = True
    at = traitlets.Unicode("")
    done = traitlets.Tuple()
    spotted = traitlets.Tuple()

    def __init__(self, name: str, *, game: str = titles.DEFAULT) -> None:
        self.game = load_game(game)
        course = load_course(self.game.info.id)
        chapter = course.chapter(text("chapter", name, _EXPECTED["chapter"]))
        if chapter is None:
            raise _unknown("chapter", name, [*(one.name for one in course.chapters), SCENARIOS])
        self.chapter = chapter
        super().__init__(str(self.game.info.id), "the chapter")
        self._has_check = any(rule in rules_with_exercise(self.game) for rule in chapter.rules)
        self.view = LearnPage(self)
        self.show(self.view)
        self.observe(self._go_there, "at")

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Its lessons in order."""
        return self.chapter.lessons

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it teaches, in the order in which they come."""
        return self.chapter.rules

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is shown; None for the list and the check."""
        return self._lesson(self.at)

    def introduced(self) -> None:
        """Show what the learner has done."""
        if self.at:
            self.view.opened({word: said for word, said in self.args.items() if word != "title"})
        elif not self.page:
            self.back()

    def still(self) -> Html:
        """Return what is done of the chapter, and what is open."""
        lines = [
            f"Done: {'; '.join(one.title for one in self.lessons if one.id in self.done)}." if self.done else None,
            f"Open: {self.lesson.title}." if self.lesson is not None else None,
        ]
        return join(*(el("p", line) for line in lines if line), super().still())

    def back(self) -> None:
        """Show the list of the lessons."""
        self.keep(**{titles.KEPT: self.about})
        super().back()
        self.view.opened({"chapter": self.chapter.name})
        self._look()

    def mark(self, page: str, **args: str) -> None:
        """Note what is shown now."""
        super().mark(page, **args)
        self._look()

    def go(self, page: str, **args: str) -> None:
        """Show a page. Where a page leads on beyond the last lesson, the check comes next, and after it the list."""
        beyond = self.lesson is not None if not args else _named(args) != "" and self._lesson(_named(args)) is None
        if page == _LEARN and beyond and self._has_check:
            self.go(_LEARN, check=self.chapter.name)
        elif page == _LEARN and (beyond or not args.keys() - {"chapter"}):
            self.back()
        else:
            super().go(page, **args)
            self._look()

    def follow(self, link: str) -> None:
        """Show the page that a link names; one to a lesson of another chapter is followed too."""
        page, args = place(link)
        if page == _LEARN and not args:
            self.back()
        else:
            super().go(page, **args)
            self._look()

    # Inside --------------------------------------------------------------------

    def _key(self, page: str) -> str:
        own = page == _LEARN and self._shown == self.about
        return super()._key("" if own else page)

    def _head(self) -> Html:
        return self._way_back() if self.page else EMPTY

    def _lesson(self, lesson_id: str) -> Lesson | None:
        return next((one for one in self.lessons if one.id == lesson_id), None)

    def _look(self) -> None:
        """Let the traits say what is shown and what is done."""
        facts = self.view.book.facts
        done = progress_of(facts)
        with self.hold_trait_notifications():
            self.done = tuple(one.id for one in self.lessons if is_done(done, one))
            self.spotted = tuple(rule for rule in self.rules if rule in spotted(facts))
            self.at = self._shown_now()

    def _go_there(self, change: dict[str, Any]) -> None:
        """Show what `at` was set to, unless it says what is shown already."""
        at = change["new"]
        if at == self._shown_now():
            return
        lesson = self._lesson(at)
        if at == _CHECK and self._has_check:
            self.go(_LEARN, check=self.chapter.name)
        elif lesson is not None:
            self.go(_LEARN, **{lesson.kind: lesson.id})
        elif at:
            self.at = change["old"]
            raise _unknown("lesson", at, [one.id for one in self.lessons])
        else:
            self.back()

    def _shown_now(self) -> str:
        if self.page != _LEARN:
            return ""
        return _CHECK if _CHECK in self.args else _named(self.args)


def _named(args: Mapping[str, str]) -> str:
    """The lesson, mission or scenario that an address names; "" for none."""
    return next((args[kind] for kind in FOLDERS if args.get(kind)), "")


def _unknown(kind: str, name: str, known: list[str]) -> BadArgument:
    """The error for a name that is none of these: the nearest, else the first ones."""
    hint = did_you_mean(name, known) or f", such as {either(map(repr, known[:3]))}" if known else ", which has none"
    return BadArgument(kind, name, f"{_EXPECTED[kind]}{hint}")


_EXPECTED = {"chapter": "the name of a chapter of this course", "lesson": "the id of a lesson of this chapter"}
