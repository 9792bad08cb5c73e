"""The words of a position in a lesson file, as TOML gives them. What belongs to a seat ends in its number.

    hand-1 = ["razor-hound", "storm-bolt"]
    play-1 = ["lance-rider", "jester!tilted!damage=1", "steel-harness@lance-rider"]
    play-2 = ["iron-postern", "lance-rider!owner=1"]
    points-2 = [0, 0]
    coins-1 = 3

Cards and Summoners are written by their ids, seats from 1. Where nothing is said it is the Invocation phase of turn 4,
and seat 1 has the turn.

A card in play is its id, then "@" and what it lies on, then facts after "!". It can lie on a card, a Summoner or a
player (`cold@seat-2`); the second of a name is `jester-2`, as in moves. Facts without a number are those of `FLAGS`,
those with one of `NUMBERS`.
"""

import re
from typing import Any, Final, Literal

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition

Begin = Literal["start", "mulligans", "turn", "restoration", "invocation", "end", "answers"]
Deck = str | dict[str, int]
SEATS: Final = ("1", "2", "3", "4")
FLAGS: Final = ("tilted", "new", "open", "free", "token", "morph", "reanimated", "paranoid")
"""What a card in play can be: `new` came this turn, a `token` is a copy, a `morph` is a Glass Mimic that copies."""
NUMBERS: Final = ("damage", "plus", "minus", "rage", "attack", "defense", "turns", "owner", "caster")
"""What can be counted on it; `owner` and `caster` are seats, `turns` those of Parasite."""


class SideWords(Value, frozen=True, rename="kebab"):
    """One seat's part of the table.

    Attributes:
        deck: a library that comes with the game, or a list in one line: what lies nowhere else is in it. Or the cards
            that nobody has seen, by number.
        top: the first cards of the library, known to all.
        hand: cards in hand that all know.
        closed: cards in hand that their seat alone knows.
        guests: cards in hand that belong to the other seat of two.
        play: cards on the battlefield; those that lie on others after them.
        cemetery: from the bottom.
        summoners: two ids; without them those of the library.
        hp: without it what is printed; 0 for a dead Summoner.
        levels: Level Ups on each Summoner.
        points: capacity points left; without them the level, 0 of a dead one.
        tilted: of each Summoner.
        empty_draws: how often a draw found no card.
        began: the first own turn has begun.
    """

    deck: Deck = ""
    top: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    cemetery: tuple[str, ...] = ()
    summoners: tuple[str, ...] = ()
    hp: tuple[int, int] | None = None
    levels: tuple[int, int] = (0, 0)
    points: tuple[int, int] | None = None
    tilted: tuple[bool, bool] = (False, False)
    coins: int = 0
    ether: int = 0
    empty_draws: int = 0
    mulligans: int = 0
    began: bool = True


class SceneWords(Value, frozen=True):
    """What is said of the whole table.

    Attributes:
        begin: what comes next: "start" the set-up of the game, "mulligans" the question about the first hands, "turn"
            the Awakening, "restoration" the choice of cards and coins, "invocation" the main moment before the attack,
            "end" that after it, "answers" the last answers of the others after the turn was passed.
        active: whose turn it is.
        seats: how many play.
        options: readings of rules, as after `--set`.
        moves: actions and outcomes played from there, in the notation.
    """

    begin: Begin = "invocation"
    turn: int = 4
    active: int = 1
    seats: int = 2
    options: dict[str, str] = msgspec.field(default_factory=dict)
    moves: tuple[str, ...] = ()


class PieceWords(Value, frozen=True):
    """A card in play as it is written: its id, what it lies on, and what is true of it."""

    card: str
    host: str
    facts: dict[str, int]


_OF_A_SIDE: Final = tuple(word.replace("_", "-") for word in SideWords.__struct_fields__)
_OF_THE_TABLE: Final = SceneWords.__struct_fields__
KNOWN: Final = (*_OF_THE_TABLE, *(f"{word}-{seat}" for word in _OF_A_SIDE for seat in SEATS))
_PIECE: Final = re.compile(r"(?P<card>[a-z-]+)(@(?P<host>[a-z0-9-]+))?(?P<facts>(![a-z]+(=\d+)?)*)")


def read_words(raw: Any) -> tuple[SceneWords, tuple[SideWords, ...]]:
    """The words of a position, checked for their form.

    Raises:
        BadPosition: a word is unknown, or a value has the wrong type; `path` names it.
    """
    table: dict[str, Any] = {}
    sides: dict[str, dict[str, Any]] = {seat: {} for seat in SEATS}
    for name, value in dict(raw).items():
        if name not in KNOWN:
            raise BadPosition(name, name, f"a word of a position: {', '.join(KNOWN)}")
        word, _, seat = name.rpartition("-")
        (sides[seat] if seat in SEATS else table)[word if seat in SEATS else name] = value
    words = _convert(table, SceneWords, "")
    if not 2 <= words.seats <= len(SEATS):
        raise BadPosition("seats", words.seats, f"2 to {len(SEATS)}", "RISE-101")
    for seat in SEATS[words.seats :]:
        for word in sides[seat]:
            raise BadPosition(f"{word}-{seat}", sides[seat][word], f"a seat of {words.seats}")
    return words, tuple(_convert(sides[seat], SideWords, f"-{seat}") for seat in SEATS[: words.seats])


def read_piece(path: str, text: str) -> PieceWords:
    """A card in play. Raises `BadPosition` where it has not this form."""
    found = _PIECE.fullmatch(text)
    if found is None:
        raise BadPosition(path, text, "a card in play, such as jester!tilted!damage=1 or cold@seat-2")
    facts: dict[str, int] = {}
    for one in found["facts"].split("!")[1:]:
        name, equals, number = one.partition("=")
        if name not in (NUMBERS if equals else FLAGS):
            raise BadPosition(path, text, f"one of {', '.join(FLAGS)}, or with a number {', '.join(NUMBERS)}")
        facts[name] = int(number[:3]) if equals else 1
    return PieceWords(found["card"], found["host"] or "", facts)


def _convert(words: dict[str, Any], kind: Any, ending: str) -> Any:
    try:
        return msgspec.convert(words, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
        path = where.removesuffix("`").removeprefix("$").removeprefix(".")
        name = path.partition("[")[0].partition(".")[0]
        value = words.get(name, words)
        raise BadPosition(path.replace(name, name + ending, 1), value, what.removeprefix("Expected ")) from None
