"""The server process: Voila, with one notebook, our pages around it and every other door closed.

Started by `rising_tutor.app.watch` as `python -m rising_tutor.app.server` with its options as one line of JSON on
standard input; it ends when that input ends, so that no server outlives the launcher.

What is served, and nothing else:

    /                      the way in: asks for the token, leads to the page; a HEAD starts nothing
    /health                a sign of life, without a token and without a kernel
    /login                 the token by hand
    /voila/render/...      the page; a GET starts a kernel, a HEAD does not
    /voila/here/ID         whether a kernel lives; asking keeps it while its page is still loading
    /voila/api/shutdown/ID a page that closes ends its kernel
    /voila/plotly.js       what draws figures, for a page that shows its first plot
    /api/kernels/ID...     the socket of the page: widget messages only
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
import tempfile
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jinja2
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import run_sync
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from traitlets import Float, default
from traitlets.config import Config
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from rising_tutor.app import screens
from rising_tutor.app.kernels import Arrival, TutorKernels
from rising_tutor.app.options import ServerOptions
from rising_tutor.plots import library

TEMPLATE = "rising"
#: Lab extensions that a page needs; any other that happens to be installed (plotly's weighs 5 MB) stays out.
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
#: Scripts: our own, the small ones inside the page, anywidget's modules (blob:) and the plot view's loader (eval).
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'self'"
)
#: Bytes of one HTTP request: a page sends nothing bigger than the token by hand. Uploads go through the socket.
MAX_BODY = 64 * 1024
#: How long a page may wait for its turn before it is shown that it waits.
QUIET_S = 1.0
_KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def without_token(query: str) -> str:
    """Return a query string without the login token."""
    return urlencode([(key, value) for key, value in parse_qsl(query, keep_blank_values=True) if key != "token"])


class HealthHandler(web.RequestHandler):
    """A sign of life."""

    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write("ok\n")

    head = get


class FrontDoorHandler(JupyterHandler):
    """The root address: leads to the page."""

    def initialize(self, page: str) -> None:
        self._page = page

    @allow_unauthenticated
    def head(self) -> None:
        self.finish()

    @web.authenticated
    def get(self) -> None:
        query = without_token(self.request.query)
        self.redirect(self._page + (f"?{query}" if query else ""))


class PageHandler(TornadoVoilaHandler):
    """The page: asks for its turn, its kernel and the cookie that lets it end that kernel."""

    _warm = False
    _left = False

    def initialize(self, notebook: str, queue_s: float, **kwargs: Any) -> None:
        self._notebook = notebook
        self._queue_s = queue_s
        super().initialize(**kwargs)

    def on_connection_close(self) -> None:
        self._left = True
        super().on_connection_close()

    @web.authenticated
    def head(self, path: str = "") -> None:
        if path != self._notebook:
            raise web.HTTPError(404)
        self.finish()

    @web.authenticated
    async def get(self, path: str = "") -> None:
        if path != self._notebook:
            raise web.HTTPError(404)
        if "token" in self.request.arguments:
            query = without_token(self.request.query)
            self.redirect(self.request.path + (f"?{query}" if query else ""))
            return
        # Reading it sets the cookie without which the closing page could not end its kernel.
        _ = self.xsrf_token
        kernels: TutorKernels = self.kernel_manager
        self._warm = await kernels.warm_one_ready(path)
        if self._warm:
            await self._send_page(path)
            return
        if not await kernels.make_room():
            self._send_full()
            return
        with Arrival(kernels) as arrival:
            if not await arrival.turn(QUIET_S):
                self.set_header("Content-Type", "text/html; charset=utf-8")
                self.set_header("Cache-Control", "no-store")
                self.write(screens.QUEUE)
                await self.flush()
                if not await arrival.turn(self._queue_s - QUIET_S):
                    self.write(screens.QUEUE_OVER)
                    return
            if not self._left:
                await self._send_page(path)

    def _send_full(self) -> None:
        self.set_status(503)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.set_header("Retry-After", "30")
        self.finish(screens.FULL)

    async def _send_page(self, path: str) -> None:
        async for html in self.get_generator(path=path):
            self.write(html)
            await self.flush()

    def set_header(self, name: str, value: Any) -> None:
        # A page that waited has sent its head; the same ones come again from Voila and must not fail.
        if not self._headers_written:
            super().set_header(name, value)

    def should_use_rendered_notebook(self, *args: Any, **kwargs: Any) -> bool:
        return self._warm and bool(super().should_use_rendered_notebook(*args, **kwargs))


class HereHandler(JupyterHandler):
    """Whether a kernel lives. Asking keeps it, so that a slow line does not cost a page that loads its kernel."""

    @web.authenticated
    async def get(self, kernel_id: str) -> None:
        kernels: TutorKernels = self.kernel_manager  # type: ignore[assignment]
        if not await kernels.touch(kernel_id):
            raise web.HTTPError(404)
        self.set_status(204)
        self.finish()


class PlotLibraryHandler(JupyterHandler):
    """What draws figures in the browser: the file of the installed plotly package, packed once."""

    @web.authenticated
    async def get(self) -> None:
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "private, no-cache")
        self.set_header("Etag", f'"plotly-{library.library_version()}"')
        if self.check_etag_header():
            self.set_status(304)
            return
        # Packing takes half a second; other pages must not wait for it.
        packed = await IOLoop.current().run_in_executor(None, library.packed_library)
        self.set_header("Content-Encoding", "gzip")
        self.finish(packed)


class GoodbyeHandler(VoilaShutdownKernelHandler):
    """A closing page ends its kernel, at once."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        await self.kernel_manager.end(kernel_id)
        self.set_status(204)
        self.finish()


