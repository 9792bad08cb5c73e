"""Options of a game of cards: the deck of each seat, and a reading for each gap of the rules that has several.

>>> switches = {"ties": Switch(("coin", "again"), ("QS-307",), "What happens at equal totals.")}
>>> table = OptionTable(("aang", "zuko"), "deck", "The deck", "QS-206", switches)
>>> [one.name for one in table.infos()], table.read({"ties": "again", "deck-1": "zuko"})
(['deck-1', 'deck-2', 'ties'], {'ties': 'again'})
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rising_tutor.core.game import OptionInfo
from rising_tutor.core.ids import RuleId
from rising_tutor.decks.deck_file import deck_option
from rising_tutor.errors import BadOption

TRUE_FALSE: Final = ("true", "false")
FALSE_TRUE: Final = ("false", "true")
_SEATS: Final = ("first", "second", "third", "fourth")


class Switch(NamedTuple):
    """A gap of the rules with its readings.

    Attributes:
        values: the default first; "true" and "false" are read as such.
        rules: the first one is cited where a value is refused.
        words: what a form calls each value, in their order; of "true" and "false" nobody reads any.
        label: what a form calls the gap, where the words of its name do not tell.
    """

    values: tuple[str, ...]
    rules: tuple[str, ...]
    said: str
    words: tuple[str, ...] = ()
    label: str = ""

    def info(self, name: str) -> OptionInfo:
        """What the game says of it."""
        words = tuple(zip(self.values, self.words, strict=True)) if self.words else ()
        rules = tuple(map(RuleId, self.rules))
        return OptionInfo(name, self.values[0], " or ".join(self.values), self.said, rules, self.label, words)


class Number(NamedTuple):
    """An option that is a number from 0 to `most`."""

    default: int
    most: int
    rules: tuple[str, ...]
    said: str
    label: str = ""


class OptionTable(NamedTuple):
    """All options of a game.

    Attributes:
        decks: ids of the decks that the seats play where nothing is said.
        kind: what the game calls a deck.
        said: what the option of a seat chooses, such as "The deck".
        rule: the rule about what may be in a deck.
    """

    decks: tuple[str, ...]
    kind: str
    said: str
    rule: str
    switches: Mapping[str, Switch]
    numbers: Mapping[str, Number] = {}

    @property
    def deck_names(self) -> tuple[str, ...]:
        """The options that name a deck, by seat."""
        return tuple(deck_option(seat) for seat in range(len(self.decks)))

    def infos(self) -> tuple[OptionInfo, ...]:
        """What the game says of its options."""
        expected = f"id of a {self.kind}, or a list in one line"
        seats = zip(self.deck_names, self.decks, _SEATS[: len(self.decks)], strict=True)
        return (
            *(
                OptionInfo(name, usual, expected, f"{self.said} of the {seat} seat.", (RuleId(self.rule),))
                for name, usual, seat in seats
            ),
            *(one.info(name) for name, one in self.switches.items()),
            *(
                OptionInfo(
                    name, str(one.default), f"0 to {one.most}", one.said, tuple(map(RuleId, one.rules)), one.label
                )
                for name, one in self.numbers.items()
            ),
        )

    def read(self, given: Mapping[str, str]) -> dict[str, str | bool | int]:
        """The switches and numbers of `given`. Raises `BadOption` for a value that is none."""
        return {name: self._read(name, value) for name, value in given.items() if name not in self.deck_names}

    def _read(self, name: str, value: str) -> str | bool | int:
        if name in self.switches:
            values, cited = self.switches[name][:2]
            if value not in values:
                raise BadOption(name, value, " or ".join(values), cited[0])
            return value == "true" if "true" in values else value
        if name in self.numbers:
            _, most, cited = self.numbers[name][:3]
            if not (value.isascii() and value.isdigit() and len(value) < 6 and int(value) <= most):
                raise BadOption(name, value, f"a number from 0 to {most}", cited[0])
            return int(value)
        raise BadOption(name, value, f"one of {', '.join((*self.deck_names, *self.switches, *self.numbers))}")
