"""Writes a game down while it is played: what was acknowledged is on disk.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     path = Path(folder) / "mine.replay.jsonl"
...     with Recorder.open(path, Header(game="fire-nation-rising", seats=1)) as recorder:
...         recorder.append("roll"), recorder.append("stop"), recorder.rewind(1), recorder.append("roll")
...     with Recorder.resume(path) as recorder:
...         len(recorder)
(1, 2, None, 2)
2
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from rising_tutor.core.limits import UPLOADED
from rising_tutor.core.values import Value
from rising_tutor.errors import CannotStore, UnreadableReplay
from rising_tutor.replay.files import REAL, Files, cannot_store, free_name, new_file
from rising_tutor.replay.limits import ACTIONS
from rising_tutor.replay.model import FORMAT, Header, Line, Replay, walk
from rising_tutor.replay.problems import Reading
from rising_tutor.replay.record import End, Head, read_record, rows_of, seal, write_record

_ROOM_FOR_END: Final = 4096
_ROW_WIDTH: Final = 1000
_PROBE: Final = Header(game="probe", seats=1)


class _Mark(Value, frozen=True):
    """The file as it is after some line: its size, running checksum and number of rows with moves."""

    size: int
    crc: int
    n_rows: int


class Recorder:
    """A record that is being written. One at a time for a file; a second one is told.

    Attributes:
        aside: where a file with a torn last line was put when this one was taken up again.
    """

    def __init__(self, path: Path, handle: int, header: Header, marks: list[_Mark], files: Files) -> None:
        self.path = path
        self.header = header
        self.aside: Path | None = None
        self._handle = handle
        self._marks = marks
        self._files = files
        self._size = marks[-1].size
        self._joinable = False
        self._width = 0
        self._trouble = ""
        self._ended = False

    @classmethod
    def open(cls, path: str | Path, header: Header, *, files: Files = REAL) -> Self:
        """Begins a new file; it has its header from its first moment on.

        Raises:
            CannotStore: there is a file of that name, or it could not be written.
            UnreadableReplay, LimitExceeded: the header cannot be stored.
        """
        path = Path(path)
        _check(Replay(header), path.name)
        data, crc = seal(Head(FORMAT, header), 0)
        handle = new_file(path, data, files, over=False)
        return cls(path, handle, header, [_Mark(len(data), crc, 0)], files)

    @classmethod
    def resume(cls, path: str | Path, *, files: Files = REAL) -> Self:
        """Goes on with an unfinished record.

        A torn last line is not repaired: the file is set aside under another name (`aside`), and a
        fresh one with all sound lines takes its place.

        Raises:
            CannotStore: somebody else writes it, it is finished, or the disk refuses.
            UnreadableReplay, LimitExceeded: it is damaged otherwise; see `files.set_aside`.
        """
        path = Path(path)
        try:
            handle = files.open(path)
        except OSError as error:
            raise cannot_store(path, error) from error
        try:
            return cls._resume(path, handle, files)
        except BaseException:
            with suppress(OSError):
                os.close(handle)
            raise

    @classmethod
    def _resume(cls, path: Path, handle: int, files: Files) -> Self:
        try:
            files.lock(handle)
            with path.open("rb") as same:
                # Another writer may have put a new file in this place while we waited for the lock.
                if not os.path.samestat(os.fstat(same.fileno()), os.fstat(handle)):
                    raise BlockingIOError
                data = same.read(UPLOADED.most + 1)
        except OSError as error:
            raise cannot_store(path, error) from error
        UPLOADED.check(len(data))
        reading = read_record(path.name, data)
        torn = [problem.code for problem in reading.problems] == ["torn"]
        if reading.problems and not torn:
            raise reading.problems[0].as_error(path.name)
        if reading.replay is None:
            raise UnreadableReplay(path.name, 1, 1, "there is no header", "a header on the first line")
        if reading.replay.result:
            raise CannotStore(path.name, "the game is over and has its end line")
        if reading.replay.lines and reading.replay.lines[-1].below:
            message = "comments stand after the last line, so none can follow"
            raise UnreadableReplay(path.name, reading.end.line, 1, message)
        recorder = cls(path, handle, reading.replay.header, _marks(reading), files)
        last = reading.replay.lines[-1] if reading.replay.lines else None
        recorder._joinable = last is not None and not last.comment and not last.side
        recorder._width = _ROW_WIDTH
        if torn:
            recorder._replace_torn()
        return recorder

    def __len__(self) -> int:
        return len(self._marks) - 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, line: str | Line) -> int:
        """Adds an action or outcome; returns, with the number of lines, when it is on disk.

        A line that asks to be joined begins a new row where there is no room.

        Raises:
            CannotStore: nothing was added; what was recorded before is whole.
            UnreadableReplay, LimitExceeded: the line cannot be stored.
        """
        line = Line(line) if isinstance(line, str) else line
        alone = replace(line, join=False)
        _check(Replay(_PROBE, (alone,)), self.path.name)
        width = self._width + len(line.move)
        joined = line.join and self._joinable and width <= _ROW_WIDTH and not line.label and not line.above
        line = line if joined else alone
        before = self._marks[-1]
        n_rows = before.n_rows + sum(1 for _ in walk((line,)))
        ACTIONS.check(n_rows)
        parts, crc = [], before.crc
        for row in rows_of((line,)):
            part, crc = seal(row, crc)
            parts.append(part)
        self._write(b"".join(parts))
        self._marks.append(_Mark(self._size, crc, n_rows))
        self._joinable = not line.comment and not line.side and not line.below
        self._width = width if joined else len(line.move)
        return len(self)

    def finish(self, result: str) -> None:
        """Writes the end line: how the game ended, or `?`. It can still be taken back by `rewind`.

        Raises:
            CannotStore: nothing was added; what was recorded before is whole.
            UnreadableReplay: this cannot be a result.
        """
        if not result:
            raise UnreadableReplay(self.path.name, len(self) + 2, 1, "the result is empty", "such as win, or ?")
        _check(Replay(_PROBE, (), result), self.path.name)
        before = self._marks[-1]
        data, _ = seal(End(before.n_rows, result), before.crc)
        self._write(data, room=0)
        self._ended = True

    def rewind(self, n_lines: int) -> None:
        """Takes back everything after the first `n_lines` lines.

        Raises:
            CannotStore: everything is as before.
            ValueError: there are not so many lines.
        """
        if not 0 <= n_lines <= len(self):
            raise ValueError(f"{n_lines} of {len(self)} lines")
        self._check_open()
        mark = self._marks[n_lines]
        self._exchange(os.pread(self._handle, mark.size, 0))
        del self._marks[n_lines + 1 :]
        self._ended = False
        self._joinable = False

    def close(self, result: str = "") -> None:
        """Gives the file free, with an end line if there is a result. A second call does nothing.

        Raises:
            CannotStore: the end line could not be written; the file is free all the same.
        """
        if self._handle < 0:
            return
        try:
            if result:
                self.finish(result)
        finally:
            os.close(self._handle)
            self._handle = -1

    def _check_open(self) -> None:
        if self._handle < 0:
            raise CannotStore(self.path.name, "it is closed")
        if self._trouble:
            raise CannotStore(self.path.name, self._trouble)

    def _write(self, data: bytes, room: int = _ROOM_FOR_END) -> None:
        self._check_open()
        if self._ended:
            raise CannotStore(self.path.name, "the game is over and has its end line")
        UPLOADED.check(self._size + len(data) + room)
        try:
            self._files.write(self._handle, data, self._size)
            self._files.sync(self._handle)
        except OSError as error:
            self._take_back()
            raise cannot_store(self.path, error) from error
        self._size += len(data)

    def _take_back(self) -> None:
        """Removes what a failed write may have left; if even that fails nothing more is written."""
        try:
            self._files.truncate(self._handle, self._size)
            self._files.sync(self._handle)
        except OSError:
            self._trouble = "an earlier write failed and could not be taken back; take the file up again"

    def _exchange(self, data: bytes) -> None:
        handle = new_file(self.path, data, self._files, over=True)
        os.close(self._handle)
        self._handle = handle
        self._size = len(data)

    def _replace_torn(self) -> None:
        aside = free_name(self.path, "torn")
        sound = os.pread(self._handle, self._size, 0)
        try:
            self._files.link(self.path, aside)
        except OSError as error:
            raise cannot_store(self.path, error) from error
        self._exchange(sound)
        self.aside = aside


def _marks(reading: Reading) -> list[_Mark]:
    """The file after its header and after each line of the game itself, from its sound rows."""
    marks: list[_Mark] = []
    crc = size = n_rows = 0
    sound = reading.rows[:-1] if reading.problems else reading.rows
    for row in sound:
        crc, size = zlib.crc32(b"\n", zlib.crc32(row, crc)), size + len(row) + 1
        if marks:
            n_rows += 1
            depth = msgspec.json.decode(row).get("depth", 0)
            if depth:
                marks[-1] = _Mark(size, crc, n_rows)
                continue
        marks.append(_Mark(size, crc, n_rows))
    return marks


def _check(replay: Replay, name: str) -> None:
    """Raises the problem that reading it back would find."""
    for problem in read_record(name, write_record(replay)).problems:
        raise problem.as_error(name)
