"""Long work beside a page: in a thread, with progress, to be stopped at any moment.

Results come back on the loop of the kernel, so that nothing is drawn from another thread. Where no kernel runs, as in a
test or a script, the work is done at once.

>>> found = []
>>> Background().start(lambda progress: 6 * 7, found.append)
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
from rising_tutor.tutor.callbacks import Guard, as_it_is, nothing

T = TypeVar("T")

QUIET_S: Final = 0.3
"""So long nothing is said; most work is done by then."""
_EVERY_S: Final = 0.4
_LONG_S: Final = 2.0
"""Work that takes longer may have needed much memory."""


class Stopped(Exception):
    """The work was stopped, or something else is wanted by now."""


@dataclass
class _Job:
    """One piece of work, and who hears of it."""

    work: Callable[[Progress], Any]
    done: Callable[[Any], object]
    failed: Callable[[BaseException], object] | None
    tell: Callable[[int, int], object]
    changed: Callable[[], object]
    dropped: Callable[[], object]
    stopped: threading.Event = field(default_factory=threading.Event)
    over: bool = False
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    loop: asyncio.AbstractEventLoop | None = None


class Background:
    """Does one thing at a time; what is started later ends what was started before.

    Args:
        beside: whether work goes on beside its caller; None: if this is a kernel, whose loop brings the results.
        guard: wraps all that is called back.

    Attributes:
        counting: what is done and what there is to do, once that was told; None while nothing is to be said.
    """

    def __init__(self, *, beside: bool | None = None, guard: Guard = as_it_is) -> None:
        self._job: _Job | None = None
        self._thread = threading.local()
        self._beside = in_kernel() if beside is None else beside
        self._guard = guard
        self.counting: tuple[int, int] | None = None

    @property
    def busy(self) -> bool:
        return self._job is not None and not self._job.over

    def start(
        self,
        work: Callable[[Progress], T],
        done: Callable[[T], object],
        *,
        failed: Callable[[BaseException], object] | None = None,
        tell: Callable[[int, int], object] = nothing,
        changed: Callable[[], object] = nothing,
        dropped: Callable[[], object] = nothing,
    ) -> None:
        """Begin.

        Args:
            work: what is to be done; it gets a function to be called with what is done and what there is to do.
            failed: called with an exception of the work; without it, it is raised, which is for the guard.
            tell: called after `QUIET_S`, and then now and again, with what is done and what there is to do.
            changed: called when something else is to be said: after `tell`, and when the work has failed.
            dropped: called when nothing will come of it: it was stopped, it failed and nobody takes the exception, or
                somebody else, whose `dropped` is another, began something.
        """
        self._end(told=self._job is not None and self._job.dropped != dropped)
        self._job = _Job(work, done, failed, tell, changed, dropped)
        self._run(self._job)

    def stop(self) -> None:
        self._end(told=True)

    def back(self, call: Callable[..., object], *args: Any) -> None:
        """From within the work: call something on the loop of the page, unless the work was stopped."""
        job: _Job | None = getattr(self._thread, "job", None)
        if job is None:
            call(*args)
        else:
            self._back(job, call, *args)

    def _end(self, *, told: bool) -> None:
        job, self._job, self.counting = self._job, None, None
        if job is not None and not job.over:
            job.stopped.set()
            job.over = True
            if told:
                job.dropped()

    def _run(self, job: _Job) -> None:
        if not self._beside:
            self._at_once(job)
            return
        job.loop = asyncio.get_running_loop()
        job.loop.call_later(QUIET_S, self._here, job, self._tell, (job, 0, 0))
        threading.Thread(target=self._in_thread, args=(job,), daemon=True, name="background").start()

    def _at_once(self, job: _Job) -> None:
        try:
            result = job.work(nothing)
        except Exception as fault:  # noqa: BLE001 - it is raised again, or told
            self._guard(self._fail)(job, fault)
        else:
            self._guard(self._finish)(job, result)

    def _in_thread(self, job: _Job) -> None:
        self._thread.job = job
        last = begun = time.monotonic()

        def progress(n: int, total: int) -> None:
            nonlocal last
            if job.stopped.is_set():
                raise Stopped
            now = time.monotonic()
            if now - begun > QUIET_S and now - last > _EVERY_S:
                last = now
                self._back(job, self._tell, job, n, total)

        try:
            result = job.work(progress)
        except Stopped:
            pass
        except BaseException as fault:  # noqa: BLE001 - it is handed to the page, which says it and logs it
            self._back(job, self._fail, job, fault)
        else:
            self._back(job, self._finish, job, result)
        if time.monotonic() - begun > _LONG_S:
            give_memory_back()

    def _back(self, job: _Job, call: Callable[..., object], *args: Any) -> None:
        assert job.loop is not None
        job.loop.call_soon_threadsafe(self._here, job, call, args, context=job.context)

    def _here(self, job: _Job, call: Callable[..., object], args: tuple[Any, ...]) -> None:
        if not job.stopped.is_set() and not job.over:
            self._guard(call)(*args)

    def _tell(self, job: _Job, n: int, total: int) -> None:
        self.counting = (n, total) if total else self.counting or (0, 0)
        job.tell(n, total)
        job.changed()

    def _finish(self, job: _Job, result: Any) -> None:
        job.over, self.counting = True, None
        job.done(result)

    def _fail(self, job: _Job, fault: BaseException) -> None:
        job.over, self.counting = True, None
        try:
            if job.failed is None:
                job.dropped()
                raise fault
            job.failed(fault)
        finally:
            job.changed()


def in_kernel() -> bool:
    """Whether this program is a Jupyter kernel.

    >>> in_kernel()
    False
    """
    return getattr(get_ipython(), "kernel", None) is not None
