r"""From a path or bytes to a reading, with all limits checked before anything is parsed.

>>> inspect(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nroll\n", "mine.replay").kind
'notation'
"""

import errno
import os
import select
from pathlib import Path

from rising_tutor.core.limits import UPLOADED
from rising_tutor.errors import LimitExceeded, UnreadableReplay
from rising_tutor.replay.limits import unpack
from rising_tutor.replay.model import Replay
from rising_tutor.replay.notation import read_notation, write_notation
from rising_tutor.replay.problems import Collector, Place, Reading
from rising_tutor.replay.record import read_record, write_record

RECORD_SUFFIX = ".replay.jsonl"
NOTATION_SUFFIX = ".replay"
QUIET_S = 2
"""Seconds that a pipe may be silent."""


def load_bytes(path: str | Path) -> bytes:
    """The bytes of a file, never more than one beyond the limit.

    Raises:
        OSError: the file cannot be opened, or it is a pipe into which nobody writes.
    """
    if Path(path).is_fifo():
        return _from_pipe(Path(path))
    with Path(path).open("rb") as file:
        return file.read(UPLOADED.most + 1)


def _from_pipe(path: Path) -> bytes:
    """The same from a pipe, which may have no writer: to open or read it as a file would wait without end."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        data = b""
        while len(data) <= UPLOADED.most:
            if not select.select([handle], [], [], QUIET_S)[0]:
                raise TimeoutError(errno.ETIMEDOUT, f"nothing came through this pipe for {QUIET_S} s", str(path))
            piece = os.read(handle, UPLOADED.most + 1 - len(data))
            if not piece:
                break
            data += piece
        return data
    finally:
        os.close(handle)


def inspect(source: str | Path | bytes, name: str = "") -> Reading:
    """Reads a replay in either form and collects every problem of its form.

    Args:
        source: a path, or what is in the file; gzip is unpacked.
        name: the name of the file, for messages, and to tell the two forms apart.

    Raises:
        UnreadableReplay: the file cannot be opened. Everything else is a problem in the reading.
    """
    name = name or ("replay" if isinstance(source, bytes) else Path(source).name)
    try:
        data = source if isinstance(source, bytes) else load_bytes(source)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no such name can be"
        raise UnreadableReplay(name, 1, 1, f"cannot be opened ({why})") from error
    problems = Collector([])
    try:
        plain = unpack(data)
    except LimitExceeded as error:
        problems.limit(Place(1), error)
    except ValueError as error:
        problems.add(Place(1), "encoding", str(error), "a text file, or one packed with gzip")
    else:
        is_record = plain.startswith(b'{"') or is_record_name(name)
        return (read_record if is_record else read_notation)(name, plain)
    return Reading(name, "", None, (), problems.sorted(), Place(1))


def read(source: str | Path | bytes, name: str = "") -> Replay:
    """The replay in a file, as far as its form goes; `verify` also plays it.

    Raises:
        UnreadableReplay: the first problem of the file; `ReplayTooNew` or `ReplayTooOld` for a
            version of the format that this program does not read.
        LimitExceeded: if the first problem is a limit.
    """
    reading = inspect(source, name)
    for problem in reading.problems:
        raise problem.as_error(reading.file)
    if reading.replay is None:
        raise UnreadableReplay(reading.file, 1, 1, "there is no replay")
    return reading.replay


def is_record_name(name: str) -> bool:
    """Whether a file of this name is to be a record; every other one is in the notation."""
    return name.removesuffix(".gz").endswith(".jsonl")


def write(replay: Replay, name: str) -> bytes:
    """The bytes of a replay in the form that a file name asks for.

    Raises:
        UnreadableReplay: the replay holds something that no file can hold.
        LimitExceeded: it is too big.
    """
    data = (write_record if is_record_name(name) else write_notation)(replay)
    UPLOADED.check(len(data))
    # Reading back is the one definition of what a file can hold.
    if read(data, name) != replay:
        raise UnreadableReplay(name, 1, 1, "the replay holds something that no file can hold")
    return data
