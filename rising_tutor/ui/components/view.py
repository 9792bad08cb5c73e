"""A widget that shows HTML made in Python and says what was pressed.

The HTML comes in named parts; a part that did not change is not sent again. In the browser a part is changed in place,
so that focus, open folds and the place of scrolling stay.

An element with `data-do` is a control. A press, Enter or Space sends `{"do": ..., "arg": ..., "at": ...}`; a form with
`data-do` sends its fields when it is submitted, with `data-live` whenever one of them changes, with `data-typed` while
somebody types. `data-mirror` names the field of the same form that follows this one. `data-rove` is a group with one
tab stop and arrow keys, by rows where it has some; in a `role=tree` arrows also open and close. `data-hot="r"` is
pressed by the key R while focus is in the table or in an element with `data-zone`; with `data-hot-near` only while it
is in one with `data-near`. `data-local` is for the browser alone.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rising_tutor.render.html import Html
from rising_tutor.tutor.messages import Message, understood
from rising_tutor.ui.components.assets import STATIC


class HtmlView(anywidget.AnyWidget):
    """Parts of a page.

    Attributes:
        names: the parts in the order of the page, set once.
        column: those of them that stand together in a box of their own, where the first of them stands; set once.
        kind: the class of the element around them.
        gone: whether it is hidden. (A class that is added later does not reach the element of an anywidget.)
    """

    _esm: Path | str = STATIC / "view.js"
    _css: Path | str = STATIC / "view.css"

    names = traitlets.Tuple().tag(sync=True)
    column = traitlets.Tuple().tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)
    gone = traitlets.Bool(default_value=False).tag(sync=True)

    def __init__(self, names: tuple[str, ...], *, kind: str = "", **kwargs: Any) -> None:
        super().__init__(names=names, kind=kind, **kwargs)
        self._parts: dict[str, str] = {}
        self._handler: Callable[[Message], object] | None = None
        self._shown = False
        self._focus = ""
        self.on_msg(self._take)

    @property
    def parts(self) -> Mapping[str, str]:
        """What is shown now."""
        return dict(self._parts)

    def on_do(self, handler: Callable[[Message], object]) -> None:
        """Call back with each message of a control. The handler is guarded by who sets it."""
        self._handler = handler

    def draw(self, **parts: Html) -> None:
        """Show these parts; what is as before is not sent.

        Raises:
            TypeError: a part was not made by the builder.
        """
        for name, part in parts.items():
            if not isinstance(part, Html):
                raise TypeError(f"the part {name} is not Html")
        changed = {name: str(part) for name, part in parts.items() if self._parts.get(name) != part}
        self._parts.update(changed)
        if changed and self._shown:
            self.send({"parts": changed})

    def focus(self, key: str) -> None:
        """Put the focus on the element with this `data-key`; as soon as the browser shows it, if it does not yet."""
        if self._shown:
            self.send({"focus": key})
        else:
            self._focus = key

    def download(self, name: str, text: str) -> None:
        """Let the browser store a text as a file."""
        self.send({"download": {"name": name, "text": text}})

    def say(self, **messages: Any) -> None:
        """Send something else that `view.js` understands: `title`, `hash`, `here`, `top`, `sight`."""
        self.send(messages)

    def _take(self, _widget: object, content: object, _buffers: object) -> None:
        message = understood(content)
        if message is None:
            return
        if message.do == "_ready":
            # Whoever looks once more, as after a reload, has seen what happened.
            self.send({"parts": self._parts, **({"settled": True} if self._shown else {})})
            self._shown = True
            if self._focus:
                self.send({"focus": self._focus})
                self._focus = ""
            return
        if self._handler is not None:
            self._handler(message)
