"""Where each game is loaded from, and how far it is.

Games are loaded when they are first asked for, so that nothing pays for a game it does not use.

>>> resolve("fire")
'fire-nation-rising'
"""

from importlib import import_module

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.values import Value
from rising_tutor.errors import UnknownGame


class Entry(Value, frozen=True):
    """A game and the function that makes it: a module path and a name in it."""

    id: GameId
    title: str
    module: str
    factory: str = "load"


class Planned(Value, frozen=True):
    """A game that this project will offer and that cannot be played yet."""

    id: GameId
    title: str
    family: str
    seats: tuple[int, int]


PLANNED = (
    Planned(GameId("avatar-tcg"), "Avatar: The Last Airbender Trading Card Game", "quickstrike", (2, 2)),
    Planned(GameId("rise-tcg"), "Rise TCG", "rise", (2, 4)),
)
"""In the order in which they are listed. A game leaves this list when it is registered."""

_ENTRIES: dict[GameId, Entry] = {}
_MADE: dict[tuple[GameId, str | None], AnyGame] = {}


def register(entry: Entry) -> None:
    """Makes a game known. Registering an id twice replaces the first."""
    _ENTRIES[entry.id] = entry
    _MADE.clear()


def unregister(game_id: GameId) -> None:
    """Forgets a game, for tests that brought their own."""
    _ENTRIES.pop(game_id, None)
    _MADE.clear()


def game_ids() -> tuple[GameId, ...]:
    """All known games, in the order in which they were registered."""
    return tuple(_ENTRIES)


def entry(game_id: GameId) -> Entry:
    """The entry of a known game, to make it known in another process."""
    return _ENTRIES[game_id]


def resolve(name: str) -> GameId:
    """The id that a name or a unique beginning of one stands for.

    Raises:
        UnknownGame: none fits, or more than one.
    """
    if name in _ENTRIES:
        return GameId(name)
    fits = [game_id for game_id in _ENTRIES if name and game_id.startswith(name.lower())]
    if len(fits) != 1:
        raise UnknownGame(name, game_ids())
    return fits[0]


def load_game(name: str, *, content: str | None = None) -> AnyGame:
    """The game with this name, or with a unique beginning of it.

    Args:
        name: id or unique prefix.
        content: a folder with an owner's own card files, validated like ours.

    Raises:
        UnknownGame: none fits, or more than one.
        BadContent: the owner's card files cannot be used.
    """
    key = (resolve(name), content)
    game = _MADE.get(key)
    if game is None:
        entry = _ENTRIES[key[0]]
        game = _MADE[key] = getattr(import_module(entry.module), entry.factory)(content)
    return game


def origin(game: AnyGame) -> tuple[Entry, str | None] | None:
    """Where a game was loaded from, with the folder of an owner's cards; None if it was not loaded here.

    >>> origin(load_game("fire"))[0].id
    'fire-nation-rising'
    """
    return next(((_ENTRIES[key[0]], key[1]) for key, made in _MADE.items() if made is game), None)


register(
    Entry(
        GameId("fire-nation-rising"),
        "Fire Nation Rising",
        "rising_tutor.games.rising.titles.fire_nation",
    )
)
register(
    Entry(
        GameId("death-eaters-rising"),
        "Harry Potter: Death Eaters Rising",
        "rising_tutor.games.rising.titles.death_eaters",
    )
)
register(
    Entry(
        GameId("dark-side-rising"),
        "Star Wars: Dark Side Rising",
        "rising_tutor.games.rising.titles.dark_side",
    )
)
