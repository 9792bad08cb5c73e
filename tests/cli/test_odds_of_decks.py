"""`odds --deck`: the document, what people read, and calls that are wrong."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

RISE = ("odds", "--deck", "8 level up, 42 other", "--want", "1 level up in 6")


def test_the_document_has_the_exact_chance_and_one_copy_more(command: Any) -> None:
    answer = command(*RISE, "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert document["method"] == "exact"
    assert document["value"] == {"num": "760351", "den": "1135050", "decimal": 760351 / 1135050}
    [want] = document["want"]
    assert (want["cards"], want["copies"], want["at_least"], want["at_most"], want["among"]) == (
        "level up",
        8,
        1,
        None,
        6,
    )
    more = {row["copies"]: Fraction(int(row["value"]["num"]), int(row["value"]["den"])) for row in document["copies"]}
    assert more[9] == Fraction(949526, 1324225)


def test_people_read_the_question_the_chance_and_what_is_taken_for_granted(command: Any) -> None:
    answer = command(
        "odds", "--game", "avatar", "--deck", "ame176: 4 pummel, 15 skewer", "--want", "1 pummel in 3 strikes"
    )
    assert answer.code == 0
    assert "At least 1 pummel among the first 3 strikes: 514/969 = 53.0 % (exact)" in answer.out
    assert "1 more" in answer.out
    assert "Payment" in answer.out


def test_an_opening_hand_may_be_drawn_anew(command: Any) -> None:
    answer = command(*RISE, "--mulligan", "3")
    assert answer.code == 0
    rows = [line.strip() for line in answer.out.splitlines() if "mulligan" in line]
    assert rows[0] == "without a mulligan: 760351/1135050 = 67.0 %"
    assert [row.split(":")[0] for row in rows[1:]] == [f"with {k} mulligan{'s' * (k > 1)} left" for k in (1, 2, 3)]
    hands = command(*RISE, "--mulligan", "3", "--hand", "5", "--json").document["hands"]
    assert [(one["left"], one["cards"]) for one in hands] == [(k, 5) for k in range(4)]


def test_a_deck_file_is_read(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'id = "mine"\nname = "Mine"\nchamber = "ame176"\nplay = "casual"\n[cards]\npummel = 4\nskewer = 15\n'
    )
    answer = command("odds", "--deck", str(file), "--want", "1 pummel in 3 strikes", "--json")
    assert answer.document["deck"] == "Mine"
    assert answer.document["value"]["num"] == "514"
    file.write_text("cards = 3")
    assert command("odds", "--deck", str(file), "--want", "1 pummel in 3").code == 1


def test_a_deck_that_the_rules_do_not_allow_is_answered_with_the_number_of_its_problems(
    command: Any, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "d"\nname = "D"\nchamber = "ame176"\n[cards]\npummel = 7\nskewer = 20\n')
    ask = ("odds", "--game", "avatar", "--deck", str(file), "--want", "1 pummel in 3")
    checked = command("deck", "check", str(file), "--game", "avatar")
    n_problems = sum("warning: " not in line for line in checked.out.splitlines())
    assert (checked.code, n_problems > 1) == (1, True)
    answer = command(*ask)
    assert answer.code == 0
    [line] = [line for line in answer.out.splitlines() if "problem" in line]
    assert line == f"The deck has {n_problems} problems: rising-tutor deck check {file} --game avatar lists them."
    assert "At least 1 pummel among the first 3 cards: " in answer.out
    assert command(*ask, "--json").document["problems"] == n_problems
    file.write_text('id = "d"\nname = "D"\nchamber = "ame176"\nplay = "casual"\n[cards]\npummel = 7\nskewer = 20\n')
    assert command("deck", "check", str(file), "--game", "avatar").code == 0
    assert "problem" not in command(*ask).out
    assert command(*ask, "--json").document["problems"] == 0


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("odds",), 2, "expected --pool with --need, or --deck with --want"),
        (("odds", "--deck", "zuko"), 2, "expected --want"),
        (("odds", "--deck", "zuko", "--want", "1 momo in 3", "--pool", "2 green"), 2, "either --deck"),
        (
            ("odds", "--game", "fire", "--deck", "zuko", "--want", "1 momo in 3"),
            2,
            "played without decks; expected avatar-tcg, rise-tcg",
        ),
        (("odds", "--deck", "zuko", "--want", "1 dragon of fire in 3"), 1, "a card, a type or a trait"),
        ((*RISE, "--mulligan", "six"), 2, "whole number"),
        ((*RISE[:-1], "1 level up in 300"), 1, "expected 1 to 50 in place of 300, as 50 cards can be drawn"),
        ((*RISE[:-1], "99 level up in 50"), 1, "expected at most 50 in place of 99"),
        (("odds", "--deck", "no-such-file.toml", "--want", "1 momo in 3"), 2, "expected the name of something that is"),
    ],
)
def test_what_cannot_be_answered_is_said(command: Any, args: tuple[str, ...], code: int | None, says: str) -> None:
    answer = command(*args)
    assert answer.code in ((1, 2) if code is None else (code,))
    assert says in answer.err
    assert "Traceback" not in answer.err
