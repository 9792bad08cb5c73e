"""A decision tree as a nested list, for phones and for those who listen; the same nodes as in the picture.

A `role=tree` with one tab stop: up and down go from node to node, right opens or goes to the first branch, left closes
or goes to the parent, Enter opens and closes (`view.js`).

>>> from rising_tutor.ui.components.tree_picture import SQUARE, Twig
>>> root = Twig("r", 0, SQUARE, "60.0", None, spoken="choice, worth 60.0 %", opens=True)
>>> 'aria-expanded="false"' in outline((root,), "t")
True
"""

from collections.abc import Sequence

from rising_tutor.render.html import Child, Html, el
from rising_tutor.ui.components.tree_picture import Twig


def outline(twigs: Sequence[Twig], name: str) -> Html:
    """The list.

    Args:
        twigs: each before its branches.
        name: begins the key of each node, so that focus is kept.
    """

    def items(place: int) -> tuple[Html, int]:
        one = twigs[place]
        place += 1
        below: list[Child] = []
        while place < len(twigs) and twigs[place].key.startswith(f"{one.key}."):
            child, place = items(place)
            below.append(child)
        if one.more:
            below.append(_more(one, name))
        group = el("ul", below, role="group", id=_id(one, name)) if below else None
        return el("li", _line(one, name, owns=group is not None), group, role="none"), place

    return el(
        "ul",
        items(0)[0],
        cls="rt-treeitems",
        role="tree",
        aria_label="Decision tree",
        data_rove=True,
        data_key=f"{name}:list",
    )


def _line(one: Twig, name: str, *, owns: bool) -> Html:
    sign = "\u2212" if one.is_open else "+"
    marked = el("span", sign, cls="rt-treeline__sign", aria_hidden="true")
    words: Child = one.spoken if one.line is None else one.line
    return el(
        "button" if one.opens else "span",
        [marked, el("span", words)] if one.opens else words,
        cls="rt-treeline",
        role="treeitem",
        aria_level=one.depth + 1,
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


def _more(one: Twig, name: str) -> Html:
    shown = el(
        "button",
        f"Show {one.next} more of {one.more}",
        cls="rt-btn rt-btn--small",
        type="button",
        role="treeitem",
        aria_level=one.depth + 2,
        tabindex="-1",
        data_item=True,
        data_do="tree-open",
        data_arg=one.key,
        data_key=f"{name}-more:{one.key}",
    )
    return el("li", shown, role="none")


def _id(one: Twig, name: str) -> str:
    return f"{name}-under-{one.key.replace('.', '-')}"
