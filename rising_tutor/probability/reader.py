"""A text that is read from left to right, every fault with its column.

>>> reader = Reader("pool", "2 grey")
>>> reader.number(0, 9, "a number"), reader.more(), reader.take(NAME, "a colour"), reader.more()
(2, True, 'grey', False)
"""

import re
from collections.abc import Sequence

from rising_tutor.core.chance import Die
from rising_tutor.errors import BadProblem

LONGEST = 2_000
"""Characters of one text."""
NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
"""A colour: letters, with hyphens between them."""
WORD = re.compile(r"[^\s,;]+")

_GAP = re.compile(r"[\s,;]*")
_NUMBER = re.compile(r"[0-9]+")


def check_length(what: str, text: str) -> None:
    """Raises `BadProblem` for a text that is longer than anything here can be."""
    if len(text) > LONGEST:
        raise BadProblem(what, f"{len(text)} characters", f"at most {LONGEST} characters")


class Reader:
    """A text that is read from left to right; every fault says in which column."""

    def __init__(self, what: str, text: str) -> None:
        check_length(what, text)
        self.what = what
        self.text = text
        self.at = 0

    def more(self) -> bool:
        """Whether there is anything left to read, after spaces and commas."""
        gap = _GAP.match(self.text, self.at)
        end = gap.end() if gap else self.at
        if end == len(self.text):
            return False
        self.at = end
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What stands here, if it fits; reading goes on after it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """What has to stand here."""
        self.more()
        column = self.at
        found = self.match(pattern)
        if found is None:
            raise self.bad(self.word(), expected, column)
        return found[0]

    def number(self, least: int, most: int, expected: str) -> int | None:
        """A whole number, if one stands here."""
        column = self.at
        found = self.match(_NUMBER)
        if found is None:
            return None
        if len(found[0]) > 4 or not least <= int(found[0]) <= most:
            raise self.bad(found[0], f"{expected} from {least} to {most}", column)
        return int(found[0])

    def colour(self, dice: Sequence[Die]) -> int:
        """The place of the colour that stands here."""
        expected = f"a colour: {', '.join(die.colour for die in dice)}"
        self.more()
        column = self.at
        name = self.take(NAME, expected).casefold()
        places = [at for at, die in enumerate(dice) if die.colour.casefold() == name] or [
            at for at, die in enumerate(dice) if die.colour.casefold().startswith(name)
        ]
        if len(places) != 1:
            several = f"; {name} fits {', '.join(dice[at].colour for at in places)}" if places else ""
            raise self.bad(self.text[column : self.at], f"{expected}{several}", column)
        return places[0]

    def word(self) -> str:
        """What stands here up to the next space or comma, for a message."""
        found = WORD.match(self.text, self.at)
        return found[0] if found else ""

    def bad(self, value: str, expected: str, column: int) -> BadProblem:
        """The error for what stands in a column, counted from 0."""
        return BadProblem(f"{self.what}, column {column + 1}", value, expected)
