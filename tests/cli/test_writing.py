"""A file that is there already is replaced only when that is asked for, whatever command writes it."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

GAME = str(Path(__file__).parents[2] / "replays" / "fire-nation-rising" / "worked-example.replay")
CALLS = {
    "convert": (("replay", "convert", GAME), "a.replay.jsonl"),
    "again": (("replay", "again", GAME, "--from", "3", "--policy", "random", "--out"), "a.replay"),
    "note": (("replay", "note", GAME, "--at", "3", "--text", "why", "--out"), "a.replay"),
    "simulate": (("simulate", "coin", "--games", "2", "--jobs", "1", "--seed", "1", "--table"), "a.csv"),
    "report": (("analyze", GAME, "--jobs", "1", "--out"), "a.html"),
    "analyze": (("analyze", GAME, "--jobs", "1", "--table"), "a.csv"),
    "worksheet": (("worksheet", "one-die", "--questions", "2", "--seed", "1", "--out"), "a.csv"),
    "coverage": (("lesson", "coverage", "--out"), "a.md"),
}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_that_is_there_is_replaced_without_force(name: str, command: Command, tmp_path: Path) -> None:
    words, file = CALLS[name]
    target = tmp_path / file
    target.write_text("mine")
    refused = command(*words, str(target))
    assert (refused.code, refused.out) == (2, "")
    assert str(target) in refused.err
    assert "--force" in refused.err
    assert target.read_text() == "mine"
    assert command(*words, str(target), "--force").code == 0
    assert target.read_text(encoding="utf-8") != "mine"


def test_a_name_that_leads_nowhere_is_in_the_way_too(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "a.replay.jsonl"
    target.symlink_to(tmp_path / "elsewhere.jsonl")
    assert command("replay", "convert", GAME, str(target)).code == 2
    assert not (tmp_path / "elsewhere.jsonl").exists()


def test_the_table_of_the_same_games_goes_on(command: Command, tmp_path: Path) -> None:
    """The folder of finished games beside it says whose table it is."""
    call = ("analyze", GAME, "--jobs", "1", "--table", str(tmp_path / "a.csv"))
    assert command(*call).code == 0
    made = (tmp_path / "a.csv").read_bytes()
    assert command(*call).code == 0
    assert (tmp_path / "a.csv").read_bytes() == made
