r"""The decision tree of the position that an open replay shows: what is known and open of it. No widget.

    tree-grow      shows the tree, and that of every position that is shown later
    tree-hide      puts it away
    tree-stop      ends what is being worked out; what was known stays
    tree-open K    opens the node K, or shows more of its branches
    tree-close K   closes it
    tree-as WAY    "picture", "list" or "table"

>>> from rising_tutor.tutor.replay.player import open_replay
>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n"
>>> controller = TreeController()
>>> controller.show(open_replay(text, "new.replay"))
>>> controller.stage, controller.handle(Message("tree-grow")), controller.stage
('asked', True, 'shown')
>>> controller.seen()[0].node.kind
'chance'
"""

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.tree import OTHERS, REST, DecisionTree, Node, Seen
from rising_tutor.analysis.tree.root import LineWalker
from rising_tutor.boards import board_for
from rising_tutor.core.english import capital
from rising_tutor.core.information import chooser
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import too_many_for_v, valued_game
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer

PICTURE, LIST, TABLE = "picture", "list", "table"
NONE, OVER, ASKED, WORKING, SHOWN, STOPPED, FAILED = "none", "over", "asked", "working", "shown", "stopped", "failed"
"""Where the tree stands: there is none; the game is over here; it can be asked for; it is being worked out; it is
shown, though more of it may be under way; it was stopped; it could not be worked out."""
SETTLE_S: Final = 0.35
"""So long a position has to stand before its tree is worked out unasked: who plays a game on asks for no tree."""
_BEAT_S: Final = 0.05


