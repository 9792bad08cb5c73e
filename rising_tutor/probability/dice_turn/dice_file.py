"""A file with dice of one's own, in the form in which the card files of the games have them.

>>> found = read_dice(b'[[die]]' + bytes([10]) + b'colour = "coin"' + bytes([10]) + b'faces = ["H", ""]', "my.toml")
>>> found.dice, found.box
((Die(colour='coin', faces=('H', '')),), (None,))
>>> read_dice(b"die = 3", "my.toml")
Traceback (most recent call last):
rising_tutor.errors.BadContent: my.toml: $.die: 3 cannot be used; expected `array`, got `int`
"""

from collections.abc import Mapping

import msgspec

from rising_tutor.core.chance import Die
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, LimitExceeded
from rising_tutor.probability.dice_turn.problem import MOST_COLOURS, MOST_DICE, MOST_FACES, MOST_ON_FACE
from rising_tutor.probability.reader import NAME

MOST_BYTES = 64 << 10
LONGEST_NAME = 40


class DiceFile(Value, frozen=True):
    """What such a file says.

    Attributes:
        dice: the kinds of die, in the order of the file.
        box: how many dice of each kind there are; None where the file sets no limit.
        words: symbol -> its word, if the file names them.
    """

    dice: tuple[Die, ...]
    box: tuple[int | None, ...]
    words: Mapping[str, str] = {}


class _Die(Value, frozen=True):
    """One entry; `origin` and `stated` may stand there as they do in the card files, and mean nothing here."""

    colour: str
    faces: tuple[str, ...]
    n: int | None = None
    origin: str = ""
    stated: tuple[str, ...] = ()


class _File(Value, frozen=True):
    die: tuple[_Die, ...]
    symbols: Mapping[str, str] = msgspec.field(default_factory=dict)


def read_dice(data: bytes, file: str) -> DiceFile:
    """The dice of a file.

    Args:
        data: what is in the file: TOML, with one table `[[die]]` for each kind: `colour`, `faces` (one letter for each
            symbol, "EE" for a double, "" for a blank face) and, if the box holds a limited number, `n`. A table
            `[symbols]` may give each symbol its word.

    Raises:
        LimitExceeded: more than 64 KiB.
        BadContent: with file, path, value and what was expected.
    """
    if len(data) > MOST_BYTES:
        raise LimitExceeded("size of the file of dice", MOST_BYTES, len(data), "bytes")
    found = read_toml(data, _File, file)
    _check(found, file)
    return DiceFile(
        tuple(Die(kind.colour, kind.faces) for kind in found.die),
        tuple(kind.n for kind in found.die),
        found.symbols,
    )


def _check(found: _File, file: str) -> None:
    if not 1 <= len(found.die) <= MOST_COLOURS:
        raise BadContent(file, "$.die", f"{len(found.die)} kinds of die", f"1 to {MOST_COLOURS} kinds of die")
    colours: set[str] = set()
    shown: set[str] = set()
    for at, kind in enumerate(found.die):
        path = f"$.die[{at}]"
        if NAME.fullmatch(kind.colour) is None or len(kind.colour) > LONGEST_NAME:
            raise BadContent(file, f"{path}.colour", kind.colour, f"1 to {LONGEST_NAME} letters, hyphens between them")
        if kind.colour.casefold() in colours:
            raise BadContent(file, f"{path}.colour", kind.colour, "a colour that no other die has")
        colours.add(kind.colour.casefold())
        if not 1 <= len(kind.faces) <= MOST_FACES:
            raise BadContent(file, f"{path}.faces", f"{len(kind.faces)} faces", f"1 to {MOST_FACES} faces")
        for place, face in enumerate(kind.faces):
            if len(face) > MOST_ON_FACE or (face and not face.isalpha()):
                expected = f'at most {MOST_ON_FACE} symbols, each one letter, or "" for a blank face'
                raise BadContent(file, f"{path}.faces[{place}]", face, expected)
        if kind.n is not None and not 0 <= kind.n <= MOST_DICE:
            raise BadContent(file, f"{path}.n", kind.n, f"a number of dice from 0 to {MOST_DICE}")
        shown |= set("".join(kind.faces))
    for symbol, word in found.symbols.items():
        if symbol not in shown:
            raise BadContent(file, "$.symbols", symbol, f"a symbol of these dice: {', '.join(sorted(shown))}")
        if not word.isalpha() or len(word) > LONGEST_NAME:
            raise BadContent(file, f"$.symbols.{symbol}", word, f"a word of 1 to {LONGEST_NAME} letters")
