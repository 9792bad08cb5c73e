"""What folds out below the table of an open replay: each with a heading, closed until it is asked for.

What is in a fold is a widget with `show(player)`, `go(at)`, and where it has them `set_review(review)`,
`on_go(callback)` and `on_change(callback)`. It is made when its fold is opened first.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import ipywidgets

from rising_tutor.analysis.review import Review
from rising_tutor.core.values import Value
from rising_tutor.render.html import el
from rising_tutor.render.parts import icon
from rising_tutor.widgets.replay_player import ReplayPlayer
from rising_tutor.widgets.view import HtmlView, Message


class FoldKind(Value, frozen=True):
    """A fold: its id in the address, its heading, a line about it, and where its widget is."""

    id: str
    title: str
    about: str
    module: str
    widget: str


KINDS: Final = (
    FoldKind(
        "tree",
        "Decision tree",
        "Every way on from a decision, with chances and values.",
        "rising_tutor.widgets.review_tree",
        "TreePanel",
    ),
    FoldKind(
        "dice",
        "Same dice, other choices",
        "The recorded chance once more, with other actions.",
        "rising_tutor.widgets.same_dice",
        "SameDicePanel",
    ),
    FoldKind(
        "notes",
        "Notes and side lines",
        "Marks, comments and other ways, kept in the file.",
        "rising_tutor.widgets.replay_notes",
        "NotesPanel",
    ),
)

Guard = Callable[[Callable[..., Any]], Callable[..., Any]]


class Folds(ipywidgets.VBox):
    """All folds of the page.

    Args:
        go: shows a position.
        changed: takes a replay that was written in.
        toggled: called when a fold was opened or closed.
        guard: wraps callbacks.
        kinds: what there is; those whose widget is not there are left out.
    """

    def __init__(
        self,
        *,
        go: Callable[[int], object],
        changed: Callable[[Any], object],
        toggled: Callable[[], object],
        guard: Guard,
        kinds: Sequence[FoldKind] = KINDS,
    ) -> None:
        self._on_go, self._on_change, self._toggled, self._guard = go, changed, toggled, guard
        self._player: ReplayPlayer | None = None
        self._review: Review | None = None
        self._panels: dict[str, Any] = {}
        self._boxes: dict[str, ipywidgets.VBox] = {}
        self._heads: dict[str, HtmlView] = {}
        self.kinds = tuple(kind for kind in kinds if find_spec(kind.module) is not None)
        self.opened: tuple[str, ...] = ()
        folds = []
        for kind in self.kinds:
            head = self._heads[kind.id] = HtmlView(("head",))
            head.on_do(guard(self._done))
            box = self._boxes[kind.id] = ipywidgets.VBox([])
            fold = ipywidgets.VBox([head, box])
            fold.add_class("rt-panel")
            fold.add_class("rt-replayfold")
            folds.append(fold)
        super().__init__(folds)
        self.add_class("rt-replayfolds")
        self._draw()

    def show(self, player: ReplayPlayer | None) -> None:
        """Another game, or none."""
        self._player = player
        self._review = None
        for panel in self._panels.values():
            panel.show(player)
            _call(panel, "set_review", None)

    def set_review(self, review: Review | None) -> None:
        """The review is there, or gone."""
        if review is not self._review:
            self._review = review
            for panel in self._panels.values():
                _call(panel, "set_review", review)

    def go(self, at: int) -> None:
        """Another position is shown; what is closed follows when it is opened."""
        for fold in self.opened:
            self._panels[fold].go(at)

    def unfold(self, wanted: Sequence[str]) -> None:
        """Open these and close the others."""
        self.opened = tuple(kind.id for kind in self.kinds if kind.id in wanted)
        for fold in self.opened:
            self._ready(fold)
        self._draw()

    def _done(self, message: Message) -> None:
        if message["do"] == "fold" and message["arg"] in self._boxes:
            self.unfold(sorted({message["arg"]}.symmetric_difference(self.opened)))
            self._toggled()

    def _ready(self, fold: str) -> None:
        panel = self._panels.get(fold)
        if panel is None:
            kind = next(one for one in self.kinds if one.id == fold)
            panel = self._panels[fold] = getattr(import_module(kind.module), kind.widget)()
            _call(panel, "on_go", self._guard(self._on_go))
            _call(panel, "on_change", self._guard(self._on_change))
            panel.show(self._player)
            _call(panel, "set_review", self._review)
            self._boxes[fold].children = (panel,)
        if self._player is not None:
            panel.go(self._player.at)

    def _draw(self) -> None:
        for kind in self.kinds:
            is_open = kind.id in self.opened
            box = self._boxes[kind.id]
            (box.remove_class if is_open else box.add_class)("rt-off")
            toggle = el(
                "button",
                icon("i-next"),
                el("span", kind.title),
                cls="rt-foldhead",
                type="button",
                data_do="fold",
                data_arg=kind.id,
                data_key=f"fold:{kind.id}",
                aria_expanded="true" if is_open else "false",
            )
            self._heads[kind.id].draw(
                head=el("div", el("h2", toggle), None if is_open else el("p", kind.about, cls="rt-small rt-muted"))
            )


def _call(panel: Any, name: str, value: Any) -> None:
    """Call a method that not every panel has."""
    method = getattr(panel, name, None)
    if method is not None:
        method(value)
