"""Names of the players at a table: a person's own name, else "Player 1"; a program with its level, "Player 2 (Master)".

Games know players by number only and write "Player 2" in their sentences. `with_names` puts the names of a table there.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.opponents import opponent_named, opponents_of

_PLAYER: Final = re.compile(r"\bPlayer (\d{1,2})\b(?! \()")


def player_name(seat: int, names: Sequence[str] = ()) -> str:
    """Return the name of the player at a seat, counted from 0.

    >>> player_name(1, ("Anna", "Ben")), player_name(1, ("Anna", "")), player_name(1)
    ('Ben', 'Player 2', 'Player 2')
    """
    return (names[seat] if seat < len(names) else "") or f"Player {seat + 1}"


def names_at(
    game: AnyGame, seats: int, programs: Mapping[Seat, str] | None = None, names: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the name at each seat, "" for a person without one.

    Args:
        programs: policy of each seat that no person plays.
        names: own names of the persons.

    >>> from rising_tutor.core.registry import load_game
    >>> names_at(load_game("rise"), 3, {Seat(1): "search", Seat(2): "random"}, ("Anna",))
    ('Anna', 'Player 2 (Master)', 'Player 3 (random)')
    """
    given = programs or {}
    return tuple(
        f"Player {seat + 1} ({level_name(game, given[Seat(seat)])})"
        if seat in given
        else (names[seat] if seat < len(names) else "")
        for seat in range(seats)
    )


def level_name(game: AnyGame, policy: str) -> str:
    """Return what players call a program, such as "Master"; its policy if its strength was never measured."""
    found = opponent_named(opponents_of(game), policy)
    return found.name if found is not None else policy


def with_names(text: str, names: Sequence[str]) -> str:
    """Return a sentence of a game with the names of a table in it.

    >>> with_names("Player 1 attacks Player 2 (Master). Player 3 waits.", ("Anna", "", ""))
    'Anna attacks Player 2 (Master). Player 3 waits.'
    """
    return _PLAYER.sub(lambda found: player_name(int(found[1]) - 1, names), text) if any(names) else text
