"""The lessons of a course that are about something: by words, or by the id of a rule.

>>> from rising_tutor.core.ids import GameId
>>> from rising_tutor.lessons.lesson_file import load_course
>>> course = load_course(GameId("fire-nation-rising"))
>>> [found.lesson.id for found in search(course, "fnr-414")][:1], search(course, "quidditch")
(['double-faces'], ())
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import Course

MOST: Final = 80
"""Characters of a search; what is longer is cut."""
_RULE: Final = re.compile(r"(?:[a-z]+-)?\d+\Z")
_WORD: Final = re.compile(r"[^\W_]+")


class Found(Value, frozen=True):
    """A lesson, and the rules of it that were looked for, those that it teaches first; none where words found it."""

    lesson: Lesson
    rules: tuple[RuleId, ...] = ()


def search(course: Course, text: str, titles: Mapping[str, str] | None = None) -> tuple[Found, ...]:
    """Lessons, missions and scenarios, the closest first.

    Args:
        text: a rule id, with or without its letters, or words that must all occur.
        titles: rule -> its title; words in the title of a rule find the lessons that teach it.
    """
    wanted = text.strip()[:MOST].lower()
    if not wanted:
        return ()
    if _RULE.match(wanted):
        return _by_rule(course, wanted)
    words = _WORD.findall(wanted)
    ranked = [(_rank(one, words, titles or {}), at, one) for at, one in enumerate(course.everything)] if words else []
    return tuple(Found(one) for rank, _, one in sorted(ranked, key=lambda found: found[:2]) if rank < len(_PLACES))


def _by_rule(course: Course, wanted: str) -> tuple[Found, ...]:
    taught: list[Found] = []
    cited: list[Found] = []
    for lesson in course.everything:
        about = dict.fromkeys(rule for step in lesson.step for rule in step.rules)
        rules = tuple(rule for rule in about if rule.lower() == wanted or rule.lower().endswith(f"-{wanted}"))
        if rules:
            (taught if any(rule in lesson.teaches for rule in rules) else cited).append(Found(lesson, rules))
    return (*taught, *cited)


def _rank(lesson: Lesson, words: list[str], titles: Mapping[str, str]) -> int:
    """The first place in which all words occur, the closest first."""
    text = ""
    for at, place in enumerate(_PLACES):
        text += f" {place(lesson, titles)}".lower()
        if all(word in text for word in words):
            return at
    return len(_PLACES)


_PLACES: Final[tuple[Callable[[Lesson, Mapping[str, str]], str], ...]] = (
    lambda lesson, _: lesson.title,
    lambda lesson, _: f"{lesson.can} {lesson.chapter}",
    lambda lesson, titles: " ".join(titles.get(rule, "") for rule in lesson.teaches),
    lambda lesson, _: " ".join(f"{step.say} {step.do}" for step in lesson.step),
)
