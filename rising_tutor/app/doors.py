"""What answers at each address of the server; `server` lists the addresses."""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from tornado import web
from tornado.ioloop import IOLoop
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from rising_tutor.app import screens
from rising_tutor.app.kernels import Arrival, TutorKernels
from rising_tutor.app.settings import TEMPLATE
from rising_tutor.plots import library

#: How long a page may wait for its turn before it is shown that it waits.
QUIET_S = 1.0


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
        kernels: TutorKernels = self.kernel_manager  # type: ignore[assignment]  # ours stands in the settings
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


class NothingHandler(JupyterHandler):
    """Every address that is not served."""

    @allow_unauthenticated
    def prepare(self) -> None:  # type: ignore[override]  # refuses at once, so it need not wait
        # Nobody is asked who they are; the page that says so asks whether somebody is logged in.
        self.current_user = None
        raise web.HTTPError(404)
