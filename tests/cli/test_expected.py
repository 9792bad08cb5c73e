"""What was expected stands in each refusal of a name or a number that people give."""

import json
from pathlib import Path
from typing import Any

import pytest

FIRE = "replays/fire-nation-rising/won.replay"
NO_FILE = "expected the name of something that is there"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("replay", "check", "none.replay"), f"none.replay: No such file or directory; {NO_FILE}"),
        (("replay", "show", "none.replay"), NO_FILE),
        (("replay", "note", "none.replay", "--at", "1"), NO_FILE),
        (("deck", "check", "none.toml"), NO_FILE),
        (("odds", "--pool", "2 green", "--need", "W", "--dice", "none.toml"), NO_FILE),
        (("replay", "check", "folder"), "folder: Is a directory; expected a file"),
        (("replay", "check", "a.replay/b"), "expected a name in a folder"),
        (("replay", "convert", "a.replay", "b.replay"), "expected a new name, or --force, which replaces it"),
        (
            ("replay", "note", "a.replay", "--at", "t4.roll"),
            "option --at: 't4.roll' cannot be used; expected the number",
        ),
        (
            ("replay", "note", "a.replay", "--at", "9999"),
            "option --at: '9999' cannot be used; expected a line from 1 to",
        ),
        (("replay", "note", "a.replay", "--at", "1", "--text", "x", "--out", "b.txt"), "expected a name that ends in"),
        (("replay", "note", "fault.replay", "--at", "3", "--text", "x"), "expected a line up to there"),
        (
            ("replay", "convert", "open.replay", "c.replay", "--seat", "1"),
            "expected a file that says the number of seats",
        ),
        (("replay", "tree", "open.replay", "--at", "0"), "expected a file that says the number of seats"),
        (("match", "coin", "--games", "3", "--policy", "random", "--policy", "random"), "expected an even number"),
        (
            ("match", "coin", "--games", "4", "--seats", "3", "--policy", "random", "--policy", "random"),
            "--seats 3: a match is played by 2 seats; expected 2 of them",
        ),
        (("lesson", "run", "two-friends", "--step", "99"), "steps; expected 1 to "),
        (("odds", "--game", "fire", "--deck", "x", "--want", "1 x in 1"), "expected avatar-tcg, rise-tcg"),
        (("deck", "list", "fire"), "fire-nation-rising is played without decks; expected avatar-tcg, rise-tcg"),
        (("odds", "--pool", "2 green", "--need", "W", "--samples", "9999999"), "expected 1 to 1000000"),
    ],
)
def test_a_refusal_says_what_was_expected(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], says: str
) -> None:
    game = Path(FIRE).read_text()
    (tmp_path / "folder").mkdir()
    for name in ("a.replay", "b.replay"):
        (tmp_path / name).write_text(game)
    head = "replay: 1\ngame: fire-nation-rising\n"
    (tmp_path / "open.replay").write_text(f"{head}seats: ?\n\n")
    (tmp_path / "fault.replay").write_text(f"{head}seats: 2\n\nteam zuko\nroll\nteam toph\n")
    monkeypatch.chdir(tmp_path)
    answer = command(*argv)
    assert answer.code == 2
    assert says in answer.err
    assert str(tmp_path) not in answer.err


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("seats: 99\n", "1 to "),
        ("seats: 2\nseat 3: Eve\n", "seat 1 to seat 2"),
        ("seats: 2\n\n[turn 1]\n", "an action after it"),
    ],
)
def test_a_fault_of_a_file_says_what_was_expected(command: Any, tmp_path: Path, rows: str, expected: str) -> None:
    file = tmp_path / "a.replay"
    file.write_text(f"replay: 1\ngame: fire-nation-rising\n{rows}")
    answer = command("replay", "check", file, "--json")
    assert answer.code == 1
    problems = json.loads(answer.out)["files"][0]["problems"]
    assert any(problem["expected"].startswith(expected) for problem in problems)


def test_a_game_is_not_saved_over_a_file_and_another_name_is_asked_for(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "a.replay"
    file.write_text("mine")
    out = command("play", "coin", "--seed", "3", typed=f"save {file}\nquit\n").out
    assert "there is a file of that name; expected a new one" in out
    assert file.read_text() == "mine"
