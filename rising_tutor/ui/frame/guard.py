"""What stands between a callback and the learner, and between a text and the page.

An exception in a widget's callback reaches no cell, and Voila shows nothing: the button is simply dead. So every
callback is wrapped by `guarded`, which gives the learner a sentence and the log of the server the traceback.

ipywidgets' HTML puts its value into the page as it is, and no script policy of the server stops what is in it. So every
text that comes from a file or a person goes through `h`.
"""

import functools
import html
import logging
import sys
from collections.abc import Callable
from typing import ParamSpec, TextIO, TypeVar

from rising_tutor.errors import RisingTutorError

P = ParamSpec("P")
R = TypeVar("R")

FAILED = "That step failed; your game is kept."

_log = logging.getLogger("rising_tutor.ui")


class _Terminal(logging.StreamHandler[TextIO]):
    """The one handler of ours; whoever listens too, such as a test, does not stand in for it."""


def _ready_log() -> logging.Logger:
    """Let the log speak to the terminal of the server: a kernel's own `sys.stderr` is lost in Voila."""
    ours = any(isinstance(handler, _Terminal) for handler in _log.handlers)
    if not ours and sys.__stderr__ is not None:
        handler = _Terminal(sys.__stderr__)
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        _log.addHandler(handler)
        _log.propagate = False
    return _log


def h(text: object) -> str:
    """Escape a text for HTML, also inside a quoted attribute."""
    return html.escape(str(text), quote=True)


def guarded(say: Callable[[str], None]) -> Callable[[Callable[P, R]], Callable[P, R | None]]:
    """Wrap a callback: the learner gets a sentence, the log gets the traceback.

    Args:
        say: shows a sentence, as plain text, in a line with `role=alert`. A mistake of the user (`RisingTutorError`) is
            said in its own words, anything else as `FAILED`.
    """

    def wrap(callback: Callable[P, R]) -> Callable[P, R | None]:
        @functools.wraps(callback)
        def run(*args: P.args, **kwargs: P.kwargs) -> R | None:
            try:
                return callback(*args, **kwargs)
            except RisingTutorError as mistake:
                say(mistake.said)
            except Exception:  # noqa: BLE001 - whatever it is, the learner must hear of it and the server must log it
                report_fault(getattr(callback, "__qualname__", repr(callback)))
                say(FAILED)
            return None

        return run

    return wrap


def report_fault(where: str) -> None:
    """Write the exception being handled to the terminal of the server."""
    _ready_log().exception("in %s", where)
