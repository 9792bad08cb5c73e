"""A recorded game as one seat saw it: what the seat was never told is written `?`.

So a running game can be given away without the hands of the others. What was hidden when a line was made and came to
light later is written, too: a `?` that only one move can stand for, by all that the seat saw up to the end, is that
move. Comments and side lines are left out: they may say what the moves do not. Whose side it is stands in the header,
as `_seen_by`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Protocol

from msgspec.structs import replace

from rising_tutor.core.game import AnyGame, step_of
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.unknown import UNKNOWN, OpenGame, fitting, left_open, write_seen
from rising_tutor.core.view import Viewer
from rising_tutor.replay.model import Header, Line, Replay
from rising_tutor.replay.scribe import programs_of

SEEN_BY: Final = "_seen_by"
"""The field of a header that says whose side a record is: the number of the seat, or `EVERYBODY`."""
EVERYBODY: Final = "everybody"
MOST_TRIED: Final = 20_000
"""So many moves are tried to find out what came to light; beyond them every `?` stays."""


class Played(Protocol):
    """A move with the position it was made in."""

    @property
    def state(self) -> Any: ...
    @property
    def move(self) -> Any: ...


def one_sided(game: AnyGame, replay: Replay, moves: Iterable[Played], viewer: Viewer) -> Replay:
    """The record as a viewer saw it; where nothing is hidden, and of a record that is one-sided already, the same.

    Args:
        moves: each line as it was played.
        viewer: the seat; None for what everybody may know.
    """
    if not game.info.hidden or is_one_sided(replay.header):
        return replay
    played = list(moves)[: len(replay.lines)]
    lines = _lines(game, replay.lines, played, viewer)
    return Replay(with_side(replace(replay.header, notes=()), viewer), lines, replay.result)


class OpenSide:
    """What one viewer writes down of a game while it goes on.

    In a game that can be left open (`rising_tutor.core.unknown.OpenGame`) the viewer has a table of its own, on which
    what it was not told is open. A card that comes to light there without a line of the game, as others knew it, gets
    a line of its own: "flip skewer". So the record plays as one game, and no line tells what the viewer did not see.

    Attributes:
        lost: a line could not be followed; from there on each move is written as the game writes it for the viewer.
    """

    def __init__(self, game: AnyGame, viewer: Viewer) -> None:
        self.game, self.viewer = game, viewer
        self.lost = not isinstance(game, OpenGame)
        self._table: Any = None

    def texts(self, state: Any, move: Any) -> tuple[str, ...]:
        """The lines of a move: one, and more for what came to light."""
        text = write_seen(self.game, state, move, self.viewer)
        if self._table is None:
            self._table = state
        found = None if self.lost else self._followed(step_of(self.game, state, move), move, text)
        if found is None:
            self.lost = True
            return (text,)
        return found

    def _followed(self, true: Any, move: Any, text: str) -> tuple[str, ...] | None:
        told = visible(true.events, self.viewer)
        first = self._first(move, text, told)
        if first is None:
            return None
        move, text = first
        step = step_of(self.game, self._table, move)
        seen, self._table, texts = visible(step.events, self.viewer), step.state, [text]
        while len(seen) < len(told) or self._waits(true.state):
            further = self._further(told, seen)
            if further is None:
                return None
            text, step = further
            seen, self._table = [*seen, *visible(step.events, self.viewer)], step.state
            texts.append(text)
        return tuple(texts) if seen == told else None

    def _first(self, move: Any, text: str, told: list[Any]) -> tuple[Any, str] | None:
        """The move on the own table that stands for the one that was made, with how it is written."""
        game, table = self.game, self._table
        node = game.node(table)
        if UNKNOWN not in text:
            legal = node.outcomes.weight(move) if isinstance(node, Chance) else move in getattr(node, "actions", ())
            return (move, text) if legal else None
        left = left_open(game, table, text)
        if left is not None:
            return left, text
        # What others choose in sight is one of the actions that look so; which of them, the viewer need not know.
        for action in getattr(node, "actions", ()):
            seen = visible(step_of(game, table, action).events, self.viewer)
            if seen == told[: len(seen)] and seen:
                return action, game.write(table, action)
        return None

    def _waits(self, true: Any) -> bool:
        """Whether chance speaks on the own table where it has nothing to say in the game."""
        return isinstance(self.game.node(self._table), Chance) and not isinstance(self.game.node(true), Chance)

    def _further(self, told: list[Any], seen: list[Any]) -> tuple[str, Any] | None:
        """What came to light on the own table, with how it is written."""
        game, table = self.game, self._table
        node = game.node(table)
        if not isinstance(node, Chance):
            return None
        left = left_open(game, table, UNKNOWN)
        for outcome in (*(() if left is None else (left,)), *(outcome for outcome, _ in node.outcomes)):
            step = step_of(game, table, outcome)
            now = [*seen, *visible(step.events, self.viewer)]
            if now == told[: len(now)]:
                return game.write(table, outcome), step
        return None


def _lines(game: AnyGame, lines: Sequence[Line], moves: Sequence[Played], viewer: Viewer) -> tuple[Line, ...]:
    """The lines of a record as the viewer knows them at the end."""
    side, found = OpenSide(game, viewer), list[Line]()
    for line, made in zip(lines, moves, strict=False):
        first, *more = side.texts(made.state, made.move)
        rows = tuple(row for row in line.above if not row.strip())
        found.append(Line(first, label=line.label, join=line.join, above=rows))
        found += [Line(text, join=True) for text in more]
    if not side.lost:
        return tuple(found)
    return tuple(
        Line(text, label=line.label, join=line.join, above=tuple(row for row in line.above if not row.strip()))
        for line, text in zip(lines, _texts(game, moves, viewer), strict=False)
    )


def _texts(game: AnyGame, moves: Sequence[Played], viewer: Viewer) -> list[str]:
    """The moves as the viewer knows them at the end."""
    texts = [write_seen(game, made.state, made.move, viewer) for made in moves]
    if not any(UNKNOWN in text for text in texts):
        return texts
    # Each level holds the tables that the viewer may believe in, with the moves that lead there.
    levels: list[dict[Any, list[tuple[Any, Any]]]] = [{moves[0].state: []}]
    n_tried = 0
    for made, text in zip(moves, texts, strict=True):
        step = step_of(game, made.state, made.move)
        told, seen = visible(step.events, viewer), game.view(step.state, viewer)
        level: dict[Any, list[tuple[Any, Any]]] = {}
        for state in levels[-1]:
            for move in _may_be(game, state, made.move, text):
                n_tried += 1
                other = step_of(game, state, move)
                if visible(other.events, viewer) == told and game.view(other.state, viewer) == seen:
                    level.setdefault(other.state, []).append((state, move))
        if n_tried > MOST_TRIED:
            return texts
        levels.append(level)
    alive = set(levels[-1])
    for at in range(len(moves) - 1, -1, -1):
        ways = [way for state in alive for way in levels[at + 1][state]]
        alive = {state for state, _ in ways}
        written = {game.write(state, move) for state, move in ways}
        if UNKNOWN in texts[at] and len(written) == 1:
            (texts[at],) = written
    return texts


def _may_be(game: AnyGame, state: Any, made: Any, text: str) -> Iterator[Any]:
    """The moves of a table that a text can stand for; a text without `?` is the move that was made."""
    node = game.node(state)
    moves: Iterable[Any] = node.actions if isinstance(node, Decision) else ()
    if isinstance(node, Chance):
        moves = (move for move, _ in node.outcomes)
    fits = fitting(game, state, text) if UNKNOWN in text else made.__eq__
    return (move for move in moves if fits(move) is True)


def with_side(header: Header, viewer: Viewer) -> Header:
    """The header of a record that holds what one viewer saw."""
    whose = EVERYBODY if viewer is None else str(viewer + 1)
    return replace(header, fields=(*header.fields, (SEEN_BY, whose)))


def is_one_sided(header: Header) -> bool:
    """Whether a record says that it holds one side only."""
    return SEEN_BY in dict(header.fields)


def seen_by(header: Header) -> Seat | None:
    """The seat whose side a record is; None where it is nobody's, or says no seat that there is.

    >>> seen_by(Header("fire-nation-rising", seats=2, fields=((SEEN_BY, "2"),))), seen_by(Header("x", seats=2))
    (1, None)
    """
    said = dict(header.fields).get(SEEN_BY, "")
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 3 else 0
    return Seat(number - 1) if 1 <= number <= header.seats else None


def only_person(header: Header) -> Viewer:
    """The seat of the one person at a table of programs; None where several people share what they see."""
    programs = programs_of(header)
    people = [Seat(seat) for seat in range(header.seats) if seat not in programs]
    return people[0] if len(people) == 1 else None


def n_left_out(replay: Replay) -> int:
    """How many comments and side lines a one-sided record of this one would not have."""
    comments = sum(
        bool(line.comment) + sum(bool(row.strip()) for row in (*line.above, *line.below)) for line in replay.lines
    )
    return comments + len(replay.header.notes) + sum(len(line.side) for line in replay.lines)
