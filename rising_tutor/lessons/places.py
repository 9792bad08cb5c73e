r"""Where in a TOML text each key and value stands: line and column, both from 1.

Python's own reader of TOML gives values without places. This one reads the same text a second time, for the places
only: it is asked after the first has found nothing wrong, so whatever it meets is well-formed.

>>> text = 'id = "one"\n[[step]]\nsay = "Roll."\ngoal = [{ fact = "turn", is = 4 }]\n'
>>> found = places(text)
>>> found.value("step[0].goal[0].is"), found.key("step[0].say")
(Place(line=4, column=31), Place(line=3, column=1))
>>> found.inside("step[0].say", 2)
Place(line=3, column=10)
>>> found.nearest("step[0].goal[0].not.there")
Place(line=4, column=9)
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.replay.problems import Place

Path = tuple[str | int, ...]
_STEP: Final = re.compile(r'\.?"((?:[^"\\]|\\.)*)"|\.?([A-Za-z0-9_-]+)|\[(\d+)\]')
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN: Final = re.compile(r"[^\s,\]}#]+(?:[ ](?=\d\d:)[^\s,\]}#]+)?")
"""A number, date or truth value; a date and a time may be parted by one blank."""
_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_INLINE_BLANK: Final = re.compile(r"[ \t]*")
_ESCAPE: Final = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|[ \t]*\r?\n[ \t\r\n]*|.)", re.DOTALL)


class Spans(Value, frozen=True):
    """Where a key and its value begin, and where the value ends, as offsets; an element of a list has no key."""

    key: int
    start: int
    end: int


def path_of(written: str) -> Path:
    """A path as messages write it, with or without the `$.` of msgspec.

    >>> path_of("$.step[2].wrong[0].move")
    ('step', 2, 'wrong', 0, 'move')
    """
    parts = (m.groups("") for m in _STEP.finditer(written.removeprefix("$")))
    return tuple(int(index) if index else name or re.sub(r"\\(.)", r"\1", quoted) for quoted, name, index in parts)


def written(path: Path) -> str:
    """The path as messages write it.

    >>> written(("step", 2, "wrong", 0, "odd key"))
    'step[2].wrong[0]."odd key"'
    """

    def one(part: str | int) -> str:
        if isinstance(part, int):
            return f"[{part}]"
        return f".{part}" if _BARE.fullmatch(part) else '."' + re.sub(r'(["\\])', r"\\\1", part) + '"'

    return "".join(map(one, path)).removeprefix(".")


class Places:
    """The places of one text. Paths are written or taken apart."""

    def __init__(self, text: str, spans: Mapping[Path, Spans]) -> None:
        self.text = text
        self.spans = spans

    def value(self, path: str | Path) -> Place:
        """Where a value begins. Raises `KeyError`: there is none."""
        return self.at(self.spans[_path(path)].start)

    def key(self, path: str | Path) -> Place:
        """Where the key of a value begins; the value itself for an element of a list.

        Raises:
            KeyError: there is none.
        """
        return self.at(self.spans[_path(path)].key)

    def nearest(self, path: str | Path) -> Place:
        """Where a value begins, or the innermost table or list around it that there is."""
        parts = _path(path)
        while parts and parts not in self.spans:
            parts = parts[:-1]
        return self.at(self.spans[parts].start) if parts else Place(1, 1)

    def inside(self, path: str | Path, index: int) -> Place:
        """Where a character of a text stands, escapes counted as what they stand for.

        Args:
            path: of a text.
            index: which character, from 0.
        """
        parts = _path(path)
        if parts not in self.spans:
            return self.nearest(parts)
        span = self.spans[parts]
        raw = self.text[span.start : span.end]
        quote = next((one for one in ('"""', "'''", '"', "'") if raw.startswith(one)), "")
        at = span.start + len(quote)
        if len(quote) > 1 and self.text[at : at + 2].startswith(("\n", "\r\n")):
            at = self.text.index("\n", at) + 1
        last = span.end - len(quote)
        for _ in range(index):
            escape = _ESCAPE.match(self.text, at) if quote.startswith('"') else None
            while escape and escape.group()[1:].strip(" \t\r\n") == "" and "\n" in escape.group():
                at = escape.end()
                escape = _ESCAPE.match(self.text, at)
            end = 2 if self.text.startswith("\r\n", at) else 1
            at = escape.end() if escape else at + end
        return self.at(min(at, last))

    def at(self, offset: int) -> Place:
        begin = self.text.rfind("\n", 0, offset) + 1
        return Place(self.text.count("\n", 0, offset) + 1, offset - begin + 1)


