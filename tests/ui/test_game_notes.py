"""Notes on the games that the app keeps lie beside the records and lose nothing."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import CannotStore
from rising_tutor.replay import inspect, read
from rising_tutor.replay.address import read_address
from rising_tutor.replay.edit import with_comment, with_marks
from rising_tutor.store.games import NotHere, Store
from rising_tutor.store.notes import SUFFIX, GameNotes

GAME = load_game("fire")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games")


def begun(store: Store, n: int = 6) -> Any:
    kept = store.begin(GAME, 1, {"teams": "aang,toph"}, seed="fixed")
    kept.player.settle()
    for _ in range(n):
        kept.player.play(kept.player.actions[0])
    return kept


def test_notes_on_a_game_that_is_being_played_leave_its_record_alone(store: Store) -> None:
    kept = begun(store)
    file = store.folder / f"{kept.key}.replay.jsonl"
    was = file.read_bytes()
    notes = GameNotes(store)
    last = len(kept.player.made)
    noted = with_marks(with_comment(notes.replay(kept.key), read_address("3"), "here"), read_address(str(last)), ["?"])
    notes.keep(kept.key, noted)
    assert file.read_bytes() == was
    kept.player.play(kept.player.actions[0])
    again = GameNotes(Store(store.folder)).replay(kept.key)
    assert len(again.lines) > last
    assert (again.lines[2].comment, again.lines[last - 1].marks) == ("here", ("?",))
    assert len(store.games()) == 1
    # Taken back beyond the second note: the first one is still shown, and the second is set aside, not lost.
    kept.player.undo(kept.player.decisions()[-3].at)
    shorter = notes.replay(kept.key)
    assert len(shorter.lines) < last
    assert shorter.lines[2].comment == "here"
    notes.keep(kept.key, with_comment(shorter, read_address("3"), "there"))
    [aside] = store.folder.glob(f"{kept.key}*earlier*")
    assert read(aside).lines[last - 1].marks == ("?",)
    assert notes.replay(kept.key).lines[2].comment == "there"
    kept.close()
    assert store.resume(kept.key).player.n_moves == len(shorter.lines)


def test_a_damaged_record_is_shown_with_its_notes_and_its_damage(store: Store) -> None:
    kept = begun(store)
    kept.close()
    notes = GameNotes(store)
    notes.keep(kept.key, with_comment(notes.replay(kept.key), read_address("2"), "a note"))
    file = store.folder / f"{kept.key}.replay.jsonl"
    damaged = file.read_bytes()[:-30]
    file.write_bytes(damaged)
    shown = inspect(notes.record(kept.key), file.name)
    assert shown.replay is not None
    assert shown.replay.lines[1].comment == "a note"
    assert [problem.code for problem in shown.problems] == ["torn"]
    assert file.read_bytes() == damaged


def test_damaged_notes_are_set_aside(store: Store) -> None:
    kept = begun(store)
    (store.folder / f"{kept.key}{SUFFIX}").write_bytes(b"nonsense")
    assert GameNotes(store).replay(kept.key) == store.replay(kept.key)
    [aside] = store.folder.glob("*broken*")
    assert aside.read_bytes() == b"nonsense"


def test_what_is_no_game_has_no_notes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = GameNotes(store)
    for key in ("../x", "20261121-204412-2af905"):
        with pytest.raises(NotHere):
            notes.replay(key)
    kept = begun(store)
    replay = notes.replay(kept.key)
    monkeypatch.setattr(store, "folder", store.folder / "none")
    with pytest.raises(CannotStore):
        notes.keep(kept.key, replay)
