"""A record with gaps: every table that can still be on, line by line.

From the first line with a `?` on, a set of states is kept instead of one: each way to fill the gap gives one, and
equal ones are one. Every later line filters: a state in which it is no legal action, no outcome that chance can give,
or in which its label is wrong, was not on the table. The result of the header filters at the end. Nothing is guessed
and nothing is weighed: a state is possible or not.

Two questions are told apart: what could be known when a line was read (`known_at`), and what is known of that position
after all later lines (`states`). Which line settles something lies between them.

The work is bounded by `TABLES` states and `MOVES` ways in all; beyond them the set is given up and `stopped` says so.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.replay.model import Line
>>> game = load_game("fire")
>>> start = game.start(2, {"teams": "aang,toph"})
>>> possible = follow_gaps(game, start, (Line("facing ?"), Line("side ?easy-1")), first=0)
>>> possible.known_at(1), possible.fault.line
(3, 1)
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from rising_tutor.core.action import Action
from rising_tutor.core.game import AnyGame
from rising_tutor.core.limits import Limit
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.place import Place
from rising_tutor.core.search import stepper
from rising_tutor.core.unknown import fitting, left_open
from rising_tutor.core.values import Value
from rising_tutor.errors import MisplacedMove, UnreadableMove
from rising_tutor.replay.model import Line

TABLES: Final = Limit("tables to be kept behind the first gap", 15_000)
MOVES: Final = Limit("ways to fill the gaps", 50_000)
"""With both, a file takes no more than 2 s and 64 MB."""


class Fault(Value, frozen=True):
    """No state that was possible allows a line.

    Attributes:
        line: the line, counted from 0; the number of lines for the result.
        why: `read` (no move of any state is written so), `made` (rules or chance forbid it), `over`, `label`, `result`.
    """

    line: int
    why: str


class Level:
    """The states that are possible at one position.

    Attributes:
        states: each once.
        parents: for each state the places of those before it, with the move that leads here.
        upto: for each state the last position that can be reached from it; one more than the last position if the
            result of the header fits too.
    """

    def __init__(self) -> None:
        self.states: list[Any] = []
        self.parents: list[list[tuple[int, Any]]] = []
        self.upto: list[int] = []


class Possible:
    """The states that are possible behind the first gap of a record.

    Attributes:
        first: the last position before the first gap; position n is the table after line n.
        stopped: why it went no further, a sentence; empty if it came to the end or to a fault.
        fault: the line that no state allows; None if there is none.
    """

    def __init__(self, first: int, levels: Sequence[Level], stopped: str, fault: Fault | None) -> None:
        self.first = first
        self.stopped = stopped
        self.fault = fault
        self._levels = levels

    @property
    def last(self) -> int:
        return self.first + len(self._levels) - 1

    def known_at(self, position: int) -> int:
        """How many states were possible by what had been written up to there. Before the first gap it is one."""
        return len(self._levels[position - self.first].states) if position > self.first else 1

    def states(self, position: int, read: int | None = None) -> tuple[Any, ...]:
        """The states that are possible at a position from `first` to `last`.

        Args:
            read: up to which position the record was read; None for the whole of it, with its result.
        """
        level = self._levels[position - self.first]
        upto = max(level.upto) if read is None else max(read, position)
        return tuple(state for state, end in zip(level.states, level.upto, strict=True) if end >= upto)

    def left(self, position: int) -> int:
        """How many states are possible at a position after the whole record was read."""
        if position < self.first:
            return 1
        upto = self._levels[position - self.first].upto
        return upto.count(max(upto))

    def reads(self, position: int) -> tuple[int, ...]:
        """The positions up to which one has to read to know more of this one, in order; the first is itself.

        The number after `last` stands for the result in the header.
        """
        upto = set(self._levels[position - self.first].upto)
        top = max(upto)
        return (position, *(end + 1 for end in sorted(upto) if end < top))

    def way(self) -> tuple[tuple[Any, Any, Any], ...]:
        """One of the possible ways through the gaps: state, move and next state of each line behind `first`.

        It is an example: what it shows is true only as far as all other ways show it too.
        """
        level = self._levels[-1]
        at = level.upto.index(max(level.upto))
        found: list[tuple[Any, Any, Any]] = []
        for here, before in zip(reversed(self._levels), reversed(self._levels[:-1]), strict=False):
            parent, move = here.parents[at][0]
            found.append((before.states[parent], move, here.states[at]))
            at = parent
        return tuple(reversed(found))


def follow_gaps(
    game: AnyGame,
    state: Any,
    lines: Sequence[Line],
    *,
    first: int,
    ended: Callable[[Any], bool] | None = None,
) -> Possible:
    """Follows a record behind its first gap.

    Args:
        state: the state before line `first`, which is certain.
        first: how many lines come before the gap.
        ended: whether a state can be the last one, by the result that the header gives; None if it gives none.
    """
    level = Level()
    level.states, level.parents = [state], [[]]
    levels = [level]
    walk = _Walk(game)
    stopped, fault = "", None
    with _without_collecting():
        for number in range(first, len(lines)):
            level, why = walk.next(level, lines[number])
            if walk.stopped:
                stopped = f"it is worked out up to action {number}, then {walk.stopped}"
                break
            if not level.states:
                fault = Fault(number, why)
                break
            levels.append(level)
    last = first + len(levels) - 1
    ends = levels[-1].states
    fit = [ended is None or last < len(lines) or ended(end) for end in ends]
    if not any(fit):
        fault = Fault(len(lines), "result")
    levels[-1].upto = [last + fits for fits in fit]
    for here, before in zip(reversed(levels), reversed(levels[:-1]), strict=False):
        before.upto = [0] * len(before.states)
        for end, parents in zip(here.upto, here.parents, strict=True):
            for parent, _ in parents:
                before.upto[parent] = max(before.upto[parent], end)
    for place, one in enumerate(levels):
        one.upto = [max(end, first + place) for end in one.upto]
    return Possible(first, levels, stopped, fault)


def misfit(where: Place, label: str) -> str:
    """The part of a label, as a person wrote it, that is no part of a place; empty if it fits.

    >>> misfit(Place(turn=7, name="turn 7", within=("step 3", "roll 2")), "turn 7, roll 1")
    'roll 1'
    """
    known = {part.casefold() for part in where.parts}
    return next((part.strip() for part in label.split(",") if part.strip().casefold() not in known), "")


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keeps the search for cyclic garbage away: tables are in no cycle, and it would go through all of them each time.

    A fifth of the time; how much is kept is bounded by `TABLES`.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


class _Walk:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.step = stepper(game)
        self.n_tables = self.n_moves = 0
        self.stopped = ""
        self._move: Any = None

    def next(self, level: Level, line: Line) -> tuple[Level, str]:
        """The states after a line; if there is none, also why."""
        found = Level()
        places: dict[Any, int] = {}
        why = ""
        self._move = None
        for parent, state in enumerate(level.states):
            for move in self._moves(state, line):
                if isinstance(move, str):
                    # What is wrong where the line could be read says more than that it could not.
                    why = move if not why or why == "read" else why
                    continue
                after = self.step(state, move)
                at = places.setdefault(after, len(places))
                if at == len(found.states):
                    found.states.append(after)
                    found.parents.append([])
                    self.n_tables += len(level.states) > 1 or line.unknown
                found.parents[at].append((parent, move))
                if self._beyond():
                    return found, why
            if self._beyond():
                return found, why
        return found, why

    def _beyond(self) -> bool:
        error = TABLES.exceeded(self.n_tables) or MOVES.exceeded(self.n_moves)
        if error is not None:
            self.stopped = f"there would be more than {error.limit:,} {error.what}"
        return error is not None

    def _moves(self, state: Any, line: Line) -> Iterator[Any]:
        """The moves of a state that a line can mean; or one word that says why there is none."""
        game = self.game
        node = game.node(state)
        if isinstance(node, Terminal):
            yield "over"
            return
        if line.label and misfit(game.place(state), line.label):
            yield "label"
            return
        if not line.unknown:
            yield self._known(state, node, line.move)
            return
        move = left_open(game, state, line.move)
        if move is not None:
            self.n_moves += 1
            yield move
            return
        fits = fitting(game, state, line.move)
        some = False
        ways = (outcome for outcome, _ in node.outcomes) if isinstance(node, Chance) else iter(node.actions)
        for move in ways:
            self.n_moves += 1
            if fits(move):
                some = True
                yield move
            if self.n_moves > MOVES.most:
                return
        if not some:
            yield "read"

    def _known(self, state: Any, node: Chance[Any] | Decision[Any], text: str) -> Any:
        """The move that a text means in a state, or why there is none."""
        game, move = self.game, self._move
        try:
            # In most states a line means what it meant in the one before; writing is much faster than reading.
            if move is None or isinstance(move, Action) is isinstance(node, Chance) or game.write(state, move) != text:
                move = self._move = game.read(state, text)
        except MisplacedMove:
            return "made"
        except UnreadableMove:
            return "read"
        if isinstance(node, Chance):
            return "made" if isinstance(move, Action) or node.outcomes.weight(move) < 1 else move
        return move if move in node.actions else "made"
