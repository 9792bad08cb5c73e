"""The decision tree of a position in a cell."""

from typing import TYPE_CHECKING, Any, Final

from rising_tutor.analysis.tree.graph import graph_of
from rising_tutor.errors import BadArgument
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.replays.tree.panel import TreePanel
from rising_tutor.widgets.arguments import whole
from rising_tutor.widgets.position import AtPosition, opened_or_standing

if TYPE_CHECKING:
    from networkx import DiGraph

_DEEPEST: Final = 8


class Tree(AtPosition):
    """Every way on from a position, with chances and values; branches open and close.

    Args:
        state: of a game; or a replay, as the widget `Replay` takes it, or such a widget.
        depth: how many choices and draws ahead are open at first.
        at: which position of the replay.
        game: whose state it is; unnamed it is found out.

    Attributes:
        at: the position that the tree begins with; set it or observe it.

    Raises:
        BadArgument: this is no position of the game and no replay, or the replay has no such position.
        UnknownGame: there is no such game.

    >>> tree = Tree("worked-example.replay", depth=1, at=21)
    >>> root = tree.graph.nodes["r"]
    >>> root["kind"], root["place"], tree.graph.out_degree("r")
    ('decision', 'turn 1, step 3, roll 1', 7)
    """

    def __init__(self, state: Any, *, depth: int = 2, at: int = 0, game: str = "") -> None:
        player = opened_or_standing(state, game)
        super().__init__(player, "the tree")
        self.depth = whole("depth", depth, 1, _DEEPEST)
        self.view = TreePanel(guard=self.guard, handle=self.handle, name=self.uid, levels=depth + 1)
        self.view.on_go(self._asked)
        self.view.show(player)
        self.at = at
        self.view.controller.handle(Message("tree-grow"))
        self.show(self.view)

    @property
    def graph(self) -> "DiGraph":
        """What is open of the tree, with the attributes of `analysis.tree.graph`; worked out if it is not there yet.

        Raises:
            BadArgument: there is no tree of this position; the message says why.
        """
        tree = self.view.controller.grown()
        if tree is None:
            why = self.view.controller.missing or "one before the end of the game"
            raise BadArgument("at", self.at, f"a position that has a tree: {why}")
        return graph_of(tree)

    def _stand(self, at: int) -> None:
        self.player.go(at)
        self.view.go(at)

    def _asked(self, at: int) -> None:
        self.at = at
