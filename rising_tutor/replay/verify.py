r"""Plays a replay through its game and collects all problems of the file in one pass.

Behind a fact that nobody knows every table that is still possible is played on (`rising_tutor.replay.possible`).
Typing faults (`unreadable`), actions that a rule refuses (`refused`, with the rule) and outcomes
that chance cannot give (`impossible`) are told apart. Playing stops at the first fault: what was
typed after it was meant for another table. Later lines are still checked for typing faults.

>>> verified = verify(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nhello world\n", "mine.replay")
>>> verified.ok, verified.problems[0].code, verified.problems[0].line
(False, 'unreadable', 5)
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rising_tutor.core.action import Action, Outcome
from rising_tutor.core.game import AnyGame, step_of
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.unknown import left_open
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption, IllegalAction, MisplacedMove, UnknownGame, UnreadableMove
from rising_tutor.replay.endings import UNFINISHED, has_ended, result_of, result_text
from rising_tutor.replay.limits import clipped
from rising_tutor.replay.model import UNKNOWN, Header, Line, Replay, walk
from rising_tutor.replay.possible import Possible, follow_gaps, misfit
from rising_tutor.replay.problems import Collector, Place, Problem, Reading, did_you_mean
from rising_tutor.replay.record_place import places
from rising_tutor.replay.scribe import start_of
from rising_tutor.replay.signs import SignFaults
from rising_tutor.replay.source import inspect

_MOST_LISTED: Final = 6
_MOST_ASKED: Final = 40
_MOST_TYPED: Final = 25
_LONGEST_TYPED: Final = 60


class Moved(Value, frozen=True):
    """One line as it was played.

    Attributes:
        line: its number in the game, from 0.
        state: the state before it.
        step: the state after it, and what happened.
    """

    line: int
    state: Any
    move: Any
    step: Any
    place: Place


class Verified(Value, frozen=True):
    """A replay that was played as far as it goes.

    Attributes:
        game: None if it is not known.
        start: the state before the first line; None if the game could not start.
        moves: the lines up to the first fault, unknown fact or the end.
        result: how the game ended, if it came to its end; behind an unknown fact, if all possible tables ended so.
        problems: all faults, in the order of the file.
        remarks: what is no fault but should be known, such as facts that are unknown.
        possible: the tables that are possible behind the first unknown fact; None if there is no such fact.
    """

    reading: Reading
    game: Any
    start: Any
    moves: tuple[Moved, ...]
    result: Terminal | None
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]
    possible: Possible | None = None

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def replay(self) -> Replay | None:
        """The replay up to its first fault of form."""
        return self.reading.replay

    @property
    def state(self) -> Any:
        return self.moves[-1].step.state if self.moves else self.start

    def state_at(self, n_lines: int) -> Any:
        return self.moves[n_lines - 1].step.state if n_lines else self.start


def verify(source: str | Path | bytes | Reading, name: str = "", *, game: AnyGame | None = None) -> Verified:
    """Reads a replay and plays it.

    Args:
        game: the game to play it with, such as one with an owner's own cards; else by its id.

    Raises:
        UnreadableReplay: the file cannot be opened. Everything else is a problem in what is given.
    """
    reading = source if isinstance(source, Reading) else inspect(source, name)
    player = _Player(reading)
    replay = reading.replay
    start = None
    if replay is not None:
        game = game or player.load(replay.header)
        start = player.start(game, replay.header) if game else None
    if replay is None or game is None or start is None:
        return Verified(reading, game, None, (), None, player.found.sorted(), tuple(player.remarks))
    moves = player.play(game, start, replay.lines)
    state = moves[-1].step.state if moves else start
    possible = player.gaps(game, state, replay, len(moves))
    player.read_rest(game, (start, state) if possible is None else (start, possible.states(possible.last)[0]))
    node = game.node(state)
    result = node if isinstance(node, Terminal) else None
    if possible is not None:
        result = result_of(game, possible, len(replay.lines))
    elif reading.complete and len(moves) == len(replay.lines):
        player.compare(replay.result, result)
    return Verified(reading, game, start, moves, result, player.found.sorted(), tuple(player.remarks), possible)


def main_places(reading: Reading) -> list[Place]:
    """The places of the lines of the game itself, without those of side lines."""
    places = iter(reading.places)
    found = []
    for line in reading.replay.lines if reading.replay is not None else ():
        found.append(next(places))
        for side in line.side:
            for _ in walk(side):
                next(places)
    return found


class _Player:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.places: Iterator[Place] = iter(reading.places)
        self.found = Collector(reading.rows, reading.problems)
        self.remarks: list[str] = []
        self.unplayed: list[tuple[str, Place]] = []
        self.gap: Place | None = None
        self.over = False
        self.signs = SignFaults(self.found)

    def load(self, header: Header) -> AnyGame | None:
        try:
            return load_game(header.game)
        except UnknownGame as error:
            message = f"there is no game {clipped(header.game)}"
            self.found.add(self.reading.place_of("game"), "game", message, " or ".join(error.known))
            return None

    def start(self, game: AnyGame, header: Header) -> Any:
        info = game.info
        for key, given, known, what in (
            ("rules", header.rules_version, info.rules_version, "other rules"),
            ("content", header.content, info.content, "other cards"),
        ):
            if given.strip() not in (UNKNOWN, known, *(info.older_rules if key == "rules" else ())):
                message = f"the game was played with {what} ({clipped(given)}) than those in use ({clipped(known)})"
                self.found.add(self.reading.place_of(key), key, message, known)
        if not header.seats:
            self.remarks.append("how many people played is not known, so nothing can be shown")
            return None
        unknown = [name for name, value in header.options if value == UNKNOWN]
        if unknown:
            titles = {option.name: option.title for option in info.options}
            usual = [titles[name] if name in titles else clipped(name) for name in unknown]
            self.remarks.append(f"not known, taken as usual: {', '.join(usual)}")
        try:
            return start_of(game, header)
        except BadOption as error:
            # The seats stand under their own name in a file, an option under a key that a form does not show.
            seats = error.option == "seats"
            key = error.option if seats else f"option {error.option}"
            message = f"{clipped(key if seats else error.title)} cannot be {clipped(str(error.value))}"
            self.found.add(self.reading.place_of(key), "option", message, error.expected, rule=error.rule)
            return None

    def play(self, game: AnyGame, state: Any, lines: tuple[Line, ...], depth: int = 0) -> tuple[Moved, ...]:
        moves: list[Moved] = []
        going = True
        for number, line in enumerate(lines):
            place = next(self.places)
            moved = self._move(game, state, line, place, number) if going else None
            for side in line.side:
                if going:
                    self.play(game, state, side, depth + 1)
                else:
                    self._skip(side)
            # What stands behind the end of the game is one fault. A side line may end sooner than the game.
            self.over = self.over or (moved is None and going and not depth and isinstance(game.node(state), Terminal))
            if not going and not self.over:
                self.unplayed.append((line.move, place))
            if moved is None:
                if going and line.unknown and not depth and not isinstance(game.node(state), Terminal):
                    self.gap = place
                going = False
                continue
            moves.append(moved)
            state = moved.step.state
        return tuple(moves)

    def _skip(self, lines: tuple[Line, ...]) -> None:
        for line in lines:
            self.unplayed.append((line.move, next(self.places)))
            for side in line.side:
                self._skip(side)

    def gaps(self, game: AnyGame, state: Any, replay: Replay, first: int) -> Possible | None:
        """What is possible behind the first unknown fact; a line that nothing of it allows is a fault."""
        if self.gap is None:
            return None
        given = replay.result if self.reading.complete else ""
        ended = None if given in ("", UNKNOWN) else lambda end: has_ended(game.node(end), given)
        found = follow_gaps(game, state, replay.lines, first=first, ended=ended)
        places = main_places(self.reading)
        followed = {places[number] for number in range(first, found.last)}
        fault = found.fault
        if fault is not None:
            if fault.line < len(places):
                followed.add(places[fault.line])
                problem = self._miss(game, found, replay.lines[fault.line], places[fault.line])
            else:
                problem = self._no_such_end(found, given)
            self._tell(problem, replay.lines[first : fault.line], self.gap)
        self.unplayed = [(move, place) for move, place in self.unplayed if place not in followed]
        self.remarks.append(_said(self.gap, places, found))
        return found

    def _tell(self, problem: Problem, before: Sequence[Line], gap: Place) -> None:
        """A fault behind a gap; not surely one where a bare `?` may stand for more than one action."""
        if not any(line.move == UNKNOWN for line in before):
            self.found.problems.append(problem)
            return
        self.remarks.append(
            f"line {problem.line}: {problem.message}; so from line {gap.line} on more than one action is missing where "
            f"{UNKNOWN} stands alone, or something is wrong"
        )

    def _miss(self, game: AnyGame, possible: Possible, line: Line, place: Place) -> Problem:
        states = possible.states(possible.last)
        held = Collector(self.reading.rows)
        found, self.found = self.found, held
        for state in states[:_MOST_ASKED]:
            self._move(game, state, line, place, 0)
        self.found = found
        first = held.problems[0] if held.problems else None
        if first is None:
            such = _such_as(game, states[0], game.node(states[0]))
            message = f"nothing that is possible here is written {clipped(line.move)}"
            return held.problem(place, "unreadable", message, such)
        message, rule = first.message, first.rule
        if len(states) > 1:
            alike = all((one.code, one.rule) == (first.code, first.rule) for one in held.problems)
            rule = rule if alike else None
            message = f"none of the {len(states)} tables that are still possible allows this; of one: {message}"
        return held.problem(Place(first.line, first.column), first.code, message, first.expected, rule=rule)

    def _no_such_end(self, possible: Possible, given: str) -> Problem:
        n = len(possible.states(possible.last))
        place = self.reading.place_of("result") if self.reading.kind == "notation" else self.reading.end
        tables = "the table" if n == 1 else f"none of the {n} tables"
        return self.found.problem(place, "result", f"{tables} that is still possible ends so: {clipped(given)}")

    def read_rest(self, game: AnyGame, states: tuple[Any, ...]) -> None:
        """Finds typing faults in the lines that were not played: what no position at hand lets the game read."""
        n_faults = 0
        rest = () if self.over else self.reading.rest
        for move, place in (*self.unplayed, *rest):
            if UNKNOWN in move or len(move) > _LONGEST_TYPED:
                continue
            errors = [error for state in states if (error := _unreadable(game, state, move))]
            if len(errors) == len(states):
                n_faults += self._typed_wrong(move, place, errors[-1])
            if n_faults == _MOST_TYPED:
                self.remarks.append(f"after line {place.line} no further typing faults were looked for")
                return

    def _typed_wrong(self, move: str, place: Place, error: UnreadableMove) -> bool:
        """Report a move that cannot be read; False if an earlier fault has the same cause."""
        if self.signs.take(move, place):
            return False
        there = Place(place.line, place.column + error.column - 1)
        message = f"cannot read {clipped(move)}{did_you_mean(error.suggestions)}"
        self.found.add(there, "unreadable", message, error.expected)
        return True

    def _move(self, game: AnyGame, state: Any, line: Line, place: Place, number: int) -> Moved | None:
        node = game.node(state)
        if isinstance(node, Terminal):
            self.found.add(place, "over", f"the game is over: {result_text(node)}", "no further line")
            return None
        if line.label:
            self._compare_label(game, state, line.label, place)
        if line.unknown:
            return self._open(game, state, line, place, number)
        chance = isinstance(node, Chance)
        try:
            move = game.read(state, line.move)
        except MisplacedMove:
            what = f"chance decides here: {clipped(game.where(state))}"
            self.found.add(place, "unfit", what, _such_as(game, state, node))
            return None
        except UnreadableMove as error:
            self._typed_wrong(line.move, place, error)
            return None
        if isinstance(move, Action if chance else Outcome):
            what = "chance decides here" if chance else f"seat {getattr(node, 'seat', 0) + 1} decides here"
            self.found.add(place, "unfit", f"{what}: {clipped(game.where(state))}", _such_as(game, state, node))
            return None
        try:
            step = game.resolve(state, move) if chance else game.act(state, move)
        except IllegalAction as error:
            self._refused(game, state, node, place, error)
            return None
        return Moved(number, state, move, step, place)

    def _open(self, game: AnyGame, state: Any, line: Line, place: Place, number: int) -> Moved | None:
        """A line with `?` after which there is one table all the same."""
        move = left_open(game, state, line.move)
        return None if move is None else Moved(number, state, move, step_of(game, state, move), place)

    def _refused(self, game: AnyGame, state: Any, node: Any, place: Place, error: IllegalAction) -> None:
        refusal = error.refusal
        why, rule = getattr(refusal, "why", str(error)), getattr(refusal, "rule", None)
        if isinstance(node, Chance):
            self.found.add(place, "impossible", why, _such_as(game, state, node), rule=rule)
            return
        nearest = getattr(refusal, "nearest", None)
        expected = game.write(state, nearest) if nearest is not None else _such_as(game, state, node)
        self.found.add(place, "refused", why, expected, rule=rule)

    def _compare_label(self, game: AnyGame, state: Any, label: str, place: Place) -> None:
        here = game.place(state)
        wrong = misfit(here, label)
        if wrong:
            message = f"the label says {clipped(wrong)}; the game is at {clipped(str(here))}"
            self.found.add(self._label_place(place, label, wrong), "label", message, str(here))

    def _label_place(self, line: Place, label: str, wrong: str) -> Place:
        """Where a part of a label stands: in the notation before its line, in the record in a member of it."""

        def row(at: Place) -> str:
            return self.reading.rows[at.line - 1].decode("utf-8", "replace")

        at = (self.reading.labels or {}).get(line)
        at = at or Place(line.line, places(row(line)).get("$.label", line.column - 1) + 1)
        parts = row(at)[at.column - 1 :].split(",")
        n = [part.strip() for part in label.split(",")].index(wrong)
        blank = len(parts[n]) - len(parts[n].lstrip())
        return Place(at.line, at.column + sum(len(part) + 1 for part in parts[:n]) + blank)

    def compare(self, given: str, result: Terminal | None) -> None:
        if given in ("", UNKNOWN):
            return
        place = self.reading.place_of("result") if self.reading.kind == "notation" else self.reading.end
        if result is None:
            if given != UNFINISHED:
                self.found.add(place, "result", f"the game is not over, the file says {clipped(given)}", UNFINISHED)
            return
        if not has_ended(result, given):
            self.found.add(place, "result", f"the game ended otherwise than {clipped(given)}", result_text(result))


def _said(gap: Place, places: list[Place], possible: Possible) -> str:
    last = places[possible.last - 1] if possible.last > possible.first else gap
    n = possible.left(possible.last)
    tables = "one table is possible" if n == 1 else f"{n} tables are possible"
    if possible.stopped:
        return f"line {gap.line} of the file is not known in full; {possible.stopped} (line {last.line})"
    after = "it" if last.line == gap.line else f"line {last.line}"
    return f"line {gap.line} of the file is not known in full; after {after}, {tables}"


def _unreadable(game: AnyGame, state: Any, text: str) -> UnreadableMove | None:
    try:
        game.read(state, text)
    except MisplacedMove:
        return None
    except UnreadableMove as error:
        return error
    return None


def _such_as(game: AnyGame, state: Any, node: Any) -> str:
    ways = (outcome for outcome, _ in node.outcomes) if isinstance(node, Chance) else iter(node.actions)
    total = len(node.outcomes) if isinstance(node, Chance) else len(node.actions)
    some = ", ".join(game.write(state, move) for move in islice(ways, _MOST_LISTED))
    return f"{some}, ... ({total} ways)" if total > _MOST_LISTED else some
