"""The review on the page Replays in a browser: progress and stop, the graph, jumps, the address, exercises.

The value function is one for tests (`tests.testkit.wandering`), so that a review takes a moment; half a minute while
there is a file `SLOW`, so that it can be stopped on a machine of any speed.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.testkit.axe import grave, grave_colours
from tests.ui.conftest import ROOT, TOKEN, Running, running, write_notebook

pytestmark = pytest.mark.browser

POSITION = ".rt-bar__pos"
SLOW = "slowly"
NOTEBOOK = f"""
import pathlib, sys
SLOW = "the file"
sys.path.insert(0, {str(ROOT)!r})
from rising_tutor.analysis.review import review_of
from rising_tutor.tutor.review import controller as review
from tests.testkit.wandering import Wandering

review.review_work = lambda verified, progress: review_of(
    verified, valuation=Wandering(verified.game, 0.15 * pathlib.Path(SLOW).exists()), progress=progress
)
from rising_tutor.ui.frame import page
page.show()
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("review")
    with running(folder, notebook=write_notebook(folder, NOTEBOOK.replace("the file", str(folder / SLOW)))) as one:
        yield one


@pytest.fixture
def opened(server: Running, new_page: Callable[[Running], Any]) -> Callable[..., Any]:
    def go(address: str) -> Any:
        page = new_page(server)
        page.goto(f"/?token={TOKEN}{address}", wait_until="commit")
        page.locator(".rt-replayhead:visible, .rt-picker button:visible").first.wait_for(timeout=60_000)
        return page

    return go


def at_of(page: Any) -> int:
    return int(page.locator(".rt-bar input[type=range]").input_value())


def moved_from(page: Any, before: int) -> int:
    page.wait_for_function(
        "before => Number(document.querySelector('.rt-bar input[type=range]').value) !== before", arg=before
    )
    return at_of(page)


def dashed(page: Any) -> str:
    """Where the dashed line of the graph stands, as an expression of the page."""
    return "document.querySelector('.rt-winspanel .js-plotly-plot').layout.shapes[0].x0"


def no_wider_than(page: Any, width: int) -> bool:
    return bool(page.evaluate("document.querySelector('#rendered_cells').scrollWidth") <= width)


def test_an_uploaded_game_is_reviewed_and_gone_through(opened: Callable[..., Any], server: Running) -> None:
    from playwright.sync_api import expect

    slow = server.log.with_name(SLOW)
    slow.touch()
    page = opened("#replays")
    with page.expect_file_chooser() as chooser:
        page.locator(".rt-picker button").click()
    chooser.value.set_files(Path(ROOT) / "replays" / "fire-nation-rising" / "lost-by-a-team.replay")

    # Progress, and a stop that keeps nothing.
    page.get_by_role("button", name="Review this game").click()
    offer = page.locator(".rt-reviewoffer [role=status]")
    expect(offer).to_contain_text(re.compile(r"Line [1-9]\d* of 191, turn \d"))
    page.locator("[data-do=review-stop]").click()
    expect(offer).to_contain_text("Stopped. Nothing was kept.")
    slow.unlink()
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".rt-ledgerpanel")).to_contain_text("Result: lost", timeout=60_000)
    expect(page.locator(".rt-ledgerpanel")).to_contain_text("remainder 0")
    expect(page.locator(".rt-reviewoffer")).to_have_count(0)

    # A click into the graph, a row of its table, by turn and back.
    page.locator(".rt-winspanel .rt-plot[data-ready]").wait_for(timeout=60_000)
    page.locator(".rt-winspanel").evaluate("panel => panel.scrollIntoView({ block: 'center' })")
    area = page.locator(".rt-winspanel .nsewdrag").first
    hovered = page.locator(".rt-winspanel .hoverlayer > *").first
    # A click counts where Plotly has found a point under the mouse, which it does in its own time.
    for aside in range(60):
        box = area.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2 + aside % 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(100)
        if hovered.count():
            break
    page.mouse.down()
    page.mouse.up()
    clicked = moved_from(page, 0)
    assert 80 <= clicked <= 111
    page.wait_for_function(f"{dashed(page)} === {clicked}")
    panel = page.locator(".rt-winspanel")
    panel.get_by_role("button", name="As a table").click()
    row = panel.locator(".rt-plot__table [aria-current=step]")
    expect(row).to_have_attribute("data-place", str(clicked))
    panel.locator('[data-place="40"]').focus()
    page.keyboard.press("Enter")
    assert moved_from(page, clicked) == 40
    panel.get_by_role("button", name="As a plot").click()
    panel.get_by_role("button", name="Turn", exact=True).click()
    page.wait_for_function(f"{dashed(page)} < 18")

    # Jumps: the button, the key, its way back, the list.
    page.get_by_role("button", name="to the start").click()
    page.get_by_role("button", name="Next mistake").click()
    first = moved_from(page, 0)
    # A mistake is shown before its choice, with what was played and what was best.
    choice = page.locator(".rt-choicehere")
    expect(choice.locator(".rt-q")).to_be_visible()
    expect(choice.locator("table").first).to_contain_text("played")
    expect(choice.locator("table").first).to_contain_text("best")
    expect(page.locator(f'[data-key="moment:{first + 1}"]')).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Go on as played").click()
    assert moved_from(page, first) == first + 1
    page.wait_for_function("document.activeElement.dataset.key === 'line-head'")
    page.keyboard.press("Shift+M")
    assert moved_from(page, first + 1) == first
    page.keyboard.press("m")
    second = moved_from(page, first)
    assert second > first
    page.keyboard.press("Shift+M")
    assert moved_from(page, second) == first
    page.get_by_role("button", name="Next stroke of luck").click()
    luck = moved_from(page, first)
    expect(page.locator(".rt-linenumbers")).to_contain_text("Luck")
    page.locator(".rt-moments summary", has_text="Find in the game").click()
    page.get_by_label("Rule", exact=True).fill("FNR-307")
    found = page.locator(".rt-moments [role=status]")
    expect(found).to_contain_text("17 lines found.")
    page.get_by_role("button", name="Next line in the list").click()
    moved_from(page, luck)
    expect(page.locator(".rt-events > ul .rt-cite", has_text="FNR-307")).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("button", name="Download the report").click()
    assert download.value.suggested_filename == "lost-by-a-team-report.html"
    assert "Why it was lost" in Path(download.value.path()).read_text(encoding="utf-8")

    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for theme, found in (("light", grave), ("dark", grave_colours)):
            page.evaluate(f"rtTheme.set('{theme}')")
            page.wait_for_timeout(300)
            assert found(page) == [], (width, theme)
        assert no_wider_than(page, width)


