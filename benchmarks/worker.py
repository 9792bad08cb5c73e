"""A process of its own for each contestant: one thread, a limit of time, and its largest memory.

A contestant that takes too long is stopped, so that a run always ends.
"""

import gc
import multiprocessing
import os
import resource
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Self

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class Failed(Exception):
    """A contestant gave no answer; the message says why."""


class Worker:
    """A process that is started when it is first asked, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, limit: float, function: Callable[..., Any], *args: object) -> Any:
        """What the function answers, run over there.

        Args:
            limit: seconds on the clock.
            function: of a module, so that the process can import it.
            args: picklable.

        Raises:
            Failed: it took longer, ended or raised.
        """
        if self._pipe is None:
            self._start()
        assert self._pipe is not None
        self._pipe.send((function, args))
        if not self._pipe.poll(limit):
            self.stop()
            raise Failed(f"stopped after {limit:g} s")
        try:
            answer, problem = self._pipe.recv()
        except EOFError:
            self.stop()
            raise Failed("the process ended") from None
        if problem:
            raise Failed(problem)
        return answer

    def _start(self) -> None:
        # Libraries read these when they are imported; CPU time of idle threads would count.
        os.environ.update(dict.fromkeys(THREADS, "1"))
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def serve(pipe: Connection) -> None:
    """Answers until the other end is closed."""
    while True:
        try:
            function, args = pipe.recv()
        except EOFError:
            return
        gc.collect()  # nobody pays for what a run before has left
        try:
            answer, problem = function(*args), ""
        except Exception as error:  # noqa: BLE001  # the run goes on and prints it
            answer, problem = None, f"{type(error).__name__}: {error}"
        pipe.send((answer, problem))


def largest_memory() -> int:
    """The largest resident memory of this process so far, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
