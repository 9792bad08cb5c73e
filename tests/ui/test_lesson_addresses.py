"""An address of a lesson opens the lesson of the title that is meant, also where sister titles share an id."""

from typing import Any
from urllib.parse import parse_qsl

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids
from rising_tutor.lessons.coverage import lessons_by_rule
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.titles import DEFAULT, needs_title, title_for
from tests.testkit.settings import RISING
from tests.ui.frame import send

SISTERS = [title for title in RISING if title != DEFAULT]


def lessons_by_id() -> dict[str, list[str]]:
    """The titles that have a lesson or scenario of each id."""
    found: dict[str, list[str]] = {}
    for title in game_ids():
        course = load_course(GameId(title))
        for lesson in (*course.lessons, *course.scenarios):
            found.setdefault(lesson.id, []).append(title)
    return found


def test_a_lesson_that_one_title_has_opens_there_whatever_was_chosen(shell: frame.Shell) -> None:
    for lesson_id, (title, *others) in lessons_by_id().items():
        if not others:
            for chosen in (DEFAULT, *SISTERS):
                assert title_for("learn", {"lesson": lesson_id}, chosen) == title
            assert not needs_title("learn", {"lesson": lesson_id}, title)
    only = next(one for one, titles in lessons_by_id().items() if titles == [SISTERS[0]])
    send(shell.frame, "hash", f"#home?title={SISTERS[1]}")
    send(shell.frame, "hash", f"#learn?lesson={only}")
    page: Any = shell._built[f"learn:{SISTERS[0]}"]
    assert page.lesson.id == only
    assert shell.title == SISTERS[1], "looking in is not choosing"


def test_a_lesson_id_that_several_titles_have_is_addressed_with_its_title(shell: frame.Shell) -> None:
    shared = {one: titles for one, titles in lessons_by_id().items() if len(titles) > 1}
    assert shared
    for lesson_id, titles in shared.items():
        for title in titles:
            assert needs_title("learn", {"lesson": lesson_id, "step": "1"}, title)
            assert title_for("learn", {"lesson": lesson_id}, title) == title
    lesson_id, (title, other, *_) = next(iter(shared.items()))
    send(shell.frame, "hash", f"#home?title={other}")
    send(shell.frame, "hash", f"#learn?lesson={lesson_id}&title={title}")
    assert shell.args["title"] == title
    send(shell.frame, "go", f"#learn?lesson={lesson_id}")
    assert shell.args["title"] == title


def test_a_rule_leads_to_the_lesson_of_its_own_title() -> None:
    for title in (DEFAULT, *SISTERS):
        for places in lessons_by_rule(title).values():
            for where in places:
                args = dict(parse_qsl(where.link.partition("?")[2]))
                assert all(title_for("learn", args, chosen) == title for chosen in (DEFAULT, *SISTERS)), where.link
