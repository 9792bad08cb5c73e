"""A recorded game: actions and chance outcomes as text, in order, with what people wrote beside them.

Events and states are not stored: playing the lines through the game gives them again. There is no
place for a seed.

>>> replay = Replay(Header(game="fire-nation-rising", seats=2), (Line("roll"), Line("stop", ("!",))))
>>> len(replay), replay.lines[1].marks
(2, ('!',))
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.replay.limits import Whole

FORMAT: Final = 1
"""The version of the format that this package writes."""

UNKNOWN: Final = "?"
"""How a fact that nobody knows is written."""


class Note(Value, frozen=True):
    """A comment line in the header.

    Attributes:
        before: the key of the field below it, empty at the end of the header.
    """

    before: str
    text: str


class Header(Value, frozen=True, omit_defaults=True):
    """What is known of a game before its first line.

    Attributes:
        rules_version: `GameInfo.rules_version`, or `?`.
        content: `GameInfo.content`, the fingerprint of the cards in use, or `?`.
        seats: how many people play; 0 where it is unknown.
        names: one for each seat, empty where there is none; or no names at all.
        fields: further fields of the person who keeps the file; their keys begin with `_`.
    """

    game: str
    rules_version: str = msgspec.field(name="rules", default=UNKNOWN)
    content: str = UNKNOWN
    seats: Whole = 0
    names: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    notes: tuple[Note, ...] = ()


class Written(Value, frozen=True, omit_defaults=True):
    """One action or chance outcome, as both forms of file have it.

    Attributes:
        move: the text, as `Game.read` understands it; a `?` in it stands for an unknown fact.
        marks: a judgement (`!`, `?`, `!!`, `??`, `!?`, `?!`) and words such as `$lucky`.
        comment: what stands beside it, without the `#`.
        label: the place in the game that stands before it, such as "turn 7"; checked when read.
        join: whether it stands in one text row with the line before it.
        above: the rows above it, as they stand: comments with their `#`, and empty rows.
        below: the rows after it, on the last line of a game or side line only.
    """

    move: str
    marks: tuple[str, ...] = ()
    comment: str = ""
    label: str = ""
    join: bool = False
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


class Line(Written, frozen=True, omit_defaults=True):
    """One action or chance outcome, with the side lines of which each begins in place of it."""

    side: "tuple[tuple[Line, ...], ...]" = ()

    @property
    def unknown(self) -> bool:
        return UNKNOWN in self.move


class Replay(Value, frozen=True):
    """A recorded game.

    Attributes:
        result: how it ended, in the words of `endings.result_text`; empty while it is unfinished.
    """

    header: Header
    lines: tuple[Line, ...] = ()
    result: str = ""

    def __len__(self) -> int:
        return len(self.lines)


def walk(lines: tuple[Line, ...]) -> Iterator[Line]:
    """All lines in the order of the text: each line, then its side lines.

    >>> [line.move for line in walk((Line("a", side=((Line("b"), Line("c")),)), Line("d")))]
    ['a', 'b', 'c', 'd']
    """
    for line in lines:
        yield line
        for side in line.side:
            yield from walk(side)
