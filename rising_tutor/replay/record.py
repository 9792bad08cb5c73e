"""The record: a replay as one JSON object a line, each with a running CRC-32.

The first line has the header, the last the number of lines and the result; a record without that
last line is an unfinished game. `"crc"` is always last on its line and covers all bytes of the file
before it, so a changed byte is found on its own line. Each line has exactly the form that
`msgspec.json` gives it: one writing for one meaning, hence nothing twice and nothing unknown.

>>> data = write_record(Replay(Header(game="fire-nation-rising", seats=1), (Line("roll"),)))
>>> print(data.decode().splitlines()[1])
{"move":"roll","crc":"c1e14403"}
>>> read_record("game.replay.jsonl", data).replay.lines[0].move
'roll'
>>> read_record("game.replay.jsonl", data.replace(b"roll", b"poll")).problems[0].code
'crc'
"""

import json
import re
import zlib
from collections.abc import Iterator
from typing import Any, Final, NoReturn

import msgspec
from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.header import parse_header, write_header
from rising_tutor.replay.limits import DEPTH, DIGITS, INTEGER, LINE, ROWS, Whole, bad_character, clipped
from rising_tutor.replay.model import FORMAT, Header, Line, Replay
from rising_tutor.replay.problems import Collector, Place, Reading
from rising_tutor.replay.tree import Tree, check_depth
from rising_tutor.replay.upgrade import check_version, upgrade
from rising_tutor.replay.words import over_limit, write_item

KIND: Final = "record"
_SEAL: Final = re.compile(rb',"crc":"([0-9a-f]{8})"\}$')
_SEAL_SIZE: Final = 18
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_MOVE_COLUMN: Final = 10
_MOST_DIAGNOSED: Final = 10


class Head(Value, frozen=True):
    """The first line."""

    replay: Whole
    header: Header


class Row(Value, frozen=True, omit_defaults=True):
    """An action or outcome: the fields of `Line` and, for a side line, how deep it lies."""

    move: str
    marks: tuple[str, ...] = ()
    comment: str = ""
    label: str = ""
    join: bool = False
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    depth: Whole = 0
    begins: bool = False


class End(Value, frozen=True):
    """The last line: how many lines with moves there are, and the result."""

    end: Whole
    result: str


def seal(body: Value, crc: int) -> tuple[bytes, int]:
    """A line of the record with its checksum, and the running value after it.

    Args:
        crc: the running value of all bytes before.
    """
    start = msgspec.json.encode(body)[:-1]
    crc = zlib.crc32(start, crc)
    tail = b',"crc":"%08x"}\n' % crc
    return start + tail, zlib.crc32(tail, crc)


def rows_of(lines: tuple[Line, ...], depth: int = 0) -> Iterator[Row]:
    """The rows of lines and their side lines, in the order of the text."""
    for at, line in enumerate(lines):
        yield Row(
            line.move,
            line.marks,
            line.comment,
            line.label,
            line.join,
            line.above,
            line.below,
            depth,
            depth > 0 and at == 0,
        )
        for side in line.side:
            yield from rows_of(side, depth + 1)


def write_record(replay: Replay) -> bytes:
    """The replay as a record; it has an end line if there is a result."""
    parts: list[Value] = [Head(FORMAT, replay.header), *rows_of(replay.lines)]
    if replay.result:
        parts.append(End(len(parts) - 1, replay.result))
    crc = 0
    written = []
    for part in parts:
        line, crc = seal(part, crc)
        written.append(line)
    return b"".join(written)


def read_record(file: str, data: bytes) -> Reading:
    """Reads a record and collects its problems."""
    n_rows = data.count(b"\n")
    raw = data.split(b"\n", ROWS.most)[: ROWS.most]
    torn = bool(raw and raw[-1]) and n_rows < ROWS.most
    if raw and not raw[-1]:
        raw.pop()
    problems = Collector(raw)
    problems.limit(Place(ROWS.most), ROWS.exceeded(n_rows))
    reader = _Reader(problems)
    for number, row in enumerate(raw, 1):
        if not reader.line(number, row, torn=torn and number == len(raw)):
            break
    return reader.reading(file, tuple(raw))


