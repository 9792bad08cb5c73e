"""One Chromium for the whole run, and pages that tell what they do wrong: of the app, of JupyterLab, of Voila.

The fixtures `browser`, `faults` and `new_page` are those of every test (`tests/conftest.py`). A page fails a test that
left a console error, a page error or a request to another host.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import psutil
import pytest

DESK = {"width": 1280, "height": 800}
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTLED = """
(() => {
  const asked = new Map();
  const said = new TextDecoder();
  const read = (data) => {
    if (typeof data === "string") return data[0] === "{" ? JSON.parse(data) : {};
    const at = (n) => Number(new DataView(data).getBigUint64(8 * n, true));
    const part = (n) => said.decode(data.slice(at(n + 1), at(n + 2)));
    const header = JSON.parse(part(1));
    const content = header.msg_type === "status" ? JSON.parse(part(4)) : {};
    return { channel: part(0), header, parent_header: JSON.parse(part(2)), content };
  };
  const hear = (socket) => {
    const open = new Set();
    asked.set(socket, open);
    socket.addEventListener("close", () => asked.delete(socket));
    socket.addEventListener("message", ({ data }) => {
      const { parent_header, content } = read(data);
      if (content?.execution_state === "idle") open.delete(parent_header.msg_id);
    });
    return open;
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const { channel, header } = read(data);
    if (channel === "shell") (asked.get(this) ?? hear(this)).add(header.msg_id);
    return send.call(this, data);
  };
  const frame = () => new Promise(requestAnimationFrame);
  globalThis.rtSettled = async () => {
    const until = Date.now() + 30000;
    for (let calm = 0; calm < 3; calm = [...asked.values()].some((open) => open.size) ? 0 : calm + 1) {
      if (Date.now() > until) throw new Error("the kernel did not answer in 30 s");
      await new Promise((done) => setTimeout(done, 50));
    }
    await frame();
    await frame();
  };
})()
"""
"""Told to each page before its own scripts: `rtSettled()` is kept when the kernels have answered all that the page sent
them, and what came of that is drawn. It listens to their sockets, whose binary messages are those of the protocol
v1.kernel.websocket.jupyter.org. Comms may be answered beside the main thread of a kernel: each answer is waited for."""

CALM = """() => document.getElementById("rt_lost")?.checkVisibility() ? null
  : Promise.race([rtSettled(), new Promise((done) => setTimeout(done, 10000))])"""

LAID_OUT = """({ width, height }) =>
  innerWidth === width && innerHeight === height && document.documentElement.clientWidth <= width"""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"

UNCOVER = """([one]) => {
  const { x, y, width, height } = one?.getBoundingClientRect() ?? {};
  const above = one && document.elementFromPoint(x + width / 2, y + height / 2);
  if (above && !one.contains(above) && !above.contains(one)) one.scrollIntoView({ block: "center" });
}"""
"""Scrolls what lies under something else, such as a bar that stays at the lower edge, to where it can be pressed."""


class Server(Protocol):
    """Whatever answers browsers."""

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""


def lay_out(page: Any) -> None:
    """Wait until a page is laid out for its window.

    What is waited for must not be a promise: Playwright asks it once and takes whatever comes of it.
    """
    page.wait_for_function(LAID_OUT, arg=page.viewport_size)
    page.evaluate(FRAMES)


def let_presses_settle() -> None:
    """Let each press, each step in the history and each new size return when the page shows what came of it.

    A test that looks earlier may find what was there before, be content, and press again into a page that changes: it
    fails on a busy machine only. Keys and the page's own scripts are as fast as ever. A page whose kernel is gone, or
    that is left by the press, is not waited for. What is covered is scrolled to first, as a user does: Playwright would
    find it out too, and wait a second or two before it tries.
    """
    from playwright.sync_api import Error, Locator, Page

    def settled(act: Callable[..., Any]) -> Callable[..., Any]:
        def call(on: Any, *args: Any, **options: Any) -> Any:
            if isinstance(on, Locator):
                with contextlib.suppress(Error):
                    on.evaluate_all(UNCOVER)
            result = act(on, *args, **options)
            with contextlib.suppress(Error):
                (on if isinstance(on, Page) else on.page).evaluate(CALM)
            return result

        return call

    for kind, names in ((Locator, ("click", "select_option", "set_checked")), (Page, ("go_back", "go_forward"))):
        for name in names:
            setattr(kind, name, settled(getattr(kind, name)))

    resize = Page.set_viewport_size

    def resized(page: Any, viewport_size: Any) -> None:
        resize(page, viewport_size)
        lay_out(page)

    Page.set_viewport_size = resized  # type: ignore[method-assign]


def chromium() -> str | None:
    """The path of the Chromium of this machine; None where there is none. Without windows it has a sixth less to do."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium; a test that needs it is skipped where there is none, and fails under CI=true."""
    program = chromium()
    if program is None:
        reason = "no Chromium on this machine: set CHROMIUM or install one"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    let_presses_settle()
    expect.set_options(timeout=30_000)  # for a busy machine; nothing waits longer than it must
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        yield chrome
        chrome.close()


