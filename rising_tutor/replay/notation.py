r"""The notation: a replay as text that people can type and read. `replays/README.md` explains it.

>>> from rising_tutor.replay.model import Header
>>> text = write_notation(Replay(Header(game="fire-nation-rising", seats=1), (Line("roll", ("!",)), Line("stop"))))
>>> print(text.decode().split("\n\n")[1])
roll!
stop
<BLANKLINE>
>>> read_notation("game.replay", text).replay.lines[0].marks
('!',)
"""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from rising_tutor.core.limits import DEPTH
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.header import Found, parse_header, write_header
from rising_tutor.replay.limits import ACTIONS, LINE, MOVE, NOTE, ODD_SPACES, bad_character, clipped
from rising_tutor.replay.model import Line, Note, Replay
from rising_tutor.replay.problems import Collector, Place, Reading, with_more
from rising_tutor.replay.tree import RowReader
from rising_tutor.replay.upgrade import upgrade
from rising_tutor.replay.words import over_limit, split_marks, write_item
from rising_tutor.replay.wrapping import BEGINS

KIND: Final = "notation"
_BARS: Final = re.compile(r" *((?:\| *)*)(\+ *)?")
_LABEL: Final = re.compile(r" *\[([^\[\]]*)\]")
_COMMENT: Final = re.compile(r"(?:^|(?<= ))#")
_SPACES: Final = re.compile(" {2,}")


def write_notation(replay: Replay) -> bytes:
    """The replay as a file in the notation, always the same bytes for the same replay."""
    rows = write_header(replay.header, replay.result)
    if replay.lines:
        rows.append("")
        _write_lines(replay.lines, 0, rows)
    return "\n".join([*rows, ""]).encode()


def _write_lines(lines: tuple[Line, ...], depth: int, rows: list[str]) -> None:
    inside = "  " + "| " * depth if depth else ""
    prefix = "  " + "| " * (depth - 1) + "+ " if depth else ""
    for line in lines:
        text = write_item(line)
        if line.join:
            rows[-1] += "; " + text
        else:
            for own in line.above:
                rows.append((prefix + own).rstrip(" ") if own else "")
                prefix = inside if own else prefix
            label = f"[{line.label}] " if line.label else ""
            rows.append(prefix + label + text)
        prefix = inside
        if line.comment:
            rows[-1] += "  # " + line.comment
        for side in line.side:
            _write_lines(side, depth + 1, rows)
        rows += [(inside + own).rstrip(" ") if own else "" for own in line.below]


def read_notation(file: str, data: bytes) -> Reading:
    """Reads a file in the notation and collects its problems."""
    body = _Body(file, data.removeprefix(b"\xef\xbb\xbf"))
    body.raw[:] = [row.rstrip(b"\r") for row in body.raw]
    texts = _texts(body.raw, body.problems)
    start, end = _header_rows(texts)
    head = [(number, text) for number, text in enumerate(texts[:end], 1) if text is not None and text.strip()]
    found = parse_header(
        [(number, _key_spaces(text)) for number, text in head],
        body.problems,
        whole=None not in texts[start:end],
    )
    body.header = found.places
    body.tree.cut = found.unended
    if found.begun:
        for number, text in enumerate(texts[end + 1 :], end + 2):
            if not body.row(number, text and _move_spaces(text)):
                break
    left = body.finish()
    lines, places = body.tree.freeze()
    return body.reading(KIND, _replay(found, lines, left), places)


def _header_rows(texts: list[str | None]) -> tuple[int, int]:
    """Where the header begins and ends; empty rows, and comments, may stand before its first line."""
    firsts = ["x" if text is None else text.strip()[:1] for text in texts]
    start = next((at for at, first in enumerate(firsts) if first), 0)
    line = next((at for at, first in enumerate(firsts) if first not in ("", "#")), start)
    if line < len(texts) and BEGINS.match(texts[line] or ""):
        start = line
    return start, next((at for at in range(start, len(texts)) if not firsts[at]), len(texts))


