"""What whoever makes a widget hands to it to be called back with, and what stands for it where nobody listens.

A guard wraps a callback, so that a fault in it becomes a sentence on the page (`ui.frame.guard`).

>>> as_it_is(len)("abc")
3
"""

from collections.abc import Callable
from typing import Any

Guard = Callable[[Callable[..., Any]], Callable[..., Any]]


def as_it_is(callback: Callable[..., Any]) -> Callable[..., Any]:
    """No guard."""
    return callback


def nothing(*_: Any) -> None:
    """For what nobody listens to."""