@dataclass
class Faults:
    """What the pages of a test did wrong, and what of it the test itself brought about."""

    seen: list[str] = field(default_factory=list)
    # A page of another test may still ask the server whether its kernel is there: the answer "no" is no fault.
    provoked: tuple[str, ...] = ("no_track_activity=1",)

    def provoke(self, *parts: str) -> None:
        """Expect faults with these words from now until the test ends: a browser reports some of them late."""
        self.provoked += parts

    def provoke_lost_kernel(self) -> None:
        """Expect what a browser itself reports of a kernel that ended: its socket closes, and tries to open again."""
        self.provoke("console: WebSocket", "console: Failed to load resource")

    @property
    def left(self) -> list[str]:
        """The faults that nobody provoked."""
        return [fault for fault in self.seen if not any(part in fault for part in self.provoked)]


@pytest.fixture
def faults() -> Faults:
    """What the page of this test does wrong. A test that provokes an error says so before it does."""
    return Faults()


def empty_page(browser: Any, server: Server, seen: Callable[[str], None]) -> Any:
    """Open an empty page for a server, with a browser profile of its own; tell what it does wrong."""
    # Without motion: a colour that is still fading in would be measured half way.
    context = browser.new_context(base_url=server.url, viewport=DESK, reduced_motion="reduce")
    context.add_init_script(SETTLED)
    page = context.new_page()
    ours = (server.url, server.url.replace("http", "ws", 1), "data:", "blob:")
    page.on("pageerror", lambda error: seen(f"page error: {error}"))
    page.on("console", lambda m: seen(f"console: {m.text} {m.location['url']}") if m.type == "error" else None)
    page.on("request", lambda r: None if r.url.startswith(ours) else seen(f"left this host: {r.url}"))
    page.on("websocket", lambda w: None if w.url.startswith(ours) else seen(f"left this host: {w.url}"))
    return page


def close_page(page: Any) -> None:
    """Close a page and its profile, and let the page end its kernel as a user's would."""
    from playwright.sync_api import Error

    with contextlib.suppress(Error):  # a test may have closed it
        page.close(run_before_unload=True)
    with contextlib.suppress(Error):
        page.context.close()


@pytest.fixture
def new_page(browser: Any, faults: Faults) -> Iterator[Callable[[Server], Any]]:
    """Open an empty page for a server, with a browser profile of its own."""
    with contextlib.ExitStack() as stack:

        def make(server: Server) -> Any:
            page = empty_page(browser, server, faults.seen.append)
            stack.callback(close_page, page)
            return page

        yield make
    assert not faults.left, "\n".join(faults.left)


def end(server: subprocess.Popen[bytes]) -> None:
    """End a server that a test started, and whatever it started itself."""
    left = psutil.Process(server.pid).children(recursive=True) if server.poll() is None else []
    server.terminate()
    try:
        server.wait(30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    for one in left:
        with contextlib.suppress(psutil.Error):
            one.kill()
