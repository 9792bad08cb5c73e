"""Memory that a process has freed and keeps for itself, given back to the system.

>>> give_memory_back()
"""

import gc
from collections.abc import Callable
from ctypes import CDLL
from functools import cache


def give_memory_back() -> None:
    """Returns what is free; does nothing on a system that cannot be asked for that."""
    gc.collect()
    trim = malloc_trim()
    if trim is not None:
        trim(0)


@cache
def malloc_trim() -> Callable[[int], object] | None:
    """The function of the C library that does it; None where there is none."""
    try:
        found: Callable[[int], object] | None = getattr(CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):
        return None
    return found
