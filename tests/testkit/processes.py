"""Whether a process has ended, also where nobody has asked for its exit code yet."""

import time
from collections.abc import Callable
from contextlib import suppress

import psutil


def alive(process: psutil.Process) -> bool:
    """Whether a process does anything still. One that has ended and that its parent has not asked about is a zombie."""
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def wait_until(what: Callable[[], object], seconds: float = 90) -> None:
    """Waits until something holds.

    Raises:
        AssertionError: it did not in time.
    """
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)
