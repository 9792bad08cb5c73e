r"""Deck files: read, and every fault told with its line, column and rule in one pass.

A deck file is TOML, a list in one line is "chamber: 4 card, 2 other". What may stand in a deck is for the game to say:
it checks a `DeckList` and answers with faults at words of the file.

>>> deck = read_deck('id = "two"\nname = "Two"\nleader = "aang"\ncards = { pummel = 4 }', "leader").deck
>>> deck.leader, deck.cards, inline(deck)
('aang', (('pummel', 4),), 'aang: 4 pummel')
>>> read_inline("aang: 4 pummel, 2 skewer").n
6
>>> print(write_deck(deck, "leader"))
id = "two"
name = "Two"
leader = "aang"
play = "formal"
origin = "owner"
<BLANKLINE>
[cards]
pummel = 4
<BLANKLINE>
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from rising_tutor.core.limits import CARDS, KEYS, NAME, UPLOADED, bad_character
from rising_tutor.core.toml import check_values, text_of, too_deep, too_much
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, LimitExceeded, shown

_PLAYS: Final = ("formal", "casual")
_ORIGINS: Final = ("rulebook", "public", "illustrative", "owner")
_PLACE: Final = re.compile(r"^(?P<what>.*?) \(at line (?P<line>\d+), column (?P<column>\d+)\)$", re.DOTALL)
_END: Final = " (at end of document)"
_STRING: Final = re.compile(r"""\"(?:[^"\\\n]|\\.)*\"|'[^'\n]*'""")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_INLINE: Final = re.compile(r"\s*(\d+)\s+([\w-]+)\s*")
MOST_COPIES: Final = 500
"""More copies of one card than this are a slip of the pen."""


class DeckFault(Value, frozen=True):
    """What is wrong with a deck, and where.

    Attributes:
        line, column: from 1.
        what: one sentence.
        rule: the rule that it breaks; empty where the file cannot be read.
        warning: whether the deck can be played all the same.
    """

    line: int
    column: int
    what: str
    rule: str = ""
    warning: bool = False

    def __str__(self) -> str:
        cited = f" ({self.rule})" if self.rule else ""
        return f"line {self.line}, column {self.column}: {'warning: ' if self.warning else ''}{self.what}{cited}"


class DeckList(Value, frozen=True):
    """A deck as it is written.

    Attributes:
        leader: the card that stands beside the deck: a Chamber, or Summoners.
        cards: id and number of copies, in the order of the file.
        play: "formal" or "casual".
        origin: where the list comes from.
    """

    id: str
    name: str
    leader: str
    cards: tuple[tuple[str, int], ...]
    play: str = "formal"
    origin: str = "owner"

    @property
    def n(self) -> int:
        """How many cards there are."""
        return sum(n for _, n in self.cards)


@runtime_checkable
class DeckGame(Protocol):
    """A game that is played with decks."""

    def decks(self) -> tuple[DeckList, ...]:
        """The decks that come with it."""

    def check_deck(
        self, source: bytes, options: Mapping[str, str] | None = None
    ) -> tuple[DeckList, tuple[DeckFault, ...]]:
        """Return a deck file, as far as it can be read, with its faults under these options of the game."""


def deck_option(seat: int) -> str:
    """The option that names the deck of a seat, from 0.

    >>> deck_option(0)
    'deck-1'
    """
    return f"deck-{seat + 1}"


class SeatDeck(Value, frozen=True):
    """The deck that a seat plays.

    Attributes:
        deck: its id, where it comes with the game; "" for a list of its own.
        leader: the name of the card that stands beside it.
    """

    deck: str
    leader: str


@runtime_checkable
class SeatedDecks(Protocol):
    """A game that says which decks are played in it."""

    def seat_decks(self, state: Any) -> tuple[SeatDeck, ...]:
        """The deck of every seat."""


def deck_game(game: object) -> DeckGame | None:
    """The game as one with decks, or None."""
    return game if isinstance(game, DeckGame) else None


