"""The header in the notation: `key: value` lines both ways.

>>> header = Header(game="fire-nation-rising", seats=2, names=("Anna", ""), options=(("villains", "11"),))
>>> rows = write_header(header, "")
>>> rows[-3:]
['seats: 2', 'seat 1: Anna', 'option villains: 11']
>>> found = parse_header(list(enumerate(rows, 1)), Collector([]))
>>> found.header == header, found.version
(True, 1)
"""

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.limits import FIELDS, HEADER, NAME, NOTE, ODD_SPACES, clipped, whole_number
from rising_tutor.replay.model import FORMAT, UNKNOWN, Header, Note
from rising_tutor.replay.problems import Collector, Place, did_you_mean
from rising_tutor.replay.upgrade import check_version

_FIELD: Final = re.compile(r"(_?[a-z0-9][a-z0-9_-]*(?: [a-z0-9][a-z0-9_.-]*)?) *: *(.*)$", re.IGNORECASE)
_PLAIN: Final = ("replay", "game", "rules", "content", "seats", "result")
_KEYS: Final = (
    "replay, game, rules, content, seats, seat N, option NAME, result, a key of yours that begins with _; "
    "then an empty line"
)
_FIRST: Final = "replay: 1 on the first line, then game: and seats:, then an empty line"
_MOST_GUESSES: Final = 20
MAX_SEATS: Final = 20


@dataclass
class Found:
    """Facts of the header rows.

    Attributes:
        begun: False if no row is one of a header, so that there is no game to read.
        unended: True if lines of the game stand in the header, because the empty line after it is missing.
    """

    version: int = 0
    header: Header | None = None
    result: str = ""
    places: dict[str, Place] = field(default_factory=dict)
    begun: bool = True
    unended: bool = False


def write_header(header: Header, result: str) -> list[str]:
    """The rows of a header, without the empty row after it."""
    known = [
        ("replay", str(FORMAT)),
        ("game", header.game),
        ("rules", header.rules_version),
        ("content", header.content),
        ("seats", str(header.seats) if header.seats else UNKNOWN),
        *((f"seat {seat}", name) for seat, name in enumerate(header.names, 1) if name),
        *((f"option {name}", value) for name, value in header.options),
        *([("result", result)] if result else []),
        *header.fields,
    ]
    rows = []
    for key, value in known:
        rows += [note.text for note in header.notes if note.before == key]
        rows.append(f"{key}: {value}".rstrip(" "))
    return rows + [note.text for note in header.notes if not note.before]


def parse_header(rows: list[tuple[int, str]], problems: Collector, *, whole: bool = True) -> Found:
    """Reads the rows of a header; the game and the seats have to be there.

    Args:
        whole: False if some of its rows could not be read, so that it is not known what is missing.
    """
    found = Found()
    values: dict[str, str] = {}
    notes: list[Note] = []
    pending: list[str] = []
    size = 0
    strange = _Strange(problems)
    for n_rows, (number, text) in enumerate(rows, 1):
        size += len(text.encode()) + 1
        if problems.limit(Place(number), FIELDS.exceeded(n_rows) or HEADER.exceeded(size)):
            break
        row = text.strip(" ")
        if row.startswith("#"):
            pending.append(row)
            problems.limit(Place(number), NOTE.exceeded(len(row)))
            continue
        key = _field(number, text, values, found, strange)
        if key:
            notes += [Note(key, note) for note in pending]
            pending = []
    notes += [Note("", note) for note in pending]
    end = Place(rows[-1][0] if rows else 1)
    if whole and not any(key in values for key in _PLAIN):
        found.begun = False
        strange.nothing_begins(rows)
        return found
    found.unended = strange.tell()
    if whole and "replay" not in values:
        problems.add(Place(1), "missing", "the first line does not say that this is a replay", "replay: 1")
    _judge(values, tuple(notes), found, end if whole else None, problems)
    return found


class _Strange:
    """The faults of header rows, held back until it is known whether a field follows them."""

    def __init__(self, problems: Collector) -> None:
        self.problems = problems
        self.held = Collector(problems.rows)
        self.n_last = 0

    def nothing_begins(self, rows: list[tuple[int, str]]) -> None:
        """Report that no header is there, in place of what is wrong with each row."""
        lines = [(number, text) for number, text in rows if not text.strip().startswith("#")]
        if not lines:
            self.problems.add(Place(1), "missing", "the file holds no game", _FIRST)
            return
        number, text = lines[0]
        message = f"this is not how a recorded game begins: {clipped(text.strip())}"
        self.problems.add(Place(number, len(text) - len(text.lstrip()) + 1), "missing", message, _FIRST)

    def tell(self) -> bool:
        """Report the faults, of those behind the last field only the first; True if lines of the game are there."""
        early, late = self.held.problems[: self.n_last], self.held.problems[self.n_last :]
        no_fields = [problem for problem in late if problem.code == "syntax"]
        self.problems.problems += [*early, *(one for one in late if one.code != "syntax"), *no_fields[:1]]
        return len(no_fields) > 1


