"""A decision tree as a nested list, for phones and for those who listen; the same nodes as in the picture.

A `role=tree` with one tab stop: up and down go from node to node, right opens or goes to the first branch, left closes
or goes to the parent, Enter opens and closes (`view.js`).

>>> from networkx import DiGraph, empty_graph
>>> from rising_tutor.ui.components.tree_picture import SQUARE, Twig
>>> root = Twig("r", SQUARE, "60.0", None, spoken="choice, worth 60.0 %", opens=True)
>>> 'aria-expanded="false"' in outline(empty_graph(["r"], DiGraph), (root,), "t")
True
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rising_tutor.render.html import Child, Html, el
from rising_tutor.ui.components.tree_picture import Twig

if TYPE_CHECKING:
    from networkx import DiGraph


def outline(graph: "DiGraph", twigs: Sequence[Twig], name: str) -> Html:
    """The list.

    Args:
        graph: the tree, its nodes the keys of the twigs.
        twigs: what is said of each node; the root first.
        name: begins the key of each node, so that focus is kept.
    """
    looks = {one.key: one for one in twigs}

    def item(key: str, level: int) -> Html:
        one = looks[key]
        below: list[Child] = [item(branch, level + 1) for branch in graph.successors(key)]
        if one.more:
            below.append(_more(one, name, level + 1))
        group = el("ul", below, role="group", id=_id(one, name)) if below else None
        return el("li", _line(one, name, level, owns=group is not None), group, role="none")

    return el(
        "ul",
        item(twigs[0].key, 1),
        cls="rt-treeitems",
        role="tree",
        aria_label="Decision tree",
        data_rove=True,
        data_key=f"{name}:list",
    )


def _line(one: Twig, name: str, level: int, *, owns: bool) -> Html:
    sign = "\u2212" if one.is_open else "+"
    marked = el("span", sign, cls="rt-treeline__sign", aria_hidden="true")
    words: Child = one.spoken if one.line is None else one.line
    return el(
        "button" if one.opens else "span",
        [marked, el("span", words)] if one.opens else words,
        cls="rt-treeline",
        role="treeitem",
        aria_level=level,
        aria_expanded=one.expanded,
        aria_owns=_id(one, name) if owns else None,
        tabindex="-1",
        type="button" if one.opens else None,
        data_item=True,
        data_do=one.do,
        data_arg=one.key if one.opens else None,
        data_key=f"{name}:{one.key}",
        data_node=one.key,
    )


def _more(one: Twig, name: str, level: int) -> Html:
    shown = el(
        "button",
        f"Show {one.next} more of {one.more}",
        cls="rt-btn rt-btn--small",
        type="button",
        role="treeitem",
        aria_level=level,
        tabindex="-1",
        data_item=True,
        data_do="tree-open",
        data_arg=one.key,
        data_key=f"{name}-more:{one.key}",
    )
    return el("li", shown, role="none")


def _id(one: Twig, name: str) -> str:
    return f"{name}-under-{one.key.replace('.', '-')}"
