"""The signs of all pages: our own drawings, one hidden sprite a page, in the colour of the text around them.

>>> symbol("Water")
'<svg class="rt-g rt-g--water" role="img" aria-label="Water"><use href="#g-water"></use></svg>'
"""

import re
from collections.abc import Collection
from functools import cache, lru_cache
from importlib.resources import files

from rising_tutor.render.html import Html, el

_SYMBOL = re.compile(r'(<symbol id="([\w-]+)".*?</symbol>)', re.DOTALL)
_OTHER = re.compile(r"[^a-z0-9]+")
_HEAD = '<svg class="rt-sprite" aria-hidden="true" focusable="false">'


@cache
def sprite() -> Html:
    """All signs, hidden; `use` finds them by name. Stands once in a page."""
    return Html(files(__package__).joinpath("sprite.svg").read_text(encoding="utf-8").strip())


def signs(names: Collection[str]) -> Html:
    """A sprite of these signs alone, for a page that needs few."""
    found = _SYMBOL.findall(sprite())
    return Html(f"{_HEAD}{''.join(symbol for symbol, name in found if name in names)}</svg>")


@lru_cache(maxsize=2048)
def use(name: str, *, cls: str = "", label: str = "") -> Html:
    """A sign of the sprite; without a label it is hidden from those who listen."""
    return el(
        "svg",
        el("use", href=f"#{name}"),
        cls=cls or None,
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )


def sign(word: str) -> str:
    """The name of the drawing of a symbol: its word.

    >>> sign("Earth")
    'g-earth'
    """
    return f"g-{_OTHER.sub('-', word.lower())}"


def symbol(word: str, *, label: bool = True) -> Html:
    """The sign of a symbol in its colour, as high as the text beside it."""
    name = sign(word)
    return glyph(name, word if label else "", f"rt-g--{name.removeprefix('g-')}")


def glyph(name: str, label: str = "", cls: str = "") -> Html:
    """A sign as high as the text beside it."""
    return use(name, cls=f"rt-g {cls}".strip(), label=label)
