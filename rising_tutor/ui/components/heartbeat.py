"""The base of a widget whose browser half notices that the kernel is gone.

While the page is in use, `heartbeat.js` asks the kernel for a sign of life. When none comes it asks the server, because
a kernel that computes is silent too: a Jupyter server lists its kernels and tells which of them are busy, and the app
answers for its own. A kernel that was restarted is idle and yet does not answer, for it does not know the widgets of
its predecessor. So the page learns within ten seconds that a kernel was ended, restarted or killed, or that the server
is gone, and it does not mistake a long computation for an end.
"""

import secrets
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from ipykernel.connect import get_connection_file

_OF_A_FILE = "kernel-"


class Heartbeat(anywidget.AnyWidget):
    """A widget that answers the questions of `heartbeat.js`.

    Attributes:
        beat: Names this widget among those of all kernels that a page shows.
        kernel_id: Id of the kernel on its server, "" outside of a kernel.
        every_ms: Time between two questions to the kernel.
        silent_ms: The server is asked after a silence of this length.
        hung_ms: A silence of this length is reported, even if the server says that the kernel is alive.
        rest_s: No questions are asked of the kernel of a page that nobody has touched for so long, so that idle kernels
            can still be ended by their server.
    """

    beat = traitlets.Unicode("").tag(sync=True)
    kernel_id = traitlets.Unicode("").tag(sync=True)
    every_ms = traitlets.Int(2000).tag(sync=True)
    silent_ms = traitlets.Int(4000).tag(sync=True)
    hung_ms = traitlets.Int(7000).tag(sync=True)
    rest_s = traitlets.Int(300).tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(beat=secrets.token_hex(8), kernel_id=kernel_id(), **kwargs)
        self.on_msg(self._answer)

    def _answer(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("ping"):
            self.send({"pong": 1})


def kernel_id() -> str:
    """Return the id under which a Jupyter server lists this kernel, "" where no server has started it."""
    try:
        name = Path(get_connection_file()).stem
    except RuntimeError:
        return ""
    return name.removeprefix(_OF_A_FILE) if name.startswith(_OF_A_FILE) else ""
