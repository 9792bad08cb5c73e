"""The decision tree of the odds lab as a picture and as a nested list; both show the same nodes."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.percents import percent
from rising_tutor.render.dice import BANDS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.symbols import sign
from rising_tutor.tutor.odds.numbers import amount, short_fraction
from rising_tutor.tutor.odds.question import Shelf
from rising_tutor.tutor.odds.tree import CHANCE, DECISION, END, MOST_NODES, PAGE, Node, OddsTree, Seen
from rising_tutor.tutor.odds.words import alike_in_words
from rising_tutor.ui.components.tree_outline import outline
from rising_tutor.ui.components.tree_picture import CIRCLE, ROUND, SQUARE, Twig, cut, legend, picture, ways

Word: TypeAlias = Callable[[str], str]

_CUT: Final = 33
"""Most letters of a choice on its branch; all of it stands in the list."""
_DICE: Final = 160
"""Room for the dice of a roll on its branch; the others are a number."""
_KINDS: Final = {CHANCE: "chance", DECISION: "choice", END: "end"}
_SHAPES: Final = {CHANCE: CIRCLE, DECISION: SQUARE, END: ROUND}
_FIRST_DIE: Final = 54
_OR: Final = 6
"""Room for the stroke between two faces."""
_NAME: Final = "tree"


def tree(found: OddsTree, *, chance: bool) -> Html:
    """The panel: what the signs mean, the picture or the list, and how many nodes are shown."""
    twigs = twigs_of(found.seen(), found.shelf, chance=chance)
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
            f"what is done. The number inside is {word}, with best play. Thick: the best choice.",
            "Rolls in which the same can be done are one branch: its probability is that of all of them.",
        ),
        picture(twigs, _NAME),
        el("div", outline(twigs, _NAME), cls="rt-tree__list"),
        el("p", f"{len(twigs)} of at most {MOST_NODES} nodes.", cls="rt-xs rt-muted rt-under"),
        el("div", el("p", full, cls="rt-oddsnotice") if found.full else None, role="alert"),
        cls="rt-panel rt-oddstree rt-treepanel is-list" if found.as_list else "rt-panel rt-oddstree rt-treepanel",
        aria_label="Decision tree",
    )


def twigs_of(seen: Sequence[Seen], shelf: Shelf, *, chance: bool) -> tuple[Twig, ...]:
    """The nodes as they are drawn."""
    return tuple(_twig(one, shelf, chance=chance) for one in seen)


# ---------------------------------------------------------------------------------------------------------------------


def _twig(one: Seen, shelf: Shelf, *, chance: bool) -> Twig:
    node = one.node
    drawn = _dice(node, shelf.word)
    value = amount(node.value, chance=chance)
    return Twig(
        key=node.key,
        depth=node.depth,
        shape=_SHAPES[node.kind],
        inside=_short(node.value, chance=chance),
        branch=_branch(node, drawn),
        spoken=f"{_KINDS[node.kind]}, {_probability(node)}{node.says}, worth {value}{', best' if node.best else ''}",
        line=_line(node, value),
        opens=node.kind != END,
        is_open=one.is_open,
        on_best=one.on_best,
        under=_under(node, len(drawn), shelf),
        more=one.more,
        next=min(PAGE, one.more),
    )


def _branch(node: Node, dice: Sequence[Html]) -> Child:
    if node.kind == DECISION:
        return [
            el("text", short_fraction(node.chance, float(node.chance)), x=0, y=-7, cls="b"),
            dice,
            el("title", node.says),
        ]
    return el("text", cut(node.says, _CUT), el("title", node.says), x=0, y=-7)


def _under(node: Node, n_drawn: int, shelf: Shelf) -> str:
    """What belongs to a roll beside the dice drawn on its branch: in words, or their number where these are long."""
    left = node.dice[n_drawn:]
    words = alike_in_words(shelf, left, node.blanks)
    if len(words) <= _CUT:
        return words
    more = f"{len(left)} more {'die' if len(left) == 1 else 'dice'}"
    return f"{more}, {node.blanks} of no use" if node.blanks else more


def _dice(node: Node, word: Word) -> list[Html]:
    """The dice of a roll that can do something, small, each with all its faces that do the same; as many as fit."""
    out: list[Html] = []
    x = _FIRST_DIE
    for colour, faces in node.dice:
        width = 18 + sum(13 * len(face) for face in faces) + _OR * (len(faces) - 1)
        if x + width > _FIRST_DIE + _DICE:
            break
        shape = el("rect", x=x, y=-24, width=width, height="19", rx="4", cls=f"die die--{BANDS.get(colour, 'g')}")
        out.append(el("g", shape, _faces(colour, faces, word, x)))
        x += width + 3
    return out


def _faces(colour: str, faces: Sequence[str], word: Word, x: int) -> list[Html]:
    """The letter of a die, and its faces with a stroke between them."""
    band = BANDS.get(colour, "g")
    out = [el("text", colour[:1].upper(), x=x + 4, y=-10, cls=f"letter letter--{band}")]
    x += 15
    for n, face in enumerate(faces):
        if n:
            out.append(el("text", "/", x=x + 1, y=-10, cls=f"letter letter--{band}"))
            x += _OR
        for one in face:
            out.append(
                el("use", href=f"#{sign(word(one))}", x=x, y=-20, width="12", height="12", cls=f"sign sign--{band}")
            )
            x += 13
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


def _line(node: Node, value: str) -> Child:
    probability = _probability(node)
    return [
        el("span", _KINDS[node.kind], cls="rt-tag"),
        " ",
        el("b", probability) if probability else None,
        node.says,
        ", worth ",
        el("b", value),
        [" ", el("span", "best", cls="rt-tag rt-tag--you")] if node.best else None,
    ]
