"""Starts our own launcher on a free port, and one Chromium for the whole run.

`open_app` opens the app as a user would; `page` fails a test that left a console error, a page error or a request to
another host. `start_server` starts a server with other limits or another notebook.
"""

import contextlib
import http.cookiejar
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "token-of-the-tests"  # noqa: S105
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Answer:
    """What the server said, errors included."""

    status: int
    headers: Any
    body: str
    seconds: float
    url: str


@dataclass
class Running:
    """A launcher that runs."""

    process: subprocess.Popen[bytes]
    log: Path
    url: str
    cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    @property
    def entry(self) -> str:
        return f"{self.url}/?token={TOKEN}"

    def get(self, path: str, *, method: str = "GET", cookies: bool = True, timeout: float = 60) -> Answer:
        """Ask as a browser that is logged in, or as nobody."""
        handlers = [urllib.request.HTTPCookieProcessor(self.cookies)] if cookies else [_NoRedirect()]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)
        begun = time.monotonic()
        try:
            request = urllib.request.Request(self.url + path, method=method)  # noqa: S310
            response = opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            body = response.read().decode()
            return Answer(response.status, response.headers, body, time.monotonic() - begun, response.url)

    def log_in(self) -> None:
        """Get the login cookie without starting a kernel."""
        self.get(f"/health?token={TOKEN}")
        assert self.get(f"/voila/labextensions/none?token={TOKEN}").status == 404

    def server(self) -> psutil.Process:
        """Return the process that serves."""
        [found] = [p for p in psutil.Process(self.process.pid).children() if "rising_tutor.app.server" in p.cmdline()]
        return found

    def kernels(self) -> list[psutil.Process]:
        """Return the kernels that live."""
        found = []
        for process in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "ipykernel_launcher" in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return found

    def wait_for_kernels(self, number: int, seconds: float) -> None:
        """Fail unless so many kernels live within this time."""
        deadline = time.monotonic() + seconds
        while len(self.kernels()) != number:
            assert time.monotonic() < deadline, f"{len(self.kernels())} kernels live, not {number}; {self.said()}"
            time.sleep(0.1)

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-3000:]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


@contextlib.contextmanager
def running(folder: Path, preamble: str = "", **options: object) -> Iterator[Running]:
    """Run the launcher until the end of the context.

    Args:
        preamble: Python run in the launcher first.
        options: fields of ServerOptions.
    """
    log = folder / "launcher.log"
    program = (
        f"from rising_tutor.app import launcher, options, watch\n{preamble}\n"
        f"raise SystemExit(launcher.launch(port=0, browser=False, token={TOKEN!r},"
        f" options=options.ServerOptions(**{options!r})))"
    )
    environment = {
        **os.environ,
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "RISING_TUTOR_DATA": str(folder / "games"),
    }
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + 60
        while "token=" not in log.read_text(errors="replace"):
            if process.poll() is not None:
                pytest.fail(f"the launcher ended with {process.returncode}:\n{log.read_text()[-3000:]}")
            if time.monotonic() > deadline:
                pytest.fail(f"the launcher did not answer in 60 s:\n{log.read_text()[-3000:]}")
            time.sleep(0.05)
        [line] = [line for line in log.read_text().splitlines() if "token=" in line]
        yield Running(process, log, line.strip().partition("/?")[0])
    finally:
        left = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for one in left:
            with contextlib.suppress(psutil.Error):
                one.kill()


def write_notebook(folder: Path, source: str) -> str:
    """Write a notebook of one cell and return where it is."""
    empty: dict[str, Any] = {"cell_type": "code", "execution_count": None, "id": "one", "metadata": {}, "outputs": []}
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "title": "Test"}
    notebook = {"cells": [{**empty, "source": source}], "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    path = folder / "app.ipynb"
    path.write_text(json.dumps(notebook))
    return str(path)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with the options a user gets."""
    with running(tmp_path_factory.mktemp("app")) as server:
        yield server


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start a server with other options; it ends with the test."""
    with contextlib.ExitStack() as stack:

        def start(preamble: str = "", **options: object) -> Running:
            return stack.enter_context(running(tmp_path, preamble, **options))

        yield start


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium; a test that needs it is skipped where there is none, and fails under CI=true."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        reason = "no Chromium on this machine: set CHROMIUM or install one"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield chrome
        chrome.close()


@dataclass
class Faults:
    """What the pages of a test did wrong, and what of it the test itself brought about."""

    seen: list[str] = field(default_factory=list)
    provoked: tuple[str, ...] = ()

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


@pytest.fixture
def new_page(browser: Any, faults: Faults) -> Iterator[Callable[[Running], Any]]:
    """Open an empty page for a server, with a browser profile of its own."""
    from playwright.sync_api import Error

    def close(page: Any) -> None:
        with contextlib.suppress(Error):  # a test may have closed it
            page.close(run_before_unload=True)

    with contextlib.ExitStack() as stack:

        def make(server: Running) -> Any:
            # Without motion: a colour that is still fading in would be measured half way.
            context = browser.new_context(
                base_url=server.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
            )
            stack.callback(context.close)
            page = context.new_page()
            ours = (server.url, server.url.replace("http", "ws", 1), "data:", "blob:")
            seen = faults.seen.append
            page.on("pageerror", lambda error: seen(f"page error: {error}"))
            page.on("console", lambda m: seen(f"console: {m.text}") if m.type == "error" else None)
            page.on("request", lambda r: None if r.url.startswith(ours) else seen(f"left this host: {r.url}"))
            page.on("websocket", lambda w: None if w.url.startswith(ours) else seen(f"left this host: {w.url}"))
            # Lets the page end its kernel as a user's would.
            stack.callback(close, page)
            return page

        yield make
    assert not faults.left, "\n".join(faults.left)


@pytest.fixture
def page(app: Running, new_page: Callable[[Running], Any]) -> Any:
    """An empty page for the app."""
    return new_page(app)


@pytest.fixture
def open_app(page: Any) -> Callable[..., Any]:
    """Open the app and wait until it can be used."""

    def go(query: str = "", ready: str = ".rt-root") -> Any:
        page.goto(f"/?token={TOKEN}" + (f"&{query.lstrip('?&')}" if query else ""), wait_until="commit")
        page.locator(ready).first.wait_for(timeout=60_000, state="attached")
        return page

    return go
