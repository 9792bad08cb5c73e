"""What tests of pages rely on: a page has its new size when it was given one."""

from typing import Any

import pytest

from tests.testkit.browsing import DESK

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
