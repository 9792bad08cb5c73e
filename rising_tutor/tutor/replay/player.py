r"""Steps through a recorded game: the controller behind the Replays page, without a widget.

Position 0 is the table before the first line, position n the table after line n.

>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nnonsense\n"
>>> player = open_replay(text, "evening.replay")
>>> player.last, player.problems[0].line, player.state is not None
(0, 5, True)
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

from rising_tutor.boards.charts import Series, series_for
from rising_tutor.boards.ports import Board, SeenMove
from rising_tutor.boards.remembered import remembered
from rising_tutor.catalogues import status_of
from rising_tutor.core.branch import Made
from rising_tutor.core.english import capital
from rising_tutor.core.event import Event
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import chooser, visible
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.people import with_names
from rising_tutor.core.place import Place
from rising_tutor.core.unknown import UNKNOWN
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.errors import UnknownGame
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.render.charts import Chart
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX, Header, Line, Problem, Verified, inspect, verify
from rising_tutor.replay.certain import sees_for_sure
from rising_tutor.replay.one_sided import seen_by

UNITS: Final = ("die", "card", "action", "phase", "turn")
"""What one step can be: to the next die that moves or card that is turned over, to the next choice of a player with all
that chance did before it, to the next phase, to the next turn."""

_PLAYED: Final = re.compile(r"(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)\d\d-[a-z0-9]{6,32}\b")
"""How the app names the files of the games that it keeps."""

_WORDS: Final = {1: "won", 0: "drawn", -1: "lost"}


class EventText(Value, frozen=True):
    """An event in words, with its rule and whether that is our resolution of a gap."""

    text: str
    rule: str
    status: str


class Row(Value, frozen=True):
    """A line of the game as a list shows it: the position after it, its text and what happened."""

    position: int
    move: str
    told: tuple[EventText, ...]


class ReplayPlayer:
    """A game that was read and played as far as it is sound, and a place in it.

    Attributes:
        seat: through whose eyes the game is looked at; None for all that the file tells. Then the table is that of
            whoever chooses, or chose last. A record of one side is looked at from there.
    """

    def __init__(self, verified: Verified, name: str) -> None:
        self.verified = verified
        self.name = name
        self.at = 0
        self.seat: Seat | None = seen_by(verified.replay.header) if verified.replay is not None else None
        self.game: Any = verified.game
        self.moves = verified.moves if verified.start is not None else ()
        self._sure: dict[tuple[int, Viewer], bool] = {}
        self._begun: dict[int, tuple[int, ...]] = {}

    @property
    def last(self) -> int:
        return len(self.moves)

    @property
    def certain(self) -> int:
        """The last position that the record is sure of: the one before its first gap."""
        possible = self.verified.possible
        return self.last if possible is None else min(int(possible.first), self.last)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.verified.problems

    @property
    def playable(self) -> bool:
        return self.game is not None and self.verified.start is not None

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.verified.replay.lines if self.verified.replay is not None else ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.verified.replay.header.names if self.verified.replay is not None else ()

    @property
    def title(self) -> str:
        """What to call it: its own title, its players, or the file."""
        replay = self.verified.replay
        if replay is None:
            return self.name
        given = dict(replay.header.fields).get("_title", "").strip()
        named = [name for name in replay.header.names if name]
        return given or " and ".join(named) or title_of(self.name)

    @property
    def outcome(self) -> str:
        result: Terminal | None = self.verified.result
        if result is None:
            return "unfinished"
        turn = self.place(self.last).name
        if result.stopped:
            return f"stopped unfinished, {turn}"
        shared = len(set(result.payoffs)) == 1
        winners = [self.person(Seat(seat)) for seat, payoff in enumerate(result.payoffs) if payoff > 0]
        words = _WORDS[result.payoffs[0]] if shared else f"{' and '.join(winners)} won" if winners else "nobody won"
        return f"{words}, {turn}"

    def person(self, seat: Seat) -> str:
        name = self.names[seat] if seat < len(self.names) else ""
        return name or f"Player {seat + 1}"

    @property
    def persons(self) -> tuple[str, ...]:
        n = self.verified.replay.header.seats if self.verified.replay is not None else 0
        return tuple(self.person(Seat(seat)) for seat in range(n))

    @property
    def hides(self) -> bool:
        """Whether the players could see different things, so that it matters through whose eyes one looks."""
        return self.playable and bool(self.game.info.hidden)

    def sees_for_sure(self, position: int, viewer: Viewer = None) -> bool:
        """Whether a viewer sees the same on every table that is possible at a position; one that is known is sure."""
        possible = self.verified.possible
        if position <= self.certain or possible is None:
            return position <= self.last
        if position > possible.last:
            return False
        key = (position, viewer)
        if key not in self._sure:
            self._sure[key] = sees_for_sure(self.game, possible.states(position), viewer)
        return self._sure[key]

    def state_at(self, position: int) -> Any:
        return self.verified.state_at(position)

    @property
    def state(self) -> Any:
        return self.state_at(self.at) if self.playable else None

    def label(self, position: int) -> str:
        """The place of a position in words, such as "turn 7, step 3, roll 2"."""
        return str(self._places[position])

    def place(self, position: int) -> Place:
        return self._places[position]

    def labels(self) -> tuple[tuple[int, str], ...]:
        """Where each run of equal labels begins, with the label."""
        found: list[tuple[int, str]] = []
        for position, label in enumerate(map(str, self._places)):
            if not found or found[-1][1] != label:
                found.append((position, label))
        return tuple(found)

    @property
    def units(self) -> tuple[str, ...]:
        has = {"die": dice_game(self.game) is not None, "card": bool(self._card_stops)}
        return tuple(unit for unit in UNITS if has.get(unit, True))

    def turns(self) -> tuple[tuple[int, str], ...]:
        return tuple((at, self._places[at].name) for at in self._begins(1))

    def stops(self, unit: str) -> tuple[int, ...]:
        """The positions at which a step of this size can end; the first and the last always belong to them."""
        match unit:
            case "die":
                inner = self._dice_stops
            case "card":
                inner = self._card_stops
            case "action":
                inner = self._choices
            case "phase":
                inner = self._begins(2)
            case "turn":
                inner = self._begins(1)
            case _:
                inner = tuple(range(self.last + 1))
        return tuple(sorted({0, *inner, self.last}))

    def go(self, position: int) -> int:
        """Show a position; one beyond the ends is the end."""
        self.at = min(max(position, 0), self.last)
        return self.at

    def step(self, unit: str, ways: int) -> int:
        """Show the next stop of a size (`ways` 1), or the one before (-1)."""
        stops = self.stops(unit)
        to = bisect_right(stops, self.at) if ways > 0 else bisect_left(stops, self.at) - 1
        return self.go(stops[min(max(to, 0), len(stops) - 1)])

    def view(self) -> Any:
        """The table as `seat` saw it, else as whoever chooses does; as everybody may see it where nothing is hidden."""
        return self.view_of(self.state)

    def view_of(self, state: Any) -> Any:
        return self.game.view(state, self._eyes(state) if self.hides else None)

    def _eyes(self, state: Any) -> Viewer:
        if self.seat is not None:
            return self.seat
        found = chooser(self.game, state)
        before = (chooser(self.game, self.state_at(at)) for at in range(self.at - 1, -1, -1))
        return found if found is not None else next((seat for seat in before if seat is not None), None)

    def written(self) -> tuple[Line, ...]:
        lines = (self.lines[row.position - 1] for row in self.action_rows() if row.move != UNKNOWN)
        return tuple(line for line in lines if line.comment or line.marks or line.side or any(line.above))

    def made(self, since: int) -> tuple[Made, ...]:
        """The moves from a position on up to what is shown."""
        moves = enumerate(self.moves[since : self.at], since)
        return tuple(Made(at, one.state, self.game.node(one.state), one.move, one.step) for at, one in moves)

    def remembered(self, board: Board) -> tuple[SeenMove, ...]:
        """What the board remembers of the moves up to what is shown, as whoever looks saw them."""
        moves = ((one.state, one.step.events) for one in self.moves[: self.at])
        return remembered(board, self.game, moves, self._eyes(self.state) if self.hides else None)

    @property
    def eyes(self) -> Viewer:
        """Through whose eyes what happens is told; None for what everybody may see."""
        return self.seat if self.seat is not None else (None if self.hides else chooser(self.game, self.state))

    def told(self, position: int) -> tuple[EventText, ...]:
        if position < 1:
            return ()
        events = self._known(self.moves[position - 1].step.events)
        game = self.game
        said = (with_names(game.say(event), self.names) for event in events)
        return tuple(
            EventText(text, event.rule, status_of(game.info.id, event.rule))
            for text, event in zip(said, events, strict=True)
        )

    def action_rows(self) -> tuple[Row, ...]:
        """The lines of the action that led here, up to here: a choice, and what chance made of it."""
        stops = self.stops("action")
        first = stops[max(bisect_left(stops, self.at) - 1, 0)]
        return tuple(self._row(position) for position in range(first + 1, self.at + 1))

    def turn_rows(self) -> tuple[Row, ...]:
        """The lines of the turn that is shown. What ends a turn belongs to it, though the next begins there."""
        begins = self._begins(1)
        turn = max(bisect_left(begins, self.at) - 1, 0)
        first = begins[turn]
        end = begins[turn + 1] if turn + 1 < len(begins) else self.last
        return tuple(self._row(position) for position in range(first + 1, end + 1))

    def marked(self) -> tuple[tuple[int, str, str], ...]:
        """The positions with something written beside them: position, judgement (or "note"), words."""
        found = []
        for position, line in enumerate(self.lines[: self.last], 1):
            if line.marks or line.comment or line.side:
                judged = line.marks[0] if line.marks and not line.marks[0].startswith("$") else "note"
                words = line.comment or " ".join(line.marks) or "another way is shown"
                found.append((position, judged, words[:120]))
        return tuple(found)

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        series = self._series
        if series is None or not self.playable:
            return ()
        return series.charts([self.game.view(self.state_at(at), None) for at in range(self.last + 1)])

    def before(self) -> tuple[Line, ...]:
        """The lines up to here without what was written beside them: a branch is a game of its own."""
        return self.without_gaps(tuple(Line(line.move) for line in self.lines[: self.at]))

    def without_gaps(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Lines that begin like this game, each gap filled with what the table shows, which its comment says."""
        filled = []
        for at, line in enumerate(lines):
            if line.unknown and at < self.last:
                move = self.game.write(self.moves[at].state, self.moves[at].move)
                said = "" if UNKNOWN in move else f"an example: the record says {line.move}"
                line = Line(move, comment=said)  # noqa: PLW2901 - the same line
            filled.append(line)
        return tuple(filled)

    def _row(self, position: int) -> Row:
        events = self.moves[position - 1].step.events
        move = self.lines[position - 1].move if len(self._known(events)) == len(events) else UNKNOWN
        return Row(position, move, self.told(position))

    def _known(self, events: tuple[Event, ...]) -> list[Event]:
        return list(events) if self.seat is None else visible(events, self.seat)

    @cached_property
    def _choices(self) -> tuple[int, ...]:
        if not self.playable:
            return ()
        return tuple(at for at in range(self.last + 1) if not isinstance(self.game.node(self.state_at(at)), Chance))

    @cached_property
    def _places(self) -> tuple[Place, ...]:
        if not self.playable:
            return (Place(turn=0, name=""),)
        return tuple(self.game.place(self.state_at(position)) for position in range(self.last + 1))

    def _begins(self, n_parts: int) -> tuple[int, ...]:
        if n_parts not in self._begun:
            heads = [place.parts[:n_parts] for place in self._places]
            self._begun[n_parts] = tuple(at for at, head in enumerate(heads) if not at or head != heads[at - 1])
        return self._begun[n_parts]

    @cached_property
    def _series(self) -> Series | None:
        return series_for(self.game) if self.game is not None else None

    @cached_property
    def _dice_stops(self) -> tuple[int, ...]:
        series = self._series
        if series is None:
            return ()
        return tuple(at for at, moved in enumerate(self.moves, 1) if series.moves_dice(moved.step.events))

    @cached_property
    def _card_stops(self) -> tuple[int, ...]:
        series = self._series
        if series is None:
            return ()
        return tuple(at for at, moved in enumerate(self.moves, 1) if series.turns_cards(moved.step.events))


def title_of(name: str) -> str:
    """The name of a file as a title.

    >>> title_of("lost-by-a-team.replay")
    'Lost by a team'
    >>> title_of("20261121-204412-2af905.replay.jsonl")
    'Game of 2026-11-21, 20:44'
    """
    played = _PLAYED.match(name)
    if played:
        return "Game of {}-{}-{}, {}:{}".format(*played.groups())
    stem = name.removesuffix(RECORD_SUFFIX).removesuffix(NOTATION_SUFFIX)
    words = stem.replace("-", " ").replace("_", " ").strip()
    return capital(words)


def open_replay(data: bytes, name: str, game_for: Callable[[Header], Any] | None = None) -> ReplayPlayer:
    """Read and play a file as far as it is sound. A faulty file raises nothing: it has `problems`.

    Args:
        game_for: the game to play a file with, such as one with an owner's own cards; else the one it names.
    """
    reading = inspect(data, name)
    game = None
    if game_for is not None and reading.replay is not None:
        with suppress(UnknownGame):  # which is a fault of the file, and found as one
            game = game_for(reading.replay.header)
    return ReplayPlayer(verify(reading, name, game=game), name)
