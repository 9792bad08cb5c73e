"""Damage to recorded games, of which it is known where its first fault stands.

Each kind of damage is made from a seed, of a `Base` (`tests.testkit.sound_file`); `Damaged.where` says where its first
fault is: a line, and the columns that are right.

>>> from tests.testkit.mutations import KINDS, mutated
>>> len(KINDS) >= 13
True
"""

import gzip
import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.testkit.sound_file import (
    MOVE_COLUMN,
    NOTATION,
    RECORD,
    Base,
    Where,
    first_fault,
    sealed,
    text_of,
)

STRUCTURE = "\t;#[]|+?!$\r\n "


class Damaged(NamedTuple):
    """A damaged file.

    Attributes:
        where: its first fault; None if it is still a sound file.
        known: whether `where` says anything; False for damage that is only thrown at the reader.
    """

    kind: str
    name: str
    data: bytes
    where: Where | None
    known: bool = True


# Kinds ----------------------------------------------------------------------------------------------------------------


def _body(base: Base) -> int:
    """The first row with moves, from 0."""
    return 1 if base.name == RECORD else base.rows.index("") + 1


def _moves(base: Base) -> list[int]:
    """The rows with moves."""
    rows = range(_body(base), len(base.rows))
    return [at for at in rows if base.rows[at].startswith('{"move"') or (base.name == NOTATION and base.rows[at])]


def truncated(base: Base, rng: Random) -> Damaged:
    """Cut at any byte of what was played."""
    data = base.data
    begin = len(text_of(base.rows[: _body(base)])) + 1
    cut = data[: rng.randrange(begin, len(data) - 1)]
    rows = cut.decode().split("\n")
    if base.name == RECORD:
        whole = not rows[-1]
        where = None if whole else Where(len(rows), len(rows[-1]) + 1, len(rows[-1]) + 1)
        return Damaged("truncated", base.name, cut, where)
    return Damaged("truncated", base.name, cut, first_fault(base, rows))


def flipped(base: Base, rng: Random) -> Damaged:
    """One bit of one byte, or of several bytes in different lines."""
    rows = [row.encode() for row in base.rows]
    moves = _moves(base)
    first: Where | None = None
    if base.name == RECORD:
        for at in sorted(rng.sample(moves, rng.choice((1, 1, 1, 2, 3)))):
            place = rng.randrange(len(rows[at]))
            first = first or Where(at + 1, place + 1, place + 1)
            rows[at] = _flip(rows[at], place, rng)
        return Damaged("bytes flipped", base.name, b"\n".join([*rows, b""]), first)
    while True:
        at = rng.choice(moves)
        place = rng.randrange(len(base.rows[at]))
        row = _flip(rows[at], place, rng)
        if base.rows[at][place] in STRUCTURE or chr(row[place]) in STRUCTURE:
            continue
        here = Where(at + 1, place + 1, place + 1)
        data = b"\n".join([*rows[:at], row, *rows[at + 1 :], b""])
        if row[place] >= 128 or not chr(row[place]).isprintable():
            return Damaged("bytes flipped", base.name, data, here)
        text = [*base.rows[:at], row.decode(), *base.rows[at + 1 :]]
        return Damaged("bytes flipped", base.name, data, first_fault(base, text, here))


def _flip(row: bytes, place: int, rng: Random) -> bytes:
    while True:
        byte = row[place] ^ (1 << rng.randrange(8))
        if byte not in (10, 13):
            return row[:place] + bytes([byte]) + row[place + 1 :]


def doubled(base: Base, rng: Random) -> Damaged:
    """A line stands twice; in a record also with checksums that fit."""
    at = rng.choice(_moves(base))
    rows = [*base.rows[:at], base.rows[at], *base.rows[at:]]
    return _rearranged("line doubled", base, rows, at + 2, rng)


