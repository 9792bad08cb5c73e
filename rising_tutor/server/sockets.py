"""The socket between a page and its kernel: what may pass in each direction, and that nothing ends it but its end.

A page and its kernel exchange widget messages. Whatever else a kernel says (an error, what was printed, with lines of
source and paths of this machine) is for the log of the server and for nobody's browser. A message that cannot be read
is dropped and logged: an exception would close the socket or, coming from the kernel, stop the page's stream for good,
as one of Jupyter's own did where it was told to hide errors (`allow_tracebacks`).
"""

import json
from itertools import accumulate, pairwise
from typing import Any, Literal

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado import web
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rising_tutor.server.own_kernel import OwnKernel

#: What a page may hear from its kernel, by channel.
HEARD = {
    "iopub": {"comm_open", "comm_msg", "comm_close", "status", "iopub_welcome"},
    "shell": {"kernel_info_reply", "comm_info_reply"},
    "control": {"kernel_info_reply"},
}
#: So much of what goes wrong on one socket is put into the log: so many times, and so many characters of each.
_TIMES = 20
_LOGGED = 4000
_V1 = "v1.kernel.websocket.jupyter.org"


class PageSocketHandler(OwnKernel, VoilaKernelWebsocketHandler):
    """The socket of a page: sends each message at once, and bears a page that leaves before it is open."""

    connection: Any = None

    async def pre_get(self) -> None:
        await super().pre_get()
        if self.connection is None:
            # The page left while its kernel was asked for a sign of life, as it does at a reload; nobody hears this.
            raise web.HTTPError(410)

    async def open(self, kernel_id: str) -> None:
        # Else each of the small messages of a click waits for the other side to confirm the one before.
        self.set_nodelay(True)
        await super().open(kernel_id)

    def on_close(self) -> None:
        if self.connection is not None:
            super().on_close()


class PageConnection(ZMQChannelsWebsocketConnection):
    """Carries the messages of a page."""

    _told = 0

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        try:
            message: Any = whole(incoming_msg, v1=self.subprotocol == _V1)
            super().handle_incoming_message(message)
        except Exception as fault:  # noqa: BLE001 - whatever a browser sends, its socket stays open
            self._tell(f"A message of the page of kernel {self.kernel_id} could not be read: {type(fault).__name__}")

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        try:
            _, parts = self.session.feed_identities(outgoing_msg)
            kind = self.session.unpack(parts[1])["msg_type"]
            if kind in HEARD.get(getattr(stream, "channel", stream), ()):
                super().handle_outgoing_message(stream, outgoing_msg)
            elif kind in ("error", "stream"):
                said = self.session.unpack(parts[4])
                text = "\n".join(said["traceback"]) if kind == "error" else said["text"]
                if "Traceback" in text:
                    self._tell(f"Kernel {self.kernel_id} said:\n{text[-_LOGGED:]}")
        except Exception as fault:  # noqa: BLE001 - one message must not end the stream of a page
            self._tell(f"A message of kernel {self.kernel_id} could not be handed on: {type(fault).__name__}")

    def _tell(self, text: str) -> None:
        self._told += 1
        if self._told <= _TIMES:
            self.log.warning(text if self._told < _TIMES else f"{text}\nWhat more there is of this kind is not logged.")


def whole(message: str | bytes, *, v1: bool) -> str | bytes:
    r"""Return a message with its parts where it says they are, and without halves of characters.

    JSON can spell half of a surrogate pair, which no other encoding has: the kernel could not say it back.

    Args:
        v1: whether it comes in the newer of Jupyter's two forms, as those of our pages do.

    Raises:
        ValueError: its parts are not where it says; Jupyter would fill the memory looking for them.

    >>> whole('{"arg": "a\\ud800b"}', v1=False)
    '{"arg": "a?b"}'
    >>> whole('{"arg": "\\ud83d\\ude00"}', v1=False) == '{"arg": "\U0001f600"}'
    True
    """
    if isinstance(message, str):
        return _mended(message) if "\\ud" in message.lower() else message
    size = 8 if v1 else 4
    order: Literal["little", "big"] = "little" if v1 else "big"
    n = int.from_bytes(message[:size], order)
    if not 0 < n < len(message) // size:
        raise ValueError("number of parts")
    starts = [int.from_bytes(message[size * i : size * (i + 1)], order) for i in range(1, n + 1)]
    if starts[0] != size * (n + 1) or starts != sorted(starts) or starts[-1] > len(message):
        raise ValueError("places of parts")
    if not v1 or b"\\ud" not in message.lower():
        return message
    parts = [message[start:end] for start, end in pairwise(starts)]
    # After the channel come four of JSON; what follows are the bytes of a file.
    parts[1:5] = [_mended(part.decode()).encode() for part in parts[1:5]]
    starts = list(accumulate(map(len, parts), initial=starts[0]))
    return b"".join([message[:size], *(start.to_bytes(size, order) for start in starts), *parts])


def _mended(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8", "replace").decode()
