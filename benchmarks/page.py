"""The page of the app: how long its first widget takes, what comes over the network, and what a kernel keeps.

The app runs as by `make app`, and Chromium opens it in a fresh profile each time: at once after the start, when no
kernel is ready, and then with a kernel that is. Bytes are those of one visit of Home, as they come over HTTP and in the
frames of the socket. Memory is the resident set of the largest kernel after Home, the first mission and a
game were opened in it.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Any

import psutil

from benchmarks.odds_targets import MOST, Target, reached, shown

TARGETS = {
    "P1": Target("first usable widget, no kernel ready, s", MOST, 3.5),
    "P2": Target("first usable widget, with a kernel that is ready, s", MOST, 2),
    "P3": Target("HTTP at the first load, MB", MOST, 7),
    "P4": Target("socket at the first load, MB", MOST, 0.2),
    "P5": Target("kernel after Home, a mission and a game, MB", MOST, 110),
}
ROUNDS = 3
_MB = 1_000_000
_TEXT = 1
_READY_S = 8.0
"""So long a kernel needs to be ready after another was taken."""


def main(rounds: int = ROUNDS) -> None:
    """Measures all, and says what is missing where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - comes with the tests

        from tests.testkit.browsing import CHROMIUM_ARGUMENTS, chromium  # noqa: PLC0415 - the same
    except ImportError as missing:
        print(f"page: not measured, {missing.name} is not installed (make venv .venv/.with-test)")
        return
    if (program := chromium()) is None:
        print("page: not measured, there is no Chromium")
        return
    print(f"page: load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        app = subprocess.Popen(
            [sys.executable, "-m", "rising_tutor", "app", "--no-browser"],
            env=os.environ | {"RISING_TUTOR_DATA": data},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            assert app.stdout is not None
            url = next(found[0] for line in app.stdout if (found := re.search(r"http://\S+", line)))
            browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
            cold, http, socket, page = _visit(browser, url)
            page.context.close()
            warm = []
            for _ in range(rounds):
                time.sleep(_READY_S)
                seconds, *_, page = _visit(browser, url)
                warm.append(seconds)
                page.context.close()
            time.sleep(_READY_S)
            *_, page = _visit(browser, url)
            page.evaluate("location.hash = '#learn?mission=two-friends'")
            page.locator(".rt-lesson .rt-tray").wait_for()
            page.evaluate("location.hash = '#play?new=1'")
            page.get_by_role("button", name="Start: Aang and Toph").click()
            page.locator(".rt-play .rt-tray").wait_for()
            memory = max(_kernels(app.pid)) / _MB
            browser.close()
        finally:
            app.terminate()
            app.wait(20)
    print(f"  rounds with a kernel ready, s on the clock: {', '.join(map(shown, warm))}")
    for (id_, target), figure in zip(TARGETS.items(), (cold, median(warm), http, socket, memory), strict=True):
        said = "met" if reached(target, figure, target.limit) else "not met"
        print(f"  {id_:4} {target.what:60} {shown(figure):>8}  {target.best} {shown(target.limit):6} {said}")


def _visit(browser: Any, url: str) -> tuple[float, float, float, Any]:
    """Opens Home in a fresh profile: seconds to its first button, MB over HTTP and over the socket, the page."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    http, socket = [0.0], [0.0]
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")

    def came(event: dict[str, Any]) -> None:
        http[0] += event["encodedDataLength"]

    def framed(event: dict[str, Any]) -> None:
        # Frames of bytes are told in base64.
        told = event["response"]
        socket[0] += len(told["payloadData"]) * (1 if told["opcode"] == _TEXT else 3 / 4)

    session.on("Network.loadingFinished", came)
    session.on("Network.webSocketFrameReceived", framed)
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator(".rt-hero [data-key='start']").wait_for(timeout=60_000)
    seconds = time.perf_counter() - began
    page.wait_for_timeout(1500)
    return seconds, http[0] / _MB, socket[0] / _MB, page


def _kernels(launcher: int) -> list[int]:
    """The resident set of each kernel of the app, in bytes."""
    found = []
    for process in psutil.Process(launcher).children(recursive=True):
        try:
            if "ipykernel_launcher" in process.cmdline():
                found.append(process.memory_info().rss)
        except psutil.Error:
            continue
    return found