class _Reader:
    def __init__(self, problems: Collector) -> None:
        self.problems = problems
        self.tree = Tree()
        self.rest: list[tuple[str, Place]] = []
        self.head: Head | None = None
        self.end: End | None = None
        self.crc = 0
        self.sound = True
        self.width = 0
        self.n_diagnosed = 0
        self.after_fault = False

    def line(self, number: int, row: bytes, *, torn: bool) -> bool:
        """Reads one line; False if no further one is to be read."""
        place = Place(number)
        self.after_fault = self.tree.cut
        sealed = _SEAL.search(row) if len(row) <= LINE.most else None
        start = row[:-_SEAL_SIZE]
        crc = zlib.crc32(start, self.crc)
        self.crc = zlib.crc32(b"\n", zlib.crc32(row[-_SEAL_SIZE:], crc))
        if torn:
            expected = "a line that ends; everything before it is sound" if self.sound else ""
            self._fault(place, "torn", "the last line was not written to its end", expected)
            return False
        if self._limit(place, LINE.exceeded(len(row))):
            return True
        if sealed is None:
            self._fault(place, "syntax", "no checksum ends this line", 'a line that ends with ,"crc":"...."}')
        elif self.sound and int(sealed[1], 16) != crc:
            # Later checksums cover these bytes too and cannot fit any more: one problem is enough.
            self.sound = False
            self._fault(place, "crc", "this line was changed after it was written", f"checksum {crc:08x}")
        self.sound = self.sound and sealed is not None
        value = self._decode(place, start + b"}" if sealed else row)
        if value is None:
            self.tree.cut = True
            return True
        return self._take(place, value)

    def _decode(self, place: Place, text: bytes) -> Head | Row | End | None:
        kind: type[Head | Row | End] = Row
        if text.startswith(b'{"replay"') or (place.line == 1 and not text.startswith(b'{"move"')):
            kind = Head
        elif text.startswith(b'{"end"'):
            kind = End
        try:
            value = msgspec.json.decode(text, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._diagnose(place, text, str(error))
            return None
        if msgspec.json.encode(value) != text:
            self._diagnose(place, text, "not written as the format says")
            return None
        return value

    def _diagnose(self, place: Place, text: bytes, why: str) -> None:
        """Says what is wrong with a line that is not as it should be."""
        expected = 'a line such as {"move":"..."}, in exactly the form of the format'
        self.n_diagnosed += 1
        if self.n_diagnosed > _MOST_DIAGNOSED:
            self._fault(place, "syntax", why, expected)
            return
        try:
            json.loads(
                text.decode(),
                object_pairs_hook=_no_duplicate,
                parse_int=_bounded,
                parse_constant=_no_constant,
                parse_float=_no_fraction,
            )
        except UnicodeDecodeError as error:
            column = len(text[: error.start].decode()) + 1
            self._fault(Place(place.line, column), "encoding", "these bytes are not UTF-8 text", "text in UTF-8")
        except RecursionError:
            self._limit(place, DEPTH.exceeded(max(_depth(text), DEPTH.most + 1)))
        except LimitExceeded as error:
            self._limit(place, error)
        except json.JSONDecodeError as error:
            self._fault(Place(place.line, error.colno), "syntax", f"this is no JSON: {error.msg}", expected)
        except _Wrong as error:
            self._fault(place, error.code, str(error), expected)
        else:
            if not self._limit(place, DEPTH.exceeded(_depth(text))):
                self._fault(place, "syntax", why, expected)

    def _take(self, place: Place, value: Head | Row | End) -> bool:
        bad = next((found for text in _texts(value) if (found := bad_character(text))), None)
        if bad is not None:
            self._fault(place, "character", f"this line has {bad[1]}", "letters, digits and signs")
        if self.end is not None:
            self._fault(place, "count", "this line stands after the end line", "nothing after the end line")
        elif isinstance(value, Head) != (place.line == 1):
            message = "the header is not on the first line" if isinstance(value, Head) else "the header is missing"
            self._fault(place, "missing", message, "the header on the first line, and there only")
        elif isinstance(value, Head):
            self._take_head(place, value)
        elif isinstance(value, End):
            self._take_end(place, value)
        if isinstance(value, Row):
            return self._take_row(place, value)
        return True

    def _take_head(self, place: Place, head: Head) -> None:
        refused = check_version(head.replay)
        if refused:
            self._fault(place, *refused)
            return
        # What the notation cannot say, a record may not hold: so each converts into the other.
        rows = write_header(head.header, "")
        held = Collector([])
        found = parse_header(list(enumerate(rows, 1)), held)
        for problem in held.problems:
            self._fault(place, problem.code, problem.message, problem.expected)
        if not held.problems and found.header != head.header:
            self._fault(place, "value", "the header holds something that no header can hold")
        if found.header is not None:
            self.head = replace(head, header=found.header)

    def _take_end(self, place: Place, end: End) -> None:
        fault = self.tree.finish()
        if fault:
            self._fault(place, "side", fault)
        if end.end != self.tree.n_lines:
            message = f"the end line counts {end.end} lines; there are {self.tree.n_lines}"
            self._fault(place, "count", message, str(self.tree.n_lines))
        held = Collector([])
        found = parse_header([(1, "replay: 1"), (2, f"result: {end.result}")], held)
        if found.result != end.result or not end.result or any(it.code == "limit" for it in held.problems):
            self._fault(place, "value", f"this cannot be a result: {clipped(end.result)}", "such as win, or ?")
        self.end = end

    def _take_row(self, place: Place, row: Row) -> bool:
        place = Place(place.line, _MOVE_COLUMN)
        line = Line(row.move, row.marks, row.comment, row.label, row.join, row.above, row.below)
        # A line that was changed itself is no typing fault too.
        if self.after_fault:
            self.rest.append((line.move, place))
        size = len(write_item(line).encode())
        if line.join:
            self.width += 2 + size
        else:
            self.width = size + (len(line.label.encode()) + 3 if line.label else 0) + 2 * row.depth + 2
        comment = len(line.comment.encode()) + 4 if line.comment else 0
        self._limit(place, over_limit(line) or check_depth(row.depth) or LINE.exceeded(self.width + comment))
        if not self.tree.cut and (row.begins or row.depth != self.tree.depth):
            fault = self.tree.enter(row.depth, begins=row.begins)
            if fault:
                self._fault(place, "side", fault)
        problem = self.tree.add(line, place)
        if isinstance(problem, LimitExceeded):
            self._limit(place, problem)
            return False
        if problem:
            self._fault(place, *problem)
        return True

    def reading(self, file: str, rows: tuple[bytes, ...]) -> Reading:
        """What was found."""
        if not rows:
            self._fault(Place(1), "missing", "the file is empty", "a header on the first line")
        lines, places = self.tree.freeze()
        replay = None
        if self.head is not None:
            result = self.end.result if self.end else ""
            replay = upgrade(Replay(self.head.header, lines, result), self.head.replay)
        return Reading(
            file=file,
            kind=KIND,
            replay=replay,
            places=places,
            problems=self.problems.sorted(),
            end=Place(max(1, len(rows))),
            complete=not self.tree.cut,
            rest=tuple(self.rest),
            rows=rows,
        )

    def _limit(self, place: Place, error: LimitExceeded | None) -> bool:
        found = self.problems.limit(place, error)
        self.tree.cut = self.tree.cut or found
        return found

    def _fault(self, place: Place, code: str, message: str, expected: str = "") -> None:
        self.problems.add(place, code, message, expected)
        self.tree.cut = True


class _Wrong(Exception):
    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def _no_duplicate(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Wrong("duplicate", f"the key {clipped(twice)} stands twice")
    return made


def _bounded(digits: str) -> int:
    size = len(digits.removeprefix("-"))
    DIGITS.check(size)
    number = int(digits)
    INTEGER.check(abs(number))
    return number


def _no_constant(name: str) -> NoReturn:
    raise _Wrong("value", f"{name} is no number")


def _no_fraction(text: str) -> NoReturn:
    raise _Wrong("value", f"only whole numbers are written, not {clipped(text)}")


def _depth(text: bytes) -> int:
    """How deep lists and objects are nested, at most one more than allowed.

    >>> _depth(b'{"a":[[],{"[[[":1}]}')
    3
    """
    signs = _STRING.sub(b"", text).translate(_BRACKETS, _NO_BRACKETS)
    # Each round takes the innermost pairs away.
    depth = 0
    while signs and depth <= DEPTH.most:
        signs = signs.replace(b"[]", b"")
        depth += 1
    return depth


def _texts(value: Head | Row | End) -> Iterator[str]:
    if isinstance(value, Row):
        yield from (value.move, *value.marks, value.comment, value.label, *value.above, *value.below)
    elif isinstance(value, End):
        yield value.result
    else:
        header = value.header
        yield from (header.game, header.rules_version, header.content, *header.names)
        for key, text in (*header.options, *header.fields, *((note.before, note.text) for note in header.notes)):
            yield from (key, text)
