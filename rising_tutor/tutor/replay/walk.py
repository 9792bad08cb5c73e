r"""Walking a recorded game and its side lines, and making new ones while walking.

The place is an address: that of the line after which the table stands. What is tried at a place leads on: along the
line that is there already, along a side line that begins like it, or along a new one, which is in the replay at once.

>>> from rising_tutor.tutor.replay.player import open_replay
>>> data = b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nteam aang\nteam toph\n"
>>> walk = SideWalk(open_replay(data, "a.replay"))
>>> walk.choose("team zuko")
True
>>> str(walk.here), walk.lines[0].side[0][0].move, [line.move for line in walk.way()]
('1.1.1', 'team zuko', ['team zuko'])
>>> walk.back(), str(walk.here)
(True, '0')
"""

import heapq
import re
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.boards import board_for
from rising_tutor.core.branch import Branch
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption
from rising_tutor.replay.address import Address, line_at, lines_to
from rising_tutor.replay.edit import CannotEdit, extend_side, play_move, with_side
from rising_tutor.replay.model import Line, Replay
from rising_tutor.tutor.replay.player import ReplayPlayer

MOST_OUTCOMES: Final = 1000
"""With more outcomes than this they are not listed: a person types one, or lets it be drawn."""
MOST_LISTED: Final = 60
_SEED: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")


class Way(Value, frozen=True):
    """Something that can be done or happen at the place: as the file has it, in words, and how likely it is."""

    text: str
    words: str = ""
    weight: int = 0
    total: int = 0


