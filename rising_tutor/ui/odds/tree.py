"""The decision tree of the odds lab: the panel that grows it, its picture and its nested list of the same nodes."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from rising_tutor.analysis.tree import CHANCE, DECISION, END, MOST_NODES, PAGE
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.wording import alike_in_words
from rising_tutor.probability.percents import amount, percent, short_fraction
from rising_tutor.render.dice import BANDS
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, panel_head
from rising_tutor.render.symbols import sign
from rising_tutor.render.tree_layout import graph_of_keys
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import Guard
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.tree import Node, OddsTree, Seen
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


class TreePanel:
    """The tree: grown on request, opened branch by branch.

    Args:
        lab: the controller.
        guard: wraps each callback.
        draw: asks for a new drawing.
    """

    def __init__(self, lab: OddsLab, guard: Guard, draw: Callable[[], object]) -> None:
        self.lab = lab
        self.tree: OddsTree | None = None
        self.background = Background(guard=guard)
        self._draw = draw
        self._drawn: Html = EMPTY

    def put_away(self) -> None:
        """Another question is asked."""
        self.background.stop()
        self.tree, self._drawn = None, EMPTY

    def handle(self, message: Message) -> bool:
        """Do what a control asks for; whether it was one of the tree."""
        do, arg, tree = message.do, message.arg, self.tree
        if do not in ("tree-grow", "tree-open", "tree-close", "tree-as"):
            return False
        if do == "tree-grow":
            self._grow()
        elif tree is None or self.background.busy:
            return True
        elif do == "tree-open":
            self._start(lambda: _opened(tree, arg))
        elif do == "tree-close":
            tree.close(arg)
            self._grown(tree)
        else:
            tree.as_list = arg == "list"
            self._grown(tree)
        return True

    def html(self) -> Html:
        """The panel; nothing while the answer is hidden or not there."""
        found = self.lab.answer
        if self.lab.hidden or found is None or found.solved is None:
            return EMPTY
        way = el("div", button("Grow the tree", "tree-grow", key="tree-grow"), cls="rt-row rt-under")
        return self._drawn or _empty("Every roll and every choice, opened piece by piece.", way)

    def _grow(self) -> None:
        found = self.lab.answer
        if found is None or found.solved is None or self.lab.hidden:
            return
        solved = found.solved
        self._drawn = _empty("The first branches are being valued.", None)
        self._draw()
        self._start(lambda: OddsTree(self.lab.kit, solved))

    def _start(self, work: Callable[[], OddsTree]) -> None:
        self.background.start(lambda _progress: work(), self._grown, failed=self._broken, changed=self._draw)

    def _grown(self, tree: OddsTree) -> None:
        self.tree = tree
        self._drawn = drawn(tree, chance=self.lab.is_chance)
        self._draw()

    def _broken(self, fault: BaseException) -> None:
        self._drawn = EMPTY
        raise fault


def drawn(found: OddsTree, *, chance: bool) -> Html:
    """The panel: what the signs mean, the picture or the list, and how many nodes are shown."""
    twigs = twigs_of(found.seen(), found.kit, chance=chance)
    graph = graph_of_keys(one.key for one in twigs)
    full = f"At most {MOST_NODES} nodes are shown at once. Close some to open others."
    word = "the chance to cover it all from there" if chance else "what can be expected from there"
    return el(
        "section",
        panel_head("The tree of this turn", ways("list" if found.as_list else "picture", ("Picture", "List"))),
        legend(
            "what is rolled; its branches carry probabilities.",
            f"what is done. The number inside is {word}, with best play. Thick: the best choice.",
            "Rolls in which the same can be done are one branch: its probability is that of all of them.",
        ),
        picture(graph, twigs, _NAME),
        el("div", outline(graph, twigs, _NAME), cls="rt-tree__list"),
        el("p", f"{len(twigs)} of at most {MOST_NODES} nodes.", cls="rt-xs rt-muted rt-under"),
        el("div", el("p", full, cls="rt-oddsnotice") if found.full else None, role="alert"),
        cls="rt-panel rt-oddstree rt-treepanel is-list" if found.as_list else "rt-panel rt-oddstree rt-treepanel",
        aria_label="Decision tree",
    )


def twigs_of(seen: Sequence[Seen], kit: Kit, *, chance: bool) -> tuple[Twig, ...]:
    """The nodes as they are drawn."""
    return tuple(_twig(one, kit, chance=chance) for one in seen)


# ---------------------------------------------------------------------------------------------------------------------


def _twig(one: Seen, kit: Kit, *, chance: bool) -> Twig:
    node = one.node
    drawn = _dice(node, kit.word)
    value = amount(node.value, chance=chance)
    return Twig(
        key=node.key,
        shape=_SHAPES[node.kind],
        inside=_short(node.value, chance=chance),
        branch=_branch(node, drawn),
        spoken=f"{_KINDS[node.kind]}, {_probability(node)}{node.says}, worth {value}{', best' if node.best else ''}",
        line=_line(node, value),
        opens=node.kind != END,
        is_open=one.is_open,
        on_best=one.on_best,
        under=_under(node, len(drawn), kit),
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


def _under(node: Node, n_drawn: int, kit: Kit) -> str:
    """What belongs to a roll beside the dice drawn on its branch: in words, or their number where these are long."""
    left = node.dice[n_drawn:]
    words = alike_in_words(kit, left, node.blanks)
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


def _empty(words: str, way: Html | None) -> Html:
    return el(
        "section",
        el("h2", "The tree of this turn"),
        el("p", words, cls="rt-small rt-muted", role=None if way else "status"),
        way,
        cls="rt-panel",
        aria_label="Decision tree",
    )


def _opened(tree: OddsTree, key: str) -> OddsTree:
    tree.open(key)
    return tree
