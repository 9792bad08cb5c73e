"""`deck check`, `deck list`, and a deck file as an option."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.store.decks import DeckFiles
from tests.testkit.owner_folder import owner_folder
from tests.testkit.quickstrike import OWN_CARDS

GOOD = """id = "mine"
name = "Mine"
chamber = "ame176"
play = "casual"

[cards]
pummel = 10
snapped-off = 10
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8")
    return file


def test_a_good_deck_is_told_so(command: Any, deck: Path) -> None:
    answer = command("deck", "check", str(deck))
    assert (answer.code, answer.out) == (0, f"{deck}: ok, 20 cards for casual play\n")


def test_every_fault_has_its_place_and_its_rule(command: Any, deck: Path) -> None:
    deck.write_text(GOOD.replace('"casual"', '"formal"').replace("pummel", "burning-disc"), encoding="utf-8")
    answer = command("deck", "check", str(deck))
    assert answer.code == 1
    assert answer.out.splitlines() == [
        f"{deck}:6:2: 20 cards; formal play needs 60 (QS-201)",
        f"{deck}:7:1: 10 copies of burning-disc; formal play allows 4 (QS-202)",
        f"{deck}:7:1: Burning Disc has Bull, the Chamber has Fox, Spirit, Light, Air (QS-203)",
        f"{deck}:8:1: 10 copies of snapped-off; formal play allows 4 (QS-202)",
    ]
    document = command("deck", "check", str(deck), "--json").document
    assert not document["ok"]
    assert [problem["rule"] for problem in document["files"][0]["problems"]] == ["QS-201", "QS-202", "QS-203", "QS-202"]


def test_decks_are_listed_and_say_whose_lists_they_are(command: Any) -> None:
    decks = command("deck", "list", "avatar", "--json").document
    assert [(one["id"], one["n"]) for one in decks if one["play"] == "formal"] == [
        ("aang", 60),
        ("bumi", 60),
        ("katara", 60),
        ("zuko", 60),
    ]
    assert command("deck", "list", "avatar").out.count("illustrative") == 6


def test_own_decks_are_listed_by_their_files(command: Any, deck: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path / "data"))
    folder = DeckFiles("avatar-tcg").folder
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_bytes(deck.read_bytes())
    (folder / "spoilt.toml").write_text("id = 'spoilt'\ncards = {}\n")
    mine, spoilt = command("deck", "list", "avatar", "--json").document[-2:]
    assert (mine["file"], mine["ok"]) == (str(folder / "mine.toml"), True)
    assert (spoilt["file"], spoilt["ok"]) == (str(folder / "spoilt.toml"), False)
    lines = command("deck", "list", "avatar").out.splitlines()
    assert lines[-2].split()[0] == str(folder / "mine.toml")
    assert lines[-2].rstrip().endswith("own")
    assert f"own, {len(spoilt['problems'])} problems" in lines[-1]


def test_a_game_without_decks_says_so(command: Any) -> None:
    answer = command("deck", "list", "fire")
    assert answer.code == 2
    assert "without decks" in answer.err
    assert command("deck", "check", "no-such-file.toml").code == 2


def test_a_deck_file_is_played_and_the_record_holds_its_list(command: Any, deck: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.replay"
    arguments = ("play", "avatar", "--seed", "1", "--set", f"deck-1={deck}", "--record", str(record))
    assert command(*arguments, typed="send\n").code == 0
    deck.unlink()
    assert "ame176: 10 pummel, 10 snapped-off" in record.read_text("utf-8")
    assert command("replay", "check", str(record)).code == 0
    assert command("play", "avatar", "--set", f"deck-1={deck}").code == 2
    deck.write_text(GOOD.replace("10", "1"), encoding="utf-8")
    assert "QS-310" in command("play", "avatar", "--set", f"deck-1={deck}").err


def test_all_cards_are_listed_with_what_they_say(command: Any, tmp_path: Path) -> None:
    document = command("content", "check", "avatar", "--json").document
    assert len(document["cards"]) == 185 + 56
    assert all(card["built"] for card in document["cards"])
    text = command("content", "check", "avatar").out
    assert "241 cards can be used, 0 of them yours; content" in text
    owner_folder(tmp_path, OWN_CARDS.replace("intercept = 6", "intercept = 6\nbuilt = false"))
    text = command("content", "check", "avatar", str(tmp_path)).out
    assert "243 cards can be used, 3 of them yours, 1 are known and cannot be played yet" in text
