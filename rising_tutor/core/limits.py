r"""The limits of every file that a person hands in, whatever it holds; `replay.limits` has those of recorded games.

>>> DEPTH.check(16)
>>> DEPTH.check(20_000)
Traceback (most recent call last):
    ...
rising_tutor.errors.LimitExceeded: depth of nesting: 20000, the limit is 16
>>> bad_character("Anna")
>>> bad_character("An\u202ena")
(2, 'a character that changes the direction of writing (U+202E)')
"""

import re
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.errors import LimitExceeded


class Limit(Value, frozen=True):
    """A limit: what it counts, the most that is allowed, and the unit."""

    what: str
    most: int
    unit: str = ""

    def exceeded(self, value: int, where: str = "") -> LimitExceeded | None:
        """The error for a value beyond the limit, else None.

        Args:
            where: which file or part of it, for the message.
        """
        return self.error(value, where) if value > self.most else None

    def check(self, value: int, where: str = "") -> None:
        """Raises `LimitExceeded` for a value beyond the limit."""
        if value > self.most:
            raise self.error(value, where)

    def error(self, value: int, where: str = "", *, more: bool = False) -> LimitExceeded:
        """The error for a value beyond the limit.

        Args:
            more: True if only so much is known, that the value is more than the limit.
        """
        return LimitExceeded(f"{where}: {self.what}" if where else self.what, self.most, value, self.unit, more=more)


UPLOADED: Final = Limit("size of the file", 1 << 20, "bytes")
DEPTH: Final = Limit("depth of nesting", 16)
INTEGER: Final = Limit("a whole number", 1 << 53)
NAME: Final = Limit("length of a name", 40, "characters")
WORD: Final = Limit("length of a word or number without quotes", 200, "characters")
PARTS: Final = Limit("number of parts of keys with dots", 10_000)
LIST: Final = Limit("number of entries in a list", 1_000)
TEXT: Final = Limit("length of a text", 4_000, "characters")
KEYS: Final = Limit("number of keys in a table", 1_000)
CARDS: Final = Limit("number of different cards in a deck", 1_000)
"""From `WORD` on, these are of files in TOML."""

_BAD: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def bad_character(text: str) -> tuple[int, str] | None:
    """Where a text first has a character that no text may have, and what it is."""
    found = _BAD.search(text)
    if found is None:
        return None
    code = ord(found.group())
    if 0xD800 <= code <= 0xDFFF:
        kind = "half of a surrogate pair"
    elif 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        kind = "a character that changes the direction of writing"
    else:
        kind = "a control character"
    return found.start(), f"{kind} (U+{code:04X})"
