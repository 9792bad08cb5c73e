"""`--scheduler`: the work of a command on a Dask cluster, with the result that this machine alone would give."""

import argparse
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from rising_tutor.analysis.corpus.pools import Cluster, NoCluster, Pool
from rising_tutor.cli.arguments import CalledWrong, excludes
from rising_tutor.core.registry import Entry, make_known
from rising_tutor.core.workers import workers
from rising_tutor.errors import RisingTutorError

R = TypeVar("R")
_HELD: Final = 4
"""Shares for each worker that wait to be taken or read."""


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """--scheduler: a Dask cluster."""
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler that does the work")


@contextmanager
def cluster_of(args: argparse.Namespace) -> Iterator[Pool | None]:
    """The cluster of `--scheduler`; None without it.

    Raises:
        CalledWrong: nobody answers there, or `--jobs` is given too.
    """
    if args.scheduler is None:
        yield None
        return
    excludes(args, "--jobs", "--scheduler")
    try:
        cluster = Cluster(args.scheduler)
    except NoCluster as error:
        raise CalledWrong(str(error)) from None
    with cluster:
        yield cluster


def in_order(
    work: Callable[..., R], shares: Iterable[tuple[Any, ...]], known: Entry, *, n_jobs: int, cluster: Pool | None = None
) -> Iterator[R]:
    """The results of shares of work, in their order, done by processes of this machine or by a cluster.

    Args:
        work: a function of a module, which is called with the arguments of each share.
        known: the game that the workers have to know.

    Raises:
        RisingTutorError: a worker ended before its work was done, or the cluster went away.
    """
    if cluster is not None:
        sent = ((known, work, *share) for share in shares)
        submitted = (cluster.submit(_knowing, *share) for share in sent)
        yield from map(_far, _held(submitted, cluster.n_waiting))
        return
    with workers(n_jobs, known) as pool:
        try:
            for future in _held((pool.submit(work, *share) for share in shares), _HELD * n_jobs):
                yield future.result()
        except BrokenExecutor:
            raise RisingTutorError("a process that played games was ended from outside") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _held(submitted: "Iterable[Future[Any]]", most: int) -> "Iterator[Future[Any]]":
    """Futures in their order; at most so many more are handed out than were taken."""
    waiting: deque[Future[Any]] = deque()
    for future in submitted:
        waiting.append(future)
        if len(waiting) > most:
            yield waiting.popleft()
    yield from waiting


def _far(future: "Future[Any]") -> Any:
    """The result of a cluster, which has errors of its own: workers died, or what they gave could not be sent."""
    try:
        return future.result()
    except CancelledError:
        raise RisingTutorError("the scheduler of the cluster went away") from None
    except RisingTutorError:
        raise
    except Exception as error:  # noqa: BLE001 - the kinds are those of a package that may not be installed
        why = f"{type(error).__name__}: {str(error)[:200]}"
        raise RisingTutorError(f"a worker of the cluster failed ({why})") from None


def _knowing(known: Entry, work: Callable[..., R], *share: Any) -> R:
    make_known(known)
    return work(*share)
