"""The decision tree of a position of a recorded game as HTML: how its numbers come about; picture, list or table."""

from typing import Final

from rising_tutor.analysis.ledger import fault_of
from rising_tutor.analysis.review.words import signed
from rising_tutor.analysis.tree import (
    CHANCE,
    DECISION,
    END,
    LARGE,
    MOST_NODES,
    OTHERS,
    DecisionTree,
    Node,
    Seen,
    and_more,
)
from rising_tutor.analysis.tree.graph import graph_of
from rising_tutor.analysis.tree.root import gap_words, kind_words, method, result_word, short_chance
from rising_tutor.boards.reviewed import how_tag
from rising_tutor.core.english import THIN, capital, counted, grouped
from rising_tutor.core.numbers import whole
from rising_tutor.core.valuation import ValueLabel, chance_to_win
from rising_tutor.probability.percents import percent, size
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, empty_state, fold, panel_head
from rising_tutor.render.tables import Row, row, table
from rising_tutor.tutor.review.tree import (
    ASKED,
    FAILED,
    LIST,
    NONE,
    OVER,
    PICTURE,
    SHOWN,
    STOPPED,
    TABLE,
    TreeController,
)
from rising_tutor.ui.components.tree_outline import outline
from rising_tutor.ui.components.tree_picture import CIRCLE, DASHED, ROUND, SQUARE, Twig, cut, legend, picture, ways
from rising_tutor.ui.odds.marks import bar

_SHAPES: Final = {CHANCE: CIRCLE, DECISION: SQUARE, END: ROUND, OTHERS: DASHED}
_COLUMN: Final = 325
_CUT: Final = 32
"""Most letters of a move on its branch; all of it stands in the list."""
_NAME: Final = "rtree"


def focus_keys(key: str, name: str) -> tuple[str, str]:
    """Where a node can have the focus: in the picture, and in the list."""
    return f"{name}-pic:{key}", f"{name}:{key}"


def head(controller: TreeController) -> Html:
    """The heading: what is decided here, and the ways to show the tree."""
    shown = controller.stage == SHOWN
    words = (PICTURE, LIST, TABLE)
    return panel_head(
        "Decision tree",
        ways(controller.way, [word.capitalize() for word in words]) if shown else None,
        key=f"{_NAME}:head",
        data_stage=controller.stage,
    )


def status(controller: TreeController) -> Html:
    """What is being worked out, with a button to stop it."""
    if not controller.busy:
        return el("div", role="status")
    done, total = controller.counting
    node = controller.tree.node(controller.opening) if controller.tree is not None and controller.opening else None
    what = "The tree is" if node is None else f"{counted(node.n, 'branch', THIN)} are"
    far = f": {grouped(done, THIN)} of {grouped(total, THIN)}." if total else "."
    return el(
        "div",
        el("p", what, " being worked out", far, cls="rt-small", role="status"),
        button("Stop", "tree-stop", cls="rt-btn--small"),
        cls="rt-row rt-reviewtree__busy",
    )


def body(controller: TreeController, name: str = _NAME) -> Html:
    """The tree, or what stands in its place; `name` begins the ids of its elements."""
    if controller.stage == SHOWN:
        return _tree(controller, name)
    if controller.stage == NONE:
        return empty_state("No tree here", controller.missing)
    if controller.stage == OVER:
        return empty_state(
            "The game is over here", "There is nothing to choose and nothing to draw. Go to an earlier line."
        )
    if controller.stage == FAILED:
        text = "The tree of this position could not be worked out. The replay itself is as it was."
        return el("div", empty_state("No tree", text, ("tree-grow", "", "Try again")), role="alert")
    if controller.stage in (ASKED, STOPPED):
        stopped = "Stopped. " if controller.stage == STOPPED else ""
        return empty_state(_place(controller), f"{stopped}{_waits(controller)}", ("tree-grow", "", "Show the tree"))
    return el("div", el("div", cls="rt-skel"), el("div", cls="rt-skel"), el("div", cls="rt-skel"), cls="rt-oddswait")


# The tree -------------------------------------------------------------------------------------------------------------


def _tree(controller: TreeController, name: str) -> Html:
    assert controller.tree is not None
    seen = controller.seen()
    graph, twigs = graph_of(controller.tree), twigs_of(controller.tree)
    n = len(seen)
    horizon = (
        " Horizon: V, as seen from before, is not what its own branches give; the list says by how much."
        if any(one.gap for one in seen)
        else ""
    )
    v = chance_to_win(shared=controller.tree.game.info.shared)
    full = f"At most {MOST_NODES} nodes are shown at once. Close some to open others."
    return el(
        "div",
        el("p", el("b", _place(controller)), ". ", _waits(controller), cls="rt-small"),
        _method(controller.tree.label, seen[0].node, v),
        _assumes(controller.tree.label),
        _mistake(controller),
        _other(controller),
        legend(
            "what is rolled or drawn; its branches carry probabilities.",
            f"what is done. Inside stands V, {v}. Thick: the best choice.",
            f"Outcomes worth the same are one branch: its probability is that of all of them.{horizon}",
        ),
        _large(seen[0]),
        picture(graph, twigs, name, column=_COLUMN),
        el("div", outline(graph, twigs, name), cls="rt-tree__list"),
        _table(controller) if controller.way == TABLE else None,
        _ways_on(controller),
        el(
            "div",
            el("p", f"{n} of at most {MOST_NODES} nodes.", cls="rt-xs rt-muted"),
            button("Put the tree away", "tree-hide", cls="rt-btn--small rt-btn--quiet"),
            cls="rt-row rt-reviewtree__foot",
        ),
        el("div", el("p", full, cls="rt-oddsnotice") if controller.tree.full else None, role="alert"),
        cls=f"rt-treepanel has-table is-{controller.way}",
        data_tree=controller.at,
    )


