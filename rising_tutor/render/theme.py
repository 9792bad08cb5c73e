"""The colours of the style sheet, light and dark, and how well one can be read on another.

The style sheet is the only place where colours are written; this reads them from there.

>>> round(contrast("#000000", "#FFFFFF"), 1)
21.0
>>> tokens(".rt-look{--rt-ink:#102030;--rt-gap:4px} .rt-look.theme-dark{--rt-ink:#FFFFFF}", dark=True)
{'--rt-ink': '#FFFFFF'}
"""

import re
from collections.abc import Collection
from functools import cache, lru_cache
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
    for name in (_LIGHT, _DARK) if dark else (_LIGHT,):
        for body in _bodies(css, name):
            found.update(_COLOUR.findall(body))
    return found


def _bodies(css: str, name: str) -> list[str]:
    """What stands in the rules of a selector."""
    blocks = _BLOCK.findall(_COMMENT.sub("", css))
    return [body for selector, body in blocks if any(part.strip() == name for part in selector.split(","))]


@cache
def style_sheet() -> str:
    """The style sheet of the pages."""
    return Path(__file__).with_name("rising.css").read_text(encoding="utf-8")


def declarations(css: str, *, dark: bool) -> str:
    """All that the style sheet sets for a theme, colours and the rest, without its selector.

    >>> declarations(".rt-look,.rt-app{--rt-ink:#102030; --rt-gap:4px} b{color:red}", dark=False)
    '--rt-ink:#102030; --rt-gap:4px'
    """
    return ";".join(" ".join(body.split()) for body in _bodies(css, _DARK if dark else _LIGHT))


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
    there = frozenset({"rt-app", *classes})
    kept = []
    for head, found in _parsed(css):
        inner = _fitting(found, there, root)
        kept.append(f"{head}{{{inner}}}" if head and inner else inner)
    return "".join(kept)


_Rules = tuple[tuple[tuple[str, ...], str], ...]
"""Rules of a style sheet, each as its selectors and its body."""


@lru_cache(maxsize=16)
def _parsed(css: str) -> tuple[tuple[str, _Rules], ...]:
    """A style sheet in its order: rules that hold always, under "", and those under a condition, such as a width."""
    css, at = _COMMENT.sub("", css), 0
    parts = []
    for found in _AT.finditer(css):
        head, _, body = found[0].partition("{")
        parts += [("", _rules_of(css[at : found.start()])), (head.strip(), _rules_of(body.rpartition("}")[0]))]
        at = found.end()
    return (*parts, ("", _rules_of(css[at:])))


def _rules_of(css: str) -> _Rules:
    return tuple(
        (tuple(part.strip() for part in _BETWEEN.split(selector)), " ".join(body.split()))
        for selector, body in _BLOCK.findall(css)
    )


def _fitting(rules: _Rules, classes: frozenset[str], root: str) -> str:
    kept = []
    for parts, body in rules:
        fit = [_inside(part, root) for part in parts if _fits(part, classes)]
        if fit:
            kept.append(f"{','.join(fit)}{{{body}}}")
    return "".join(kept)


def _fits(selector: str, classes: frozenset[str]) -> bool:
    """Whether a selector is about one of our elements that has only these classes; themes are those of the page."""

    def any_of(found: re.Match[str]) -> str:
        ways = found[2].split(",")
        # What an element is not may be anything.
        return "" if found[1] == "not" else next((way for way in ways if _named(way) <= classes), ways[0])

    while _WAYS.search(selector):
        selector = _WAYS.sub(any_of, selector)
    return "rt-" in selector and _named(selector) <= classes


@lru_cache(maxsize=4096)
def _named(selector: str) -> frozenset[str]:
    """Our classes that a selector names."""
    return frozenset(name for name in _CLASS.findall(selector) if name.startswith("rt-"))


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
