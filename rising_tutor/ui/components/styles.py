"""Styles of a page or a panel: a widget that brings them to the browser and shows nothing.

>>> styles("coach.css", "learn.css") is styles("coach.css", "learn.css")
False
>>> type(styles("coach.css", "learn.css")).__name__
'Styles_coach_learn'

In a notebook the rules of whatever stands around apply to our elements too: JupyterLab gives every button square
corners and every link the colour of its text, by rules that are heavier than one class. So a cell brings all our styles
once, in the order of the app and each of them heavier by the same weight: among themselves nothing changes.

>>> heavier(".rt-btn{color:red} @keyframes rt-k{to{top:0}}")
':root:root:root{.rt-btn{color:red} }@keyframes rt-k{to{top:0}}'
"""

import re
from functools import cache

import anywidget

from rising_tutor.render.theme import style_sheet
from rising_tutor.ui.components.assets import STATIC, script
from rising_tutor.ui.components.heartbeat import Heartbeat


def styles(*names: str) -> anywidget.AnyWidget:
    """Brings these files of `static/`."""
    return _kind(names)()


def look() -> anywidget.AnyWidget:
    """Return the widget that makes a cell of a notebook a place for our pages.

    It brings their styles, keeps keys inside a widget from being commands to the notebook, and shows in each cell that
    the kernel is gone. All cells of a kernel share one, as long as it is open: it is larger than what most of them
    show.
    """
    if not _looks or _looks[-1].comm is None:
        _looks.append(_look()())
    return _looks[-1]


def heavier(css: str) -> str:
    """The same rules, each with the weight of three classes more. Keyframes, which have none, come after them."""
    return f":root:root:root{{{_KEYFRAMES.sub('', css)}}}{''.join(_KEYFRAMES.findall(css))}"


_KEYFRAMES = re.compile(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_looks: list[anywidget.AnyWidget] = []
_BASE = "view.css"
_CELL = "cell.css"


@cache
def _kind(names: tuple[str, ...]) -> type[anywidget.AnyWidget]:
    # The browser keeps the styles of one widget under the name of its class, so each set of files has a class.
    name = "_".join(("Styles", *(name.removesuffix(".css") for name in names)))
    return _made(name, _read(*names), "export default { render() {} };")


@cache
def _look() -> type[anywidget.AnyWidget]:
    of_pages = sorted(path.name for path in STATIC.glob("*.css") if path.name not in {_BASE, _CELL})
    sheet = heavier("\n".join((style_sheet(), _read(_BASE, *of_pages, _CELL))))
    return _made("Look", sheet, script("heartbeat.js", "lost.js", "cell.js"), Heartbeat)


def _made(
    name: str, css: str, source: str, base: type[anywidget.AnyWidget] = anywidget.AnyWidget
) -> type[anywidget.AnyWidget]:
    return type(name, (base,), {"__module__": __name__, "_esm": source, "_css": css})


def _read(*names: str) -> str:
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
