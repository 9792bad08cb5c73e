"""Worksheets: repeatable, different, exact, and harmless in a browser and a spreadsheet."""

import csv
import io
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from rising_tutor.errors import BadProblem, LimitExceeded
from rising_tutor.lab.query import OneRoll
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.unit import Ask, Exercise, Unit, Way, variations
from rising_tutor.lab.unit_file import units
from rising_tutor.lab.worksheet import COLUMNS, MOST_QUESTIONS, as_csv, make_worksheet
from rising_tutor.lab.worksheet_page import as_html
from rising_tutor.probability.dice_turn.kit import Kit

HOSTILE = '<script>alert("x")</script>'


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def hostile_unit() -> Unit:
    ask = Ask("a", "choice", f"=1+1 {HOSTILE}", f"{HOSTILE} {{one}}", ways=(Way(HOSTILE, "one"), Way("@b", "one")))
    scene = Scene(pool={"green": 1}, needs=("E",))
    return Unit("hostile", HOSTILE, "", 1, 1, (), (), (Exercise(ask, scene, {"one": OneRoll()}),))


class TestMaking:
    def test_the_same_seed_gives_the_same_bytes_and_another_does_not(self, kit: Kit) -> None:
        made = [make_worksheet(units(kit), kit, n=12, seed=seed) for seed in ("7", "7", "8")]
        assert as_html(made[0]) == as_html(made[1])
        assert as_csv(made[0]) == as_csv(made[1])
        assert as_csv(made[0]) != as_csv(made[2])

    def test_a_worksheet_of_a_seed_stays_what_it_was(self, kit: Kit) -> None:
        # The choice of questions uses random() only, whose numbers are the same on every Python.
        unit = next(unit for unit in units(kit) if unit.id == "one-die")
        prompts = [question.prompt for question in make_worksheet([unit], kit, n=3, seed="class").questions]
        assert prompts == [
            question.prompt for question in make_worksheet([unit], kit, n=30, seed="class").questions[:3]
        ]

    @pytest.mark.slow
    def test_all_questions_differ_and_every_exercise_comes_up(self, kit: Kit) -> None:
        for one in units(kit):
            most = min(MOST_QUESTIONS, sum(len(list(variations(exercise))) for exercise in one.exercise))
            sheet = make_worksheet([one], kit, n=most, seed="1")
            assert len({(question.prompt, question.choices) for question in sheet.questions}) == most
            short = make_worksheet([one], kit, n=len(one.exercise), seed="1")
            assert len({question.prompt[:12] for question in short.questions}) >= min(2, len(one.exercise))

    def test_every_unit_has_exercises(self, kit: Kit) -> None:
        assert all(len(list(variations(exercise))) >= 5 for unit in units(kit) for exercise in unit.exercise)

    def test_more_than_there_are_is_refused_with_the_limit(self, kit: Kit) -> None:
        unit = next(unit for unit in units(kit) if unit.id == "sample-size")
        most = sum(len(list(variations(exercise))) for exercise in unit.exercise)
        with pytest.raises(LimitExceeded) as caught:
            make_worksheet([unit], kit, n=most + 1, seed="1")
        assert (caught.value.limit, caught.value.value) == (most, most + 1)
        with pytest.raises(LimitExceeded):
            make_worksheet(units(kit), kit, n=MOST_QUESTIONS + 1, seed="1")
        with pytest.raises(BadProblem):
            make_worksheet(units(kit), kit, n=0, seed="1")
        with pytest.raises(BadProblem):
            make_worksheet(units(kit), kit, n=1, seed="")

    def test_keep_or_discard_asks_for_both(self, kit: Kit) -> None:
        unit = next(unit for unit in units(kit) if unit.id == "keep-or-discard")
        sheet = make_worksheet([unit], kit, n=12, seed="1")
        answers = [question.answer for question in sheet.questions]
        assert answers.count("Assign") >= 4
        assert answers.count("Discard") >= 4


class TestTable:
    def test_columns_and_exact_answers(self, kit: Kit) -> None:
        sheet = make_worksheet(units(kit), kit, n=20, seed="3")
        rows = list(csv.DictReader(io.StringIO(as_csv(sheet))))
        assert tuple(rows[0]) == COLUMNS
        assert [int(row["number"]) for row in rows] == list(range(1, 21))
        for row, question in zip(rows, sheet.questions, strict=True):
            assert Fraction(row["fraction"].removeprefix("'")) == question.amount
            assert abs(float(row["decimal"].removeprefix("'")) - float(question.amount)) < 1e-9
            assert row["method"] in ("exact", "normal approximation")

    def test_no_cell_begins_like_a_formula(self, kit: Kit) -> None:
        text = as_csv(make_worksheet([hostile_unit()], kit, n=1, seed="1"))
        for row in csv.reader(io.StringIO(text)):
            assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
        assert "'=1+1" in text


class TestPage:
    def test_answers_stand_on_a_sheet_after_the_questions(self, kit: Kit) -> None:
        sheet = make_worksheet(units(kit), kit, n=10, seed="5")
        page = as_html(sheet)
        asked, answered = page.split('class="answers"')
        assert "break-before:page" in asked
        for question in sheet.questions:
            assert question.choices or f">{question.answer}<" not in asked
            assert question.method in answered
        assert "Seed 5." in answered

    def test_page_needs_nothing_beside_itself_and_runs_nothing(self, kit: Kit) -> None:
        page = as_html(make_worksheet([hostile_unit()], kit, n=1, seed=HOSTILE), about=HOSTILE)
        read = Tags(page)
        assert not {"script", "link", "img", "iframe", "object"} & set(read.tags)
        assert not [name for name, _ in read.attributes if name.startswith("on") or name in ("src", "href")]
        assert "url(" not in page
        assert "@import" not in page
        assert "&lt;script&gt;" in page

    def test_the_faces_of_the_dice_that_come_up_are_printed(self, kit: Kit) -> None:
        unit = next(unit for unit in units(kit) if unit.id == "sample-size")
        page = as_html(make_worksheet([unit], kit, n=5, seed="1"))
        for die in kit.dice:
            assert (f">{die.colour} die</th>" in page) is (die.colour in ("green", "blue"))
        assert page.count("<td>double Earth</td>") == 1
        assert "discard exactly one die" in page
        bag = next(unit for unit in units(kit) if unit.id == "drawing-from-a-bag")
        assert "Faces of the dice" not in as_html(make_worksheet([bag], kit, n=5, seed="1"))

    def test_page_says_what_it_is(self, kit: Kit) -> None:
        page = as_html(make_worksheet(units(kit), kit, n=2, seed="1"), about="The dice are illustrative.")
        assert page.startswith("<!DOCTYPE html>")
        assert '<html lang="en">' in page
        assert "The dice are illustrative." in page
        assert not re.search(r"#[0-9a-fA-F]{3,6}\b", page), "colours are those of the paper"
