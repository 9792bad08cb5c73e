"""`rollout`: the same answer as text and JSON, every wrong call in a sentence, and Ctrl-C ends with what there is."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis import rollouts as module
from rising_tutor.analysis.playouts import Line
from tests.testkit.coin_and_hand import CoinAndHand

WON = "replays/fire-nation-rising/won.replay"
COIN: Any = CoinAndHand()
RECORD = """replay: 1
game: coin-and-hand
seats: 2

draw sun
draw fox
draw moon
draw moon
draw fox
"""


def test_json_compares_actions_and_says_how(command: Any) -> None:
    asked = ("rollout", WON, "--at", "21", "--turns", "1", "--action", "stop", "blue F > ursa", "stop")
    answer = command(*asked, "--half-width", "0.1", "--most", "33", "--seed", "j", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert document == command(*asked, "--half-width", "0.1", "--most", "33", "--seed", "j", "--json").document
    best, worse = document["rows"]
    assert (document["game"], document["at"], document["where"]) == ("fire-nation-rising", 21, "turn 1, step 3, roll 2")
    assert (document["policy"], document["turns"], document["correct"], document["seed"]) == ("greedy", 1, "first", "j")
    assert (best["action"], worse["action"]) == ("blue F > ursa", "stop")
    # What the numbers are is up to the evaluator; how they go together is not.
    assert worse["loss_low"] <= worse["loss"] <= worse["loss_high"] < 0.1
    assert worse["loss"] > 0
    assert best["tied"]
    assert worse["tied"] is (worse["loss_low"] <= 0)
    assert (document["stop"] == "separated") is (not worse["tied"])
    assert best["low"] <= best["value"] <= best["high"]
    assert best["luck_off"]
    assert document["looks"][0] == 32
    assert document["rules_version"]
    assert document["value"]["policy"] == "greedy"
    assert any("not in the intervals" in sentence for sentence in document["method"])


def test_text_has_the_numbers_and_the_method(command: Any) -> None:
    answer = command("rollout", WON, "--at", "300", "--most", "8", "--half-width", "0")
    assert (answer.code, answer.err) == (0, "")
    first, _, heads, row, *rest = answer.out.splitlines()
    assert first.startswith("after 300 of 346: turn 13")
    assert heads.split()[:3] == ["chance", "to", "win"]
    assert row.split() == ["the", "position", "100.0", "%", "67.6", "to", "100.0", "8", "as", "it", "came"]
    method = " ".join(" ".join(rest).split())
    assert "Estimate: 8 lines, played to the end of the game, by the policy greedy" in method
    assert "the luck of the first chance of each line as V sees it is not taken off" in method
    asked = ("rollout", WON, "--at", "300", "--most", "4", "--half-width", "0", "--correct", "none")
    assert "no luck is taken off; seed 0" in " ".join(command(*asked).out.split())
    assert "the most lines were played" in method


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_without_v_of_its_own_is_played_on_by_a_plain_one(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "coin.replay"
    file.write_text(RECORD)
    asked = ("rollout", str(file), "--at", "5", "--action", "all", "--policy", "random", "--most", "60", "--json")
    plain = command(*asked)
    assert (plain.code, plain.err) == (0, "")
    assert sorted(row["action"] for row in plain.document["rows"]) == ["lay fox", "lay sun", "rest"]
    assert plain.document["value"] is None
    off = command(
        "rollout", str(file), "--at", "4", "--correct", "first", "--most", "40", "--policy", "random", "--json"
    )
    assert "no value function of its own" in off.err
    assert off.document["value"]["method"].startswith("solved where")
    assert off.document["rows"][0]["action"] is None
    assert off.document["rows"][0]["luck_off"]


def test_ctrl_c_ends_with_what_there_is(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    n_lines = []

    class Pressed(Line):
        def play(self, state: Any, until: Any) -> Any:
            n_lines.append(state)
            if len(n_lines) == 3:
                os.kill(os.getpid(), signal.SIGINT)
            return super().play(state, until)

    monkeypatch.setattr(module, "Line", Pressed)
    before = signal.getsignal(signal.SIGINT)
    answer = command("rollout", WON, "--at", "300", "--turns", "1", "--correct", "none", "--json")
    assert answer.code == 130
    assert answer.document["stop"] == "stopped"
    assert answer.document["rows"][0]["lines"] == len(n_lines) == 3
    assert "stopping after this line" in answer.err
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--at", "347"), "expected 0 to 346"),
        (("--at", "346"), "expected 0 to 345: the game is over there"),
        (("--at", "20", "--action", "all"), "chance decides"),
        (("--at", "21", "--action", "roll"), "FNR-406"),
        (("--at", "21", "--action", "no words"), "option --action: 'no words' cannot be used"),
        (("--at", "21", "--policy", "nobody"), "expected greedy or random"),
        (("--at", "21", "--correct", "tokens,rain"), "hero_dice"),
        (("--at", "21", "--half-width", "nan"), "points from 0 to 50"),
        (("--at", "21", "--most", "0"), "whole number from 1"),
        ((), "--at"),
    ],
)
def test_a_wrong_call_is_told_so(command: Any, more: tuple[str, ...], said: str) -> None:
    answer = command("rollout", WON, *more)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err


def test_where_something_is_hidden_a_seat_is_asked_for_and_said(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "coin.replay"
    file.write_text(RECORD)
    asked = ("rollout", str(file), "--at", "5", "--policy", "random", "--most", "20")
    mine, theirs = (command(*asked, "--seat", seat) for seat in ("1", "2"))
    assert "to fit what seat 1 could see" in " ".join(mine.out.split())
    assert "to fit what seat 2 could see" in " ".join(theirs.out.split())
    assert command(*asked).out == mine.out, "seat 1 chooses"
    other = command(*asked, "--action", "all", "--seat", "2")
    assert (other.code, other.out) == (2, "")
    assert "nobody else can know what its actions are" in other.err
    assert "expected 1 to 2" in command(*asked, "--seat", "3").err
    tree = command("replay", "tree", str(file), "--at", "5", "--seat", "2")
    assert "what seat 2 could see" in tree.out
    assert "lay fox" not in tree.out
    assert "lay fox" in command("replay", "tree", str(file), "--at", "5").out