def _field(number: int, text: str, values: dict[str, str], found: Found, strange: _Strange) -> str:
    """Takes one `key: value` row; gives its key, or "" if it cannot be used."""
    problems = strange.held
    indent = len(text) - len(text.lstrip(" "))
    matched = _FIELD.match(text.strip(" "))
    place = Place(number, indent + 1)
    if matched is None:
        expected = "key: value, or an empty line before the first action"
        problems.add(place, "syntax", f"this is no header field: {clipped(text.strip(' '))}", expected)
        return ""
    key, value = matched[1].casefold(), matched[2].strip(" ")
    if key in ("replay", "game", "seats"):
        value = value.translate(ODD_SPACES).strip(" ")
    if not _is_key(key):
        many = len(problems.problems) > _MOST_GUESSES
        close = () if many else tuple(get_close_matches(key[: NAME.most], _PLAIN, 1))
        problems.add(place, "key", f"there is no header field {clipped(key)}{did_you_mean(close)}", _KEYS)
        return ""
    if key in values:
        first = found.places[key].line
        problems.add(place, "duplicate", f"{clipped(key)} stands already on line {first}", "each key once")
        return ""
    values[key] = value
    strange.n_last = len(problems.problems)
    found.places[key] = Place(number, indent + 1 + matched.start(2) if matched[2] else indent + 1)
    problems.limit(place, NAME.exceeded(len(key)))
    short = key.startswith("seat ") or key in ("game", "replay")
    problems.limit(found.places[key], (NAME if short else NOTE).exceeded(len(value)))
    if not value and not key.startswith("_"):
        problems.add(place, "value", f"nothing stands after {clipped(key)}", "a value, or ? where it is not known")
    return key


def _is_key(key: str) -> bool:
    if key in _PLAIN or (key.startswith("_") and " " not in key):
        return True
    word, _, rest = key.partition(" ")
    return (word == "option" and bool(rest)) or (word == "seat" and rest.isdigit() and not rest.startswith("0"))


def _judge(
    values: dict[str, str], notes: tuple[Note, ...], found: Found, end: Place | None, problems: Collector
) -> None:
    found.version = _number("replay", values, found, problems)
    refused = check_version(found.version) if found.version else None
    if refused:
        problems.add(found.places["replay"], *refused)
    for key in ("game", "seats"):
        if key not in values and end is not None:
            problems.add(end, "missing", f"the header does not say the {key}", f"{key}: ...")
    seats = _number("seats", values, found, problems)
    given = {int(key.split()[1]): value for key, value in values.items() if key.startswith("seat ") and len(key) < 9}
    most = max(given, default=0)
    if seats > MAX_SEATS or most > (seats or MAX_SEATS):
        key, expected = "seats", f"1 to {MAX_SEATS}"
        if seats <= MAX_SEATS:
            key, expected = f"seat {most}", f"seat 1 to seat {seats or MAX_SEATS}"
        problems.add(found.places[key], "value", f"there are not so many seats: {clipped(values[key])}", expected)
        seats = 0
    found.result = values.get("result", "")
    if refused or not values.get("game") or "seats" not in values:
        return
    found.header = Header(
        game=values["game"],
        rules_version=values.get("rules") or UNKNOWN,
        content=values.get("content") or UNKNOWN,
        seats=seats,
        names=tuple(given.get(seat, "") for seat in range(1, (seats or most) + 1)) if given else (),
        options=tuple((key[7:], value) for key, value in values.items() if key.startswith("option ")),
        fields=tuple((key, value) for key, value in values.items() if key.startswith("_")),
        notes=notes,
    )


def _number(key: str, values: dict[str, str], found: Found, problems: Collector) -> int:
    text = values.get(key, "")
    if not text or (key == "seats" and text == UNKNOWN):
        return 0
    try:
        number = whole_number(text)
    except LimitExceeded as error:
        problems.limit(found.places[key], error)
        return 0
    except ValueError:
        number = 0
    if not number:
        problems.add(found.places[key], "value", f"{key} cannot be {clipped(text)}", "a whole number from 1")
    return number