def swapped(base: Base, rng: Random) -> Damaged:
    """Two lines next to each other change places."""
    # Not the first: a line that joins the one before it cannot begin a record, which is another fault.
    first = _body(base) + (base.name == RECORD)
    pairs = [at for at in _moves(base) if at >= first and at + 1 in _moves(base)]
    at = rng.choice(pairs)
    rows = [*base.rows[:at], base.rows[at + 1], base.rows[at], *base.rows[at + 2 :]]
    return _rearranged("lines swapped", base, rows, at + 1, rng)


def _rearranged(kind: str, base: Base, rows: list[str], line: int, rng: Random) -> Damaged:
    if base.name == NOTATION:
        return Damaged(kind, base.name, text_of(rows), first_fault(base, rows))
    if rng.random() < 0.5:
        return Damaged(kind, base.name, text_of(rows), Where(line, 1, 1) if text_of(rows) != base.data else None)
    where = first_fault(base, rows)
    if where is None and len(rows) != len(base.rows) and base.result:
        where = Where(len(rows), 1, len(rows[-1]))
    return Damaged(kind, base.name, sealed(rows), where)


def deep(base: Base, rng: Random) -> Damaged:
    """Side lines within side lines, or lists within lists, beyond any use."""
    at, depth = rng.choice(_moves(base)), rng.choice((17, 18, 30, 300, 3000, 20_000))
    if base.name == NOTATION:
        row = "  " + "| " * (depth - 1) + "+ " + "rest"
        rows = [*base.rows[: at + 1], row, *base.rows[at + 1 :]]
        return Damaged("deep nesting", base.name, text_of(rows), Where(at + 2, 3 + 2 * 16, 3 + 2 * depth))
    depth = min(depth, 20_000)
    row = '{"move":' + "[" * depth + "]" * depth + ',"crc":"00000000"}'
    where = Where(at + 1, 9 + 15, 9 + 15)
    return Damaged("deep nesting", base.name, sealed([*base.rows[:at], row, *base.rows[at + 1 :]]), where)


HUGE = ("9007199254740993", "99999999999999999999", "1" + "0" * 400, "-9007199254740993", "9" * 5000)
ODD = ("NaN", "Infinity", "-Infinity", "1e400", "1.5", "-0.0", "1e3")
WRONG = ("null", "true", "[]", "{}", '"x"', "7", '["x"]', '{"a":1}')


def huge(base: Base, rng: Random) -> Damaged:
    """A whole number beyond all limits."""
    return _number("huge number", base, rng.choice(HUGE), rng)


def no_number(base: Base, rng: Random) -> Damaged:
    """NaN, an infinity or a fraction where a whole number stands."""
    return _number("NaN", base, rng.choice(ODD), rng)


def _number(kind: str, base: Base, number: str, rng: Random) -> Damaged:
    rows = list(base.rows)
    if base.name == RECORD:
        if rng.random() < 0.4:
            return _member(kind, base, 0, rng.choice(('"replay":', '"seats":')), number)
        at = rng.choice(_moves(base))
        rows[at] = rows[at].replace(',"crc"', f',"depth":{number},"crc"')
        column = rows[at].index('"depth":') + 9
        return Damaged(kind, base.name, sealed(rows), Where(at + 1, column, column))
    if rng.random() < 0.4:
        return _field(kind, base, rng.choice(("replay", "seats")), number)
    at = rng.choice(_moves(base))
    words = rows[at].split(" ")
    places = [n for n, word in enumerate(words) if word.rstrip(";").isalnum()]
    n = rng.choice(places)
    column = len(" ".join(words[:n])) + (2 if n else 1)
    words[n] = number + ";" * words[n].endswith(";")
    rows[at] = " ".join(words)
    if len(rows[at]) > 500:
        # A limit of its own, at the action.
        column = rows[at].rfind("; ", 0, column) + 3 if "; " in rows[at][:column] else column
        label = rows[at].find("] ") + 3 if "]" in rows[at][: column + 1] else 1
        return Damaged(kind, base.name, text_of(rows), Where(at + 1, min(column, label), column + 20))
    return Damaged(kind, base.name, text_of(rows), first_fault(base, rows, Where(at + 1, column, column)))


