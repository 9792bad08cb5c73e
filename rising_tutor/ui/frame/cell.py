"""What stands around a widget in a cell of a notebook: the host that a page has in the app, without header and address.

A way that leads to another page shows that page in the same cell, with a way back above it.
"""

import inspect
import secrets
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import ipywidgets
from IPython.display import display

from rising_tutor.errors import BadArgument
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import icon
from rising_tutor.store.desk import Desk, is_of_learner
from rising_tutor.store.setting import is_voila
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.components.styles import look
from rising_tutor.ui.frame.host import PAGES, Host
from rising_tutor.ui.frame.saved import SavedPicture
from rising_tutor.ui.frame.visitor import Visitor

P = ParamSpec("P")
R = TypeVar("R")

_BACK = "back"
_OWN = "own"


class Cell(Host):
    """A widget in a cell.

    Args:
        title: the id of the game that it is about.
        name: what it is called, for the way back to it: "the lesson".
    """

    kind = "rt-cellframe"
    goes_on = False
    """True for a widget that goes on where the person was when its cell is run again."""
    _whole = False

    def __init__(self, title: str, name: str) -> None:
        brings = look()
        self.visitor = Visitor()
        self.desk = _desk_of(self.visitor.browser)
        self.name = name
        self.about = title
        self._own_page = ""
        self.uid = f"rt{secrets.token_hex(4)}"
        self._saved = SavedPicture(self.uid, self._picture)
        super().__init__(brings, self.visitor)
        self._facts = {**self.desk.facts, "title": title}
        self._shown = title
        self.visitor.on_hello(self.guard(self._meet))
        self.add_class("rt-app")
        self.add_class("rt-cell")
        self.add_class(self.uid)
        if self.goes_on:
            self.add_class("rt-cell--kept")

    @property
    def browser(self) -> str:  # type: ignore[override]
        """Stands in files for the browser that shows the cell."""
        return self.desk.secret

    def __setattr__(self, name: str, value: Any) -> None:
        # What a person sets on a widget changes what it shows, or is refused: it would be ignored in silence.
        if self._whole and name[0] != "_" and not self._settable(name) and not self._keeps(name):
            known = ", ".join(self._changeable) or "nothing"
            raise BadArgument(name, value, f"what can be set on this widget: {known}")
        super().__setattr__(name, value)

    def _keeps(self, name: str) -> bool:
        """Return True if a name is for the widget itself to set: its own state, or what traitlets sets for a moment."""
        found = inspect.getattr_static(type(self), name, None)
        argument = name in inspect.signature(type(self).__init__).parameters
        return not argument and not isinstance(found, property) and (found is not None or name in vars(self))

    @property
    def _changeable(self) -> list[str]:
        """The names that a person can set, those of the look of any widget left out."""
        common = ipywidgets.VBox.class_trait_names()
        traits = [name for name, trait in self.traits().items() if name not in common and not trait.read_only]
        kinds = [vars(kind) for kind in type(self).__mro__ if kind.__module__.startswith(__package__.partition(".")[0])]
        found = [name for kind in kinds for name in kind if name[0] != "_" and isinstance(kind[name], property)]
        return sorted({*traits, *(name for name in found if self._settable(name))})

    def _settable(self, name: str) -> bool:
        """Return True if setting a name has an effect: a trait, or a property that can be set."""
        found = getattr(type(self), name, None)
        return self.has_trait(name) or (isinstance(found, property) and found.fset is not None)

    @property
    def known(self) -> bool:  # type: ignore[override]
        """True once the browser of the learner is known, so that facts can be kept."""
        return self.desk.keeps

    def introduced(self) -> None:
        """Show what is kept of the learner, who is known from now on. Cells that show nothing of it do nothing."""

    def _meet(self) -> None:
        """Be the cell of the browser that shows it."""
        self.desk = _desk_of(self.visitor.browser)
        of_page = {name: fact for name, fact in self._facts.items() if not is_of_learner(name)}
        self._facts = {**of_page, **self.desk.facts}
        self.introduced()

    def keep(self, **facts: Any) -> None:
        """Remember these for the widgets of this kernel, and what belongs to the learner for every kernel."""
        super().keep(**facts)
        self.desk.keep(facts)

    def kept(self, name: str) -> Any:
        """What was remembered; of the learner also what other cells and kernels have written since."""
        return self.desk.facts.get(name, super().kept(name))

    def guard(self, callback: Callable[P, R]) -> Callable[P, R | None]:
        """Return the callback, guarded; what a saved notebook shows follows it."""
        guarded = super().guard(callback)

        def run(*args: P.args, **kwargs: P.kwargs) -> R | None:
            result = guarded(*args, **kwargs)
            self._saved.changed()
            return result

        return run

    def show(self, widget: ipywidgets.Widget, page: str = "") -> None:
        """Show this as what the cell is for.

        Args:
            page: the page of the app that it is; a way to that page leads here.
        """
        self._built[_OWN] = widget
        self._own_page = page
        self.back()
        self._whole = True

    def back(self) -> None:
        """Show what the cell is for."""
        self.page, self.args, self._shown = "", {}, self.about
        self._told_on = _OWN
        self._hush()
        self._bring(_OWN, self._built[_OWN])
        self.frame.draw(head=EMPTY)

    def still(self) -> Html:
        """What a saved notebook shows while no kernel runs: a picture or a line."""
        return el("p", f"Run this cell to see {self.name}.")

    def _key(self, page: str) -> str:
        return super()._key(page) if page and page != self._own_page else _OWN

    def _head(self) -> Html:
        return EMPTY if self._key(self.page) == _OWN else self._way_back()

    def _way_back(self) -> Html:
        """The button that leads back to what the cell is for, and the name of the page that is shown."""
        back = el("button", icon("i-prev"), f"Back to {self.name}", cls="rt-btn", type="button", data_do=_BACK)
        return el("div", back, el("span", PAGES[self.page], cls="rt-muted"), cls="rt-row rt-cell__back")

    def _done(self, message: Message) -> None:
        if message.do == _BACK:
            self.back()
        else:
            super()._done(message)

    def _picture(self) -> Html:
        """Return what a saved notebook shows; it is hidden while the widget lives.

        Without a kernel JupyterLab shows in the widget's place that there is no model. The picture brings the rule that
        hides that line.
        """
        shown = f"rt-still--{self.uid}"
        hidden = (
            f":root:has(.{self.uid}) .{shown}{{display:none}}"
            f".jp-OutputArea-child:has(.{shown}) + .jp-OutputArea-child:not(:has(.rt-cell)){{display:none}}"
        )
        return el("div", Html(f"<style>{hidden}</style>"), self.still(), cls=f"rt-still {shown}")

    def _ipython_display_(self) -> None:
        """Show the widget, and before it what stays in a saved notebook."""
        self._saved.show()
        self._saved.follow(self)
        super_display = self._repr_mimebundle_()
        display(super_display, raw=True)  # type: ignore[no-untyped-call]  # IPython ships no types for it


def _desk_of(browser: str) -> Desk:
    """Return the facts of a browser; while it is not known, those of a kernel without one.

    A kernel of Voila always has a browser, and what it keeps for nobody would be seen by everybody.
    """
    if not browser:
        return Desk(keeps=not is_voila())
    desk = Desk(browser=browser)
    if not is_voila():
        desk.take_over()
    return desk