def _texts(raw: Sequence[bytes], problems: Collector) -> list[str | None]:
    """The rows as text, None for one that cannot be read. What spoils several rows alike is one problem."""
    texts: list[str | None] = []
    alike: dict[str, int] = {}
    n_rows: Counter[str] = Counter()
    for number, row in enumerate(raw, 1):
        known = len(problems.problems)
        texts.append(_text(number, row, problems))
        if len(problems.problems) > known:
            last = problems.problems[-1]
            if last.code == "limit":
                continue
            n_rows[last.message] += 1
            if alike.setdefault(last.message, known) != known:
                problems.problems.pop()
    for message, at in alike.items():
        problems.problems[at] = with_more(problems.problems[at], n_rows[message] - 1)
    return texts


def _text(number: int, row: bytes, problems: Collector) -> str | None:
    if problems.limit(Place(number), LINE.exceeded(len(row))):
        return None
    try:
        text = row.decode()
    except UnicodeDecodeError as error:
        column = len(row[: error.start].decode()) + 1
        expected = "text saved as UTF-8"
        with suppress(UnicodeDecodeError):
            shown = row.decode("cp1252")[column - 1]
            expected += f"; in Windows-1252 this is {clipped(shown)}" if shown.isprintable() else ""
        problems.add(Place(number, column), "encoding", "these bytes are not UTF-8 text", expected)
        return None
    text = text.replace("\t", " ")
    bad = bad_character(text)
    if bad is None:
        return text
    what, expected = f"this is {bad[1]}", "letters, digits and signs"
    if text[bad[0]] == "\r":
        what = "this is a carriage return (U+000D): the file mixes kinds of line ends"
        expected = "line ends of one kind"
    problems.add(Place(number, bad[0] + 1), "character", what, expected)
    return None


def _key_spaces(text: str) -> str:
    """A header row with plain spaces up to the end of its key; a value keeps its own."""
    if text.isascii() or text.strip().startswith("#"):
        return text
    end = text.find(":") + 1 or len(text)
    return text[:end].translate(ODD_SPACES) + text[end:]


def _move_spaces(text: str) -> str:
    """A row with plain spaces where actions stand; a comment keeps its own."""
    if text.isascii():
        return text
    plain = text.translate(ODD_SPACES)
    comment = _COMMENT.search(plain)
    return plain if comment is None else plain[: comment.start()] + text[comment.start() :]


def _replay(found: Found, lines: tuple[Line, ...], left: tuple[str, ...]) -> Replay | None:
    header = found.header
    if header is None or not found.version:
        return None
    if left:
        # Comments with no line before or after them can only belong to the header.
        header = replace(header, notes=(*header.notes, *(Note("", text) for text in left if text)))
    return upgrade(Replay(header, lines, found.result), found.version)


