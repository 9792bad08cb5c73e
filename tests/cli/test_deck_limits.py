"""The limits of files hold for decks too, in the same words, wherever a deck file is read."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli.deck import MOST_PRINTED
from rising_tutor.core import reading
from rising_tutor.core.registry import load_game
from rising_tutor.decks.deck_file import deck_game
from rising_tutor.errors import LimitExceeded
from rising_tutor.store.decks import DeckFiles

HEAD = 'id = "mine"\nname = "Mine"\nchamber = "ame176"\nplay = "casual"\n\n[cards]\n'
GOOD = f"{HEAD}pummel = 10\nsnapped-off = 10\n"
MORE = "size of the file: more than 1048576 bytes, the limit is 1048576 bytes"


def unknown(n: int) -> str:
    return HEAD + "".join(f"no-such-card-{number} = 1\n" for number in range(n))


def faults_of(text: str) -> list[str]:
    game = deck_game(load_game("avatar"))
    assert game is not None
    return [str(fault) for fault in game.check_deck(text.encode())[1]]


def test_an_endless_file_is_refused_and_others_have_their_verdict(command: Any, tmp_path: Path) -> None:
    good, big = tmp_path / "good.toml", tmp_path / "big.toml"
    good.write_text(GOOD)
    big.write_text(GOOD + "# x\n" * 300_000)
    answer = command("deck", "check", "/dev/zero", str(good), str(big))
    assert answer.code == 1
    assert answer.out.splitlines() == [
        f"/dev/zero:1:1: {MORE}",
        f"{good}: ok, 20 cards for casual play",
        f"{big}:1:1: size of the file: {big.stat().st_size} bytes, the limit is 1048576 bytes",
    ]


def test_every_command_that_reads_a_deck_file_stops_at_the_limit(command: Any, tmp_path: Path) -> None:
    endless = tmp_path / "endless.toml"
    endless.symlink_to("/dev/zero")
    for call in (
        ("play", "avatar", "--set", f"deck-1={endless}"),
        ("simulate", "avatar", "--games", "1", "--set", f"deck-2={endless}"),
        ("odds", "--game", "avatar", "--deck", str(endless), "--want", "1 ally in 3"),
        ("deck", "check", str(endless)),
    ):
        answer = command(*call)
        assert answer.code == 1, call
        assert MORE in answer.out + answer.err, call


def test_a_deck_that_is_kept_is_read_up_to_the_limit(tmp_path: Path) -> None:
    decks = DeckFiles("avatar-tcg", tmp_path)
    decks.write("mine", GOOD)
    (decks.folder / "mine.toml").unlink()
    (decks.folder / "mine.toml").symlink_to("/dev/zero")
    with pytest.raises(LimitExceeded, match="more than 1048576 bytes"):
        decks.read("mine")


def test_a_pipe_is_read_to_its_end_and_given_up_where_nobody_writes(command: Any, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(GOOD,))
    writer.start()
    assert command("deck", "check", str(pipe)).code == 0
    writer.join()
    with pytest.raises(TimeoutError, match=r"nothing came through this pipe for 0\.01 s"):
        reading.read_limited(pipe, quiet_s=0.01)


@pytest.mark.parametrize("nested", ["[" * 5_000 + "]" * 5_000, "{a = " * 5_000 + "1" + "}" * 5_000, "[" * 400])
def test_deep_nesting_is_the_limit_of_every_file(nested: str) -> None:
    [fault] = faults_of(f"id = {nested}\n")
    assert fault.startswith("line 1, column 1: depth of nesting: ")
    assert fault.endswith(", the limit is 16")


def test_brackets_in_texts_and_comments_are_no_nesting() -> None:
    assert faults_of(GOOD.replace("[cards]", f"# {'[' * 99}\n[cards]").replace('"Mine"', f'"Mine {"{" * 30}"')) == []


def test_too_many_cards_are_one_fault() -> None:
    [fault] = faults_of(unknown(40_000))
    assert fault == "line 6, column 2: number of different cards in a deck: 40000, the limit is 1000"
    [fault] = faults_of("".join(f"x{n} = 1\n" for n in range(2_000)) + GOOD)
    assert "number of keys in a table: 2005, the limit is 1000" in fault


def test_faults_beyond_the_first_are_counted(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text(unknown(900))
    answer = command("deck", "check", str(file))
    lines = answer.out.splitlines()
    assert len(lines) == MOST_PRINTED + 1
    assert lines[-1] == f"{file}: {900 - MOST_PRINTED} more problems; --json lists all"
    assert len(command("deck", "check", str(file), "--json").document["files"][0]["problems"]) == 900


@pytest.mark.parametrize("bad", ["\\u001b[2J", "\u202e", "\\u202e", "\\u0000", "\\u2066"])
@pytest.mark.parametrize("word", ["id", "name", "chamber", "play", "origin"])
def test_no_text_of_a_deck_has_a_character_that_steers_a_terminal(bad: str, word: str) -> None:
    text = f'origin = "owner"\n{GOOD}'
    old = next(row for row in text.splitlines() if row.startswith(f"{word} ="))
    found = faults_of(text.replace(old, f'{word} = "a{bad}b"'))
    assert any(f"{word} has a c" in fault and "(U+" in fault for fault in found), found
    assert all(fault.isprintable() for fault in found)


def test_a_card_with_such_a_character_is_named_without_it() -> None:
    found = faults_of(GOOD + '"pum\\u001bmel" = 2\n')
    assert found == ["line 6, column 2: the name of a card has a control character (U+001B)"]


def test_a_name_is_as_long_as_any_name() -> None:
    assert faults_of(GOOD.replace("Mine", "M" * 40)) == []
    assert faults_of(GOOD.replace("Mine", "M" * 41)) == [
        "line 2, column 1: length of a name: 41 characters, the limit is 40 characters"
    ]


def test_a_long_value_is_cut_in_the_message() -> None:
    [fault] = faults_of(GOOD.replace('"Mine"', "[" + "1, " * 900 + "]"))
    assert len(fault) < 200