def twigs_of(tree: DecisionTree) -> tuple[Twig, ...]:
    """How each node that is shown looks."""
    return tuple(_twig(one) for one in tree.seen())


def drawing(tree: DecisionTree) -> Html:
    """The picture by itself."""
    return picture(graph_of(tree), twigs_of(tree), _NAME, column=_COLUMN)


def _place(controller: TreeController) -> str:
    where = capital(controller.where)
    what = f"{controller.chooser} chooses" if controller.chooser else controller.source
    return f"{where}: {what}" if what else where


def _waits(controller: TreeController) -> str:
    """What the game waits for, and what the tree has of it."""
    node = controller.node
    if controller.chooser:
        n = len(node.actions)
        if n == 1:
            return "There is one thing to do. The tree shows what follows."
        return f"There are {grouped(n, THIN)} choices. The tree shows what each is worth and what follows."
    n = len(node.outcomes)
    large = " They are listed when you ask for it; that takes a while and can be stopped." if n > LARGE else ""
    return f"Chance decides among {counted(n, 'outcome', THIN)}. The tree shows them with their probabilities.{large}"


def _method(label: ValueLabel, root: Node, v: str) -> Html:
    """How every number here comes about, once."""
    return el(
        "p",
        how_tag(label, solved=bool(root.exact)),
        f" V, {v}: {method(label, root)}",
        cls="rt-xs rt-muted rt-reviewtree__method",
        data_method=True,
    )


def _assumes(label: ValueLabel) -> Child:
    """What V counts and what it leaves out, folded away."""
    if not label.assumes:
        return None
    lines = [el("li", line) for line in label.assumes]
    said = el("ul", lines, cls="rt-xs rt-muted")
    return fold("What V counts, and what it leaves out", said, cls="rt-more", key=f"{_NAME}:assumes")


def _mistake(controller: TreeController) -> Child:
    """What the move that was made cost, where it was a choice that mattered."""
    node = next((node for node in controller.played() if node.depth == 1), None)
    if node is None:
        return None
    if node.loss is None:
        assert controller.tree is not None
        luck = node.value - (controller.tree.own(controller.tree.root.key) or node.value)
        return el("p", f"It came: {node.says}. Luck: {signed(luck)} points.", cls="rt-small")
    if not node.loss:
        return el("p", f"Played: {node.says}. Nothing was worth more.", cls="rt-small")
    fault = fault_of(node.loss)
    line = controller.line()
    parts = line.parts if line is not None else ()
    why = [
        el("li", f"{part.name}: {size(part.amount, points=True)} points ", cite(part.rule) if part.rule else None)
        for part in parts
    ]
    named = f", a {fault}" if fault and fault[0] not in "aeiou" else f", an {fault}" if fault else ""
    return el(
        "div",
        el("p", f"Played: {node.says}. It lost {size(node.loss, points=True)} points{named}.", cls="rt-small"),
        el("ul", why, cls="rt-small", aria_label="What the loss is made of") if why else None,
        data_loss=str(node.loss),
    )


def _other(controller: TreeController) -> Child:
    """That the review has another V of this position, where it has: it came here along the whole game."""
    line = controller.line()
    if line is None or controller.tree is None or line.before == controller.tree.root.value:
        return None
    words = f"The review has {percent(line.before)} here and the tree {percent(controller.tree.root.value)}"
    return el(
        "p", f"{words}: what was asked of V before can colour an estimate.", cls="rt-small rt-muted", data_other=True
    )


def _large(root: Seen) -> Child:
    if not root.node.large or root.is_open:
        return None
    words = f"List all {grouped(root.node.n, THIN)} outcomes"
    return el("div", button(words, "tree-open", root.node.key, cls="rt-btn--small"), cls="rt-row rt-under")


def _ways_on(controller: TreeController) -> Child:
    """The positions of the recorded line that are in the tree."""
    went = [
        button(
            f"{node.position}: {cut(node.says, _CUT)}",
            "tree-go",
            str(node.position),
            cls="rt-btn--small rt-btn--quiet",
            aria_label=f"Go to position {node.position}, after {node.says}",
        )
        for node in controller.played()
    ]
    if not went:
        return None
    return el("div", el("span", "Go on as played:", cls="rt-small rt-muted"), went, cls="rt-row rt-reviewtree__on")


