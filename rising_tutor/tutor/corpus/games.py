r"""Analyses games that are at hand, beside the page: with progress, to be stopped, finished ones kept. A controller.

>>> from rising_tutor.analysis.corpus.result_cache import ResultCache
>>> from tempfile import TemporaryDirectory
>>> from pathlib import Path
>>> with TemporaryDirectory() as folder:
...     found = []
...     controller = GamesAtHand(ResultCache(Path(folder)), found.append)
...     controller.begin([("new.replay", lambda: b"replay: 1\ngame: fire-nation-rising\nseats: 2\n")])
...     controller.counting, [len(rows) for rows in found], controller.n_games
(None, [0], 1)
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from rising_tutor.analysis.corpus.arrow import Row
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.rows import GameRows, Packed
from rising_tutor.analysis.corpus.run import Source, analyse_many, games
from rising_tutor.analysis.corpus.work import Job, Trouble, analyse, packed
from rising_tutor.core.apart import NotDone, apart
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.tutor.background import Background, in_kernel
from rising_tutor.tutor.callbacks import nothing

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

    Attributes:
        n_games: how many games the last run came to.
        troubles: what was wrong with the others.
    """

    def __init__(
        self,
        kept: ResultCache,
        done: Callable[[tuple[Row, ...]], object],
        background: Background | None = None,
        *,
        changed: Callable[[], object] = nothing,
    ) -> None:
        self.background = background or Background(beside=False)
        self._kept, self._done, self._changed = kept, done, changed
        self._total = 0
        self.stopped = False
        self.n_games = 0
        self.troubles: tuple[tuple[str, Trouble], ...] = ()

    @property
    def counting(self) -> tuple[int, int] | None:
        """While it works the games that are done, in thousandths, and all of them; None else."""
        return (self.background.counting or (0, self._total)) if self.background.busy else None

    def begin(self, sources: Sequence[Source], content: str | None = None) -> None:
        """Analyses these games. `content` is a folder with an owner's cards, for those that were played with them."""
        self.stopped, self.troubles, self.n_games = False, (), 0
        self._total = _PARTS * len(sources)
        self.background.start(
            lambda progress: analysed(sources, self._kept, content, progress), self._finish, changed=self._changed
        )
        self._changed()

    def _finish(self, found: Analysed) -> None:
        self.troubles, self.n_games = found.troubles, found.n_games
        try:
            self._done(found.rows)
        finally:
            self._changed()

    def stop(self) -> None:
        """Ends the work; finished games are kept."""
        if self.background.busy:
            self.background.stop()
            self.stopped = True
            self._changed()


def analysed(sources: Sequence[Source], kept: ResultCache, content: str | None, progress: Progress) -> Analysed:
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
