"""The decision tree of the odds lab as a picture and as a nested list; both show the same nodes."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from rising_tutor.probability.answer import Amount
from rising_tutor.probability.percents import percent
from rising_tutor.render.dice import BANDS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.symbols import sign
from rising_tutor.widgets.odds_tree import CHANCE, DECISION, END, MOST_NODES, PAGE, Node, OddsTree, Seen
from rising_tutor.widgets.odds_words import amount, short_fraction
from rising_tutor.widgets.tree_outline import outline
from rising_tutor.widgets.tree_picture import CIRCLE, ROUND, SQUARE, Twig, cut, legend, picture, ways

Word: TypeAlias = Callable[[str], str]

_CUT: Final = 33
"""Most letters of a choice on its branch; all of it stands in the list."""
_DICE: Final = 160
"""Room for the dice of a roll on its branch; the others are a number."""
_KINDS: Final = {CHANCE: "chance", DECISION: "choice", END: "end"}
_SHAPES: Final = {CHANCE: CIRCLE, DECISION: SQUARE, END: ROUND}
_NAME: Final = "tree"


def tree(found: OddsTree, *, chance: bool) -> Html:
    """The panel: what the signs mean, the picture or the list, and how many nodes are shown."""
    twigs = twigs_of(found.seen(), found.shelf.word, chance=chance)
    full = f"At most {MOST_NODES} nodes are shown at once. Close some to open others."
    word = "the chance to cover it all from there" if chance else "what can be expected from there"
    return el(
        "section",
        el(
            "div",
            el("h2", "The tree of this turn"),
            ways("list" if found.as_list else "picture", ("Picture", "List")),
            cls="rt-panel__h",
        ),
        legend(
            "what is rolled; its branches carry probabilities.",
            f"what is done. The number inside is {word}, with best play. Thick: best play.",
            "Rolls in which the same can be done are one branch.",
        ),
        picture(twigs, _NAME),
        el("div", outline(twigs, _NAME), cls="rt-tree__list"),
        el("p", f"{len(twigs)} of at most {MOST_NODES} nodes.", cls="rt-xs rt-muted rt-under"),
        el("div", el("p", full, cls="rt-oddsnotice") if found.full else None, role="alert"),
        cls="rt-panel rt-oddstree rt-treepanel is-list" if found.as_list else "rt-panel rt-oddstree rt-treepanel",
        aria_label="Decision tree",
    )


def twigs_of(seen: Sequence[Seen], word: Word, *, chance: bool) -> tuple[Twig, ...]:
    """The nodes as they are drawn.

    Args:
        word: the word of a symbol.
    """
    return tuple(_twig(one, word, chance=chance) for one in seen)


# ---------------------------------------------------------------------------------------------------------------------


def _twig(one: Seen, word: Word, *, chance: bool) -> Twig:
    node = one.node
    value = amount(node.value, chance=chance)
    return Twig(
        key=node.key,
        depth=node.depth,
        shape=_SHAPES[node.kind],
        inside=_short(node.value, chance=chance),
        branch=_branch(node, word),
        spoken=f"{_KINDS[node.kind]}, {_probability(node)}{node.says}, worth {value}{', best' if _best(node) else ''}",
        line=_line(node, value),
        opens=node.kind != END,
        is_open=one.is_open,
        on_best=one.on_best,
        more=one.more,
        next=min(PAGE, one.more),
    )


def _branch(node: Node, word: Word) -> Child:
    if node.kind == DECISION:
        return [
            el("text", short_fraction(node.chance, float(node.chance)), x=0, y=-7, cls="b"),
            _dice(node, word, 54, -24),
        ]
    return el("text", cut(node.says, _CUT), el("title", node.says), x=0, y=-7)


def _dice(node: Node, word: Word, x: int, y: int) -> Child:
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
            el(
                "use",
                href=f"#{sign(word(one))}",
                x=x + 15 + 13 * at,
                y=y + 4,
                width="12",
                height="12",
                cls=f"sign sign--{band}",
            )
            for at, one in enumerate(face)
        ]
        x += width + 3
    rest = len(node.dice) - drawn
    words = f"{node.blanks} of no use" if not node.dice else f"+{rest + node.blanks}" if rest + node.blanks else ""
    if words:
        out.append(el("text", words, x=x + 2, y=y + 15, cls="m"))
    out.append(el("title", node.says))
    return out


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


def _probability(node: Node) -> str:
    """The probability of a branch below a chance node, with what parts it from the words; "" elsewhere."""
    if node.kind != DECISION:
        return ""
    shown = short_fraction(node.chance, float(node.chance))
    return f"{shown if '%' in shown else f'{shown} ({percent(float(node.chance))})'}: "


def _best(node: Node) -> bool:
    return node.best and node.depth % 2 == 0 and node.depth > 0


def _line(node: Node, value: str) -> Child:
    probability = _probability(node)
    return [
        el("span", _KINDS[node.kind], cls="rt-tag"),
        " ",
        el("b", probability) if probability else None,
        node.says,
        ", worth ",
        el("b", value),
        [" ", el("span", "best", cls="rt-tag rt-tag--you")] if _best(node) else None,
    ]
