"""A unit told with the dice, words and rules of another title than the one that its file is written with.

The numbers of a unit are worked out from its scenes, so it says what is true of these dice once its scenes name them.
What a title puts in the place of what stands in the files lies in `tellings/<title>.toml`:

    dice = { green = "red" }
    symbols = { E = "B" }
    words = { Earth = "Bravery" }
    rules = { "FNR-413" = "DER-506" }

>>> telling = Telling(dice={"green": "red"}, symbols={"E": "B"}, words={"Earth": "Bravery"}, rules={})
>>> retext("The green die shows Earth {green} of the time. Green!", telling)
'The red die shows Bravery {green} of the time. Red!'
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from rising_tutor.core.english import capital
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.lab.unit import Unit

_TEXTS: Final = frozenset(("title", "purpose", "text", "prompt", "reveal", "label", "unit", "wanted"))
"""Fields with words for people; the kinds in a bag are words as well."""
_DICE: Final = frozenset(("needs", "roll", "assign", "discard", "die", "colours", "symbol"))
"""Fields with colours, or with the letters of symbols."""


class Telling(Value, frozen=True):
    """What a title puts in the place of what stands in the files.

    Attributes:
        dice: colour -> colour.
        symbols: letter -> letter.
        words: words or whole sentences -> those of the title; longer ones go first.
        rules: rule -> rule.
    """

    dice: dict[str, str]
    symbols: dict[str, str]
    words: dict[str, str]
    rules: dict[str, str]


@cache
def telling_of(title: str) -> Telling | None:
    """How a title tells the units; None where they are told as they are written."""
    file = files(__package__).joinpath("tellings").joinpath(f"{title}.toml")
    return read_toml(file.read_bytes(), Telling, f"{title}.toml") if title and file.is_file() else None


def told(unit: Unit, telling: Telling) -> Unit:
    """The unit with the dice, words and rules of the title."""
    data = msgspec.to_builtins(unit)
    return msgspec.convert({**{key: _told(key, value, telling) for key, value in data.items()}, "id": unit.id}, Unit)


def retext(text: str, telling: Telling) -> str:
    """A text in the words of the title; what stands in braces is left."""
    pattern, words = _pattern(telling)
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else pattern.sub(lambda found: words[found[0]], part) for part in parts)


def _told(key: str, value: Any, telling: Telling) -> Any:
    match value:
        case dict():
            names = _names(key, value, telling)
            return {names[name]: _told(name, inner, telling) for name, inner in value.items()}
        case list() | tuple() if key == "rules":
            return list(dict.fromkeys(telling.rules.get(rule, rule) for rule in value))
        case list() | tuple():
            return [_told(key, inner, telling) for inner in value]
        case str() if key in _DICE:
            return telling.dice.get(value) or "".join(telling.symbols.get(letter, letter) for letter in value)
        case str() if key in _TEXTS:
            return retext(value, telling)
    return value


def _names(key: str, value: Mapping[str, Any], telling: Telling) -> Mapping[str, str]:
    if key == "pool" and all(isinstance(n, int) for n in value.values()):
        return {colour: telling.dice.get(colour, colour) for colour in value}
    if key == "bag":
        return {kind: retext(kind, telling) for kind in value}
    return {name: name for name in value}


def _pattern(telling: Telling) -> tuple[re.Pattern[str], Mapping[str, str]]:
    words = {**telling.dice, **telling.words}
    words |= {capital(word): capital(other) for word, other in words.items()}
    longest = sorted(words, key=len, reverse=True)
    ways = "|".join(re.escape(word) for word in longest)
    return re.compile(rf"(?<![A-Za-z])(?:{ways})(?![A-Za-z])"), words
