"""A decision tree as a `networkx.DiGraph`: to filter, to count in, to lay out, and to write to a file.

The graph has what is open of the tree when it is taken. Its nodes are the keys of the tree, in the order of
`DecisionTree.seen`; what leads to a node stands on the edge that ends there. All attributes are plain, so that every
format of networkx can write them; what a node does not have is left out.

Of the graph: `game`, `method` and `horizon` of V, `policy`, `rules` and `cards` (a fingerprint).

Of a node:

- `kind`: "decision", "chance", "end", or "others" for branches that are not shown one by one;
- `place`: where in the game it is, in words; `position`: its number in the recorded game;
- `seat`: who chooses, from 1 (decisions only); `rule`: how the game ended (ends only); `branches`: how many there are;
- `value`: V, from 0 to 1; `fraction`: the same number without rounding, such as "7/8";
- `how`: how V comes about: "result" at an end; else as the label of V says it, such as "estimated". That a number has a
  fraction does not make it exact.

Of an edge:

- `action`: the move in words; `move`: as the game writes it; `outcomes`: how many outcomes are this branch;
- `probability` and its `fraction` below a chance node; `loss`, from 0 to 1, and `best` below a decision;
- `played`: whether the recorded game went this way; `best_play`: whether best play comes here.

>>> from rising_tutor.analysis.tree.root import tree_of
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> graph = graph_of(tree_of(game, game.start(2, {"teams": "aang,toph"})))
>>> graph.nodes["r"]["kind"], graph.nodes["r"]["how"]
('chance', 'estimated')
>>> sum(edge["probability"] for _, _, edge in graph.out_edges("r", data=True))
1.0
"""

from io import BytesIO
from typing import TYPE_CHECKING, Any

from rising_tutor.analysis.tree import END, OTHERS, DecisionTree, Seen

if TYPE_CHECKING:
    from networkx import DiGraph


def graph_of(tree: DecisionTree) -> "DiGraph":
    """What is open of a tree, as a graph whose nodes and edges have the attributes named above."""
    from networkx import DiGraph  # noqa: PLC0415 - paid for when the first tree is looked at

    label = tree.label
    graph = DiGraph(
        game=tree.game.info.id,
        method=label.method,
        horizon=label.horizon,
        policy=label.policy,
        rules=label.rules_version,
        cards=label.content,
    )
    for one in tree.seen():
        node = one.node
        graph.add_node(node.key, **_there(_of_node(tree, one)))
        if node.above:
            graph.add_edge(node.above, node.key, **_there(_of_branch(one)))
    return graph


def graphml(graph: "DiGraph") -> bytes:
    """The graph as a file that other programs read: yEd, Gephi, igraph, or `networkx.read_graphml`."""
    from networkx import write_graphml_xml  # noqa: PLC0415 - as above

    out = BytesIO()
    write_graphml_xml(graph, out)
    return out.getvalue()


def _of_node(tree: DecisionTree, one: Seen) -> dict[str, Any]:
    node = one.node
    return {
        "kind": node.kind,
        "place": tree.game.where(node.state) if node.kind != OTHERS else None,
        "position": node.position,
        "seat": None if node.seat is None else node.seat + 1,
        "rule": node.rule or None,
        "branches": node.n or None,
        "value": float(node.value),
        "fraction": str(node.value),
        "how": "result" if node.kind == END else tree.label.how(solved=bool(node.exact)),
    }


def _of_branch(one: Seen) -> dict[str, Any]:
    node = one.node
    return {
        "action": node.says,
        "move": node.notation or None,
        "outcomes": node.alike if node.chance is not None else None,
        "probability": None if node.chance is None else float(node.chance),
        "fraction": None if node.chance is None else str(node.chance),
        "loss": None if node.loss is None else float(node.loss),
        "best": None if node.loss is None else node.best,
        "played": node.played,
        "best_play": one.on_best,
    }


def _there(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value is not None}
