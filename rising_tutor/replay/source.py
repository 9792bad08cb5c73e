r"""From a path or bytes to a reading, with all limits checked before anything is parsed.

>>> inspect(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nroll\n", "mine.replay").kind
'notation'
"""

from pathlib import Path

from msgspec.structs import replace

from rising_tutor.core.limits import UPLOADED
from rising_tutor.core.reading import read_limited
from rising_tutor.errors import LimitExceeded, UnreadableReplay
from rising_tutor.replay.intake import Intake, is_record, take_in
from rising_tutor.replay.limits import ROWS, unpack
from rising_tutor.replay.model import Replay
from rising_tutor.replay.notation import read_notation, write_notation
from rising_tutor.replay.problems import Collector, Place, Reading
from rising_tutor.replay.record import read_record, write_record

RECORD_SUFFIX = ".replay.jsonl"
NOTATION_SUFFIX = ".replay"
QUIET_S = 2
"""Seconds that a pipe may be silent."""


def load_bytes(path: str | Path) -> bytes:
    """The bytes of a file.

    Raises:
        OSError: the file cannot be opened, or it is a pipe into which nobody writes.
        LimitExceeded: it is too big.
    """
    return read_limited(path, quiet_s=QUIET_S)


def inspect_file(path: str | Path, name: str = "") -> Reading:
    """Reads a replay in a file; a file that is too big is a problem of the reading.

    Args:
        name: of the file, for messages; by default its path as it is given.

    Raises:
        OSError: the file cannot be opened, or it is a pipe into which nobody writes.
    """
    name = name or str(path)
    try:
        return inspect(load_bytes(path), name)
    except LimitExceeded as error:
        return too_big(name, error)


def inspect(source: str | Path | bytes, name: str = "") -> Reading:
    """Reads a replay in either form and collects every problem of its form.

    Args:
        source: a path, or what is in the file; gzip is unpacked.
        name: the name of the file, for messages, and to tell the two forms apart.

    Raises:
        UnreadableReplay: the file cannot be opened. Everything else is a problem in the reading.
    """
    if not isinstance(source, bytes):
        name = name or Path(source).name
        try:
            return inspect_file(source, name)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "no such name can be"
            raise UnreadableReplay(name, 1, 1, f"cannot be opened ({why})") from error
    name = name or "replay"
    problems = Collector([])
    try:
        arrived = take_in(unpack(source), record=is_record_name(name))
    except LimitExceeded as error:
        return too_big(name, error)
    except ValueError as error:
        problems.add(Place(1), "encoding", str(error), "a text file, or one packed with gzip")
    else:
        return _read(name, arrived)
    return Reading(name, "", None, (), problems.sorted(), Place(1))


def too_big(name: str, error: LimitExceeded) -> Reading:
    """The reading of a file of which nothing is read, because there is too much of it."""
    problems = Collector([])
    problems.limit(Place(1), error)
    return Reading(name, "", None, (), problems.sorted(), Place(1))


def _read(name: str, arrived: Intake) -> Reading:
    """The part of a file that one of the two readers can take, and the fault that ends it."""
    fault = arrived.fault
    if fault is not None and not arrived.n_rows:
        rows = tuple(arrived.data.split(b"\n", ROWS.most)[: ROWS.most])
        return Reading(name, "", None, (), (fault,), Place(1), rows=rows)
    data = arrived.readable
    reading = (read_record if is_record(data, named=is_record_name(name)) else read_notation)(name, data)
    if fault is None:
        return reading
    problems = (*reading.problems, fault)
    return replace(reading, problems=problems, complete=False, end=Place(fault.line))


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
