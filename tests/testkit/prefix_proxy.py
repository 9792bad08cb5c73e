"""A proxy on loopback that shows a server below a prefix, as that of JupyterLab or of a hub does.

It changes the path and, if wanted, the host. What is sent after the head of a request passes through unseen, so sockets
do too.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from urllib.parse import urlsplit

_LONGEST_HEAD = 64 * 1024


@dataclass(frozen=True)
class Proxy:
    """A proxy that runs.

    Attributes:
        url: where browsers find it, without the prefix and the slash at the end.
        prefix: with a slash at both ends.
        asked: the paths that were requested of it, those outside of the prefix included.
    """

    url: str
    prefix: str
    asked: list[str]

    @property
    def outside(self) -> list[str]:
        """The requests for addresses that the prefix does not cover."""
        return [path for path in self.asked if not path.startswith(self.prefix)]


@contextlib.contextmanager
def running(server: str, prefix: str, *, strips: bool = True, renames: bool = False) -> Iterator[Proxy]:
    """Run a proxy until the end of the context.

    Args:
        server: the address of the server behind it.
        prefix: below which it is shown.
        strips: whether the server is asked without the prefix.
        renames: whether the server is told its own name as that of the host, in place of the one that browsers use.
    """
    found = urlsplit(server)
    host, port = str(found.hostname), int(found.port or 80)
    asked: list[str] = []
    loop = asyncio.new_event_loop()
    over = asyncio.Event()
    writers: set[asyncio.StreamWriter] = set()
    listens: Future[int] = Future()

    def changed(line: str) -> str:
        name, _, value = line.partition(":")
        match name.lower():
            case "host" if renames:
                return f"Host: {host}:{port}"
            case "connection" if value.strip().lower() != "upgrade":
                # One request for each connection: the head of a second one would pass through unchanged.
                return "Connection: close"
        return line

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            writers.add(writer)
            async with closing(writer):
                first, *fields = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
                method, path, version = first.split(" ")
                asked.append(path)
                if not path.startswith(prefix):
                    writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    return
                path = path.removeprefix(prefix.rstrip("/")) if strips else path
                back, forth = await asyncio.open_connection(host, port)
                writers.add(forth)
                async with closing(forth):
                    lines = [f"{method} {path} {version}", *map(changed, fields), "", ""]
                    forth.write("\r\n".join(lines).encode("latin-1"))
                    await asyncio.gather(piped(reader, forth), piped(back, writer))

    async def main() -> None:
        listening = await asyncio.start_server(serve, "127.0.0.1", 0, limit=_LONGEST_HEAD)
        async with listening:
            listens.set_result(listening.sockets[0].getsockname()[1])
            await over.wait()
        for writer in writers:
            writer.transport.abort()
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

    thread = threading.Thread(target=loop.run_until_complete, args=[main()], daemon=True)
    thread.start()
    try:
        yield Proxy(f"http://127.0.0.1:{listens.result(10)}", prefix, asked)
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


@contextlib.asynccontextmanager
async def closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Close a connection at the end of the context."""
    try:
        yield
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def piped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send on what comes, until one side is closed; then the other side hears that it was."""
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
