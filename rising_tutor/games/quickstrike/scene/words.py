"""The words of a position in a lesson file, as TOML gives them. What belongs to a seat ends in its number.

    deck-1 = { skewer = 3, pummel = 5 }     or a deck: "first-steps-water", "ame182: 4 pummel, 10 skewer"
    top-1 = ["skewer"]
    energies-1 = [4, 2, "tremor-trail ?"]
    allies-1 = { green = "king-bumi" }
    attack = "yellow knuckle-sandwich"

Cards are written by their words, zones by their colours, seats as 1 and 2. Whoever must defend is seat 1 unless
`defender` says otherwise.
"""

from typing import Any, Literal

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition

Begin = Literal["start", "round", "turn", "signature", "flip", "point"]
Energy = int | str
Deck = str | dict[str, int]


class MatWords(Value, frozen=True, rename="kebab"):
    """One side of the table.

    Attributes:
        deck: a deck that comes with the game, or a list in one line: what lies nowhere else is in it. Or the cards that
            nobody has seen, by number: those of the deck and of energies written `?`.
        top: the first cards of the deck, known to both.
        energies: by zone a number of energies, or the cards from the oldest on, `?` for one that nobody has seen. A
            number stands for cards of the deck that nobody has seen, beside a deck written by number for Downdrafts
            that were open before.
        discard: the discard pile from the bottom; without it, four cards.
        allies, strikes: what lies in a zone.
        charged: zones.
        advantages: in the order in which they were played.
        chamber: the id of a Chamber; without it, that of the deck.
        side: of the Chamber that is up.
    """

    deck: Deck = ""
    top: tuple[str, ...] = ()
    energies: tuple[Energy, Energy, Energy] = (3, 3, 3)
    discard: tuple[str, ...] | None = None
    allies: dict[str, str] = msgspec.field(default_factory=dict)
    strikes: dict[str, str] = msgspec.field(default_factory=dict)
    charged: tuple[str, ...] = ()
    advantages: tuple[str, ...] = ()
    chamber: str = ""
    side: Literal["front", "back"] = "front"
    points: int = 0


class SceneWords(Value, frozen=True):
    """What is said of the whole table.

    Attributes:
        begin: what comes next: "start" the set-up of the game, "round" an opening attack, "turn" the cleanup of
            whoever defends, "signature" the signature step, "flip" a flip in `zone`, "point" the attack is through.
        attack: "opening", "signature", or the zone and the strike that attacks.
        zone: the zone that is defended.
        first: the first defence of the game.
        options: readings of rules, as after `--set`.
        moves: actions and outcomes played from there, in the notation.
    """

    begin: Begin = "flip"
    turn: int = 3
    round: int = 1
    defender: int = 1
    attack: str = "opening"
    zone: str = "green"
    first: bool = False
    options: dict[str, str] = msgspec.field(default_factory=dict)
    moves: tuple[str, ...] = ()


SEATS = ("1", "2")
_OF_A_MAT = MatWords.__struct_fields__
_OF_THE_TABLE = SceneWords.__struct_fields__
KNOWN = (*_OF_THE_TABLE, *(f"{word}-{seat}" for word in _OF_A_MAT for seat in SEATS))


def read_words(raw: Any) -> tuple[SceneWords, tuple[MatWords, MatWords]]:
    """The words of a position, checked for their form.

    Raises:
        BadPosition: a word is unknown, or a value has the wrong type; `path` names it.
    """
    table: dict[str, Any] = {}
    mats: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for name, value in dict(raw).items():
        if name not in KNOWN:
            raise BadPosition(name, name, f"a word of a position: {', '.join(KNOWN)}")
        word, _, seat = name.rpartition("-")
        if seat in SEATS:
            mats[int(seat) - 1][word] = value
        else:
            table[name] = value
    one, two = (_convert(words, MatWords, f"-{seat}") for words, seat in zip(mats, SEATS, strict=True))
    return _convert(table, SceneWords, ""), (one, two)


def _convert(words: dict[str, Any], kind: Any, ending: str) -> Any:
    try:
        return msgspec.convert(words, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
        path = where.removesuffix("`").removeprefix("$").removeprefix(".")
        name = path.partition("[")[0].partition(".")[0]
        value = words.get(name, words)
        raise BadPosition(path.replace(name, name + ending, 1), value, what.removeprefix("Expected ")) from None
