"""Long work beside a page: in a thread, with progress, to be stopped at any moment.

Results come back on the loop of the kernel, so that nothing is drawn from another thread. Where no kernel runs, as in a
test or a script, the work is done at once.

>>> found = []
>>> Worker().start(lambda progress: 6 * 7, found.append)
>>> found
[42]
"""

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from IPython import get_ipython

from rising_tutor.core.memory import give_memory_back
from rising_tutor.probability.dice_turn.answer import Progress

T = TypeVar("T")

QUIET_S: Final = 0.3
"""So long nothing is said; most work is done by then."""
_EVERY_S: Final = 0.4
_LONG_S: Final = 2.0
"""Work that takes longer may have needed much memory."""


class Stopped(Exception):
    """The work was stopped, or something else is wanted by now."""


@dataclass
class _Run:
    """One piece of work."""

    loop: asyncio.AbstractEventLoop
    context: contextvars.Context
    stopped: threading.Event = field(default_factory=threading.Event)
    over: bool = False


class Worker:
    """Does one thing at a time; what is started later ends what was started before.

    Args:
        beside: whether work goes on beside its caller; None: if this is a kernel, whose loop brings the results.
    """

    def __init__(self, *, beside: bool | None = None) -> None:
        self._run: _Run | None = None
        self._beside = in_kernel() if beside is None else beside

    @property
    def busy(self) -> bool:
        return self._run is not None and not self._run.over

    def start(
        self,
        work: Callable[[Progress], T],
        done: Callable[[T], object],
        *,
        failed: Callable[[BaseException], object] | None = None,
        tell: Callable[[int, int], object] | None = None,
    ) -> None:
        """Begin.

        Args:
            work: what is to be done; it gets a function to be called with what is done and what there is to do.
            done: called with the result.
            failed: called with an exception of the work; without it, it is raised if the work is done at once.
            tell: called after `QUIET_S`, and then now and again, with what is done and what there is to do.
        """
        self.stop()
        if not self._beside:
            self._at_once(work, done, failed)
            return
        loop = asyncio.get_running_loop()
        run = self._run = _Run(loop, contextvars.copy_context())
        begun = time.monotonic()
        last = [begun]

        def progress(n: int, total: int) -> None:
            if run.stopped.is_set():
                raise Stopped
            now = time.monotonic()
            if tell is not None and now - begun > QUIET_S and now - last[0] > _EVERY_S:
                last[0] = now
                self._back(run, tell, n, total)

        def go() -> None:
            try:
                result = work(progress)
            except Stopped:
                pass
            except BaseException as fault:  # noqa: BLE001 - it is handed to the page, which says it and logs it
                self._back(run, self._end, run, failed, fault)
            else:
                self._back(run, self._end, run, done, result)
            if time.monotonic() - begun > _LONG_S:
                give_memory_back()

        if tell is not None:
            loop.call_later(QUIET_S, self._here, run, tell, (0, 0))
        threading.Thread(target=go, daemon=True, name="odds").start()

    def back(self, call: Callable[..., object], *args: Any) -> None:
        """From within the work: call something on the loop of the page, unless the work was stopped."""
        if self._run is None:
            call(*args)
        else:
            self._back(self._run, call, *args)

    def stop(self) -> None:
        """End what is being done; nothing of it comes back."""
        if self._run is not None:
            self._run.stopped.set()
            self._run.over = True
            self._run = None

    def _at_once(
        self,
        work: Callable[[Progress], T],
        done: Callable[[T], object],
        failed: Callable[[BaseException], object] | None,
    ) -> None:
        try:
            result = work(lambda _n, _total: None)
        except Exception as fault:
            if failed is None:
                raise
            failed(fault)
        else:
            done(result)

    def _back(self, run: _Run, call: Callable[..., object], *args: Any) -> None:
        run.loop.call_soon_threadsafe(self._here, run, call, args, context=run.context)

    @staticmethod
    def _here(run: _Run, call: Callable[..., object], args: tuple[Any, ...]) -> None:
        if not run.stopped.is_set() and not run.over:
            call(*args)

    @staticmethod
    def _end(run: _Run, call: Callable[..., object] | None, value: Any) -> None:
        run.over = True
        if call is not None:
            call(value)


def in_kernel() -> bool:
    """Whether this program is a Jupyter kernel.

    >>> in_kernel()
    False
    """
    return getattr(get_ipython(), "kernel", None) is not None
