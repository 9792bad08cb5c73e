"""`rising-tutor replay`: JSON as promised, compiler-like text, exit codes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli import main
from rising_tutor.replay import save
from tests.replay.samples import TYPED, played


@pytest.fixture
def good(tmp_path: Path) -> Path:
    save(played(), tmp_path / "good.replay.jsonl")
    return tmp_path / "good.replay.jsonl"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    (tmp_path / "bad.replay").write_bytes(TYPED.replace(b"rest", b"lay sun\nrset"))
    return tmp_path / "bad.replay"


def answer(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_check_gives_all_problems(good: Path, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "check", str(good), "--json"]) == 0
    assert answer(capsys) == {"ok": True, "files": [{"file": str(good), "ok": True, "problems": []}]}
    assert main(["replay", "check", str(good), str(bad), "--json"]) == 1
    document = answer(capsys)
    assert document["ok"] is False
    assert [file["ok"] for file in document["files"]] == [True, False]
    problems = document["files"][1]["problems"]
    assert [list(problem) for problem in problems] == [["line", "column", "code", "message", "expected", "rule"]] * 2
    assert [(problem["line"], problem["code"], problem["rule"]) for problem in problems] == [
        (16, "refused", "CH-3"),
        (17, "unreadable", None),
    ]


def test_check_prints_like_a_compiler(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "check", str(bad)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{bad}:16:1: refused: card 0 is not in the hand (CH-3)"
    assert out[1:3] == ["  16 | lay sun", "     | ^"]
    assert out[-1].startswith(f"{bad}: 2 problems")


def test_a_file_that_is_not_there_is_a_wrong_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check", str(tmp_path / "none")], ["show", str(tmp_path)], ["check"], ["convert", "a.replay"]):
        assert main(["replay", *command]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Traceback" not in captured.err


def test_show_gives_the_table_after_a_line(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "show", str(good), "--at", "6", "--json"]) == 0
    shown = answer(capsys)
    assert (shown["at"], shown["where"], shown["move"], shown["ok"]) == (6, "turn 2, draw", "rest", True)
    assert shown["events"] == [{"text": "Seat 1 rests.", "rule": "CH-3", "step": shown["events"][0]["step"]}]
    assert main(["replay", "show", str(good), "--at", "0"]) == 0
    assert "turn 1" in capsys.readouterr().out
    assert main(["replay", "show", str(good)]) == 0
    assert "seat 2 win" in capsys.readouterr().out
    for wrong in (["--at", "999"], ["--at", "-1"], ["--seat", "3"], ["--seat", "0"]):
        assert main(["replay", "show", str(good), *wrong]) == 2
        assert capsys.readouterr().out == ""


def test_show_tells_a_seat_only_what_it_may_know(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seat, move in ((None, None), ("1", "draw fox"), ("2", None)):
        chosen = ["--seat", seat] if seat else []
        assert main(["replay", "show", str(good), "--at", "1", "--json", *chosen]) == 0
        shown = answer(capsys)
        assert shown["move"] == move
        assert ("fox" in json.dumps(shown["events"])) == (move is not None)
        assert main(["replay", "show", str(good), "--at", "1", *chosen]) == 0
        assert ("fox" in capsys.readouterr().out) == (move is not None)


def test_a_faulty_file_is_shown_up_to_its_fault(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "show", str(bad), "--at", "8", "--json"]) == 1
    shown = answer(capsys)
    assert (shown["at"], shown["lines"], shown["ok"]) == (5, 5, False)
    bad.write_bytes(b"nothing of the kind")
    assert main(["replay", "show", str(bad), "--json"]) == 1
    assert answer(capsys)["view"] is None


def test_convert_loses_nothing(good: Path, bad: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed, again = tmp_path / "typed.replay", tmp_path / "again.replay.jsonl"
    assert main(["replay", "convert", str(good), str(typed)]) == 0
    assert main(["replay", "convert", str(typed), str(again)]) == 0
    assert again.read_bytes() == good.read_bytes()
    # A game with a rule fault is converted as it is; a file with a fault of form is not.
    assert main(["replay", "convert", str(bad), str(again), "--force"]) == 0
    bad.write_bytes(bad.read_bytes() + b";;\n")
    before = again.read_bytes()
    assert main(["replay", "convert", str(bad), str(again), "--force"]) == 1
    assert again.read_bytes() == before
    assert "syntax" in capsys.readouterr().out
    assert main(["replay", "convert", str(good), str(tmp_path / "a.txt")]) == 2


def test_convert_replaces_nothing_but_another_file(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = good.read_bytes()
    (tmp_path / "folder.replay").mkdir()
    os.mkfifo(tmp_path / "pipe.replay")
    for target in (good, tmp_path / "folder.replay", tmp_path / "pipe.replay", tmp_path / "no" / "a.replay"):
        assert main(["replay", "convert", str(good), str(target)]) == 2
        assert str(target) in capsys.readouterr().err
    assert good.read_bytes() == before
    assert (tmp_path / "pipe.replay").is_fifo()


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a\x1b[2J.replay"
    file.write_bytes(b"replay: 1\ngame: \x1b[31mx\nseats: 2\n\n\x1b]0;x\x07\n")
    assert main(["replay", "check", str(file)]) == 1
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err
