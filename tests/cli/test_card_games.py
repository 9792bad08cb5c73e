"""The card games in the terminal: how far each is, rules by section, games against a program and between programs."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids, load_game, resolve
from rising_tutor.lessons.learner.facts import Header
from rising_tutor.lessons.learner.text import write_learner
from tests.testkit.owner_folder import owner_folder
from tests.testkit.quickstrike import OWN_CARDS

AVATAR, RISE = "avatar-tcg", "rise-tcg"


def test_each_is_listed_with_its_stage_and_its_seats(command: Any) -> None:
    games = {game["id"]: game for game in command("games", "--json").document}
    assert {AVATAR, RISE} <= set(game_ids())
    for game_id, seats in ((AVATAR, [2, 2]), (RISE, [2, 4])):
        assert games[game_id]["stage"] == load_game(game_id).info.stage
        assert games[game_id]["seats"] == seats
    assert resolve("avatar") == AVATAR
    assert resolve("rise") == RISE


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
    assert "Player 1 flips" in answer.out
    assert command("replay", "check", str(record)).code == 0


def test_how_strong_a_program_is_stands_at_the_beginning(command: Any) -> None:
    answer = command("play", "avatar", "--seed", "4", "--seat", "2=greedy~2", typed="quit\n")
    said = " ".join(answer.out.split())
    assert "Player 2 is Beginner: plays what it sees and errs in one choice of two; it wins 91.0 % of games" in said
    assert " is Beginner" not in command("play", "avatar", "--seed", "4", "--seat", "2=random", typed="quit\n").out


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
    assert "Player 2 (Player) looks at card 2 of their deck." in answer.out
    assert "Player 2 (Player) sees" not in answer.out
    assert "Player 1 sees" in answer.out


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("game", ["avatar", "rise"])
def test_it_is_simulated(command: Any, game: str, policy: str) -> None:
    document = command(
        "simulate", game, "--games", "5", "--seed", "1", "--policy", policy, "--jobs", "1", "--json"
    ).document
    assert document["results"]["unfinished"] == 0
    assert sum(document["results"].values()) == 5


@pytest.mark.parametrize(("game", "games", "least"), [("avatar", 40, 32), ("rise", 12, 10)])
def test_greedy_beats_random(command: Any, game: str, games: int, least: int) -> None:
    document = command(
        "match",
        game,
        "--policy",
        "greedy",
        "--policy",
        "random",
        "--games",
        str(games),
        "--seed",
        "1",
        "--jobs",
        "1",
        "--json",
    ).document
    greedy = next(one for one in document["sides"] if one["policy"] == "greedy")
    assert greedy["won"] >= least


def test_a_recorded_game_of_it_is_reviewed(command: Any, tmp_path: Any) -> None:
    record = tmp_path / "game.replay"
    command("play", "avatar", "--seed", "4", "--record", str(record), typed="send\n")
    answer = command("analyze", str(record))
    assert answer.code == 0, answer.err
    assert "Avatar: The Last Airbender Trading Card Game" in answer.out


def test_a_recorded_game_of_a_game_in_work_is_not_reviewed_yet(command: Any, tmp_path: Any) -> None:
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


def test_many_recorded_games_without_reviews_are_answered_as_one_is(
    command: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.replay"
    command("play", "rise", "--seed", "4", "--record", str(record), typed="keep\n")
    monkeypatch.setattr("rising_tutor.core.valuation.without_reviews", lambda: (RISE,))
    why = "Reviews of Rise TCG are still to come"
    for file in (record, tmp_path):
        answer = command("analyze", str(file), "--jobs", "1") if file == tmp_path else command("analyze", str(file))
        assert answer.code != 0
        assert why in answer.out + answer.err


def test_a_recorded_game_of_the_second_card_game_is_reviewed_by_its_sources_of_luck(
    command: Any, tmp_path: Any
) -> None:
    record = tmp_path / "game.replay"
    command("play", "rise", "--seed", "4", "--record", str(record), typed="keep\nkeep\n")
    answer = command("analyze", str(record), "--json")
    assert answer.code == 0
    assert {"set_up", "library_1", "library_2", "coin", "hidden"} == answer.document["luck"]["by_source"].keys()
    assert answer.document["remainder"] == {"num": "0", "den": "1", "decimal": 0.0}


def test_own_cards_of_it_are_told_and_played(command: Any, tmp_path: Any) -> None:
    nothing = command("simulate", "avatar", "--games", "1", "--content", str(tmp_path))
    assert nothing.code != 0
    assert "at least one card file" in nothing.err + nothing.out
    told = command("content", "check", "avatar", owner_folder(tmp_path, OWN_CARDS))
    assert told.code == 0
    assert "sidestep: Sidestep (strike, owner)" in told.out
    assert "cousin: My Cousin (Chamber, owner)" in told.out
    deck = "deck-1=cousin: 30 sidestep"
    played = command("simulate", "avatar", "--games", "1", "--content", str(tmp_path), "--set", deck)
    assert played.code == 0, played.err
    refused = command("simulate", "avatar", "--games", "1", "--set", deck)
    assert refused.code != 0
    assert "there is no card 'sidestep' (QS-106)" in refused.err + refused.out


def test_a_deck_file_that_cannot_be_taken_says_why_once(command: Any, tmp_path: Path) -> None:
    text = 'id = "d"\nname = "D"\nchamber = "ame176"\n[cards]\npummel = 7\n'
    (tmp_path / "d.toml").write_text(text)
    (tmp_path / "d").write_text(text)
    broken = command("play", "avatar", "--set", f"deck-1={tmp_path / 'd.toml'}").err
    assert broken.count("(QS-") == 1
    assert "expected a deck that keeps the rules: line " in broken
    unnamed = command("play", "avatar", "--set", f"deck-1={tmp_path / 'd'}").err
    assert unnamed.endswith("expected a deck file whose name ends in .toml\n")


def test_the_second_card_game_is_played_in_the_terminal_and_its_record_verifies(command: Any, tmp_path: Any) -> None:
    record = tmp_path / "game.replay"
    typed = "keep\n" + "cards 1\nwait\nend turn\nto attack\ndone\nchoose bram\n" * 30
    answer = command("play", "rise", "--seed", "4", "--seat", "2=greedy", "--record", str(record), typed=typed)
    assert answer.code == 0
    assert "Player 1 draws a card." in answer.out
    assert "All cards are samples of our own" in answer.out
    assert "Player 2 (Player) sees" not in answer.out
    assert command("replay", "check", str(record)).code == 0
    assert "Player 2 (Player) passes and waits until another player adds something." in answer.out
    assert "announces the end of the turn" in command("replay", "show", str(record)).out


def test_its_rules_libraries_and_cards_are_told(command: Any, tmp_path: Any) -> None:
    assert "last in" in command("rules", "rise", "RISE-902").out.casefold()
    assert len(command("rules", "rise", "--json").document["rules"]) == 202
    assert command("deck", "list", "rise").out.count("illustrative") == 2
    file = tmp_path / "mine.toml"
    file.write_text(
        'id = "mine"\nname = "Mine"\nsummoners = "vell oss"\n\n[cards]\nvat-clone = 40\nlance-rider = 3\n', "utf-8"
    )
    answer = command("deck", "check", str(file), "--game", "rise")
    assert answer.code == 1
    assert answer.out.splitlines() == [
        f"{file}:5:2: 43 cards; a library has exactly 50 (RISE-202)",
        f"{file}:7:1: 3 copies of Lance Rider, whose rank is 2 (RISE-203)",
    ]
    odds = command("odds", "--game", "rise", "--deck", "gates", "--want", "1 level-up in 6").out
    assert "760351/1135050 = 67.0 %" in odds
    content = command("content", "check", "rise").out
    assert "Storm Bolt (imminent, illustrative)" in content
    assert "Oss, Gravekeeper (Summoner, illustrative)" in content


def test_decks_and_records_with_own_cards_are_read_where_the_folder_is_named(command: Any, tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    own = ("--content", owner_folder(tmp_path / "cards", OWN_CARDS))
    deck = tmp_path / "steps.toml"
    deck.write_text('id = "steps"\nname = "Steps"\nchamber = "cousin"\nplay = "casual"\n[cards]\nsidestep = 30\n')
    assert command("deck", "check", deck, *own).code == 0
    assert command("deck", "check", deck).code == 1
    made = command(
        "simulate", "avatar", "--games", "1", "--seed", "1", "--set", f"deck-1={deck}", "--record", tmp_path, *own
    )
    assert made.code == 0
    [record] = tmp_path.glob("*.replay.jsonl")
    for words in (
        ("replay", "check", record),
        ("replay", "show", record, "--at", "20"),
        ("replay", "tree", record, "--at", "20", "--depth", "1"),
        ("replay", "again", record, "--from", "20", "--policy", "random"),
        ("replay", "note", record, "--at", "3", "--text", "hidden"),
        ("replay", "convert", record, tmp_path / "side.replay", "--seat", "1"),
    ):
        assert "expected a folder" in command(*words, "--content", tmp_path / "none").err
        assert command(*words, *own).code == 0, words
    side = tmp_path / "side.replay"
    assert command("replay", "check", side, *own).code == 0
    assert "other cards" in command("replay", "check", side).out
    assert command("replay", "check", side).code == 1


def test_mistakes_of_a_game_with_own_cards_are_taken_where_the_folder_is_named(command: Any, tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    own = ("--content", owner_folder(tmp_path / "cards", OWN_CARDS))
    record = tmp_path / "short.replay"
    record.write_text(
        "replay: 1\ngame: avatar-tcg\nseats: 2\noption deck-1: cousin: 30 sidestep\n\n"
        "[set-up] reveal sidestep; reveal sidestep; reveal sidestep; reveal sidestep; reveal flare\n"
    )
    learner = tmp_path / "anna.learner.jsonl"
    learner.write_bytes(write_learner(Header("anna", GameId("avatar-tcg"), "2026-11-01T00:00:00Z"), ()))
    take = ("learner", "mistakes", record, "--learner", learner, "--jobs", "1", "--json")
    assert "there is no card 'sidestep'" in command(*take).err
    assert "expected a folder" in command(*take, "--content", tmp_path / "none").err
    answer = command(*take, *own)
    assert answer.code == 0, answer.err
    assert [(one["ok"], one["judged"]) for one in answer.document["files"]] == [(True, 0)], "nobody has chosen yet"
