"""What both readers have in common: the lines of a replay, with side lines, from rows in the order of the text.

A row says how deep it stands (0 for the game itself) and whether it begins a
new side line. After the first fault nothing is added any more: the game ends there.

>>> tree = Tree()
>>> for depth, begins, move in ((0, False, "a"), (1, True, "b"), (1, False, "c"), (0, False, "d")):
...     _ = tree.enter(depth, begins=begins) or tree.add(Line(move), Place(1))
>>> lines, places = tree.freeze()
>>> [line.move for line in lines], [line.move for line in lines[0].side[0]], len(places)
(['a', 'd'], ['b', 'c'], 4)
"""

from dataclasses import dataclass, field

from msgspec.structs import replace

from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.limits import ACTIONS, ROWS
from rising_tutor.replay.model import Line, Replay
from rising_tutor.replay.problems import Collector, Place, Reading
from rising_tutor.replay.words import fault_of_line


@dataclass
class _Node:
    line: Line
    place: Place
    side: "list[list[_Node]]" = field(default_factory=list)


class Tree:
    """The lines read so far.

    Attributes:
        n_lines: how many lines were handed in, with those of side lines and those after a fault.
        cut: set after the first fault.
    """

    def __init__(self) -> None:
        self._open: list[list[_Node]] = [[]]
        self.n_lines = 0
        self.cut = False

    @property
    def depth(self) -> int:
        """The depth of the side line that is open; 0 for the game itself."""
        return len(self._open) - 1

    def enter(self, depth: int, *, begins: bool) -> str:
        """Goes to the depth of the next row; gives the fault if there is no such place, else ""."""
        if self.cut:
            return ""
        above = depth - 1 if begins else depth
        if begins and depth == 0:
            return "the game itself cannot begin as a side line"
        if above > self.depth:
            return "no side line of this depth is open here"
        while self.depth > above:
            if not self._open[-1]:
                return "the side line before this has no line"
            self._open.pop()
        if begins:
            if not self._open[-1]:
                return "a side line stands after the line that it replaces"
            side: list[_Node] = []
            self._open[-1][-1].side.append(side)
            self._open.append(side)
        return ""

    def add(self, line: Line, place: Place) -> tuple[str, str] | LimitExceeded | None:
        """Adds a line at the present depth; gives code and message of the fault, or the limit."""
        self.n_lines += 1
        if self.n_lines > ACTIONS.most:
            return ACTIONS.exceeded(self.n_lines)
        last = self._open[-1][-1] if self._open[-1] else None
        # After a fault the neighbours are not those of the game, so nothing is said of joining.
        joinable = self.cut or (last is not None and not last.line.comment and not last.side)
        fault = fault_of_line(line, joinable=joinable)
        if fault[0]:
            return fault
        if self.cut:
            return None
        if last is not None and last.line.below:
            return "syntax", "rows stand below a line that is not the last"
        self._open[-1].append(_Node(line, place))
        return None

    def below(self, rows: tuple[str, ...]) -> bool:
        """Puts rows below the last line of the present depth; whether there is one."""
        if self._open[-1] and rows and not self.cut:
            last = self._open[-1][-1]
            last.line = replace(last.line, below=rows)
        return bool(self._open[-1])

    def finish(self) -> str:
        """Closes all side lines; gives the fault of an empty one, else ""."""
        return self.enter(0, begins=False)

    def freeze(self) -> tuple[tuple[Line, ...], tuple[Place, ...]]:
        places: list[Place] = []
        return _freeze(self._open[0], places), tuple(places)


class RowReader:
    """A file that is read row by row, with what is wrong with it; the tree is cut at the first fault.

    Attributes:
        labels: as in `Reading`; None for a form in which labels stand in their lines.
    """

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        self.raw = data.split(b"\n", ROWS.most)[: ROWS.most]
        if self.raw and not self.raw[-1]:
            self.raw.pop()
        self.problems = Collector(self.raw)
        self.problems.limit(Place(ROWS.most), ROWS.exceeded(data.count(b"\n")))
        self.tree = Tree()
        self.rest: list[tuple[str, Place]] = []
        self.header: dict[str, Place] = {}
        self.labels: dict[Place, Place] | None = None

    def limit(self, place: Place, error: LimitExceeded | None) -> bool:
        found = self.problems.limit(place, error)
        self.tree.cut = self.tree.cut or found
        return found

    def fault(self, place: Place, code: str, message: str, expected: str = "") -> None:
        self.problems.add(place, code, message, expected)
        self.tree.cut = True

    def reading(self, kind: str, replay: Replay | None, places: tuple[Place, ...]) -> Reading:
        return Reading(
            file=self.file,
            kind=kind,
            replay=replay,
            places=places,
            problems=self.problems.sorted(),
            end=Place(max(1, len(self.raw))),
            complete=not self.tree.cut,
            rest=tuple(self.rest),
            header=self.header,
            labels=self.labels,
            rows=tuple(self.raw),
        )


def _freeze(nodes: list[_Node], places: list[Place]) -> tuple[Line, ...]:
    lines = []
    for node in nodes:
        places.append(node.place)
        # A side line that a fault left without a line says nothing.
        side = tuple(_freeze(part, places) for part in node.side if part)
        lines.append(replace(node.line, side=side) if side else node.line)
    return tuple(lines)
