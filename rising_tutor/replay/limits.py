r"""The limits of recorded games that are handed in, with those of every file: the same words on every path.

>>> LINE.check(10)
>>> LINE.check(70_000)
Traceback (most recent call last):
    ...
rising_tutor.errors.LimitExceeded: length of a line: 70000 bytes, the limit is 65536 bytes
"""

import zlib
from typing import Annotated, Final

import msgspec

from rising_tutor.core.limits import INTEGER, NAME, UPLOADED, Limit, bad_character

UNPACKED: Final = Limit("size of the file when unpacked", 8 << 20, "bytes")
ACTIONS: Final = Limit("number of actions and outcomes", 10_000)
LINE: Final = Limit("length of a line", 64 << 10, "bytes")
NOTE: Final = Limit("length of a note", 2_000, "characters")
DIGITS: Final = Limit("length of a whole number", 16, "digits")
ROWS: Final = Limit("number of lines in the file", 40_000)
MOVE: Final = Limit("length of an action", 500, "characters")
FIELDS: Final = Limit("number of lines in the header", 200)
HEADER: Final = Limit("size of the header", 16 << 10, "bytes")
"""From `DIGITS` on, these bound what the limits of the contract leave open. With them each header and
each line of the notation fits into one line of a record."""

__all__ = [
    "ACTIONS",
    "DIGITS",
    "FIELDS",
    "HEADER",
    "INTEGER",
    "LINE",
    "MOVE",
    "NAME",
    "NOTE",
    "ODD_SPACES",
    "ROWS",
    "UNPACKED",
    "UPLOADED",
    "Limit",
    "Whole",
    "bad_character",
    "clipped",
    "printable",
    "unpack",
    "whole_number",
]

Whole = Annotated[int, msgspec.Meta(ge=0, le=INTEGER.most)]
"""A whole number in a file."""

ODD_SPACES: Final = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
"""Spaces that word processors and other keyboards write, for `str.translate`."""
_GZIP: Final = b"\x1f\x8b"


def whole_number(digits: str) -> int:
    """The number that a text of decimal digits stands for.

    Raises:
        ValueError: something else than digits.
        LimitExceeded: more than 2^53.
    """
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(digits)
    DIGITS.check(len(digits))
    number = int(digits)
    INTEGER.check(number)
    return number


def unpack(data: bytes) -> bytes:
    """The bytes of a file, unpacked if it is gzip; never more than `UNPACKED` is produced.

    Raises:
        LimitExceeded: the file is too big, packed or unpacked.
        ValueError: the packed data are damaged.
    """
    UPLOADED.check(len(data))
    if not data.startswith(_GZIP):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(data, UNPACKED.most + 1)
    except zlib.error as error:
        raise ValueError("the gzip data are damaged") from error
    UNPACKED.check(len(plain))
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("the gzip data end too early or go on after their end")
    return plain


def printable(text: str) -> str:
    r"""The text with everything that could steer a terminal written as an escape.

    >>> printable("a" + chr(27) + "[2J")
    'a\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def clipped(text: str, most: int = 60) -> str:
    """The text in quotes, shortened, safe to print."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")
