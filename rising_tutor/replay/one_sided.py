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
from rising_tutor.core.unknown import UNKNOWN, fitting, write_seen
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
    lines = tuple(
        Line(
            text,
            label=line.label,
            join=line.join,
            above=tuple(row for row in line.above if not row.strip()),
        )
        for line, text in zip(replay.lines, _texts(game, played, viewer), strict=False)
    )
    return Replay(with_side(replace(replay.header, notes=()), viewer), lines, replay.result)


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
