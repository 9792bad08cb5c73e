"""`play`: a whole game from a pipe, refusals with their rule, undo, and files."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli.play import Sitting
from rising_tutor.core.registry import game_ids
from rising_tutor.core.session import GameSession
from rising_tutor.errors import CannotStore
from rising_tutor.replay import Recorder, RecordJournal, header_of, programs_of, verify
from rising_tutor.replay.files import Files
from tests.testkit import coin_and_hand
from tests.testkit.scene import DeathScene

GAME = ("play", "coin", "--seed", "3")


def test_end_of_input_ends_the_session(command: Any) -> None:
    answer = command(*GAME)
    assert answer.code == 0
    assert answer.err == ""
    assert answer.out.endswith("The game is not over.\n")


def test_the_same_seed_says_the_same(command: Any) -> None:
    typed = "1\n" * 100
    first = command(*GAME, typed=typed)
    assert first.code == 0
    assert "The game is over" in first.out
    assert command(*GAME, typed=typed).out == first.out
    assert command("play", "coin", "--seed", "4", typed=typed).out != first.out


def test_what_can_be_done_is_listed_and_narrowed(command: Any) -> None:
    out = command(*GAME, typed="?\n? moon\n? nothing\n").out
    assert "    1  lay moon\n    2  lay fox\n    3  rest\n" in out
    assert "no action contains 'nothing'" in out
    assert "also: board, rule ID, undo, save FILE, quit" in out


def test_impossible_actions_answer_with_rule_reason_and_way_on(command: Any) -> None:
    out = command(*GAME, typed="lay sun\ncall\n").out
    assert "Not possible: card 0 is not in the hand (CH-3)\n  CH-3, page 1: Lay or rest\n" in out
    assert "  In your turn lay a card of your hand face down, or rest.\n  Possible instead: lay moon\n" in out
    assert "Not possible: the table waits for lay (CH-12)\n" in out


def test_unreadable_text_is_told_and_harmless(command: Any) -> None:
    typed = "lay mon\n\x1b[2J\n\udcff\n99\n0\n" + "x" * 70_000 + "\nsave\nrule X-1\nlay moon\n"
    answer = command(*GAME, typed=typed)
    assert answer.code == 0
    assert "did you mean 'lay moon'" in answer.out
    assert "\x1b" not in answer.out
    assert "65536" in answer.err
    assert "There is no rule 'X-1'." in answer.out
    assert "Seat 1 lays. (CH-3)" in answer.out


def test_undo_brings_the_same_chance_again(command: Any) -> None:
    once = command(*GAME, typed="rest\n").out.splitlines()
    twice = command(*GAME, typed="rest\nundo\nrest\n").out.splitlines()
    assert once[-3:] == twice[-3:]
    assert "There is nothing to undo." in command(*GAME, typed="undo\n").out


def test_save_writes_what_was_played(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.replay"
    out = command(*GAME, typed=f"lay moon\nsave {path}\nsave /no/such/x.replay\nsave bad\x00name\ncall\n").out
    assert f"Saved as {path}." in out
    assert out.count("Not saved: ") == 2
    text = path.read_text(encoding="utf-8")
    assert "_seen_by: 2" in text, "seat 2 has the screen"
    assert "lay ?" in text
    assert "seed" not in text
    assert list(tmp_path.iterdir()) == [path]


def test_a_seed_that_nobody_gave_is_not_shown(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda n: "c0ffee")
    answer = command("play", "coin", typed="1\n?\nboard\n1\n")
    assert "c0ffee" not in answer.out + answer.err


class FullDisk(Files):
    """Refuses to write for as long as it is full."""

    full = False

    def write(self, handle: int, data: bytes, at: int) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().write(handle, data, at)


def test_record_is_the_game(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.replay.jsonl"
    answer = command(*GAME, "--record", path, typed="1\n" * 100)
    assert answer.code == 0
    verified = verify(path)
    assert verified.ok
    assert verified.result is not None
    assert "seed" not in path.read_text(encoding="utf-8")
    again = command(*GAME, "--record", path)
    assert (again.code, again.out) == (2, "")
    assert "there is a file of that name" in again.err or "File exists" in again.err


def test_record_of_an_unfinished_game_follows_undo(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.replay.jsonl"
    out = command(*GAME, "--record", path, typed="lay moon\nundo\nrest\nrest\nundo\nquit\n").out
    assert out.endswith("The game is kept up to here.\n")
    verified = verify(path)
    assert verified.ok
    assert verified.result is None
    assert verified.replay is not None
    moves = [line.move for line in verified.replay.lines]
    assert [move for move in moves if not move.startswith("draw")] == ["rest"]
    text = path.read_text(encoding="utf-8")
    assert not any(kind in text for kind in coin_and_hand.KINDS), "two people read this file"


def test_full_disk_keeps_the_record_and_the_table(tmp_path: Path) -> None:
    path = tmp_path / "evening.replay.jsonl"
    game, disk = coin_and_hand.load(), FullDisk()
    with RecordJournal(game, path, Recorder.open(path, header_of(game, 2), files=disk)) as journal:
        session = GameSession(game, 2, {}, seed="3", journal=journal)
        session.settle()
        session.take_screen()
        disk.full = True
        whole, n_moves = path.read_bytes(), session.n_moves
        for action in session.actions:
            with pytest.raises(CannotStore):
                session.play(action)
            assert (path.read_bytes(), session.n_moves) == (whole, n_moves)
        disk.full = False
        session.play(session.actions[0])
    verified = verify(path)
    assert verified.ok
    assert [moved.move for moved in verified.moves] == [made.move for made in session.made]


def test_a_seat_is_told_what_it_may_know_once_it_has_to_choose(command: Any) -> None:
    first, _, second = command(*GAME, typed="lay moon\n").out.partition("Player 2> ")
    assert "Seat 1 gets a fox. (CH-1)" in first
    assert "Seat 2 gets" in first.rpartition("Player 1> ")[2]
    assert "Seat 2 gets" not in first.rpartition("Player 1> ")[0]
    assert "Seat 1 hides" not in first + second


def test_a_program_plays_its_seat_and_its_hand_stays_hidden(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.replay.jsonl"
    out = command(*GAME, "--seat", "2=random", "--record", path, typed="?\n1\n" * 100).out
    assert "  Player 2 (random):\n" in out
    assert "The game is over" in out
    assert "Player 2>" not in out
    assert "Seat 2 gets" not in out
    assert "Seat 2 hides" not in out
    verified = verify(path)
    assert verified.ok
    assert programs_of(verified.replay.header) == {1: "random"}


def test_programs_play_the_same_again_after_undo(command: Any) -> None:
    once = command(*GAME, "--seat", "2=random", typed="1\n1\n").out
    again = command(*GAME, "--seat", "2=random", typed="1\n1\nundo\n1\n").out
    assert again.splitlines()[-4:] == once.splitlines()[-4:]


def test_programs_alone_play_to_the_end(command: Any) -> None:
    answer = command(*GAME, "--seat", "1=trusting", "--seat", "2=random")
    assert answer.code == 0
    assert "The game is over: " in answer.out
    assert "gets" not in answer.out


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (("2=best",), "seat 2: 'best' cannot play it; expected one of random, trusting"),
        (("3=random",), "there is no seat 3; expected a seat from 1 to 2"),
        (("2=random", "2=trusting"), "one policy, and 'random' was given before"),
        (("random",), "is not written N=POLICY"),
        (("\u00b2=random",), "is not a whole number from 1"),
    ],
)
def test_a_program_that_cannot_sit_there_is_refused(command: Any, seats: tuple[str, ...], said: str) -> None:
    answer = command(*GAME, *(word for seat in seats for word in ("--seat", seat)))
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_two_people_at_one_terminal_hand_the_screen_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that only the other seat may see is on the screen before whoever is next says that they are alone."""
    typed = iter(["", "1", "", "quit"])
    screens: list[str] = []

    def answer(prompt: str) -> str:
        screens.append(capsys.readouterr().out + prompt)
        return next(typed)

    monkeypatch.setattr("builtins.input", answer)
    game = coin_and_hand.load()
    sitting = Sitting(GameSession(game, 2, {}, seed="3"), header_of(game, 2))
    sitting.on_terminal = True
    sitting.play()
    asked_first, first, asked_second, second = screens
    assert "It is the turn of Player 1" in asked_first
    assert "gets" not in asked_first + asked_second
    assert "Seat 1 gets" in first
    assert "Seat 2 gets" not in first
    assert "It is the turn of Player 2" in asked_second
    assert "Seat 2 gets" in second
    assert "Seat 1 gets" not in second


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_can_be_played_to_its_end(command: Any, tmp_path: Path, game_id: str) -> None:
    path = tmp_path / "evening.replay.jsonl"
    answer = command("play", game_id, "--seed", "1", "--record", path, typed="?\n1\n" * 2_000)
    assert answer.code == 0
    assert answer.err == ""
    assert "The game is over" in answer.out
    assert verify(path).ok


def test_the_list_says_what_an_action_would_waste(capsys: pytest.CaptureFixture[str]) -> None:
    s = DeathScene().tokens("hogwarts", "red-die").step_3("hogwarts")
    s.set(stock=(0,) * len(s.book.colours))
    session = GameSession(s.game, 2, {}, seed="1", start=s.state)
    Sitting(session, header_of(s.game, 2))._list("token")
    said = "token red-die  Use Red die of Team Hogwarts   ! No red die is left, so none is added. (DER-807)"
    assert said in capsys.readouterr().out
