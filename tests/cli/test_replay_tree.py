"""`rising-tutor replay tree`: text, JSON with exact sums, exit codes."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from networkx import read_graphml

from rising_tutor.cli import main

WON = "replays/fire-nation-rising/won.replay"


def amount(written: dict[str, Any]) -> Fraction:
    return Fraction(int(written["num"]), int(written["den"]))


def test_json_has_every_open_node_with_exact_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "tree", WON, "--at", "21", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["game"], document["at"]) == (True, "fire-nation-rising", 21)
    assert document["value"]["method"]
    root, *nodes = document["nodes"]
    assert (root["key"], root["kind"], root["seat"], root["branches"]) == ("r", "decision", 2, 8)
    first = [node for node in nodes if node["above"] == "r"]
    assert max(amount(node["value"]) for node in first) == amount(root["value"])
    assert all(amount(root["value"]) - amount(node["value"]) == amount(node["loss"]) for node in first)
    assert [(node["move"], node["position"]) for node in first if node["played"]] == [("blue F > ursa", 22)]
    assert sum(node["outcomes"] or node["stands_for"] or 1 for node in first) == 8
    assert main(["replay", "tree", WON, "--at", "20", "--depth", "2", "--json"]) == 0
    root, *nodes = json.loads(capsys.readouterr().out)["nodes"]
    assert sum(amount(node["chance"]) for node in nodes) == 1
    assert sum(node["outcomes"] for node in nodes) == root["branches"] == 75
    mean = sum((amount(node["chance"]) * amount(node["value"]) for node in nodes), Fraction(0))
    assert mean - amount(root["value"]) == amount(root["horizon"])


def test_text_says_the_method_first_and_the_rest_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "tree", WON, "--at", "21", "--depth", "2"]) == 0
    first, blank, root, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("V is the chance to win: ")
    assert "Horizon: " in first
    assert (blank, root.partition("  ")[2]) == ("", "choice of 8: turn 1, step 3, roll 2")
    assert all(line.startswith("    ") and not line.startswith("     ") for line in rest)
    assert main(["replay", "tree", WON, "--at", "346"]) == 0
    assert "100 %  won, FNR-801" in capsys.readouterr().out


def test_a_graph_has_the_nodes_of_the_text_and_replaces_no_file_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tree.graphml"
    call = ["replay", "tree", WON, "--at", "21", "--depth", "2", "--json", "--graphml", str(file)]
    assert main(call) == 0
    written = json.loads(capsys.readouterr().out)["nodes"]
    graph = read_graphml(file)
    assert list(graph) == [node["key"] for node in written]
    assert [Fraction(graph.nodes[node["key"]]["fraction"]) for node in written] == [
        amount(node["value"]) for node in written
    ]
    before = file.read_bytes()
    assert main(call) == 2
    assert "expected a new name, or --force, which replaces it" in capsys.readouterr().err
    assert main([*call, "--force"]) == 0
    assert file.read_bytes() == before
    assert main([*call[:-1], str(tmp_path / "no" / "tree.graphml")]) == 1
    assert "tree.graphml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--at", "347"], "expected 0 to 346"),
        (["--at", "3", "--depth", "99"], "expected 1 to 12"),
        (["--at", "-1"], "whole number"),
        ([], "--at"),
    ],
)
def test_a_wrong_call_is_told_so(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "tree", WON, *more]) == 2
    assert said in capsys.readouterr().err


def test_a_faulty_file_has_a_tree_as_far_as_it_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n\nfacing 3\nnonsense\n"
    (tmp_path / "faulty.replay").write_text(text)
    assert main(["replay", "tree", str(tmp_path / "faulty.replay"), "--at", "1", "--depth", "2"]) == 1
    shown = capsys.readouterr()
    assert "chance, 4 outcomes" in shown.out
    assert "nonsense" in shown.err
    assert main(["replay", "tree", str(tmp_path / "faulty.replay"), "--at", "2"]) == 2


@pytest.mark.parametrize("words", [("replay", "tree"), ("rollout",)])
def test_one_chance_to_win_is_not_told_of_three_opponents(command: Any, words: tuple[str, ...]) -> None:
    answer = command(*words, "replays/rise-tcg/three-seats.replay", "--at", "50")
    assert (answer.code, answer.out) == (2, "")
    assert "are for two opponents: with 3 seats that play against each other one chance to win" in answer.err


@pytest.mark.parametrize(("game", "whose"), [("avatar-tcg/seat-1-wins", " of seat 1"), ("fire-nation-rising/won", "")])
def test_it_is_said_whose_chance_to_win_it_is(command: Any, game: str, whose: str) -> None:
    told = command("replay", "tree", f"replays/{game}.replay", "--at", "50", "--depth", "1").out
    assert told.startswith("V is the chance" + (f"{whose} to win:" if whose else " to win:"))
