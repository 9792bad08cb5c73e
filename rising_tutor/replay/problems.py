"""What can be wrong with a replay file, and what a reader gives back.

A reader collects: it never stops at the first fault. What it hands on is the game up to the first
fault, never repaired, and every problem it found with its place.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.errors import LimitExceeded, ReplayTooNew, ReplayTooOld, RisingTutorError, UnreadableReplay
from rising_tutor.replay.limits import clipped, printable
from rising_tutor.replay.model import Replay

CODES: Final = {
    "limit": "a limit was exceeded",
    "encoding": "the bytes are not UTF-8 text, or not what their packing promises",
    "character": "a character that no text may have",
    "foreign": "a file of another kind",
    "wrapped": "text around the game that does not belong to it",
    "several": "more than one game in the file",
    "key": "a header key that does not exist",
    "duplicate": "a key that stands twice",
    "missing": "something that has to be there is not",
    "value": "a header value that cannot be used",
    "syntax": "a line that is not written as the format says",
    "mark": "a mark that does not exist",
    "side": "a side line that does not belong to a move",
    "crc": "bytes were changed after they were written",
    "torn": "the last line was not written to its end",
    "count": "the end line gives another number of lines than there are",
    "too-old": "a version of the format that can no longer be read",
    "too-new": "a version of the format from a later program",
    "game": "a game that is not known",
    "option": "an option or a number of seats that the game does not have",
    "rules": "another version of the rules",
    "content": "other cards than those in use",
    "label": "a label that does not fit the place in the game",
    "unreadable": "a typing fault: no action or outcome is written like this",
    "unfit": "an action where chance decides, or an outcome where a seat decides",
    "refused": "a rule forbids the action",
    "impossible": "an outcome that chance cannot give here",
    "over": "a line after the end of the game",
    "result": "a result that is not the one the game came to",
}
"""All codes, for people and programs. `unreadable` is the typist's, `refused` is the player's."""


class Place(Value, frozen=True):
    """A place in a file, both numbers from 1; columns count characters."""

    line: int
    column: int = 1


class Problem(Value, frozen=True):
    """One fault of a file.

    Attributes:
        code: a key of `CODES`.
        expected: what could stand there, in words; may be empty.
        rule: the rule that forbids it, where one does.
        excerpt: the line of the file, shortened, safe to print.
        caret: the 1-based place in `excerpt` that is meant.
        cause: the exception that the strict reader raises, where it is a special one.
    """

    line: int
    column: int
    code: str
    message: str
    expected: str = ""
    rule: str | None = None
    excerpt: str = ""
    caret: int = 1
    cause: Any = None

    def as_json(self) -> dict[str, object]:
        """The shape of `replay check --json`."""
        return {name: getattr(self, name) for name in ("line", "column", "code", "message", "expected", "rule")}

    def as_text(self, file: str) -> str:
        cited = f" ({self.rule})" if self.rule else ""
        rows = [f"{file}:{self.line}:{self.column}: {self.code}: {self.message}{cited}"]
        if self.excerpt:
            number = str(self.line)
            rows.append(f"  {number} | {self.excerpt}")
            rows.append(f"  {' ' * len(number)} | {' ' * (self.caret - 1)}^")
        if self.expected:
            rows.append(f"  expected: {self.expected}")
        return "\n".join(rows)

    def as_error(self, file: str) -> RisingTutorError:
        if isinstance(self.cause, LimitExceeded):
            return self.cause
        kind = {"too-new": ReplayTooNew, "too-old": ReplayTooOld}.get(self.code, UnreadableReplay)
        return kind(file, self.line, self.column, self.message, self.expected)


class Reading(Value, frozen=True):
    """What a reader found in a file.

    Attributes:
        kind: "notation" or "record".
        replay: the game up to the first fault; None if the header cannot be used.
        places: where each line of `walk(replay.lines)` stands.
        problems: all faults, in the order of the file.
        end: where the last line of the file stands.
        complete: whether the replay has all lines of the file.
        rest: the moves after the first fault, which nobody plays: (move, place).
        header: where each header key stands.
        labels: where the label of a line stands, by the place of the line, in a form that puts it anywhere before it.
    """

    file: str
    kind: str
    replay: Replay | None
    places: tuple[Place, ...]
    problems: tuple[Problem, ...]
    end: Place
    complete: bool = False
    rest: tuple[tuple[str, Place], ...] = ()
    header: Mapping[str, Place] | None = None
    labels: Mapping[Place, Place] | None = None
    rows: tuple[bytes, ...] = ()

    def place_of(self, key: str) -> Place:
        """Where a header key stands; the first line if it does not."""
        return (self.header or {}).get(key, Place(1))


class Collector:
    """Collects the problems of one file and cuts their excerpts."""

    def __init__(self, rows: Sequence[bytes], known: tuple[Problem, ...] = ()) -> None:
        self.rows = rows
        self.problems = list(known)

    def add(self, place: Place, code: str, message: str, expected: str = "", **more: Any) -> None:
        self.problems.append(self.problem(place, code, message, expected, **more))

    def problem(
        self,
        place: Place,
        code: str,
        message: str,
        expected: str = "",
        *,
        rule: str | None = None,
        cause: RisingTutorError | None = None,
    ) -> Problem:
        """A problem with its excerpt, which is not added."""
        row = self.rows[place.line - 1] if 0 < place.line <= len(self.rows) else b""
        excerpt, caret = _excerpt(row, place.column)
        return Problem(place.line, place.column, code, message, expected, rule, excerpt, caret, cause)

    def limit(self, place: Place, error: LimitExceeded | None) -> bool:
        if error is None:
            return False
        self.add(place, "limit", str(error), cause=error)
        return True

    def sorted(self) -> tuple[Problem, ...]:
        return tuple(sorted(self.problems, key=lambda problem: (problem.line, problem.column)))


def with_more(problem: Problem, n_rows: int) -> Problem:
    """The problem of a cause that spoils so many other lines too, which have none of their own."""
    if not n_rows:
        return problem
    lines = "1 more line" if n_rows == 1 else f"{n_rows} more lines"
    return replace(problem, message=f"{problem.message}, here and on {lines}")


def did_you_mean(words: tuple[str, ...]) -> str:
    """A question with the words that were probably meant, or nothing."""
    return f"; did you mean {' or '.join(clipped(word) for word in words)}?" if words else ""


def _excerpt(row: bytes, column: int, width: int = 100) -> tuple[str, int]:
    # A row may have 64 KiB: only the part around the column is decoded character by character.
    text = row.decode("utf-8", "replace")
    start = 0 if len(text) <= width else max(0, min(column - 1 - width // 2, len(text) - width))
    before = printable(text[start : column - 1])
    after = printable(text[max(start, column - 1) : start + width])
    return before + after, len(before) + 1
