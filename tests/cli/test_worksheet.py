"""`worksheet`: repeatable pages and tables, what it lists, and every fault in a sentence."""

import csv
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.lab.unit_file import units
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import kit_of


def test_the_units_are_listed(command: Any) -> None:
    game = dice_game(load_game("fire"))
    assert game is not None
    known = [unit.id for unit in units(kit_of(game))]
    assert [unit["id"] for unit in command("worksheet", "--list", "--json").document["units"]] == known
    text = command("worksheet", "--list").out
    assert [line.split()[0] for line in text.splitlines()] == known


def test_questions_come_before_all_answers(command: Any) -> None:
    answer = command("worksheet", "keep-or-discard", "--questions", "3", "--seed", "7")
    assert answer.code == 0
    asked, _, answered = answer.out.partition("Answers")
    assert asked.count("?") == 3
    assert answered.count("(exact)") == 3
    assert "%" not in asked


def test_the_document_holds_exact_fractions(command: Any) -> None:
    document = command("worksheet", "--questions", "12", "--seed", "7", "--json").document
    assert document["seed"] == "7"
    assert [one["number"] for one in document["questions"]] == list(range(1, 13))
    for one in document["questions"]:
        value = one["value"]
        assert float(Fraction(int(value["num"]), int(value["den"]))) == value["decimal"]
        assert one["method"] in ("exact", "normal approximation")
    assert command("worksheet", "--questions", "12", "--seed", "7", "--json").document == document


@pytest.mark.parametrize("suffix", [".html", ".csv"])
def test_a_file_is_the_same_for_the_same_seed(command: Any, tmp_path: Path, suffix: str) -> None:
    made = []
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        file = tmp_path / f"{name}{suffix}"
        answer = command("worksheet", "a-pool", "--questions", "5", "--seed", seed, "--out", str(file))
        assert (answer.code, answer.out) == (0, "")
        assert f"seed {seed}" in answer.err
        made.append(file.read_bytes())
    assert made[0] == made[1] != made[2]


def test_a_table_can_be_read(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    command("worksheet", "one-die", "--questions", "4", "--out", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert [row["unit"] for row in rows] == ["one-die"] * 4


def test_without_a_seed_the_one_that_was_drawn_is_told(command: Any) -> None:
    drawn = {command("worksheet", "--json").document["seed"] for _ in range(3)}
    assert len(drawn) > 1
    (one, *_) = drawn
    assert command("worksheet", "--seed", one, "--json").document["seed"] == one


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("nine-dice",), 2, "one-die"),
        (("sample-size", "--questions", "99"), 1, "limit"),
        (("--questions", "5000"), 1, "100"),
        (("--questions", "0"), 2, "whole number"),
        (("--seed", ""), 2, "printable"),
        (("--out", "class.pdf"), 2, ".html"),
        (("--out", "no/such/folder/class.csv"), 2, "folder"),
        (("--game", "chess"), 2, "chess"),
        (("--game", "coin-and-hand"), 2, "no teaching units"),
    ],
)
def test_faults_are_told_in_a_sentence(command: Any, words: tuple[str, ...], code: int, told: str) -> None:
    answer = command("worksheet", *words)
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.err
    assert "Traceback" not in answer.err


def test_hostile_words_do_not_reach_the_terminal_as_they_are(command: Any) -> None:
    answer = command("worksheet", "\x1b[2J")
    assert answer.code == 2
    assert "\x1b" not in answer.err


def test_a_card_game_has_worksheets_about_draws(command: Any) -> None:
    sheet = command("worksheet", "how-many-strikes", "--game", "avatar", "--questions", "5", "--seed", "7", "--json")
    assert sheet.code == 0
    assert {question["method"] for question in sheet.document["questions"]} == {"exact"}
    assert all("strikes" in question["question"] for question in sheet.document["questions"])
    listed = command("worksheet", "--list", "--game", "avatar", "--json").document["units"]
    assert len(listed) == 5
