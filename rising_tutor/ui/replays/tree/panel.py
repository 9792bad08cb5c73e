"""The panel with the decision tree of the position that a replay shows.

`show` takes the replay, `go` the position; nothing is worked out before somebody presses "Show the tree". From then on
the tree of each position is shown once the replay stands still. The state is in
`rising_tutor.tutor.review.tree`, the HTML in `drawn`.

>>> panel = TreePanel()
>>> panel.show(None)
>>> "No tree here" in panel.view.parts["body"]
True
"""

from rising_tutor.analysis.review import Review
from rising_tutor.core.numbers import whole
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.tree import TreeController
from rising_tutor.ui.replays.panel import ReplayPanel
from rising_tutor.ui.replays.tree import drawn as parts


class TreePanel(ReplayPanel):
    """The tree of one position.

    Args:
        guard: wraps what is called by the browser.
        handle: does what every page may ask for; gives whether it did.
        name: begins the ids of the elements.
        levels: as of `TreeController`.

    Attributes:
        controller: the controller.
    """

    def __init__(
        self, *, guard: Guard = as_it_is, handle: Handle = unhandled, name: str = "rtree", levels: int = 3
    ) -> None:
        self._name = name
        self.controller = TreeController(Background(guard=guard), levels=levels, changed=self._draw)
        super().__init__(
            ("head", "status", "body"),
            css=("tree.css", "review_tree.css"),
            box="rt-reviewtreebox",
            kind="rt-panel rt-reviewtree",
            guard=guard,
            handle=handle,
        )
        self.view.gone = False
        self._draw()

    def show(self, player: ReplayPlayer | None) -> None:
        """Another replay, or none."""
        self.controller.show(player)
        self._draw()

    def go(self, at: int) -> None:
        """Another position."""
        self.controller.go(at)
        self._draw()

    def set_review(self, review: Review | None) -> None:
        """What the review of this game says; it adds why a mistake was one."""
        self.controller.set_review(review)
        self._draw()

    def _done(self, message: Message) -> None:
        if self.controller.handle(message):
            return
        do, arg = message.do, message.arg
        if do == "tree-go" and (at := whole(arg)) is not None:
            self._goes(at)
        else:
            super()._done(message)

    def _draw(self) -> None:
        self.view.draw(head=parts.head(self.controller), status=parts.status(self.controller))
        # While a node is being opened its tree is being changed beside: what was drawn of it stays.
        if not self.controller.opening:
            self.view.draw(body=parts.body(self.controller, self._name))
        if self.controller.landing:
            for key in parts.focus_keys(self.controller.landing, self._name):
                self.view.focus(key)
            self.controller.landing = ""
