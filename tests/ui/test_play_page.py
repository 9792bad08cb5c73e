"""Home and Play in a browser: by mouse, by keyboard, on a phone, over a reload and a killed kernel."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.ui.frame.guard import FAILED
from tests.testkit.axe import grave, grave_colours
from tests.testkit.settings import RISING
from tests.ui.browser import go, go_on, kernel_of, settle, tab_to, width_of
from tests.ui.conftest import Faults, Running, running, write_notebook
from tests.ui.table import choose, moves, roll

pytestmark = pytest.mark.browser

BROKEN = """
from rising_tutor.ui.frame import page
from rising_tutor.errors import CannotStore
from rising_tutor.replay import Recorder
from rising_tutor.tutor.table.controller import TableController

def broken(self, arg):
    raise RuntimeError("on purpose")

def full(self, line):
    raise CannotStore(self.path.name, "No space left on device")

TableController._help = broken
append = Recorder.append
Recorder.append = lambda self, line: full(self, line) if len(self) > 12 else append(self, line)
page.show()
"""


@pytest.fixture
def home(open_app: Callable[..., Any]) -> Any:
    page = open_app(ready=".rt-hero")
    page.locator(".rt-hero").wait_for()
    return page


@pytest.fixture
def play(home: Any) -> Any:
    """A game that was just started."""
    home.get_by_role("button", name="Start: Aang and Toph").click()
    home.locator(".rt-ring").wait_for()
    return home


def turn(page: Any) -> str:
    return str(page.locator(".rt-rail small").inner_text()).split("turn ")[-1]


def test_a_whole_turn_by_clicks(play: Any) -> None:
    from playwright.sync_api import expect

    assert turn(play) == "1"
    roll(play)
    play.locator(".rt-tray__roll .rt-die").first.click()
    expect(play.locator(".rt-tray__roll .rt-die").first).to_have_attribute("aria-pressed", "true")
    fitting = play.locator(".rt-card.is-legal")
    settle(play)
    choose(play, fitting.first if fitting.count() else play.locator("[data-key='do:discard']"))
    for _ in range(60):
        if turn(play) != "1":
            break
        stop = play.locator("[data-key='do:stop']:not([aria-disabled])")
        choose(play, stop if stop.count() else play.locator(".rt-targets .rt-btn").last)
    assert turn(play) == "2"
    expect(play.locator(".rt-events .rt-before summary").first).to_contain_text("Turn 1")
    expect(play.locator(".rt-events .rt-cite").first).to_be_attached()
    expect(play.locator(".rt-main .rt-note")).to_contain_text("It is not the content of the published game")


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.closest('[data-view]') ? document.activeElement.outerHTML : ''"))


def press(page: Any, key: str) -> None:
    page.keyboard.press(key)
    settle(page)


def test_from_home_a_game_of_every_title_is_started_one_after_the_other(home: Any) -> None:
    for title in (*RISING, RISING[0]):
        go(home, "#home", ".rt-hero")
        home.locator(f"[data-key='title:{title}']").click()
        home.locator("[data-key='start']:visible").click()
        home.locator(".rt-ring").wait_for()
        assert not home.locator(".rt-alert").count(), home.locator(".rt-alert").inner_text()
        cited = {rule.partition("-")[0] for rule in home.locator(".rt-play .rt-cite:visible").all_inner_texts()}
        assert cited == {catalogues.load(title).rules[0].id.partition("-")[0]}


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("title", RISING)
def test_a_whole_turn_by_keyboard_alone(home: Any, title: str) -> None:
    go(home, f"#home?title={title}", ".rt-hero")
    tab_to(home, "[data-key='start']")
    home.keyboard.press("Enter")
    home.locator(".rt-ring").wait_for()
    tab_to(home, ".rt-targets [data-item]")
    home.keyboard.press("ArrowDown")
    press(home, "Enter")
    for _ in range(80):
        # In the setup no turn is named yet.
        if home.locator(".rt-rail small").count() and turn(home) == "2":
            break
        assert focused(home), "the focus was lost"
        if home.locator(".rt-question").count():
            tab_to(home, ".rt-targets [data-item]")
            press(home, "End")
            press(home, "Enter")
        elif home.locator("[data-key='do:roll'].rt-btn--main").count():
            tab_to(home, "[data-key='do:roll']")
            press(home, "r")
            tab_to(home, ".rt-tray__roll [data-item]")
        elif (
            home.locator("[data-key='do:roll'][aria-disabled]").count()
            and home.locator(".rt-tray__roll button").count()
        ):
            press(home, "1")
            press(home, "f")
            if home.evaluate("document.activeElement.hasAttribute('data-fits')"):
                press(home, "Enter")
            else:
                press(home, "d")
        else:
            press(home, "s")
    assert turn(home) == "2"


def test_arrows_walk_the_board_and_help_is_a_key(play: Any) -> None:
    from playwright.sync_api import expect

    play.locator(".rt-loc--3 [role=gridcell]").first.focus()
    first = play.evaluate("document.activeElement.dataset.key")
    play.keyboard.press("ArrowRight")
    second = play.evaluate("document.activeElement.dataset.key")
    assert second.startswith("card:")
    assert second != first
    play.keyboard.press("ArrowUp")
    assert play.evaluate("document.activeElement.closest('.rt-loc--1') !== null")
    assert play.locator(".rt-main [data-item][tabindex='0']").count() == 1
    play.keyboard.press("h")
    expect(play.locator(".rt-coach .rt-seg [aria-pressed=true]")).to_have_text("Goal")
    play.keyboard.press("?")
    expect(play.locator(".rt-keys")).to_be_visible()


def test_what_does_not_fit_is_answered_with_rule_and_nearest(play: Any) -> None:
    from playwright.sync_api import expect

    roll(play)
    play.locator(".rt-tray__roll .rt-die").first.click()
    before = moves(play)
    play.locator(".rt-loc:not(.is-here) .rt-card[data-do]").first.click()
    refusal = play.locator("[role=alert] .rt-refuse")
    expect(refusal).to_be_visible()
    expect(refusal.locator(".rt-cite")).to_contain_text("FNR-")
    expect(refusal.locator("dl")).to_contain_text("the die shows")
    assert moves(play) == before
    refusal.locator(".rt-cite").click()
    expect(play.locator(".rt-reader h2")).to_be_focused()
    play.keyboard.press("Escape")
    expect(play.locator(".rt-reader")).to_have_count(0)
    nearest = refusal.get_by_role("button", name="Nearest")
    if nearest.count():
        choose(play, nearest)
        expect(refusal).to_have_count(0)


def visible_box(page: Any, selector: str) -> dict[str, float]:
    """Where an element lies, all of it in the window."""
    page.wait_for_function(
        """s => { const box = document.querySelector(s)?.getBoundingClientRect();
        return box && box.top >= 0 && box.bottom <= innerHeight + 1; }""",
        arg=selector,
    )
    box: dict[str, float] = page.locator(selector).bounding_box()
    return box


def apart(a: dict[str, float], b: dict[str, float]) -> bool:
    across = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return across or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


@pytest.mark.wide
@pytest.mark.parametrize("width", [1280, 1100])
def test_the_reader_leaves_the_refusal_in_sight(play: Any, width: int) -> None:
    play.set_viewport_size({"width": width, "height": 800})
    roll(play)
    play.locator(".rt-tray__roll .rt-die").first.click()
    play.locator(".rt-loc:not(.is-here) .rt-card[data-do]").first.click()
    play.locator(".rt-refuse .rt-cite").click()
    reader = visible_box(play, ".rt-reader")
    refusal = visible_box(play, ".rt-play .rt-refuse")
    assert apart(reader, refusal)
    assert play.locator(".rt-reader h2").evaluate("e => e === document.activeElement")


def test_what_is_fixed_stays_while_the_page_scrolls(play: Any) -> None:
    play.set_viewport_size({"width": 390, "height": 844})
    play.locator(".rt-coach .rt-cite, .rt-question .rt-cite").first.click()
    play.locator(".rt-reader").wait_for()
    before = visible_box(play, ".rt-reader")
    scrolled = "document.getElementById('rendered_cells').scrollTop"
    at = play.evaluate(scrolled)
    play.mouse.move(200, 200)
    play.mouse.wheel(0, 500)
    play.wait_for_function(f"at => {scrolled} > at + 300", arg=at)
    assert play.locator(".rt-reader").bounding_box() == before


@pytest.mark.wide
@pytest.mark.parametrize("width", [1280, 1000])
def test_the_figure_hides_no_word(play: Any, width: int) -> None:
    # Cards in reach are shown whole, so their feet come nearest to it.
    choose(play, play.locator(".rt-targets .rt-btn").first)
    play.locator(".rt-loc--1.is-here").wait_for()
    play.set_viewport_size({"width": width, "height": 800})
    tags = ".rt-loc--1 .rt-loc__tags"
    play.evaluate(
        "s => { document.querySelector(s).innerHTML = '<span class=\"rt-tag rt-tag--faced\">Ozai faces here</span>'"
        " + '<span class=\"rt-tag rt-tag--you\">your Team</span>'; }",
        tags,
    )

    def hidden() -> list[str]:
        figure = play.locator(".rt-hub svg").first.bounding_box()
        cards = [card.bounding_box() for card in play.locator(".rt-loc .rt-card").all()]
        words = [(tag.inner_text(), tag.bounding_box()) for tag in play.locator(f"{tags} .rt-tag").all()]
        shown = play.locator(".rt-loc--1 .rt-card__foot > *:visible").all()
        feet = [(foot.text_content(), foot.bounding_box()) for foot in shown]
        return [
            *(word for word, box in words if not all(apart(box, other) for other in (figure, *cards))),
            *(foot for foot, box in feet if not apart(box, figure)),
        ]

    # The page takes its new width in steps: cards move and the figure turns for a third of a second.
    for _ in range(30):
        if not hidden():
            return
        play.wait_for_timeout(100)
    assert hidden() == []


def test_a_preset_shows_what_it_sets(home: Any) -> None:
    from playwright.sync_api import expect

    home.get_by_role("button", name="More choices").click()
    home.locator("[name=difficulty]").select_option("medium")
    home.locator("[name=difficulty]").select_option("easy")
    home.locator("[name=preset]").select_option("harder")
    for name, value in (("villains", "13"), ("hero_loss_limit", "9"), ("battle_damage", "3"), ("difficulty", "hard")):
        expect(home.locator(f"[name={name}]")).to_have_value(value)


def test_undo_brings_the_same_roll_again(play: Any) -> None:
    roll(play)
    dice = play.locator(".rt-tray__roll").inner_html()
    choose(play, play.locator("[data-key='undo']"))
    choose(play, play.locator("[data-key='do:roll']"))
    assert play.locator(".rt-tray__roll").inner_html() == dice


def test_a_reload_comes_back_to_the_same_place(play: Any) -> None:
    roll(play)
    at, dice = moves(play), play.locator(".rt-tray__roll").inner_text()
    settle(play)
    play.reload(wait_until="commit")
    play.locator(".rt-ring").wait_for(timeout=60_000)
    assert (moves(play), play.locator(".rt-tray__roll").inner_text()) == (at, dice)
    play.locator(".rt-mark").click()
    play.get_by_role("button", name="Continue this game").click()
    play.locator(".rt-ring").wait_for()
    assert moves(play) == at


def test_a_killed_kernel_says_so_and_nothing_is_lost(play: Any, app: Running, faults: Faults) -> None:
    from playwright.sync_api import expect

    roll(play)
    at = moves(play)
    settle(play)
    faults.provoke_lost_kernel()
    kernel_of(play, app).kill()
    expect(play.locator("#rt_lost")).to_be_visible(timeout=25_000)
    expect(play.locator("#rt_lost")).to_contain_text("Your game is kept up to turn 1")
    go_on(play)
    play.locator(".rt-ring").wait_for(timeout=60_000)
    assert moves(play) == at
    choose(play, play.locator("[data-key='undo']"))


@pytest.mark.wide
def test_two_tabs_have_one_writer(play: Any) -> None:
    from playwright.sync_api import expect

    at = moves(play)
    settle(play)
    second = play.context.new_page()
    second.goto(play.url, wait_until="commit")
    expect(second.locator(".rt-held")).to_contain_text("open in another tab", timeout=60_000)
    choose(play, play.locator(".rt-targets .rt-btn").first)
    play.close(run_before_unload=True)
    second.locator(".rt-ring").wait_for(timeout=60_000)
    assert moves(second) > at
    second.close(run_before_unload=True)


@pytest.mark.wide
def test_a_tab_that_stores_no_more_offers_to_play_there(play: Any) -> None:
    from playwright.sync_api import expect

    key = "rising-tutor/progress/v1"
    other = play.context.new_page()
    other.goto("/health")
    other.evaluate("k => localStorage.setItem(k, JSON.stringify({ tab: 'other', progress: {} }))", key)
    play.get_by_role("button", name="Play here instead").click()
    expect(play.locator(".rt-alert")).to_have_count(0)
    play.wait_for_function("k => JSON.parse(localStorage.getItem(k)).progress.game", arg=key)
    other.close()


@pytest.mark.wide
@pytest.mark.parametrize("width", [390, 320])
def test_nothing_scrolls_sideways_on_a_phone(home: Any, width: int) -> None:
    home.set_viewport_size({"width": width, "height": 844})
    assert width_of(home) <= width
    home.get_by_role("button", name="Start: Aang and Toph").click()
    home.locator(".rt-ring").wait_for()
    roll(home)
    home.locator(".rt-tray__roll .rt-die").first.click()
    settle(home)
    home.locator(".rt-loc:not(.is-here) .rt-card[data-do]").first.click()
    home.locator(".rt-refuse").wait_for()
    assert width_of(home) <= width
    box = home.locator(".rt-dock").bounding_box()
    assert box["y"] + box["height"] <= 845, "the dice are out of sight"


@pytest.mark.wide
def test_nobody_is_kept_out_in_light_and_dark(home: Any) -> None:
    def look(at: str) -> None:
        assert grave(home) == [], (at, "light")
        for dark in (True, False):
            home.get_by_role("button", name="Dark or light").click()
            assert home.evaluate("document.body.classList.contains('theme-dark')") is dark
            # The theme changes nothing but colours.
            assert not dark or grave_colours(home) == [], (at, "dark")

    look("Home")
    home.get_by_role("button", name="More choices").click()
    home.locator(".rt-setup").wait_for()
    look("the options")
    home.locator(".rt-setup [data-key='start']").click()
    home.locator(".rt-ring").wait_for()
    look("the start of a game")
    roll(home)
    home.locator(".rt-tray__roll .rt-die").first.click()
    settle(home)
    home.locator(".rt-loc:not(.is-here) .rt-card[data-do]").first.click()
    home.locator(".rt-refuse .rt-cite").click()
    home.locator(".rt-reader h2").wait_for()
    look("a refusal and its rule")


@pytest.mark.wide
def test_what_the_browser_kept_is_not_trusted(home: Any) -> None:
    evil = "<img src=x onerror=document.title='caught'>"
    progress = {"game": evil, "line": evil, "help": evil}
    home.evaluate(
        "p => localStorage.setItem('rising-tutor/progress/v1', JSON.stringify({ tab: 'x', progress: p }))", progress
    )
    home.goto(home.url.split("#")[0] + "#play", wait_until="commit")
    home.reload(wait_until="commit")
    home.locator(".rt-setup").wait_for(timeout=60_000)
    assert home.locator(".rt-root img").count() == 0
    assert home.title() != "caught"


@pytest.mark.wide
def test_the_game_can_be_saved_as_a_file(play: Any, tmp_path: Path) -> None:
    from rising_tutor.replay import verify

    roll(play)
    for name, suffix in (("Save as file", ".replay"), ("Save the record", ".replay.jsonl")):
        with play.expect_download() as download:
            play.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.name.endswith(suffix)
        assert verify(path).ok


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with a callback that breaks and a disk that fills up."""
    folder = tmp_path_factory.mktemp("spoilt")
    with running(folder, notebook=write_notebook(folder, BROKEN)) as server:
        yield server


@pytest.mark.wide
def test_a_broken_callback_and_a_full_disk_are_said(spoilt: Running, new_page: Callable[[Running], Any]) -> None:
    from playwright.sync_api import expect

    page = new_page(spoilt)
    page.goto(spoilt.entry, wait_until="commit")
    page.locator(".rt-hero").wait_for(timeout=60_000)
    page.get_by_role("button", name="Start: Aang and Toph").click()
    page.locator(".rt-ring").wait_for()
    page.locator("[data-key='help:goal']").click()
    expect(page.locator(".rt-alert")).to_contain_text(FAILED)
    at = moves(page)
    page.locator(".rt-targets .rt-btn").first.click()
    expect(page.locator(".rt-alert")).to_contain_text("No space left on device")
    expect(page.locator(".rt-alert")).to_contain_text("recorded before is kept")
    assert moves(page) <= at + 1
    assert "on purpose" in spoilt.said()
