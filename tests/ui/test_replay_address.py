"""The address of an open replay: what it says, and that it opens the same under a base path with a warm kernel."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.review import review_of
from rising_tutor.store.games import Store
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.review import controller as review
from rising_tutor.tutor.review.once import ReviewOnce
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.replays.page import ReplaysPage
from tests.testkit.wandering import Wandering
from tests.ui.conftest import ROOT, TOKEN, Faults, Running

BASE = "/user/ann/"


class StandIn:
    """What a page asks of the frame around it."""

    title = DEFAULT

    def __init__(self) -> None:
        self.address: dict[str, str] = {}
        self.reviews = ReviewOnce()

    def guard(self, callback: Any) -> Any:
        return callback

    def mark(self, _page: str, **words: str) -> None:
        self.address = words

    def say(self, _text: str, _way: Any = None) -> None: ...
    def tell(self, _text: str) -> None: ...
    def own_games(self) -> None: ...
    def keep(self, **_facts: Any) -> None: ...
    def kept(self, _name: str) -> Any: ...

    def handle(self, _message: Message) -> bool:
        return False


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[ReplaysPage, StandIn]]:
    monkeypatch.setattr(
        review, "review_work", lambda verified, progress: review_of(verified, valuation=Wandering(verified.game))
    )

    def show(**words: str) -> tuple[ReplaysPage, StandIn]:
        frame = StandIn()
        page = ReplaysPage(frame, Store(tmp_path))  # type: ignore[arg-type]
        page.opened({"sample": "worked-example.replay", **words})
        return page, frame

    return show


def press(page: ReplaysPage, do: str, arg: str = "") -> None:
    page.view.handle(Message(do, arg))


def test_what_is_in_sight_goes_into_the_address_and_comes_back(shown: Callable[..., Any]) -> None:
    page, frame = shown()
    page.view.ask(12)
    assert frame.address == {"sample": "worked-example.replay", "at": "12"}
    press(page, "review")
    press(page, "wins-by", "turn")
    press(page, "chart", "dice")
    press(page, "state-by", "turn")
    page.view.accordion._done(Message("fold", "notes"))
    expected = {"view": "review.notes", "by": "turn", "chart": "dice", "chartby": "turn"}
    assert frame.address == {"sample": "worked-example.replay", "at": "12", **expected}
    again, _ = shown(**{word: frame.address[word] for word in ("at", "view", "by", "chart", "chartby")})
    assert again.player.at == 12
    assert again.view.review_panels.review.ledger.remainder == 0
    assert (again.view.review_panels.way, again.view.plots.way, again.view.plots.chart_id) == ("turn", "turn", "dice")
    assert again.view.accordion.opened == ("notes",)


def test_words_that_nobody_knows_are_passed_over(shown: Callable[..., Any]) -> None:
    page, _ = shown(at="7", view="nonsense..review2", by="year", chart="x", chartby="", line="9.9.9.9")
    assert page.player.at == 7
    assert page.view.review_panels.review.state == "idle"
    assert (page.view.review_panels.way, page.view.plots.chart) == ("action", 0)


def test_a_side_line_has_an_address_of_its_own(shown: Callable[..., Any]) -> None:
    page, frame = shown(at="22", view="notes", line="22.1.1")
    page._mark()
    assert frame.address["line"] == "22.1.1"
    page.view.ask(3)
    assert "line" not in frame.address


def test_exercises_come_from_the_review_once_it_is_there(shown: Callable[..., Any]) -> None:
    page, _ = shown()
    assert page.view.finder.ledger is None
    press(page, "review")
    assert page.view.finder.ledger is page.view.review_panels.review.ledger
    page.opened({"sample": "won.replay"})
    assert page.view.finder.ledger is None


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    """A server as a hub runs it: under a base path, with a warm kernel."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "RISING_TUTOR_DATA")
    folders = {name: str(tmp_path / name.lower()) for name in names}
    options = {
        "base_url": BASE,
        "token": TOKEN,
        "port": port,
        "port_retries": 0,
        "ip": "127.0.0.1",
        "open_browser": False,
        "root_dir": ROOT,
    }
    command = [sys.executable, "-m", "jupyter_server", "--allow-root"]
    command += [f"--ServerApp.{name}={value}" for name, value in options.items()]
    command += [f"--config={Path(ROOT) / 'binder' / 'jupyter_server_config.json'}"]
    command += ["--VoilaConfiguration.preheat_kernel=True", "--VoilaConfiguration.default_pool_size=1"]
    # The path of an ipc socket may have about a hundred characters; folders of tests are longer.
    command += ["--KernelManager.transport=tcp"]
    share = str(Path(ROOT) / "share" / "jupyter")
    environment = {**os.environ, **folders, "PYTHONPATH": str(ROOT), "JUPYTER_PATH": share}
    log = tmp_path / "hub.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{url}{BASE}api/status?token={TOKEN}", timeout=2).close()  # noqa: S310
                break
            except OSError:
                assert process.poll() is None, log.read_text()[-3000:]
                assert time.monotonic() < deadline, log.read_text()[-3000:]
                time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.mark.wide
@pytest.mark.browser
def test_a_deep_link_opens_under_a_base_path_with_a_warm_kernel(
    hub: str, new_page: Callable[[Running], Any], faults: Faults
) -> None:
    from playwright.sync_api import expect

    server = Running(process=None, log=Path(), url=hub)  # type: ignore[arg-type]
    page = new_page(server)
    words = "sample=worked-example.replay&at=22&view=notes&chart=dice"
    page.goto(f"{BASE}voila/render/notebooks/app.ipynb?token={TOKEN}#replays?{words}", wait_until="commit")
    expect(page.locator(".rt-statepanel h2")).to_have_text("Dice of the active Team", timeout=60_000)
    expect(page.locator(".rt-bar input[type=range]")).to_have_value("22")
    expect(page.locator('[data-key="fold:notes"]')).to_have_attribute("aria-expanded", "true")
    assert page.evaluate("location.hash") == f"#replays?{words}"
    page.locator(".rt-statepanel").scroll_into_view_if_needed()
    page.locator(".rt-statepanel .rt-plot[data-ready]").wait_for(timeout=60_000)
