"""What folds out below the table of an open replay: each with a heading, closed until it is asked for.

What is in a fold is a widget with `show(player)` and `go(at)`; where it has `set_review`, `on_go`, `on_change`,
`on_position` or `written`, those are used too. It is made when its fold is opened first.

Several folds can have a side line of their own at the same time. The table shows the position that was turned to last;
when that side line is left, or its fold closed, the one before it, and without any the game itself.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import ipywidgets

from rising_tutor.analysis.review import Review
from rising_tutor.core.values import Value
from rising_tutor.render.html import el
from rising_tutor.render.parts import icon
from rising_tutor.replay import Replay
from rising_tutor.tutor.callbacks import Guard
from rising_tutor.tutor.messages import Handle, Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.ui.components.view import HtmlView


class AccordionPart(Value, frozen=True):
    """A fold: its id in the address, its heading, a line about it, where its widget is, and what makes it."""

    id: str
    title: str
    about: str
    module: str
    make: Callable[[Guard, Handle, str], Any]


def _tree(guard: Guard, handle: Handle, name: str) -> Any:
    from rising_tutor.ui.replays.tree.panel import TreePanel  # noqa: PLC0415 - paid for when it is looked at

    return TreePanel(guard=guard, handle=handle, name=f"{name}tree")


def _dice(guard: Guard, handle: Handle, _name: str) -> Any:
    from rising_tutor.ui.replays.same_dice.panel import SameDicePanel  # noqa: PLC0415 - as above

    return SameDicePanel(guard=guard, handle=handle)


def _notes(guard: Guard, handle: Handle, _name: str) -> Any:
    from rising_tutor.ui.replays.notes.panel import NotesPanel  # noqa: PLC0415 - as above

    return NotesPanel(guard=guard, handle=handle)


KINDS: Final = (
    AccordionPart(
        "tree",
        "Decision tree",
        "Every way on from a decision, with chances and values.",
        "rising_tutor.ui.replays.tree.panel",
        _tree,
    ),
    AccordionPart(
        "dice",
        "Same {chance}, other choices",
        "The recorded chance once more, with other actions.",
        "rising_tutor.ui.replays.same_dice.panel",
        _dice,
    ),
    AccordionPart(
        "notes",
        "Notes and side lines",
        "Marks, comments and other ways, kept in the file.",
        "rising_tutor.ui.replays.notes.panel",
        _notes,
    ),
)


class Accordion(ipywidgets.VBox):
    """The parts of the page that fold out.

    Args:
        go: shows a position of the game.
        written: called with the id of a fold and the replay, which somebody wrote into there.
        turned: called when `aside` is another.
        toggled: called when a fold was opened or closed.
        details: what the `show` of a panel needs besides the replay, by the id of the fold.
        guard: wraps callbacks.
        handle: does what every page may ask for; gives whether it did.
        name: begins the ids of the elements.
        kinds: what there is; those whose widget is not there are left out.

    Attributes:
        opened: the ids of the folds that are open.
    """

    def __init__(
        self,
        *,
        go: Callable[[int], object],
        written: Callable[[str, Replay], object],
        turned: Callable[[], object],
        toggled: Callable[[], object],
        details: Callable[[str], Mapping[str, Any]],
        guard: Guard,
        handle: Handle,
        name: str = "r",
        kinds: Sequence[AccordionPart] = KINDS,
    ) -> None:
        self._go, self._written, self._turned = go, written, turned
        self._toggled, self._details, self._guard, self._handle = toggled, details, guard, handle
        self._name = name
        self._sides: dict[str, Any] = {}
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

    @property
    def aside(self) -> tuple[str, Any] | None:
        """The fold whose side line the table shows, and the state there; None while it shows the game itself."""
        return next(reversed(self._sides.items()), None)

    def show(self, player: ReplayPlayer | None) -> None:
        """Another game, or none."""
        self._player = player
        self._draw()
        self._sides.clear()
        self._review = None
        for fold, panel in self._panels.items():
            panel.show(player, **self._details(fold))
            _call(panel, "set_review", None)

    def written(self, fold: str) -> None:
        """One panel wrote into the open file: the others take it up."""
        for other, panel in self._panels.items():
            if other != fold and hasattr(panel, "written"):
                panel.written()

    def title(self, fold: str) -> str:
        """The heading of a fold."""
        title = next(kind.title for kind in self.kinds if kind.id == fold)
        game = self._player.game if self._player is not None else None  # a file that nobody can read has none
        return title.format(chance=game.info.chance if game is not None else "chance")

    def panel(self, fold: str) -> Any:
        """The widget of a fold that is open; None else."""
        return self._panels.get(fold) if fold in self.opened else None

    def set_review(self, review: Review | None) -> None:
        """The review is there, or gone."""
        if review is not self._review:
            self._review = review
            for panel in self._panels.values():
                _call(panel, "set_review", review)

    def go(self, at: int) -> None:
        """Another position of the game is shown; what is closed follows when it is opened."""
        self._sides.clear()
        for fold in self.opened:
            self._panels[fold].go(at)

    def unfold(self, wanted: Sequence[str]) -> None:
        """Open these and close the others."""
        to_open = tuple(kind.id for kind in self.kinds if kind.id in wanted)
        shown = self.aside
        for fold in to_open:
            if fold not in self.opened:
                self._ready(fold)
        self.opened = to_open
        self._sides = {fold: state for fold, state in self._sides.items() if fold in to_open}
        self._draw()
        if self.aside != shown:
            self._turned()

    def _done(self, message: Message) -> None:
        if message.do == "fold" and message.arg in self._boxes:
            self.unfold(sorted({message.arg}.symmetric_difference(self.opened)))
            self._toggled()

    def _ready(self, fold: str) -> None:
        panel = self._panels.get(fold)
        if panel is None:
            kind = next(one for one in self.kinds if one.id == fold)
            panel = kind.make(self._guard, self._handle, self._name)
            _call(panel, "on_go", self._go)
            _call(panel, "on_change", partial(self._written, fold))
            _call(panel, "on_position", partial(self._aside, fold))
            panel.show(self._player, **self._details(fold))
            _call(panel, "set_review", self._review)
            self._boxes[fold].children = (panel,)
            self._panels[fold] = panel
        if self._player is not None:
            panel.go(self._player.at)

    def _aside(self, fold: str, state: Any, _label: str) -> None:
        """A fold shows a position of its side line; None: it has left it."""
        shown = self.aside
        self._sides.pop(fold, None)
        if state is not None:
            self._sides[fold] = state
        if self.aside != shown:
            self._turned()

    def _draw(self) -> None:
        for kind in self.kinds:
            is_open = kind.id in self.opened
            box = self._boxes[kind.id]
            (box.remove_class if is_open else box.add_class)("rt-off")
            toggle = el(
                "button",
                icon("i-next"),
                el("span", self.title(kind.id)),
                cls="rt-foldhead",
                type="button",
                data_do="fold",
                data_arg=kind.id,
                data_key=f"fold:{kind.id}",
                aria_expanded="true" if is_open else "false",
            )
            self._heads[kind.id].draw(
                head=el(
                    "div",
                    el("h2", toggle),
                    None if is_open else el("p", kind.about, cls="rt-small rt-muted rt-foldabout"),
                )
            )


def _call(panel: Any, name: str, value: Any) -> None:
    """Call a method that not every panel has."""
    method = getattr(panel, name, None)
    if method is not None:
        method(value)
