"""Takes the pictures of the README with Chromium: `python docs/images/take.py`, or `take.py lab` those of JupyterLab.

Starts the app, and JupyterLab as `make lab` does, on this machine with an empty data folder. Opens a sample in the
middle of a turn, and plays on from there, so that the pictures show the same position each time.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from rising_tutor.core.node import Decision
from rising_tutor.games.rising.actions import GoTo
from rising_tutor.games.rising.rules import state as st
from rising_tutor.replay import verify
from rising_tutor.store.games import Store
from tests.jupyterlab.lab_page import LabPage
from tests.testkit.lab_server import TOKEN, running, written

HERE = Path(__file__).parent
REPLAYS = HERE.parents[1] / "replays"
SAMPLE = REPLAYS / "fire-nation-rising" / "won.replay"
SISTERS = ("death-eaters-rising", "dark-side-rising")
LOST = "lost-by-a-team.replay"
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def a_rich_roll() -> int:
    """The first position of the sample with a long row and several dice just rolled."""
    for number, moved in enumerate(verify(SAMPLE).moves):
        state = moved.step.state
        row = state.teams[state.active].row
        if state.phase == 1 and state.duty == st.OWED and len(row) >= 3 and len(state.shown) >= 4:
            return number + 1
    raise SystemExit(f"{SAMPLE.name} has no such position")


def open_sample(browser: Any, url: str, at: int, size: tuple[int, int], scheme: str) -> Any:
    """The sample at a position, in a fresh browser."""
    viewport = {"width": size[0], "height": size[1]}
    page = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
    page.goto(f"{url}#replays?sample={SAMPLE.name}")
    slider = page.locator(".rt-bar input[type=range]")
    slider.wait_for(timeout=60_000)
    page.wait_for_timeout(1500)
    slider.fill(str(at))
    page.wait_for_timeout(1500)
    return page


def refuse(page: Any) -> None:
    """Chooses a die and tries it where it does not fit."""
    dice = page.locator("[data-key^='die:']:visible")
    dice.last.click()
    page.wait_for_timeout(1500)
    page.locator(".rt-loc.is-here .rt-card:not(.is-legal):visible").first.click()
    page.wait_for_timeout(1500)


def open_odds(browser: Any, url: str, size: tuple[int, int]) -> Any:
    """The odds lab with a question that was guessed at and answered, and a roll that is ranked."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}#odds?pool=4g1b&need=june&seed=class-7b")
    page.get_by_label("Your guess, in percent", exact=True).fill("50")
    page.get_by_role("button", name="Guess", exact=True).click()
    page.locator(".rt-big").wait_for(timeout=60_000)
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name=re.compile("^Pick:")).last.click()
    page.locator(".rt-opt tr.best").first.wait_for()
    page.evaluate("(document.querySelector('#rendered_cells') ?? document.scrollingElement).scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_lesson(browser: Any, url: str, size: tuple[int, int]) -> Any:
    """A scenario in which a legal action was tried that is not the best one."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}#learn?lesson=choose-between-two")
    page.locator(".rt-tray__roll [aria-label^='yellow die, Earth']").first.click()
    page.locator(".rt-tray__roll [aria-pressed=true]").first.wait_for()
    page.locator("[data-key='card:king-kuei']").click()
    page.locator("[data-key='reply']").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_cards(browser: Any, url: str, sample: str, at: int, size: tuple[int, int]) -> Any:
    """The table of a card game, where a sample is played on."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}#replays?sample={sample}&at={at}")
    page.locator(".rt-bar").wait_for(timeout=60_000)
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Play on from here").click()
    choice = page.locator("[data-key^='act:']:visible").first
    # Hands are shown to whoever says who looks.
    curtain = page.get_by_role("button", name="I am Player 1")
    choice.or_(curtain).first.wait_for()
    if curtain.count():
        curtain.click()
    choice.wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_review(browser: Any, url: str, size: tuple[int, int]) -> Any:
    """A lost game that is reviewed, at the choice that cost most."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}#replays?sample={LOST}&view=review")
    page.locator(".rt-ledgerpanel").wait_for(timeout=180_000)
    page.locator(".rt-winspanel .rt-plot[data-ready]").wait_for()
    costliest = page.evaluate(
        """() => {
          const cost = (row) => Number(row.querySelector(":scope > b").textContent.replace("\u2212", ""));
          const rows = [...document.querySelectorAll(".rt-mist > li:has(.rt-muted)")];
          rows.sort((a, b) => cost(b) - cost(a));
          return rows[0].querySelector(".rt-moment").dataset.key;
        }"""
    )
    page.locator(f"[data-key='{costliest}']").click()
    page.locator(f"[data-key='{costliest}'][aria-current=step]").wait_for()
    page.locator(".rt-lineaccount .rt-q").first.wait_for()
    page.evaluate("(document.querySelector('#rendered_cells') ?? document.scrollingElement).scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_mission(browser: Any, url: str, size: tuple[int, int], scheme: str) -> Any:
    """The first mission, at a step with dice to put down."""
    viewport = {"width": size[0], "height": size[1]}
    page = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
    page.goto(f"{url}#learn?mission=two-friends")
    page.locator("[data-key='do:roll']").click(timeout=60_000)
    page.locator("[data-key='next']").click()
    page.locator(".rt-tray__roll [aria-label^='blue die']").first.wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_library(browser: Any, url: str, size: tuple[int, int]) -> Any:
    """A topic of the library: the lessons on rolling and assigning dice."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}#learn?chapter=Roll+and+assign")
    page.get_by_role("heading", name="Roll and assign").wait_for(timeout=60_000)
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_enemy(browser: Any, url: str, size: tuple[int, int]) -> Any:
    """The turn of the enemy half way, held."""
    at = [number for number, moved in enumerate(verify(SAMPLE).moves) if isinstance(moved.move, GoTo)][4]
    page = open_sample(browser, url, at, size, "light")
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".rt-play .rt-targets .rt-btn").first.click()
    page.locator(".rt-play [data-key='beats-pause']").wait_for()
    page.wait_for_timeout(2500)
    page.locator(".rt-play [data-key='beats-pause']").click()
    page.wait_for_timeout(500)
    return page


