"""Who does the work: this process, several, or a Dask cluster, all behind the interface of `concurrent.futures`.

>>> with Here() as pool:
...     pool.submit(max, 2, 3).result()
3
"""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from rising_tutor.core.workers import workers
from rising_tutor.errors import RisingTutorError


class NoCluster(RisingTutorError):
    """There is no cluster to be had at an address."""


class Pool:
    """Workers. Used in a `with` block, at the end of which nothing of them is left, whatever they were doing.

    Attributes:
        n_waiting: how many pieces of work are handed out at once, so that nobody waits and little is lost.
    """

    n_waiting = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def submit(self, work: Callable[..., Any], /, *args: Any) -> "Future[Any]":
        """Hands a piece of work to the next worker that is free."""
        raise NotImplementedError

    def end(self) -> None:
        """Ends what is left of the workers."""

    def renew(self) -> None:
        """New workers, after one of them has died and taken the others along."""

    def alone(self) -> "Pool":
        """Another pool, of one worker, for what may have killed one; this one where that is no other."""
        return self


class Here(Pool):
    """No other process: the work is done when it is handed in."""

    def submit(self, work: Callable[..., Any], /, *args: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(work(*args))
        return future


class Processes(Pool):
    """Processes of this machine."""

    def __init__(self, n: int) -> None:
        self.n_waiting = 2 * n
        self._n = n
        self._executor: Executor | None = None
        self._others = frozenset(multiprocessing.active_children())

    def submit(self, work: Callable[..., Any], /, *args: Any) -> "Future[Any]":
        if self._executor is None:
            self._executor = workers(self._n)
        return self._executor.submit(work, *args)

    def alone(self) -> "Pool":
        return Processes(1)

    def renew(self) -> None:
        self.end()  # new ones begin with the next piece of work

    def end(self) -> None:

        if self._executor is None:
            return
        self._executor.shutdown(wait=False, cancel_futures=True)
        # A game takes up to a minute, and nobody waits for it: what it would come to is worked out again.
        for process in frozenset(multiprocessing.active_children()) - self._others:
            process.terminate()
            process.join()
        # One that was ended while it sent its result leaves the thread that reads the results waiting for the rest
        # without end, and Python waits for that thread: with no writer left it sees that nothing more will come.
        results = getattr(self._executor, "_result_queue", None)
        writer = getattr(results, "_writer", None)
        if writer is not None:
            writer.close()
        self._executor = None


class Cluster(Pool):
    """A Dask cluster, which needs the extra `dask`.

    Args:
        address: of its scheduler, such as tcp://192.168.1.5:8786.

    Raises:
        NoCluster: nobody answers there, or the extra is not installed.
    """

    def __init__(self, address: str, *, patience_s: float = 10) -> None:
        try:
            client = import_module("distributed").Client  # an extra, and it takes a second
        except ModuleNotFoundError as error:
            message = "a cluster needs the extra: pip install 'rising-tutor[dask]'"
            raise NoCluster(message) from error
        try:
            self._client: Any = client(address, timeout=patience_s, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError) as error:
            message = f"no scheduler of a Dask cluster answers at {address!r}"
            raise NoCluster(message) from error
        self._executor = self._client.get_executor(pure=False)
        # Workers may still be on their way; the scheduler hands the work on to those that come.
        self.n_waiting = 2 * max(4, sum(self._client.nthreads().values()))

    def submit(self, work: Callable[..., Any], /, *args: Any) -> "Future[Any]":
        future: Future[Any] = self._executor.submit(work, *args)
        return future

    # The scheduler sees to new workers, and has tried several before it says that they died.
    def end(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()
