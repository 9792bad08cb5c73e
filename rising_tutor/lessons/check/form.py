"""The form of a lesson file: TOML, then the words of the format, all faults of them in one pass.

What is wrong is left out, and the rest is read again, so that one fault does not hide the next.
"""

import re
import tomllib
from typing import Any, Final

import msgspec

from rising_tutor.core.toml import check_values, text_of, too_much
from rising_tutor.errors import LimitExceeded
from rising_tutor.lessons.check.file_report import Fault, FileReport, shown
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.places import Path, path_of, places

_WHERE: Final = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_NAMED: Final = re.compile(r"(?P<kind>unknown|missing required) field `(?P<name>[^`]*)`")
_AT: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_STANDS_IN: Final[dict[str, Any]] = {"kind": "lesson", "order": 0, "step": [], "choices": [], "holds": []}
"""What stands for a word that is missing, so that the others can be examined; a text stands for all others."""
_MOST: Final = 200


def read(report: FileReport, data: bytes) -> None:
    """Reads a file onto the report: its places, and as much of the lesson as its faults of form leave."""
    try:
        text = text_of(data)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before.rpartition(b"\n")[2].decode("utf-8")) + 1
        _at(report, before.count(b"\n") + 1, column, "bytes that are no text", "UTF-8")
        return
    found = too_much(text)
    if found is not None:
        offset, limit = found
        _at(report, *_line_and_column(text, offset), str(limit), "less of it")
        return
    try:
        raw = tomllib.loads(text)
        check_values(raw, "a value")
        report.places = places(text)
    except LimitExceeded as limit:
        _at(report, 1, 1, str(limit), "less of it")
        return
    except RecursionError:
        _at(report, 1, 1, "tables inside tables", "fewer levels of them")
        return
    except ValueError as error:
        place = _AT.search(str(error))
        named = place is not None and place[1] is not None
        line, column = (int(place[1]), int(place[2])) if place and named else _line_and_column(text, len(text))
        _at(report, line, column, _AT.sub("", str(error)), "a readable TOML file")
        return
    report.lesson = _convert(report, raw)


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _at(report: FileReport, line: int, column: int, message: str, expected: str) -> None:
    report.faults.append(Fault(report.file, line, column, "toml", message, expected))


def _convert(report: FileReport, raw: dict[str, Any]) -> Lesson | None:
    left_out: set[Path] = set()
    for _ in range(_MOST):
        try:
            return msgspec.convert(raw, Lesson)
        except RecursionError:
            report.add("", "toml", "tables inside tables", "fewer levels of them")
            return None
        except msgspec.ValidationError as error:
            found = _WHERE.match(str(error))
            what, path = (found["what"], path_of(found["path"] or "")) if found else (str(error), ())
            if not _repaired(report, raw, what, path, left_out):
                return None
    return None


def _repaired(report: FileReport, raw: dict[str, Any], what: str, path: Path, left_out: set[Path]) -> bool:
    """Notes the fault and takes it out of the raw value; False where that cannot be done."""
    named = _NAMED.search(what)
    match report.original(path):
        case ("step", int(step), *_):
            report.spoiled.add(step)
    if named and named["kind"] == "unknown":
        report.add((*path, named["name"]), "word", f"{named['name']!r} is not a word of the format here", key=True)
        del _value(raw, path)[named["name"]]
    elif named:
        name = named["name"]
        if (*report.original(path), name) not in left_out:
            report.add(path, "missing", f"{name!r} is missing", f"a value for {name}")
        _value(raw, path)[name] = _STANDS_IN.get(name, "")
    elif not path:
        return False
    else:
        value = _value(raw, path)
        report.add(path, "value", f"{shown(value)} cannot be used", _expected(what, path))
        left_out.add(report.original(path))
        parent = _value(raw, path[:-1])
        if isinstance(path[-1], int):
            number = report.original(path)[-1]
            report.dropped.setdefault(report.original(path[:-1]), []).append(int(number))
        del parent[path[-1]]
    return True


def _value(raw: Any, path: Path) -> Any:
    for part in path:
        raw = raw[part]
    return raw


def _expected(what: str, path: Path) -> str:
    if "enum" in what and path == ("kind",):
        return "one of lesson, scenario, mission"
    return what.removeprefix("Expected ").strip().rstrip(".").replace("`", "")
