"""The words of an address, and which of them a page has looked at.

>>> words = Words({"unit": "one-die", "nope": "1"})
>>> words.get("unit"), words.unread
('one-die', ('nope',))
"""

from collections.abc import Iterator
from typing import Any, Final

_LONGEST: Final = 40


class Words(dict[str, str]):
    """Words and their values; a page that looks at one, or goes through all of them, has read it."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__(words)
        self._read: set[str] = set()

    @property
    def unread(self) -> tuple[str, ...]:
        """The words that the page did not look at."""
        return tuple(word for word in dict.keys(self) if word not in self._read)

    def __getitem__(self, word: str) -> str:
        self._read.add(word)
        return super().__getitem__(word)

    def get(self, word: str, other: Any = None) -> Any:
        self._read.add(word)
        return super().get(word, other)

    def __contains__(self, word: object) -> bool:
        self._read.add(str(word))
        return super().__contains__(word)

    def __iter__(self) -> Iterator[str]:
        self._read.update(super().keys())
        return super().__iter__()

    def keys(self) -> Any:
        self._read.update(super().keys())
        return super().keys()


def ignored(words: tuple[str, ...]) -> str:
    """The sentence about words of a link that mean nothing."""
    named = ", ".join(word[:_LONGEST] for word in words)
    return f"This link has a part that means nothing on this page: {named}. The rest was opened."
