"""What tests of pages rely on: a new size and a press are over when the page shows what came of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import DESK, Running, open_as_a_user, write_notebook

pytestmark = pytest.mark.browser

LATE = """property => {
  const before = window[property], until = performance.now() + 400;
  const real = Object.getOwnPropertyDescriptor(window, property).get;
  Object.defineProperty(window, property, { get: () => performance.now() < until ? before : real.call(window) });
}"""
"""Makes a page as slow to take a new size as a busy machine does."""


@pytest.mark.parametrize("slow", ["innerWidth", "innerHeight"])
def test_a_page_is_laid_out_when_a_test_has_given_it_a_size(browser: Any, slow: str) -> None:
    with browser.new_page(viewport=DESK) as page:
        page.evaluate(LATE, slow)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("[innerWidth, innerHeight]") == [390, 844]


SLOW = """import time

from IPython.display import display

from rising_tutor.render.html import el
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.browser import Session


def draw(said):
    view.draw(all=el("button", said, data_do="ask", type="button"))


def answer(message):
    time.sleep(0.5)
    draw("Answered")


view = HtmlView(("all",), kind="rt-root")
view.on_do(answer)
draw("Ask")
display(view, Session())
"""
"""A page whose kernel takes its time."""


def test_a_press_is_over_when_the_page_shows_what_came_of_it(
    start_server: Callable[..., Running], new_page: Callable[[Running], Any], tmp_path: Path
) -> None:
    page = new_page(start_server(notebook=write_notebook(tmp_path, SLOW), pool=0))
    open_as_a_user(page, "")
    page.locator("#loading").wait_for(state="detached", timeout=60_000)
    page.get_by_role("button", name="Ask").click()
    assert page.get_by_role("button").all_inner_texts() == ["Answered"]
