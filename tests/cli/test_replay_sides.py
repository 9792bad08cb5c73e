"""A record of one side in the terminal: written from a whole game, checked, shown, and asked about for its seat."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import CannotStore
from rising_tutor.replay import OwnSideJournal, Recorder, Scribe, header_of, inspect, read, replay_of, save
from rising_tutor.replay.address import read_address
from rising_tutor.replay.edit import with_comment
from rising_tutor.replay.one_sided import with_side

COIN: Any = load_game("coin-and-hand")
N_LINES = 14


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A game that is not over, with a comment that tells a card."""
    trail = follow(COIN, seats=2, seed=3)
    scribe = Scribe(COIN)
    for made in trail.positions[:N_LINES]:
        scribe.line(made.state, made.move)
    replay = replay_of(header_of(COIN, 2), scribe, trail.positions[N_LINES].state)
    path = tmp_path / "whole.replay"
    save(with_comment(replay, read_address("1"), "his fox"), path)
    return path


@pytest.fixture
def side(command: Any, whole: Path, tmp_path: Path) -> Path:
    path = tmp_path / "side.replay.jsonl"
    answer = command("replay", "convert", whole, path, "--seat", "2")
    assert (answer.code, answer.out) == (0, "")
    assert "1 note beside the moves" in answer.err
    return path


def test_it_checks_and_shows_what_the_seat_saw_at_every_line(command: Any, whole: Path, side: Path) -> None:
    assert command("replay", "check", side).code == 0
    for at in range(N_LINES + 1):
        asked = ("--at", str(at), "--seat", "2", "--json")
        true, shown = (command("replay", "show", path, *asked).document for path in (whole, side))
        assert shown["problems"] == []
        possible = shown.get("possible")
        if possible is None or possible["tables"] == 1:
            assert shown["view"] == true["view"]
    text = side.read_text()
    assert "his fox" not in text
    assert '"_seen_by"' in text
    assert sum(line.unknown for line in read(side).lines) > 2


def test_tree_and_rollouts_of_the_seat_are_those_of_the_whole_game(command: Any, whole: Path, side: Path) -> None:
    at = next(
        n for n in range(6, N_LINES)
        if COIN.place(follow(COIN, seats=2, seed=3).positions[n].state).seat == Seat(1)
    )  # fmt: skip
    for asked in (("replay", "tree"), ("rollout", "--policy", "random", "--most", "10")):
        head, rest = asked[: 2 if asked[0] == "replay" else 1], asked[2 if asked[0] == "replay" else 1 :]
        true = command(*head, whole, "--at", str(at), "--seat", "2", *rest)
        shown = command(*head, side, "--at", str(at), *rest)
        assert true.code == 0
        # How far the game went on is told by the number of its lines, which is the same.
        assert shown.out == true.out
    other = command("replay", "tree", side, "--at", str(at), "--seat", "1")
    assert (other.code, other.out) == (2, "")
    assert "expected 0 to" in other.err


