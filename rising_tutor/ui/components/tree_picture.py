"""A decision tree as a picture: squares for choices, circles for chance, thick where best play goes.

Whoever has a tree hands over what of it is shown, as a graph, and how each node looks, as a `Twig`. Where they lie says
`rising_tutor.render.tree_layout`. The picture is a `role=tree`: one tab stop, arrows move in it, Enter opens and closes
(`view.js`). The same graph is a nested list in `rising_tutor.ui.components.tree_outline`.

>>> from networkx import DiGraph
>>> root = Twig("r", CIRCLE, "53.6", "before the roll", spoken="chance, worth 53.6 %", opens=True, is_open=True)
>>> leaf = Twig("r.0", SQUARE, "60.0", "1/2", spoken="choice, worth 60.0 %", opens=True)
>>> picture(DiGraph([("r", "r.0")]), (root, leaf), "t").count('role="treeitem"')
2
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rising_tutor.core.values import Value
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.tree_layout import Spot, tree_layout

if TYPE_CHECKING:
    from networkx import DiGraph

SQUARE, CIRCLE, ROUND, DASHED = "square", "circle", "round", "dashed"
"""A choice; chance; an end; branches that are not shown one by one."""

_ROW: Final = 52
_LEFT: Final = 34
_TOP: Final = 42
_LABEL: Final = 58
"""Where the words of a branch begin, from the node that it leaves."""
_BAR: Final = 48
_BESIDE: Final = 160
"""Room for the bar and the number beside a node that is not open."""
_LETTER: Final = 7
_BOLD: Final = 8
"""The width of a letter, at most, in what stands below a branch; nothing is to cover it."""


class Twig(Value, frozen=True):
    """A node of a tree as it is shown.

    Attributes:
        key: the way from the root, as numbers of branches with points between them.
        shape: `SQUARE`, `CIRCLE`, `ROUND` or `DASHED`.
        inside: the value, short enough to stand in the shape.
        branch: what stands on the branch that leads here: SVG whose origin is where words begin on it.
        spoken: the whole node in one sentence.
        line: the same for the list, as HTML; `spoken` where there is none.
        opens: whether it can be opened or closed.
        is_open: whether its branches are shown.
        on_best: whether best play comes here.
        more: how many further branches can be asked for.
        next: how many of them would be shown then.
        under: what stands under its branch, before the tags.
        tags: words under its branch, with the tone of each: "good" or "".
        share: the length of a bar beside a node that is not open, from 0 to 1; None for no bar.
        shown: the number at the end of the bar.
    """

    key: str
    shape: str
    inside: str
    branch: Child
    spoken: str
    line: Child = None
    opens: bool = False
    is_open: bool = False
    on_best: bool = False
    more: int = 0
    next: int = 0
    under: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    share: float | None = None
    shown: str = ""

    @property
    def do(self) -> str | None:
        """What pressing it does."""
        return None if not self.opens else "tree-close" if self.is_open else "tree-open"

    @property
    def expanded(self) -> str | None:
        """Whether its branches are shown, as an attribute; None where it has none."""
        return None if not self.opens else "true" if self.is_open else "false"


def legend(chance: str, choice: str, rest: str) -> Html:
    """What the signs of the picture mean: words for a circle and for a square; the rest holds for the list too."""
    signs = (
        _sign(el("circle", cx="8", cy="8", r="7")),
        f" chance: {chance} ",
        _sign(el("rect", x="1", y="1", width="14", height="14")),
        f" choice: {choice} ",
    )
    return el("p", el("span", signs, cls="rt-tree__signs"), rest, cls="rt-small rt-muted rt-tree__legend")


def ways(now: str, words: Sequence[str]) -> Html:
    """The buttons that choose how the tree is shown; each word is sent in small letters."""
    buttons = [
        el(
            "button",
            word,
            type="button",
            data_do="tree-as",
            data_arg=word.lower(),
            data_key=f"tree-as:{word}",
            aria_pressed="true" if now == word.lower() else "false",
        )
        for word in words
    ]
    return el("div", buttons, cls="rt-seg rt-tree__ways", role="group", aria_label="Show the tree as")


def picture(graph: "DiGraph", twigs: Sequence[Twig], name: str, *, column: int = 330) -> Html:
    """The tree as it is laid out.

    Args:
        graph: the tree, its nodes the keys of the twigs.
        twigs: how each node looks.
        name: begins the key of each node, so that focus is kept.
        column: the width from a node to its branches.
    """
    spots = tree_layout(graph)
    at = {key: (_LEFT + spot.column * column, _TOP + spot.row * _ROW) for key, spot in spots.items()}
    looks = {one.key: one for one in twigs}
    drawn = [_node(looks[key], spot, at[key], name) for key, spot in spots.items()]
    lines = [
        (looks[key].on_best, _branch(looks[key], at[above], at[key]))
        for key in spots
        for above in graph.predecessors(key)
    ]
    width = _LEFT + column * max(spot.column for spot in spots.values()) + _BESIDE
    height = _TOP + max(spot.row for spot in spots.values()) * _ROW + 36
    # Best play last, so that nothing is drawn over it.
    branches = [line for _, line in sorted(lines, key=lambda pair: pair[0])]
    svg = el(
        "svg",
        el("g", branches, aria_hidden="true"),
        drawn,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        cls="rt-treepic",
        role="tree",
        aria_label="Decision tree",
        data_rove=True,
        data_key=f"{name}:tree",
    )
    return el("div", svg, cls="rt-scroll rt-tree__picture", role="region", aria_label="Tree, as a picture")


def cut(words: str, most: int) -> str:
    """Words that fit on a branch.

    >>> cut("green double Water on Ursa", 12)
    'green doubl\u2026'
    """
    return words if len(words) <= most else f"{words[: most - 1]}\u2026"


# ---------------------------------------------------------------------------------------------------------------------


def _branch(one: Twig, start: tuple[int, int], end: tuple[int, int]) -> Html:
    (x1, y1), (x2, y2) = start, end
    inside: list[Child] = [
        el("path", d=f"M{x1 + 24} {y1} H{x1 + 46} V{y2} H{x2 - 24}"),
        el("g", one.branch, transform=f"translate({x1 + _LABEL} {y2})"),
    ]
    x = x1 + _LABEL
    if one.under:
        inside.append(el("text", one.under, x=x, y=y2 + 18, cls="b"))
        x += _BOLD * len(one.under) + 8
    for word, tone in one.tags:
        width = 16 + _LETTER * len(word)
        names = f"tag tag--{tone}" if tone else "tag"
        inside.append(el("rect", x=x, y=y2 + 5, width=width, height="18", rx="9", cls=names))
        inside.append(el("text", word, x=x + width / 2, y=y2 + 18, cls=f"{names} v"))
        x += width + 4
    return el("g", inside, cls="best" if one.on_best else None)


def _node(one: Twig, spot: Spot, at: tuple[int, int], name: str) -> Html:
    x, y = at
    inside: list[Child] = []
    if one.shape == CIRCLE:
        inside.append(el("circle", cx=x, cy=y, r="22"))
    elif one.shape == SQUARE:
        inside.append(el("rect", x=x - 23, y=y - 17, width="46", height="34", rx="3"))
    else:
        inside.append(el("rect", x=x - 23, y=y - 14, width="46", height="28", rx="14", cls=_ENDS[one.shape]))
    inside.append(el("text", one.inside, x=x, y=y + 4, cls="v"))
    if one.opens:
        # An open node has its branch at the side; the sign gives way to it.
        inside.append(
            el("text", "\u2212" if one.is_open else "+", x=x + 31, y=y + 16 if one.is_open else y + 5, cls="m")
        )
    if one.share is not None and not one.is_open:
        inside += _bar(one, x + (46 if one.opens else 32), y)
    names = ["node", *(["best"] if one.on_best else []), *(["is-open"] if one.is_open else [])]
    shape = el(
        "g",
        inside,
        cls=" ".join(names),
        role="treeitem",
        aria_level=spot.column + 1,
        aria_expanded=one.expanded,
        aria_label=one.spoken,
        tabindex="-1",
        data_item=True,
        data_key=f"{name}-pic:{one.key}",
        data_do=one.do,
        data_arg=one.key if one.opens else None,
        data_node=one.key,
    )
    if not one.more:
        return shape
    more = el("text", f"{one.more} more", x=x - 22, y=y + 34, cls="more")
    asks = el("g", more, cls="node", data_do="tree-open", data_arg=one.key, aria_hidden="true")
    return el("g", shape, asks)


_ENDS: Final = {ROUND: "end", DASHED: "dashed"}


def _bar(one: Twig, x: int, y: int) -> list[Child]:
    share = min(max(one.share or 0.0, 0.0), 1.0)
    return [
        el("rect", x=x, y=y - 5, width=_BAR, height="10", rx="4", cls="bar"),
        el("rect", x=x, y=y - 5, width=round(_BAR * share, 1), height="10", rx="4", cls="bar bar--full"),
        el("text", one.shown, x=x + _BAR + 8, y=y + 5, cls="b"),
    ]


def _sign(shape: Html) -> Html:
    return el("svg", shape, viewBox="0 0 16 16", cls="rt-tree__sign", aria_hidden="true")
