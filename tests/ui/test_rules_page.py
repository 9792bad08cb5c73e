"""The page Rules in a browser: search, open, go on, by mouse and by keyboard, on a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import go, width_of

pytestmark = pytest.mark.browser

TITLE = ".rt-rulecard__title"


@pytest.fixture
def rules(open_app: Callable[..., Any]) -> Callable[..., Any]:
    def go(query: str = "") -> Any:
        page = open_app(f"{query}#rules" if not query.startswith("#") else query, ready=".rt-rules")
        page.locator(".rt-rules__list a").first.wait_for()
        return page

    return go


def test_a_word_is_searched_a_rule_is_opened_and_the_next_one_too(rules: Any) -> None:
    from playwright.sync_api import expect

    page = rules()
    expect(page.locator(".rt-rules__tools [role=status]")).to_have_text("227 rules")
    page.get_by_label("Search the rules").fill("june")
    expect(page.locator(".rt-rules__tools [role=status]")).to_have_text("2 of 227 rules")
    page.get_by_role("link", name="FNR-1009").click()
    expect(page.locator(TITLE)).to_have_text("June")
    page.get_by_role("button", name="next rule").click()
    expect(page.locator(".rt-rulecard__head .rt-cite")).to_have_text("FNR-1010")
    # The address leads back here, in this and in another browser.
    assert page.url.endswith("#rules?rule=FNR-1010")


def test_nothing_found_is_said_and_leads_back_to_all(rules: Any) -> None:
    from playwright.sync_api import expect

    page = rules()
    page.get_by_label("Search the rules").fill("<b>zebra</b>")
    expect(page.locator(".rt-rules__side .rt-empty")).to_contain_text('"<b>zebra</b>"')
    page.get_by_role("button", name="Show all rules").click()
    expect(page.locator(".rt-rules__tools [role=status]")).to_have_text("227 rules")


def test_an_address_opens_a_rule_with_its_gap_options_and_use(rules: Any) -> None:
    from playwright.sync_api import expect

    page = rules("#rules?rule=fnr-317")
    card = page.locator(".rt-rulecard")
    expect(card.locator(".rt-rulecard__head .rt-cite--gap")).to_have_text("FNR-317")
    expect(card.locator(".rt-rulecard__note")).to_contain_text("Order of several Villains")
    expect(card).to_contain_text("Villain order")
    expect(card.locator(".rt-rulecard__used summary")).to_have_text("Where it is used")
    # The styles of a notebook let the words of a list float; each must stand beside its meaning.
    placed = page.evaluate(
        """() => {
          const [words, word] = ["", " dt"].map((what) => document.querySelector(`.rt-rulecard__terms${what}`));
          return [getComputedStyle(words).display, getComputedStyle(word).float];
        }"""
    )
    assert placed == ["grid", "none"]


def test_the_list_goes_by_keyboard(rules: Any) -> None:
    from playwright.sync_api import expect

    page = rules()
    page.get_by_label("Search the rules").fill("attack")
    expect(page.locator(".rt-rules__tools [role=status]")).not_to_have_text("227 rules")
    page.get_by_label("Search the rules").press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.dataset.rule")
    page.keyboard.press("Enter")
    expect(page.locator(".rt-rulecard__head .rt-cite")).to_have_text(chosen)


def test_on_a_phone_list_and_rule_take_turns_without_sideways_scrolling(rules: Any) -> None:
    from playwright.sync_api import expect

    page = rules()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="FNR-102").click()
    expect(page.locator(TITLE)).to_be_visible()
    expect(page.locator(".rt-rules__list")).to_be_hidden()
    assert width_of(page) <= 390
    page.get_by_role("button", name="All rules").click()
    expect(page.locator(".rt-rules__list")).to_be_visible()
    assert width_of(page) <= 390
    # The address names the rule, so whoever comes back to it reads the rule.
    go(page, "#home", ".rt-hero")
    page.go_back()
    expect(page.locator(TITLE)).to_be_visible()


@pytest.mark.wide
def test_nothing_keeps_people_out_in_light_and_dark(rules: Any) -> None:
    page = rules("#rules?rule=FNR-415")
    page.locator(".rt-rulecard__used details").wait_for()
    assert grave(page) == []
    # The theme changes nothing but colours.
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []


def test_what_goes_wrong_is_told_where_one_is_on_the_page(rules: Any) -> None:
    from playwright.sync_api import expect

    page = rules()
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, "#rules?rule=XX-99", ".rt-alert")
    page.locator(".rt-rules__list a").last.scroll_into_view_if_needed()
    alert = page.locator(".rt-alert")
    expect(page.locator(".rt-head")).not_to_be_in_viewport()
    expect(alert).to_be_in_viewport(ratio=1)
    expect(alert).to_contain_text("There is no rule XX-99.")
    page.keyboard.press("Escape")
    expect(alert).to_have_count(0)
