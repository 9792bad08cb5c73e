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

import re
import zlib
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import astuple, replace

from rising_tutor.core.limits import DEPTH
from rising_tutor.core.values import Value
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.header import parse_header, write_header
from rising_tutor.replay.limits import LINE, ROWS, Whole, bad_character, clipped
from rising_tutor.replay.model import FORMAT, Header, Line, Replay, Written
from rising_tutor.replay.problems import Collector, Place, Reading, with_more
from rising_tutor.replay.record_json import diagnosed
from rising_tutor.replay.record_place import (
    changed_column,
    character_column,
    end_column,
    first_difference,
    places,
    seal_column,
)
from rising_tutor.replay.tree import RowReader
from rising_tutor.replay.upgrade import check_version, upgrade
from rising_tutor.replay.words import over_limit, write_item

KIND: Final = "record"
_SEAL: Final = re.compile(rb',"crc":"([0-9a-f]{8})"\}$')
_SEAL_SIZE: Final = 18
_MOVE_COLUMN: Final = 10
_MOST_DIAGNOSED: Final = 10


class Head(Value, frozen=True):
    """The first line."""

    replay: Whole
    header: Header


class Row(Written, frozen=True, omit_defaults=True):
    """An action or outcome and, for a side line, how deep it lies."""

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
        yield Row(*(*astuple(line)[:-1], depth, depth > 0 and at == 0))
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
    torn = bool(data) and not data.endswith(b"\n") and data.count(b"\n") < ROWS.most
    reader = _Reader(file, data)
    for number, row in enumerate(reader.raw, 1):
        if not reader.line(number, row, torn=torn and number == len(reader.raw)):
            break
    return reader.finish()


