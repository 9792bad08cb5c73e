"""The report as one file: head, styles, the sections in their order.

The policy of the head lets nothing run and nothing be fetched; the one style in the page is named by its hash.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from rising_tutor.analysis.review import Review
from rising_tutor.boards import board_for
from rising_tutor.render.document import document
from rising_tutor.render.html import el
from rising_tutor.render.symbols import signs
from rising_tutor.render.theme import declarations, rules, style_sheet
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX, Verified
from rising_tutor.replay.files import save_bytes
from rising_tutor.report import account, graph, mistakes, moves, opening
from rising_tutor.report.telling import Telling

_CLASSES: Final = frozenset(
    {
        *("rt-cite", "rt-cite--gap", "rt-g", "rt-ledger", "rt-legend", "rt-mist", "rt-muted", "rt-note", "rt-panel"),
        *("rt-q", "rt-q--1", "rt-q--2", "rt-row", "rt-small", "rt-sprite", "rt-sr", "rt-tag", "rt-tag--warn", "rt-xs"),
        "sum",
    }
)
"""What the report uses of the style sheet of the pages."""
_USED: Final = re.compile(r'<use href="#([\w-]+)"')


def html_report(review: Review, verified: Verified, name: str) -> str:
    """The report of a game; `name` is what it calls the file."""
    telling = Telling(review, verified)
    main = el(
        "main",
        opening.heading(telling, name),
        opening.summary(telling),
        el("div", graph.section(telling), account.ledger(telling), cls="beside"),
        account.turning(telling),
        mistakes.section(telling),
        el("div", account.luck(telling), account.people(telling), cls="halves"),
        mistakes.rules(telling),
        moves.section(telling),
        account.method(review.label, review.ledger.n_seats, shared=telling.game.info.shared),
        el("footer", board_for(telling.game).origin_note),
    )
    title = f"{opening.title(telling)}: {telling.game.info.title}, review"
    head = '<meta name="color-scheme" content="light dark">'
    return document(title, signs(set(_USED.findall(main))), "\n", main, style=_style(), head=head, closed=True)


def write_report(review: Review, verified: Verified, path: Path) -> None:
    """Writes the report, whole or not at all.

    Raises:
        CannotStore: with the reason; what was at the path is still there.
    """
    name = Path(verified.reading.file).name
    save_bytes(path, html_report(review, verified, name).encode("utf-8"))


def report_name(name: str) -> str:
    """What to call the report of a file.

    >>> report_name("won.replay"), report_name("20261121-204412-2af905.replay.jsonl")
    ('won-report.html', '20261121-204412-2af905-report.html')
    """
    return f"{name.removesuffix(RECORD_SUFFIX).removesuffix(NOTATION_SUFFIX)}-report.html"


@cache
def _style() -> str:
    """Tokens and parts from the pages, then what only a report has. A dark page is for the screen."""
    css = style_sheet()
    own = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{declarations(css, dark=True)}}}}}"
    return "\n".join((f":root{{{declarations(css, dark=False)}}}", dark, rules(css, _CLASSES), own))