class ReadDeck(NamedTuple):
    """What came of reading a deck file: the deck, as far as it could be read, and what is wrong with the file."""

    deck: DeckList
    faults: tuple[DeckFault, ...]
    places: Mapping[str, tuple[int, int]]
    """Word of the file -> its line and column."""

    def at(self, word: str, what: str, rule: str = "", *, warning: bool = False) -> DeckFault:
        """A fault at a word of the file, or at its beginning."""
        line, column = self.places.get(word, (1, 1))
        return DeckFault(line, column, what, rule, warning)


def read_deck(source: str | bytes, leader: str) -> ReadDeck:
    """A deck file with all that is wrong with it.

    Args:
        leader: the word under which the card beside the deck stands, such as "chamber".
    """
    nothing = DeckList("", "", "", ())
    try:
        text = text_of(source) if isinstance(source, bytes) else source
        UPLOADED.check(len(text), "deck")
        if (found := too_deep(text) or too_much(text)) is not None:
            return ReadDeck(nothing, (DeckFault(text.count("\n", 0, found[0]) + 1, 1, str(found[1])),), {})
        raw = tomllib.loads(text)
        check_values(raw, "deck")
    except UnicodeDecodeError as error:
        return ReadDeck(nothing, (DeckFault(1, 1, f"byte {error.start} is no UTF-8"),), {})
    except ValueError as error:
        return ReadDeck(nothing, (_unreadable(str(error), text),), {})
    except LimitExceeded as error:
        return ReadDeck(nothing, (DeckFault(1, 1, str(error)),), {})
    cards = raw.get("cards")
    too_many = KEYS.exceeded(len(raw)) or (CARDS.exceeded(len(cards)) if isinstance(cards, dict) else None)
    if too_many is not None:
        line, column = places_of(text).get("cards", (1, 1))
        return ReadDeck(nothing, (DeckFault(line, column, str(too_many)),), {})
    return _read(raw, places_of(text), leader)


def _unreadable(said: str, text: str) -> DeckFault:
    """What the reader of TOML says of a text, at the place that it names."""
    if (place := _PLACE.match(said)) is not None:
        return DeckFault(int(place["line"]), int(place["column"]), place["what"])
    if said.endswith(_END):
        lines = text.split("\n")
        return DeckFault(len(lines), len(lines[-1]) + 1, f"{said.removesuffix(_END)}, where the file ends")
    return DeckFault(1, 1, said)


def _read(raw: Mapping[str, Any], places: Mapping[str, tuple[int, int]], leader: str) -> ReadDeck:
    reading = ReadDeck(DeckList("", "", "", ()), (), places)
    faults = []
    known = {"id": "", "name": "", leader: "", "play": "formal", "origin": "owner", "cards": {}}
    faults += [reading.at(word, f"{word!r} means nothing here") for word in raw if word not in known]
    told = {**known, **{word: value for word, value in raw.items() if word in known}}
    for word in ("id", "name", leader, "play", "origin"):
        # What stands beside a deck is asked for by its rules, which say so when nothing is named.
        if not isinstance(told[word], str) or (not told[word] and word != leader):
            faults.append(reading.at(word, f"{word} is {shown(told[word])}; expected a text"))
            told[word] = ""
    for word, allowed in (("play", _PLAYS), ("origin", _ORIGINS)):
        if told[word] and told[word] not in allowed:
            faults.append(reading.at(word, f"{word} is {shown(told[word])}; expected {' or '.join(allowed)}"))
    faults += _misspelt(told, reading)
    cards: list[tuple[str, int]] = []
    if not isinstance(told["cards"], dict):
        what = f"cards is {shown(told['cards'])}; expected a table of cards with their numbers"
        faults.append(reading.at("cards", what))
        told["cards"] = {}
    elif not told["cards"]:
        faults.append(reading.at("cards", "there are no cards; expected each with its number under [cards]"))
    for card, n in told["cards"].items():
        if type(n) is not int or not 1 <= n <= MOST_COPIES:
            what = f"{card} stands {shown(n)} times; expected a number from 1 to {MOST_COPIES}"
            faults.append(reading.at(card, what))
        else:
            cards.append((card, n))
    deck = DeckList(told["id"], told["name"], told[leader], tuple(cards), told["play"], told["origin"])
    return ReadDeck(deck, tuple(faults), places)


