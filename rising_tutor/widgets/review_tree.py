"""The panel with the decision tree of the position that a replay shows.

`show` takes the replay, `go` the position; nothing is worked out before somebody presses "Show the tree". From then on
the tree of each position is shown once the replay stands still. The state is in `review_tree_state`, the HTML in
`review_tree_parts`.

>>> panel = TreePanel()
>>> panel.show(None)
>>> "No tree here" in panel.view.parts["body"]
True
"""

from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets

from rising_tutor.analysis.review import Review
from rising_tutor.widgets import review_tree_parts as parts
from rising_tutor.widgets.assets import STATIC
from rising_tutor.widgets.odds_worker import Worker
from rising_tutor.widgets.replay_player import ReplayPlayer
from rising_tutor.widgets.review_tree_state import Guard, TreeDesk
from rising_tutor.widgets.view import HtmlView, Message


class _Styled(anywidget.AnyWidget):
    """Brings the styles of the tree and shows nothing."""

    _esm = "export default { render() {} };"
    _css = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("tree.css", "review_tree.css"))


class TreePanel(ipywidgets.VBox):
    """The tree of one position.

    Args:
        guard: wraps every callback.
        heed: takes messages that are not for the tree, such as a pressed rule; gives whether it did.
        worker: does long work.

    Attributes:
        desk: the controller.
        view: the HTML; its parts are head, status, body.
    """

    def __init__(
        self,
        *,
        guard: Guard = lambda callback: callback,
        heed: Callable[[str, str], bool] = lambda _do, _arg: False,
        worker: Worker | None = None,
    ) -> None:
        self._heed = heed
        self._go: list[Callable[[int], object]] = []
        self.view = HtmlView(("head", "status", "body"), kind="rt-panel rt-reviewtree")
        self.desk = TreeDesk(worker or Worker(), changed=self._draw, guard=guard)
        super().__init__([_Styled(), self.view])
        self.add_class("rt-reviewtreebox")
        self.view.on_do(guard(self._done))
        self._draw()

    def show(self, player: ReplayPlayer | None) -> None:
        """Another replay, or none."""
        self.desk.show(player)
        self._draw()

    def go(self, at: int) -> None:
        """Another position."""
        self.desk.go(at)
        self._draw()

    def set_review(self, review: Review | None) -> None:
        """What the review of this game says; it adds why a mistake was one."""
        self.desk.set_review(review)
        self._draw()

    def on_go(self, callback: Callable[[int], Any]) -> None:
        """Call back with a position that somebody wants to see."""
        self._go.append(callback)

    def _done(self, message: Message) -> None:
        if self.desk.take(message):
            return
        do, arg = message["do"], message["arg"]
        if do == "tree-go" and arg.isascii() and arg.isdigit() and len(arg) < 7:
            for callback in self._go:
                callback(int(arg))
        else:
            self._heed(do, arg)

    def _draw(self) -> None:
        self.view.draw(head=parts.head(self.desk), status=parts.status(self.desk))
        # While a node is being opened its tree is being changed beside: what was drawn of it stays.
        if not self.desk.opening:
            self.view.draw(body=parts.body(self.desk))
        if self.desk.landing:
            for key in parts.focus_keys(self.desk.landing):
                self.view.focus(key)
            self.desk.landing = ""
