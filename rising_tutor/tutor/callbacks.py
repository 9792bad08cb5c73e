"""What whoever makes a widget hands to it to be called back with, and what stands for it where nobody listens.

A guard wraps a callback, so that a fault in it becomes a sentence on the page (`app.guard`). A heed does what every
page may ask for, such as opening a rule, and gives whether it did.

>>> as_it_is(len)("abc"), unheeded("rule", "FNR-405")
(3, False)
"""

from collections.abc import Callable
from typing import Any

Guard = Callable[[Callable[..., Any]], Callable[..., Any]]
Heed = Callable[[str, str], bool]


def as_it_is(callback: Callable[..., Any]) -> Callable[..., Any]:
    """No guard."""
    return callback


def unheeded(_do: str, _arg: str) -> bool:
    """Does nothing of what a page may ask for."""
    return False


def nothing(*_: Any) -> None:
    """For what nobody listens to."""