class TemplateFilesHandler(TemplateStaticFileHandler):
    """Static files of our template and the ones it builds on; any other name is simply not there."""

    def parse_url_path(self, url_path: str) -> str:
        parts = url_path.split("/")
        if len(parts) < 3 or parts[0] not in {TEMPLATE, "lab", "base"} or parts[1] != "static" or ".." in parts:
            raise web.HTTPError(404)
        return str(super().parse_url_path(url_path))


class QueryHandler(RequestInfoSocketHandler):
    """How a warm kernel learns its address. Only a kernel asks, and a kernel sends no Origin."""

    def check_origin(self, origin: str) -> bool:  # noqa: ARG002 - the name is given
        return False


def _log_request(handler: web.RequestHandler) -> None:
    """Log what went wrong, without query strings: one of them carries the token."""
    status = handler.get_status()
    if status >= 500 and not isinstance(handler, PageHandler):
        Voila.instance().log.warning("%d %s %s", status, handler.request.method, handler.request.path)


class OwnInterpreter(KernelSpecManager):
    """Only the interpreter that runs the server has the tutor; other kernels of this machine do not matter."""

    @default("kernel_dirs")
    def _no_others(self) -> list[str]:
        return []


class TutorServer(Voila):
    """Voila with our pages and without the doors we do not need."""

    queue_s = Float(50.0, config=True, help="Seconds that a page waits for its turn to start.")
    options = ServerOptions()

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        for name in ("voila_jinja2_env", "jinja2_env"):
            env = settings[name]
            env.loader = jinja2.ChoiceLoader([jinja2.DictLoader(screens.TEMPLATES), env.loader])
        settings["log_function"] = _log_request
        if self.options.host in _LOOPBACK:
            # A page of another site that was given our address under its own name gets nothing.
            settings["allow_remote_access"] = False
            settings["local_hostnames"] = ["localhost"]
        return settings

    def init_handlers(self) -> list[Any]:
        notebook = Path(self.options.notebook).name
        closed = (AllowListFileHandler, TornadoVoilaTreeHandler, VoilaContentsHandler)
        ours: dict[Any, Any] = {
            VoilaShutdownKernelHandler: GoodbyeHandler,
            TemplateStaticFileHandler: TemplateFilesHandler,
            RequestInfoSocketHandler: QueryHandler,
            TornadoVoilaHandler: PageHandler,
        }
        handlers: list[Any] = []
        for pattern, handler, *rest in super().init_handlers():
            if handler in closed:
                continue
            more = dict(rest[0]) if rest else {}
            if handler is TornadoVoilaHandler:
                more |= {"notebook": notebook, "queue_s": self.queue_s}
            handlers.append((pattern, ours.get(handler, handler), more))
        page = url_path_join(self.base_url, "voila/render", notebook)
        root = url_path_join(self.server_url, "/")
        return [
            (root, FrontDoorHandler, {"page": page}),
            (url_path_join(self.server_url, "/health"), HealthHandler),
            (url_path_join(self.server_url, f"/voila/here/{_KERNEL}"), HereHandler),
            (url_path_join(self.server_url, "/voila/plotly.js"), PlotLibraryHandler),
            *handlers,
            # Whatever is left: our own page that says so.
            (r".*", NothingHandler),
        ]

    def listen(self) -> None:
        """Serve on the socket of the launcher until the loop is stopped."""
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