def wrong_type(base: Base, rng: Random) -> Damaged:
    """A value of another kind than the format has there."""
    if base.name == NOTATION:
        key, value = rng.choice((("replay", "yes"), ("seats", "two"), ("seats", "[2]"), ("game", "7"), ("seats", "-1")))
        return _field("wrong type", base, key, value)
    if rng.random() < 0.3:
        return _member("wrong type", base, 0, rng.choice(('"replay":', '"seats":', '"game":', '"header":')), "null")
    at = rng.choice(_moves(base))
    wrong = [value for value in WRONG if value != '"x"']
    return _member("wrong type", base, at, '"move":', rng.choice(wrong))


def _field(kind: str, base: Base, key: str, value: str) -> Damaged:
    rows = list(base.rows)
    at = next(at for at, row in enumerate(rows) if row.startswith(f"{key}: "))
    rows[at] = f"{key}: {value}"
    where = Where(at + 1, len(key) + 3, len(key) + 3)
    return Damaged(kind, base.name, text_of(rows), where)


def _member(kind: str, base: Base, at: int, name: str, value: str) -> Damaged:
    rows = list(base.rows)
    begin = rows[at].index(name) + len(name)
    _, size = json.JSONDecoder().raw_decode(rows[at][begin:])
    rows[at] = rows[at][:begin] + value + rows[at][begin + size :]
    return Damaged(kind, base.name, sealed(rows), Where(at + 1, begin + 1, begin + 1))


def surrogate(base: Base, rng: Random) -> Damaged:
    """Half of a pair, as bytes or as an escape."""
    at, place = _inside(base, rng)
    row = base.rows[at]
    half = chr(rng.randrange(0xD800, 0xE000))
    escaped = base.name == RECORD and rng.random() < 0.5
    new = row[:place] + (f"\\u{ord(half):04x}" if escaped else half) + row[place:]
    rows = [*base.rows[:at], new, *base.rows[at + 1 :]]
    return Damaged("surrogates", base.name, _again(base, rows), Where(at + 1, place + 1, place + 1))


def control(base: Base, rng: Random) -> Damaged:
    """NUL, and other characters that no text may have."""
    at, place = _inside(base, rng)
    row, char = base.rows[at], rng.choice("\0\0\0\x07\x1b\x7f\x85\u202e\u2066\u2028")
    escaped = base.name == RECORD and ord(char) < 32
    new = row[:place] + (f"\\u{ord(char):04x}" if escaped else char) + row[place:]
    rows = [*base.rows[:at], new, *base.rows[at + 1 :]]
    return Damaged("NUL", base.name, _again(base, rows), Where(at + 1, place + 1, place + 1))


def _inside(base: Base, rng: Random) -> tuple[int, int]:
    """A row with moves, and a place within a move of it."""
    at = rng.choice(_moves(base))
    row = base.rows[at]
    if base.name == RECORD:
        return at, rng.randrange(MOVE_COLUMN, row.index('"', MOVE_COLUMN))
    return at, rng.randrange(row.find("]") + 2 if "]" in row else 0, len(row))


def _again(base: Base, rows: list[str]) -> bytes:
    return sealed(rows) if base.name == RECORD else text_of(rows)


def byte_order(base: Base, rng: Random) -> Damaged:
    """A byte order mark: at the start, where the notation may have one, or somewhere else."""
    if rng.random() < 0.5:
        where = None if base.name == NOTATION else Where(1, 1, 1)
        return Damaged("BOM", base.name, b"\xef\xbb\xbf" + base.data, where)
    at, place = _inside(base, rng)
    rows = list(base.rows)
    rows[at] = f"{rows[at][:place]}\ufeff{rows[at][place:]}"
    return Damaged("BOM", base.name, _again(base, rows), first_fault(base, rows, Where(at + 1, place + 1, place + 1)))


