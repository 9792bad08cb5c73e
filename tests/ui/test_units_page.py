"""The units of the page Odds in a browser: guess first, trials, reload, worksheet; by keys, phone, both themes."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import settle, width_of

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800), (390, 844)
SMALL_TARGETS = """
[...document.querySelectorAll('.rt-units :is(button, input, select, summary, .rt-unitlink)')]
  .map((el) => [el.className, el.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 39.5 || box.width < 39.5)).map(([name]) => name)
"""


@pytest.fixture
def unit(open_app: Callable[..., Any]) -> Callable[..., Any]:
    def go(name: str, size: tuple[int, int] = DESK) -> Any:
        page = open_app(f"#odds?unit={name}", ready=".rt-unitstep")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        return page

    return go


def test_a_unit_by_keys_alone(unit: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = unit("keep-or-discard")
    step = page.get_by_role("region", name="Keep or discard")
    expect(step.get_by_role("button", name="Discard a green die")).to_be_visible()
    whole = page.content()
    for part in ("7/36", "2/27", "19.4 %", "7.4 %"):
        assert part not in whole
    # From the heading of the question on: the faces fold, then the ways.
    step.get_by_role("heading", level=3).focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(step.get_by_role("button", name="Discard a green die")).to_be_focused()
    page.keyboard.press("Enter")
    expect(step).to_contain_text("That is the best choice.")
    expect(step).to_contain_text("7/36 (19.4 %)")
    expect(step.get_by_role("heading", level=3)).to_be_focused()
    tries = page.get_by_role("region", name="Trials beside the exact value")
    slider = tries.get_by_label("Number of trials")
    slider.focus()
    page.keyboard.press("End")
    expect(tries).to_contain_text("100\u00a0000")
    tries.get_by_role("button", name="Make").focus()
    page.keyboard.press("Enter")
    expect(tries.get_by_role("img")).to_be_visible(timeout=60_000)
    expect(tries).to_contain_text("100\u00a0000 trials, seed")
    expect(tries).to_contain_text("Exact: 7.4 %")
    step.get_by_role("button", name="Next step").press("Enter")
    expect(step).to_contain_text("step 2 of 3")
    expect(tries).to_have_count(0)


def test_answers_and_score_survive_a_reload(unit: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = unit("a-pool")
    for guess in ("60", "20"):
        page.get_by_label("Your guess, in percent", exact=True).fill(guess)
        page.keyboard.press("Enter")
        expect(page.locator(".rt-unittold")).to_be_visible()
        page.get_by_role("button", name="Next step").click()
        expect(page.locator(".rt-unittold")).to_have_count(0)
    expect(page.get_by_role("region", name="Your guesses")).to_contain_text("2 guesses so far")
    page.reload()
    page.locator(".rt-unitstep").wait_for(timeout=60_000)
    expect(page.locator(".rt-unitlink[aria-current]")).to_contain_text("2 of 4")
    expect(page.locator(".rt-unitstep")).to_contain_text("step 3 of 4")
    expect(page.get_by_role("region", name="Your guesses")).to_contain_text("2 guesses so far")
    page.get_by_role("link", name="One die").click()
    expect(page).to_have_url(re.compile(r"#odds\?unit=one-die$"))


@pytest.mark.wide
def test_it_is_fit_for_everybody_in_light_and_dark_on_a_desk_and_a_phone(unit: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = unit("drawing-from-a-bag")

    def look(when: str) -> None:
        settle(page)
        for width, height in (DESK, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert grave(page) == [], f"{when} the guess, light, {width}"
            assert page.evaluate(SMALL_TARGETS) == [], f"{when} the guess, {width}"
            assert width_of(page) <= width
            # The theme changes nothing but colours.
            page.get_by_role("button", name="Dark or light").click()
            assert grave_colours(page) == [], f"{when} the guess, dark, {width}"
            page.get_by_role("button", name="Dark or light").click()

    look("before")
    page.get_by_label("Your guess, in percent", exact=True).fill("15")
    page.get_by_role("button", name="Guess", exact=True).click()
    page.get_by_role("button", name="Make 100 trials").click()
    expect(page.locator(".rt-trialplot")).to_be_visible()
    page.get_by_text("As a table").click()
    look("after")


def test_a_worksheet_is_the_same_for_the_same_seed(unit: Callable[..., Any]) -> None:
    page = unit("one-die")
    page.locator("select[name=unit]").select_option("keep-or-discard")
    page.get_by_label("Questions", exact=True).fill("4")
    page.get_by_label("Seed", exact=True).fill("class")
    found = []
    for _ in range(2):
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert download.value.suggested_filename == "worksheet-keep-or-discard-class.html"
        found.append(Path(download.value.path()).read_bytes())
    assert found[0] == found[1]
    assert b"Answers" in found[0]


def test_an_unknown_unit_is_told(open_app: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_app("#odds?unit=nine-dice", ready=".rt-oddspage")
    expect(page.get_by_role("alert").first).to_contain_text("There is no unit nine-dice.")
