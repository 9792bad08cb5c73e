"""Games on disk: nothing lost, nothing told in advance, one writer at a time."""

import stat
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadOption, CannotStore, RisingTutorError
from rising_tutor.replay import read, verify
from rising_tutor.store.games import HeldElsewhere, NotHere, Store, data_folder
from rising_tutor.store.notes import GameNotes
from tests.testkit.coin_and_hand import words

GAME = load_game("fire")
PAIR = {"teams": "aang,toph"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games")


def begun(store: Store, n: int = 6) -> Any:
    kept = store.begin(GAME, 1, PAIR, seed="fixed")
    kept.player.settle()
    for _ in range(n):
        kept.player.play(kept.player.actions[0])
    return kept


def test_a_game_goes_on_where_it_was(store: Store) -> None:
    kept = begun(store)
    kept.close()
    again = store.resume(kept.key)
    assert again.player.made == kept.player.made
    again.player.play(again.player.actions[0])
    again.close()
    assert store.resume(kept.key).player.made == again.player.made


def test_chance_after_a_resume_is_that_of_the_game(store: Store) -> None:
    kept = begun(store, 3)
    kept.close()
    again = store.resume(kept.key)
    again.player.undo(again.player.decisions()[1].at)
    for made in kept.player.decisions()[1:]:
        again.player.play(made.move)
    assert again.player.made == kept.player.made


def test_the_seed_stands_apart_and_is_private(store: Store) -> None:
    kept = begun(store)
    path = store.folder / f"{kept.key}.seed"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    assert "fixed" not in store.record(kept.key)
    assert "fixed" not in store.notation(kept.key)
    assert path.read_text() == "fixed"


def test_the_record_is_sound_and_becomes_a_file(store: Store) -> None:
    kept = begun(store)
    assert read(store.folder / f"{kept.key}.replay.jsonl").header.options == (("teams", "aang,toph"),)
    assert verify(store.notation(kept.key).encode(), "game.replay").ok
    assert verify(store.record(kept.key).encode(), "game.replay.jsonl").ok


def test_one_writer(store: Store) -> None:
    kept = begun(store)
    with pytest.raises(HeldElsewhere):
        store.resume(kept.key)
    kept.close()
    store.resume(kept.key).close()


def test_a_torn_last_line_is_left_out(store: Store) -> None:
    kept = begun(store)
    kept.close()
    path = store.folder / f"{kept.key}.replay.jsonl"
    path.write_bytes(path.read_bytes()[:-7])
    assert store.resume(kept.key).player.made == kept.player.made[:-1]


def test_a_lost_seed_stops_nobody(store: Store) -> None:
    kept = begun(store)
    kept.close()
    (store.folder / f"{kept.key}.seed").unlink()
    again = store.resume(kept.key)
    assert again.player.made == kept.player.made
    again.player.play(again.player.actions[0])


def test_a_game_that_is_over_can_be_taken_back(store: Store) -> None:
    kept = store.begin(GAME, 1, PAIR, seed="over")
    kept.player.settle()
    while not kept.player.over:
        kept.player.play(kept.player.actions[-1])
    kept.close()
    assert [game.over for game in store.games()] == [True]
    again = store.resume(kept.key)
    assert again.player.over
    again.player.undo(again.player.decisions()[-1].at)
    again.player.play(again.player.actions[-1])
    assert again.player.over
    again.close()
    assert store.replay(kept.key).result


def test_games_are_listed_and_damaged_ones_as_such(store: Store) -> None:
    first, second = begun(store), begun(store)
    (store.folder / f"{first.key}.replay.jsonl").write_bytes(b"no record\n")
    (store.folder / "other.replay.jsonl").write_bytes(b"")
    assert {game.key: (game.sound, game.place) for game in store.games()} == {
        first.key: (False, "damaged"),
        second.key: (True, "turn 1"),
    }


@pytest.mark.parametrize("key", ["", "../x", "20260101-000000-abcdef", "20260101-000000-abcdef/../x", "\x00"])
def test_keys_that_are_none(store: Store, key: str) -> None:
    with pytest.raises(NotHere):
        store.resume(key)


def test_other_cards_are_told_apart(store: Store) -> None:
    kept = begun(store)
    kept.close()
    path = store.folder / f"{kept.key}.replay.jsonl"
    replay = read(path)
    from msgspec.structs import replace

    from rising_tutor.replay import save

    save(replace(replay, header=replace(replay.header, content="000000000000")), path)
    with pytest.raises(NotHere, match="other cards"):
        store.resume(kept.key)


def test_a_bad_option_leaves_nothing(store: Store) -> None:
    with pytest.raises(BadOption):
        store.begin(GAME, 1, {"villains": "99"})
    assert not store.folder.exists()


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStore):
        Store(tmp_path / "file" / "games").begin(GAME, 1, PAIR)


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", "here")
    assert data_folder() == Path("here")
    monkeypatch.delenv("RISING_TUTOR_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "there")
    assert data_folder() == Path("there/rising-tutor")


def test_errors_are_for_people() -> None:
    assert issubclass(NotHere, RisingTutorError)
    assert issubclass(HeldElsewhere, RisingTutorError)


def hidden(store: Store, programs: Any = None) -> Any:
    kept = store.begin(load_game("coin-and-hand"), 2, {}, seed="fixed", programs=programs)
    kept.player.settle()
    return kept


@pytest.mark.parametrize("form", ["notation", "record"])
def test_a_running_game_with_hidden_cards_is_given_away_as_its_person_saw_it(store: Store, form: str) -> None:
    kept = hidden(store, {Seat(1): "random"})
    deals = [words(made.move) for made in kept.player.made]
    given = getattr(store, form)(kept.key)
    assert given.count("draw ?") == 2
    assert sum(given.count(word) for word in dict.fromkeys(deals)) == len(deals) - 2
    # On disk it is whole, or it could not be gone on with; beside the notes it is shown as it is given away.
    assert "?" not in (store.folder / f"{kept.key}.replay.jsonl").read_text().replace('"?"', "")
    assert GameNotes(store).record(kept.key) == store.record(kept.key).encode()
    assert verify(given.encode(), f"game.{'replay' if form == 'notation' else 'replay.jsonl'}").ok
    while not kept.player.over:
        if kept.player.play_program() is None:
            kept.player.play(kept.player.actions[0])
    assert "?" not in getattr(store, form)(kept.key)
    kept.close()


def test_of_two_people_who_share_a_screen_a_file_holds_the_side_of_the_one_who_has_it(store: Store) -> None:
    kept = hidden(store)
    assert kept.player.viewer is None
    assert store.notation(kept.key, kept.player.viewer).count("draw ?") == len(kept.player.made)
    kept.player.take_screen()
    assert kept.player.viewer == Seat(0)
    mine = store.notation(kept.key, kept.player.viewer)
    assert mine.count("draw ?") == 2
    assert "_seen_by: 1" in mine


def test_a_damaged_record_of_a_running_game_shows_one_side_too(store: Store) -> None:
    kept = hidden(store, {Seat(1): "random"})
    kept.close()
    path = store.folder / f"{kept.key}.replay.jsonl"
    data = path.read_bytes()
    rows = data.splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-1]) + rows[-1].replace(b"draw", b"drew"))
    shown = GameNotes(store).record(kept.key)
    assert shown.count(b"draw ?") == 2
