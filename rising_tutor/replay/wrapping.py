r"""Wrapping that mails, chats and word processors put around a typed game: quotes, fences, list marks, other text.

>>> unwrapped(["> replay: 1", "> game: x"]).rows
['  replay: 1', '  game: x']
>>> unwrapped(["Hello Anna,", "", "replay: 1"]).fault.message
'the game begins only on line 3'
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

HEADER: Final = re.compile(r"\ufeff?\s*replay\s*:\s*\d+\s*$", re.IGNORECASE)
"""The first line of a game."""
BEGINS: Final = re.compile(r"\ufeff?\s*replay\s*:", re.IGNORECASE)
"""The beginning of a line that is meant as the first one, whatever its value."""
_FIELD: Final = re.compile(r"\s*(?:game|seats)\s*:", re.IGNORECASE)
_QUOTE: Final = r"(?:[ \t]*>)+[ \t]?"
_SIGNS: Final = (r"\d{1,6}[.):]?", "[-*\u2022\u2023\u25e6\u00b7\u25aa\u25cf\u2013\u2014]", "//", r"\+", r"\|")
_MARKS: Final = tuple(map(re.compile, (_QUOTE, *(rf"[ \t]*{sign}(?:[ \t]+|$)" for sign in _SIGNS))))
_LIST: Final = _MARKS[:3]
_FENCE: Final = re.compile(r"\s*(```+|~~~+)[ \t]{0,4}[\w.+-]{0,40}\s*$")
_SIGNATURE: Final = re.compile(r"--\s?\r?$")
_FEWEST: Final = 3
"""Lines that begin with the same mark before it counts as that of a list."""


class Fault(NamedTuple):
    """Text that does not belong to the game.

    Attributes:
        at: line and column, from 1.
        n_rows: lines before it that can be read.
        n_games: how many games the file holds, where a second one is the fault; else 0.
    """

    at: tuple[int, int]
    message: str
    expected: str
    n_rows: int
    n_games: int = 0


class Unwrapped(NamedTuple):
    """The rows of a game, with blanks in place of what stood before each, and what could not be taken away."""

    rows: Sequence[str]
    fault: Fault | None = None


def unwrapped(rows: list[str]) -> Unwrapped:
    """Take away what stands before every line, and find where the game ends and other text begins."""
    first = _first_line(rows, 0)
    if first is None:
        return Unwrapped(rows)
    n_rows = len(rows)
    fault = None
    found: Sequence[str] = rows
    if BEGINS.match(rows[first]) is None:
        found = _without_marks(rows, first)
        found, fault = _without_fence(list(found) if found is rows else found, first)
        begin = _header_row(found)
        if fault is None and begin is not None and (before := _first_line(found, 0)) is not None and before < begin:
            message = f"the game begins only on line {begin + 1}"
            return Unwrapped(rows, Fault((before + 1, 1), message, _delete_before(rows, begin), 0))
        if begin is None:
            return _quoted_somewhere(rows) or Unwrapped(rows)
        n_rows = fault.n_rows if fault else n_rows
        first = begin
    more = _after_the_game(found, first, n_rows)
    return Unwrapped(found, more or fault)


def _first_line(rows: Sequence[str], at: int) -> int | None:
    """The first row that is neither empty nor a comment."""
    return next((n for n in range(at, len(rows)) if (row := rows[n].strip("\ufeff \t\r")) and row[0] != "#"), None)


def _header_row(rows: Sequence[str]) -> int | None:
    return next((n for n, row in enumerate(rows) if HEADER.match(row)), None)


def _without_marks(rows: list[str], first: int) -> Sequence[str]:
    """The rows without a mark that stands before each of them, if the game begins behind it; else the same rows."""
    for mark in _MARKS:
        found = mark.match(rows[first])
        if found is None or not HEADER.match(rows[first][found.end() :]):
            continue
        marks = [mark.match(row) for row in rows]
        if all(one or not row.strip() for one, row in zip(marks, rows, strict=True)):
            pairs = zip(marks, rows, strict=True)
            return [" " * one.end() + row[one.end() :] if one else row for one, row in pairs]
    return rows


def _without_fence(rows: Sequence[str], first: int) -> tuple[Sequence[str], Fault | None]:
    """The rows without the fence of a code block around them; text below the block is a fault."""
    fence = _FENCE.match(rows[first])
    if fence is None:
        return rows, None
    plain = list(rows)
    plain[first] = ""
    closing = next((n for n in range(first + 1, len(rows)) if rows[n].strip() == fence[1]), None)
    if closing is None:
        return plain, None
    plain[closing] = ""
    below = next((n for n in range(closing + 1, len(rows)) if rows[n].strip()), None)
    if below is None:
        return plain, None
    message = "other text stands below the game"
    return plain, Fault((below + 1, 1), message, f"the end of the file: delete line {below + 1} and below", closing)


def _quoted_somewhere(rows: Sequence[str]) -> Unwrapped | None:
    """The fault of a game that begins behind a mark, on a line below other text."""
    for n, row in enumerate(rows):
        for mark in _MARKS:
            found = mark.match(row)
            if found and HEADER.match(row[found.end() :]):
                sign = row[: found.end()].strip()
                message = f"the game begins only on line {n + 1}, behind the mark {sign!r}"
                before = f"delete what stands before it, and the mark {sign!r} on each line"
                return Unwrapped(rows, Fault((1, 1), message, f"replay: 1 on the first line: {before}", 0))
    return None


def _delete_before(rows: Sequence[str], begin: int) -> str:
    fenced = any(_FENCE.match(row) for row in rows)
    also = ", and the rows with ```" if fenced else ""
    return f"replay: 1 on the first line: delete what stands before line {begin + 1}{also}"


def _after_the_game(rows: Sequence[str], first: int, n_rows: int) -> Fault | None:
    """A second game, a signature, or a list mark before each line."""
    begun = [n for n in range(first + 1, n_rows) if HEADER.match(rows[n])]
    body = next((n for n in range(first + 1, n_rows) if not rows[n].strip("\r \t")), n_rows)
    field = next((n for n in range(first, body) if _FIELD.match(rows[n])), body)
    begun = [n for n in begun if n > field]
    end = begun[0] if begun else n_rows
    sign = next((n for n in range(body, end) if _SIGNATURE.match(rows[n])), None)
    marked = _marked(rows, body, end if sign is None else sign)
    if marked is not None:
        return marked
    if sign is not None:
        message = "a signature stands below the game"
        return Fault((sign + 1, 1), message, f"the end of the file: delete line {sign + 1} and below", sign)
    return Fault((end + 1, 1), "", "", end, 1 + len(begun)) if begun else None


def _marked(rows: Sequence[str], begin: int, end: int) -> Fault | None:
    """The fault of a game whose lines all begin with a list mark."""
    lines = [n for n in range(begin, end) if (row := rows[n].strip(" \t\r")) and row[0] not in "#+|"]
    if len(lines) < _FEWEST:
        return None
    for mark in _LIST:
        found = mark.match(rows[lines[0]])
        if found and all(mark.match(rows[n]) for n in lines):
            sign = rows[lines[0]][: found.end()].strip()
            message = f"a mark such as {sign!r} stands before each line"
            expected = "actions only: delete these marks"
            return Fault((lines[0] + 1, found.start() + 1), message, expected, lines[0])
    return None
