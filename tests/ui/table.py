"""What tests in a browser do at the table of page Play."""

from typing import Any


def moves(page: Any) -> int:
    """The number of moves so far."""
    return int(page.locator(".rt-main").get_attribute("data-at"))


def choose(page: Any, button: Any) -> None:
    """Press and wait until the table has moved on."""
    before = moves(page)
    button.click()
    page.wait_for_function("n => Number(document.querySelector('.rt-main').dataset.at) !== n", arg=before)


def roll(page: Any) -> None:
    """Go to a location, answer what step 2 asks, and roll."""
    choose(page, page.locator(".rt-targets .rt-btn").first)
    while not page.locator("[data-key='do:roll']").count():
        choose(page, page.locator(".rt-targets .rt-btn").last)
    choose(page, page.locator("[data-key='do:roll']"))
