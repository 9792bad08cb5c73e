r"""Analyses games that are at hand, beside the page: with progress, to be stopped, finished ones kept. A controller.

>>> from rising_tutor.analysis.corpus.kept import Kept
>>> from tempfile import TemporaryDirectory
>>> from pathlib import Path
>>> with TemporaryDirectory() as folder:
...     found = []
...     controller = GamesAtHand(Kept(Path(folder)), found.append)
...     controller.begin([("new.replay", lambda: b"replay: 1\ngame: fire-nation-rising\nseats: 2\n")])
...     controller.counting, [len(rows) for rows in found], controller.n_games
(None, [0], 1)
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from rising_tutor.analysis.corpus.arrow import Row
from rising_tutor.analysis.corpus.kept import Kept
from rising_tutor.analysis.corpus.rows import GameRows, Packed
from rising_tutor.analysis.corpus.run import Source, analyse_many, games
from rising_tutor.analysis.corpus.work import Job, Trouble, analyse, packed
from rising_tutor.core.apart import NotDone, apart
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.tutor.background import Worker, in_kernel
from rising_tutor.tutor.callbacks import Guard, as_it_is, nothing

_PARTS = 1000
"""So fine the progress of one game is told."""


class Analysed(Value, frozen=True):
    """What came of the games.

    Attributes:
        rows: of the table of lines.
        n_games: how many games they are of.
        troubles: files with what is wrong with them, or should be known.
    """

    rows: tuple[Row, ...]
    n_games: int
    troubles: tuple[tuple[str, Trouble], ...]


class GamesAtHand:
    """The work on the games that an app keeps.

    Args:
        kept: where finished ones are kept.
        done: called with the rows of all.
        worker: does long work.
        changed: called when something is to be drawn again.
        guard: wraps callbacks of the worker.

    Attributes:
        counting: while it works the games that are done, in thousandths, and all of them; None else.
        stopped: whether it was stopped.
        n_games: how many games the last run came to.
        troubles: what was wrong with the others.
    """

    def __init__(
        self,
        kept: Kept,
        done: Callable[[tuple[Row, ...]], object],
        worker: Worker | None = None,
        *,
        changed: Callable[[], object] = nothing,
        guard: Guard = as_it_is,
    ) -> None:
        self.worker = worker or Worker(beside=False)
        self._kept, self._done, self._changed, self._guard = kept, done, changed, guard
        self.counting: tuple[int, int] | None = None
        self.stopped = False
        self.n_games = 0
        self.troubles: tuple[tuple[str, Trouble], ...] = ()

    def begin(self, sources: Sequence[Source], content: str | None = None) -> None:
        """Analyses these games.

        Args:
            content: a folder with an owner's cards, for the games that were played with them.
        """
        self.stopped, self.troubles, self.n_games = False, (), 0
        self.counting = (0, _PARTS * len(sources))
        self._changed()

        def finish(found: Analysed) -> None:
            self.counting = None
            self.troubles, self.n_games = found.troubles, found.n_games
            try:
                self._done(found.rows)
            finally:
                self._changed()

        def fail(fault: BaseException) -> None:
            self.counting = None
            self._changed()
            raise fault

        def tell(done: int, total: int) -> None:
            self.counting = (done, total)
            self._changed()

        guard = self._guard
        self.worker.start(
            lambda progress: analysed(sources, self._kept, content, progress),
            guard(finish),
            failed=guard(fail),
            tell=guard(tell),
        )

    def stop(self) -> None:
        """Ends the work; finished games are kept."""
        if self.counting is not None:
            self.worker.stop()
            self.counting = None
            self.stopped = True
            self._changed()


def analysed(sources: Sequence[Source], kept: Kept, content: str | None, progress: Progress) -> Analysed:
    """The rows of these games, one after the other.

    Args:
        progress: called with thousandths of games; what it raises stops the work.
    """
    n_done = 0
    total = _PARTS * len(sources)

    def inside(done: int, lines: int) -> None:
        progress(_PARTS * n_done + _PARTS * done // max(1, lines), total)

    def told(_: Any) -> None:
        nonlocal n_done
        n_done += 1
        progress(_PARTS * n_done, total)

    found = analyse_many(sources, kept, content=content, told=told, work=partial(_work, inside))
    rows: list[Row] = []
    troubles = []
    n_games = 0
    for file, one in games(found, kept):
        if isinstance(one, GameRows):
            rows += ({"file": file, **line} for line in one.lines)
            n_games += 1
        else:
            troubles.append((file, one))
    return Analysed(tuple(rows), n_games, tuple(troubles))


def _work(progress: Progress, job: Job) -> Packed | Trouble:
    """One game. A page, which stays, has it analysed in a process that ends."""
    if in_kernel():
        with suppress(NotDone):
            found: Packed | Trouble = apart(game_there, job, progress=progress)
            return found
    return game_there(job, progress=progress)


def game_there(job: Job, *, progress: Progress) -> Packed | Trouble:
    """One game, as it travels."""
    return packed(analyse(job, progress))
