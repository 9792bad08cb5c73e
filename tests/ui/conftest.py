"""Starts our own launcher on a free port; the Chromium is that of `tests/testkit/browsing.py`.

An opening costs two to five seconds of work, so there are two ways to a page:

- `open_app` shows the app anew in a page and a kernel that all tests share: nothing is left of the test before in the
  page, the browser's store and the kernel (see `anew.py`). For everything that is not about the opening itself. A
  reload in such a test, or a kernel that is killed, is as real as ever.
- `page` and `new_page` are a fresh page in a browser profile of its own; a test that asks for `page` and `open_app`
  opens the app in that one, as a user would.

Both fail the test that left a console error, a page error or a request to another host. `start_server` starts a server
with other limits or another notebook.
"""

import contextlib
import http.cookiejar
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.shell import Shell
from tests.testkit.browsing import DESK, Faults, close_page, empty_page, end
from tests.testkit.late import first_in_kernels

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "token-of-the-tests"  # noqa: S105
ROOT_OF_PAGE = ".rt-root"
#: Run by each kernel of the app before the notebook.
PREPARE = "from tests.ui import anew\nanew.prepare()\n"


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

    def another_browser(self) -> "Running":
        """The same server for a browser that is logged in too."""
        other = Running(self.process, self.log, self.url)
        other.log_in()
        return other

    @property
    def entry(self) -> str:
        return f"{self.url}/?token={TOKEN}"

    def get(
        self,
        path: str,
        *,
        method: str = "GET",
        cookies: bool = True,
        timeout: float = 60,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request as a browser that is logged in, or as nobody."""
        handlers = [urllib.request.HTTPCookieProcessor(self.cookies)] if cookies else [_NoRedirect()]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)
        begun = time.monotonic()
        try:
            request = urllib.request.Request(self.url + path, method=method, headers=dict(headers or {}))  # noqa: S310
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
        children = psutil.Process(self.process.pid).children()
        [found] = [p for p in children if "rising_tutor.server.process" in p.cmdline()]
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
def running(
    folder: Path, preamble: str = "", prepare: str = "", base_url: str = "/", **options: object
) -> Iterator[Running]:
    """Run the launcher until the end of the context.

    Args:
        preamble: Python run in the launcher first.
        prepare: Python run in each kernel first.
        base_url: the path below which the app is served.
        options: fields of ServerOptions.
    """
    log = folder / "launcher.log"
    first_in_kernels(folder / "ipython", prepare)
    program = (
        f"from rising_tutor.server import launcher, options, watch\n{preamble}\n"
        f"raise SystemExit(launcher.launch(port=0, browser=False, token={TOKEN!r}, base_url={base_url!r},"
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
        end(process)


def write_notebook(folder: Path, source: str) -> str:
    """Write a notebook of one cell and return where it is."""
    empty: dict[str, Any] = {"cell_type": "code", "execution_count": None, "id": "one", "metadata": {}, "outputs": []}
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "title": "Test"}
    notebook = {"cells": [{**empty, "source": source}], "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    path = folder / "app.ipynb"
    path.write_text(json.dumps(notebook))
    return str(path)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The frame of the app without a browser: open, with an empty folder of games."""
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    made = Shell(Session())
    made.session.online = True
    return made


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with the options a user gets."""
    with running(tmp_path_factory.mktemp("app"), prepare=PREPARE) as server:
        yield server


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start a server with other options; it ends with the test."""
    with contextlib.ExitStack() as stack:

        def start(preamble: str = "", **options: object) -> Running:
            return stack.enter_context(running(tmp_path, preamble, **options))

        yield start


@pytest.fixture
def page(app: Running, new_page: Callable[[Running], Any]) -> Any:
    """An empty page for the app."""
    return new_page(app)


def open_as_a_user(page: Any, address: str) -> None:
    """Open the app; the address is what follows the token: a query, a fragment, both."""
    page.goto(f"/?token={TOKEN}" + (f"&{address.lstrip('?&')}" if address else ""), wait_until="commit")


class SharedPage:
    """The page of the app that tests share. Between two tests nothing is shown in it."""

    def __init__(self, browser: Any, app: Running) -> None:
        self._browser = browser
        self._app = app
        self._page: Any = None
        self._seen: Callable[[str], None] = self._too_late
        self._late: list[str] = []
        self._user = ""

    def take(self, test: str, seen: Callable[[str], None]) -> None:
        """Have a test use the page and told what the page does wrong."""
        before, self._user, self._seen = self._user, test, seen
        late, self._late = self._late, []
        assert not late, f"after {before}, with no page shown: {late}"

    def show(self, address: str) -> Any:
        """Show the app anew, with nothing stored in the browser."""
        assert address[:1] in {"", "#"}, "a query needs an opening: ask for the fixture `page` too"
        if self._page is None:
            self._page = empty_page(self._browser, self._app, self._note)
            open_as_a_user(self._page, address)
            return self._page
        if self._page.locator(ROOT_OF_PAGE).count():
            self._clear()
        self._page.evaluate(
            """address => {
              localStorage.clear();
              rtTheme.show(rtTheme.get());
              history.replaceState(null, "", location.pathname + address);
              rtAnew("open");
            }""",
            address,
        )
        return self._page

    def give_back(self, *, failed: bool, spoilt: bool) -> None:
        """Take the page from the test, and show nothing in it; a new one is opened after one that is spoilt."""
        from playwright.sync_api import Error

        if self._page is None:
            return
        if failed:
            self._tell()
        try:
            if failed or spoilt or self._page.is_closed() or self._page.locator("#rt_lost").is_visible():
                self._drop()
            else:
                self._clear()
        except Error:
            self._drop()
        finally:
            self._seen = self._too_late

    def _tell(self) -> None:
        """Print what the pages show, for the report of a test that failed."""
        from playwright.sync_api import Error

        for page in self._page.context.pages:
            with contextlib.suppress(Error):
                print(page.url, page.locator("body").inner_text(timeout=1000)[:1000], sep="\n", end="\n\n")
                print("stored:", page.evaluate("JSON.stringify(localStorage).slice(0, 2000)"))
        print(self._app.said())

    def _clear(self) -> None:
        page = self._page
        for other in page.context.pages:
            if other is not page:
                other.close(run_before_unload=True)
        page.wait_for_function("typeof rtAnew === 'function'", timeout=15_000)
        page.evaluate("rtAnew('close')")
        page.locator(ROOT_OF_PAGE).wait_for(state="detached", timeout=15_000)
        # As in a page that was just opened: nothing has the focus, and the first Tab goes to the first control.
        page.evaluate(
            """() => {
              document.body.tabIndex = -1;
              document.body.focus();
              document.body.removeAttribute("tabindex");
              document.getElementById("rendered_cells").scrollTo(0, 0);
            }"""
        )
        page.mouse.move(0, 0)
        if page.viewport_size != DESK:
            page.set_viewport_size(DESK)

    def _drop(self) -> None:
        page, self._page = self._page, None
        close_page(page)

    def _note(self, fault: str) -> None:
        self._seen(fault)

    def _too_late(self, fault: str) -> None:
        self._late.append(fault)

    def close(self) -> None:
        """Close the page, for the end of the run."""
        if self._page is not None:
            self._drop()


@pytest.fixture(scope="session")
def shared_page(browser: Any, app: Running) -> Iterator[SharedPage]:
    """The page of the app that tests share."""
    shared = SharedPage(browser, app)
    yield shared
    shared.close()


@pytest.fixture
def open_app(request: pytest.FixtureRequest, faults: Faults) -> Iterator[Callable[..., Any]]:
    """Show the app at an address and wait until it can be used; in the page of the test if it asks for one."""
    own = request.getfixturevalue("page") if "page" in request.fixturenames else None
    shared: SharedPage | None = None if own is not None else request.getfixturevalue("shared_page")

    def go(address: str = "", ready: str = ".rt-root") -> Any:
        if shared is None:
            open_as_a_user(own, address)
            page = own
        else:
            page = shared.show(address)
        page.locator(ready).first.wait_for(timeout=60_000, state="attached")
        return page

    if shared is None:
        yield go
        return
    failed = request.session.testsfailed
    shared.take(request.node.nodeid, faults.seen.append)
    yield go
    shared.give_back(failed=request.session.testsfailed > failed, spoilt=bool(faults.provoked))
    assert not faults.left, "\n".join(faults.left)
