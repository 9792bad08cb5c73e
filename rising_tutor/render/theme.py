"""The colours of the style sheet, light and dark, and how well one can be read on another.

The style sheet is the only place where colours are written; this reads them from there.

>>> round(contrast("#000000", "#FFFFFF"), 1)
21.0
>>> tokens(".rt-look{--rt-ink:#102030;--rt-gap:4px} .rt-look.theme-dark{--rt-ink:#FFFFFF}", dark=True)
{'--rt-ink': '#FFFFFF'}
"""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

_BLOCK: Final = re.compile(r"([^{}]*)\{([^{}]*)\}")
_COLOUR: Final = re.compile(r"(--rt-[a-z0-9-]+)\s*:\s*(#[0-9A-Fa-f]{6})\b")
_LIGHT: Final = ".rt-look"
_DARK: Final = ".rt-look.theme-dark"
_ROOT: Final = ":where(.rt-app)"
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT: Final = re.compile(r"@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_CLASS: Final = re.compile(r"\.([A-Za-z][\w-]*)")
_WAYS: Final = re.compile(r":(is|where|not|has)\(([^()]*)\)")
_BETWEEN: Final = re.compile(r",(?![^()]*\))")


def tokens(css: str, *, dark: bool) -> dict[str, str]:
    """The colours by name; the dark ones lie over the light ones."""
    found: dict[str, str] = {}
    wanted = (_LIGHT, _DARK) if dark else (_LIGHT,)
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for name in wanted:
        for selector, body in _BLOCK.findall(css):
            if any(part.strip() == name for part in selector.split(",")):
                found.update(_COLOUR.findall(body))
    return found


@cache
def style_sheet() -> str:
    """The style sheet of the pages."""
    return Path(__file__).with_name("rising.css").read_text(encoding="utf-8")


def declarations(css: str, *, dark: bool) -> str:
    """All that the style sheet sets for a theme, colours and the rest, without its selector.

    >>> declarations(".rt-look,.rt-app{--rt-ink:#102030; --rt-gap:4px} b{color:red}", dark=False)
    '--rt-ink:#102030; --rt-gap:4px'
    """
    wanted = _DARK if dark else _LIGHT
    found = [
        " ".join(body.split())
        for selector, body in _BLOCK.findall(_COMMENT.sub("", css))
        if any(part.strip() == wanted for part in selector.split(","))
    ]
    return ";".join(found)


def rules(css: str, classes: Collection[str]) -> str:
    r"""The rules about bare elements and about these classes alone, for a page that has little of what the app has.

    >>> rules(":where(.rt-app) p{margin:0} .a{top:0} .a .b{top:1px} @media print{.a{top:2px}}", {"a"})
    'p{margin:0}\n.a{top:0}'
    """
    kept = []
    # In a page of its own nothing else has to be left alone.
    for selector, body in _BLOCK.findall(_AT.sub("", _COMMENT.sub("", css)).replace(f"{_ROOT} ", "")):
        parts = [part.strip() for part in _BETWEEN.split(selector)]
        fit = [part for part in parts if part not in (_LIGHT, _ROOT) and set(_CLASS.findall(part)) <= set(classes)]
        if fit:
            kept.append(f"{','.join(fit)}{{{' '.join(body.split())}}}")
    return "\n".join(kept)


def rules_inside(css: str, classes: Collection[str], root: str = "") -> str:
    r"""The rules about these classes, with what depends on the width of our own elements.

    Args:
        root: the selector of the element that they are to stay in, with as much weight as they need there.

    >>> css = ".rt-a{top:0} .rt-b{top:1px} @container rt (width<9px){:is(.rt-a,.rt-b) p{top:2px} .rt-b{top:3px}}"
    >>> rules_inside(css, {"rt-a"})
    '.rt-a{top:0}@container rt (width<9px){:is(.rt-a,.rt-b) p{top:2px}}'
    >>> rules_inside(":where(.rt-app) p{top:0} .rt-app .rt-a{top:1px} .rt-a{top:2px}", {"rt-a"}, ".x")
    '.x p{top:0}.rt-app.x .rt-a{top:1px}.x .rt-a{top:2px}'
    """
    kept, css, at = [], _COMMENT.sub("", css), 0
    for found in _AT.finditer(css):
        kept.append(_fitting(css[at : found.start()], classes, root))
        head, _, body = found[0].partition("{")
        inner = _fitting(body.rpartition("}")[0], classes, root)
        kept.append(f"{head.strip()}{{{inner}}}" if inner else "")
        at = found.end()
    return "".join([*kept, _fitting(css[at:], classes, root)])


def _fitting(css: str, classes: Collection[str], root: str) -> str:
    kept = []
    for selector, body in _BLOCK.findall(css):
        parts = [part.strip() for part in _BETWEEN.split(selector)]
        fit = [_inside(part, root) for part in parts if _fits(part, classes)]
        if fit:
            kept.append(f"{','.join(fit)}{{{' '.join(body.split())}}}")
    return "".join(kept)


def _fits(selector: str, classes: Collection[str]) -> bool:
    """Whether a selector is about one of our elements that has only these classes; themes are those of the page."""

    def any_of(found: re.Match[str]) -> str:
        ways = found[2].split(",")
        # What an element is not may be anything.
        return "" if found[1] == "not" else next((way for way in ways if _fits_all(way, classes)), ways[0])

    while _WAYS.search(selector):
        selector = _WAYS.sub(any_of, selector)
    return "rt-" in selector and _fits_all(selector, classes)


def _fits_all(selector: str, classes: Collection[str]) -> bool:
    return {name for name in _CLASS.findall(selector) if name.startswith("rt-")} <= {"rt-app", *classes}


def _inside(selector: str, root: str) -> str:
    if not root:
        return selector
    if _ROOT in selector:
        return selector.replace(_ROOT, root, 1)
    return selector.replace(".rt-app", f".rt-app{root}", 1) if ".rt-app" in selector else f"{root} {selector}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
