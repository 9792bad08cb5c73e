"""What the launcher tells the pages through the environment, since each page runs in a process of its own.

RISING_TUTOR_CONTENT    JSON: a game's id -> the folder with an owner's own card files for it; a game that is not in it,
                        and every game where this is unset, has the cards that come with it
RISING_TUTOR_SHARED     "1" when others can reach the server: then a browser lists only the games it played itself.
                        Unset, as under a Voila that the launcher did not start, it counts as said there
"""

import json
import os
from collections.abc import Mapping

from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Header

CONTENT = "RISING_TUTOR_CONTENT"
SHARED = "RISING_TUTOR_SHARED"
_VOILA = "VOILA_PREHEAT"
"""Set by Voila for each of its kernels."""


def environment_for(*, content: Mapping[str, str], shared: bool) -> Mapping[str, str]:
    """What the server process gets beside the environment of the launcher; an empty value says no.

    Args:
        content: a game's id -> the folder with an owner's cards for it.
    """
    folders = {game: os.path.abspath(folder) for game, folder in content.items()}  # noqa: PTH100 - as text
    return {CONTENT: json.dumps(folders) if folders else "", SHARED: "1" if shared else ""}


def is_voila() -> bool:
    """Return True if this kernel serves a page of Voila, the app included."""
    return _VOILA in os.environ


def is_shared() -> bool:
    """Return True if people who do not know each other may use this server."""
    told = os.environ.get(SHARED)
    return is_voila() if told is None else bool(told)


def game_in_use(game_id: str) -> AnyGame:
    """The game as this app plays it: with the owner's cards where a folder was given for it.

    Raises:
        BadContent, LimitExceeded: the card files cannot be used any more.
    """
    folders: dict[str, str] = json.loads(os.environ.get(CONTENT) or "{}")
    return load_game(game_id, content=folders.get(game_id))


def game_of(header: Header) -> AnyGame:
    """The game that a record was played with, as far as it is at hand; else the one in use.

    Raises:
        UnknownGame: there is no such game.
    """
    mine, plain = game_in_use(header.game), load_game(header.game)
    return plain if header.content == plain.info.content != mine.info.content else mine
