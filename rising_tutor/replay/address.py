"""Where a line stands in a replay, side lines included, in a few characters.

"12" is the twelfth line of the game. "12.1.3" is the third line of the first side line of line 12, "12.1.3.2.1" the
first line of the second side line of that one. Numbers are from 1. The position after a line has the address of that
line; "0" is the position before the first line.

>>> at = read_address("12.1.3")
>>> at.depth, str(at.next), str(at.before), str(read_address("12.1.1").before)
(1, '12.1.4', '12.1.2', '11')
"""

import re
from collections.abc import Iterator
from typing import Final

from rising_tutor.core.limits import DEPTH
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption
from rising_tutor.replay.limits import ACTIONS
from rising_tutor.replay.model import Line

EXPECTED: Final = "the number of a line such as 12, or of a line in a side line such as 12.1.3"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,4}")


class Address(Value, frozen=True):
    """The address of a line, and of the position after it.

    Attributes:
        parts: number of a line, then number of a side line and of a line in it, and so on.
    """

    parts: tuple[int, ...]

    def __str__(self) -> str:
        return ".".join(map(str, self.parts))

    @property
    def depth(self) -> int:
        """How many side lines deep it lies; 0 for the game itself."""
        return len(self.parts) // 2

    @property
    def main(self) -> int:
        """The line of the game, or the one whose side line this is."""
        return self.parts[0]

    @property
    def line(self) -> int:
        """The number of the line among those of its own side line, or of the game."""
        return self.parts[-1]

    @property
    def parent(self) -> "Address":
        """The line that this side line replaces."""
        return Address(self.parts[:-2])

    @property
    def next(self) -> "Address":
        return Address((*self.parts[:-1], self.line + 1))

    @property
    def before(self) -> "Address":
        """The position before the line; before the first line of a side line it is the one before the line replaced."""
        if self.line == 1 and self.depth:
            return self.parent.before
        return Address((*self.parts[:-1], self.line - 1))

    def side(self, number: int, line: int = 1) -> "Address":
        return Address((*self.parts, number, line))


def read_address(text: str) -> Address:
    """The address that a text means. Raises `BadOption`: it is none, or lies deeper than a file can."""
    words = text.strip(" ").split(".")
    if len(words) % 2 == 0 or len(words) > 2 * DEPTH.most + 1 or not all(map(_NUMBER.fullmatch, words)):
        raise BadOption("line", text, EXPECTED)
    parts = tuple(map(int, words))
    if 0 in parts[1:] or (len(parts) > 1 and not parts[0]) or max(parts) > ACTIONS.most:
        raise BadOption("line", text, EXPECTED)
    return Address(parts)


def line_at(lines: tuple[Line, ...], at: Address) -> Line:
    """The line with this address. Raises `BadOption`: there is none.

    >>> line_at((Line("a", side=((Line("b"), Line("c")),)),), read_address("1.1.2")).move
    'c'
    """
    return lines_to(lines, at)[-1]


def lines_to(lines: tuple[Line, ...], at: Address) -> tuple[Line, ...]:
    """All lines from the beginning of the game to this one, by way of its side line.

    Raises:
        BadOption: there is no such line.
    """
    way: tuple[Line, ...] = ()
    here = lines
    for place in range(0, len(at.parts), 2):
        number = at.parts[place]
        if not 1 <= number <= len(here):
            so_far = ".".join(map(str, at.parts[:place]))
            there = f"a line from 1 to {len(here)}" + (f" in side line {so_far}" if so_far else "")
            raise BadOption("line", str(at), there if here else "a file with lines")
        line = here[number - 1]
        if place + 1 == len(at.parts):
            return way + here[:number]
        way += here[: number - 1]
        side = at.parts[place + 1]
        if not 1 <= side <= len(line.side):
            there = f"one of the {len(line.side)} side lines" if line.side else "a line that has side lines"
            raise BadOption("line", str(at), f"{there} of line {'.'.join(map(str, at.parts[: place + 1]))}")
        here = line.side[side - 1]
    return way


def addresses(lines: tuple[Line, ...], within: tuple[int, ...] = ()) -> Iterator[Address]:
    """The addresses of all lines, in the order of the text (that of `model.walk`).

    >>> [str(at) for at in addresses((Line("a", side=((Line("b"), Line("c")),)), Line("d")))]
    ['1', '1.1.1', '1.1.2', '2']
    """
    for number, line in enumerate(lines, 1):
        yield Address((*within, number))
        for side, inner in enumerate(line.side, 1):
            yield from addresses(inner, (*within, number, side))
