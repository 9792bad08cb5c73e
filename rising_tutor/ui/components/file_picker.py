"""A button that takes one file. The browser looks at the size first, so that too big a file is never sent."""

import math
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from rising_tutor.replay import UPLOADED
from rising_tutor.ui.components.assets import STATIC

_MOST_NAME = 200
#: So many files are taken within a minute: one by one by hand, or those of a class at once.
A_MINUTE = 10
A_MINUTE_AT_ONCE = 120
_MINUTE_S = 60.0


def too_big_words() -> str:
    """The words of the limit, with `{}` where the size belongs.

    >>> too_big_words()
    'size of the file: {} bytes, the limit is 1048576 bytes'
    """
    value = UPLOADED.most + 1
    return str(UPLOADED.exceeded(value)).replace(str(value), "{}")


class FilePicker(anywidget.AnyWidget):
    """Takes one file at a time, by a dialogue of the browser or by dropping it.

    Attributes:
        limit: the most bytes; `too_big` says so with the size in place of `{}`.
        multiple: whether several can be chosen at once; each of them comes alone.
    """

    _esm = STATIC / "file_picker.js"
    _css = STATIC / "file_picker.css"

    title = traitlets.Unicode("").tag(sync=True)
    help = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("Open a file").tag(sync=True)
    accept = traitlets.Unicode("").tag(sync=True)
    limit = traitlets.Int(UPLOADED.most).tag(sync=True)
    too_big = traitlets.Unicode("").tag(sync=True)
    multiple = traitlets.Bool(default_value=False).tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(too_big=too_big_words(), **kwargs)
        self._handler: Callable[[str, bytes], object] | None = None
        self._taken: deque[float] = deque(maxlen=A_MINUTE_AT_ONCE if self.multiple else A_MINUTE)
        self.on_msg(self._take)

    def on_file(self, handler: Callable[[str, bytes], object]) -> None:
        """Call back with name and bytes of each file. The handler is guarded by who sets it."""
        self._handler = handler

    def say(self, text: str) -> None:
        """Show a sentence under the button; an empty one clears it."""
        self.send({"say": text})

    def _take(self, _widget: object, content: object, buffers: Any) -> None:
        if not isinstance(content, dict) or not isinstance(content.get("file"), str) or not buffers:
            return
        data = bytes(buffers[0])
        if len(data) > self.limit:
            # A browser that did not look: the same words from here.
            self.say(f"{content['file'][:80]}: {self.too_big.replace('{}', str(len(data)))}")
        elif (seconds := self._pause()) > 0:
            most = self._taken.maxlen
            self.say(f"{content['file'][:80]} was not opened: {most} files a minute can be. Try again in {seconds} s.")
        elif self._handler is not None:
            self._taken.append(time.monotonic())
            self._handler(content["file"][:_MOST_NAME], data)

    def _pause(self) -> int:
        """How many seconds must pass before the next file is taken."""
        if len(self._taken) < (self._taken.maxlen or 0):
            return 0
        return max(0, math.ceil(self._taken[0] + _MINUTE_S - time.monotonic()))
