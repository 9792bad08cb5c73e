"""The position that a recorded game begins with."""

from typing import Any

from rising_tutor.core.game import OLDER, AnyGame, GameInfo
from rising_tutor.replay.model import UNKNOWN, Header


def start_of(game: AnyGame, header: Header) -> Any:
    """The state before the first line. Raises `BadOption`."""
    return game.start(header.seats, options_of(game.info, header))


def options_of(info: GameInfo, header: Header) -> dict[str, str]:
    """What `Game.start` takes: the options that are known, and an older version of the rules."""
    older = {OLDER: header.rules_version} if header.rules_version in info.older_rules else {}
    return {name: text for name, text in header.options if text != UNKNOWN} | older
