"""Where each game is loaded from, and how far it is.

Games are loaded when they are first asked for, so that nothing pays for a game it does not use. A game of another
package is found by an entry point of the group `rising_tutor.games` that names its `Entry`:

    [project.entry-points."rising_tutor.games"]
    coin-and-hand = "coin_and_hand:ENTRY"

>>> resolve("fire")
'fire-nation-rising'
"""

import warnings
from importlib import import_module, resources
from importlib.metadata import entry_points
from pathlib import Path

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.values import Value
from rising_tutor.errors import UnknownGame


class Entry(Value, frozen=True):
    """A game, and where its parts are found.

    Attributes:
        module, factory: a module path, and the function in it that makes the game.
        board: the module that draws it, with `board(game)` and, where there is something to plot, `series(game)`; ""
            for what `boards` has for its family.
        files: of a game of another package: the package with its `rules.toml` and its folders `lessons`, `scenarios`
            and `replays`, each as far as there is one.
        in_work: the engine plays, and pages and lessons are still to come: it is not offered on pages, nor chosen for
            anything that goes over all games.
        reviews: whether it has values of positions that a review can stand on.
    """

    id: GameId
    title: str
    module: str
    factory: str = "load"
    board: str = ""
    files: str = ""
    in_work: bool = False
    reviews: bool = True


_GROUPS = ["rising_tutor.games"]
"""Groups of entry points that nobody has looked into yet: the installed packages are searched once."""
_ENTRIES: dict[GameId, Entry] = {}
_MADE: dict[tuple[GameId, str | None], AnyGame] = {}


def register(entry: Entry) -> None:
    """Makes a game known. Registering an id twice replaces the first."""
    _ENTRIES[entry.id] = entry
    _MADE.clear()


def make_known(game: Entry) -> None:
    """Register a game that came from another process, unless it is known already."""
    if game.id not in game_ids() or entry(game.id) != game:
        register(game)


def unregister(game_id: GameId) -> None:
    """Forgets a game, for tests that brought their own."""
    _ENTRIES.pop(game_id, None)
    _MADE.clear()


def _known() -> dict[GameId, Entry]:
    """The entries of all games, with those of other packages."""
    while _GROUPS:
        for point in entry_points(group=_GROUPS.pop()):
            try:
                found: Entry = point.load()
                _ENTRIES.setdefault(found.id, found)
            except Exception as fault:  # noqa: BLE001 - whatever a package does when it is imported, the others work
                warnings.warn(f"the game {point.name} of {point.value} cannot be used: {fault}", stacklevel=2)
    return _ENTRIES


def game_ids() -> tuple[GameId, ...]:
    """All games that are offered: ours in the order in which they were registered, then those of other packages."""
    return tuple(game_id for game_id, one in _known().items() if not one.in_work)


def in_work() -> tuple[GameId, ...]:
    """Games whose engine plays already, and that are offered in the terminal alone."""
    return tuple(game_id for game_id, one in _known().items() if one.in_work)


def playable_ids() -> tuple[GameId, ...]:
    """All games whose engine plays: those that are offered, then those in work."""
    return (*game_ids(), *in_work())


def without_reviews() -> tuple[GameId, ...]:
    """Games whose reviews are still to come."""
    return tuple(game_id for game_id, one in _known().items() if not one.reviews)


def entry(game_id: GameId) -> Entry:
    """The entry of a known game, to make it known in another process."""
    return _known()[game_id]


def files_of(game_id: str) -> Path | None:
    """The folder of what a game of another package brings beside its code; None for one of ours, and for none."""
    found = _known().get(GameId(game_id))
    return Path(str(resources.files(found.files))) if found is not None and found.files else None


def resolve(name: str) -> GameId:
    """The id that a name or a unique beginning of one stands for.

    Raises:
        UnknownGame: none fits, or more than one.
    """
    name = str(name)  # a notebook may hand in anything
    if name in _known():
        return GameId(name)
    fits = [game_id for game_id in _known() if name and game_id.startswith(name.lower())]
    if len(fits) != 1:
        raise UnknownGame(name, playable_ids())
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
        entry = _known()[key[0]]
        game = _MADE[key] = getattr(import_module(entry.module), entry.factory)(content)
    return game


def loaded_games() -> tuple[AnyGame, ...]:
    """The games that were loaded so far in this process."""
    return tuple(_MADE.values())


def origin(game: AnyGame) -> tuple[Entry, str | None] | None:
    """Where a game was loaded from, with the folder of an owner's cards; None if it was not loaded here.

    >>> origin(load_game("fire"))[0].id
    'fire-nation-rising'
    """
    return next(((_ENTRIES[key[0]], key[1]) for key, made in _MADE.items() if made is game), None)


for _id, _title, _folder in (
    ("fire-nation-rising", "Fire Nation Rising", "fire_nation"),
    ("death-eaters-rising", "Harry Potter: Death Eaters Rising", "death_eaters"),
    ("dark-side-rising", "Star Wars: Dark Side Rising", "dark_side"),
):
    register(Entry(GameId(_id), _title, f"rising_tutor.games.rising.titles.{_folder}"))
register(
    Entry(
        GameId("avatar-tcg"),
        "Avatar: The Last Airbender Trading Card Game",
        "rising_tutor.games.quickstrike",
    )
)
register(Entry(GameId("rise-tcg"), "Rise TCG", "rising_tutor.games.rise_tcg"))