def _twig(one: Seen) -> Twig:
    node = one.node
    gap = gap_words(one.gap) if one.gap else ""
    words = spoken(one)
    return Twig(
        key=node.key,
        shape=_SHAPES[node.kind],
        inside=result_word(node.value) if node.kind == END else _inside(node),
        branch=_branch(node),
        spoken=words,
        line=_line(one),
        opens=node.kind != END,
        is_open=one.is_open,
        on_best=one.on_best,
        under=short_chance(node.chance) if node.chance is not None else "",
        tags=(*_tags(node), *((("horizon", ""),) if gap else ())),
        share=float(node.value),
        shown=percent(node.value),
    )


def spoken(one: Seen) -> str:
    """A node in one sentence."""
    node = one.node
    chance = f"{short_chance(node.chance)}: " if node.chance is not None else ""
    parts = [
        f"{chance}{node.named}",
        kind_words(node) if node.kind != OTHERS else "",
        f"worth {percent(node.value)}",
        f"loses {size(node.loss, points=True)} points" if node.loss else "",
        _alike(node),
        gap_words(one.gap) if one.gap else "",
        *(word for word, _ in _tags(node)),
    ]
    return ", ".join(part for part in parts if part)


def _line(one: Seen) -> Child:
    """The same for the list, with the value first."""
    node = one.node
    extra = [kind_words(node) if node.kind != OTHERS else "", _alike(node), gap_words(one.gap) if one.gap else ""]
    return [
        el("b", percent(node.value)),
        " ",
        el("span", short_chance(node.chance), ": ") if node.chance is not None else None,
        node.named,
        f" {signed(-node.loss)} points" if node.loss else None,
        [[" ", el("span", word, cls=f"rt-tag rt-tag--{tone}" if tone else "rt-tag")] for word, tone in _tags(node)],
        el("span", bar(float(node.value)), cls="rt-reviewtree__bar"),
        el("span", ", ".join(part for part in extra if part), cls="rt-xs rt-muted rt-reviewtree__more"),
    ]


def _tags(node: Node) -> tuple[tuple[str, str], ...]:
    marks = (("best", "good", node.best), ("played", "", node.played))
    return tuple((word, tone) for word, tone, on in marks if on)


def _branch(node: Node) -> Child:
    """What stands on the branch that leads to a node."""
    if not node.depth:
        return None
    # The notation is shorter than the sentence. What else the probability belongs to is never cut off.
    more = and_more(node.more)
    room = _CUT - len(more)
    words = node.notation if len(node.says) > room and node.notation else node.says
    return el("text", cut(words, room), more, el("title", node.named), x=0, y=-7)


def _inside(node: Node) -> str:
    """V short enough to stand in a node."""
    return percent(node.value).removesuffix(" %").replace(" ", "")


def _alike(node: Node) -> str:
    """Of outcomes that are one branch: that they are worth the same, and the probability of the one that is named."""
    if not node.more:
        return ""
    likeliest = f", the likeliest of them {node.likeliest}" if node.likeliest else ""
    alone = short_chance(node.alone) if node.alone is not None else ""
    return f"all {grouped(node.alike, THIN)} worth the same{likeliest}; this one alone {alone}"


# The table ------------------------------------------------------------------------------------------------------------


def _table(controller: TreeController) -> Html:
    """Every branch that is shown, a row each."""
    rows = [_row(one) for one in controller.seen()]
    heads = ("Branch", "Kind", "Probability", "V", "Loss")
    caption = "Every node that is open, each before its branches"
    shown = table(heads, rows, caption=caption, numbers=2, cls="rt-opt rt-reviewtree__rows")
    return el("div", shown, cls="rt-scroll rt-tree__table", tabindex="0", role="region", aria_label="Tree, as a table")


def _row(one: Seen) -> Row:
    node = one.node
    steps = [whole(step) for step in node.key.split(".")[1:]]
    path = ".".join("others" if at is None else str(at + 1) for at in steps)
    loss = "" if node.loss is None else signed(-node.loss) if node.loss else "0"
    gap, alike = (
        el("span", words, cls="rt-xs rt-muted rt-reviewtree__more") if words else None
        for words in (gap_words(one.gap) if one.gap else "", _alike(node))
    )
    tags = [[" ", el("span", word, cls=f"rt-tag rt-tag--{tone}" if tone else "rt-tag")] for word, tone in _tags(node)]
    head = el("span", path, cls="rt-reviewtree__path") if path else None
    return row(
        [head, " ", node.named, tags, alike, gap],
        "others" if node.kind == OTHERS else kind_words(node),
        _spans(short_chance(node.chance)) if node.chance is not None else None,
        percent(node.value),
        loss,
        cls="best" if one.on_best else None,
        data_node=node.key,
    )


def _spans(words: str) -> Child:
    """A fraction and its percentage, each of which stays in one line."""
    first, between, rest = words.partition(" (")
    return [
        el("span", first, cls="rt-reviewtree__n"),
        [" ", el("span", f"({rest}", cls="rt-reviewtree__n")] if between else None,
    ]
