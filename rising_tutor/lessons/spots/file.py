"""The positions of the exercises "illegal on purpose": their files, read and given back by the engine.

Two files for each game: `spot-found.toml` holds what `spot_search` found in recorded games (which stand beside it and
are played again), `spot.toml` what people wrote: positions that play seldom meets, and what is known of the rules as
choices. A rule in these files says what an entry is for; whether it is true is asked of the game each time.

>>> spots = spots_of("fire-nation-rising")
>>> spots.by_rule["FNR-406"][0].rule
'FNR-406'
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rising_tutor.core.action import Action
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId, RuleId
from rising_tutor.core.scenes import scene_game
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, BadOption, BadPosition, IllegalAction, UnreadableMove
from rising_tutor.lessons.lesson_file import course_folder
from rising_tutor.replay import Replay, read, start_of

WRITTEN = "spot.toml"
FOUND = "spot-found.toml"
GAMES = "spot-games"


class Found(Value, frozen=True):
    """A position of a recorded game.

    Attributes:
        rule: the rule that refuses the action.
        illegal: the action, as notation.
        game: the file of the recorded game.
        line: how many actions and outcomes of it come before the position.
    """

    rule: RuleId
    illegal: str
    game: str
    line: int


class Written(Value, frozen=True):
    """A position in words."""

    rule: RuleId
    illegal: str
    position: Mapping[str, Any]


class Never(Value, frozen=True):
    """A rule that can refuse and has no exercise."""

    rule: RuleId
    why: str


class Apart(Value, frozen=True):
    """Rules that never stand beside each other as choices, as one action may well break two of them."""

    rules: tuple[RuleId, ...]
    why: str


class FoundFile(Value, frozen=True):
    """`spot-found.toml`: made by a program."""

    found: tuple[Found, ...] = ()


class WrittenFile(Value, frozen=True):
    """`spot.toml`: written by people."""

    written: tuple[Written, ...] = ()
    never: tuple[Never, ...] = ()
    apart: tuple[Apart, ...] = ()


class Entry(Value, frozen=True):
    """One position with its refused action.

    Attributes:
        file, path: where it stands, for messages.
        origin: where the position comes from, in words.
    """

    rule: RuleId
    illegal: str
    file: str
    path: str
    origin: str
    source: Found | Written


class Spots(Value, frozen=True):
    """All entries of a game.

    Attributes:
        by_rule: by number of rule.
        illegal: the refused actions of all entries, each once.
        groups: sets of rules that one action may break together.
    """

    by_rule: Mapping[RuleId, tuple[Entry, ...]]
    illegal: tuple[str, ...]
    never: tuple[Never, ...]
    groups: tuple[Apart, ...]

    def apart(self, rule: RuleId) -> frozenset[RuleId]:
        """The rule itself and all that are not offered as wrong choices beside it."""
        return frozenset({rule, *(other for group in self.groups if rule in group.rules for other in group.rules)})


@cache
def spots_of(game_id: str) -> Spots:
    """The exercises of a game; empty if it has no files. Raises `BadContent`: a file cannot be read."""
    found = read_toml(_bytes(game_id, FOUND), FoundFile, FOUND)
    written = read_toml(_bytes(game_id, WRITTEN), WrittenFile, WRITTEN)
    entries = [
        Entry(one.rule, one.illegal, FOUND, f"found[{at}]", f"recorded game {one.game}, line {one.line}", one)
        for at, one in enumerate(found.found)
    ]
    entries += [
        Entry(one.rule, one.illegal, WRITTEN, f"written[{at}]", "a position put together for this rule", one)
        for at, one in enumerate(written.written)
    ]
    by_rule: dict[RuleId, tuple[Entry, ...]] = {}
    for entry in sorted(entries, key=lambda one: int(one.rule.rpartition("-")[2])):
        by_rule[entry.rule] = (*by_rule.get(entry.rule, ()), entry)
    illegal = tuple(dict.fromkeys(entry.illegal for entry in entries))
    return Spots(by_rule, illegal, written.never, written.apart)


def position_of(game: AnyGame, entry: Entry) -> Any:
    """The position of an entry. Raises `BadContent`: it cannot be reached with the rules and cards in use."""
    match entry.source:
        case Found(game=name, line=line):
            states = _states(game, name)
            if not 0 <= line < len(states):
                raise BadContent(entry.file, f"{entry.path}.line", line, f"0 to {len(states) - 1}")
            return states[line]
        case Written(position=words):
            scenes = scene_game(game)
            if scenes is None:
                raise BadContent(entry.file, entry.path, game.info.id, "a game whose positions can be written")
            try:
                return scenes.set_up(words)
            except BadPosition as error:
                raise BadContent(entry.file, f"{entry.path}.{error.path}", error.value, error.expected) from error


def _states(game: AnyGame, name: str) -> tuple[Any, ...]:
    info = game.info
    key = (info.id, info.rules_version, info.content, name)
    if key not in _PLAYED:
        _PLAYED[key] = _played(game, name)
    return _PLAYED[key]


_PLAYED: dict[tuple[str, str, str, str], tuple[Any, ...]] = {}
"""Recorded games that were played already, by game, rules, cards and file."""


def _played(game: AnyGame, name: str) -> tuple[Any, ...]:
    replay: Replay = read(_bytes(game.info.id, f"{GAMES}/{name}"), name)
    try:
        start = start_of(game, replay.header)
    except BadOption as error:
        raise BadContent(name, error.option, error.value, error.expected) from error
    return _play(game, start, tuple(line.move for line in replay.lines), name)


def _play(game: AnyGame, state: Any, moves: tuple[str, ...], file: str) -> tuple[Any, ...]:
    states = [state]
    for at, text in enumerate(moves, 1):
        try:
            move = game.read(state, text)
            state = (game.act if isinstance(move, Action) else game.resolve)(state, move).state
        except (UnreadableMove, IllegalAction) as error:
            raise BadContent(file, f"move {at}", text, "a move that the rules in use allow") from error
        states.append(state)
    return tuple(states)


def _bytes(game_id: str, name: str) -> bytes:
    path = course_folder(GameId(game_id)).joinpath(*name.split("/"))
    return path.read_bytes() if path.is_file() else b""
