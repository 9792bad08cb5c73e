"""A page without a browser: it loads, opens its socket as ours do, and presses controls by messages."""

import asyncio
import html
import json
import re
import socket
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.ui.conftest import Answer, Running

V1 = "v1.kernel.websocket.jupyter.org"


def kernel_of(answer: Answer) -> str:
    """The kernel that a page was given."""
    [config] = re.findall(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', answer.body, re.DOTALL)
    return str(json.loads(html.unescape(config))["kernelId"])


def knock(server: Running, path: str, origin: str, *, cookies: bool = True) -> int:
    """Ask for a web socket and return the status of the answer."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    cookie = "; ".join(f"{c.name}={c.value}" for c in server.cookies) if cookies else ""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Origin: {origin}",
        f"Cookie: {cookie}",
    ]
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(line.recv(4096).split()[1])


def frame(kind: str, content: Any) -> bytes:
    """A message as a page sends it."""
    about = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "a page", "username": "", "version": "5.3"}
    parts = [json.dumps(part).encode() for part in (about, {}, {"version": "1.0.0"}, content)]
    return bytes(serialize_msg_to_ws_v1(parts, "shell"))


@dataclass
class Line:
    """The open socket of a page, and all that came through it."""

    socket: WebSocketClientConnection
    heard: list[dict[str, Any]] = field(default_factory=list)

    async def send(self, kind: str, content: Any) -> None:
        await self.socket.write_message(frame(kind, content), binary=True)

    async def update(self, widget: str, **state: Any) -> None:
        """Set traits of a widget."""
        await self.send("comm_msg", {"comm_id": widget, "data": {"method": "update", "state": state}})

    async def press(self, widget: str, do: str, arg: str = "", **fields: str) -> None:
        """Press a control of an `HtmlView`."""
        content = {"do": do, "arg": arg, "at": -1, "fields": fields}
        await self.send("comm_msg", {"comm_id": widget, "data": {"method": "custom", "content": content}})

    async def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 60) -> dict[str, Any]:
        """The next message of this kind. Fails when none comes, or the socket is closed."""
        async with asyncio.timeout(seconds):
            while True:
                raw = await self.socket.read_message()
                assert raw is not None, "the socket was closed"
                assert isinstance(raw, bytes)
                channel, parts = deserialize_msg_from_ws_v1(raw)
                header, _, _, content = (json.loads(part) for part in parts[:4])
                message = {"channel": channel, "kind": header["msg_type"], "content": content}
                self.heard.append(message)
                if wanted(message):
                    return message

    async def widgets(self) -> dict[str, dict[str, Any]]:
        """All widgets of the page: for each its name and state."""
        asking = uuid.uuid4().hex
        about = {"comm_id": asking, "target_name": "jupyter.widget.control", "data": {}}
        await self.send("comm_open", {**about, "target_module": None})
        await self.send("comm_msg", {"comm_id": asking, "data": {"method": "request_states"}})
        said = await self.until(lambda m: "states" in m["content"].get("data", {}))
        states: dict[str, dict[str, Any]] = said["content"]["data"]["states"]
        return states


@asynccontextmanager
async def line(server: Running, answer: Answer) -> AsyncIterator[Line]:
    """The socket of a page that was loaded."""
    address = (
        f"{server.url.replace('http', 'ws', 1)}/api/kernels/{kernel_of(answer)}/channels?session_id={uuid.uuid4()}"
    )
    cookie = "; ".join(f"{one.name}={one.value}" for one in server.cookies)
    request = HTTPRequest(address, headers={"Cookie": cookie, "Origin": server.url})
    socket = await websocket_connect(request, subprotocols=[V1])
    try:
        yield Line(socket)
    finally:
        socket.close()
        while await socket.read_message() is not None:
            pass
