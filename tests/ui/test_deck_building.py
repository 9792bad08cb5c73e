"""The page Decks in a browser: a deck put together by pointer and by keys, kept, played; on a phone too."""

from collections.abc import Callable
from typing import Any

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.construction import building_game
from rising_tutor.decks.deck_file import deck_game
from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import settle, tab_to, width_of

pytestmark = pytest.mark.browser

WITH_DECKS = [game_id for game_id in game_ids() if building_game(load_game(game_id)) is not None]


def first_deck(game_id: str) -> Any:
    found = deck_game(load_game(game_id))
    assert found is not None
    return found.decks()[0]


@pytest.mark.sweep(one_in=2)
@pytest.mark.parametrize("game_id", WITH_DECKS)
def test_from_a_copy_to_the_table(open_app: Callable[..., Any], game_id: str) -> None:
    from playwright.sync_api import expect

    page = open_app(f"#decks?title={game_id}", ready=".rt-deckshelf")
    assert grave(page) == []
    page.get_by_role("button", name=f"Begin with a copy of {first_deck(game_id).name}").click()
    verdict = page.get_by_role("region", name="May it be played?")
    expect(verdict).to_contain_text("may be played")
    # One copy too many is said at once, beside the card and under its rule; undo takes it back.
    row = page.locator(".rt-decktable tr[data-key]").filter(has_text=" at most").first
    step = row.get_by_role("button", name="Put in a")
    while row.locator(".rt-deckfault").count() == 0:
        step.click()
        settle(page)
    assert grave(page) == []
    problem = verdict.locator(".no").first
    rule = row.locator(".rt-cite").first.inner_text()
    expect(verdict.locator(".no .rt-cite", has_text=rule).first).to_be_visible()
    expect(problem).to_be_visible()
    verdict.locator(".no .rt-cite", has_text=rule).first.click()
    expect(page.locator(".rt-rule")).to_contain_text(rule)
    page.keyboard.press("Escape")
    while row.locator(".rt-deckfault").count():
        page.get_by_role("button", name="Undo").click()
        settle(page)
    expect(verdict).to_contain_text("may be played")
    page.get_by_label("Name", exact=True).fill("Evening deck")
    page.get_by_role("button", name="Save and play").click()
    expect(page.locator(".rt-deckrow select").first).to_contain_text("Evening deck")
    chosen = page.locator(".rt-deckrow select").first.evaluate("e => e.selectedOptions[0].textContent")
    assert chosen.startswith("Evening deck, ")
    page.get_by_role("button", name="Start: against a program").click()
    expect(page.locator(".rt-duel")).to_be_visible()
    # It is kept: listed on the page, offered on Home, and gone after it is deleted, until that is undone.
    page.evaluate("location.hash = '#decks'")
    page.get_by_role("button", name="Delete Evening deck").click()
    expect(page.locator(".rt-deckshelf")).to_contain_text("None yet")
    page.keyboard.press("Enter")  # the focus is on Undo
    expect(page.get_by_role("button", name="Change Evening deck")).to_be_visible()
    page.get_by_role("button", name="Delete Evening deck").click()


@pytest.mark.parametrize("game_id", WITH_DECKS)
def test_by_keys_alone(open_app: Callable[..., Any], game_id: str) -> None:
    page = open_app(f"#decks?title={game_id}&deck={first_deck(game_id).id}", ready=".rt-decktable")

    def focus() -> str:
        return str(page.evaluate("document.activeElement.dataset.key"))

    def copies() -> int:
        word = focus().partition(":")[2]
        row = page.locator(f'[data-key="line:{word}"] .rt-copies b')
        return int(row.inner_text().split()[0])

    tab_to(page, ".rt-decktable *")
    first = focus()
    page.keyboard.press("ArrowDown")
    second = focus()
    assert first != second
    assert focus().startswith("in:")
    before = copies()
    page.keyboard.press("ArrowLeft")
    assert focus().startswith("out:")
    page.keyboard.press("Enter")
    settle(page)
    if before > 1:
        assert (focus().startswith("out:"), copies()) == (True, before - 1)
    page.keyboard.press("u")
    settle(page)
    page.locator(f'[data-key="{second}"]').focus()
    assert copies() == before
    # A card is read, and Escape leads back to it.
    page.keyboard.press("ArrowRight")
    name = focus()
    assert name.startswith("read:")
    page.keyboard.press("Enter")
    settle(page)
    page.locator(".rt-deckreader .rt-cardreader").wait_for()
    page.keyboard.press("Escape")
    settle(page)
    page.wait_for_function("key => document.activeElement.dataset.key === key", arg=name)
    assert page.locator(".rt-deckreader").count() == 0


@pytest.mark.wide
@pytest.mark.parametrize("game_id", WITH_DECKS)
def test_on_a_phone_in_the_dark(open_app: Callable[..., Any], game_id: str) -> None:
    page = open_app(f"#decks?title={game_id}", ready=".rt-deckshelf")
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert width_of(page) <= 390
    assert grave_colours(page) == []
    page.locator("[data-do=empty]").click()
    page.locator(".rt-decktable").first.wait_for()
    page.get_by_role("button", name="Put in a").first.click()
    settle(page)
    assert width_of(page) <= 390
    assert grave_colours(page) == []
    assert grave(page) == []
    page.set_viewport_size({"width": 320, "height": 800})
    assert width_of(page) <= 320
    tops = [
        page.locator(one).first.bounding_box()["y"] for one in ("[data-key=verdict]", ".rt-deckfind", ".rt-decktable")
    ]
    assert tops == sorted(tops)
    step = page.get_by_role("button", name="Put in a").first.bounding_box()
    assert min(step["width"], step["height"]) >= 44


@pytest.mark.wide
def test_what_is_not_saved_is_there_after_a_reload(page: Any, open_app: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    open_app("#decks?title=avatar-tcg&deck=aang", ready=".rt-decktable")
    page.get_by_role("button", name="Put in a Pummel").click()
    expect(page.locator('[data-key="line:pummel"]')).to_contain_text("5 copies")
    settle(page)
    page.reload()
    expect(page.locator('[data-key="line:pummel"]')).to_contain_text("5 copies", timeout=60_000)


def test_a_file_is_opened_and_its_text_pasted(open_app: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_app("#decks?title=avatar-tcg", ready=".rt-deckshelf")
    text = 'id = "x"\nname = "From a file"\nchamber = "ame176"\n[cards]\npummel = 4\nnothing-like-it = 2\n'
    page.locator(".rt-deckpage input[type=file]").set_input_files(
        [{"name": "x.toml", "mimeType": "text/plain", "buffer": text.encode()}]
    )
    expect(page.locator("h1:visible")).to_contain_text("From a file")
    expect(page.locator(".rt-deckcards")).to_contain_text("There is no card 'nothing-like-it'")
    page.get_by_role("link", name="All decks").click()
    area = page.get_by_label("Text of a deck file")
    area.fill("id = ")
    page.get_by_role("button", name="Take this text").click()
    expect(page.get_by_role("alert").filter(has_text="cannot be read")).to_contain_text("line 1, column 6")
    assert area.input_value() == "id = "
    area.fill(text.replace("From a file", "From a text") + "".join(f"more-{n} = 1\n" for n in range(300)))
    page.get_by_role("button", name="Take this text").click()
    expect(page.locator("h1:visible")).to_contain_text("From a text")