class _Reader(RowReader):
    def __init__(self, file: str, data: bytes) -> None:
        super().__init__(file, data)
        self.head: Head | None = None
        self.end: End | None = None
        self.crc = 0
        self.sound = True
        self.width = 0
        self.n_diagnosed = 0
        self.unsealed: list[int] = []
        self.after_fault = False
        self.where: int | None = None

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
            self.fault(Place(number, end_column(row)), "torn", "the last line was not written to its end", expected)
            return False
        if self.limit(place, LINE.exceeded(len(row))):
            return True
        if sealed is None:
            self.sound = False
            ends = Place(number, seal_column(row))
            if not self.unsealed:
                self.fault(ends, "syntax", "no checksum ends this line", 'a line that ends with ,"crc":"...."}')
            self.unsealed.append(len(self.problems.problems) - 1)
            return True
        self.where = None
        fits = not self.sound or int(sealed[1], 16) == crc
        if not fits:
            # Later checksums cover these bytes too and cannot fit any more: one problem is enough.
            self.sound = False
            self.where = changed_column(row, int(sealed[1], 16), crc)
        n_known = len(self.problems.problems)
        value = self._decode(place, start + b"}")
        if not fits:
            shown = self.problems.problems[n_known:]
            changed = Place(number, self.where or (shown[0].column if shown else 1))
            self.fault(changed, "crc", "this line was changed after it was written", f"checksum {crc:08x}")
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
        written = msgspec.json.encode(value)
        if written != text:
            self._diagnose(place, text, "not written as the format says", first_difference(text, written))
            return None
        return value

    def _diagnose(self, place: Place, text: bytes, why: str, column: int = 1) -> None:
        """Says what is wrong with a line that is not as it should be.

        Args:
            why: what the decoder says; it names the place if there is one.
            column: the place, where that is known already.
        """
        if self.where is not None:
            return  # one byte was changed, and that is said
        expected = 'a line such as {"move":"..."}, in exactly the form of the format'
        self.n_diagnosed += 1
        if self.n_diagnosed > _MOST_DIAGNOSED:
            self.fault(place, "syntax", why, expected)
            return
        wrong = diagnosed(text, why, column)
        there = Place(place.line, wrong.column)
        if not self.limit(there, wrong.limit):
            self.fault(there, wrong.code, wrong.message, "text in UTF-8" if wrong.code == "encoding" else expected)

    def _take(self, place: Place, value: Head | Row | End) -> bool:
        bad = next((found for text in _texts(value) if (found := bad_character(text))), None)
        if bad is not None:
            there = Place(place.line, character_column(self._text(place)))
            self.fault(there, "character", f"this line has {bad[1]}", "letters, digits and signs")
        if self.end is not None:
            self.fault(place, "count", "this line stands after the end line", "nothing after the end line")
        elif isinstance(value, Head) != (place.line == 1):
            message = "the header is not on the first line" if isinstance(value, Head) else "the header is missing"
            self.fault(place, "missing", message, "the header on the first line, and there only")
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
            self.fault(place, *refused)
            return
        # What the notation cannot say, a record may not hold: so each converts into the other.
        rows = write_header(head.header, "")
        held = Collector([])
        found = parse_header(list(enumerate(rows, 1)), held)
        keys = {there.line: key for key, there in found.places.items()}
        self.header = self._header_places(place, head.header)
        for problem in held.problems:
            there = self.header.get(keys.get(problem.line, ""), place)
            self.fault(there, problem.code, problem.message, problem.expected)
        if not held.problems and found.header != head.header:
            self.fault(place, "value", "the header holds something that no header can hold")
        if found.header is not None:
            self.head = replace(head, header=found.header)

    def _take_end(self, place: Place, end: End) -> None:
        fault = self.tree.finish()
        if fault:
            self.fault(place, "side", fault)
        if end.end != self.tree.n_lines:
            message = f"the end line counts {end.end} lines; there are {self.tree.n_lines}"
            self.fault(self._field(place, "end"), "count", message, str(self.tree.n_lines))
        held = Collector([])
        found = parse_header([(1, "replay: 1"), (2, f"result: {end.result}")], held)
        if found.result != end.result or not end.result or any(it.code == "limit" for it in held.problems):
            there = self._field(place, "result")
            self.fault(there, "value", f"this cannot be a result: {clipped(end.result)}", "such as win, or ?")
        self.end = end

    def _take_row(self, place: Place, row: Row) -> bool:
        place = Place(place.line, self.where or _MOVE_COLUMN)
        line = Line(*astuple(row)[:-2])
        # A line that was changed itself is no typing fault too.
        if self.after_fault:
            self.rest.append((line.move, place))
        size = len(write_item(line).encode())
        if line.join:
            self.width += 2 + size
        else:
            self.width = size + (len(line.label.encode()) + 3 if line.label else 0) + 2 * row.depth + 2
        comment = len(line.comment.encode()) + 4 if line.comment else 0
        self._limit_of_row(place, line, row.depth, LINE.exceeded(self.width + comment))
        if not self.tree.cut and (row.begins or row.depth != self.tree.depth):
            fault = self.tree.enter(row.depth, begins=row.begins)
            if fault:
                self.fault(place, "side", fault)
        problem = self.tree.add(line, place)
        if isinstance(problem, LimitExceeded):
            self.limit(place, problem)
            return False
        if problem:
            self.fault(place, *problem)
        return True

    def _limit_of_row(self, place: Place, line: Line, depth: int, width: LimitExceeded | None) -> None:
        error = over_limit(line)
        if error is not None:
            fields = ("move", "comment", "label", "marks", "above", "below")
            long = next(name for name in fields if over_limit(Line(**{"move": "x", name: getattr(line, name)})))
            self.limit(self._field(place, long), error)
        elif not self.limit(self._field(place, "depth"), DEPTH.exceeded(depth)):
            self.limit(place, width)

    def _text(self, place: Place) -> str:
        return self.problems.rows[place.line - 1].decode("utf-8", "replace")

    def _field(self, place: Place, name: str) -> Place:
        return Place(place.line, places(self._text(place)).get(f"$.{name}", 1))

    def _header_places(self, place: Place, header: Header) -> dict[str, Place]:
        columns = places(self._text(place))
        paths = {"replay": "$.replay", **{key: f"$.header.{key}" for key in ("game", "rules", "content", "seats")}}
        paths |= {f"seat {seat}": f"$.header.names[{seat - 1}]" for seat in range(1, len(header.names) + 1)}
        paths |= {f"option {pair[0]}": f"$.header.options[{at}][1]" for at, pair in enumerate(header.options)}
        paths |= {pair[0]: f"$.header.fields[{at}][1]" for at, pair in enumerate(header.fields)}
        return {key: Place(place.line, columns[path]) for key, path in paths.items() if path in columns}

    def finish(self) -> Reading:
        if not self.raw:
            self.fault(Place(1), "missing", "the file is empty", "a header on the first line")
        if self.unsealed:
            at = self.unsealed[0]
            self.problems.problems[at] = with_more(self.problems.problems[at], len(self.unsealed) - 1)
        lines, places = self.tree.freeze()
        replay = None
        if self.head is not None:
            result = self.end.result if self.end else ""
            replay = upgrade(Replay(self.head.header, lines, result), self.head.replay)
        return self.reading(KIND, replay, places)


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
