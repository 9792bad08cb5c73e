"""Which kernels run: few started at a time, never more than the cap, none left behind by a page that is gone.

Stock Jupyter starts a kernel for each page view, all at once if they come at once, and ends none by itself. Here

- a page takes a turn (`arrival`) before it gets a kernel; only `starts_at_once` turns are held at a time, in the order
  of the line in which pages wait for theirs, and only while there is room;
- warm kernels are made one at a time, and only while no page waits for a turn;
- `max_kernels` counts every kernel that lives, starts or is promised to a page whose turn it is; of these one browser
  has `per_browser` at most, if that is set, the pages that wait included;
- a kernel without an open page is ended after `gone_after` seconds, busy or not, and sooner if it never had a page or
  somebody waits for its place; a kernel in the pool of warm ones waits as long as it likes;
- a kernel whose process died is cleared away and not revived, since an empty kernel under the old name would make a
  dead page look alive;
- a kernel whose page is open but untouched is ended by Jupyter's own culling.
"""

import asyncio
import time
from typing import Any

from rising_tutor.server import no_iris  # noqa: F401 - before Voila, see there

# isort: split
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado import web
from tornado.ioloop import PeriodicCallback
from traitlets import Float, Integer
from voila.request_info_handler import RequestInfoSocketHandler

from rising_tutor.server.arrival import TURN_S, arriving
from rising_tutor.server.line import Line, Place

#: No sqlite history: thirty kernels would share one file, and nobody reads it. And a traceback is for a log: with the
#: source of each line in colour it takes a tenth of a second, and whoever sends nonsense could have thousands.
KERNEL_ARGUMENTS = [
    "--HistoryManager.enabled=False",
    "--InteractiveShell.xmode=Plain",
    "--InteractiveShell.colors=nocolor",
]
#: A page that is still loading asks after its kernel every 3 s; one that never did for so long has gone before it came.
NEVER_SEEN_S = 15.0
#: When every place is taken, a kernel without a page for so long gives its place to somebody who waits.
GIVE_WAY_S = 6.0
#: More pages than this do not wait.
LONGEST_LINE = 200


