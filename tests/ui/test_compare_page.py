"""The page Compare in a browser: choose, search, read a rule, by mouse and by keyboard, on a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import go, settle, tab_to, width_of

pytestmark = pytest.mark.browser

STATUS = ".rt-comparestatus"
ROW = ".rt-compare tbody tr"
PAIR = "#compare?from=fire-nation-rising&to=dark-side-rising"


@pytest.fixture
def compare(open_app: Callable[..., Any]) -> Callable[..., Any]:
    def show(address: str = "#compare") -> Any:
        page = open_app(address, ready=".rt-compare, .rt-comparepage .rt-empty")
        settle(page)
        return page

    return show


def test_two_games_are_chosen_and_what_goes_wrong_first_leads_to_its_row_and_its_rule(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare()
    expect(page.locator(".rt-compare").first.locator("thead th")).to_have_count(4)
    page.get_by_label("I want to learn").select_option("dark-side-rising")
    expect(page.locator(".rt-compare").first.locator("thead th")).to_have_count(3)
    settle(page)
    # The address leads back here, in this and in another browser.
    assert page.url.endswith(PAIR)
    first = page.locator(".rt-comparewrong li").first
    expect(first).to_contain_text("second full set on one Imperial")
    first.get_by_role("button").click()
    focused = page.locator(":focus")
    expect(focused).to_have_text("Damage by dice on one enemy in one turn")
    expect(focused).to_be_in_viewport()
    page.get_by_role("link", name="Rule DSR-605").first.click()
    expect(page.locator(".rt-reader h2")).to_have_text("One damage per Imperial per turn")
    # The comparison is still there beside the rule, and the rule closes.
    expect(focused.or_(page.locator(ROW)).first).to_be_visible()
    page.get_by_role("button", name="Close the rule").click()
    expect(page.locator(".rt-reader")).to_have_count(0)


def test_search_topic_and_the_empty_page_lead_back_to_all(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare(PAIR)
    page.get_by_label("Search").fill("locked")
    expect(page.locator(".rt-comparepage .rt-empty")).to_contain_text("No difference fits")
    page.get_by_role("button", name="Show 1 row that is the same").click()
    expect(page.locator(ROW)).to_have_count(1)
    page.get_by_label("Search").fill("<b>zebra</b>")
    expect(page.locator(".rt-comparepage .rt-empty")).to_contain_text('"<b>zebra</b>"')
    page.get_by_role("button", name="Show all rows").click()
    expect(page.locator(STATUS)).to_contain_text("114 rows shown")
    page.get_by_label("Topic").select_option("tokens")
    expect(page.locator(".rt-comparetopic h2")).to_have_text(["Tokens"])


def test_rules_and_home_lead_here_and_the_page_leads_back(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare()
    page.get_by_role("link", name="All rules").click()
    page.locator(".rt-rules__list a").first.wait_for()
    go(page, "#rules?rule=DSR-605", ".rt-rulecard:visible")
    page.locator("[data-key='to-compare'][data-arg*='dark-side']").click()
    settle(page)
    expect(page.locator(".rt-comparewrong h3")).to_have_text(["In Dark Side Rising"])
    go(page, "#home", ".rt-games")
    page.locator(".rt-games").get_by_role("button", name="Compare the games").click()
    expect(page.locator(".rt-comparewrong h3")).to_have_text(["In Dark Side Rising"])
    page.go_back()
    expect(page.locator(".rt-hero")).to_be_visible()
    page.go_forward()
    expect(page.locator(".rt-comparewrong h3")).to_be_visible()
    # As fast as a person can: no page between is waited for.
    for _ in range(3):
        page.evaluate("history.back()")
    expect(page.locator(".rt-rulecard__head .rt-cite").locator("visible=true")).to_have_text("DSR-605")


def test_an_address_of_a_game_that_is_not_there_says_so(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare("#compare?from=chess")
    expect(page.get_by_role("alert")).to_contain_text("There is no game chess to compare.")
    expect(page.locator(ROW).first).to_be_visible()


def test_by_keyboard_alone(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare(PAIR)
    tab_to(page, "[data-key='show:all']")
    page.keyboard.press("Enter")
    expect(page.locator(STATUS)).to_contain_text("114 rows shown")
    tab_to(page, "[data-key='words'] summary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="Words")).to_be_visible()
    tab_to(page, ".rt-compare .rt-cite")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-reader h2")).to_be_focused()


def test_on_a_phone_the_columns_are_cards_without_sideways_scrolling(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare("#compare")
    page.set_viewport_size({"width": 390, "height": 844})
    cells = page.locator(ROW).first.locator("td")
    expect(cells).to_have_count(3)
    expect(cells.first.locator(".rt-compare__game")).to_be_visible()
    boxes = [cells.nth(at).bounding_box() for at in range(3)]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1
    assert boxes[1]["y"] + boxes[1]["height"] <= boxes[2]["y"] + 1
    assert {round(box["x"]) for box in boxes} == {round(boxes[0]["x"])}
    page.locator("[data-key='words'] summary").click()
    assert width_of(page) <= 390
    # Fields and rows take the width there is.
    assert page.get_by_label("I know").bounding_box()["width"] > 160
    # It is still a table for those who listen.
    expect(page.get_by_role("table", name="Setup").get_by_role("row").nth(1).get_by_role("cell")).to_have_count(3)
    assert grave(page) == []
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []


def test_nothing_keeps_people_out_in_light_and_dark(compare: Any) -> None:
    page = compare(f"{PAIR}&show=all")
    page.locator("[data-key='words'] summary").click()
    assert grave(page) == []
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []
