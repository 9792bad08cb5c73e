"""A cell is about the learner of the browser that shows it, which introduces itself after the cell has run."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.store.desk import Desk
from rising_tutor.store.owners import digest_of
from rising_tutor.ui.frame import visitor
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.widgets import Chapter, Lesson, Odds, Play, Unit

ANNA, BEN = "a" * 32, "b" * 32


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def under_voila(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a kernel that serves a page of Voila."""
    monkeypatch.setenv("VOILA_PREHEAT", "False")


def meet(cell: Cell, secret: Any, *, kept: bool = True) -> None:
    """Let a browser introduce itself to a cell."""
    cell.visitor._heard(cell.visitor, {"hello": {"text": secret, "kept": kept}}, None)


def shown_to(secret: str) -> Lesson:
    """A lesson that goes on where the learner left it, shown by a browser."""
    lesson = Lesson("first-hero")
    meet(lesson, secret)
    return lesson


@pytest.mark.parametrize("place", ["voila", "notebook"])
def test_each_browser_goes_on_where_it_left_a_lesson(place: str, request: pytest.FixtureRequest) -> None:
    if place == "voila":
        request.getfixturevalue("under_voila")
    lesson = shown_to(ANNA)
    assert lesson.at == 1
    lesson.at = 3
    assert shown_to(BEN).at == 1
    assert shown_to(ANNA).at == 3
    assert shown_to(BEN).at == 1


@pytest.mark.usefixtures("under_voila")
def test_under_voila_nothing_is_kept_for_a_browser_that_is_not_known_yet(data: Path) -> None:
    lesson = Lesson("first-hero")
    lesson.at = 3
    assert list(data.iterdir()) == []
    assert Lesson("first-hero").at == 1
    meet(lesson, ANNA)
    assert lesson.at == 3, "what code did is not taken back"


def test_without_a_browser_the_facts_are_those_of_the_machine() -> None:
    Lesson("first-hero").at = 3
    assert Lesson("first-hero").at == 3
    assert shown_to(ANNA).at == 1


def test_a_chapter_a_unit_and_the_odds_show_what_their_browser_has_done() -> None:
    unit = Unit("keep-or-discard")
    meet(unit, ANNA)
    unit.controller.pick(0)
    odds = Odds("2 green", need="W", guess_first=True)
    meet(odds, ANNA)
    assert len(odds._record.picks) == 1
    for secret, n in ((BEN, 0), (ANNA, 1)):
        again = Unit("keep-or-discard")
        meet(again, secret)
        assert (again.controller.answered(again.unit), again.at) == (n, n + 1)
    chapter = Chapter("First turn", game="fire")
    shown = chapter.view.text.parts["all"]
    meet(chapter, ANNA)
    assert (chapter.at, chapter.view.text.parts["all"]) == ("", shown)


@pytest.mark.usefixtures("under_voila")
def test_the_form_of_a_new_game_lists_the_games_of_its_browser() -> None:
    first = Play("fire", teams="aang,toph", seats=2)
    meet(first, ANNA)
    first.close()
    again = Play("fire", teams="aang,toph", seats=2)
    meet(again, BEN)
    assert again.own_games() is not None
    assert again.browser == digest_of(BEN)
    again.close()


def test_a_cell_stays_with_the_first_browser_that_shows_it() -> None:
    lesson = shown_to(ANNA)
    meet(lesson, BEN)
    assert lesson.browser == digest_of(ANNA)


def test_a_kernel_knows_a_browser_again_by_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor, "_session", lambda: "of anna")
    shown_to(ANNA).at = 3
    assert Lesson("first-hero").at == 3, "before it introduces itself again"
    monkeypatch.setattr(visitor, "_session", lambda: "of ben")
    assert Lesson("first-hero").at == 1
    visitor._known.clear()


@pytest.mark.parametrize("secret", [None, 1, "", "0" * 31, "Z" * 32, ["0" * 32]])
def test_what_is_no_secret_introduces_nobody(secret: Any) -> None:
    lesson = Lesson("first-hero")
    meet(lesson, secret)
    lesson.visitor._heard(lesson.visitor, secret, None)
    assert lesson.visitor.browser == ""


def test_a_browser_without_a_store_is_nobody_but_under_voila(monkeypatch: pytest.MonkeyPatch) -> None:
    """A front end that keeps nothing would be another learner after each reload."""
    lesson = Lesson("first-hero")
    meet(lesson, ANNA, kept=False)
    assert lesson.visitor.browser == ""
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    lesson = Lesson("first-hero")
    meet(lesson, ANNA, kept=False)
    assert lesson.visitor.browser == digest_of(ANNA)


def test_the_facts_that_all_browsers_shared_go_to_the_first_one(data: Path) -> None:
    (data / "notebooks.json").write_text('{"learner": "20261121-204412-2af905", "cell_games": {"x": "y"}}')
    anna, ben = Desk(browser=digest_of(ANNA)), Desk(browser=digest_of(BEN))
    for desk in (anna, ben, anna):
        desk.take_over()
    assert anna.facts == {"learner": "20261121-204412-2af905"}
    assert (ben.facts, Desk().facts) == ({}, {"cell_games": {"x": "y"}})


def test_facts_without_a_browser_are_taken_over_by_nobody() -> None:
    Desk().keep({"learner": "20261121-204412-2af905"})
    anna = Desk(browser=digest_of(ANNA))
    anna.take_over()
    assert anna.facts == {}