class SideWalk:
    """A place in a game or in one of its side lines.

    Attributes:
        player: the game; `player.verified` holds the replay as it is edited.
        here: the line after which the table stands; "0" before the first.
        drawn: what was drawn at random last, and by which seed; empty else.
    """

    def __init__(self, player: ReplayPlayer) -> None:
        self.player = player
        self.here = Address((player.at,))
        self.drawn = ""
        self._branch: Branch | None = None
        self._board = board_for(player.game)

    @property
    def replay(self) -> Replay:
        replay = self.player.verified.replay
        assert replay is not None
        return replay

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.replay.lines

    def keep(self, replay: Replay) -> None:
        """From now on the game has this replay: its moves are the same, what is written beside them is not."""
        verified = self.player.verified
        self.player.verified = replace(verified, reading=replace(verified.reading, replay=replay))

    @property
    def aside(self) -> bool:
        return self.here.depth > 0

    @property
    def line(self) -> Line | None:
        return self._line(self.here)

    @property
    def next(self) -> Line | None:
        return self._line(self.here.next)

    @property
    def next_text(self) -> str:
        """The move that goes on from here, as the game writes it; empty if it is not known or cannot be made."""
        line = self.next
        if line is None or line.unknown:
            return ""
        try:
            return self._try(line.move)
        except CannotEdit:
            return ""

    @property
    def state(self) -> Any:
        return self._at().state

    @property
    def node(self) -> Any:
        return self._at().node

    @property
    def label(self) -> str:
        where: str = self.player.game.where(self.state)
        return where

    def way(self) -> tuple[Line, ...]:
        if not any(self.here.parts):
            return ()
        return tuple(Line(line.move) for line in lines_to(self.lines, self.here))

    def path(self) -> tuple[tuple[Address, Line], ...]:
        if not self.aside:
            return ()
        found = []
        at = Address((*self.here.parts[:-1], 1))
        while (line := self._line(at)) is not None:
            found.append((at, line))
            at = at.next
        return tuple(found)

    def sides(self, at: Address) -> tuple[tuple[Address, tuple[Line, ...]], ...]:
        line = self._line(at)
        if line is None:
            return ()
        return tuple((at.side(number), side) for number, side in enumerate(line.side, 1))

    def go(self, position: int) -> None:
        self.stand(Address((min(max(position, 0), self.player.last),)))

    def open(self, at: Address) -> None:
        """To the position after a line.

        Raises:
            BadOption: there is no such line.
            CannotEdit: the game does not let its moves be made; the place is as before.
        """
        if any(at.parts):
            line_at(self.lines, at)
        if at.main - bool(at.depth) > self.player.last:
            raise BadOption("line", str(at), f"a line up to {self.player.last}; the game is not known further")
        old = self.here
        self.stand(at)
        try:
            self._at()
        except CannotEdit:
            self.stand(old)
            raise

    def back(self) -> bool:
        """One line back; from the first line of a side line to where it leaves. False at the beginning."""
        if not any(self.here.parts):
            return False
        self.stand(self.here.before)
        return True

    def on(self) -> bool:
        """One line on along the line that is walked. False at its end. Raises `CannotEdit` where it has a fault."""
        if self.next is None or (not self.aside and self.here.line >= self.player.last):
            return False
        self.open(self.here.next)
        return True

    def end(self) -> None:
        """To the end of the side line, or of the game. Raises `CannotEdit` where it has a fault, and stands there."""
        while self.on():
            pass

    def ways(self) -> tuple[Way, ...]:
        """What can be done or happen here: all actions, or the likeliest outcomes; none where there are too many."""
        branch, game = self._at(), self.player.game
        node = branch.node
        if isinstance(node, Decision):
            view, word = game.view(branch.state, node.seat), self._board.word
            return tuple(Way(game.write(branch.state, action), word(view, action)) for action in node.actions)
        if isinstance(node, Terminal) or len(node.outcomes) > MOST_OUTCOMES:
            return ()
        likely = heapq.nlargest(MOST_LISTED, node.outcomes, key=lambda pair: pair[1])
        total = node.outcomes.total
        texts = ((game.write(branch.state, outcome), weight) for outcome, weight in likely)
        return tuple(Way(text, weight=weight, total=total) for text, weight in texts)

    @property
    def n_ways(self) -> int:
        match self.node:
            case Decision(_, actions):
                return len(actions)
            case Chance(outcomes):
                return len(outcomes)
        return 0

    def choose(self, text: str, marks: tuple[str, ...] = ()) -> bool:
        """Makes a move here and stands after it; whether the replay has more side lines than before.

        Raises:
            CannotEdit: the rules refuse the move or it cannot be read, or no line is there that it could replace.
            LimitExceeded: the replay would be too big, or the side line lie too deep.
        """
        self.drawn = ""
        tried = self._try(text)
        following = self.here.next
        if tried == self.next_text:
            self.open(following)
            return False
        for at, side in self.sides(following):
            if self._is(side[0], tried):
                self.open(at)
                return False
        words = " ".join((tried, *marks))
        game, state = self.player.game, self.state
        if self.next is not None:
            self.keep(with_side(self.replay, following, [words], game=game, state=state))
            self.open(self.sides(following)[-1][0])
        elif self.aside:
            self.keep(extend_side(self.replay, self.here, [words], game=game, state=state))
            self.open(following)
        else:
            raise CannotEdit("move", following, text, "a side line replaces a line, and the game has none here yet")
        return True

    def draw(self, seed: str) -> bool:
        """Lets chance decide here, by the odds of the rules, and stands after it; see `choose`.

        The draw depends on the seed and on how many chance moves there were before, so it comes again. The line is
        marked with the seed.

        Raises:
            BadOption: the seed cannot be written as a mark.
        """
        if not _SEED.fullmatch(seed):
            raise BadOption("seed", seed, "1 to 20 small letters, digits or -, the first no -")
        branch = self._at()
        if not isinstance(branch.node, Chance):
            return False
        n_before = self._n_chances()
        streams = ChanceStreams(self.player.game, f"side line:{seed}")
        outcome = streams.draw(branch.state, branch.node.outcomes, n_before)
        text = self.player.game.write(branch.state, outcome)
        made = self.choose(text, (f"$drawn-seed-{seed}",))
        self.drawn = f"{text}: drawn at random by the odds of the rules, seed {seed}, draw {n_before + 1} of the game."
        return made

    def stand(self, at: Address) -> None:
        self.here = at
        self.drawn = ""
        self._branch = None
        if not at.depth:
            self.player.go(at.main)

    def _line(self, at: Address) -> Line | None:
        try:
            return line_at(self.lines, at)
        except BadOption:
            return None

    def _at(self) -> Branch:
        if self._branch is None:
            leaves = self.here.main - 1 if self.aside else self.here.main
            branch = Branch(self.player.game, self.player.state_at(leaves))
            for line in lines_to(self.lines, self.here)[leaves:] if self.aside else ():
                play_move(branch, line.move, self.here)
            self._branch = branch
        return self._branch

    def _try(self, text: str) -> str:
        branch = Branch(self.player.game, self.state)
        made = play_move(branch, text, self.here.next)
        return branch.game.write(made.state, made.move)

    def _is(self, line: Line | None, text: str) -> bool:
        if line is None or line.unknown:
            return False
        try:
            return self._try(line.move) == text
        except CannotEdit:
            return False

    def _n_chances(self) -> int:
        leaves = self.here.main - 1 if self.aside else self.here.main
        game = self.player.game
        before = sum(isinstance(game.node(self.player.state_at(at)), Chance) for at in range(leaves))
        return before + self._at().n_chances