class _Body(RowReader):
    """Reads the rows after the header."""

    def __init__(self, file: str, data: bytes) -> None:
        super().__init__(file, data)
        # Rows of their own that wait for the line that they belong to, with the depth of their bars.
        self.waiting: list[tuple[int, str]] = []
        self.label = ""
        self.label_at = Place(1)
        self.labels = {}
        self.last = Place(1)

    def row(self, number: int, text: str | None) -> bool:
        """Reads one row; False if no further one is to be read."""
        self.last = Place(number)
        if text is None:
            self.tree.cut = True
            return True
        if not text.strip(" "):
            self.waiting.append((0, ""))
            return True
        bars = _BARS.match(text)
        depth = bars[1].count("|") + bool(bars[2]) if bars else 0
        at = bars.end() if bars else 0
        comment = _COMMENT.search(text, at)
        alone = comment is not None and comment.start() == at
        # A comment without bars goes with the next row, wherever that stands.
        if (depth or not alone) and not self._enter(Place(number, at), depth, begins=bool(bars and bars[2])):
            return True
        if alone:
            self._own(depth, text[at:].rstrip(" "), Place(number, at + 1))
            return True
        side = text[comment.end() :].strip(" ") if comment else ""
        label = _LABEL.match(text, at)
        if label:
            at = label.end()
            self._take_label(label[1], Place(number, label.start(1) + 1))
        end = comment.start() if comment else len(text)
        if not text[at:end].strip(" "):
            if not label:
                self.fault(Place(number, at + 1), "syntax", "nothing stands after the bars", "an action or a comment")
            elif side:
                self._own(depth, "# " + side, Place(number, end + 1))
            return True
        return self._items(number, text, at, end, side)

    def finish(self) -> tuple[str, ...]:
        """Closes what is open; gives the rows for which there is no line at all."""
        if self.label:
            self.fault(self.last, "syntax", f"no action follows the label {clipped(self.label)}", "an action after it")
        self._close(0)
        fault = self.tree.finish()
        if fault:
            self.fault(self.last, "side", fault)
        rows = [text for _, text in self.waiting]
        while rows and not rows[-1]:
            rows.pop()
        return () if self.tree.below(tuple(rows)) else tuple(rows)

    def _enter(self, place: Place, depth: int, *, begins: bool) -> bool:
        if self.limit(place, DEPTH.exceeded(depth)):
            return False
        self._close(depth - 1 if begins else depth)
        fault = self.tree.enter(depth, begins=begins)
        if fault:
            self.fault(Place(place.line, place.column or 1), "side", fault, "| after a row that begins with +")
        return True

    def _close(self, depth: int) -> None:
        """Gives the waiting comments of the side lines that end to their last lines."""
        while not self.tree.cut and self.tree.depth > depth:
            inside = [at for at, (own, _) in enumerate(self.waiting, 1) if own >= self.tree.depth]
            n_rows = inside[-1] if inside else 0
            self.tree.below(tuple(text for _, text in self.waiting[:n_rows]))
            del self.waiting[:n_rows]
            fault = self.tree.enter(self.tree.depth - 1, begins=False)
            if fault:
                self.fault(self.last, "side", fault)

    def _own(self, depth: int, text: str, place: Place) -> None:
        self.waiting.append((depth, text))
        self.limit(place, over_limit(Line("x", above=(text,))))

    def _take_label(self, text: str, place: Place) -> None:
        label = _SPACES.sub(" ", text).strip(" ")
        if self.label or not label:
            message = f"two labels without an action between them: {clipped(self.label)}" if label else "an empty label"
            self.fault(place, "syntax", message, "a place in the game, such as [turn 7]")
        self.label, self.label_at = label, place

    def _items(self, number: int, text: str, at: int, end: int, comment: str) -> bool:
        n_parts = text.count(";", at, end) + 1
        if self.limit(Place(number, at + 1), ACTIONS.exceeded(self.tree.n_lines + n_parts)):
            return False
        parts = text[at:end].split(";")
        above = tuple(row for _, row in self.waiting)
        self.waiting.clear()
        label, self.label = self.label, ""
        complete = True
        for n, part in enumerate(parts):
            place = Place(number, at + len(part) - len(part.lstrip(" ")) + 1)
            at += len(part) + 1
            item = _SPACES.sub(" ", part).strip(" ")
            if not item:
                if complete:
                    expected = "an action on each side of a semicolon"
                    self.fault(place, "syntax", "nothing stands between two semicolons or after the last", expected)
                complete = False
                continue
            if len(item) > MOVE.most + NOTE.most:
                self.limit(place, MOVE.exceeded(len(item)))
                continue
            if label and not n and self.labels is not None:
                self.labels[place] = self.label_at
            move, marks = split_marks(item)
            said = comment if n == len(parts) - 1 else ""
            line = Line(move, marks, said, join=True) if n else Line(move, marks, said, label, above=above)
            if not self._add(line, place):
                return False
        return True

    def _add(self, line: Line, place: Place) -> bool:
        """Adds a line; False if there are too many of them."""
        if self.tree.cut:
            self.rest.append((line.move, place))
        self.limit(place, over_limit(line))
        fault = self.tree.add(line, place)
        if isinstance(fault, LimitExceeded):
            self.limit(place, fault)
            return False
        if fault:
            expected = "a mark such as ! or ?? right after the action, or a word such as $lucky"
            self.fault(place, *fault, expected if fault[0] == "mark" else "")
        return True