def places(text: str) -> Places:
    """Where everything stands in a text that is TOML. Raises `ValueError`: it is none."""
    # TOML counts "\r\n" as one end of a line; columns are not touched by that.
    scanner = _Scanner(text)
    scanner.document()
    return Places(text, scanner.spans)


def _path(path: str | Path) -> Path:
    return path_of(path) if isinstance(path, str) else path


class _Scanner:
    """Reads from the beginning to the end and notes where things stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.spans: dict[Path, Spans] = {}
        self._tables: dict[Path, int] = {}
        """Lists of tables with how many there are so far."""

    def document(self) -> None:
        base: Path = ()
        while True:
            self._skip(_BLANK)
            if self.at >= len(self.text):
                return
            base = self._header() if self.text[self.at] == "[" else self._pair(base)

    def _header(self) -> Path:
        start = self.at
        double = self.text.startswith("[[", start)
        self.at += 2 if double else 1
        self._skip(_INLINE_BLANK)
        path = self._resolved(tuple(self._key()), element=double)
        self._take("]]" if double else "]")
        for n in range(1, len(path) + 1):
            self.spans.setdefault(path[:n], Spans(start, start, self.at))
        return path

    def _resolved(self, keys: tuple[str, ...], *, element: bool) -> Path:
        """The path of a header: a list of tables stands for its last one, or for a new one."""
        path: Path = ()
        for n, name in enumerate(keys):
            path = (*path, name)
            last = n == len(keys) - 1
            if last and element:
                number = self._tables.get(path, 0)
                self._tables[path] = number + 1
                path = (*path, number)
            elif path in self._tables:
                path = (*path, self._tables[path] - 1)
        return path

    def _pair(self, base: Path) -> Path:
        """One `key = value`; gives the table it belongs to."""
        start = self.at
        path = (*base, *self._key())
        self._take("=")
        self._skip(_INLINE_BLANK)
        self._value(path, start)
        for n in range(len(base) + 1, len(path)):
            self.spans.setdefault(path[:n], Spans(start, start, self.at))
        return base

    def _key(self) -> Iterator[str]:
        while True:
            if self.text[self.at : self.at + 1] in ('"', "'"):
                begin = self.at
                self._string()
                yield _plain(self.text[begin : self.at])
            else:
                found = _BARE.match(self.text, self.at)
                if found is None:
                    raise ValueError(f"no key at {self.at}")
                self.at = found.end()
                yield found.group()
            self._skip(_INLINE_BLANK)
            if self.text[self.at : self.at + 1] != ".":
                return
            self.at += 1
            self._skip(_INLINE_BLANK)

    def _value(self, path: Path, key: int) -> None:
        start = self.at
        match self.text[start : start + 1]:
            case '"' | "'":
                self._string()
            case "[":
                self._list(path)
            case "{":
                self._table(path)
            case _:
                found = _PLAIN.match(self.text, start)
                if found is None:
                    raise ValueError(f"no value at {start}")
                self.at = found.end()
        self.spans[path] = Spans(key, start, self.at)

    def _list(self, path: Path) -> None:
        self.at += 1
        number = 0
        while not self._closes("]"):
            self._value((*path, number), self.at)
            number += 1
            self._skip(_BLANK)
            if self.text[self.at : self.at + 1] == ",":
                self.at += 1

    def _table(self, path: Path) -> None:
        self.at += 1
        while not self._closes("}"):
            self._pair(path)
            self._skip(_BLANK)
            if self.text[self.at : self.at + 1] == ",":
                self.at += 1

    def _closes(self, sign: str) -> bool:
        self._skip(_BLANK)
        if self.at >= len(self.text):
            raise ValueError(f"no {sign} before the end")
        if self.text[self.at] == sign:
            self.at += 1
            return True
        return False

    def _string(self) -> None:
        for quote in ('"""', "'''"):
            if self.text.startswith(quote, self.at):
                self._to_end(quote)
                # One or two quotes may stand right before the closing three.
                while self.text[self.at : self.at + 1] == quote[0]:
                    self.at += 1
                return
        self._to_end(self.text[self.at])

    def _to_end(self, quote: str) -> None:
        at = self.at + len(quote)
        while not self.text.startswith(quote, at):
            if at >= len(self.text):
                raise ValueError("a text without its end")
            at += 2 if quote[0] == '"' and self.text[at] == "\\" else 1
        self.at = at + len(quote)

    def _take(self, sign: str) -> None:
        if not self.text.startswith(sign, self.at):
            raise ValueError(f"no {sign} at {self.at}")
        self.at += len(sign)

    def _skip(self, blank: re.Pattern[str]) -> None:
        found = blank.match(self.text, self.at)
        self.at = found.end() if found else self.at


def _plain(quoted: str) -> str:
    key: str = tomllib.loads(f"key = {quoted}")["key"]
    return key