def _misspelt(told: dict[str, Any], reading: ReadDeck) -> Iterator[DeckFault]:
    """The faults of texts with characters that no text may have, which become empty, and of a name that is too long."""
    for word in ("id", "name", *(word for word in told if word not in ("id", "name", "cards"))):
        if (bad := bad_character(told[word])) is not None:
            yield reading.at(word, f"{word} has {bad[1]}; expected letters, digits and signs")
            told[word] = ""
    if (error := NAME.exceeded(len(told["name"]))) is not None:
        yield reading.at("name", str(error))
    if not isinstance(told["cards"], dict):
        return
    for card in [card for card in told["cards"] if bad_character(card) is not None]:
        yield reading.at("cards", f"the name of a card has {(bad_character(card) or (0, ''))[1]}")
        del told["cards"][card]


def write_deck(deck: DeckList, leader: str) -> str:
    """A deck as a file, a card a line; `read_deck` reads the same deck from it.

    Args:
        leader: the word under which the card beside the deck stands, such as "chamber".
    """
    head = {"id": deck.id, "name": deck.name, leader: deck.leader, "play": deck.play, "origin": deck.origin}
    lines = [f"{word} = {_quoted(said)}" for word, said in head.items()]
    cards = [f"{word if _BARE.fullmatch(word) else _quoted(word)} = {n}" for word, n in deck.cards]
    return "\n".join([*lines, "", "[cards]", *cards, ""])


def _quoted(text: str) -> str:
    """A text between quotes, as TOML has it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def has_comments(text: str) -> bool:
    r"""Whether a TOML text says something that only people read.

    >>> has_comments('name = "No. #1"\ncards = { pummel = 4 }'), has_comments("pummel = 4  # a third is enough")
    (False, True)
    """
    return "#" in _STRING.sub("", text)


def places_of(text: str) -> dict[str, tuple[int, int]]:
    r"""Line and column of each word before an equals sign, where it stands first; comments do not count.

    >>> places_of('a = 1 # b = 2\nc = { d-e = 1, "f" = 2 }')
    {'a': (1, 1), 'c': (2, 1), 'd-e': (2, 7), 'f': (2, 17)}
    >>> places_of(r'name = "four \" pummel = 4"')
    {'name': (1, 1)}
    """
    places: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        bare = re.sub(r"#.*$", "", re.sub(r'= *"(?:[^"\\]|\\.)*"', lambda found: "=" + " " * (len(found[0]) - 1), line))
        if table := re.match(r" *\[([\w-]+)\]", bare):
            places.setdefault(table[1], (number, table.start(1) + 1))
        for found in re.finditer(r"""["']?([\w-]+)["']? *=""", bare):
            places.setdefault(found[1], (number, found.start(1) + 1))
    return places


def read_inline(text: str) -> DeckList:
    """A list in one line, as a record of a game holds it. Raises `BadContent`."""
    leader, colon, rest = text.partition(":")
    if not colon or not leader.strip():
        raise BadContent("deck", "list", text, 'a list such as "leader: 4 card, 2 other"')
    counts: dict[str, int] = {}
    for part in rest.split(","):
        found = _INLINE.fullmatch(part)
        if found is None or not 1 <= int(found[1][:9]) <= MOST_COPIES:
            raise BadContent("deck", "list", part.strip(), 'a number of copies and a card, such as "4 pummel"')
        counts[found[2]] = counts.get(found[2], 0) + int(found[1])
    return DeckList("", "", leader.strip(), tuple(counts.items()), play="casual")


def inline(deck: DeckList) -> str:
    """A deck as a list in one line."""
    return f"{deck.leader}: {', '.join(f'{n} {card}' for card, n in deck.cards)}"


def faults_in_order(faults: Iterable[DeckFault]) -> tuple[DeckFault, ...]:
    """Faults by line and column, those that are no warnings first where they stand at one place."""
    return tuple(
        sorted(set(faults), key=lambda fault: (fault.line, fault.column, fault.warning, fault.rule, fault.what))
    )
