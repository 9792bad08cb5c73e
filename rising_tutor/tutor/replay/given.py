r"""A replay as people hand one over: a path, the name of a sample, bytes, text, or a value that holds one.

>>> given("worked-example.replay").name, given("replay: 1\ngame: fire-nation-rising\nseats: 2\n").name
('worked-example.replay', 'text.replay')
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import Any, Final

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Terminal
from rising_tutor.core.registry import game_ids, load_game, resolve
from rising_tutor.errors import BadArgument, UnreadableReplay
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX, Header, Replay, Verified, write
from rising_tutor.replay.problems import Place, Reading
from rising_tutor.replay.source import load_bytes
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample, samples

GameFor = Callable[[Header], Any]
EXPECTED: Final = "a path, the name of a sample, the bytes or the text of a replay, or a replay"
_BEGINS: Final = ("replay:", "{")
_LINE_END: Final = re.compile("[\r\n\u2028\u2029]")
_MOST: Final = 3


def given(replay: Any, *, game: str = "", game_for: GameFor | None = None) -> ReplayPlayer:
    """The replay, opened at its beginning; what is sound in it is played.

    Args:
        replay: a path; the name of a sample, as "won.replay" or "dark-side-rising/won.replay"; the bytes of a file; its
            text; a `Replay` or `Verified`; what has a `player` or gives such a value with `replay()`.
        game: whose sample a name means; unnamed that of the first game which has one of this name.
        game_for: as of `open_replay`.

    Raises:
        BadArgument: this is no replay, or there is no such file or sample.
        UnknownGame: there is no such game.
        UnreadableReplay: no game can begin from it; one with later faults is shown up to the first.
    """
    player = _opened(replay, game, game_for)
    if not player.playable:
        raise _fault(player)
    if game and resolve(game) != player.game.info.id:
        raise BadArgument("game", game, f"the game of this replay, {player.game.info.id}")
    return player


def is_replay(what: Any) -> bool:
    """Whether this is a value that `given` opens: no path, name or text, which may mean something else."""
    if isinstance(what, bytes | Replay | Verified | ReplayPlayer):
        return True
    return isinstance(getattr(what, "player", None), ReplayPlayer) or callable(getattr(what, "replay", None))


def _opened(replay: Any, game: str, game_for: GameFor | None) -> ReplayPlayer:
    # Each has a place of its own in the game: what others show does not move.
    held = replay if isinstance(replay, ReplayPlayer) else getattr(replay, "player", None)
    if isinstance(held, ReplayPlayer):
        return ReplayPlayer(held.verified, held.name)
    if isinstance(replay, Verified):
        return ReplayPlayer(replay, replay.reading.file or f"game{NOTATION_SUFFIX}")
    if not isinstance(replay, type) and callable(getattr(replay, "replay", None)):
        replay = replay.replay()
    if isinstance(replay, Replay):
        name = f"game{RECORD_SUFFIX}"
        return open_replay(write(replay, name), name, game_for)
    if isinstance(replay, str) and (_LINE_END.search(replay) or replay.lstrip().casefold().startswith(_BEGINS)):
        replay = replay.encode("utf-8", "surrogatepass")
    if isinstance(replay, bytes):
        suffix = RECORD_SUFFIX if replay.lstrip().startswith(b"{") else NOTATION_SUFFIX
        return open_replay(replay, f"text{suffix}", game_for)
    if isinstance(replay, str | PathLike):
        path = Path(replay)
        return open_replay(_bytes(path, str(replay), game), path.name, game_for)
    raise BadArgument("replay", replay, EXPECTED)


def _bytes(path: Path, name: str, game: str) -> bytes:
    try:
        return load_bytes(path)
    except (OSError, ValueError):  # a name with a zero byte is none
        pass
    begin, _, sample = name.rpartition("/")
    of = (resolve(game),) if game else game_ids()
    for game_id in of:
        if begin in ("", game_id) and (data := read_sample(game_id, sample)) is not None:
            return data
    names = list(dict.fromkeys(one.name for game_id in of for one in samples(game_id)))
    nearest = get_close_matches(sample, names, _MOST) or get_close_matches(f"{sample}{NOTATION_SUFFIX}", names, _MOST)
    raise BadArgument("replay", name, "a file or a sample", tuple(nearest[:1]))


def _fault(player: ReplayPlayer) -> UnreadableReplay:
    for problem in player.problems:
        return UnreadableReplay(player.name, problem.line, problem.column, problem.message, problem.expected)
    return UnreadableReplay(player.name, 1, 1, "no game can begin from it", "a replay that says its game and seats")


def standing(game: AnyGame, state: Any) -> ReplayPlayer:
    """A position by itself, as a game in which nothing has happened yet.

    Raises:
        BadArgument: it is no position of this game.
    """
    if not _stands(game, state):
        raise BadArgument("state", state, f"a position of {game.info.title}")
    reading = Reading("position", "notation", None, (), (), Place(1))
    node = game.node(state)
    return ReplayPlayer(Verified(reading, game, state, (), node if isinstance(node, Terminal) else None, (), ()), "")


def game_of_state(state: Any, games: Iterable[AnyGame] | None = None) -> AnyGame | None:
    """The game whose position this is, of all games or of these; None if it is a position of none.

    >>> from rising_tutor.core.registry import load_game
    >>> game_of_state(load_game("dark").start(2)).info.id
    'dark-side-rising'
    """
    return next((game for game in games or map(load_game, game_ids()) if _stands(game, state)), None)


def _stands(game: AnyGame, state: Any) -> bool:
    """Whether a position is one of this game: titles of a family share the type of their states, not the cards."""
    try:
        return bool(game.load(game.dump(state)) == state)
    except Exception:  # noqa: BLE001 - whatever a game raises for what is no state of its own
        return False
