"""A game in work: the terminal plays it and says how far it is; nothing that goes over all games takes it in."""

from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.core.registry import game_ids, in_work, load_game, playable_ids, resolve

AVATAR = "avatar-tcg"


def test_it_is_listed_with_its_stage_and_is_no_game_of_the_pages(command: Any) -> None:
    games = {game["id"]: game for game in command("games", "--json").document}
    assert in_work() == (AVATAR,)
    assert AVATAR not in game_ids()
    assert playable_ids() == (*game_ids(), AVATAR)
    assert games[AVATAR]["stage"].startswith("engine in work")
    assert games[AVATAR]["seats"] == [2, 2]
    assert resolve("avatar") == AVATAR


def test_its_rules_are_read_by_section(command: Any) -> None:
    answer = command("rules", "avatar", "QS-502")
    assert answer.code == 0
    assert 'section "Inexact overview' in answer.out
    document = command("rules", "avatar", "--json").document
    assert len(document["rules"]) == len(catalogues.load(AVATAR).rules) == 188
    assert all(rule["section"] for rule in document["rules"])
    assert "PointScored" in next(rule for rule in document["rules"] if rule["id"] == "QS-901")["events"]


def test_it_is_played_against_a_program_and_the_record_verifies(command: Any, tmp_path: Any) -> None:
    record = tmp_path / "game.replay"
    typed = "send\nreceive\n" + "counter\nplay\nfocus\ndiscard\n" * 40
    answer = command("play", "avatar", "--seed", "4", "--seat", "2=greedy", "--record", str(record), typed=typed)
    assert answer.code == 0
    assert "Not possible" in answer.out
    assert "Seat 1 flips" in answer.out
    assert command("replay", "check", str(record)).code == 0


def test_what_the_program_looked_at_is_not_told(command: Any) -> None:
    """Tongue of the Dragon looks at two cards: whoever plays the other seat is told how many, and never which."""
    cards = "ame176: 20 tongue-of-the-dragon, 10 snapped-off"
    typed = "send\n" + "receive\nchoose 1\ncounter\nfocus\n" * 40
    answer = command(
        "play",
        "avatar",
        "--seed",
        "1",
        "--seat",
        "2=greedy",
        "--set",
        f"deck-1={cards}",
        "--set",
        f"deck-2={cards}",
        typed=typed,
    )
    assert "Seat 2 looks at 2 cards of the own deck." in answer.out
    assert "Seat 2 sees" not in answer.out
    assert "Seat 1 sees" in answer.out


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_it_is_simulated(command: Any, policy: str) -> None:
    document = command(
        "simulate", "avatar", "--games", "5", "--seed", "1", "--policy", policy, "--jobs", "1", "--json"
    ).document
    assert document["results"]["unfinished"] == 0
    assert sum(document["results"].values()) == 5


def test_greedy_beats_random(command: Any) -> None:
    document = command(
        "match",
        "avatar",
        "--policy",
        "greedy",
        "--policy",
        "random",
        "--games",
        "40",
        "--seed",
        "1",
        "--jobs",
        "1",
        "--json",
    ).document
    greedy = next(one for one in document["sides"] if one["policy"] == "greedy")
    assert greedy["won"] >= 32


def test_many_recorded_games_of_it_are_answered_as_one_is(command: Any, tmp_path: Any) -> None:
    record = tmp_path / "game.replay"
    command("play", "avatar", "--seed", "4", "--record", str(record), typed="send\n")
    one, many = (command("analyze", str(file), "--json") for file in (record, tmp_path))
    assert (one.code, many.code) == (0, 0)
    whole, (row,) = one.document, many.document["games"]
    assert whole["remainder"] == {"num": "0", "den": "1", "decimal": 0.0}
    assert {"set_up", "deck_1", "deck_2", "coin", "hidden"} == whole["luck"]["by_source"].keys()
    assert [row[name] for name in ("start", "luck", "skill", "horizon")] == [
        whole[name] if name in {"start", "horizon"} else whole[name]["total"]
        for name in ("start", "luck", "skill", "horizon")
    ]


def test_own_cards_of_it_cannot_be_brought_yet(command: Any, tmp_path: Any) -> None:
    answer = command("simulate", "avatar", "--games", "1", "--content", str(tmp_path))
    assert answer.code != 0
    assert "cannot be brought yet" in answer.err + answer.out
    assert load_game(AVATAR).info.hidden
