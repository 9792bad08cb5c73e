r"""A learner file as text: a header line, then a fact a line, each a JSON object that a person can read.

A reader collects: it never stops at the first fault. Facts stand alone, so all that can be read are handed on; what
cannot be read is a problem with its line and column. A last line without its end was torn while it was written.

>>> header = Header("Anna", "fire-nation-rising", "2026-11-21T18:00:00Z")
>>> text = write_learner(header, [Attempt("2026-11-21T18:04:05Z", "play", ("FNR-414",), "wrong")])
>>> print(text.decode().splitlines()[1])
{"fact":"attempt","at":"2026-11-21T18:04:05Z","item":"play","rules":["FNR-414"],"outcome":"wrong"}
>>> reading = read_learner("anna", text + b'{"fact":"attempt","hin')
>>> len(reading.facts), reading.problems[0].code, reading.problems[0].line
(1, 'torn', 3)
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from rising_tutor.core.limits import DEPTH, UPLOADED
from rising_tutor.core.registry import playable_ids
from rising_tutor.core.values import Value
from rising_tutor.errors import LearnerTooNew, LimitExceeded, RisingTutorError, UnreadableLearner
from rising_tutor.lessons.learner.facts import Attempt, Fact, Header, Mistake, Progress, Setting, moment
from rising_tutor.probability.unit import Unit, one_of_units
from rising_tutor.replay.limits import LINE, ROWS, bad_character, clipped
from rising_tutor.replay.problems import Collector, Place, Problem
from rising_tutor.replay.record_json import WrongValue, bounded, no_constant, no_duplicate

FORMAT_NAME: Final = "rising-tutor-learner"
FORMAT: Final = 2
"""2 names the unit of a mistake; 1 had its `measure`, `dice` or `win`. `_of_format_1` reads it."""
MOST_PROBLEMS: Final = 100
EXPECTED: Final = {
    "fact": "attempt, mistake, progress or setting",
    "at": "a moment in UTC such as 2026-11-21T18:04:05Z",
    "created": "a moment in UTC such as 2026-11-21T18:04:05Z",
    "item": "lesson:ID#STEP, mission:ID#STEP, scenario:ID, spot:RULE, mistake:ID, play or replay",
    "rules": 'a list with at least one rule id, such as ["FNR-414"]',
    "rule": "a rule id such as FNR-414",
    "refused": "a rule id such as FNR-414",
    "outcome": "best, equal, good, wrong, illegal or shown",
    "hints": "a whole number from 0 to 3",
    "stars": "a whole number from 0 to 3",
    "loss": "a number from 0 to 1",
    "kind": "refused or loss",
    "unit": one_of_units(),
    "measure": "dice or win",
    "source": "lesson, play or replay",
    "done": "true or false",
    "settings": "names with true, false, a number or a text each",
    "value": "true, false, a number or a text",
    "game": "the id of a game that can be played here",
}
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    name: ("fact", *kind.__struct_fields__)
    for name, kind in (("attempt", Attempt), ("mistake", Mistake), ("progress", Progress), ("setting", Setting))
}
_FORMAT: Final = re.compile(rf"{FORMAT_NAME}/([1-9][0-9]{{0,5}})\Z")
_BLANK: Final = re.compile(r"[ \t\r]*")
_MISSING: Final = re.compile(r"missing required field `(\w+)`")
_PATH: Final = re.compile(r"`\$\.(\w+)")
_A_LINE: Final = 'a line such as {"fact":"attempt","at":"...",...}'
_A_HEADER: Final = f'{{"format":"{FORMAT_NAME}/{FORMAT}","name":"...","game":"...","created":"...","settings":{{}}}}'


class LearnerReading(Value, frozen=True):
    """What a reader found in a learner file.

    Attributes:
        header: None if it cannot be used.
        facts: all that can be read, in the order of the file.
        problems: all faults, in the order of the file.
        sound: how many bytes stand before a torn last line; all of them if it is whole.
        format: the version of the format that it is written in; 0 if it has no header.
    """

    file: str
    header: Header | None
    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]
    sound: int = 0
    format: int = 0

    @property
    def torn(self) -> bool:
        """Whether nothing is wrong but a last line that was not written to its end."""
        return self.header is not None and [problem.code for problem in self.problems] == ["torn"]

    @property
    def usable(self) -> bool:
        """Whether it counts: it has no fault, or only a torn last line."""
        return self.header is not None and (not self.problems or self.torn)


class _Fault(Exception):
    """A fault of one line: `replay.problems.Collector.add` takes what it carries."""

    def __init__(self, column: int, code: str, message: str, expected: str = "") -> None:
        self.args = (column, code, message, expected)
        self.cause: RisingTutorError | None = None


def write_learner(header: Header, facts: Iterable[Fact]) -> bytes:
    """The whole file. It is read back by `read_learner`; whoever stores it does so first."""
    document = {"format": f"{FORMAT_NAME}/{FORMAT}"} | msgspec.structs.asdict(header)
    first = msgspec.json.encode(document | {"settings": dict(header.settings)})
    return first + b"\n" + b"".join(map(write_fact, facts))


def write_fact(fact: Fact) -> bytes:
    """The line of a fact."""
    return msgspec.json.encode(fact) + b"\n"


def as_error(problem: Problem, file: str) -> RisingTutorError:
    """The problem as the exception of whoever needs the file to be sound."""
    if isinstance(problem.cause, LimitExceeded):
        return problem.cause
    kind = LearnerTooNew if problem.code == "too-new" else UnreadableLearner
    return kind(file, problem.line, problem.column, problem.message, problem.expected)


def too_big(file: str, error: LimitExceeded) -> LearnerReading:
    """The reading of a file of which nothing is read, because there is too much of it."""
    problems = Collector([])
    problems.limit(Place(1), error)
    return LearnerReading(file, None, (), problems.sorted(), error.value)


def read_learner(file: str, data: bytes) -> LearnerReading:
    """Reads a learner file and collects its problems.

    Args:
        data: its bytes; more than the limit are a problem, and nothing of them is read.
    """
    rows = data.split(b"\n", ROWS.most)[: ROWS.most]
    problems = Collector(rows)
    whole = len(data)
    if (error := UPLOADED.exceeded(len(data))) is not None:
        return too_big(file, error)
    if problems.limit(Place(ROWS.most), ROWS.exceeded(data.count(b"\n"))):
        return LearnerReading(file, None, (), problems.sorted(), whole)
    tail = rows[-1]
    header, facts, n_read, version = _read_rows(rows[:-1], problems)
    if tail and n_read == len(rows) - 1:
        whole -= len(tail)
        expected = "a line that ends; everything before it is kept"
        problems.add(Place(len(rows)), "torn", "the last line was not written to its end", expected)
    if not data:
        problems.add(Place(1), "missing", "the file is empty", _A_HEADER)
    return LearnerReading(file, header, tuple(facts), problems.sorted(), whole, version)


def _read_rows(rows: Sequence[bytes], problems: Collector) -> tuple[Header | None, list[Fact], int, int]:
    """The header, the facts, how many rows were looked at, and the version of the format."""
    header: Header | None = None
    version = 0
    facts: list[Fact] = []
    for number, row in enumerate(rows, 1):
        try:
            if number == 1:
                fields = _fields(row)
                version = _version(fields)
                header = _header(fields)
            elif row.strip():
                facts.append(_fact(_of_format_1(_fields(row)) if version == 1 else _fields(row)))
        except _Fault as fault:
            column, code, message, expected = fault.args
            problems.add(Place(number, column), code, message, expected, cause=fault.cause)
            if code == "too-new":
                return None, [], number, version
        if len(problems.problems) == MOST_PROBLEMS:
            message = f"this is problem {MOST_PROBLEMS} of the file; further lines were not read"
            problems.add(Place(number), "limit", message)
            return header, facts, number, version
    return header, facts, len(rows), version


class _Field(Value, frozen=True):
    """A value of a line, and the 1-based columns of its key and of itself."""

    value: Any
    key_column: int
    column: int


_Fields = dict[str, _Field]


def _fields(row: bytes) -> _Fields:
    error = LINE.exceeded(len(row))
    if error is not None:
        raise _limit(1, error)
    try:
        text = row.decode()
    except UnicodeDecodeError as fault:
        column = len(row[: fault.start].decode()) + 1
        raise _Fault(column, "encoding", "these bytes are not UTF-8 text", "text in UTF-8") from None
    fields: _Fields = {}
    at = _blank(text, _expect(text, _blank(text, 0), "{"))
    while text[at : at + 1] != "}":
        if fields:
            at = _blank(text, _expect(text, at, ","))
        key_at = at
        _expect(text, at, '"')
        key, at = _decoded(text, at)
        if key in fields:
            raise _Fault(key_at + 1, "duplicate", f"the key {clipped(key)} stands twice", "each key once")
        at = _blank(text, _expect(text, _blank(text, at), ":"))
        value, end = _decoded(text, at)
        fields[key] = _Field(value, key_at + 1, at + 1)
        at = _blank(text, end)
    if _blank(text, at + 1) != len(text):
        raise _Fault(_blank(text, at + 1) + 1, "syntax", "something stands after the end of this line", "nothing")
    for key, field in fields.items():
        found = next((bad for one in (key, *_texts(field.value)) if (bad := bad_character(one))), None)
        if found is not None:
            raise _Fault(field.column, "character", f"this value has {found[1]}", "letters, digits and signs")
    return fields


def _blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _expect(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        found = clipped(text[at : at + 1]) if at < len(text) else "the line ends here"
        raise _Fault(at + 1, "syntax", f"this is not written as the format says: {found}", f"{sign} as in {_A_LINE}")
    return at + 1


def _decoded(text: str, at: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as fault:
        raise _Fault(fault.colno, "syntax", f"this is no JSON: {fault.msg}", _A_LINE) from None
    except RecursionError:
        raise _limit(at + 1, LimitExceeded(DEPTH.what, DEPTH.most, DEPTH.most + 1)) from None
    except LimitExceeded as error:
        raise _limit(at + 1, error) from None
    except WrongValue as fault:
        raise _Fault(at + 1, fault.code, str(fault), "each key once" if fault.code == "duplicate" else "") from None


def _limit(column: int, error: LimitExceeded) -> _Fault:
    fault = _Fault(column, "limit", str(error))
    fault.cause = error
    return fault


def _fact(fields: _Fields) -> Fact:
    try:
        fact: Fact = msgspec.convert({key: field.value for key, field in fields.items()}, type=Fact)
    except msgspec.ValidationError as error:
        kind = fields.get("fact")
        known = _KEYS.get(str(kind.value)) if kind is not None else None
        raise _named(fields, str(error), known or tuple(fields)) from None
    _check_moment(fields, "at")
    return fact


_UNITS_OF_1: Final = {"dice": Unit.GOALS, "win": Unit.CHANCE_TO_WIN}


def _of_format_1(fields: _Fields) -> _Fields:
    """A line of format 1 as this format has it: what a mistake was judged by was `measure`, dice unless told otherwise.

    By dice a lesson counted the chance of its goal, and a game the goals of the turn.
    """
    kind, measure, source = fields.get("fact"), fields.get("measure"), fields.get("source")
    if kind is None or kind.value != "mistake":
        return fields
    if "unit" in fields:
        raise _Fault(fields["unit"].key_column, "key", "there is no key 'unit' in format 1", "measure: dice or win")
    word = "dice" if measure is None else measure.value
    unit = _UNITS_OF_1.get(word) if isinstance(word, str) else None
    if measure is not None and unit is None:
        message = f"measure cannot be {clipped(str(word))}"
        raise _Fault(measure.column, "value", message, EXPECTED["measure"])
    if word == "dice" and source is not None and source.value == "lesson":
        unit = Unit.CHANCE_OF_GOAL
    assert unit is not None
    at = measure or kind
    rest = {key: field for key, field in fields.items() if key != "measure"}
    return rest | {"unit": _Field(unit.value, at.key_column, at.column)}


def _version(fields: _Fields) -> int:
    name = fields.get("format")
    if name is None:
        raise _Fault(1, "missing", "the first line is not the header of a learner file", _A_HEADER)
    version = _FORMAT.match(name.value) if isinstance(name.value, str) else None
    if version is None:
        raise _Fault(name.column, "value", f"{clipped(str(name.value))} is no format of a learner file", _A_HEADER)
    if int(version[1]) > FORMAT:
        message = f"the file is of format {name.value}; this program reads formats up to {FORMAT_NAME}/{FORMAT}"
        raise _Fault(name.column, "too-new", message, "a later version of this program")
    return int(version[1])


def _header(fields: _Fields) -> Header:
    values = {key: field.value for key, field in fields.items() if key != "format"}
    settings = values.get("settings", {})
    if not isinstance(settings, dict):
        raise _Fault(fields["settings"].column, "value", "the settings are no names with values", EXPECTED["settings"])
    try:
        header = msgspec.convert(values | {"settings": list(settings.items())}, type=Header)
    except msgspec.ValidationError as error:
        raise _named(fields, str(error), ("format", "name", "game", "created", "settings")) from None
    _check_moment(fields, "created")
    if header.game not in playable_ids():
        message = f"the game {clipped(header.game)} is not known"
        raise _Fault(fields["game"].column, "game", message, ", ".join(playable_ids()))
    return header


def _named(fields: _Fields, why: str, known: Sequence[str]) -> _Fault:
    for key, field in fields.items():
        if key not in known:
            return _Fault(field.key_column, "key", f"there is no key {clipped(key)} here", "only keys of the format")
    absent = _MISSING.search(why)
    if absent is not None:
        return _Fault(1, "missing", f"the key {clipped(absent[1])} is missing", EXPECTED.get(absent[1], ""))
    found = _PATH.search(why)
    if found is None:
        return _Fault(1, "value", why)
    field = fields[found[1]]
    expected = EXPECTED.get(found[1]) or why.partition(" - ")[0].replace("`", "").removeprefix("Expected ")
    return _Fault(field.column, "value", f"{found[1]} cannot be {clipped(str(field.value))}", expected)


def _check_moment(fields: _Fields, key: str) -> None:
    field = fields[key]
    try:
        moment(field.value)
    except (ValueError, OverflowError):
        message = f"{clipped(field.value)} is in no calendar"
        raise _Fault(field.column, "value", message, EXPECTED[key]) from None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _finite(text: str) -> float:
    if not math.isfinite(float(text)):
        raise WrongValue("value", f"{clipped(text)} is too large a number")
    return float(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=no_duplicate, parse_int=bounded, parse_float=_finite, parse_constant=no_constant
)
