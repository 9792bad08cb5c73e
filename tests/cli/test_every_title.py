"""What checks files, over what comes with every title: its cards, its recorded games, the files of its lessons."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli import lesson
from rising_tutor.core.ids import GameId
from rising_tutor.games.rising.cards.content_check import entries
from rising_tutor.lessons.lesson_file import lesson_files
from tests.testkit.scene import rising
from tests.testkit.settings import RISING

EACH = pytest.mark.parametrize("title", RISING)
SAMPLES = Path(__file__).parents[2] / "replays"


@EACH
def test_our_own_cards_each_have_a_sentence(command: Any, title: str) -> None:
    document = command("content", "check", title, "--json").document
    cards = rising(title).book.content
    # The dice of both sides say nothing by themselves.
    own = {entry.id for name, entry in entries(cards) if name not in ("die", "threat_die")}
    assert document["ok"] is True
    assert document["problems"] == []
    assert {card["id"] for card in document["cards"]} == own
    # A last opponent and the ground of a location may do nothing; every other card says what it does.
    silent = {card["id"] for card in document["cards"] if not card["text"]}
    assert silent <= {card.id for card in (*cards.battle, *cards.carrier)}
    assert all(card["text"].endswith(".") for card in document["cards"] if card["id"] not in silent)
    text = command("content", "check", title).out
    assert all(f"{card['id']}: {card['name']} (" in text for card in document["cards"])
    assert "\n\n" not in text


@EACH
def test_an_owners_card_is_checked(command: Any, title: str, tmp_path: Path) -> None:
    hero = rising(title).book.content.hero[0]
    (tmp_path / "mine.toml").write_text(f'[[hero]]\nid = "{hero.id}"\nnmae = "x"\n', encoding="utf-8")
    answer = command("content", "check", title, str(tmp_path), "--json")
    assert answer.code == 1
    [problem] = answer.document["problems"]
    assert problem["file"] == "mine.toml"
    assert "nmae" in problem["path"] + problem["message"]


@EACH
def test_every_sample_is_sound_and_a_fault_is_told(command: Any, title: str, tmp_path: Path) -> None:
    files = sorted((SAMPLES / title).glob("*.replay"))
    answer = command("replay", "check", *files, "--json")
    assert answer.code == 0
    assert [file["file"] for file in answer.document["files"]] == [str(file) for file in files]
    rows = files[0].read_text(encoding="utf-8").splitlines()
    rows.insert(rows.index("") + 1, "nonsense")
    faulty = tmp_path / "faulty.replay"
    faulty.write_text("\n".join(rows), encoding="utf-8")
    assert command("replay", "check", faulty).code == 1
    assert f"{faulty}:{rows.index('nonsense') + 1}:1: " in command("replay", "check", faulty).out


@pytest.mark.sweep(one_in=3)
@EACH
def test_files_of_lessons_are_sound_and_a_fault_is_told(
    command: Any, title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of them by this command; `tests/lessons/test_course.py` checks all."""
    first = [Path(str(file)) for file in lesson_files(GameId(title))][:2]
    monkeypatch.setattr(lesson, "lesson_files", lambda game: first if game == title else [])
    answer = command("lesson", "check", "--game", title, "--json")
    assert answer.code == 0
    assert [(Path(file["file"]).name, file["ok"]) for file in answer.document["files"]] == [
        (file.name, True) for file in first
    ]
    faulty = tmp_path / first[0].name
    faulty.write_text(first[0].read_text(encoding="utf-8").replace("\ntitle = ", "\ntitel = "), encoding="utf-8")
    answer = command("lesson", "check", faulty)
    assert answer.code == 1
    assert "titel" in answer.out