@pytest.mark.wide
def test_an_address_opens_the_same_state_again_and_marked_choices_become_exercises(opened: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = opened("#replays?sample=lost-by-a-team.replay&at=33&view=review.notes&by=turn&chart=dice&chartby=turn")
    for again in (False, True):
        if again:
            page.reload(wait_until="commit")
        expect(page.locator(".rt-ledgerpanel")).to_be_visible(timeout=60_000)
        assert at_of(page) == (34 if again else 33)
        expect(page.locator(".rt-winspanel [aria-pressed=true]")).to_have_text("Turn")
        expect(page.locator(".rt-statepanel h2")).to_have_text("Dice of the active Team")
        expect(page.locator(".rt-statepanel [data-arg=turn]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator('[data-key="fold:notes"]')).to_have_attribute("aria-expanded", "true")
        expect(page.locator('[data-key="fold:tree"]')).to_have_attribute("aria-expanded", "false")
        if not again:
            page.locator(".rt-bar").get_by_role("button", name="Die", exact=True).click()
            page.locator('.rt-turnrows [data-arg="34"]').evaluate("row => row.click()")
            page.wait_for_function("location.hash.includes('at=34')")
            assert "view=review.notes" in page.evaluate("location.hash")
    panel = page.locator(".rt-replaymistakes")
    status = panel.locator("[role=status]")
    panel.get_by_label("My choices are those of").select_option("0")
    panel.get_by_role("button", name="Make exercises from my choices").press("Enter")
    expect(status).to_contain_text("lost 2 points of the chance to win or more")
    expect(status).to_contain_text("new exercise")
    panel.get_by_role("button", name="Make exercises from my choices").click()
    expect(status).to_contain_text("They are in your list already")
    expect(status.get_by_role("button", name="Practise them")).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^Practise these \d+")).click()
    page.wait_for_url("**#learn?face=review")
    again_buttons = page.get_by_role("button", name="Try again")
    expect(again_buttons.first).to_be_visible(timeout=60_000)
    again_buttons.first.click()
    page.wait_for_url("**#learn?mistake=*")
    expect(page.get_by_role("heading", name="The same position once more")).to_be_visible()
    # The review is kept while the page is another one.
    page.get_by_role("link", name="Replays").click()
    expect(page.locator(".rt-ledgerpanel")).to_be_visible()
