"""The portable learner file: what somebody did, in one file of their own, written as it happens.

No account and no server: the file can be read by a person, copied, handed in and joined with another. Each fact is on
disk before `add` returns, so a reload or a killed program loses nothing. Several pages may write one file at a time.

>>> from tempfile import TemporaryDirectory
>>> from rising_tutor.lessons.learner import facts
>>> with TemporaryDirectory() as folder:
...     path = Path(folder) / f"anna{SUFFIX}"
...     mine = LearnerFile.begin(path, "Anna", "fire-nation-rising")
...     mine.add(facts.Attempt(mine.now(), "spot:FNR-414", ("FNR-414",), "wrong", "one die on two cards"))
...     LearnerFile.open(path).facts[0].outcome
'wrong'
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from rising_tutor.core.limits import UPLOADED
from rising_tutor.errors import CannotStore, LimitExceeded, UnreadableLearner
from rising_tutor.lessons.learner.facts import Fact, Header, Plain, joined, moment, settings_of, stamp
from rising_tutor.lessons.learner.text import (
    FORMAT,
    LearnerReading,
    as_error,
    read_learner,
    too_big,
    write_fact,
    write_learner,
)
from rising_tutor.replay.files import REAL, Files, cannot_store, free_name, new_file
from rising_tutor.replay.source import load_bytes

SUFFIX: Final = ".learner.jsonl"
Clock = Callable[[], datetime]
"""Tells the time, with its zone."""

_TRIES: Final = 100
_WAIT_S: Final = 0.02


def utc_now() -> datetime:
    """The time of this machine."""
    return datetime.now(UTC)


class LearnerFile:
    """A learner file that is being written.

    Attributes:
        aside: where a copy was put of a file whose last line was torn.
    """

    def __init__(self, path: Path, reading: LearnerReading, clock: Clock, files: Files) -> None:
        self.path = path
        self.aside: Path | None = None
        self._clock = clock
        self._files = files
        self._take(reading)

    @classmethod
    def begin(
        cls,
        path: str | Path,
        name: str,
        game: str,
        *,
        settings: Mapping[str, Plain] | None = None,
        clock: Clock = utc_now,
        files: Files = REAL,
    ) -> Self:
        """Begins a new file.

        Args:
            name: of the learner, freely chosen; may be empty.

        Raises:
            CannotStore: there is a file of that name, or it could not be written.
            UnreadableLearner, LimitExceeded: this cannot stand in a header.
        """
        path = Path(path)
        header = Header(name, game, stamp(clock()), tuple((settings or {}).items()))
        data, reading = _sound(path.name, header, ())
        os.close(new_file(path, data, files, over=False))
        return cls(path, reading, clock, files)

    @classmethod
    def open(cls, path: str | Path, *, clock: Clock = utc_now, files: Files = REAL) -> Self:
        """Goes on with a file.

        A torn last line is not repaired in silence: a copy of the file is put aside (`aside`), and the file goes on
        after its last whole line.

        Raises:
            CannotStore: it cannot be opened or written.
            UnreadableLearner, LimitExceeded: it is damaged otherwise; `replay.files.set_aside` keeps it.
        """
        path = Path(path)
        try:
            reading = load_learner(path)
        except OSError as error:
            raise cannot_store(path, error) from error
        if not reading.usable:
            raise as_error(reading.problems[0], path.name)
        learner = cls(path, reading, clock, files)
        if reading.torn:
            learner._cut_torn()
        return learner

    @property
    def header(self) -> Header:
        return self._header

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in the order in which they were written. Those of another page come in with the next `add`."""
        return tuple(self._facts)

    @property
    def settings(self) -> Mapping[str, Plain]:
        return settings_of(self._facts, self._header)

    def now(self) -> str:
        return stamp(self._clock())

    def add(self, fact: Fact) -> None:
        """Adds a fact; returns when it is on disk.

        A file of an older format is written anew in the present one with its first new fact.

        Raises:
            CannotStore: nothing was added; what was written before is whole.
            UnreadableLearner, LimitExceeded: the fact cannot be stored, or the file is full.
        """
        _sound(self.path.name, self._header, (fact,))
        line = write_fact(fact)
        with self._held() as handle:
            if self._format < FORMAT:
                data, reading = _sound(self.path.name, self._header, (*self._facts, fact))
                os.close(new_file(self.path, data, self._files, over=True))
                self._take(reading)
                return
            UPLOADED.check(self._size + len(line))
            self._append(handle, line)
        self._size += len(line)
        self._facts.append(fact)

    def text(self) -> bytes:
        return write_learner(self._header, self._facts)

    def take_in(self, other: LearnerReading) -> int:
        """Joins the facts of another file of the same learner into this one; gives how many were new.

        Raises:
            UnreadableLearner, LimitExceeded: the other file has faults, is of another game, or both do not fit into
                one file.
            CannotStore: everything is as before.
        """
        # Locked over reading and replacing, so that what another page adds meanwhile is not lost.
        with self._held():
            before = len(self._facts)
            mine = LearnerReading(self.path.name, self._header, tuple(self._facts), ())
            _, facts = merged([mine, other])
            data, reading = _sound(self.path.name, self._header, facts)
            os.close(new_file(self.path, data, self._files, over=True))
        self._take(reading)
        return len(facts) - before

    def _take(self, reading: LearnerReading) -> None:
        if reading.header is None:
            raise UnreadableLearner(reading.file, 1, 1, "there is no header", "a header on the first line")
        self._header = reading.header
        self._facts = list(reading.facts)
        self._size, self._format = reading.sound, reading.format

    def _locked(self) -> int:
        """A handle of the file that no other writer has; waits a little for one that is writing."""
        for _ in range(_TRIES):
            handle = -1
            try:
                handle = self._files.open(self.path)
                self._files.lock(handle)
                if os.path.samestat(os.fstat(handle), self.path.stat()):
                    return handle
            except BlockingIOError:
                time.sleep(_WAIT_S)
            except OSError as error:
                if handle >= 0:
                    os.close(handle)
                raise cannot_store(self.path, error) from error
            # Somebody is writing, or has put a new file in this place while we waited.
            os.close(handle)
        raise CannotStore(self.path.name, "somebody else is writing it")

    @contextmanager
    def _held(self) -> Iterator[int]:
        """A handle that no other writer has, after what another page has written was read."""
        handle = self._locked()
        try:
            size = os.fstat(handle).st_size
            if size != self._size:
                reading = read_learner(self.path.name, os.pread(handle, min(size, UPLOADED.most + 1), 0))
                if reading.problems:
                    raise as_error(reading.problems[0], self.path.name)
                self._take(reading)
            yield handle
        finally:
            os.close(handle)

    def _append(self, handle: int, line: bytes) -> None:
        try:
            self._files.write(handle, line, self._size)
            self._files.sync(handle)
        except OSError as error:
            try:
                self._files.truncate(handle, self._size)
                self._files.sync(handle)
            except OSError:
                # What is left is a torn line, which the next `open` sets aside.
                raise CannotStore(self.path.name, "the disk took half a line; open the file again") from error
            raise cannot_store(self.path, error) from error

    def _cut_torn(self) -> None:
        handle = self._locked()
        try:
            data = os.pread(handle, UPLOADED.most, 0)
            reading = read_learner(self.path.name, data)
            self._take(reading)
            if not reading.torn:
                # It was no torn line: another page was writing it while we read.
                return
            aside = free_name(self.path, "torn")
            try:
                self._files.link(self.path, aside)
            except OSError as error:
                raise cannot_store(self.path, error) from error
            os.close(new_file(self.path, data[: self._size], self._files, over=True))
        finally:
            os.close(handle)
        self.aside = aside


