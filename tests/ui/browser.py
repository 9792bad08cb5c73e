"""What tests do with a page of the app, whatever it shows: wait until all is done, go by keys, find its kernel."""

import json
from typing import Any

import psutil

from tests.testkit.browsing import lay_out
from tests.ui.conftest import Running

WIDE = "Math.max(document.documentElement.scrollWidth, document.getElementById('rendered_cells').scrollWidth)"
CONFIG = "#jupyter-config-data"


def settle(page: Any) -> None:
    """Wait until the kernel has done what the page asked for so far, and the page shows and stores what came of it.

    What the kernel works out beside, in a thread, is not waited for.
    """
    page.evaluate("rtSettled()")


def go(page: Any, address: str, ready: str) -> None:
    """Go to an address within the app."""
    page.evaluate("h => { location.hash = h }", address)
    settle(page)
    page.locator(ready).first.wait_for()


def tab_to(page: Any, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(120):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no tab stop is {selector}")


def width_of(page: Any) -> int:
    """How wide the page is, what would have to be scrolled to included; once it is laid out for its window."""
    lay_out(page)
    return int(page.evaluate(WIDE))


def kernel_id(page: Any) -> str:
    """The name of the kernel of a page."""
    return str(json.loads(page.locator(CONFIG).text_content())["kernelId"])


def kernel_of(page: Any, server: Running) -> psutil.Process:
    """The kernel of a page."""
    name = kernel_id(page)
    [found] = [process for process in server.kernels() if name in " ".join(process.cmdline())]
    return found


def go_on(page: Any) -> None:
    """Press what a page offers that has lost its kernel."""
    with page.expect_navigation(wait_until="commit", timeout=60_000):
        page.locator("#rt_lost_go").click()
