"""The only way for text to reach a page: a builder that escapes everything it is given.

ipywidgets and anywidget put HTML into the page as it is, and no script policy of the server stops what is in it. So
HTML is made of `el` and `join` alone; what is not `Html` already is escaped.

>>> el("b", "a < b", cls="rt-x")
'<b class="rt-x">a &lt; b</b>'
>>> el("a", "go", href="javascript:alert(1)")
Traceback (most recent call last):
    ...
ValueError: not an address inside the page: 'javascript:alert(1)'
"""

import html
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias, Union


class Html(str):
    """A text that is HTML already. Made by this module; nobody else calls it with what came from outside."""

    __slots__ = ()


Child: TypeAlias = Union[Html, str, int, Iterable["Child"], None]  # noqa: UP007 - names itself
Attribute: TypeAlias = str | int | float | bool | None

EMPTY: Final = Html("")

_NAME: Final = re.compile(r"[a-z][a-z0-9-]*\Z", re.IGNORECASE)
_INSIDE: Final = re.compile(r"#[A-Za-z0-9_./?=&%+-]*\Z")
_VOID: Final = frozenset({"br", "hr", "img", "input"})
_NEVER: Final = frozenset({"script", "style", "iframe", "object", "embed", "link", "meta", "base"})
#: Control characters, and those that turn the direction of the text around them.
_ODD: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_UNSEEN: Final = re.compile(f"[{_ODD}]")
#: Most texts: all of it stands for itself.
_PLAIN: Final = re.compile(rf"""[^&<>"'{_ODD}]*\Z""")


def escape(text: object) -> Html:
    """The text for HTML, also inside a quoted attribute; characters that nobody sees become a sign."""
    said = str(text)
    return Html(said if _PLAIN.match(said) else html.escape(_UNSEEN.sub("\ufffd", said), quote=True))


def join(*children: Child) -> Html:
    """Children one after the other; None is nothing."""
    written: list[str] = []
    _write(children, written)
    return Html("".join(written))


def el(tag: str, /, *children: Child, cls: str | None = None, **attributes: Attribute) -> Html:
    """An element.

    Args:
        cls: the class names.
        attributes: `_` stands for `-` and a last one is dropped (`for_`); True writes the bare name, None and False
            leave the attribute out.

    Raises:
        ValueError: a name that is none, an element or attribute that could run a program, an address that leads
            outside the page.
    """
    written = [_opening(tag, cls or "")]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        name, is_address = _attribute(key)
        if is_address and not _INSIDE.match(str(value)):
            raise ValueError(f"not an address inside the page: {value!r}")
        if value is True:
            written.append(f" {name}")
        else:
            # A number has nothing to escape.
            written.append(f' {name}="{value if type(value) is int else escape(value)}"')
    written.append(">")
    if tag in _VOID:
        return Html("".join(written))
    _write(children, written)
    written.append(f"</{tag}>")
    return Html("".join(written))


@lru_cache(maxsize=4096)
def _opening(tag: str, cls: str) -> str:
    """The beginning of a tag with its classes: a page has few different ones, each very often."""
    if not _NAME.match(tag) or tag.lower() in _NEVER:
        raise ValueError(f"not an element for a page: {tag!r}")
    return f'<{tag} class="{escape(cls)}"' if cls else f"<{tag}"


@lru_cache(maxsize=1024)
def _attribute(key: str) -> tuple[str, bool]:
    """The name of an attribute, and whether its value is an address."""
    name = key.rstrip("_").replace("_", "-")
    if not _NAME.match(name) or name.lower().startswith("on") or name.lower() in {"style", "srcdoc", "src"}:
        raise ValueError(f"not an attribute for a page: {name!r}")
    return name, name.lower() in {"href", "action", "formaction"}


def _write(children: Iterable[Child], to: list[str]) -> None:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Html):
            to.append(child)
        elif isinstance(child, (str, int)):
            to.append(escape(child))
        else:
            _write(child, to)
