"""A fault of a lesson file, and the report on which one file is examined."""

from typing import Any, Final, Literal

from rising_tutor.core.game import AnyGame
from rising_tutor.core.scenes import SceneGame
from rising_tutor.core.values import Value
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.places import Path, Places, path_of
from rising_tutor.replay.problems import Place

Severity = Literal["error", "warning", "note"]
CODES: Final = {
    "toml": "the text is no TOML",
    "word": "a word that the format does not have",
    "missing": "a word that has to be there is not",
    "value": "a value of the wrong type, or one that cannot be used",
    "game": "a game that is not known, or whose positions cannot be written",
    "rule": "a rule that the catalogue does not have",
    "no-rule": "a step that cites no rule",
    "show": "a card or place that is not there",
    "length": "a text, step or lesson that is too long",
    "mark": "an exclamation mark, or a sign that no text may have",
    "position": "a position that the rules cannot bring about",
    "move": "a line that is no action or outcome there",
    "refused": "a move of the tutor that a rule forbids",
    "chance": "an outcome that cannot come there, or never comes on the best line",
    "fact": "a fact that there is not, or that cannot be compared like this",
    "nobody": "a goal in a position in which nobody chooses",
    "unreachable": "a goal that cannot be reached",
    "missed": "a goal that the best line misses with the chance of this step",
    "holds": "a goal that holds before the first action",
    "lost": "a test of `lost` that holds before the first action",
    "nothing": "a goal that every way of playing reaches equally well",
    "not-judged": "actions that nobody can value",
    "aim": "an aim that dice cannot complete there",
    "slow": "values that take long to work out",
    "reply": "an answer of an opponent that cannot be played, or never is",
    "loss": "an accepted loss that accepts everything",
    "wrong": "a try that is told to be wrong and is not, or that cannot happen",
    "answer": "a solved step, or an expected wrong try, that gets no sentence of its own",
    "tie": "several actions are equally good",
    "choices": "a question without exactly one right answer, or with answers that are alike",
    "spot": "offers without exactly one that is refused, or that are alike",
    "never-refused": "a rule that refuses nothing in this position",
    "hint": "a hint that is missing, or names another action than the best",
    "leak": "a text that gives the answer away",
    "untaught": "a rule used before it is taught",
    "taught": "a rule that is taught twice, or in no step of its lesson",
    "order": "an order or id that another file has",
    "name": "a name of the file that does not begin with order and id",
    "chapter": "a lesson without its chapter",
    "mission": "a mission that is long, asks too early, wins nothing, or leaves a wrong try without an answer",
}
"""All codes, for people and programs."""


class Fault(Value, frozen=True):
    """One fault of a file.

    Attributes:
        line, column: from 1.
        code: a key of `CODES`.
        expected: what could stand there; may be empty.
        severity: only errors let a check fail; a note says what the author should know.
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    expected: str = ""
    severity: Severity = "error"

    def as_text(self) -> str:
        tail = f"; expected {self.expected}" if self.expected else ""
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.code}]{tail}"

    def as_json(self) -> dict[str, object]:
        """The shape of `lesson check --json`."""
        names = ("file", "line", "column", "code", "severity", "message", "expected")
        return {name: getattr(self, name) for name in names}


class FileReport:
    """One file being examined.

    Attributes:
        lesson: what could be read of it; None if nothing could.
        spoiled: steps with a fault of form: what they mean is not guessed at.
    """

    def __init__(self, file: str, places: Places | None = None) -> None:
        self.file = file
        self.places = places
        self.lesson: Lesson | None = None
        self.game: AnyGame | None = None
        self.scenes: SceneGame | None = None
        self.spoiled: set[int] = set()
        self.faults: list[Fault] = []
        self.dropped: dict[Path, list[int]] = {}
        """Elements of lists that were left out for a fault of form, by the path of the list."""

    def add(
        self,
        path: str | Path,
        code: str,
        message: str,
        expected: str = "",
        *,
        severity: Severity = "error",
        index: int = 0,
        key: bool = False,
    ) -> None:
        """Notes a fault.

        Args:
            path: of the value, in the lesson as it was read.
            index: which character of a text is meant, from 0.
            key: the key is meant, not the value.
        """
        place = self._place(self.original(path_of(path) if isinstance(path, str) else path), index, key=key)
        fault = Fault(self.file, place.line, place.column, code, message, expected, severity)
        if fault not in self.faults:
            self.faults.append(fault)

    def original(self, path: Path) -> Path:
        """The path in the text of a path in what was read: elements that were left out count again."""
        out: Path = ()
        for part in path:
            number = part
            if isinstance(part, int):
                for gone in sorted(self.dropped.get(out, ())):
                    number = int(number) + (gone <= int(number))
            out = (*out, number)
        return out

    def has(self, path: str | Path) -> bool:
        parts = path_of(path) if isinstance(path, str) else path
        return self.places is not None and self.original(parts) in self.places.spans

    def _place(self, path: Path, index: int, *, key: bool) -> Place:
        if self.places is None:
            return Place(1)
        if key and path in self.places.spans:
            return self.places.key(path)
        return self.places.inside(path, index) if index and path in self.places.spans else self.places.nearest(path)


def shown(value: Any) -> str:
    """A value as a message shows it, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def at_step(number: int, *more: str | int) -> Path:
    """The path of a step, or of something in it."""
    return ("step", number, *more)
