"""Processes that work for this one, and end when it does, whatever ended it.

A process that is killed can tell nobody. So each worker looks itself whether its parent is still there, in a thread of
its own, beside whatever it works on.

>>> with workers(1) as pool:
...     pool.submit(max, 2, 3).result()
3
"""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from rising_tutor.core.registry import Entry, register

LOOK_S: Final = 1.0
"""So often a worker looks."""


def workers(n: int, known: Entry | None = None) -> ProcessPoolExecutor:
    """So many processes, started when there is work for them.

    Args:
        known: a game that they have to know, beside those that come with the package.
    """
    return ProcessPoolExecutor(n, initializer=_begin, initargs=(known,))


def _begin(known: Entry | None) -> None:
    end_with_parent()
    # The parent decides when to stop; a worker that is interrupted too would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if known is not None:
        register(known)


def end_with_parent() -> None:
    """From now on this process ends when the one that started it is gone."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    # Whoever loses its parent gets another one at once; only where a server in between starts processes that tells
    # nothing, and there the pipe to the parent is closed.
    others = os.getppid() if os.getppid() == parent.pid else None

    def watch() -> None:
        while parent.is_alive() and others in (None, os.getppid()):
            parent.join(LOOK_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="end with parent").start()
