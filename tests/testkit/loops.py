"""A loop of its own for a test that awaits."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

R = TypeVar("R")


def finish(test: Coroutine[Any, Any, R]) -> R:
    """Run this to its end on a loop of its own: after a browser test, Playwright's loop still runs in the main thread.

    >>> async def answer() -> int:
    ...     return 42
    >>> finish(answer())
    42
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, test).result()