def test_what_has_no_side_says_so(command: Any, whole: Path, side: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.replay"
    assert "expected 1 to 2" in command("replay", "convert", whole, out, "--seat", "3").err
    again = command("replay", "convert", side, out, "--seat", "1")
    assert again.code == 2
    assert "not known in full" in again.err
    assert "it holds what seat 2 saw; expected --seat 2, or a record of the whole game" in again.err
    everybody = tmp_path / "everybody.replay"
    everybody.write_text(whole.read_text().replace("\nseats: 2\n", "\nseats: 2\n_seen_by: everybody\n"))
    assert (
        "it holds what everybody saw; expected a record"
        in command("replay", "convert", everybody, out, "--seat", "1").err
    )
    bad = tmp_path / "bad.replay"
    bad.write_text(whole.read_text() + "\nlay nonsense\n")
    assert command("replay", "convert", bad, out, "--seat", "1").code == 1
    assert not out.exists()
    open_game = command("replay", "convert", "replays/fire-nation-rising/won.replay", out, "--seat", "1")
    assert "every seat sees everything" in open_game.err
    assert out.exists()


def test_a_file_saved_while_the_game_runs_holds_the_side_of_its_person(command: Any, tmp_path: Path) -> None:
    kept, saved = tmp_path / "kept.replay.jsonl", tmp_path / "saved.replay"
    play = ("play", "coin", "--seed", "3", "--seat", "2=random", "--record", kept)
    assert command(*play, typed=f"lay moon\nsave {saved}\nquit\n").code == 0
    for path in (kept, saved):
        replay = read(path)
        assert dict(replay.header.fields)["_seen_by"] == "1"
        assert [line.move for line in replay.lines][:4].count("draw ?") == 2
        assert command("replay", "check", path).code == 0
    whole = tmp_path / "over.replay.jsonl"
    assert command(*play[:-1], whole, typed="1\n" * 100).code == 0
    assert not any(line.unknown for line in read(whole).lines)
    assert "_seen_by" not in whole.read_text()


PLAY = ("play", "coin", "--seed", "3", "--seat", "2=random", "--record")


@pytest.mark.parametrize("name", ["a.replay", "a.replay.jsonl"])
@pytest.mark.parametrize("typed", ["", "lay moon\nundo\nrest\nquit\n", "1\n" * 100], ids=["begun", "under way", "over"])
def test_what_play_recorded_is_what_its_name_says_and_is_read_by_every_command(
    command: Any, tmp_path: Path, name: str, typed: str
) -> None:
    kept = tmp_path / name
    answer = command(*PLAY, kept, typed=typed)
    assert answer.code == 0
    reading = inspect(kept)
    assert (reading.kind, reading.problems) == ("record" if name.endswith(".jsonl") else "notation", ())
    assert ("in the notation as soon as you stop" in answer.err) == (reading.kind == "notation")
    assert command("replay", "check", kept).code == 0
    for suffix in (".replay", ".replay.jsonl"):
        for seat in ((), ("--seat", "1")):
            out = tmp_path / f"out{len(seat)}{suffix}"
            made = command("replay", "convert", kept, out, *seat)
            assert made.code == 0, made.err
            assert command("replay", "check", out).code == 0
            if typed.endswith("quit\n"):
                assert read(out) == read(kept)
    other = command("replay", "convert", kept, tmp_path / "other.replay", "--seat", "2")
    is_over = len(typed) > 100
    assert other.code == (0 if is_over else 2)
    assert is_over or "expected --seat 1, or a record of the whole game" in other.err


@pytest.mark.parametrize("n_moves", [0, 1, 3])
@pytest.mark.parametrize("name", ["a.replay", "a.replay.jsonl"])
def test_a_game_that_is_being_played_is_read_from_a_file_of_either_name(
    command: Any, tmp_path: Path, name: str, n_moves: int
) -> None:
    """Also what is left of one that was killed: its file is a record, whatever its name says."""
    kept, out = tmp_path / name, tmp_path / f"out-{name}"
    header = header_of(COIN, 2)
    with OwnSideJournal(COIN, kept, Recorder.open(kept, with_side(header, Seat(0))), header, Seat(0)) as journal:
        session = GameSession(COIN, 2, {}, seed="3", journal=journal)
        session.settle()
        for _ in range(n_moves):
            session.take_screen()
            session.play(session.actions[0])
            session.settle()
        assert inspect(kept).kind == "record"
        assert command("replay", "check", kept).code == 0
        assert command("replay", "convert", kept, out, "--seat", "1").code == 0
        playing = read(kept)
        assert read(out) == playing
    assert inspect(kept).kind == inspect(out).kind
    assert read(kept) == playing


def test_a_name_that_no_longer_can_be_written_leaves_the_record_whole(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object) -> None:
        raise CannotStore(path.name, "no space is left")

    kept = tmp_path / "a.replay"
    monkeypatch.setattr("rising_tutor.replay.journal.save_bytes", full)
    answer = command(*PLAY, kept, typed="lay moon\nquit\n")
    assert answer.code == 1
    assert "a.replay: could not be written (no space is left); what was recorded before is kept" in answer.err
    assert command("replay", "check", kept).code == 0
