"""Which rule is taught where: every rule is in a step or says why not, and the page in the documents is this one."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.lessons import coverage
from rising_tutor.lessons.coverage import NotTaught, as_html, as_markdown, coverage_of, lessons_by_rule
from rising_tutor.lessons.learner.facts import Attempt
from rising_tutor.lessons.lesson_file import load_course
from tests.testkit.courses import EACH_COURSE, EACH_OF_OURS, FIRE

DOCS = Path(__file__).parents[2] / "docs"


@EACH_COURSE
def test_every_rule_is_in_a_step_or_says_why_not(game: GameId) -> None:
    found = coverage_of(game)
    assert found.missing == ()
    assert [row.rule for row in found.rows] == [rule.id for rule in catalogues.load(game).rules]


@pytest.mark.slow
@EACH_COURSE
def test_what_is_said_not_to_be_taught_is_not_taught(game: GameId) -> None:
    assert coverage_of(game).stale == ()
    assert all(len(one.why.split()) > 3 for one in coverage.not_taught(game))


@EACH_OF_OURS
def test_the_page_in_the_documents_is_the_one_that_is_made(game: GameId) -> None:
    page = DOCS / ("rules-taught.md" if game == FIRE else f"rules-taught-{game}.md")
    assert page.read_text(encoding="utf-8") == as_markdown(coverage_of(game)), (
        f"rising-tutor lesson coverage --game {game} --out docs/{page.name}"
    )


@EACH_COURSE
def test_each_place_is_where_it_says(game: GameId) -> None:
    course = load_course(game)
    for row in coverage_of(game).rows:
        for where in (*row.taught, *row.cited, *row.hinted):
            kind, _, rest = where.item.partition(":")
            name, _, step = rest.partition("#")
            lesson = course.find(name)
            assert lesson is not None
            assert (lesson.kind, lesson.title) == (kind, where.title)
            numbers = [int(step)] if step else range(1, len(lesson.step) + 1)
            steps = [lesson.step[number - 1] for number in numbers]
            hinted = where in row.hinted
            assert any(row.rule == one.hints.rule if hinted else row.rule in one.rules for one in steps)
            # The same words name it in a learner file.
            assert Attempt("2026-11-21T18:04:05Z", where.item, (row.rule,), "best", "").item == where.item
        for where in row.taught:
            assert row.rule in getattr(course.find(where.item.partition(":")[2].partition("#")[0]), "teaches", ())


@EACH_COURSE
def test_nothing_that_a_lesson_cites_is_left_out(game: GameId) -> None:
    course = load_course(game)
    cited = {
        (rule, lesson.id) for lesson in (*course.lessons, *course.scenarios) for s in lesson.step for rule in s.rules
    }
    rows = coverage_of(game).rows
    listed = {(row.rule, re.split("[:#]", where.item)[1]) for row in rows for where in (*row.taught, *row.cited)}
    assert listed == cited
    by_rule = lessons_by_rule(game)
    assert {(rule, re.split("[:#]", one.item)[1]) for rule, places in by_rule.items() for one in places} == cited


def test_a_rule_in_no_step_is_missing_and_a_reason_for_one_that_is_taught_is_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    course, found = load_course(FIRE), coverage_of(FIRE)
    rule = next(row.rule for row in found.rows if row.taught)
    monkeypatch.setattr(coverage, "not_taught", lambda _: (NotTaught(rule, "nobody needs it"),))
    assert rule in coverage_of(FIRE).stale
    monkeypatch.setattr(coverage, "load_course", lambda _: type(course)(course.lessons[:1], ()))
    missing = coverage_of(FIRE).missing
    assert rule not in missing
    taught = {one for step in course.lessons[0].step for one in step.rules}
    assert set(missing) == {row.rule for row in found.rows} - taught - {rule}


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


@EACH_COURSE
def test_the_page_needs_nothing_beside_itself(game: GameId) -> None:
    found = coverage_of(game)
    page = as_html(found)
    tags = _Tags()
    tags.feed(page)
    assert not [tag for tag, _ in tags.seen if tag in ("script", "link", "img", "iframe")]
    assert "http" not in page
    assert {attrs.get("id") for tag, attrs in tags.seen if tag == "tr"} >= {row.rule for row in found.rows}
    assert page.count("<table>") == len(found.phases)
