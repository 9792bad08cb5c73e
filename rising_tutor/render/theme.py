"""The colours of the style sheet, light and dark, and how well one can be read on another.

The style sheet is the only place where colours are written; this reads them from there.

>>> round(contrast("#000000", "#FFFFFF"), 1)
21.0
>>> tokens(":root{--rt-ink:#102030;--rt-gap:4px} body.theme-dark{--rt-ink:#FFFFFF}", dark=True)
{'--rt-ink': '#FFFFFF'}
"""

import re
from typing import Final

_BLOCK: Final = re.compile(r"([^{}]*)\{([^{}]*)\}")
_COLOUR: Final = re.compile(r"(--rt-[a-z0-9-]+)\s*:\s*(#[0-9A-Fa-f]{6})\b")
_LIGHT: Final = ":root"
_DARK: Final = "body.theme-dark"


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


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