class TreeController:
    """The tree of one open replay at one of its positions.

    Args:
        levels: how many levels of a tree are open at first; the root is the first.

    Attributes:
        player: the replay; None while none is open.
        tree: what is shown; None before.
        way: `PICTURE`, `LIST` or `TABLE`.
        wanted: whether the tree of a position is shown unasked.
        stage: one of `NONE` to `FAILED`.
        opening: the key of the node that is being opened; "" for none.
        landing: the key of the node that focus goes to next, as the one that had it is gone; "" for none.
    """

    def __init__(
        self,
        background: Background | None = None,
        *,
        levels: int = 3,
        changed: Callable[[], object] = nothing,
    ) -> None:
        self.background = background or Background(beside=False)
        self._levels, self._changed = levels, changed
        self._using = threading.Lock()
        """One thread works at a time; one that was stopped may still be at its last question."""
        self._review: Review | None = None
        self.way = PICTURE
        self.stage: str = NONE
        self.wanted = False
        self.show(None)

    def show(self, player: ReplayPlayer | None) -> None:
        """Another replay, or none."""
        self.background.stop()
        self.player = player
        self._review = None
        self.wanted = False
        self._put_away(player.at if player is not None else 0)

    def set_review(self, review: Review | None) -> None:
        """What the review of this game says, for the line about a mistake."""
        self._review = review

    def go(self, at: int) -> None:
        """Another position, or the same through the eyes of another seat. Its tree is worked out if one was wanted."""
        if self.player is None or (at == self.at and self.player.seat == self._eyes):
            return
        self.background.stop()
        self._put_away(min(max(at, 0), self.player.last))
        if self.wanted and self.stage == ASKED:
            self._grow(settle=SETTLE_S)

    @property
    def missing(self) -> str:
        """Why there is no tree of the position; "" where there can be one."""
        player = self.player
        if player is None:
            return "Open a replay: the tree of each of its positions stands here then."
        if not player.playable:
            return "No game can be played from this file, so there is no tree."
        if valued_game(player.game) is None:
            return f"{player.game.info.title} has no value function: nothing says how good a position is."
        if why := too_many_for_v(player.game.info, len(player.persons)):
            return f"Trees are for two opponents: {why}."
        if not self._known:
            return (
                f"Line {player.certain + 1} of the game is not known in full, so the table here is an example. Trees "
                "stand at the positions before it."
            )
        return ""

    @property
    def _known(self) -> bool:
        """Whether the position is known as far as its tree asks: where something is hidden, what the seat sees."""
        player = self.player
        assert player is not None
        return self.at <= player.certain or (
            player.hides and player.seat is not None and player.sees_for_sure(self.at, player.seat)
        )

    @property
    def node(self) -> Any:
        """What the game waits for at the position: a decision, chance or the end."""
        assert self.player is not None
        return self.player.game.node(self.player.state_at(self.at))

    @property
    def source(self) -> str:
        """Which dice or deck decides at the position, by its name; "" where nothing does."""
        player = self.player
        valued = valued_game(player.game) if player is not None and player.playable else None
        if player is None or valued is None or not isinstance(self.node, Chance):
            return ""
        return valued.luck_sources().get(valued.luck_source(player.state_at(self.at)), "")

    @property
    def chooser(self) -> str:
        """Who chooses at the position, by name; "" where nobody does."""
        if self.player is None or not self.player.playable or not isinstance(self.node, Decision):
            return ""
        seat = self.node.seat
        names = self.player.names
        return names[seat] if seat < len(names) and names[seat] else f"Player {seat + 1}"

    @property
    def where(self) -> str:
        return self.player.label(self.at) if self.player is not None and self.player.playable else ""

    @property
    def busy(self) -> bool:
        return self.stage == WORKING or bool(self.opening)

    @property
    def counting(self) -> tuple[int, int]:
        """What is done and what there is to do; (0, 0) where that is not known."""
        return self.background.counting or (0, 0)

    def seen(self) -> tuple[Seen, ...]:
        return self.tree.seen() if self.tree is not None else ()

    def line(self) -> LedgerLine | None:
        """What the review says of the move that was made here."""
        lines = self._review.ledger.lines if self._review is not None else ()
        return lines[self.at] if self.at < len(lines) else None

    def played(self) -> tuple[Node, ...]:
        """The nodes of the recorded line that are shown, after the root."""
        return tuple(one.node for one in self.seen() if one.node.position is not None and one.node.depth)

    def handle(self, message: Message) -> bool:
        do, arg = message.do, message.arg
        if do == "tree-grow":
            if self.stage in (ASKED, STOPPED, FAILED):
                self.wanted = True
                self._grow()
        elif do == "tree-stop":
            self.stop()
        elif do == "tree-hide":
            self.background.stop()
            self.wanted = False
            self._put_away(self.at)
            self._changed()
        elif do == "tree-as":
            if arg in (PICTURE, LIST, TABLE):
                self.way = arg
                self._changed()
        elif do in ("tree-open", "tree-close"):
            if self.tree is not None and not self.busy:
                if do == "tree-open":
                    self._open(arg)
                else:
                    self.tree.close(arg)
                    self._changed()

        else:
            return False
        return True

    def stop(self) -> None:
        """Ends the work; what was known stays."""
        if not self.busy:
            return
        self.background.stop()
        if self.stage == WORKING:
            self.stage = STOPPED
            self.wanted = False
        self.opening = ""
        self._changed()

    def _put_away(self, at: int) -> None:
        self.at = at
        self._eyes = self.player.seat if self.player is not None else None
        self.tree: DecisionTree | None = None
        self.opening = self.landing = ""
        if self.missing:
            self.stage = NONE
        else:
            self.stage = OVER if isinstance(self.node, Terminal) else ASKED

    def _grow(self, *, settle: float = 0.0) -> None:
        self.stage = WORKING
        here = threading.get_ident()

        def work(progress: Progress) -> DecisionTree:
            until = time.monotonic() + settle
            while threading.get_ident() != here and time.monotonic() < until:
                time.sleep(_BEAT_S)
                progress(0, 0)
            return grown(progress)

        grown = self._growing()
        self._start(work, self._grown)

    def grown(self) -> DecisionTree | None:
        """The tree of the position, worked out before anything else happens; None where there is none."""
        if self.tree is None and self.stage not in (NONE, OVER):
            self.background.stop()
            self._grown(self._growing()(nothing))
        return self.tree

    def _growing(self) -> Callable[[Progress], DecisionTree]:
        """What gives the tree of the position that is shown now."""
        player, at = self.player, self.at
        assert player is not None
        seat = self._eyes

        def work(progress: Progress) -> DecisionTree:
            with self._using:
                progress(0, 0)
                # What was told after a position stands in a record of one side too.
                known = player.certain if at <= player.certain else player.last
                walker = LineWalker(player.game, player.moves[:known], player.state_at(0))
                tree = walker.tree_at(at, seat=seat, say=say_with(player.game), progress=progress)
                tree.grow(self._levels, progress=progress)
                return tree

        return work

    def _grown(self, tree: DecisionTree) -> None:
        self.tree, self.stage, self.wanted = tree, SHOWN, True
        self._changed()

    def _open(self, key: str) -> None:
        tree = self.tree
        assert tree is not None
        self.opening = key
        before = {one.node.key for one in tree.seen()}

        def work(progress: Progress) -> None:
            with self._using:
                progress(0, 0)
                tree.open(key, progress)

        def done(_none: None) -> None:
            self.opening = ""
            if key.endswith(f".{REST}"):
                # What stood for the others is gone: focus goes to the first of them.
                above = key.rpartition(".")[0]
                shown = [one.node for one in tree.seen() if one.node.above == above and one.node.kind != OTHERS]
                new = [node for node in shown if node.key not in before]
                self.landing = new[0].key if new else ""
            self._changed()

        self._start(work, done)

    def _start(self, work: Callable[[Progress], Any], done: Callable[[Any], object]) -> None:
        self.background.start(work, done, failed=self._fail, changed=self._changed)
        self._changed()

    def _fail(self, fault: BaseException) -> None:
        self.tree, self.opening, self.stage = None, "", FAILED
        self.wanted = False
        raise fault


def say_with(game: Any) -> Callable[[Any, Any], str]:
    """Words for the moves of a game: a choice as its button says it, chance as it is told."""
    board = board_for(game)

    def say(state: Any, move: Any) -> str:
        node = game.node(state)
        if isinstance(node, Chance):
            told = [event for event in game.resolve(state, move).events if event.seats is None]
            return str(game.say(told[0])).rstrip(".") if told else str(game.write(state, move))
        words: str = board.word(game.view(state, chooser(game, state)), move)
        return capital(words)

    return say
