"""The decision tree of the odds lab as a picture and as a nested list; both show the same nodes."""

from typing import Final

from rising_tutor.probability.answer import Amount
from rising_tutor.probability.percents import percent
from rising_tutor.render.dice import BANDS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.widgets.odds_tree import CHANCE, DECISION, END, MOST_NODES, PAGE, Node, OddsTree, Seen
from rising_tutor.widgets.odds_words import amount, short_fraction

_COLUMN: Final = 330
_ROW: Final = 52
_LEFT: Final = 34
_TOP: Final = 42
_CUT: Final = 33
"""Most letters of a choice on its branch; all of it stands in the list."""
_DICE: Final = 160
"""Room for the dice of a roll on its branch; the others are a number."""
_KINDS: Final = {CHANCE: "chance", DECISION: "choice", END: "end"}


def tree(found: OddsTree, *, chance: bool) -> Html:
    """The panel: what the signs mean, the picture or the list, and how many nodes are shown."""
    seen = found.seen()
    ways = [
        el(
            "button",
            word,
            type="button",
            data_do="tree-as",
            data_arg=word.lower(),
            data_key=f"tree-as:{word}",
            aria_pressed="true" if found.as_list == (word == "List") else "false",
        )
        for word in ("Picture", "List")
    ]
    full = f"At most {MOST_NODES} nodes are shown at once. Close some to open others."
    return el(
        "section",
        el(
            "div",
            el("h2", "The tree of this turn"),
            el("div", ways, cls="rt-seg rt-tree__ways", role="group", aria_label="Show the tree as"),
            cls="rt-panel__h",
        ),
        _legend(chance=chance),
        el(
            "div",
            _picture(seen, chance=chance),
            cls="rt-scroll rt-tree__picture",
            tabindex="0",
            role="region",
            aria_label="Tree, as a picture; the list has the same in words",
        ),
        el("div", _list(seen, chance=chance), cls="rt-tree__list"),
        el("p", f"{len(seen)} of at most {MOST_NODES} nodes.", cls="rt-xs rt-muted rt-under"),
        el("div", el("p", full, cls="rt-oddsnotice") if found.full else None, role="alert"),
        cls="rt-panel rt-oddstree is-list" if found.as_list else "rt-panel rt-oddstree",
        aria_label="Decision tree",
    )


# ---------------------------------------------------------------------------------------------------------------------


def _legend(*, chance: bool) -> Html:
    word = "the chance to cover it all from there" if chance else "what can be expected from there"
    return el(
        "p",
        el("svg", el("circle", cx="8", cy="8", r="7"), viewBox="0 0 16 16", cls="rt-tree__sign", aria_hidden="true"),
        " chance: what is rolled; its branches carry probabilities. ",
        el(
            "svg",
            el("rect", x="1", y="1", width="14", height="14"),
            viewBox="0 0 16 16",
            cls="rt-tree__sign",
            aria_hidden="true",
        ),
        f" choice: what is done. The number inside is {word}, with best play. Thick: best play. "
        "Rolls in which the same can be done are one branch.",
        cls="rt-small rt-muted rt-tree__legend",
    )


def _picture(seen: tuple[Seen, ...], *, chance: bool) -> Html:
    """Columns by depth, a row for each leaf; a parent stands beside its first branch."""
    at: dict[str, tuple[int, int]] = {}
    row = 0
    drawn: list[Child] = []
    lines: list[Child] = []
    for place, one in enumerate(seen):
        node = one.node
        following = seen[place + 1].node if place + 1 < len(seen) else None
        x, y = _LEFT + node.depth * _COLUMN, _TOP + row * _ROW
        at[node.key] = (x, y)
        parent = node.key.rpartition(".")[0]
        if parent in at:
            lines.append(_branch(node, at[parent], (x, y), best=one.on_best))
        drawn.append(_shape(one, x, y, chance=chance))
        if following is None or not following.key.startswith(f"{node.key}."):
            row += 1
    width = _LEFT + _COLUMN * max(one.node.depth for one in seen) + 150
    height = _TOP + (row - 1) * _ROW + 30
    return el(
        "svg",
        lines,
        drawn,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        cls="rt-oddstree__svg",
        aria_hidden="true",
    )


def _branch(node: Node, start: tuple[int, int], end: tuple[int, int], *, best: bool) -> Html:
    (x1, y1), (x2, y2) = start, end
    bend = x1 + 46
    label = x1 + 58
    inside: list[Child] = [el("path", d=f"M{x1 + 24} {y1} H{bend} V{y2} H{x2 - 24}")]
    if node.kind == DECISION:
        inside.append(el("text", short_fraction(node.chance, float(node.chance)), x=label, y=y2 - 7, cls="b"))
        inside.append(_dice(node, label + 54, y2 - 24))
    else:
        words = node.says if len(node.says) <= _CUT else f"{node.says[: _CUT - 1]}\u2026"
        inside.append(el("text", words, el("title", node.says), x=label, y=y2 - 7))
    return el("g", inside, cls="best" if best else None)


