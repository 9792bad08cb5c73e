"""The page Odds of a card game in a browser: a question about draws, guessed, answered, refused; on a phone too."""

from collections.abc import Callable
from typing import Any

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.facts import facts_game
from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import width_of

pytestmark = pytest.mark.browser

WITH_CARDS = [game_id for game_id in game_ids() if facts_game(load_game(game_id)) is not None]


@pytest.mark.parametrize("game_id", WITH_CARDS)
def test_a_whole_visit(open_app: Callable[..., Any], game_id: str) -> None:
    from playwright.sync_api import expect

    page = open_app(f"#odds?title={game_id}", ready=".rt-drawsform")
    page.get_by_role("button", name="Show me an example").click()
    answer = page.get_by_role("region", name="Answer")
    # Guess first: nothing of the answer is in the page.
    expect(answer).to_be_visible()
    assert answer.locator(".rt-big").count() == 0
    page.get_by_label("Your guess, in percent", exact=True).fill("40")
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(answer.locator(".rt-big")).to_contain_text("%")
    expect(answer).to_contain_text("You said 40.0 %")
    expect(answer.locator(".rt-bars .best")).to_contain_text("as it is")
    assert "want=" in page.url
    # Typed by keyboard, refused beside the form, the answer before it stays.
    want = page.get_by_label("What is wanted")
    want.fill("1 thing that is not there in 3")
    want.press("Enter")
    form = page.get_by_role("form", name="The question")
    expect(form.get_by_role("alert")).to_contain_text("expected a card, a type or a trait")
    want.fill("1 card in 1")
    want.press("Enter")
    expect(answer.get_by_role("heading").first).to_contain_text("among the first 1 card")
    page.get_by_role("button", name="Show without guessing").click()
    expect(answer.locator(".rt-big")).to_contain_text("100 %")
    assert grave(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert width_of(page) <= 390
    assert grave_colours(page) == []
