"""What tests in a browser do at a table, in a game or in a lesson."""

from typing import Any


def moves(page: Any) -> int:
    """The number of moves so far."""
    return int(page.locator(".rt-main").get_attribute("data-at"))


def moved_on(page: Any, before: int) -> None:
    """Wait until the table shows more than so many moves.

    An action may be weighed first, in a thread that no settled page waits for; a press meanwhile does nothing.
    """
    page.wait_for_function("n => Number(document.querySelector('.rt-main').dataset.at) !== n", arg=before)


def choose(page: Any, button: Any) -> None:
    """Press and wait until the table has moved on."""
    before = moves(page)
    button.click()
    moved_on(page, before)


def roll(page: Any) -> None:
    """Go to a location, answer what step 2 asks, and roll."""
    choose(page, page.locator(".rt-targets .rt-btn").first)
    while not page.locator("[data-key='do:roll']").count():
        choose(page, page.locator(".rt-targets .rt-btn").last)
    choose(page, page.locator("[data-key='do:roll']"))
