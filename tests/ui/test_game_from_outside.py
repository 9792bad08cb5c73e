"""A game of another package in a browser: from Home to the table, to the end of a game, to its replay.

The package is installed for the server and its kernels as pip would install it, and nothing else is done.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.testkit.axe import grave
from tests.testkit.installed import installed
from tests.ui.conftest import DESK, Running, open_as_a_user, running

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
MOST_PRESSES = 120


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("outside")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in installed(folder / "site").items():
            patch.setenv(name, value)
        with running(folder) as server:
            yield server


@pytest.fixture
def page(outside: Running, new_page: Callable[[Running], Any]) -> Any:
    return new_page(outside)


def fits(page: Any) -> bool:
    """Nothing makes the page wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.wide
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_whole_game_is_played_against_a_program_and_looked_at_again(page: Any, size: dict[str, int]) -> None:
    from playwright.sync_api import expect

    frames: list[bytes] = []

    def keep(frame: str | bytes) -> None:
        frames.append(frame if isinstance(frame, bytes) else frame.encode())

    page.on("websocket", lambda socket: socket.on("framereceived", keep))
    page.set_viewport_size(size)
    open_as_a_user(page, "#home")
    page.get_by_role("button", name="Coin and Hand").click()
    expect(page.get_by_role("button", name="New here? Start with: Lay a card")).to_be_visible(timeout=60_000)
    assert fits(page)
    page.get_by_role("button", name="Start: against a program").click()
    expect(page.locator(".rt-play h2", has_text="The table")).to_be_visible()
    expect(page.locator(".rt-play")).to_contain_text("Seat 1 gets a")
    assert fits(page)
    assert grave(page) == []
    on = page.get_by_role("button", name="Play on to my choice")
    end = page.locator(".rt-end")
    for _ in range(MOST_PRESSES):
        choices = page.locator(".rt-tray [data-do=act]")
        expect(end.or_(on).or_(choices.first).first).to_be_visible()
        if end.count():
            break
        before = page.locator(".rt-play").inner_text()
        (on if on.count() else choices.first).click()
        expect(page.locator(".rt-play")).not_to_have_text(before, use_inner_text=True)
        assert "Seat 2 gets a" not in page.locator(".rt-play").inner_text()
    expect(end).to_contain_text("the game")
    # Not only the page: nothing that reached the browser tells what the program was dealt or laid.
    received = b"".join(frames)
    assert b"Seat 1 gets a" in received
    assert not re.search(rb"Seat 2 (gets|hides) a", received)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".rt-replayhead h1")).to_be_visible()
    expect(page.locator(".rt-eyes button")).to_have_count(3)
    page.get_by_role("button", name="to the start").click()
    page.get_by_role("button", name="to the end").click()
    expect(page.locator(".rt-replaystage .rt-events .rt-cite").first).to_be_visible()
    assert fits(page)
    assert grave(page) == []


@pytest.mark.wide
def test_its_lessons_and_rules_are_there(page: Any) -> None:
    from playwright.sync_api import expect

    open_as_a_user(page, "#learn?lesson=lay-a-card&title=coin-and-hand")
    expect(page.get_by_text("You hold a fox and a sun.")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Lay fox").click()
    expect(page.locator(".rt-root")).to_contain_text("The goal is reached.")
    page.evaluate("location.hash = '#rules?rule=CH-9&title=coin-and-hand'")
    # The page before, hidden now, may have the same sentence.
    expect(page.get_by_text("A fox that is let be gives two points.").locator("visible=true").first).to_be_visible()
