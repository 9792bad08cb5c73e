r"""What is not known of an open replay with gaps, for the position that is shown: without a widget.

    un-go          a position
    un-compare     compares more tables than are compared by themselves

>>> from rising_tutor.tutor.replay.player import open_replay
>>> text = "replay: 1; game: fire-nation-rising; seats: 2; option teams: aang,toph; ; facing ?; side easy-1"
>>> controller = UnknownController(open_replay(text.replace("; ", "\n").encode(), "a.replay"))
>>> controller.at = 1
>>> controller.n_tables, [fact.name for fact in controller.found().open]
(3, ['location that the figure faces'])
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.numbers import whole
from rising_tutor.core.values import Value
from rising_tutor.replay.certain import COMPARED, Fact, Facts, certain
from rising_tutor.replay.one_way import one_way
from rising_tutor.replay.possible import Possible
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer

AT_ONCE: Final = 250
"""So many tables are compared without being asked: a step takes less than a tenth of a second."""
_MOST_READS: Final = 40


class Later(Value, frozen=True):
    """A fact that was open when its line was read, and the line that settles it.

    Attributes:
        position: the position after the line; one more than the last one stands for the result of the header.
        fact: with its values as they were possible before.
    """

    position: int
    fact: Fact


class Gap(Value, frozen=True):
    """A line that is not known in full: the position after it, and its text."""

    position: int
    move: str


class UnknownController:
    """One open replay and what is not known of it.

    Args:
        player: the replay, as it was opened or as `filled` gives it.

    Attributes:
        goes: called with a position that should be shown.
    """

    def __init__(self, player: ReplayPlayer) -> None:
        self.player = player
        self.at = player.at
        self.goes: Callable[[int], object] = nothing
        self._wanted: set[int] = set()
        self._found: dict[int, Facts] = {}
        self._later: dict[int, tuple[Later, ...]] = {}

    @property
    def possible(self) -> Possible | None:
        return self.player.verified.possible

    @property
    def reached(self) -> bool:
        return self.possible is not None and self.at <= self.possible.last

    @property
    def n_tables(self) -> int:
        return self.possible.left(self.at) if self.possible is not None and self.reached else 1

    @property
    def n_then(self) -> int:
        return self.possible.known_at(self.at) if self.possible is not None and self.reached else 1

    @property
    def too_many(self) -> str:
        """Why the tables are not compared: "ask", "never", or "" if they are."""
        n = self.n_tables
        if n > COMPARED.most:
            return "never"
        return "ask" if n > AT_ONCE and self.at not in self._wanted else ""

    def found(self) -> Facts | None:
        """What is certain and what is open at the position; None if it is not compared."""
        possible = self.possible
        if possible is None or not self.reached or self.too_many or self.at < possible.first:
            return None
        if self.at not in self._found:
            self._found[self.at] = certain(self.player.game, possible.states(self.at))
        return self._found[self.at]

    def later(self) -> tuple[Later, ...]:
        """What was open when the line was read and is settled by later ones; empty if it is not compared."""
        possible = self.possible
        if possible is None or not self.reached or self.at <= possible.first or self.n_then > AT_ONCE or self.too_many:
            return ()
        if self.at not in self._later:
            self._later[self.at] = tuple(self._settled(possible))
        return self._later[self.at]

    def _settled(self, possible: Possible) -> list[Later]:
        game, at = self.player.game, self.at
        found: list[Later] = []
        before: dict[Any, Fact] | None = None
        for read in possible.reads(at)[:_MOST_READS]:
            states = possible.states(at, read)
            facts = {fact.path: fact for fact in certain(game, states).open}
            for path, fact in (before or {}).items():
                if not any(_covers(path, other) for other in facts):
                    found.append(Later(read, fact))
            before = facts
        return found

    def gaps(self) -> tuple[Gap, ...]:
        return tuple(Gap(at, line.move) for at, line in enumerate(self.player.lines, 1) if line.unknown)

    def handle(self, message: Message) -> bool:
        do, arg = message.do, message.arg
        if do == "un-go":
            if (at := whole(arg)) is not None:
                self.goes(at)
        elif do == "un-compare":
            self._wanted.add(self.at)
        else:
            return False
        return True


def filled(player: ReplayPlayer) -> ReplayPlayer:
    """The replay with its gaps filled in one of the possible ways, so that the positions behind them can be shown.

    A replay without gaps is as it was. What is shown behind the first gap is an example.
    """
    if player.verified.possible is None:
        return player
    made = ReplayPlayer(one_way(player.verified), player.name)
    made.go(player.at)
    return made


def _covers(path: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    n = min(len(path), len(other))
    return path[:n] == other[:n]