def ends(base: Base, rng: Random) -> Damaged:
    """CR LF at the end of every line, or a CR within one."""
    if rng.random() < 0.5:
        where = None if base.name == NOTATION else Where(1, len(base.rows[0]) + 1, len(base.rows[0]) + 1)
        return Damaged("CRLF", base.name, base.data.replace(b"\n", b"\r\n"), where)
    at, place = _inside(base, rng)
    rows = list(base.rows)
    rows[at] = rows[at][:place] + "\r" + rows[at][place:]
    return Damaged("CRLF", base.name, text_of(rows), Where(at + 1, place + 1, place + 1))


def long_line(base: Base, rng: Random) -> Damaged:
    """A line beyond 64 KiB, or an action beyond its limit."""
    at, size = rng.choice(_moves(base)), rng.choice((501, 1_000, 65_537, 200_000, 500_000))
    rows = list(base.rows)
    if base.name == RECORD:
        column = MOVE_COLUMN - 1 if size < 65_536 else 1
        begin, end = rows[at][: MOVE_COLUMN - 1], rows[at][rows[at].index('"', MOVE_COLUMN - 1) :]
        rows[at] = begin + "x" * size + end
        high = MOVE_COLUMN if column > 1 else 1
    else:
        piece = rng.choice(("x", "roll ", "? ", "é", ";" if size > 65_536 else "x"))
        rows[at] = piece * (size // len(piece) + 1)
        column = high = 1
    return Damaged("long line", base.name, _again(base, rows), Where(at + 1, column, high))


def bomb(base: Base, rng: Random) -> Damaged:
    """Packed data that are damaged, or unpack to more than anybody asked for."""
    kind = rng.choice(("zeros", "rows", "cut", "flipped", "tail"))
    if kind == "zeros":
        data = gzip.compress(bytes(rng.choice((9, 200)) << 20), 9)
    elif kind == "rows":
        data = gzip.compress(base.data + base.rows[-1].encode() * (9 * 2**20 // len(base.rows[-1])), 9)
    else:
        packed = gzip.compress(base.data, 9, mtime=0)
        at = rng.randrange(12, len(packed))
        data = {
            "cut": packed[:at],
            "flipped": packed[:at] + bytes([packed[at] ^ (1 << rng.randrange(8))]) + packed[at + 1 :],
            "tail": packed + bytes(rng.randrange(1, 9)),
        }[kind]
    return Damaged("compressed bomb", base.name, data, Where(1, 1, 1))


def anything(base: Base, rng: Random) -> Damaged:
    """Pieces changed, taken out, put in and moved, anywhere; nobody knows what comes of it."""
    data = base.data
    for _ in range(rng.randrange(1, 6)):
        at, size = rng.randrange(len(data) + 1), rng.choice((0, 0, 1, 2, 8, 60))
        piece = rng.choice(
            (rng.randbytes(rng.randrange(9)), b"\n", b";", b"#", b"?", b"\n  + ", b"\n  | ", data[at : at + 200], b"[")
        )
        data = data[:at] + piece + data[at + size :]
    return Damaged("anything", base.name, data, None, known=False)


Kind = Callable[[Base, Random], Damaged]
KINDS: tuple[Kind, ...] = (
    truncated, flipped, doubled, swapped, deep, huge, no_number, wrong_type, surrogate, control, byte_order, ends,
    long_line, bomb, anything,
)  # fmt: skip


def mutated(bases: tuple[Base, ...], number: int) -> Damaged:
    """Damage number so and so: all kinds in turn, each on all bases in turn."""
    rng = Random(f"mutation:{number}")
    return KINDS[number % len(KINDS)](bases[number // len(KINDS) % len(bases)], rng)
