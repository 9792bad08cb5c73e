"""The coach in a browser: an estimate, why not, the warning, the debrief; by mouse, by keyboard, on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.testkit.axe import grave
from tests.ui.browser import settle, width_of
from tests.ui.table import choose, moves, roll

pytestmark = pytest.mark.browser


@pytest.fixture
def play(open_app: Callable[..., Any]) -> Any:
    """A game that was just started."""
    page = open_app(ready=".rt-hero")
    page.locator(".rt-hero").wait_for()
    page.get_by_role("button", name="Start: Aang and Toph").click()
    page.locator(".rt-ring").wait_for()
    return page


def focused(page: Any, key: str) -> None:
    page.wait_for_function("key => document.activeElement.dataset.key === key", arg=key)


def press_key(page: Any, key: str) -> None:
    """Press a control by key, as the tray lies over the lower edge of a phone."""
    page.locator(f"[data-key='{key}']").focus()
    page.keyboard.press("Enter")


def hold(page: Any) -> int:
    """Roll, have small losses warned of, and try to stop at once; the number of moves."""
    from playwright.sync_api import expect

    roll(page)
    expect(page.locator("[data-key='warn:off']")).to_have_attribute("aria-pressed", "true")
    press_key(page, "warn:small")
    expect(page.locator(".rt-why__warn")).to_contain_text("Stops you before every small slip. Example:")
    before = moves(page)
    press_key(page, "do:stop")
    focused(page, "warn-head")
    assert moves(page) == before
    expect(page.locator(".rt-warned")).to_contain_text("Stop here brings less than the best choice: ")
    numbers = r"It loses .* Expected after it: .* With the best choice: .* exact"
    expect(page.locator(".rt-warned details").first).to_contain_text(re.compile(numbers))
    expect(page.locator(".rt-warned .rt-cite").first).to_contain_text("FNR-")
    return before


def test_the_warning_holds_a_losing_choice_and_is_remembered(play: Any) -> None:
    from playwright.sync_api import expect

    before = hold(play)
    panel = play.locator(".rt-warned")
    press_key(play, "warn-back:")
    expect(panel).to_have_count(0)
    assert moves(play) == before
    settle(play)
    play.reload()
    play.locator(".rt-ring").wait_for(timeout=60_000)
    expect(play.locator("[data-key='warn:small']")).to_have_attribute("aria-pressed", "true")
    press_key(play, "do:stop")
    focused(play, "warn-head")
    press_key(play, "warn-play:")
    play.wait_for_function("n => Number(document.querySelector('.rt-main').dataset.at) > n", arg=before)
    expect(panel).to_have_count(0)
    while not play.locator("[data-key='debrief']").count():
        choose(play, play.locator(".rt-targets .rt-btn").last)
    press_key(play, "debrief")
    expect(play.locator(".rt-debrief")).to_contain_text("could have been better", timeout=60_000)
    expect(play.locator(".rt-debrief__lines")).to_contain_text("Stop here. Better: ")
    assert not grave(play)


def test_the_warning_on_a_phone_gives_hints_one_by_one(play: Any) -> None:
    from playwright.sync_api import expect

    play.set_viewport_size({"width": 390, "height": 844})
    hold(play)
    panel = play.locator(".rt-warned")
    assert panel.locator("[data-do='act']").count() == 0
    press_key(play, "warn-hint:")
    expect(panel).to_contain_text("The best choice is made under")
    assert panel.locator("[data-do='act']").count() == 0
    press_key(play, "warn-hint:")
    expect(panel).to_contain_text("Best:")
    press_key(play, "warn-follow:")
    expect(panel).to_contain_text("What could follow")
    assert width_of(play) <= 390
    assert not grave(play)


def test_choices_outside_the_dice_step_are_estimated_until_stopped(play: Any) -> None:
    from playwright.sync_api import expect

    play.set_viewport_size({"width": 390, "height": 844})
    panel = play.locator(".rt-worth")
    assert panel.locator("[data-do='act']").count() == 0
    press_key(play, "worth")
    expect(panel.locator("tbody tr")).to_have_count(3, timeout=60_000)
    # It may be done by now.
    play.evaluate("""document.querySelector("[data-do='worth-stop']")?.click()""")
    expect(panel).to_contain_text(re.compile("Best now|cannot be told apart"))
    expect(panel).to_contain_text("by the policy greedy")
    assert width_of(play) <= 390
    assert not grave(play)
    before = moves(play)
    panel.locator("tbody .rt-turnodds__do").first.focus()
    play.keyboard.press("Enter")
    play.wait_for_function("n => Number(document.querySelector('.rt-main').dataset.at) > n", arg=before)
    expect(panel.locator("tbody tr")).to_have_count(0)


def test_why_not_by_keyboard_alone(play: Any) -> None:
    from playwright.sync_api import expect

    for _ in range(80):
        if play.evaluate("document.activeElement.dataset.key === 'why-open'"):
            break
        play.keyboard.press("Tab")
    focused(play, "why-open")
    play.keyboard.press("Enter")
    play.locator("select[name=what]").wait_for()
    play.keyboard.press("Tab")
    focused(play, "why:what")
    play.keyboard.type("Stop")
    for _ in range(3):
        if play.evaluate("document.activeElement.dataset.key === 'why-ask'"):
            break
        play.keyboard.press("Tab")
    play.keyboard.press("Enter")
    answer = play.locator(".rt-why__answer")
    expect(answer).to_contain_text("Stop here:")
    expect(answer.locator(".rt-cite")).to_contain_text("FNR-")
    focused(play, "why-answer")
    assert not grave(play)
    before = moves(play)
    nearest = answer.locator("[data-key='why-nearest']")
    if nearest.count():
        play.keyboard.press("Tab")
        play.keyboard.press("Tab")
        focused(play, "why-nearest")
        play.keyboard.press("Enter")
        play.wait_for_function("n => Number(document.querySelector('.rt-main').dataset.at) > n", arg=before)
