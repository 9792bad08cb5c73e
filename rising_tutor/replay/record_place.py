r"""Where in a line of the record a fault stands, for a line that is known to have one.

A checksum that does not fit tells more than that something was changed: if it was one byte, the difference of the two
checksums belongs to one place only. The CRC is run backwards from it, byte by byte, until what is left fits in a byte.

>>> import zlib
>>> was, now = zlib.crc32(b'{"move":"roll"'), zlib.crc32(b'{"move":"rowl"')
>>> changed_byte(was ^ now, 14)
11
>>> wrong_token('{"move":"roll","depth":1.5}')
24
>>> places('{"header":{"game":"fire"}}')["$.header.game"]
19
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from rising_tutor.core.limits import DEPTH
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.limits import bad_character, whole_number

_POLYNOMIAL: Final = 0xEDB88320
_BYTE: Final = 256
_SEAL: Final = b',"crc":"00000000"}'
_DIGITS: Final = range(8, 16)
_ALIKE: Final = 12
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s,:\[\]{}"]+')
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_AT: Final = re.compile(r"at `(\$[^`]*)`")
_UNKNOWN: Final = re.compile(r"unknown field `([^`]*)`")


def _shifted(value: int) -> int:
    for _ in range(8):
        value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
    return value


_STEPS: Final = tuple(_shifted(byte) for byte in range(_BYTE))
_BACK: Final = {step >> 24: byte for byte, step in enumerate(_STEPS)}


def changed_byte(difference: int, size: int) -> int | None:
    """Which byte of a text was changed, if it was one.

    Args:
        difference: the checksum that it had, XOR the one that it has.
    """
    for at in range(size - 1, -1, -1):
        byte = _BACK[difference >> 24]
        difference = ((difference ^ _STEPS[byte]) << 8 | byte) & 0xFFFFFFFF
        if difference < _BYTE:
            return at
    return None


def changed_column(row: bytes, stored: int, computed: int) -> int | None:
    """The column of the one byte of a sealed line that was changed; None if it was more than one."""
    size = len(row) - len(_SEAL)
    digits = [at for at, pair in enumerate(zip(f"{stored:08x}", f"{computed:08x}", strict=True)) if pair[0] != pair[1]]
    if len(digits) == 1:
        return _column(row, size + _DIGITS[0] + digits[0])
    at = changed_byte(stored ^ computed, size)
    return None if at is None else _column(row, at)


def seal_column(row: bytes) -> int:
    """The column at which the checksum that ends a line is not as it should be; the end of the line if there is none.

    A CR before the end of the line stands where nothing should.

    >>> seal_column(b'{"move":"roll","crc":"1234x678"}'), seal_column(b'{"move":"roll"')
    (27, 15)
    """
    if row.endswith(b"\r"):
        return _column(row, len(row) - 1)
    tail = row[-len(_SEAL) :]
    if len(tail) == len(_SEAL):
        wrong = [
            at
            for at, byte in enumerate(tail)
            if byte not in (b"0123456789abcdef" if at in _DIGITS else _SEAL[at : at + 1])
        ]
        if len(_SEAL) - len(wrong) >= _ALIKE:
            return _column(row, len(row) - len(_SEAL) + wrong[0])
    return _column(row, len(row))


def end_column(row: bytes) -> int:
    """The column behind the last character of a line."""
    return _column(row, len(row))


def _column(row: bytes, at: int) -> int:
    """The column of a byte: columns count characters."""
    return len(row[:at].decode("utf-8", "replace")) + 1


class Token(NamedTuple):
    """A piece of JSON.

    Attributes:
        at: where it begins, from 0.
        path: of the value that it is, or of the member that it names, such as "$.marks[0]".
        depth: how many lists and objects are open around it.
    """

    text: str
    at: int
    path: str
    depth: int
    key: bool


def tokens(text: str) -> Iterator[Token]:
    """The values and names of a JSON text in order; of one that is none, as far as it goes."""
    stack: list[tuple[str, str, int]] = []
    path, naming = "$", False
    for found in _TOKEN.finditer(text):
        sign = found.group()
        if sign in ("}", "]"):
            if stack:
                stack.pop()
            naming = False
        elif sign == ",":
            if stack:
                kind, above, number = stack[-1]
                stack[-1] = (kind, above, number + 1)
                path, naming = f"{above}[{number + 1}]", kind == "{"
        elif sign == ":":
            naming = False
        elif naming:
            path = f"{stack[-1][1]}.{sign[1:-1]}"
            yield Token(sign, found.start(), path, len(stack), key=True)
        else:
            yield Token(sign, found.start(), path, len(stack), key=False)
            if sign in ("{", "["):
                stack.append((sign, path, 0))
                path, naming = f"{path}[0]", sign == "{"


def places(text: str) -> dict[str, int]:
    """The column of every value by its path."""
    return {token.path: token.at + 1 for token in tokens(text) if not token.key}


def wrong_token(text: str) -> int:
    """The column of the first thing in a JSON text that no record has, whatever it is; 1 if there is none.

    That is: too deep a list or object, a name that stands twice, a number that is not whole or too large.
    """
    named: set[tuple[str, int]] = set()
    for token in tokens(text):
        if token.key:
            if (token.path, token.depth) in named:
                return token.at + 1
            named.add((token.path, token.depth))
        elif token.text in ("{", "["):
            if token.depth >= DEPTH.most:
                return token.at + 1
        elif token.text[0] != '"' and token.text not in ("true", "false", "null") and not _is_whole(token.text):
            return token.at + 1
    return 1


def refused_column(text: str, why: str) -> int:
    """The column of what a message of the decoder is about: a member that nobody knows, or a value of another type.

    >>> refused_column('{"move":"roll","marks":7}', "Expected `array`, got `int` - at `$.marks`")
    24
    """
    if "surrogate" in why or "truncated" in why:
        # Of an escape for half of a pair at the end of a text the decoder says that the text is too short.
        return character_column(text)
    unknown = _UNKNOWN.search(why)
    about = _AT.search(why)
    path = about[1] if about else "$"
    if unknown:
        path = f"{path}.{unknown[1]}"
    return next((token.at + 1 for token in tokens(text) if token.path == path and token.key == bool(unknown)), 1)


def first_difference(text: bytes, written: bytes) -> int:
    """The column at which a line first differs from how it should be written."""
    same = next((at for at, (one, other) in enumerate(zip(text, written, strict=False)) if one != other), None)
    return _column(text, min(len(text), len(written)) if same is None else same)


def character_column(text: str) -> int:
    r"""The column of the first character that no text may have, as itself or written as an escape.

    >>> character_column('{"move":"a\\u0000"}')
    11
    """
    raw = bad_character(text)
    for found in _ESCAPE.finditer(text):
        bad = bad_character(chr(int(found[1], 16))) if found[1] else found[2] in "bfnrt"
        if bad:
            return min(found.start(), raw[0] if raw else len(text)) + 1
    return raw[0] + 1 if raw else 1


def _is_whole(text: str) -> bool:
    try:
        whole_number(text.removeprefix("-"))
    except (ValueError, LimitExceeded):
        return False
    return True