def open_end(browser: Any, url: str, data: Path, size: tuple[int, int]) -> Any:
    """The page at the end of a lost game, with what its review found."""
    sample = verify(REPLAYS / "fire-nation-rising" / LOST)
    assert sample.replay is not None
    last = max(at for at, one in enumerate(sample.moves) if isinstance(sample.game.node(one.state), Decision))
    key = Store(data).branch(sample.replay.header, sample.replay.lines[:last], "")
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{url}#play?game={key}")
    page.locator(".rt-ring").wait_for(timeout=60_000)
    for _ in range(30):
        if page.locator(".rt-end").count():
            break
        stop = page.locator("[data-key='do:stop']:not([aria-disabled])")
        (stop if stop.count() else page.locator(".rt-targets .rt-btn").last).click()
        page.wait_for_timeout(700)
    page.get_by_text("Turning point").first.wait_for(timeout=240_000)
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def open_deck(browser: Any, url: str, size: tuple[int, int]) -> Any:
    """A copy of a deck with two things that may not be."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}#decks?title=avatar-tcg&deck=aang")
    page.get_by_role("button", name="Put in a Pummel").click(timeout=60_000)
    page.get_by_role("button", name="All cards").click()
    page.get_by_role("button", name="Put in a Bitter Batter").click()
    page.get_by_role("button", name="In the deck").click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    return page


def a_late_roll(sample: Path) -> int:
    """The first position of a sample, a third of the way in, with a roll on the table."""
    moves = verify(sample).moves
    for number, moved in enumerate(moves):
        state = moved.step.state
        if 3 * number > len(moves) and state.duty == st.OWED and len(state.shown) >= 4:
            return number + 1
    raise SystemExit(f"{sample.name} has no such position")


def boards_of_sisters(browser: Any, url: str) -> bytes:
    """The boards of two other titles side by side, each a bit smaller than on the page."""
    taken = []
    for title in SISTERS:
        sample = REPLAYS / title / "won.replay"
        page = browser.new_context(viewport={"width": 1280, "height": 1200}, device_scale_factor=0.7).new_page()
        page.goto(f"{url}#replays?sample={title}/{sample.name}&at={a_late_roll(sample)}")
        page.locator(".rt-ring").wait_for(timeout=60_000)
        page.wait_for_timeout(2500)
        page.add_style_tag(content=".rt-barbox { display: none !important }")
        taken.append(base64.b64encode(page.locator(".rt-ring").screenshot()).decode())
    page = browser.new_context(viewport={"width": 1280, "height": 600}).new_page()
    pictures = "".join(f'<img src="data:image/png;base64,{one}">' for one in taken)
    page.set_content(f"<p>{pictures}")
    page.add_style_tag(
        content="body { background: #F5EFE3 } p { display: flex; align-items: start; gap: 24px; margin: 0 }"
    )
    page.wait_for_timeout(500)
    # Two boards in one picture: as PNG it would be twice the size that a README should load.
    shot: bytes = page.locator("p").screenshot(type="jpeg", quality=72)
    return shot


def pictures_of_the_app(browser: Any) -> None:
    """The pages of the app."""
    at = a_rich_roll()
    with tempfile.TemporaryDirectory() as data:
        env = os.environ | {"RISING_TUTOR_DATA": data}
        command = [sys.executable, "-m", "rising_tutor", "app", "--no-browser"]
        app = subprocess.Popen(  # noqa: S603  # fixed words
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            assert app.stdout is not None
            url = next(found[0] for line in app.stdout if (found := re.search(r"http://\S+", line)))
            for name, size in (("play-1280-light", (1280, 900)), ("play-390-light", (390, 844))):
                page = open_sample(browser, url, at, size, "light")
                page.get_by_role("button", name="Play on from here").click()
                page.locator("[data-key='do:stop']:visible").wait_for()
                refuse(page)
                page.screenshot(path=HERE / f"{name}.png")
            page = open_sample(browser, url, at, (1280, 900), "dark")
            page.screenshot(path=HERE / "replay-1280-dark.png")
            open_lesson(browser, url, (1280, 900)).screenshot(path=HERE / "learn-1280-light.png")
            open_mission(browser, url, (1280, 800), "light").screenshot(path=HERE / "mission-1280-light.png")
            open_mission(browser, url, (390, 844), "dark").screenshot(path=HERE / "mission-390-dark.png")
            open_library(browser, url, (1280, 800)).screenshot(path=HERE / "library-1280-light.png")
            open_enemy(browser, url, (1280, 800)).screenshot(path=HERE / "enemy-1280-light.png")
            open_end(browser, url, Path(data), (1280, 800)).screenshot(path=HERE / "end-1280-light.png")
            open_review(browser, url, (1280, 1480)).screenshot(path=HERE / "review-1280-light.png")
            (HERE / "sisters-light.jpg").write_bytes(boards_of_sisters(browser, url))
            # A strike that can stop what is coming, and three answers upon each other.
            for name, sample, at in (
                ("avatar", "avatar-tcg/seat-1-wins.replay", 38),
                ("rise", "rise-tcg/chain-of-three.replay", 45),
            ):
                page = open_cards(browser, url, sample, at, (1280, 800))
                page.screenshot(path=HERE / f"{name}-1280-light.png")
            open_deck(browser, url, (1280, 1000)).screenshot(path=HERE / "decks-1280-light.png")
            open_odds(browser, url, (1280, 1130)).screenshot(path=HERE / "odds-1280-light.png")
        finally:
            app.terminate()
            app.wait(20)


#: The three lines of the README, as a notebook of somebody who has just begun.
THREE_LINES = 'from rising_tutor.widgets import Lesson\nlesson = Lesson("first-hero")\nlesson'
#: Widgets that move together.
LINKED = f"""\
from ipywidgets import link
from rising_tutor.widgets import Board, Plot, Replay