def _dice(node: Node, x: int, y: int) -> Child:
    """The dice of a roll that can do something, small; how many cannot."""
    out: list[Child] = []
    end, drawn = x + _DICE, 0
    for colour, face in node.dice:
        width = 18 + 13 * len(face)
        if x + width > end:
            break
        drawn += 1
        band = BANDS.get(colour, "g")
        out.append(el("rect", x=x, y=y, width=width, height="19", rx="4", cls=f"die die--{band}"))
        out.append(el("text", colour[:1].upper(), x=x + 4, y=y + 14, cls=f"letter letter--{band}"))
        out += [
            el("use", href=f"#g-{one}", x=x + 15 + 13 * at, y=y + 4, width="12", height="12", cls=f"sign sign--{band}")
            for at, one in enumerate(face)
        ]
        x += width + 3
    rest = len(node.dice) - drawn
    words = f"{node.blanks} of no use" if not node.dice else f"+{rest + node.blanks}" if rest + node.blanks else ""
    if words:
        out.append(el("text", words, x=x + 2, y=y + 15, cls="m"))
    out.append(el("title", node.says))
    return out


def _shape(one: Seen, x: int, y: int, *, chance: bool) -> Html:
    node = one.node
    inside: list[Child] = []
    if node.kind == CHANCE:
        inside.append(el("circle", cx=x, cy=y, r="22"))
    elif node.kind == DECISION:
        inside.append(el("rect", x=x - 23, y=y - 17, width="46", height="34", rx="3"))
    else:
        inside.append(el("rect", x=x - 23, y=y - 14, width="46", height="28", rx="14", cls="end"))
    inside.append(el("text", _short(node.value, chance=chance), x=x, y=y + 4, cls="v"))
    names = ["node", *(["best"] if one.on_best else []), *(["is-open"] if one.is_open else [])]
    if node.kind == END:
        return el("g", inside, cls=" ".join(names))
    sign = "\u2212" if one.is_open else "+"
    inside.append(el("text", sign, x=x + 31, y=y + 16 if one.is_open else y + 5, cls="m"))
    shapes = [
        el("g", inside, cls=" ".join(names), data_do="tree-close" if one.is_open else "tree-open", data_arg=node.key)
    ]
    if one.more:
        more = el("text", f"{one.more} more", x=x - 22, y=y + 34, cls="more")
        shapes.append(el("g", more, cls="node", data_do="tree-open", data_arg=node.key))
    return el("g", shapes)


def _short(value: Amount, *, chance: bool) -> str:
    """A value short enough to stand in a node."""
    words = amount(value, chance=chance)
    if chance:
        return words.removesuffix(" %").replace(" ", "")
    if "." not in words:
        return words
    near = round(value.decimal)
    # What is not whole must not look it.
    close = f"{value.decimal:.2f}" == f"{near:.2f}"
    return f"{'<' if value.decimal < near else '>'}{near}" if close else f"{value.decimal:.2f}"


def _list(seen: tuple[Seen, ...], *, chance: bool) -> Html:
    """The same nodes as nested lists with buttons."""

    def items(place: int) -> tuple[Html, int]:
        one = seen[place]
        node, place = one.node, place + 1
        below: list[Child] = []
        while place < len(seen) and seen[place].node.key.startswith(f"{node.key}."):
            child, place = items(place)
            below.append(child)
        more = None
        if one.more:
            n = min(PAGE, one.more)
            more = el(
                "li",
                button(
                    f"Show {n} more of {one.more}", "tree-open", node.key, cls="rt-btn--small", key=f"more:{node.key}"
                ),
            )
        return el("li", _line(one, chance=chance), el("ul", below, more) if below or more else None), place

    return el("ul", items(0)[0], cls="rt-treeitems")


def _line(one: Seen, *, chance: bool) -> Html:
    node = one.node
    probability = None
    if node.kind == DECISION:
        shown = short_fraction(node.chance, float(node.chance))
        probability = el("b", shown if "%" in shown else f"{shown} ({percent(float(node.chance))})", ": ")
    what: Child = [
        el("span", _KINDS[node.kind], cls="rt-tag"),
        " ",
        probability,
        node.says,
        ", worth ",
        el("b", amount(node.value, chance=chance)),
    ]
    best = (
        el("span", "best", cls="rt-tag rt-tag--you")
        if node.best and node.key.count(".") % 2 == 0 and node.depth
        else None
    )
    if node.kind == END:
        return el("span", what, " ", best, cls="rt-treeline")
    return el(
        "button",
        el("span", "\u2212" if one.is_open else "+", cls="rt-treeline__sign", aria_hidden="true"),
        el("span", what, " ", best),
        cls="rt-treeline",
        type="button",
        data_do="tree-close" if one.is_open else "tree-open",
        data_arg=node.key,
        data_key=f"tree:{node.key}",
        aria_expanded="true" if one.is_open else "false",
    )
