r"""The run over many files: each game analysed once, finished ones kept, in an order that no number of workers changes.

>>> from tempfile import TemporaryDirectory
>>> data = b"replay: 1\ngame: fire-nation-rising\nseats: 2\n"
>>> with TemporaryDirectory() as folder:
...     found = analyse_many([("a", lambda: data), ("b", lambda: b"?")], ResultCache(Path(folder)))
...     [(one.file, one.key is not None) for one in found]
[('a', True), ('b', False)]
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from pathlib import Path
from typing import Any, Final

from rising_tutor.analysis.corpus.gather import shown
from rising_tutor.analysis.corpus.pools import Here, NoCluster, Pool
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.rows import GameRows, Packed
from rising_tutor.analysis.corpus.work import FAULT, REMARK, Job, Trouble, analyse_anyhow, prepare, remark_of
from rising_tutor.core.values import Value
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.source import load_bytes

Source = tuple[str, Callable[[], bytes]]
"""The name of a file, and what reads it."""

DIED: Final = "the process that analysed this game died, also when it had nothing else to do; memory may have run out"


class Found(Value, frozen=True):
    """What became of a file.

    Attributes:
        key: what its game is kept under; None for a faulty file.
        trouble: what is wrong with it, or should be known; None for nothing.
        fresh: whether its game was analysed in this run, and not found finished.
    """

    file: str
    key: str | None
    trouble: Trouble | None
    fresh: bool = False


Tell = Callable[[Found], object]
"""Called with each file that is done, in the order in which they get done."""

Work = Callable[[Job], Packed | Trouble]
"""What is done with a job; it has to travel to where it is done."""


def from_disk(file: str) -> Source:
    """A file on disk."""
    return file, lambda: load_bytes(file)


def analyse_many(
    sources: Sequence[Source],
    kept: ResultCache,
    pool: Pool | None = None,
    *,
    content: str | None = None,
    told: Tell = lambda _: None,
    work: Work = analyse_anyhow,
) -> tuple[Found, ...]:
    """Analyses what is not kept yet, and gives what became of each file, in their order.

    Args:
        kept: where finished games are, and where each one goes as soon as it is finished.
        pool: who works; this process unless told otherwise. It is closed by who made it.
        content: a folder with an owner's cards, for the games that were played with them.

    Raises:
        CannotStore: a finished game could not be kept.
        NoCluster: the cluster went away; what is finished is kept.
    """
    run = _Run(pool or Here(), kept, told, work)
    jobs: deque[_Task] = deque()
    keys: dict[str, int] = {}
    twins: list[tuple[int, str]] = []
    for at, (name, read) in enumerate(sources):
        file = shown(name)
        try:
            data = read()
        except LimitExceeded as error:
            job: Job | Trouble = Trouble(FAULT, "limit", str(error))
        except OSError as error:
            why = f"cannot be opened ({error.strerror or type(error).__name__})"
            job = Trouble(FAULT, "unreadable-file", why)
        else:
            job = prepare(Path(file).name, data, content)
        if isinstance(job, Trouble):
            run.done(at, Found(file, None, job))
        elif job.key in keys:
            twins.append((at, job.key))
        elif (rows := kept.get(job.key)) is not None:
            keys[job.key] = at
            run.done(at, Found(file, job.key, remark_of(rows)))
        else:
            keys[job.key] = at
            jobs.append(_Task(at, file, job))
            # Not all files at once: a thousand of them would lie in memory.
            if len(jobs) >= 4 * run.pool.n_waiting:
                run.work(jobs, until=2 * run.pool.n_waiting)
    run.work(jobs)
    for at, key in twins:
        # The same bytes under another name: whatever became of the first holds for it too.
        first = run.found[keys[key]]
        run.done(at, Found(shown(sources[at][0]), first.key, first.trouble))
    return tuple(run.found[at] for at in range(len(sources)))


def games(found: Sequence[Found], kept: ResultCache) -> Iterator[tuple[str, GameRows | Trouble]]:
    """Every file with the rows of its game, or with its trouble; with both if there are both.

    A game that came before, under another name or in the other form, is trouble of the mild kind.
    """
    known: dict[str, str] = {}
    for one in found:
        if one.trouble is not None:
            yield one.file, one.trouble
        rows = None if one.key is None else kept.get(one.key)
        if rows is None:
            if one.key is not None:
                yield one.file, Trouble(FAULT, "failed", "the finished game was lost from the disk during the run")
            continue
        name = str(rows.game["game_id"])
        if name in known:
            yield one.file, Trouble(REMARK, "repeated", f"the same game as {known[name]}; it counts once")
            continue
        known[name] = one.file
        yield one.file, rows


class _Task(Value, frozen=True):
    at: int
    file: str
    job: Job


class _Run:
    def __init__(self, pool: Pool, kept: ResultCache, told: Tell, how: Work) -> None:
        self.pool, self.kept, self.told, self.how = pool, kept, told, how
        self.found: dict[int, Found] = {}
        self._running: dict[Future[Any], _Task] = {}

    def done(self, at: int, found: Found) -> None:
        self.found[at] = found
        self.told(found)

    def work(self, tasks: deque[_Task], until: int = 0) -> None:
        """Works until so few tasks are left that are not handed out; with 0, until all are done."""
        while len(tasks) > until or (self._running and not until):
            while tasks and len(self._running) < self.pool.n_waiting:
                task = tasks.popleft()
                try:
                    self._running[self.pool.submit(self.how, task.job)] = task
                except BrokenExecutor:
                    # One died between two tasks: those that are handed out tell of it.
                    tasks.appendleft(task)
                    if not self._running:
                        self.pool.renew()
                    break
            if self._running:
                self._take()

    def _take(self) -> None:
        done, _ = wait(self._running, return_when=FIRST_COMPLETED)
        for future in done:
            if future.cancelled():
                message = "the scheduler of the cluster went away; what is finished is kept"
                raise NoCluster(message)
        for future in [one for one in done if not isinstance(one.exception(), BrokenExecutor)]:
            self._finish(self._running.pop(future), future)
        if done & self._running.keys():
            self._bury()

    def _bury(self) -> None:
        """One died and took all with it: each that was handed out is tried alone, so that only the guilty one fails."""
        wait(self._running)
        suspects = sorted(self._running.items(), key=lambda item: item[1].at)
        self._running.clear()
        self.pool.renew()
        for future, task in suspects:
            if future.exception() is None:
                self._finish(task, future)
                continue
            with self.pool.alone() as one:
                again = one.submit(self.how, task.job)
                wait([again])
                self._finish(task, again)

    def _finish(self, task: _Task, future: "Future[Any]") -> None:
        error = future.exception()
        if error is not None:
            # What a pool itself says: the worker died, or what it gave could not be sent.
            why = f"its worker failed ({type(error).__name__}: {str(error)[:200]})"
            trouble = Trouble(FAULT, "died", DIED if isinstance(error, BrokenExecutor) else why)
            self.done(task.at, Found(task.file, None, trouble))
            return
        result: Packed | Trouble = future.result()
        if isinstance(result, Trouble):
            self.done(task.at, Found(task.file, None, result))
            return
        self.kept.put(task.job.key, result)
        self.done(task.at, Found(task.file, task.job.key, remark_of(result), fresh=True))
