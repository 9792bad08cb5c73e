"""The odds of a roll beside the table, in a browser: only on request, and gone when the table moves on."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.testkit.axe import grave
from tests.ui.browser import settle, tab_to
from tests.ui.table import choose, moves, roll

pytestmark = pytest.mark.browser


@pytest.fixture
def rolled(open_app: Callable[..., Any]) -> Any:
    """A game with dice on show."""
    page = open_app(ready=".rt-hero")
    page.get_by_role("button", name="Start: Aang and Toph").click()
    page.locator(".rt-ring").wait_for()
    roll(page)
    return page


def ask(page: Any) -> Any:
    """Ask for the odds and wait for them."""
    # By key: on a phone the tray lies over the lower edge, and a click may fall on it while the page scrolls.
    page.locator("[data-key='odds']").press("Enter")
    table = page.locator(".rt-turnodds .rt-opt")
    table.wait_for(timeout=60_000)
    return table


def test_the_odds_are_shown_on_request_and_put_away_by_the_next_move(rolled: Any) -> None:
    from playwright.sync_api import expect

    panel = rolled.locator(".rt-turnodds")
    assert "%" not in panel.inner_text()
    assert not rolled.locator(".rt-opt").count()
    table = ask(rolled)
    expect(panel.locator("h2")).to_be_focused()
    expect(panel).to_contain_text("Best now")
    expect(panel.locator(".rt-tag").first).to_have_text("exact")
    assert panel.locator(".rt-bars li").count() > 1
    before = moves(rolled)
    choose(rolled, table.locator("tbody tr.best .rt-btn").first)
    assert moves(rolled) > before
    expect(rolled.locator(".rt-opt")).to_have_count(0)
    assert "Best now" not in rolled.locator(".rt-play").inner_html()


def test_the_coach_names_the_move_that_the_odds_call_best(rolled: Any) -> None:
    from playwright.sync_api import expect

    rolled.locator("[data-key='help:move']").press("Enter")
    coach = rolled.locator(".rt-coach")
    expect(coach).to_contain_text("Best by the odds", timeout=60_000)
    assert not rolled.locator(".rt-opt").count(), "the panel opens only when it is asked for"
    ask(rolled)
    best = rolled.locator(".rt-turnodds p[role=status] b").first.inner_text()
    assert coach.locator("p b").first.inner_text().casefold() == best.casefold()
    rolled.locator("[data-key='odds-close']").press("Enter")
    expect(rolled.locator(".rt-opt")).to_have_count(0)
    expect(coach).to_contain_text("Best by the odds")
    choose(rolled, coach.get_by_role("button", name="Do that"))


def test_goals_are_chosen_by_keys_alone(rolled: Any) -> None:
    from playwright.sync_api import expect

    tab_to(rolled, "[data-key='odds']")
    rolled.keyboard.press("Enter")
    rolled.locator(".rt-turnodds .rt-opt").wait_for(timeout=60_000)
    panel = rolled.locator(".rt-turnodds")
    tab_to(rolled, "[data-key='odds-goals'] > summary")
    rolled.keyboard.press("Enter")
    tab_to(rolled, "[data-key^='odds-goal:']")
    goal = str(rolled.evaluate("document.activeElement.dataset.key"))
    was = rolled.locator(f"[data-key='{goal}']").is_checked()
    rolled.keyboard.press("Space")
    expect(rolled.locator(f"[data-key='{goal}']")).to_be_checked(checked=not was)
    expect(rolled.locator(f"[data-key='{goal}']")).to_be_focused()
    expect(panel.locator(".rt-opt, .rt-small[role=status]").first).to_be_visible()


@pytest.mark.wide
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_the_odds_keep_nobody_out(rolled: Any, width: int, dark: bool) -> None:
    rolled.set_viewport_size({"width": width, "height": 800})
    if dark:
        rolled.get_by_role("button", name="Dark or light").click()
    assert not grave(rolled)
    ask(rolled)
    for fold in ("odds-goals", "odds-assumes"):
        settle(rolled)  # drawn anew between focus and key, it would lose the key
        rolled.locator(f"[data-key='{fold}'] > summary").press("Enter")
    settle(rolled)
    rolled.locator("[data-key='odds-fractions']").press("Enter")
    rolled.locator(".rt-turnodds .rt-frac").first.wait_for(state="attached")
    assert not grave(rolled)
    assert rolled.evaluate("document.documentElement.scrollWidth <= innerWidth")