class TutorKernels(AsyncMappingKernelManager):
    """The kernels of the app. Voila makes a subclass of this that adds the pool of warm kernels."""

    max_kernels = Integer(40, config=True, help="Live kernels, those in the pool included.")
    starts_at_once = Integer(2, config=True, help="Kernels that may be starting at the same time.")
    per_browser = Integer(0, config=True, help="Kernels of one browser, pages of it that wait included; 0: any.")
    gone_after = Float(35.0, config=True, help="Seconds after which a kernel without an open page is ended.")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self.arrivals = 0
        self.turns = 0
        self.line = Line()
        self._called: dict[Place, asyncio.Event] = {}
        self._browsers: dict[str, str] = {}
        #: By kernel, the origin under which its page said that it is seen.
        self.origins: dict[str, str] = {}
        self._starting: set[str] = set()
        self._warming = asyncio.Lock()
        self._alone_since: dict[str, float] = {}
        self._met: set[str] = set()
        self._closing = False
        self._waking: set[asyncio.Task[None]] = set()
        self._reaper: PeriodicCallback | None = None

    def count(self) -> int:
        """Return how many kernels live, start or are promised to a page whose turn it is.

        A kernel is on Jupyter's list some time before its start is over; it is one kernel all the same.
        """
        return len(self._starting.union(self.list_kernel_ids())) + self.arrivals

    def full(self) -> bool:
        return self.count() >= self.max_kernels

    def stand(self, browser: str) -> tuple[Place, asyncio.Event]:
        place = self.line.join(browser)
        called = self._called[place] = asyncio.Event()
        self.let_in()
        return place, called

    def step_out(self, place: Place) -> None:
        """Leave the line before the turn; the place is kept for its browser."""
        self._called.pop(place, None)
        self.line.leave(place)
        self.let_in()

    def let_in(self) -> None:
        """Call whoever is first while there is a turn and room, or a warm kernel that nobody else is on the way to."""
        while self.turns < self.starts_at_once and (first := self.line.first()) is not None:
            if self.full() and (self.arrivals or not any(item["task"].done() for item in self._in_pools())):
                return
            self.line.take(first)
            self.turns += 1
            self.arrivals += 1
            self._called.pop(first).set()

    def release_turn(self) -> None:
        self.turns -= 1
        self.let_in()

    def expected_s(self, place: Place) -> float | None:
        """Return how long a page will wait for its turn; None where somebody must leave before."""
        ahead = self.line.ahead(place)
        if self.count() + ahead >= self.max_kernels:
            return None
        return self.line.start_s * (ahead // self.starts_at_once + 1)

    def n_of(self, browser: str) -> int:
        living = self._starting.union(self.list_kernel_ids())
        return sum(self._browsers.get(kernel_id) == browser for kernel_id in living) + self.line.waiting(browser)

    def belongs(self, kernel_id: str, browser: str) -> None:
        self._browsers[kernel_id] = browser

    def is_of(self, kernel_id: str, browser: str) -> bool:
        """Return True if this browser opened the page of the kernel, and the kernel was not ended yet."""
        return bool(browser) and self._browsers.get(kernel_id) == browser

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Start a kernel for a page that holds a turn, or a warm one when nobody else wants to start."""
        kwargs["extra_arguments"] = [*kwargs.get("extra_arguments", []), *KERNEL_ARGUMENTS]
        arrival = arriving.get()
        if arrival is not None:
            arrival.settle()
            return await self._start_counted(arrival.place.browser, **kwargs)
        async with self._warming:
            await self._turn_of_a_warm_one()
            try:
                kernel_id = await self._start_counted(**kwargs)
            except BaseException:
                self.release_turn()
                raise
            waking = asyncio.create_task(self._release_turn_when_awake(kernel_id))
            self._waking.add(waking)
            waking.add_done_callback(self._waking.discard)
            return kernel_id

    async def _turn_of_a_warm_one(self) -> None:
        """Take a turn while there is room and no page waits; pages may come while it is waited for."""
        while self.full() or self.arrivals or self.line.waiting() or self.turns >= self.starts_at_once:
            if self._closing:
                raise web.HTTPError(503, "the server is closing")
            await asyncio.sleep(0.25)
        self.turns += 1

    async def _start_counted(self, browser: str = "", **kwargs: Any) -> str:
        if self.full():
            raise web.HTTPError(503, "every kernel is in use")
        # Named before it starts, so that it is known again on Jupyter's list.
        kernel_id = str(kwargs.pop("kernel_id", None) or self.new_kernel_id())
        self._starting.add(kernel_id)
        self.belongs(kernel_id, browser)
        try:
            started: str = await super().start_kernel(kernel_id=kernel_id, **kwargs)
        finally:
            self._starting.discard(kernel_id)
        return started

    async def _release_turn_when_awake(self, kernel_id: str) -> None:
        """Hold the turn of a warm kernel until it has answered once: its imports cost more than its start."""
        try:
            deadline = time.monotonic() + TURN_S
            while kernel_id in self and time.monotonic() < deadline:
                if getattr(self._kernels[kernel_id], "execution_state", "starting") != "starting":
                    return
                await asyncio.sleep(0.05)
        finally:
            self.release_turn()

    async def warm_one_ready(self, notebook: str) -> str:
        """Put a warm kernel that is alive, with its page made, at the head of the pool; return it, "" if there is none.

        Voila takes the head of the pool even while it is still being made, so that thirty pages that come at once would
        wait for thirty warm kernels, one after the other. Pages therefore ask here first.
        """
        self._drop_failed()
        pool: list[asyncio.Future[dict[str, Any]]] = getattr(self, "_pools", {}).get(notebook, [])
        for item in [item for item in pool if item.done()]:
            made: asyncio.Future[Any] = item.result()["task"]
            if not made.done():
                continue
            kernel_id = item.result()["kernel_id"]
            whole = not made.cancelled() and made.exception() is None
            alive = whole and kernel_id in self and await self._kernels[kernel_id].is_alive()
            if item not in pool:
                continue
            if alive:
                pool.remove(item)
                pool.insert(0, item)
                return str(kernel_id)
            pool.remove(item)
        if hasattr(self, "fill_if_needed"):
            self.fill_if_needed(notebook_name=notebook)
        return ""

    def _drop_failed(self) -> None:
        """Take from the pools what did not become a kernel; Voila would raise it again from whatever looks there."""
        for pool in getattr(self, "_pools", {}).values():
            pool[:] = [item for item in pool if not (item.done() and (item.cancelled() or item.exception()))]

    def watch(self) -> None:
        """Begin to look for kernels whose page is gone. Needs the loop to run."""
        every = min(5.0, max(0.25, self.gone_after / 10))
        self._reaper = PeriodicCallback(self.reap, every * 1000)
        self._reaper.start()
        self.initialize_culler()  # type: ignore[no-untyped-call]

    async def touch(self, kernel_id: str) -> bool:
        """Note that the page of a kernel is there; say whether the kernel lives."""
        self._alone_since.pop(kernel_id, None)
        return kernel_id in self and bool(await self._kernels[kernel_id].is_alive())

    def pooled(self) -> set[str]:
        return {item["kernel_id"] for item in self._in_pools()}

    def _in_pools(self) -> list[dict[str, Any]]:
        pools: dict[str, list[asyncio.Future[dict[str, Any]]]] = getattr(self, "_pools", {})
        ready = [item for pool in pools.values() for item in pool if item.done() and not item.cancelled()]
        return [item.result() for item in ready if item.exception() is None]

    async def reap(self) -> None:
        now, pooled = time.monotonic(), self.pooled()
        for kernel_id in self.list_kernel_ids():
            if kernel_id not in self:
                continue
            if not await self._kernels[kernel_id].is_alive():
                self.log.warning("Kernel %s died.", kernel_id)
                await self.end(kernel_id)
            elif kernel_id in pooled or self._kernel_connections.get(kernel_id, 0) > 0:
                self._alone_since.pop(kernel_id, None)
            elif now - self._alone_since.setdefault(kernel_id, now) >= self._patience(kernel_id):
                self.log.info("The page of kernel %s is gone.", kernel_id)
                await self.end(kernel_id)
        for kernel_id in [k for k in self._alone_since if k not in self]:
            del self._alone_since[kernel_id]
        self.let_in()

    def _patience(self, kernel_id: str) -> float:
        """Return how long this kernel may be alone: one whose page was there may see it again."""
        return self.gone_after if kernel_id in self._met else min(self.gone_after, NEVER_SEEN_S)

    async def make_room(self, browser: str = "") -> bool:
        """End the kernel that is alone the longest, if it was for a while; say whether there is room now.

        Args:
            browser: whose kernels are too many; by default all are.
        """

        def too_many() -> bool:
            return 0 < self.per_browser <= self.n_of(browser) if browser else self.full()

        if too_many():
            await self.reap()
            now = time.monotonic()
            alone = [
                (since, kernel_id)
                for kernel_id, since in self._alone_since.items()
                if now - since >= GIVE_WAY_S and browser in ("", self._browsers.get(kernel_id))
            ]
            if too_many() and alone:
                await self.end(min(alone)[1])
        return not too_many()

    def notify_connect(self, kernel_id: str) -> None:
        self._met.add(kernel_id)
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]

    async def end(self, kernel_id: str) -> None:
        """End a kernel at once; what happened in it is stored as it happens, so there is nothing to wait for."""
        self._drop_failed()
        try:
            await self.shutdown_kernel(kernel_id, now=True)
        except Exception as fault:  # noqa: BLE001 - two may end the same kernel, and the second must not stop the reaper
            self.log.debug("Ending kernel %s: %s", kernel_id, fault)

    async def shutdown_kernel(  # type: ignore[override]
        self, kernel_id: str, *args: Any, **kwargs: Any
    ) -> None:
        await super().shutdown_kernel(kernel_id, *args, **kwargs)  # type: ignore[no-untyped-call]
        self._met.discard(kernel_id)
        self._browsers.pop(kernel_id, None)
        self.origins.pop(kernel_id, None)
        RequestInfoSocketHandler._cache.pop(kernel_id, None)  # noqa: SLF001 - Voila never empties it
        # An open socket would go on knocking at the door of the dead kernel, ten times a second.
        for connection in list(ZMQChannelsWebsocketConnection._open_sockets):  # noqa: SLF001 - there is no public list
            if connection.kernel_id == kernel_id:
                connection.websocket_handler.close()
        self.let_in()

    async def close(self) -> None:
        self._closing = True
        if self._reaper is not None:
            self._reaper.stop()
        await asyncio.gather(*(self.end(kernel_id) for kernel_id in self.list_kernel_ids()))
