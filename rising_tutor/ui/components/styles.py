"""Styles of a page or a panel: a widget that brings them to the browser and shows nothing.

>>> styles("coach.css", "learn.css") is styles("coach.css", "learn.css")
False
>>> type(styles("coach.css", "learn.css")).__name__
'Styles_coach_learn'
"""

from functools import cache

import anywidget

from rising_tutor.render.theme import style_sheet
from rising_tutor.ui.components.assets import STATIC


def styles(*names: str) -> anywidget.AnyWidget:
    """Brings these files of `static/`."""
    return _kind(names)()


def look() -> anywidget.AnyWidget:
    """Brings the look of the pages, and what is other in a cell of a notebook, where no template brings it."""
    return _kind(("cell.css",), style_sheet())()


@cache
def _kind(names: tuple[str, ...], before: str = "") -> type[anywidget.AnyWidget]:
    # The browser keeps the styles of one widget under the name of its class, so each set of files has a class.
    return type(
        "_".join(("Styles", *(name.removesuffix(".css") for name in names))),
        (anywidget.AnyWidget,),
        {
            "__module__": __name__,
            "_esm": "export default { render() {} };",
            "_css": "\n".join((before, *((STATIC / name).read_text(encoding="utf-8") for name in names))),
        },
    )
