"""The story of a turn in a browser: the enemy's turn seen and skipped, and the page at the end of a game.

The page moves here, as for somebody who has not asked for less motion; the value function is one for tests
(`tests.testkit.wandering`), so that a review takes a second.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.node import Decision
from rising_tutor.replay import verify
from rising_tutor.store.games import Store
from tests.testkit.axe import grave, grave_colours
from tests.testkit.settings import RISING
from tests.ui.browser import go, settle, tab_to, width_of
from tests.ui.conftest import ROOT, TOKEN, Running, running, write_notebook
from tests.ui.table import choose, moves

pytestmark = pytest.mark.browser

NOTEBOOK = f"""
import os
import sys
sys.path.insert(0, {str(ROOT)!r})
from rising_tutor.analysis.review import review_of
from rising_tutor.tutor.review import controller as review
from tests.testkit.wandering import Wandering

def quick(verified, progress):
    with open(os.environ["RISING_TUTOR_DATA"] + "/../asked", "a") as out:
        out.write("once\\n")
    return review_of(verified, valuation=Wandering(verified.game, 0.004), progress=progress)

review.review_work = quick
from rising_tutor.ui.frame import page
page.show()
"""
BEATING = ".rt-play.is-beating"
NOW = ".rt-beats li[data-landing]"
MARKS = "[data-unlanded], [data-yet], [data-landing]"
#: Lets beats pass twenty times as fast, and keeps which of them landed.
HURRY = """() => {
  const given = globalThis.setTimeout;
  globalThis.setTimeout = (call, ms, ...more) => given(call, ms / 20, ...more);
  globalThis.rtCalmly = () => { globalThis.setTimeout = given; };
  globalThis.rtLanded = [];
  const landed = ({ target }) => {
    if (target.hasAttribute("data-landing")) rtLanded.push(Number(target.dataset.beat));
  };
  for (const beat of document.querySelectorAll(".rt-beats li")) {
    new MutationObserver((all) => all.forEach(landed)).observe(beat, { attributeFilter: ["data-landing"] });
  }
}"""
PLAIN = """root => {
  const copy = document.querySelector(root).cloneNode(true);
  for (const el of copy.querySelectorAll("*")) {
    for (const name of [...el.attributes].map((one) => one.name)) {
      if (/^data-(beat|off|still|was|from)$|^tabindex$/.test(name)) el.removeAttribute(name);
    }
  }
  return copy.innerHTML;
}"""


@pytest.fixture
def home(open_app: Callable[..., Any]) -> Iterator[Any]:
    page = open_app(ready=".rt-hero")
    page.emulate_media(reduced_motion="no-preference")
    page.locator(".rt-hero").wait_for()
    yield page
    page.evaluate("globalThis.rtCalmly?.()")
    page.emulate_media(reduced_motion="reduce", color_scheme="light")


def start(page: Any, title: str = RISING[0]) -> Any:
    """A game that was just started, in its first choice."""
    go(page, f"#home?title={title}", ".rt-hero")
    page.locator("[data-key='start']").click()
    page.locator(".rt-ring").wait_for()
    settle(page)
    return page


def to_the_enemy(page: Any) -> None:
    """Answer until the enemy acts, which is held at its first beat."""
    for _ in range(20):
        choose(page, page.locator(".rt-targets .rt-btn").first)
        if page.locator(BEATING).count():
            page.locator("[data-key='beats-pause']").click()
            return
    raise AssertionError("the enemy did nothing")


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("title", RISING)
def test_the_turn_of_the_enemy_is_seen_step_by_step(home: Any, title: str) -> None:
    from playwright.sync_api import expect

    page = start(home, title)
    to_the_enemy(page)
    assert page.locator(NOW).count() == 1
    assert page.locator(NOW).locator(".rt-cite").count() == 1
    first, n = int(page.locator(NOW).get_attribute("data-beat")), page.locator(".rt-beats li").count()
    assert 1 <= first < n
    assert page.locator(".rt-beats [aria-live]").text_content() == page.locator(f"{NOW} .rt-beats__text").text_content()
    # Its dice or its card are on the table; what has not landed yet has its beat.
    assert page.locator(".rt-foedice li").count() >= 1
    to_come = page.locator(".rt-foedice li[data-unlanded]")
    assert all(to_come.evaluate_all("all => all.map((li) => Boolean(li.dataset.off))"))
    # What comes next can be done already: nothing waits for it, and it stands where it stands at the end.
    assert page.locator(".rt-tray button:not([aria-disabled]), .rt-targets .rt-btn").count()
    tray = page.locator(".rt-tray").bounding_box()
    page.evaluate(HURRY)
    page.locator("[data-key='beats-pause']").click()
    expect(page.locator(BEATING)).to_have_count(0)
    assert page.evaluate("rtLanded") == list(range(first + 1, n + 1))
    assert page.locator(MARKS).count() == 0
    assert page.locator(".rt-tray").bounding_box() == tray
    # At its end the table is as it is for somebody who does not watch it.
    played = page.evaluate(PLAIN, ".rt-main")
    page.locator("[data-key='beats-switch']").click()
    settle(page)
    assert page.locator("[data-beats]").count() == 0
    assert page.evaluate(PLAIN, ".rt-main") == played


def test_a_click_skips_it_and_does_what_it_does(home: Any) -> None:
    page = start(home)
    to_the_enemy(page)
    before = moves(page)
    page.locator("[data-key='beats-skip']").click()
    assert page.locator(BEATING).count() == 0
    assert page.evaluate("document.activeElement !== document.body"), "the focus goes on to the tray or the board"
    choose(page, page.locator("[data-key='undo'], [data-key='undo-log']").first)
    assert moves(page) < before
    to_the_enemy(page)
    roll = page.locator("[data-key='do:roll']")
    choose(page, roll if roll.count() else page.locator(".rt-targets .rt-btn").last)
    assert page.locator(MARKS).count() == 0 or page.locator(BEATING).count() == 1, "only a further turn is shown"
    assert moves(page) > before - 1


def test_a_key_skips_it_and_does_what_it_does(home: Any) -> None:
    from playwright.sync_api import expect

    page = start(home)
    to_the_enemy(page)
    page.locator("[data-key='beats-skip']").focus()
    page.keyboard.press("Escape")
    expect(page.locator(BEATING)).to_have_count(0)
    choose(page, page.locator("[data-key='undo'], [data-key='undo-log']").first)
    to_the_enemy(page)
    page.locator(".rt-main [data-item][tabindex='0']").first.focus()
    here = page.evaluate("document.activeElement.dataset.key")
    page.keyboard.press("ArrowRight")
    assert page.locator(BEATING).count() == 0
    assert page.evaluate("document.activeElement.dataset.key") != here


def test_who_wants_less_motion_sees_the_end_at_once_and_hears_it(home: Any) -> None:
    page = start(home)
    page.emulate_media(reduced_motion="reduce")
    for _ in range(20):
        choose(page, page.locator(".rt-targets .rt-btn").first)
        if page.locator("[data-beats]").count():
            break
    assert page.locator(BEATING).count() == 0
    assert page.locator(MARKS).count() == 0
    assert not page.locator(".rt-beats__bar").is_visible()
    said = page.locator(".rt-beats [aria-live]").text_content()
    for text in page.locator(".rt-beats__text").all_text_contents():
        assert text in said


def test_that_it_is_turned_off_is_remembered(home: Any) -> None:
    page = start(home)
    to_the_enemy(page)
    page.locator("[data-key='beats-off']").click()
    settle(page)
    assert page.locator("[data-beats]").count() == 0
    assert page.locator("[data-key='beats-switch']").get_attribute("aria-pressed") == "false"
    choose(page, page.locator("[data-key='undo'], [data-key='undo-log']").first)
    page.reload()
    page.locator(".rt-ring").wait_for(timeout=60_000)
    page.wait_for_function("typeof rtAnew === 'function'")
    settle(page)
    choose(page, page.locator(".rt-targets .rt-btn").first)
    assert page.locator("[data-beats]").count() == 0
    page.locator("[data-key='beats-switch']").click()
    settle(page)
    assert page.locator("[data-key='beats-switch']").get_attribute("aria-pressed") == "true"


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_half_way_through_it_nothing_keeps_anybody_out(home: Any, size: tuple[int, int]) -> None:
    page = start(home)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    to_the_enemy(page)
    box = page.locator(".rt-beats__bar").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert width_of(page) <= size[0]
    for key in ("beats-pause", "beats-skip", "beats-off"):
        control = page.locator(f"[data-key='{key}']").bounding_box()
        assert control is not None
        assert control["height"] >= 40
    assert grave(page) == []
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []
    page.evaluate("rtTheme.set('light')")


@pytest.mark.wide
def test_a_step_of_a_replay_shows_it_too_and_a_jump_does_not(home: Any) -> None:
    from playwright.sync_api import expect

    page = home
    go(page, "#replays?sample=won.replay&at=33", ".rt-bar input[type=range]")
    for _ in range(5):
        page.locator("[data-bar='next']").click()
        settle(page)
        if page.locator(".rt-replayopen .is-beating").count():
            break
    page.locator("[data-key='beats-pause']").click()
    assert page.locator(NOW).count() == 1
    page.locator("[data-key='beats-skip']").click()
    expect(page.locator(".rt-replayopen .is-beating")).to_have_count(0)
    page.locator(".rt-bar input[type=range]").fill("200")
    settle(page)
    assert page.locator("[data-beats]").count() == 0


# The end ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("end")
    with running(folder, notebook=write_notebook(folder, NOTEBOOK)) as one:
        yield one


def before_its_end(server: Running, name: str) -> str:
    """The key of a game that is kept, before the choice that ends it."""
    sample = verify(Path(ROOT) / "replays" / RISING[0] / name)
    replay = sample.replay
    assert replay is not None
    last = max(at for at, one in enumerate(sample.moves) if isinstance(sample.game.node(one.state), Decision))
    return Store(server.log.parent / "games").branch(replay.header, replay.lines[:last], "")


@pytest.mark.wide
@pytest.mark.parametrize(("name", "result"), [("won.replay", "won"), ("lost-by-a-team.replay", "lost")])
def test_the_end_is_a_page_that_fills_in_and_its_review_opens_at_the_turning_point(
    server: Running, new_page: Callable[[Running], Any], name: str, result: str
) -> None:
    from playwright.sync_api import expect

    key = before_its_end(server, name)
    page = new_page(server)
    page.goto(f"/?token={TOKEN}#play?game={key}", wait_until="commit")
    page.locator(".rt-ring").wait_for(timeout=60_000)
    end = page.locator(".rt-end")
    for _ in range(30):
        if end.count():
            break
        before = moves(page)
        stop = page.locator("[data-key='do:stop']:not([aria-disabled])")
        (stop if stop.count() else page.locator(".rt-targets .rt-btn").last).click()
        page.wait_for_function("n => Number(document.querySelector('.rt-main').dataset.at) !== n", arg=before)
    expect(end).to_be_visible()
    expect(end).to_have_class(re.compile(f"rt-end--{result}"))
    expect(end.locator("progress, .rt-end__found").first).to_be_visible()
    expect(end.locator(".rt-end__found")).to_be_visible(timeout=60_000)
    for title in ("Turning point", "Luckiest roll", "Unluckiest roll", "One thing to try"):
        expect(end).to_contain_text(title)
    expect(end.locator(".rt-end__why .rt-tag")).to_have_text("estimated")
    assert end.get_by_role("button", name="Same Teams again").is_visible()
    assert end.get_by_role("button", name="One step harder").is_visible()
    assert end.get_by_role("button", name="Save as file").is_visible()
    assert grave(page) == []
    for size in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert width_of(page) <= size[0]
    page.evaluate("rtTheme.set('dark')")
    assert grave_colours(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})

    asked = (server.log.parent / "asked").read_text()
    turning = end.locator("dt:has-text('Turning point') + dd [data-do='review-game']").get_attribute("data-arg")
    end.get_by_role("button", name="Review the game").click()
    expect(page.locator(".rt-winspanel.is-done")).to_be_visible(timeout=60_000)
    expect(page.locator(".rt-bar input[type=range]")).to_have_value(str(turning))
    assert (server.log.parent / "asked").read_text() == asked, "it is not worked out again"
    page.evaluate("location.hash = '#play'")
    expect(end).to_be_visible()
    end.get_by_role("button", name="Same Teams again").click()
    expect(end).to_have_count(0)
    expect(page.locator(".rt-play .rt-ring")).to_be_visible()


@pytest.mark.wide
def test_by_keyboard_one_gets_from_the_end_into_a_harder_game(
    server: Running, new_page: Callable[[Running], Any]
) -> None:
    sample = verify(Path(ROOT) / "replays" / RISING[0] / "lost-by-a-team.replay")
    assert sample.replay is not None
    key = Store(server.log.parent / "games").branch(sample.replay.header, sample.replay.lines, "")
    page = new_page(server)
    page.goto(f"/?token={TOKEN}#play?game={key}", wait_until="commit")
    page.locator(".rt-end").wait_for(timeout=60_000)
    tab_to(page, "[data-key='harder']")
    assert "Difficulty: medium" in page.locator("[data-key='harder']").inner_text()
    page.keyboard.press("Enter")
    page.locator(".rt-end").wait_for(state="detached")
    assert page.locator(".rt-ring").is_visible()


def test_whoever_wants_no_motion_sees_the_page_jump_where_others_see_it_scroll(open_app: Callable[..., Any]) -> None:
    page = open_app("#home", ".rt-hero")
    how = "getComputedStyle(document.getElementById('rendered_cells')).scrollBehavior"
    try:
        assert page.evaluate(how) == "auto"
        page.emulate_media(reduced_motion="no-preference")
        assert page.evaluate(how) == "smooth"
    finally:
        page.emulate_media(reduced_motion="reduce")
