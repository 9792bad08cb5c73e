r"""State of a file as it arrived: kind, encoding, line ends, and the text that mails and chats put around a game.

The one step before both readers, on every path: command line, upload, paste, notebook. A cause that spoils every line
is named once, with the way out. What needs no guess is read: UTF-16 and UTF-32, line ends of any one kind, a game that
is quoted or fenced as a whole. Lines and columns stay those of the file.

>>> take_in("replay: 1\rgame: x\r".encode("utf-16")).data
b'replay: 1\ngame: x\n'
>>> take_in(b"%PDF-1.7\n").fault.message
'this is a PDF document, not a recorded game'
"""

import codecs
import re
from typing import Final, NamedTuple

from rising_tutor.replay.limits import ROWS
from rising_tutor.replay.problems import Collector, Place, Problem
from rising_tutor.replay.wrapping import BEGINS, unwrapped

_GAME: Final = "a file named .replay or .replay.jsonl"
_ARCHIVE: Final = f"{_GAME}: unpack this archive first"
_DOCUMENT: Final = f"{_GAME}: save this document as plain text"
_SAVED: Final = f"{_GAME}: open the page and save its game as one"
_KINDS: Final = (
    (rb"PK\x03\x04.{0,4096}?(?:word/|xl/|\[Content_Types\]|mimetypeapplication/)", "an office document", _DOCUMENT),
    (rb"PK(?:\x03\x04|\x05\x06)", "a zip archive", _ARCHIVE),
    (rb"\x1f\x8b", "a file that was packed twice", "a file that is packed once"),
    (rb"BZh[1-9]1AY|\xfd7zXZ|7z\xbc\xaf|Rar!|\x28\xb5\x2f\xfd|.{257}ustar", "an archive", _ARCHIVE),
    (rb"%PDF", "a PDF document", _DOCUMENT),
    (rb"\{\\rtf", "a formatted document (RTF)", _DOCUMENT),
    (rb"\xd0\xcf\x11\xe0", "an office document", _DOCUMENT),
    (rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF|BM.{4}\0\0\0\0", "a picture or a recording", _GAME),
    (rb"PAR1|SQLite format", "a table of many games", f"{_GAME}: open a table on the page Many games"),
    (rb"\x7fELF|MZ[^\n]{0,60}\0", "a program", _GAME),
    (rb"(?i)\s*<(?:!doctype|!--|\?xml|html|head|body|svg|div|pre|span|table)", "a web page", _SAVED),
)
_KIND: Final = tuple((re.compile(magic, re.DOTALL), words, way_out) for magic, words, way_out in _KINDS)
_JSON: Final = re.compile(rb'\s*(?:\{\s*(?:\n|$|\}|"(?!replay"))|\[\s*(?:\n|$|\]|[{\["]))')
_RECORD: Final = b'{"'
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDTHS: Final = ((b"\0\0\0", "utf-32-be", 4), (b"\0", "utf-16-be", 2))
_OTHER_ENDS: Final = (b"\r", "\x85".encode(), "\u2028".encode(), "\u2029".encode())
_LOOKED_AT: Final = 4096
_AS_WRITTEN: Final = "the record as the program wrote it, or the game as .replay"


class Intake(NamedTuple):
    """A file as the readers take it.

    Attributes:
        data: its text in UTF-8, line by line as in the file.
        fault: the cause that ends reading, or None.
        n_rows: lines before the fault that can be read all the same; None for all.
    """

    data: bytes
    fault: Problem | None = None
    n_rows: int | None = None

    @property
    def readable(self) -> bytes:
        """The part of the text that comes before the fault."""
        if self.n_rows is None:
            return self.data
        return b"".join(row + b"\n" for row in self.data.split(b"\n")[: self.n_rows])


def take_in(data: bytes, *, record: bool = False) -> Intake:
    """Recognise how an unpacked file arrived.

    Args:
        record: the name of the file says that it is a record; it must come byte for byte as it was written.
    """
    for magic, words, way_out in _KIND:
        if magic.match(data):
            return _foreign(data, words, way_out)
    text, encoding, fault = _decoded(data)
    if fault is not None:
        return fault
    if _is_binary(text):
        return _foreign(text, "a binary file", _GAME)
    is_notation = _begins(text) is not None
    if text.startswith(_RECORD) or (record and not is_notation):
        return _record(text, encoding)
    if not is_notation and _JSON.match(text):
        return _foreign(text, "a JSON file", _GAME)
    return _notation(_with_plain_ends(text))


def is_record(data: bytes, *, named: bool) -> bool:
    """Return True if a text is a record: it begins as one, or is named so and does not begin as notation."""
    return data.startswith(_RECORD) or (named and _begins(data) is None)


def _begins(data: bytes) -> re.Match[str] | None:
    first = data[:_LOOKED_AT].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    return BEGINS.match(first.splitlines()[0]) if first else None


def _foreign(data: bytes, words: str, way_out: str) -> Intake:
    return _refused(data, Place(1), "foreign", f"this is {words}, not a recorded game", way_out)


def _refused(data: bytes, place: Place, code: str, message: str, expected: str) -> Intake:
    rows = data[: 1 << 16].split(b"\n")
    return Intake(data, Collector(rows).problem(place, code, message, expected), 0)


# Encodings ------------------------------------------------------------------------------------------------------------


def _decoded(data: bytes) -> tuple[bytes, str, Intake | None]:
    """The text in UTF-8, the encoding it was in ("" for UTF-8), and the fault if it cannot be decoded."""
    mark, encoding = next((pair for pair in _MARKS if data.startswith(pair[0])), (b"", _guessed(data)))
    if not encoding:
        return data, "", None
    title = encoding[:6].upper()
    try:
        text = data[len(mark) :].decode(encoding).encode()
    except UnicodeDecodeError:
        message = f"this looks like {title} text, and not all of it can be read as that"
        return data, title, _refused(b"", Place(1), "encoding", message, "text saved as UTF-8")
    if not mark and _begins(text) is None and not text.startswith(_RECORD):
        return data, title, _refused(b"", Place(1), "encoding", f"this looks like {title} text", "text saved as UTF-8")
    return text, title, None


def _guessed(data: bytes) -> str:
    """The encoding of a text without a mark, from where its zero bytes are; "" if there are not enough of them."""
    begin = data[:64]
    for zeros, big, width in _WIDTHS:
        units = [begin[at : at + width] for at in range(0, len(begin) - len(begin) % width, width)]
        if units and all(unit.startswith(zeros) and unit[-1] for unit in units):
            return big
        if units and all(unit.endswith(zeros) and unit[0] for unit in units):
            return big.replace("be", "le")
    return ""


def _is_binary(data: bytes) -> bool:
    """Return True if a tenth of the beginning are bytes that no text has."""
    begin = data[:_LOOKED_AT]
    strange = sum(byte < 9 or 13 < byte < 32 for byte in begin)
    return strange * 10 > len(begin)


# Line ends and layout -------------------------------------------------------------------------------------------------


def _with_plain_ends(data: bytes) -> bytes:
    """The text with LF at each line end, if all of them are of one other kind."""
    if b"\n" in data:
        return data
    return next((data.replace(end, b"\n") for end in _OTHER_ENDS if end in data), data)


def _record(data: bytes, encoding: str) -> Intake:
    first, _, rest = data.partition(b"\n")
    end = Place(1, len(first.decode("utf-8", "replace")))
    if encoding:
        return _refused(b"", Place(1), "encoding", f"this record was saved as {encoding}", _AS_WRITTEN)
    if data.startswith(codecs.BOM_UTF8):
        return _refused(data, Place(1), "encoding", "a byte order mark stands before this record", _AS_WRITTEN)
    if b"}\r{" in first and not rest:
        return _refused(data, Place(1), "crc", "the line ends of this record were changed to CR", _AS_WRITTEN)
    if first.endswith(b"\r") and first.startswith(_RECORD):
        return _refused(data, end, "crc", "the line ends of this record were changed to CR LF", _AS_WRITTEN)
    if not data.strip():
        return Intake(data)
    begin = first.strip()
    laid_out = rest and begin in (b"", b"{", b"[")
    if laid_out or begin.startswith((b"[{", b">", b"```", b"~~~")) or first[:1] in (b" ", b"\t"):
        message = "this is no record line by line: it was laid out or quoted by another program"
        return _refused(data, Place(1), "foreign", message, _AS_WRITTEN)
    second = data.find(b'\n{"replay":')
    if second < 0:
        return Intake(data)
    n_rows = data.count(b"\n", 0, second) + 1
    place, n_games = Place(n_rows + 1), 1 + data.count(b'\n{"replay":')
    return Intake(data, _several(data.split(b"\n"), place, n_games), n_rows)


def _several(rows: list[bytes], place: Place, n_games: int) -> Problem:
    message = f"a second game begins here; this file holds {n_games} games"
    expected = f"one game in each file: cut this one before line {place.line}"
    return Collector(rows).problem(place, "several", message, expected)


def _notation(data: bytes) -> Intake:
    if data.count(b"\n") > ROWS.most:
        return Intake(data)
    raw = data.removeprefix(codecs.BOM_UTF8).split(b"\n")
    rows = [row.decode("utf-8", "surrogateescape") for row in raw]
    found = unwrapped(rows)
    if found.rows is not rows:
        data = b"\n".join(row.encode("utf-8", "surrogateescape") for row in found.rows)
    if found.fault is None:
        return Intake(data)
    place = Place(*found.fault.at)
    if found.fault.n_games:
        return Intake(data, _several(raw, place, found.fault.n_games), found.fault.n_rows)
    problem = Collector(raw).problem(place, "wrapped", found.fault.message, found.fault.expected)
    return Intake(data, problem, found.fault.n_rows)
