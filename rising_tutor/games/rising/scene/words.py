"""The words of a position in a lesson file, as TOML gives them.

    teams = ["toph", "aang"]
    at = { 2 = ["arnook 1", "june"] }
    rows = { toph = ["toph", "tyro 2"] }
    begin = "dice"
    location = 2
    shown = "green EE F, blue W"

Cards are written by id, with Damage after it; locations are written 1 to 3; dice as in the notation.
"""

from typing import Any

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition

BEGIN_TURN, BEGIN_DICE = "turn", "dice"


class SceneWords(Value, frozen=True):
    """A position as it is written.

    Attributes:
        teams: Teams in seating order; the first one plays unless `active` says otherwise.
        seats: people at the table, 0 for one for each Team; 1 for a person who runs all Teams.
        options: options of the game, as after `--set`.
        begin: "turn" for step 1, "dice" for step 3, or another step by its name in the title's list of steps.
        location, figure: where the Team token lies, and the location that the figure faces, from 1.
        rows: the Heroes of a Team from left to right; without it the starting Heroes.
        at: up to three face-up cards of a location; "-" is an empty place.
        battles: phase 2: the Final Battle of each location with its Damage, "-" for one that is done.
        black_sun: phase 2: which track brought the Day of Black Sun.
        deck: the Character deck holds exactly these cards; without it, all that lie nowhere else.
        fire_deck: cards of the Fire Nation still to come, each kind as often as it is there; without it, all.
        supply: face-down tokens, likewise.
        shown: dice that were just rolled; empty for before the first roll.
        waiting: colours of dice not rolled yet; without it, the dice of the Team card if nothing is shown.
        parked: a die that lies on a Hero from an earlier turn.
        used: cards whose ability was used this turn.
        pressure: the enemy's counters on carriers, by id.
        fallen: carriers that fell in earlier turns, the first one first.
        stacks: the carriers of a location from the top; without it in the order of the card file.
        boss: the last opponent is revealed with this Damage; without it, it lies in the middle of the deck.
        above_boss: how many cards lie on it in the deck.
        moves: actions and outcomes played from there, in the notation.
    """

    teams: tuple[str, ...]
    seats: int = 0
    options: dict[str, str] = msgspec.field(default_factory=dict)
    begin: str = BEGIN_DICE
    turn: int = 3
    active: str = ""
    location: int = 1
    figure: int = 1
    ruin: int = 0
    balance: int = 0
    side: str = ""
    rows: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    tokens: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    at: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    battles: tuple[str, ...] = ()
    black_sun: str = "balance"
    defeated: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None
    fire_deck: tuple[str, ...] | None = None
    supply: tuple[str, ...] | None = None
    shown: str = ""
    waiting: str | None = None
    parked: dict[str, str] = msgspec.field(default_factory=dict)
    used: tuple[str, ...] = ()
    pressure: dict[str, int] = msgspec.field(default_factory=dict)
    fallen: tuple[str, ...] = ()
    stacks: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    boss: int | None = None
    above_boss: int | None = None
    moves: tuple[str, ...] = ()


def read_words(raw: Any) -> SceneWords:
    """The words of a position, checked for their form.

    Raises:
        BadPosition: a word is unknown, or a value has the wrong type; `path` names it.
    """
    try:
        return msgspec.convert(raw, SceneWords)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
        path = where.removesuffix("`").removeprefix("$").removeprefix(".")
        if "unknown field" in what:
            name = what.split("`")[1]
            raise BadPosition(
                path or name, name, f"a word of a position: {', '.join(SceneWords.__struct_fields__)}"
            ) from None
        raise BadPosition(
            path, raw.get(path, raw) if isinstance(raw, dict) else raw, what.removeprefix("Expected ")
        ) from None
