r"""Writes an edited replay back into its file: rows that nothing was written on keep their bytes.

A file in the notation may be typed in any layout, and may have faults. Only the rows that changed are written anew, so
spaces, ends of lines, and everything from the first fault on stay as they are: nothing is repaired. In a record the
checksums of what is sound are made again, since they run on; what stands from its first fault on stays as it is.

>>> data = b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nteam   aang\nteam toph\nhello;; world\n"
>>> from rising_tutor.replay.address import read_address
>>> from rising_tutor.replay.edit import with_comment
>>> replay = with_comment(inspect(data, "a.replay").replay, read_address("2"), "he said")
>>> print(rewritten(data, "a.replay", replay).decode().partition("\n\n")[2])
team   aang
team toph  # he said
hello;; world
<BLANKLINE>
"""

import re
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from rising_tutor.core.limits import UPLOADED
from rising_tutor.errors import UnreadableReplay
from rising_tutor.replay.intake import take_in
from rising_tutor.replay.limits import unpack
from rising_tutor.replay.model import Replay, walk
from rising_tutor.replay.notation import read_notation, write_notation
from rising_tutor.replay.problems import Reading
from rising_tutor.replay.record import write_record
from rising_tutor.replay.source import inspect, write

_LABEL: Final = re.compile(rb"[ \t|+]*\[[^\[\]]*\][ \t]*\r?")
"""A row with a label and nothing else."""


def rewritten(data: bytes, name: str, replay: Replay) -> bytes:
    """The bytes of a file with what was written into its replay.

    Args:
        data: the file as it is; one that is packed comes back unpacked.
        replay: what `inspect` reads from it, edited in notes, marks and side lines.

    Raises:
        UnreadableReplay: nothing in the file can be read, or the edit does not fit beside its first fault.
        LimitExceeded: it would be too big.
    """
    before = inspect(data, name)
    if before.replay is None:
        raise before.problems[0].as_error(name)
    if before.replay == replay:
        return data
    plain = take_in(unpack(data), record=before.kind == "record").data
    sound = before.complete and not before.problems
    if before.kind == "record":
        made = write_record(replay) if sound else _record(plain, before, replay)
    else:
        made = _notation(plain, before, replay)
    UPLOADED.check(len(made))
    if _fits(made, before, replay):
        return made
    if sound:
        return write(replay, name.removesuffix(".gz"))
    first = before.problems[0]
    raise UnreadableReplay(
        name, first.line, first.column, "what was written does not fit beside this fault", "a sound file"
    )


def _fits(made: bytes, before: Reading, replay: Replay) -> bool:
    after = inspect(made, before.file)
    return (
        after.replay == replay
        and [problem.code for problem in after.problems] == [problem.code for problem in before.problems]
        and [move for move, _ in after.rest] == [move for move, _ in before.rest]
    )


def _record(plain: bytes, before: Reading, replay: Replay) -> bytes:
    assert before.replay is not None
    n_sound = 1 + sum(1 for _ in walk(before.replay.lines))
    rest = plain.split(b"\n")[n_sound:]
    return write_record(replace(replay, result="")) + b"\n".join(rest)


def _notation(plain: bytes, before: Reading, replay: Replay) -> bytes:
    assert before.replay is not None
    typed = plain.split(b"\n")
    base_bytes = write_notation(before.replay)
    base, new = base_bytes.split(b"\n")[:-1], write_notation(replay).split(b"\n")[:-1]
    # Each line of the game stands in one row of the file and in one row as the program writes it.
    written = read_notation(before.file, base_bytes).places
    rows = {there.line - 1: here.line - 1 for here, there in zip(before.places, written, strict=False)}
    first = _n_alike(base, new)
    last = _n_alike(base[first:][::-1], new[first:][::-1])
    begin = max((row for row in rows if row <= first), default=-1)
    if begin < 0 or len(written) != len(before.places):
        return write_notation(replay)
    end = min((row for row in rows if row >= len(base) - last and row > begin), default=len(base))
    changed = new[begin : len(new) - (len(base) - end)]
    if typed[rows[begin]].endswith(b"\r"):
        changed = [row + b"\r" for row in changed]
    after = _labelled(typed, rows[end]) if end in rows else _end(typed, before, rows[begin])
    return b"\n".join([*typed[: _labelled(typed, rows[begin])], *changed, *typed[after:]])


def _labelled(typed: list[bytes], row: int) -> int:
    while row and _LABEL.fullmatch(typed[row - 1]):
        row -= 1
    return row


def _end(typed: list[bytes], before: Reading, row: int) -> int:
    faults = [problem.line - 1 for problem in before.problems if problem.line - 1 > row]
    if not before.complete and faults:
        return min(faults)
    end = len(typed)
    while end > row + 1 and not typed[end - 1].strip():
        end -= 1
    return end


def _n_alike(one: list[bytes], other: list[bytes]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
