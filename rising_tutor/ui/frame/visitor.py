"""The browser that shows a cell of a notebook, which is whose learner the cell is about.

A kernel does not know which browser runs a cell. So the browser introduces itself when it shows the cell: before any
press can reach the kernel, but after the code of the cell has run. From then on the kernel knows that browser by the
session of its messages, also while a cell runs.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any

import anywidget

from rising_tutor.store.owners import digest_of
from rising_tutor.store.setting import is_voila
from rising_tutor.ui.components.assets import script
from rising_tutor.ui.frame.browser import is_secret

_known: dict[str, str] = {}
"""The browsers that this kernel has met, by the session of their messages."""


class Visitor(anywidget.AnyWidget):
    """Has the browser introduce itself. Invisible; one in each cell.

    Attributes:
        browser: stands in files for the browser that shows the cell; "" until one has introduced itself. It stays the
            first one: another browser that opens the same running notebook looks at this one's cell.
    """

    _esm = script("secret.js", "visitor.js")

    def __init__(self) -> None:
        super().__init__()
        self.browser = _known.get(_session(), "")
        self._met = False
        self._callback: Callable[[], object] | None = None
        self.on_msg(self._heard)

    def on_hello(self, callback: Callable[[], object]) -> None:
        """Call back when it is another browser than was expected."""
        self._callback = callback

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        hello = content.get("hello") if isinstance(content, dict) else None
        if not isinstance(hello, dict) or not is_secret(hello.get("text")):
            return
        if not hello.get("kept") and not is_voila():
            # It will be another one after a reload. Whoever works with the kernel owns the machine.
            return
        browser = digest_of(hello["text"])
        if _session():
            _known[_session()] = browser
        if not self._met:
            self._met, before, self.browser = True, self.browser, browser
            if before != browser and self._callback is not None:
                self._callback()


def _session() -> str:
    """The session of the message that is being handled; "" where there is none."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    parent: Mapping[str, Any] = getattr(shell, "get_parent", dict)()
    return str(parent.get("header", {}).get("session", ""))
