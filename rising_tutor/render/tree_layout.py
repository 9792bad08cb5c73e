"""Where the nodes of a tree lie in its picture: a column for each level, a row for each leaf.

A parent stands in the row of its first branch, so that the line of best play, which comes first, runs straight.

>>> tree_layout(graph_of_keys(["r", "r.0", "r.1", "r.1.0"]))
{'r': Spot(column=0, row=0), 'r.0': Spot(column=1, row=0), 'r.1': Spot(column=1, row=1), 'r.1.0': Spot(column=2, row=1)}
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from networkx import DiGraph


class Spot(NamedTuple):
    """A place in the grid, both numbers from 0."""

    column: int
    row: int


def tree_layout(graph: "DiGraph") -> dict[str, Spot]:
    """The place of each node, each before those below it.

    Args:
        graph: a tree, its edges pointing away from the root; branches lie in the order of the edges.

    Raises:
        networkx.NotATree: it is none.
    """
    from networkx import NotATree, dfs_preorder_nodes, is_arborescence, shortest_path_length  # noqa: PLC0415 - as late

    if not graph or not is_arborescence(graph):
        raise NotATree("a picture of a tree needs a tree")
    root = next(key for key, n in graph.in_degree() if not n)
    column = shortest_path_length(graph, root)
    found: dict[str, Spot] = {}
    row = 0
    for key in dfs_preorder_nodes(graph, root):
        found[key] = Spot(column[key], row)
        row += not graph.out_degree(key)
    return found


def graph_of_keys(keys: Iterable[str]) -> "DiGraph":
    """The graph of a tree whose nodes are named by the way to them, as numbers of branches with points between them.

    >>> list(graph_of_keys(["r", "r.0", "r.1", "r.1.0"]).edges)
    [('r', 'r.0'), ('r', 'r.1'), ('r.1', 'r.1.0')]
    """
    from networkx import DiGraph  # noqa: PLC0415 - paid for when the first tree is looked at

    graph = DiGraph()
    for key in keys:
        graph.add_node(key)
        if above := key.rpartition(".")[0]:
            graph.add_edge(above, key)
    return graph