replay = Replay("{SAMPLE.name}")
plot, board = Plot(replay, "damage"), Board(replay)
for one in (plot, board):
    link((replay, "at"), (one, "at"))
plot"""
#: Leaves the notebook alone in the window.
ALONE = """() => {
  jupyterapp.shell.collapseLeft();
  for (const one of [...jupyterapp.shell.widgets("main")]) if (!one.context) one.close();
}"""


def pictures_of_jupyterlab(browser: Any) -> None:
    """A first notebook, light; widgets that are linked, dark."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        page = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 900}).new_page()
        lab = LabPage(page, [], f"/lab?token={TOKEN}", server.folder, server.data)
        lab.begin()
        opened = lab.open(written(server.folder, (THREE_LINES,), "first.ipynb"), own_kernel=True)
        page.evaluate(ALONE)
        opened.run()
        dice = page.locator(".rt-tray__roll [aria-label^='green die, Earth']")
        dice.first.click()
        page.mouse.move(0, 0)
        opened.show(0)
        page.wait_for_timeout(1000)
        page.screenshot(path=HERE / "lab-1280-light.png")
        lab.close()
        lab.dark(dark=True)
        cells = (LINKED, f"replay.at = {a_rich_roll()}\nboard")
        opened = lab.open(written(server.folder, cells, "replay.ipynb"), own_kernel=True)
        page.evaluate(ALONE)
        opened.run()
        opened.show(0)
        page.locator(".js-plotly-plot .plot-container").first.wait_for()
        page.wait_for_timeout(1000)
        page.screenshot(path=HERE / "lab-1280-dark.png")


PICTURES = {"app": pictures_of_the_app, "lab": pictures_of_jupyterlab}


def main() -> None:
    """Takes all pictures, or those that are named."""
    named = sys.argv[1:] or list(PICTURES)
    if unknown := set(named) - PICTURES.keys():
        raise SystemExit(f"{unknown.pop()} is none of {', '.join(PICTURES)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM)
        for name in named:
            PICTURES[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
