"""The decision tree as a graph: the nodes of the picture, its numbers, how they come about, out to a file and back."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import networkx as nx
import pytest

from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.tree import CHANCE, DECISION, END, OTHERS, DecisionTree
from rising_tutor.analysis.tree.graph import graph_of, graphml
from rising_tutor.analysis.tree.root import LineWalker, tree_of
from rising_tutor.core.valuation import ESTIMATED
from rising_tutor.render.tree_layout import Spot, tree_layout
from rising_tutor.replay import Verified, verify
from tests.testkit import coin_and_hand

ROLL, CHOICE = 20, 21


@pytest.fixture(scope="module")
def won() -> Verified:
    return verify(Path("replays/fire-nation-rising/won.replay"))


def tree_at(won: Verified, at: int, levels: int = 3) -> DecisionTree:
    tree = LineWalker(won.game, won.moves, won.start).tree_at(at)
    tree.grow(levels)
    return tree


@pytest.mark.parametrize("at", [0, ROLL, CHOICE, 346])
def test_it_has_what_is_open_in_the_same_order_with_the_same_numbers(won: Verified, at: int) -> None:
    tree = tree_at(won, at)
    graph, seen = graph_of(tree), tree.seen()
    assert list(graph) == [one.node.key for one in seen] == list(tree_layout(graph))
    assert nx.is_arborescence(graph)
    for one in seen:
        node, told = one.node, graph.nodes[one.node.key]
        assert (told["kind"], Fraction(told["fraction"])) == (node.kind, node.value)
        assert told["value"] == pytest.approx(float(node.value))
        assert told.get("seat") == (node.seat + 1 if node.kind == DECISION and node.seat is not None else None)
        assert ("place" in told) == (node.kind != OTHERS)
        if node.depth:
            branch = graph.edges[node.above, node.key]
            assert branch["action"] == node.says
            assert branch["played"] == node.played
            assert ("probability" in branch) == (graph.nodes[node.above]["kind"] == CHANCE)
            assert ("loss" in branch) == (graph.nodes[node.above]["kind"] == DECISION)


def test_nodes_and_edges_give_v_again(won: Verified) -> None:
    tree = tree_at(won, ROLL)
    graph = graph_of(tree)
    kinds = set()
    for key, told in graph.nodes(data=True):
        branches = [
            (Fraction(branch.get("fraction", 0)), Fraction(graph.nodes[below]["fraction"]))
            for _, below, branch in graph.out_edges(key, data=True)
        ]
        if not branches:
            continue
        kinds.add(told["kind"])
        if told["kind"] == CHANCE:
            assert sum(probability for probability, _ in branches) == 1
            assert sum(probability * value for probability, value in branches) == tree.own(key)
        else:
            assert max(value for _, value in branches) == tree.own(key)
    assert kinds == {CHANCE, DECISION}


def test_a_filter_keeps_probabilities_and_losses(won: Verified) -> None:
    graph = graph_of(tree_at(won, CHOICE, levels=4))
    played = nx.subgraph_view(graph, filter_edge=lambda *ends: graph.edges[ends]["played"])
    assert 0 < played.number_of_edges() < graph.number_of_edges()
    for name in ("loss", "probability", "fraction"):
        whole = nx.get_edge_attributes(graph, name)
        assert nx.get_edge_attributes(played, name) == {edge: whole[edge] for edge in played.edges if edge in whole}
    best = graph.subgraph(["r", *(below for _, below, branch in graph.edges(data=True) if branch["best_play"])])
    assert tree_layout(best)["r.0"] == Spot(1, 0)


@pytest.mark.parametrize("at", [ROLL, CHOICE, 346])
def test_it_comes_back_from_graphml_as_it_went(won: Verified, at: int) -> None:
    graph = graph_of(tree_at(won, at))
    again = nx.read_graphml(BytesIO(graphml(graph)))
    assert again.is_directed()
    assert list(again.nodes(data=True)) == list(graph.nodes(data=True))
    assert sorted(again.edges(data=True), key=str) == sorted(graph.edges(data=True), key=str)
    assert tree_layout(again) == tree_layout(graph)
    assert {name: again.graph[name] for name in graph.graph} == graph.graph


def test_before_the_first_turn_every_number_is_an_estimate(won: Verified) -> None:
    for tree in (tree_at(won, 0), tree_of(won.game, won.start)):
        said = {told["how"] for _, told in graph_of(tree).nodes(data=True)}
        assert said == {ESTIMATED}


def test_how_a_number_comes_about_is_what_the_tree_knows_of_it(won: Verified) -> None:
    tree = tree_at(won, CHOICE, levels=4)
    graph = graph_of(tree)
    said = {ESTIMATED: 0, tree.label.solved: 0}
    for one in tree.seen():
        how = graph.nodes[one.node.key]["how"]
        assert (how == tree.label.solved) == (one.node.exact is True)
        said[how] += 1
    assert all(said.values()), "the position has both"
    over = graph_of(tree_at(won, 346))
    assert over.nodes["r"] == {**over.nodes["r"], "kind": END, "how": "result", "value": 1.0, "rule": "FNR-801"}


@pytest.mark.slow
def test_any_game_has_one() -> None:
    game = coin_and_hand.CoinAndHand()
    tree = tree_of(game, game.start(2, {"points": "2"}), valuation=PlainValuation(game, most=200, playouts=4))
    for one in iter(lambda: next((one for one in tree.seen() if one.node.n and not one.is_open), None), None):
        tree.open(one.node.key)
        if tree.full:
            break
    graph = graph_of(tree)
    assert {told["kind"] for _, told in graph.nodes(data=True)} >= {CHANCE, DECISION, END}
    assert {told["seat"] for _, told in graph.nodes(data=True) if "seat" in told} == {1, 2}


def test_only_a_tree_is_laid_out() -> None:
    for wrong in (nx.DiGraph(), nx.DiGraph([("a", "c"), ("b", "c")]), nx.DiGraph([("a", "b"), ("b", "a")])):
        with pytest.raises(nx.NotATree):
            tree_layout(wrong)


def test_a_parent_stands_beside_its_first_branch_and_no_two_nodes_in_one_place() -> None:
    graph = nx.DiGraph([("r", "a"), ("a", "a1"), ("a", "a2"), ("r", "b"), ("b", "b1")])
    spots = tree_layout(graph)
    assert spots == {"r": (0, 0), "a": (1, 0), "a1": (2, 0), "a2": (2, 1), "b": (1, 2), "b1": (2, 2)}
