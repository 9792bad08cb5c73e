"""Writes played moves down as lines, grouped as a person would at the table.

The first row of a turn is labelled with it. Once a row is long enough a new one begins with the next
step, or with an action that chance answers, such as a roll; what chance gives stands beside the
action. `Game.place` names the place.

>>> from rising_tutor.core.drive import play_out
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> scribe = Scribe(game)
>>> played = play_out(game, seats=2, seed=1, watch=scribe.watch)
>>> len(scribe.lines) == played.decisions + played.chances
True
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rising_tutor.core.action import Outcome
from rising_tutor.core.game import OLDER, AnyGame, GameInfo
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.errors import BadSeat
from rising_tutor.replay.endings import UNFINISHED, result_text
from rising_tutor.replay.model import UNKNOWN, Header, Line, Replay

ROW_WIDTH: Final = 100
LONG_ENOUGH: Final = 40
PROGRAMS: Final = "_programs"
"""The field of a header that says which policies play."""
_SUBSTEP: Final = re.compile(r"(?<=\d)[a-z]\b")


class Scribe:
    """Makes lines of moves as they are played, one game each."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.lines: list[Line] = []
        self._step = ""
        self._turn = ""
        self._width = 0

    def line(self, state: Any, move: Any) -> Line:
        text = self.game.write(state, move)
        parts = self.game.place(state).parts
        step = _SUBSTEP.sub("", ", ".join(parts[:2]))
        label = parts[0] if parts[0] != self._turn else ""
        fits = bool(self.lines) and not label and self._width + 2 + len(text) <= ROW_WIDTH
        joined = fits and not (self._width >= LONG_ENOUGH and self._begins(state, move, step))
        above = ("",) if label and self.lines else ()
        line = Line(text, join=True) if joined else Line(text, label=label, above=above)
        self._width = self._width + 2 + len(text) if joined else len(text) + (len(label) + 3 if label else 0)
        self._step, self._turn = step, parts[0]
        self.lines.append(line)
        return line

    def watch(self, state: Any, move: Any, _step: Any) -> None:
        self.line(state, move)

    def _begins(self, state: Any, move: Any, step: str) -> bool:
        if isinstance(move, Outcome):
            return False
        return step != self._step or isinstance(self.game.node(self.game.act(state, move).state), Chance)


def header_of(
    game: AnyGame,
    seats: int,
    *,
    options: Mapping[str, str] | None = None,
    names: Sequence[str] = (),
    fields: Mapping[str, str] | None = None,
    programs: Mapping[Seat, str] | None = None,
) -> Header:
    """The header for a game that begins now; the policies of `programs` stand in a field of their own."""
    info, options = game.info, dict(options or {})
    played = " ".join(f"{seat + 1}={policy}" for seat, policy in sorted((programs or {}).items()))
    return Header(
        game=info.id,
        rules_version=options.pop(OLDER, info.rules_version),
        content=info.content,
        seats=seats,
        names=tuple(names) if any(names) else (),
        options=tuple(options.items()),
        fields=(*(fields or {}).items(), *([(PROGRAMS, played)] if played else [])),
    )


def programs_of(header: Header) -> dict[Seat, str]:
    """The policies that play seats, as `header_of` wrote them.

    Raises:
        BadSeat: the field was written by somebody else and cannot be read.

    >>> programs_of(Header("fire-nation-rising", fields=(("_programs", "2=greedy 3=random"),)))
    {1: 'greedy', 2: 'random'}
    """
    programs = {}
    for word in dict(header.fields).get(PROGRAMS, "").split():
        number, _, policy = word.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 3 and policy):
            raise BadSeat(0, "seats and policies, such as 2=greedy", word)
        programs[Seat(int(number) - 1)] = policy
    return programs


def start_of(game: AnyGame, header: Header) -> Any:
    """The state before the first line. Raises `BadOption`."""
    return game.start(header.seats, options_of(game.info, header))


def options_of(info: GameInfo, header: Header) -> dict[str, str]:
    """What `Game.start` takes: the options that are known, and an older version of the rules."""
    older = {OLDER: header.rules_version} if header.rules_version in info.older_rules else {}
    return {name: text for name, text in header.options if text != UNKNOWN} | older


def replay_of(header: Header, scribe: Scribe, state: Any) -> Replay:
    """The replay of a game that was played up to a state."""
    node = scribe.game.node(state)
    result = result_text(node) if isinstance(node, Terminal) else UNFINISHED
    return Replay(header, tuple(scribe.lines), result)
