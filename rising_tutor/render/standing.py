"""A drawing that stands by itself in somebody else's page, such as the output of a cell.

It brings the rules and signs that it needs. Nothing in it can be pressed. Every rule stays inside the
element, in the colours of the page around it.

>>> from rising_tutor.render.html import el
>>> shown = standing(el("p", "3 of 7", cls="rt-muted"))
>>> "<p class=" in shown, ".rt-muted" in shown, ".rt-teamrow" in shown
(True, True, False)
"""

import re
from collections.abc import Collection
from typing import Final
from zlib import crc32

from rising_tutor.render.html import Html
from rising_tutor.render.symbols import signs
from rising_tutor.render.theme import rules_inside, style_sheet

_CLASSES: Final = re.compile(r'\bclass="([^"]*)"')
_USES: Final = re.compile(r'\bhref="#([\w-]+)"')
_PRESSED: Final = re.compile(r"<(/?)(?:button|a)\b")
_CONTROL: Final = re.compile(
    r" (?:data-(?:do|arg|at|key|hot|hot-near|rove|item|zone|near)|type|tabindex|href|aria-(?:pressed|expanded))"
    r'(?:="[^"]*")?'
)
_TAG: Final = re.compile(r"<(?!use\b)[a-zA-Z][^>]*>")
_OWN: Final = """\
ROOT{padding:12px;border-radius:var(--rt-r-m);background:var(--rt-paper);overflow-x:auto}\
.rt-standing :is(h2,h3,p,ul,ol,li,dl,dt,dd,table,svg){margin:0;padding:0}\
.rt-standing table{border:0;color:inherit;font-size:14px;width:100%;table-layout:auto}\
.rt-standing :is(th,td){text-align:left;max-width:none;padding:4px 8px;font-weight:400}\
ROOT tr:nth-child(n){background:none}ROOT :is(th,td).n{text-align:right}\
ROOT .rt-cite{cursor:default}ROOT.rt-app .rt-btn{display:none}"""


def standing(drawn: Html, *css: str) -> Html:
    """The drawing with what it needs around it.

    Args:
        css: further style sheets that it is drawn by.
    """
    still = at_rest(drawn)
    classes = {"rt-app", "rt-sprite", "rt-sr", *(one for found in _CLASSES.findall(still) for one in found.split())}
    # Each has a class of its own, so that the few rules of another one in the same page do not lie over these; together
    # with the first it weighs more than what a notebook says of elements in its outputs.
    own = f"rt-{crc32(still.encode()):08x}"
    root = f".rt-standing.{own}"
    style = "".join(rules_inside(sheet, classes, root) for sheet in (style_sheet(), *css))
    style = f"<style>{_OWN.replace('ROOT', root)}{style}</style>"
    return Html(f'<div class="rt-app rt-standing {own}">{style}{_needed(_USES.findall(still))}{still}</div>')


def at_rest(drawn: Html) -> Html:
    """The drawing without what can be pressed.

    >>> at_rest(Html('<button type="button" data-do="roll" class="rt-btn">Roll</button>'))
    '<span class="rt-btn">Roll</span>'
    """
    return Html(_TAG.sub(lambda tag: _CONTROL.sub("", tag[0]), _PRESSED.sub(r"<\1span", drawn)))


def _needed(names: Collection[str]) -> str:
    return signs(names) if names else ""
