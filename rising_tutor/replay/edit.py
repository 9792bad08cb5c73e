"""Notes, marks and side lines of a replay: each function gives a new replay and leaves all else as it is.

Lines are named by their address (`replay.address`). What is written is held against the limits of the format at once,
and a side line against the rules: nothing gets in that a file could not hold or that the game refuses. Two actions that
stand in one row are parted where a note or a side line comes between them: it belongs to the last action of a row.

>>> from rising_tutor.replay.model import Header
>>> replay = Replay(Header("fire-nation-rising", seats=2), (Line("team aang"), Line("team toph", join=True)))
>>> noted = with_side(with_comment(replay, read_address("1"), "why not Zuko?"), read_address("1"), ["team zuko?"])
>>> noted.lines[0].comment, noted.lines[0].side[0][0].marks, noted.lines[1].join
('why not Zuko?', ('?',), False)
>>> with_marks(replay, read_address("3"), ["!"])
Traceback (most recent call last):
    ...
rising_tutor.errors.BadOption: option line: '3' cannot be used; expected a line from 1 to 2
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.branch import Branch, Made
from rising_tutor.core.game import AnyGame
from rising_tutor.core.limits import DEPTH
from rising_tutor.core.registry import load_game
from rising_tutor.core.unknown import UNKNOWN, left_open, matcher
from rising_tutor.core.values import with_item
from rising_tutor.errors import BadOption, IllegalAction, RisingTutorError, UnreadableMove
from rising_tutor.replay.address import Address, line_at, lines_to, read_address
from rising_tutor.replay.limits import ACTIONS, bad_character, clipped
from rising_tutor.replay.model import Line, Replay, walk
from rising_tutor.replay.scribe import start_of
from rising_tutor.replay.words import GLYPHS, fault_of_line, over_limit, split_marks, write_item

ROW_WIDTH: Final = 100
MARKS: Final = f"one of {' '.join(GLYPHS)} first, then words such as $lucky (small letters, digits and -)"

Lines = tuple[Line, ...]


class CannotEdit(RisingTutorError):
    """Something that cannot be written into a replay.

    Attributes:
        what: "comment", "mark", "move" or "side line".
        rule: the rule that forbids a move, where one does.
    """

    def __init__(
        self, what: str, where: Address, value: str, expected: str, *, rule: str | None = None, refusal: Any = None
    ) -> None:
        self.what = what
        self.where = where
        self.value = value
        self.expected = expected
        self.rule = rule
        self.refusal = refusal
        cited = f" ({rule})" if rule else ""
        super().__init__(f"line {where}: the {what} {clipped(value)} cannot be used; {expected}{cited}")


def with_comment(replay: Replay, at: Address, text: str) -> Replay:
    """The replay with this comment beside a line, in place of the one that was there; an empty text takes it away.

    Raises:
        BadOption: there is no such line.
        LimitExceeded: the comment is too long.
        CannotEdit: it has a character that no text may have.
    """
    text = text.strip(" ")
    _clean("comment", at, text)
    return _changed(replay, at, lambda line: replace(line, comment=text))


def with_marks(replay: Replay, at: Address, marks: Sequence[str]) -> Replay:
    """The replay with these marks on a line: a sign such as `?!`, then words such as `$lucky`; none takes them away.

    Raises:
        BadOption: there is no such line.
        LimitExceeded: they are too long.
        CannotEdit: there is no such mark, or a text such as `card ?` cannot carry a sign.
    """
    marks = tuple(marks)
    old = line_at(replay.lines, at)
    line = replace(old, marks=marks)
    _clean("mark", at, " ".join(marks))
    _within_limits(line)
    if fault_of_line(replace(line, join=False), joinable=True)[0] == "mark":
        raise CannotEdit("mark", at, " ".join(marks), f"expected {MARKS}")
    if split_marks(write_item(line)) != (line.move, marks):
        raise CannotEdit("mark", at, " ".join(marks), f"a sign after {clipped(line.move)} would be read as part of it")
    return _changed(replay, at, lambda before: replace(before, marks=marks))


def with_side(
    replay: Replay, at: Address, moves: Sequence[str], *, game: AnyGame | None = None, state: Any = None
) -> Replay:
    """The replay with a further side line in place of a line.

    Args:
        moves: as the notation has them, with their marks.
        game: the game, such as one with an owner's own cards; else by its id.
        state: the state before the line, where it is known; else the lines up to there are played.

    Raises:
        BadOption: there is no such line, or the game cannot start.
        UnknownGame: the header names no game.
        LimitExceeded: it would lie too deep, or be too much.
        CannotEdit: the rules refuse a move or it cannot be read; or a line before it is not known in full.
    """
    line_at(replay.lines, at)
    DEPTH.check(at.depth + 1)
    branch = _branch(replay, at.before, game, state)
    new = _lines(branch, moves, at.side(len(line_at(replay.lines, at).side) + 1), ())
    return _changed(replay, at, lambda line: replace(line, side=(*line.side, new)))


def extend_side(
    replay: Replay, at: Address, moves: Sequence[str], *, game: AnyGame | None = None, state: Any = None
) -> Replay:
    """The replay with moves after the last line of a side line.

    Args:
        at: the last line of the side line.
        state: the state after it, where it is known.

    Raises:
        As `with_side`; `CannotEdit` also if the address is not the last line of a side line.
    """
    line_at(replay.lines, at)
    before = _siblings(replay.lines, at)
    if not at.depth or at.line != len(before):
        raise CannotEdit("move", at, " ".join(moves), "expected the last line of a side line to go on from")
    branch = _branch(replay, at, game, state)
    new = _lines(branch, moves, at.next, before)

    def longer(lines: Lines, last: int) -> Lines:
        # Rows below the last line stay below what is the last one now.
        below = lines[last].below
        kept = (*lines[:last], replace(lines[last], below=()))
        return (*kept, *new[:-1], replace(new[-1], below=below))

    return _bounded(replace(replay, lines=_edited(replay.lines, at.parts, longer)))


def without_side(replay: Replay, at: Address, number: int) -> Replay:
    """The replay without a side line of a line, counted from 1; the others move up.

    Raises:
        BadOption: there is no such line or side line.
    """
    side = line_at(replay.lines, at).side
    if not 1 <= number <= len(side):
        raise BadOption("side line", number, f"1 to {len(side)}" if side else "a line that has side lines")
    return _changed(replay, at, lambda line: replace(line, side=side[: number - 1] + side[number:]))


def with_notes_of(replay: Replay, noted: Replay) -> Replay:
    """The replay with what is written beside the same moves in another one, as far as their moves agree.

    For a game that went on, or was taken back, after somebody wrote notes on it.
    """
    lines = list(replay.lines)
    for at, other in enumerate(noted.lines[: n_agreed(replay, noted)]):
        line = lines[at]
        side = line.side + tuple(one for one in other.side if one not in line.side)
        lines[at] = replace(line, marks=other.marks, comment=other.comment, side=side)
    for at in range(1, len(lines)):
        lines[at] = _parted(lines[at - 1], lines[at])
    return replace(replay, lines=tuple(lines))


def n_agreed(replay: Replay, noted: Replay) -> int:
    """How many lines of two replays have the same moves, from the first on; a `?` stands for whatever was not known."""
    pairs = zip(replay.lines, noted.lines, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _agree(pair[0].move, pair[1].move), pairs))


def _agree(one: str, other: str) -> bool:
    return one == other or (UNKNOWN in other and matcher(other)(one)) or (UNKNOWN in one and matcher(one)(other))


def is_noted(line: Line) -> bool:
    """Whether anything is written beside a line."""
    return bool(line.marks or line.comment or line.side)


def state_at(replay: Replay, at: Address, game: AnyGame | None = None) -> Any:
    """The state after a line, by playing all lines up to it; "0" is the start.

    Raises:
        BadOption: there is no such line, or the game cannot start.
        UnknownGame: the header names no game.
        CannotEdit: one of the lines cannot be played.
    """
    return _branch(replay, at, game, None).state


def play_move(branch: Branch, text: str, at: Address) -> Made:
    """Makes a move of a branch. Raises `CannotEdit` with the reason and the rule, where the game does not let it."""
    try:
        return branch.play_text(text)
    except IllegalAction as error:
        refusal = error.refusal
        rule = getattr(refusal, "rule", None)
        why = getattr(refusal, "why", str(error))
        raise CannotEdit("move", at, text, why, rule=rule, refusal=refusal) from error
    except UnreadableMove as error:
        meant = f"; did you mean {' or '.join(map(clipped, error.suggestions))}?" if error.suggestions else ""
        raise CannotEdit("move", at, text, f"expected {error.expected}{meant}") from error


def _branch(replay: Replay, at: Address, game: AnyGame | None, state: Any) -> Branch:
    game = game or load_game(replay.header.game)
    if state is not None:
        return Branch(game, state)
    branch = Branch(game, start_of(game, replay.header))
    for line in lines_to(replay.lines, at) if at != read_address("0") else ():
        if not line.unknown:
            play_move(branch, line.move, at)
            continue
        move = left_open(branch.game, branch.state, line.move)
        if move is None:
            raise CannotEdit("move", at, line.move, "nobody knows the position after it")
        branch.make(move)
    return branch


def _lines(branch: Branch, moves: Sequence[str], at: Address, before: Lines) -> Lines:
    if not moves:
        raise CannotEdit("side line", at, "", "expected at least one move")
    rows: list[Line] = list(before)
    for text in moves:
        move, marks = split_marks(" ".join(text.split(" ")).strip())
        _clean("move", at, move)
        _within_limits(Line(move, marks))
        fault = fault_of_line(Line(move, marks), joinable=False)[1]
        if fault:
            raise CannotEdit("move", at, text, fault)
        made = play_move(branch, move, at)
        line = Line(branch.game.write(made.state, made.move), marks)
        # What chance gives stands beside the action, as at the table.
        if made.chance and rows and not rows[-1].comment and not rows[-1].side and _width(rows, line) <= ROW_WIDTH:
            line = replace(line, join=True)
        rows.append(line)
        at = at.next
    return tuple(rows[len(before) :])


def _width(rows: list[Line], line: Line) -> int:
    width = len(write_item(line))
    for row in reversed(rows):
        width += 2 + len(write_item(row))
        if not row.join:
            break
    return width


def _changed(replay: Replay, at: Address, change: Callable[[Line], Line]) -> Replay:
    """The replay with one line changed, and the line after it parted from it where it has to be."""
    line_at(replay.lines, at)

    def part(lines: Lines, number: int) -> Lines:
        line = change(lines[number])
        _within_limits(line)
        lines = with_item(lines, number, line)
        if number + 1 < len(lines):
            lines = with_item(lines, number + 1, _parted(line, lines[number + 1]))
        return lines

    return _bounded(replace(replay, lines=_edited(replay.lines, at.parts, part)))


def _edited(lines: Lines, parts: tuple[int, ...], change: Callable[[Lines, int], Lines]) -> Lines:
    at = parts[0] - 1
    if len(parts) == 1:
        return change(lines, at)
    line, number = lines[at], parts[1] - 1
    side = _edited(line.side[number], parts[2:], change)
    return with_item(lines, at, replace(line, side=with_item(line.side, number, side)))


def _siblings(lines: Lines, at: Address) -> Lines:
    for place in range(0, len(at.parts) - 1, 2):
        lines = lines[at.parts[place] - 1].side[at.parts[place + 1] - 1]
    return lines


def _parted(line: Line, after: Line) -> Line:
    return replace(after, join=False) if after.join and (line.comment or line.side) else after


def _clean(what: str, at: Address, text: str) -> None:
    bad = bad_character(text)
    if bad is not None:
        raise CannotEdit(what, at, text, f"place {bad[0] + 1} has {bad[1]}; expected letters, digits and signs")


def _within_limits(line: Line) -> None:
    error = over_limit(line)
    if error is not None:
        raise error


def _bounded(replay: Replay) -> Replay:
    ACTIONS.check(sum(1 for _ in walk(replay.lines)))
    return replay
