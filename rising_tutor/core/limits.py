"""The limits of every file that a person hands in, whatever it holds; `replay.limits` has those of recorded games.

>>> DEPTH.check(16)
>>> DEPTH.check(20_000)
Traceback (most recent call last):
    ...
rising_tutor.errors.LimitExceeded: depth of nesting: 20000, the limit is 16
"""

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
        return self._error(value, where) if value > self.most else None

    def check(self, value: int, where: str = "") -> None:
        """Raises `LimitExceeded` for a value beyond the limit."""
        if value > self.most:
            raise self._error(value, where)

    def _error(self, value: int, where: str) -> LimitExceeded:
        return LimitExceeded(f"{where}: {self.what}" if where else self.what, self.most, value, self.unit)


UPLOADED: Final = Limit("size of the file", 1 << 20, "bytes")
DEPTH: Final = Limit("depth of nesting", 16)
INTEGER: Final = Limit("a whole number", 1 << 53)
WORD: Final = Limit("length of a word or number without quotes", 200, "characters")
PARTS: Final = Limit("number of parts of keys with dots", 10_000)
LIST: Final = Limit("number of entries in a list", 1_000)
TEXT: Final = Limit("length of a text", 4_000, "characters")
"""From `WORD` on, these are of files in TOML."""
