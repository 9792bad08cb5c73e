r"""How large the pages of a Parquet file are once they are unpacked, by the headers of the pages themselves.

The footer says it too, but a footer may say anything; a page is unpacked into as many bytes as its own header names.
The header is a struct in the compact form of Thrift: fields of a number and a type, ended by a zero byte.

>>> header = b"\x15\x04\x15\x80\x08\x15\x20\x00"
>>> read_struct(header, 0)
({1: 2, 2: 512, 3: 16}, 8)
"""

from collections.abc import Iterator
from typing import Any, Final

_DEEPEST: Final = 8
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_INTEGERS: Final = (4, 5, 6)
_UNPACKED, _PACKED, _DICTIONARY = 2, 3, 7
"""Fields of the header of a page: sizes, and the header of a page with a dictionary."""
_N_VALUES: Final = 1


class BadPage(ValueError):
    """The pages of a column do not lie as the footer says."""


def page_sizes(data: bytes, start: int, n_bytes: int) -> Iterator[int]:
    """The unpacked size of each page that lies in a part of a file; values of a dictionary count by their number too.

    Args:
        start: where the first header begins.
        n_bytes: how many bytes the headers and pages take.

    Raises:
        BadPage: the part ends before a page does.
    """
    end = start + n_bytes
    if start < 0 or n_bytes < 0 or end > len(data):
        raise BadPage("a column lies outside of the file")
    while start < end:
        fields, start = read_struct(data, start)
        unpacked, packed = fields.get(_UNPACKED, -1), fields.get(_PACKED, -1)
        if unpacked < 0 or packed < 0 or start + packed > end:
            raise BadPage("a page lies outside of its column")
        yield unpacked
        in_dictionary = fields.get(_DICTIONARY, {}).get(_N_VALUES, 0)
        if in_dictionary > unpacked:
            raise BadPage("a dictionary has more values than bytes")
        start += packed


def read_struct(data: bytes, at: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """A struct as field -> value, and where it ends; texts and lists are passed over.

    Raises:
        BadPage: this is none.
    """
    if depth > _DEEPEST:
        raise BadPage("a header within headers")
    fields: dict[int, Any] = {}
    number = 0
    while True:
        head, at = _byte(data, at)
        if not head:
            return fields, at
        delta, kind = head >> 4, head & 15
        if delta:
            number += delta
        else:
            number, at = _integer(data, at)
        fields[number], at = _value(data, at, kind, depth)


def _value(data: bytes, at: int, kind: int, depth: int) -> tuple[Any, int]:
    if kind in (_TRUE, _FALSE):
        return kind == _TRUE, at
    if kind == _BYTE:
        return _byte(data, at)
    if kind in _INTEGERS:
        return _integer(data, at)
    if kind == _DOUBLE:
        return None, at + 8
    if kind == _BINARY:
        n, at = _unsigned(data, at)
        return None, at + n
    if kind in (_LIST, _SET):
        return _passed_over(data, at, depth)
    if kind == _STRUCT:
        return read_struct(data, at, depth + 1)
    raise BadPage("a header of a kind that there is not")


def _passed_over(data: bytes, at: int, depth: int) -> tuple[None, int]:
    head, at = _byte(data, at)
    n, kind = head >> 4, head & 15
    if n == 15:
        n, at = _unsigned(data, at)
    if n > len(data):
        raise BadPage("a list that is longer than the file")
    for _ in range(n):
        # In a list a truth value takes a byte of its own.
        _, at = (None, at + 1) if kind in (_TRUE, _FALSE) else _value(data, at, kind, depth + 1)
        if at > len(data):
            break
    return None, at


def _byte(data: bytes, at: int) -> tuple[int, int]:
    if at >= len(data):
        raise BadPage("a header ends with the file")
    return data[at], at + 1


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        byte, at = _byte(data, at)
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
    raise BadPage("a number without its end")


def _integer(data: bytes, at: int) -> tuple[int, int]:
    value, at = _unsigned(data, at)
    return (value >> 1) ^ -(value & 1), at
