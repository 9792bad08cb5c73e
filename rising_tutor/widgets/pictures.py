"""What results look like in a notebook: a state shows its table, a ledger its sums, a tree its drawing.

The engine knows nothing of it, and nothing here loads the engine: IPython is told the names of the types (`register`,
called when the package is imported where IPython runs), so a type costs nothing before one of its values comes up, and
a program without a notebook pays for no picture. `picture` gives the same to code:

>>> from fractions import Fraction
>>> from rising_tutor.probability.dice_turn.answer import Amount
>>> "<b>2/27</b>" in picture(Amount.exact(Fraction(2, 27)))
True

Each picture stands by itself: its styles and signs are in it, it follows the light or dark of the notebook, and nothing
in it can be pressed. Values of no such type are left to IPython.
"""

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from fractions import Fraction

    from rising_tutor.analysis.ledger import Ledger, LedgerLine
    from rising_tutor.analysis.review import Review
    from rising_tutor.analysis.tree import DecisionTree
    from rising_tutor.probability.dice_turn.answer import Amount
    from rising_tutor.render.html import Html
    from rising_tutor.widgets.moves import Moves

_MOST_LINES: Final = 12
_FILE: Final = "rt-treefile"
_WORDS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def picture(what: Any) -> "Html | None":
    """The value as HTML that stands by itself; None for one that has no picture."""
    for kind in type(what).__mro__:
        name = (kind.__module__, kind.__qualname__)
        # A type of Python's own: drawn where somebody asks, and otherwise shown as everywhere.
        draw = _fraction if name == _FRACTION else _DRAWN.get(name)
        if draw is not None:
            drawn: Html | None = draw(what)
            return drawn
    return None


