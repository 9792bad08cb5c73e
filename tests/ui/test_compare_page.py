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
CARDS = "#compare?from=avatar-tcg&to=rise-tcg"


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


def test_the_card_games_are_a_press_away_and_the_address_leads_back_to_them(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare()
    page.get_by_role("button", name="The card games").click()
    expect(page.locator(".rt-compare").first.locator("thead th")).to_have_text(["Question", "Avatar TCG", "Rise TCG"])
    expect(page.get_by_role("button", name="The card games")).to_have_attribute("aria-pressed", "true")
    settle(page)
    assert page.url.endswith(CARDS)
    # There is no third game, so nothing to show beside the two.
    expect(page.get_by_label("I want to learn").locator("option")).to_have_text(["Avatar TCG", "Rise TCG"])
    page.get_by_label("I know").select_option("rise-tcg")
    expect(page.locator(".rt-comparewrong h3")).to_have_text(["In Avatar: The Last Airbender Trading Card Game"])
    page.locator(".rt-comparewrong li").first.get_by_role("button").click()
    focused = page.locator(":focus")
    expect(focused).to_have_text("How a turn ends")
    expect(focused).to_be_in_viewport()
    page.get_by_role("link", name="Rule QS-524").first.click()
    expect(page.locator(".rt-reader h2")).to_have_text("Where the turn can end")
    page.get_by_role("button", name="Close the rule").click()
    page.reload()
    page.locator(".rt-compare").first.wait_for()
    expect(page.locator(".rt-compare").first.locator("thead th")).to_have_text(["Question", "Rise TCG", "Avatar TCG"])
    page.get_by_role("button", name="The Rising games").click()
    expect(page.locator(".rt-compare").first.locator("thead th")).to_have_count(4)


def test_the_rules_of_a_card_game_lead_to_it_beside_the_other(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare()
    go(page, "#rules?rule=RISE-601", ".rt-rulecard:visible")
    page.locator("[data-key='to-compare'][data-arg*='rise-tcg']").click()
    expect(page.locator(".rt-comparewrong h3")).to_have_text(["In Rise TCG"])


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
    expect(page.locator(".rt-comparewrong h3")).to_have_text(["In Star Wars: Dark Side Rising"])
    go(page, "#home", ".rt-games")
    page.locator(".rt-games").get_by_role("button", name="Compare the games").click()
    expect(page.locator(".rt-comparewrong h3")).to_have_text(["In Star Wars: Dark Side Rising"])
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


def test_an_address_of_two_games_that_share_no_comparison_says_so(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare("#compare?from=rise-tcg&to=fire-nation-rising")
    said = "Rise TCG and Fire Nation Rising are not compared with each other."
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.locator(".rt-compare").first.locator("thead th")).to_have_text(["Question", "Rise TCG", "Avatar TCG"])


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


def test_a_family_is_chosen_by_keyboard_and_another_one_after_it(compare: Any) -> None:
    from playwright.sync_api import expect

    page = compare()
    tab_to(page, "[data-key='family:cards']")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-compare").first.locator("thead th").last).to_have_text("Rise TCG")
    expect(page.locator("[data-key='family:cards']")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-compare").first.locator("thead th").last).to_have_text("Dark Side")


@pytest.mark.wide
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


def test_on_a_phone_the_card_games_have_room_too(compare: Any) -> None:
    page = compare(f"{CARDS}&show=all")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-key='words'] summary").click()
    assert width_of(page) <= 390
    boxes = [page.locator(f"[data-key='family:{family}']").bounding_box() for family in ("rising", "cards")]
    # The two families stand in one line.
    assert boxes[0]["y"] == boxes[1]["y"]
    # A name is one line above its answer.
    assert page.locator(".rt-compare__game").first.bounding_box()["height"] < 24
    assert grave(page) == []
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []


@pytest.mark.wide
@pytest.mark.parametrize("address", [PAIR, CARDS])
def test_nothing_keeps_people_out_in_light_and_dark(compare: Any, address: str) -> None:
    page = compare(f"{address}&show=all")
    page.locator("[data-key='words'] summary").click()
    assert grave(page) == []
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []
