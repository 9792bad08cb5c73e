"""What answers at each address of the server; `server` lists the addresses."""

from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado import web
from tornado.ioloop import IOLoop
from tornado.iostream import StreamClosedError
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from rising_tutor.plots import library
from rising_tutor.server import screens
from rising_tutor.server.addresses import RelativeHandler
from rising_tutor.server.arrival import Arrival
from rising_tutor.server.identity import TutorIdentity
from rising_tutor.server.kernels import LONGEST_LINE, TutorKernels
from rising_tutor.server.own_kernel import OwnKernel, browser_of
from rising_tutor.server.settings import TEMPLATE

#: How long a page may wait for its turn before it is shown that it waits.
QUIET_S = 1.0
#: How often it is told where it stands.
TELL_S = 2.0
#: So many starts of one page may go wrong before it is told that there is something wrong.
MOST_TRIES = 3


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


class FrontDoorHandler(RelativeHandler):
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


class SlashHandler(RelativeHandler):
    """The base URL without its slash, where no cookie of ours is sent: leads to the one with it."""

    @allow_unauthenticated
    def get(self) -> None:
        self.redirect(f"{self.base_url}?{self.request.query}".removesuffix("?"))


class PageHandler(RelativeHandler, TornadoVoilaHandler):
    """The page: asks for its turn, its kernel and the cookie that lets it end that kernel.

    A page of another site that leads here starts nothing: the person is asked first.
    """

    _warm = ""
    _left = False
    _waited = False

    def initialize(self, notebook: str, **kwargs: Any) -> None:
        self._notebook = notebook
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
        identity: TutorIdentity = self.identity_provider  # type: ignore[assignment]  # as the settings say
        if identity.is_foreign(self):
            identity.mark(self)
            query = self.request.query
            self._refuse(403, screens.from_elsewhere(self.start_link + (f"?{query}" if query else "")))
            return
        # Reading it sets the cookie without which the closing page could not end its kernel.
        _ = self.xsrf_token
        kernels: TutorKernels = self.kernel_manager  # type: ignore[assignment]  # the same
        browser = browser_of(self)
        if not await kernels.make_room(browser):
            self._refuse(429, screens.too_many(kernels.per_browser))
            return
        if kernels.line.waiting() >= LONGEST_LINE:
            self._refuse(503, screens.FULL)
            return
        with Arrival(kernels, browser) as arrival:
            await self._wait(kernels, arrival)
            if not self._left:
                await self._serve(kernels, arrival, path)

    async def _wait(self, kernels: TutorKernels, arrival: Arrival) -> None:
        told = ""
        seconds = 0.0 if kernels.full() else QUIET_S
        while not self._left and not await arrival.turn(seconds):
            seconds = TELL_S
            if kernels.line.first() is arrival.place:
                await kernels.make_room()
            said = screens.standing(kernels.line.ahead(arrival.place), kernels.expected_s(arrival.place))
            if not self._waited:
                self._waited = True
                self.set_header("Content-Type", "text/html; charset=utf-8")
                self.set_header("Cache-Control", "no-store")
                self.write(screens.QUEUE)
            if said != told:
                self.write(screens.telling(said))
            told = said
            with suppress(StreamClosedError):
                await self.flush()

    async def _serve(self, kernels: TutorKernels, arrival: Arrival, path: str) -> None:
        """Send the page whose turn has come. One whose start goes wrong comes again by itself, to the same place."""
        try:
            self._warm = await kernels.warm_one_ready(path)
            if self._warm:
                arrival.settle()
                kernels.belongs(self._warm, arrival.place.browser)
                await self._send_page(path)
            else:
                with arrival.starting():
                    await self._send_page(path)
            arrival.served = True
        except Exception:
            if self._left:
                return
            self.log.warning("A page could not be started.", exc_info=True)
            arrival.place.n_failed += 1
            arrival.served = arrival.place.n_failed >= MOST_TRIES
            if not self._headers_written:
                self.set_status(503)
                self.write(screens.QUEUE)
            self.write(screens.BROKEN if arrival.served else screens.AGAIN)

    def _refuse(self, status: int, page: str) -> None:
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.set_header("Retry-After", "30")
        self.finish(page)

    async def _send_page(self, path: str) -> None:
        async for html in self.get_generator(path=path):
            self.write(html)
            await self.flush()

    def set_header(self, name: str, value: Any) -> None:
        # A page that waited has sent its head; the same ones come again from Voila and must not fail.
        if not self._headers_written:
            super().set_header(name, value)

    def should_use_rendered_notebook(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._warm) and bool(super().should_use_rendered_notebook(*args, **kwargs))


class HereHandler(OwnKernel):
    """Whether a kernel lives. Asking keeps it, so that a slow line does not cost a page that loads its kernel."""

    @web.authenticated
    async def get(self, kernel_id: str) -> None:
        await self._tell(kernel_id)

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        """Note the origin of the page, which its socket will have too.

        Behind a proxy that gives the server another host name, nothing else tells that origin from a foreign one.
        """
        origin = self.get_origin()
        if origin is not None:
            self.kernels.origins[kernel_id] = origin
        await self._tell(kernel_id)

    def check_origin(self, origin: str | None = None) -> bool:  # noqa: ARG002 - the name is given
        """Return True: whoever knows the kernel, with the cookies of its browser, is its page."""
        return True

    async def _tell(self, kernel_id: str) -> None:
        if not await self.kernels.touch(kernel_id):
            raise web.HTTPError(404)
        self.set_status(204)
        self.finish()


class OwnKernelHandler(OwnKernel, KernelHandler):
    """Handler of requests about a kernel, its end included; only its own browser is answered."""


class PlotLibraryHandler(RelativeHandler):
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


class GoodbyeHandler(OwnKernel, VoilaShutdownKernelHandler):
    """A closing page ends its kernel, at once."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        await self.kernels.end(kernel_id)
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


class NothingHandler(RelativeHandler):
    """Every address that is not served."""

    @allow_unauthenticated
    def prepare(self) -> None:  # type: ignore[override]  # refuses at once, so it need not wait
        # Nobody is asked who they are; the page that says so asks whether somebody is logged in.
        self.current_user = None
        raise web.HTTPError(404)