def load_learner(path: str | Path) -> LearnerReading:
    """Reads a learner file and collects its problems. Raises `OSError` if it cannot be opened."""
    try:
        return read_learner(Path(path).name, load_bytes(path))
    except LimitExceeded as error:
        return too_big(Path(path).name, error)


def merged(readings: Iterable[LearnerReading]) -> tuple[Header, tuple[Fact, ...]]:
    """The facts of several files of one learner, oldest first; what several have stands once.

    Name and settings are those of the first file, the beginning is the earliest.

    Raises:
        UnreadableLearner, LimitExceeded: a file has faults, or is of another game than the first.
    """
    header: Header | None = None
    facts: tuple[Fact, ...] = ()
    for reading in readings:
        if reading.header is None or not reading.usable:
            raise as_error(reading.problems[0], reading.file)
        if header is None:
            header = reading.header
        if reading.header.game != header.game:
            message = f"this file is of the game {reading.header.game}"
            raise UnreadableLearner(reading.file, 1, 1, message, f"a file of {header.game}")
        created = min(header.created, reading.header.created, key=moment)
        header = Header(header.name, header.game, created, header.settings)
        facts = joined(facts, reading.facts)
    if header is None:
        raise UnreadableLearner("merge", 1, 1, "there is no file", "at least one learner file")
    return header, facts


def _sound(name: str, header: Header, facts: tuple[Fact, ...]) -> tuple[bytes, LearnerReading]:
    """The bytes of a file, and what a reader makes of them. Reading back is the one definition of what it can hold."""
    try:
        data = write_learner(header, facts)
    except UnicodeEncodeError as error:
        message = "a text has half of a surrogate pair"
        raise UnreadableLearner(name, 1, 1, message, "letters, digits and signs") from error
    reading = read_learner(name, data)
    for problem in reading.problems:
        raise as_error(problem, name)
    return data, reading