class NothingHandler(JupyterHandler):
    """Every address that is not served."""

    @allow_unauthenticated
    def prepare(self) -> None:  # type: ignore[override]
        raise web.HTTPError(404)


def configuration(options: ServerOptions) -> Config:
    """Return the settings of Voila. None is read from a file, so that no stray `voila.json` opens a door."""
    config = Config()
    config.Voila.ip = options.host
    config.Voila.port = options.port
    config.Voila.token = options.token
    config.Voila.open_browser = False
    config.Voila.root_dir = str(Path(options.notebook).parent)
    config.Voila.log_level = "WARN"
    config.Voila.cookie_secret = options.cookie_secret.encode()
    if os.name == "posix" and os.access("/tmp", os.W_OK):  # noqa: S108 - a folder of its own is made inside
        # The path of an ipc socket may have about a hundred characters; the usual temporary folder can be longer.
        config.Voila.connection_dir_root = "/tmp"  # noqa: S108
    else:
        config.Voila.connection_dir_root = tempfile.gettempdir()
    config.Voila.tornado_settings = {
        "headers": {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"},
        "websocket_max_message_size": options.max_message,
        "ws_ping_interval": 10_000,
        # More than the interval: Jupyter counts from the opening, an equal time closes a sound line at the first ping.
        "ws_ping_timeout": 15_000,
    }
    config.TutorServer.queue_s = options.queue_s
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.theme = "light"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.file_allowlist = []
    config.VoilaConfiguration.extension_allowlist = EXTENSIONS
    config.VoilaConfiguration.extension_denylist = []
    config.VoilaConfiguration.multi_kernel_manager_class = TutorKernels
    config.VoilaConfiguration.preheat_kernel = options.pool > 0
    config.VoilaConfiguration.default_pool_size = options.pool
    config.VoilaConfiguration.page_config_hook = _page_config
    config.VoilaExecutor.cell_error_instruction = "The terminal of the server says why."
    config.MappingKernelManager.cull_idle_timeout = max(1, round(options.idle_s))
    config.MappingKernelManager.cull_interval = max(1, min(30, round(options.idle_s / 10)))
    config.MappingKernelManager.cull_connected = True
    config.MappingKernelManager.allow_tracebacks = False
    config.TutorKernels.max_kernels = options.max_kernels
    config.TutorKernels.starts_at_once = options.starts_at_once
    config.TutorKernels.gone_after = options.gone_s
    config.VoilaKernelManager.fill_delay = options.pool_delay_s
    config.KernelManager.autorestart = False
    # Beyond these Jupyter drops messages without a word to the page. A plot or a long replay is more than its 1 MB/s.
    config.ZMQChannelsWebsocketConnection.iopub_data_rate_limit = 8e6
    if os.name == "posix":
        config.KernelManager.transport = "ipc"
    config.VoilaConfiguration.kernel_spec_manager_class = OwnInterpreter
    return config


def _page_config(current_page_config: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Tell the template that this server is ours, which knows `/voila/here`."""
    current_page_config["risingTutor"] = True
    return current_page_config


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