def register() -> None:
    """Let the IPython that runs here show the pictures. Without one nothing happens."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return
    formatters = shell.display_formatter.formatters
    for (module, name), draw in _DRAWN.items():
        formatters["text/html"].for_type_by_name(module, name, draw)
    formatters["image/svg+xml"].for_type_by_name(*_TREE, tree_svg)


def tree_svg(tree: "DecisionTree") -> str:
    """What is open of a tree as an SVG file.

    Light or dark it is as the page that it stands in, which a notebook and VS Code tell by marks; as an image, which
    sees no page, as its reader's system. Its own ground lies under it, so it can be read on any other.
    """
    from rising_tutor.render.standing import at_rest  # noqa: PLC0415 - see above
    from rising_tutor.render.theme import declarations, rules_inside, style_sheet  # noqa: PLC0415 - see above
    from rising_tutor.ui.components.assets import STATIC  # noqa: PLC0415 - see above
    from rising_tutor.ui.replays.tree.drawn import drawing  # noqa: PLC0415 - see above

    found = re.search(r"<svg .*</svg>", at_rest(drawing(tree)), re.DOTALL)
    assert found is not None
    head, _, body = found[0].replace('class="', f'class="{_FILE} ', 1).partition(">")
    classes = {one for names in re.findall(r'class="([^"]*)"', found[0]) for one in names.split()}
    css = rules_inside((STATIC / "tree.css").read_text(encoding="utf-8"), classes)
    light, dark = (declarations(style_sheet(), dark=dark) for dark in (False, True))
    themes = (
        f"svg.{_FILE}{{{light};background:var(--rt-paper)}}"
        f"@media(prefers-color-scheme:dark){{svg.{_FILE}{{{dark}}}}}"
        f":is([data-jp-theme-light=true],.vscode-light) svg.{_FILE}{{{light}}}"
        f":is([data-jp-theme-light=false],.vscode-dark,.vscode-high-contrast) svg.{_FILE}{{{dark}}}"
    )
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{themes}{css}</style>{body}'


# ---------------------------------------------------------------------------------------------------------------------


def _state(state: Any) -> "Html | None":
    """The table of a position, as everybody sees it; of a value that is no position of a loaded game nothing."""
    from rising_tutor.boards import board_for  # noqa: PLC0415 - see above
    from rising_tutor.boards.ports import Look  # noqa: PLC0415 - see above
    from rising_tutor.core.registry import loaded_games  # noqa: PLC0415 - see above
    from rising_tutor.render.html import EMPTY, join  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above
    from rising_tutor.tutor.replay.given import game_of_state  # noqa: PLC0415 - see above
    from rising_tutor.ui.components.assets import STATIC  # noqa: PLC0415 - see above

    games = loaded_games()
    game = game_of_state(state, games) if games else None
    if game is None:
        return None
    board = board_for(game)
    # Nobody can open anything in a picture.
    whole = tuple(f"{part}:{at}" for part in ("loc", "team") for at in range(max(3, game.info.max_seats)))
    look = Look(live=False, open=whole, id=f"s{id(state):x}")
    parts = board.parts(game.view(state, None), look)
    shown = join(*(parts[name] for name in ("rail", "table") if name in parts))
    note = EMPTY if board.origin_note in shown else board.origin_note
    return standing(join(shown, note), (STATIC / "view.css").read_text(encoding="utf-8"))


def _move(move: Any) -> "Html":
    """A choice or an outcome in words, from the names of its type and its fields."""
    from rising_tutor.render.html import el, join  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above

    name = _WORDS.sub(" ", type(move).__name__).capitalize()
    facts = [f"{field} {getattr(move, field)}" for field in move.__struct_fields__]
    return standing(el("p", el("b", name), join(f": {', '.join(facts)}") if facts else None))


def _moves(moves: "Moves") -> "Html":
    """The choices of a position, with the number of each in the list."""
    from rising_tutor.render.html import el  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above
    from rising_tutor.render.tables import table  # noqa: PLC0415 - see above

    if not moves:
        return standing(el("p", "Nobody has to choose."))
    rows = [(f"[{at}]", word, text) for at, (word, text) in enumerate(zip(moves.words, moves.written, strict=True))]
    return standing(table(("", "Choice", "In a record"), rows, caption="What can be chosen"))


def _fraction(fraction: "Fraction") -> "Html":
    """A fraction of which nobody told what it is: exact, and as a decimal."""
    from rising_tutor.render.html import el  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above

    return standing(el("p", el("b", str(fraction)), f" = {float(fraction):.6g}"))


def _amount(amount: "Amount") -> "Html":
    from rising_tutor.probability.percents import percent  # noqa: PLC0415 - see above
    from rising_tutor.render.html import el  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above

    number = str(amount.fraction) if amount.fraction is not None else f"{amount.decimal:.12g}"
    value = amount.fraction if amount.fraction is not None else amount.decimal
    short = percent(value) if 0 <= amount.decimal <= 1 else f"{amount.decimal:.4g}"
    tag = el("span", amount.method, cls="rt-tag rt-tag--good")
    return standing(el("p", el("b", number), f" = {short} ", tag))


def _review(review: "Review") -> "Html":
    from rising_tutor.boards.reviewed import ledger_sum  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above

    return standing(ledger_sum(review))


def _ledger(ledger: "Ledger") -> "Html":
    """The sums, and the lines that brought most."""
    from rising_tutor.analysis.review.words import points, signed  # noqa: PLC0415 - see above
    from rising_tutor.render.html import el, join  # noqa: PLC0415 - see above
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above
    from rising_tutor.render.tables import row, table  # noqa: PLC0415 - see above

    names = dict(ledger.sources)
    sums: list[Any] = [
        ("At the start", points(ledger.start)),
        *((f"Luck: {names[source]}", signed(luck)) for source, luck in ledger.luck_by_source().items() if luck),
        *((f"Skill: Player {seat + 1}", signed(skill)) for seat, skill in ledger.skill_by_seat().items()),
        ("Beyond the horizon", signed(ledger.horizon)),
        row("Result" if ledger.finished else "At the last line", points(ledger.result), cls="sum"),
    ]
    most = sorted(ledger.lines, key=_size, reverse=True)[:_MOST_LINES]
    lines = [
        (str(line.line), line.where, line.move, line.fault or line.kind, signed(line.amount))
        for line in sorted(most, key=lambda line: line.line)
        if _size(line)
    ]
    heads = ("Line", "Where", "Move", "What", "Points")
    said = f"The {len(lines)} of {len(ledger.lines)} lines that brought most; to_arrow() gives all."
    return standing(
        join(
            table((), sums, caption="What the chance to win is made of, in points", cls="rt-ledger"),
            el("p", said, cls="rt-small rt-muted") if lines else None,
            table(heads, lines, caption=said, numbers=4) if lines else None,
        )
    )


def _size(line: "LedgerLine") -> Any:
    return abs(line.amount)


def _tree(tree: "DecisionTree") -> "Html":
    from rising_tutor.render.standing import standing  # noqa: PLC0415 - see above
    from rising_tutor.ui.components.assets import STATIC  # noqa: PLC0415 - see above
    from rising_tutor.ui.replays.tree.drawn import drawing  # noqa: PLC0415 - see above

    return standing(drawing(tree), (STATIC / "tree.css").read_text(encoding="utf-8"))


_TREE: Final = ("rising_tutor.analysis.tree", "DecisionTree")
_FRACTION: Final = ("fractions", "Fraction")
_DRAWN: Final[dict[tuple[str, str], Callable[[Any], Any]]] = {
    ("msgspec", "Struct"): _state,
    ("rising_tutor.core.action", "Action"): _move,
    ("rising_tutor.core.action", "Outcome"): _move,
    ("rising_tutor.probability.dice_turn.answer", "Amount"): _amount,
    ("rising_tutor.analysis.review", "Review"): _review,
    ("rising_tutor.analysis.ledger", "Ledger"): _ledger,
    ("rising_tutor.widgets.moves", "Moves"): _moves,
    _TREE: _tree,
}
"""Module and name of each type with its picture; the nearest type of a value counts. A state may be any struct."""
