"""The page Odds in a browser: a question put together, guessed, answered, rolled, its tree; by mouse, keys, phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import settle, width_of

pytestmark = pytest.mark.browser

QUESTION = "#odds?pool=2g1b&need=WWE"
DESK, PHONE = (1280, 800), (390, 844)


@pytest.fixture
def lab(open_app: Callable[..., Any]) -> Callable[..., Any]:
    def go(fragment: str = "#odds", size: tuple[int, int] = DESK) -> Any:
        page = open_app(fragment, ready=".rt-oddspage")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(".rt-oddsgrid .rt-panel").first.wait_for()
        return page

    return go


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_whole_visit(lab: Any, size: tuple[int, int]) -> None:
    from playwright.sync_api import expect

    page = lab(size=size)
    answer = page.get_by_role("region", name="Answer")
    roll = page.get_by_role("region", name="A roll")
    expect(page.get_by_text("Nothing is asked yet")).to_be_visible()
    for colour, n in (("green", 2), ("blue", 1)):
        for _ in range(n):
            page.get_by_role("button", name=f"one {colour} die more").click()
        expect(page.get_by_label(f"{colour} dice", exact=True)).to_have_text(str(n))
    for word in ("Water", "Water", "Earth"):
        page.get_by_role("button", name=f"add {word}").click()
    # Guess first: nothing of the answer is in the page.
    expect(answer.get_by_role("heading")).to_contain_text("with best play")
    whole = page.content()
    for part in ("53.6 %", "8 329", "15 552"):
        assert part not in whole
    page.get_by_label("Your guess, in percent", exact=True).fill("40")
    expect(page.get_by_label("as a slider")).to_have_value("40")
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(answer.locator(".rt-big")).to_contain_text("53.6 %")
    expect(answer).to_contain_text("8 329")
    expect(answer.locator(".rt-tag--good").first).to_have_text("exact")
    expect(answer).to_contain_text("You said 40.0 %, 13.6 points below it.")
    expect(answer.locator(".rt-bars li")).to_have_count(3)
    expect(page.get_by_role("region", name="Your guesses")).to_contain_text("Brier")
    # A roll: pick, then the ranking, then the next roll.
    roll.get_by_label("Seed").fill("class 7b")
    roll.get_by_role("button", name="Roll", exact=True).click()
    roll.get_by_role("button", name=re.compile("^Pick:")).first.click()
    expect(roll.locator(".rt-opt tr.best").first).to_contain_text("best")
    expect(roll).to_contain_text("your pick")
    roll.get_by_role("button", name=re.compile("^Do it:")).first.click()
    expect(roll).to_contain_text("Done so far")
    assert "seed=class+7b" in page.url
    assert width_of(page) <= size[0]
    # The tree: as a picture on a desk, as a list everywhere.
    page.get_by_role("button", name="Grow the tree").click()
    tree = page.get_by_role("region", name="Decision tree")
    expect(tree).to_contain_text("of at most 200 nodes")
    if size is DESK:
        expect(tree.locator("svg circle").nth(1)).to_be_visible()
        before = tree.locator("svg .node").count()
        tree.locator("svg .node[data-do=tree-open]").last.click()
        expect(tree.locator("svg .node")).not_to_have_count(before)
        tree.get_by_role("button", name="List").click()
    closed = tree.locator("button[aria-expanded=false]").first
    key = closed.get_attribute("data-key")
    closed.click()
    expect(tree.locator(f"[data-key='{key}']")).to_have_attribute("aria-expanded", "true")
    assert width_of(page) <= size[0]


def test_a_link_asks_the_same_question_again_after_a_reload(lab: Any) -> None:
    from playwright.sync_api import expect

    page = lab("#odds?pool=1g1y&need=june.EA&value=all&use=extra-fire")
    expect(page.get_by_role("group", name="Need: June")).to_be_visible()
    expect(page.get_by_role("group", name="Need: Avatar Earth")).to_be_visible()
    page.get_by_role("button", name="one red die more").click()
    expect(page.get_by_label("red dice", exact=True)).to_have_text("1")
    page.wait_for_url(re.compile("pool=1g1r1y"))
    page.reload()
    expect(page.get_by_label("red dice", exact=True)).to_have_text("1")
    expect(page.get_by_label("Extra Fire", exact=True)).to_be_checked()
    expect(page.get_by_label("What counts")).to_have_value("all")


@pytest.mark.wide
def test_the_copied_link_brings_back_the_roll_and_the_pick(lab: Any) -> None:
    from playwright.sync_api import expect

    page = lab(QUESTION)
    roll = page.get_by_role("region", name="A roll")
    roll.get_by_role("button", name="Set the faces").click()
    roll.locator("[data-key='face:0']").click()
    roll.get_by_role("button", name=re.compile("^Pick:")).first.click()
    expect(roll.locator(".rt-yourguess")).to_be_visible()
    dice = roll.locator(".rt-rolldice").inner_text()
    page.wait_for_url(re.compile("roll=.*&pick="))
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("[data-key='copy-link']")).not_to_have_text("Copy link")
    page.reload()
    expect(roll.locator(".rt-yourguess")).to_be_visible()
    assert roll.locator(".rt-rolldice").inner_text() == dice
    expect(roll.locator(".rt-tag--you")).to_have_text("your pick")


def test_what_the_browser_remembers_survives_a_reload(lab: Any) -> None:
    from playwright.sync_api import expect

    page = lab(QUESTION)
    page.get_by_label("Your guess, in percent", exact=True).fill("10")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-big")).to_contain_text("53.6 %")
    page.get_by_label("Guess first").uncheck()
    page.wait_for_function(
        "JSON.parse(localStorage.getItem('rising-tutor/progress/v1')).progress.odds_guess_first === false"
    )
    page.reload()
    # Without guessing first the answer comes at once, and the guess of before is still scored.
    expect(page.locator(".rt-big")).to_contain_text("53.6 %")
    expect(page.get_by_role("region", name="Your guesses")).to_contain_text("1 guess so far")


@pytest.mark.rule("FNR-402")
def test_a_wrong_link_says_so_one_die_too_many_has_its_rule_and_a_card_is_found_by_typing(lab: Any) -> None:
    from playwright.sync_api import expect

    page = lab("#odds?pool=9g&need=WWE")
    expect(page.locator(".rt-alert")).to_contain_text("0 to 5 green dice")
    expect(page.get_by_text("Nothing is asked yet")).to_be_visible()
    # What was refused is over with the next link that asks something.
    page.evaluate("location.hash = 'odds?pool=1g&need=W'")
    expect(page.get_by_role("group", name="Need: Water")).to_be_visible()
    expect(page.locator(".rt-alert").filter(has_text="asks nothing")).to_have_count(0)
    page.evaluate("location.hash = 'odds?unit=no-such-unit'")
    expect(page.locator(".rt-alert").filter(has_text="There is no unit").first).to_be_visible()
    page.evaluate("location.hash = 'odds?pool=1g&need=A'")
    expect(page.locator(".rt-alert").filter(has_text="There is no unit")).to_have_count(0)
    for _ in range(3):
        page.get_by_role("button", name="one yellow die more").click()
    expect(page.get_by_label("yellow dice", exact=True)).to_have_text("3")
    page.get_by_role("button", name="one yellow die more").press("Enter")
    pool = page.get_by_role("region", name="Pool")
    expect(pool.get_by_role("alert")).to_contain_text("The box holds 3 yellow dice")
    pool.get_by_role("alert").get_by_role("link", name="Rule FNR-402").click()
    expect(page.locator(".rt-reader")).to_contain_text("FNR-402")
    page.keyboard.press("Escape")
    page.get_by_text("Take a card", exact=True).click()
    page.get_by_label("Search the cards").press_sequentially("jun")
    row = page.locator(".rt-cardlist li")
    expect(row).to_have_count(1)
    expect(row.get_by_role("img", name="illustrative content")).to_be_visible()
    row.get_by_role("button").click()
    expect(page.get_by_role("group", name="Need: June")).to_contain_text("Villain")


def test_the_keyboard_alone_will_do(lab: Any) -> None:
    from playwright.sync_api import expect

    page = lab(QUESTION)
    page.get_by_label("Your guess, in percent", exact=True).focus()
    page.keyboard.type("55")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-big")).to_contain_text("53.6 %")
    page.get_by_role("button", name="Set the faces").focus()
    page.keyboard.press("Enter")
    dice = page.get_by_role("group", name="Dice of this roll").get_by_role("button")
    expect(dice).to_have_count(3)
    dice.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(dice.nth(1)).to_have_attribute("aria-label", "green die, double Earth")
    expect(dice.nth(1)).to_be_focused()
    show = page.get_by_role("button", name="Show without picking")
    show.focus()
    page.keyboard.press("Enter")
    do = page.get_by_role("button", name=re.compile("^Do it:")).first
    do.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Next roll")).to_be_focused()


@pytest.mark.wide
def test_a_long_count_tells_how_far_it_is_and_can_be_stopped(lab: Any) -> None:
    from playwright.sync_api import expect

    page = lab("#odds?pool=4g4b2r2y&need=june.AWWEEF")
    page.get_by_role("button", name="Show without guessing").click()
    expect(page.locator(".rt-oddswait [role=status]")).to_contain_text("% is done")
    page.get_by_role("button", name="Bounds meanwhile").press("Enter")
    answer = page.get_by_role("region", name="Answer")
    expect(answer.locator(".rt-tag--warn")).to_have_text("estimate", timeout=60_000)
    expect(answer).to_contain_text("proven bound")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Show without guessing")).to_be_visible()
    # The page is not held up by what was stopped.
    page.get_by_role("button", name="one green die less").click()
    expect(page.get_by_label("green dice", exact=True)).to_have_text("3")


@pytest.mark.wide
def test_nothing_scrolls_sideways_at_any_width_with_a_roll_ranked(lab: Any) -> None:
    page = lab("#odds?pool=2g1b&need=june.WWEEAF.katara&value=weights.3.2.1&use=extra-fire")
    page.get_by_role("button", name="Show without guessing").click()
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name=re.compile("^Pick:")).last.click()
    page.get_by_text("your pick", exact=True).wait_for()
    for width in (320, 390, 768, 1000, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert width_of(page) <= width
        assert small_controls(page) == []


@pytest.mark.wide
@pytest.mark.rule("FNR-406")
def test_a_rule_leads_to_the_units_that_teach_it_and_back(open_app: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_app("#rules?rule=FNR-406", ready=".rt-rulecard__title")
    page.get_by_role("link", name="Keep or discard").press("Enter")
    expect(page.get_by_role("heading", name="Keep or discard")).to_be_visible()
    assert "unit=keep-or-discard" in page.url
    page.go_back()
    expect(page.get_by_role("heading", name="After each roll: assign or discard")).to_be_visible()


def small_controls(page: Any) -> list[str]:
    """Controls in sight that are lower than a finger needs."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.rt-oddslab :is(button, select, summary, input:not([type=checkbox]))')]
        .filter((el) => el.getClientRects().length && el.getBoundingClientRect().height < 39.5)
        .map((el) => el.outerHTML.slice(0, 120))"""
    )
    return found


@pytest.mark.wide
def test_nothing_keeps_people_out_in_light_and_dark_at_both_widths(lab: Any) -> None:
    page = lab("#odds?pool=2g1b&need=june.WWE&use=extra-fire")

    def look(when: str) -> None:
        settle(page)
        for width, height in (DESK, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert grave(page) == [], f"{when} the guess, light, {width}"
            # The theme changes nothing but colours.
            page.evaluate("rtTheme.set('dark')")
            assert grave_colours(page) == [], f"{when} the guess, dark, {width}"
            page.evaluate("rtTheme.set('light')")
            assert small_controls(page) == []
            assert width_of(page) <= width

    look("before")
    page.get_by_label("Your guess, from 0 to 2", exact=True).fill("1")
    page.keyboard.press("Enter")
    page.locator(".rt-big").wait_for()
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Show without picking").click()
    page.get_by_role("button", name="Grow the tree").click()
    page.locator(".rt-oddstree").wait_for()
    page.get_by_text("Take a card", exact=True).click()
    look("after")
