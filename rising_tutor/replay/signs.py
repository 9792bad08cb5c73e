r"""Signs that word processors and web pages put in place of plain ones, named once for a whole file.

>>> strange_sign("green E \u203a june")
(8, 'an arrow', '>')
>>> strange_sign("green E > june") is None
True
"""

import re
from typing import Final

from msgspec.structs import replace

from rising_tutor.replay.problems import Collector, Place, with_more

_SIGNS: Final = (
    ("[\u203a\u2190-\u21ff\u25b6\u2794\u279c]", "an arrow", ">"),
    ("[\u2018-\u201f\u00ab\u00bb\u2039]", "a curly quotation mark", "no quotation marks around actions"),
    ("[\u2010-\u2015\u2212]", "a long dash", "-"),
    ("\u2026", "an ellipsis", "..."),
    ("[\u2022\u00b7\u25aa\u25cf]", "a bullet", "the action alone"),
    ("[\u00ad\u200b-\u200f\u2060\ufeff]", "an invisible character", "nothing: delete it"),
    ("[\uff01-\uff5e]", "a full-width character", "the plain one"),
    ("&(?:[a-z]{2,6}\\b|#[0-9])", "an escape of a web page", "the sign itself, such as >"),
)
_SIGN: Final = re.compile("|".join(f"({sign})" for sign, _, _ in _SIGNS))


def strange_sign(text: str) -> tuple[int, str, str] | None:
    """The place of the first such sign in a text, its name, and what to type instead; None if there is none."""
    found = _SIGN.search(text)
    if found is None or found.lastindex is None:
        return None
    _, name, instead = _SIGNS[found.lastindex - 1]
    return found.start(), name, instead


class SignFaults:
    """The faults that strange signs cause in the moves of one file: one for each kind of sign.

    A game may use such a sign itself, so only moves that it cannot read are handed in.
    """

    def __init__(self, found: Collector) -> None:
        self.found = found
        self._rows: dict[str, list[int]] = {}
        self._problems: dict[str, int] = {}
        self._message: dict[str, str] = {}

    def take(self, move: str, place: Place) -> bool:
        """Report a move that cannot be read if a strange sign is the cause; False if it is another."""
        sign = strange_sign(move)
        if sign is None:
            return any(place.line in rows for rows in self._rows.values())
        at, name, instead = sign
        if name not in self._rows:
            code = f"U+{ord(move[at]):04X}"
            there = Place(place.line, place.column + at)
            self._problems[name] = len(self.found.problems)
            self._message[name] = f"{name} ({code}) stands where the game has a plain sign"
            self.found.add(there, "character", self._message[name], instead)
            self._rows[name] = [place.line]
        elif place.line not in self._rows[name]:
            self._rows[name].append(place.line)
            self._count(name)
        return True

    def _count(self, name: str) -> None:
        at = self._problems[name]
        first = replace(self.found.problems[at], message=self._message[name])
        self.found.problems[at] = with_more(first, len(self._rows[name]) - 1)
