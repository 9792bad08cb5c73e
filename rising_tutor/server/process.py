"""The server process: Voila, with one notebook, our pages around it and every other route closed.

Started by `rising_tutor.server.watch` as `python -m rising_tutor.server.process` with its options as one line of JSON
on standard input; it ends when that input ends, so that no server outlives the launcher.

What is served below the base URL, and nothing else:

    /                      the way in: asks for the token, leads to the page; a HEAD starts nothing
    /health                a sign of life, without a token and without a kernel
    /login, /logout        the token by hand; the way out
    /voila/render/...      the page; a GET starts a kernel, a HEAD does not, nor a link of another site
    /voila/here/ID         whether a kernel lives; asking keeps it while its page is still loading
    /voila/api/shutdown/ID a page that closes ends its kernel
    /voila/plotly.js       what draws figures, for a page that shows its first plot
    /api/kernels/ID...     the kernel of the page, and its socket: widget messages only
    /voila/static, /voila/templates, /voila/labextensions, /voila/api/themes    scripts and styles
    /voila/query/ID        how a warm kernel learns the address that was asked for

The check against forged requests stays on: Voila never sets the cookie that its own closing message must send back, so
the page handler sets it.
"""

import asyncio
import json
import logging
import os
import shutil
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from rising_tutor.server import no_iris  # noqa: F401 - before Voila, see there

# isort: split
import jinja2
from jupyter_core.utils import run_sync
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rising_tutor.server import screens
from rising_tutor.server.addresses import made_relative
from rising_tutor.server.options import LOOPBACK, ServerOptions
from rising_tutor.server.routes import (
    FrontDoorHandler,
    GoodbyeHandler,
    HealthHandler,
    HereHandler,
    NothingHandler,
    OwnKernelHandler,
    PageHandler,
    PlotLibraryHandler,
    QueryHandler,
    SlashHandler,
    TemplateFilesHandler,
)
from rising_tutor.server.settings import configuration
from rising_tutor.server.sockets import PageSocketHandler

#: Bytes of one HTTP request: a page sends nothing bigger than the token by hand. Uploads go through the socket.
MAX_BODY = 64 * 1024
_KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


def _log_request(handler: web.RequestHandler) -> None:
    """Log what went wrong, without query strings: one of them carries the token."""
    status = handler.get_status()
    if status >= 500 and not isinstance(handler, PageHandler):
        Voila.instance().log.warning("%d %s %s", status, handler.request.method, handler.request.path)


class TutorServer(Voila):
    """Voila with our pages and without the routes we do not need."""

    options = ServerOptions()

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        for name in ("voila_jinja2_env", "jinja2_env"):
            env = settings[name]
            env.loader = jinja2.ChoiceLoader([jinja2.DictLoader(screens.TEMPLATES), env.loader])
        settings["log_function"] = _log_request
        settings["port"] = self.options.port
        if self.options.host in LOOPBACK and not self.options.token:
            # A page of another site that was given our address under its own name gets nothing. Where a token is
            # needed it has none for that name; and a proxy on this machine may pass on the name that it is known by.
            settings["allow_remote_access"] = False
            settings["local_hostnames"] = ["localhost"]
        return settings

    def init_handlers(self) -> list[Any]:
        notebook = Path(self.options.notebook).name
        closed = (AllowListFileHandler, TornadoVoilaTreeHandler, VoilaContentsHandler, VoilaShutdownKernelHandler)
        ours: dict[Any, Any] = {
            TemplateStaticFileHandler: TemplateFilesHandler,
            RequestInfoSocketHandler: QueryHandler,
            TornadoVoilaHandler: PageHandler,
            VoilaKernelWebsocketHandler: PageSocketHandler,
            KernelHandler: OwnKernelHandler,
        }
        handlers: list[Any] = []
        for pattern, handler, *rest in super().init_handlers():
            if handler in closed:
                continue
            if pattern in ("/login", "/logout"):
                pattern = url_path_join(self.base_url, pattern)  # noqa: PLW2901 - Voila forgets it
            more = dict(rest[0]) if rest else {}
            if handler is TornadoVoilaHandler:
                more |= {"notebook": notebook}
            handlers.append((pattern, made_relative(ours.get(handler, handler)), more))
        page = url_path_join(self.base_url, "voila/render", notebook)
        root = url_path_join(self.server_url, "/")
        return [
            (root, FrontDoorHandler, {"page": page}),
            *([(root.rstrip("/"), SlashHandler)] if root != "/" else []),
            (url_path_join(self.server_url, "/health"), HealthHandler),
            (url_path_join(self.server_url, f"/voila/here/{_KERNEL}"), HereHandler),
            (url_path_join(self.server_url, f"/voila/api/shutdown/{_KERNEL}"), GoodbyeHandler),
            (url_path_join(self.server_url, "/voila/plotly.js"), PlotLibraryHandler),
            *handlers,
            # Whatever is left: our own page that says so.
            (r".*", NothingHandler),
        ]

    def listen(self) -> None:
        server = HTTPServer(self.app, max_body_size=MAX_BODY)
        if self.options.descriptor is not None:
            listening = socket.socket(fileno=self.options.descriptor)
            listening.setblocking(False)  # noqa: FBT003 - the name is given
            server.add_socket(listening)
        else:
            server.listen(self.port, self.ip)
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self.kernel_manager.watch)
        threading.Thread(target=self._stop_with_launcher, daemon=True).start()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            self.log.info("Stopping.")
        finally:
            server.stop()
            self.stop()

    def _stop_with_launcher(self) -> None:
        sys.stdin.buffer.read()
        self.ioloop.add_callback(self.ioloop.stop)

    def stop(self) -> None:
        run_sync(self.kernel_manager.close)()
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def _worth_saying(record: logging.LogRecord) -> bool:
    """Keep back what is said at each page view: notebooks not signed here, a time that Tornado takes for seconds."""
    said = record.getMessage()
    return "is not trusted" not in said and "websocket_ping_timeout" not in said


def _raise_file_limit() -> None:
    """Allow as many open files as the system grants: a kernel takes about a dozen."""
    if os.name != "posix":
        return
    import resource  # noqa: PLC0415 - there is none on other systems

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    """Run the server with the options that stand on standard input."""
    options = ServerOptions(**json.loads(sys.stdin.buffer.readline()))
    _raise_file_limit()
    asyncio.set_event_loop(asyncio.new_event_loop())
    TutorServer.options = options
    server = TutorServer.instance(config=configuration(options), config_file_paths=[])
    for log in (server.log, logging.getLogger("tornado.general"), logging.getLogger("tornado.application")):
        log.addFilter(_worth_saying)
    server.initialize([])
    server.start()


if __name__ == "__main__":
    main()
