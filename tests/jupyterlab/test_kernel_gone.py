"""A kernel that is gone has a voice.

Each cell says so within ten seconds, shows nothing that the kernel has not confirmed, and offers to be run again.
"""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook
from tests.testkit.browsing import Faults
from tests.testkit.lab_server import Lab, running, written

pytestmark = pytest.mark.browser

REPLAY = 'from rising_tutor.widgets import Replay\nreplay = Replay("won.replay", at=20, game="fire")\nreplay'
PLAY = 'from rising_tutor.widgets import Play\nplay = Play("rise", seats=2, programs={2: "greedy"}, seed=7)\nplay'
MISSION = 'from rising_tutor.widgets import Mission\nMission("two-friends", game="fire")'
POSITION = "from rising_tutor.boards import board_for\nprint(board_for(play.session.game).text(play.session.view))"
PROCESS = "import os\nprint(os.getpid())"
KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
#: What a sighted person and a screen reader are told of the position in the game.
LABEL = """() => {
  const [words, range] = [".rt-bar__pos", ".rt-bar input"].map((one) => document.querySelector(one));
  return [words.textContent, range.value, range.getAttribute("aria-valuetext")];
}"""
LIVELY = """() => [...document.querySelectorAll(".rt-cell :is(button, input, [data-do])")]
  .filter((one) => !one.closest(".rt-lost") && one.getAttribute("aria-disabled") !== "true")
  .map((one) => one.outerHTML)"""


def process_of(opened: Notebook, cell: int) -> int:
    """Return the process of the kernel, which a cell of the notebook prints."""
    opened.run_cell(cell)
    return int("".join(line for one in opened.outputs()[cell] for line in one["text"]))


def killed(page: Any, process: int) -> None:
    os.kill(process, signal.SIGKILL)


def ended(page: Any, process: int) -> None:
    page.evaluate("id => jupyterapp.serviceManager.kernels.shutdown(id)", page.evaluate(f"{KERNEL}.id"))


def restarted(page: Any, process: int) -> None:
    page.evaluate(f"{KERNEL}.restart().then(() => null)")


def accept_dialogs(page: Any) -> None:
    """Close what JupyterLab itself says of a kernel that died."""
    for button in page.locator(".jp-Dialog button.jp-mod-accept").all():
        button.click()


def says_it_is_gone(page: Any, cells: int, words: str = "The kernel behind this cell has ended") -> None:
    """Wait until each cell with a widget says that its kernel is gone; it has ten seconds."""
    began = time.monotonic()
    page.wait_for_function(
        "([n, words]) => [...document.querySelectorAll('.rt-cell > .rt-lost')]"
        ".filter((one) => one.textContent.includes(words)).length >= n",
        arg=[cells, words],
        timeout=15_000,
    )
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("gone", [killed, *(pytest.param(one, marks=pytest.mark.wide) for one in (ended, restarted))])
def test_a_kernel_that_is_gone_is_announced_and_the_game_goes_on(
    gone: Callable[[Any, int], None], notebook: Callable[..., Notebook], desk: LabPage, faults: Faults
) -> None:
    opened = notebook(PLAY, REPLAY, PROCESS, POSITION, own_kernel=True)
    opened.run()
    page = desk.page
    process = process_of(opened, 2)
    opened.show(0)
    for _ in range(3):
        page.locator(".rt-dock [data-do=act]").locator("visible=true").first.click()
    opened.run_cell(3)
    position = opened.outputs()[3]
    opened.show(1)
    before = page.evaluate(LABEL)
    faults.provoke_lost_kernel()
    faults.provoke("Kernel is dead")  # JupyterLab's own, when it is to run a cell and has not noticed yet
    gone(page, process)
    # Nobody waits for the answer of a kernel that gives none.
    page.locator(".rt-bar [data-bar=next]").dispatch_event("click")
    page.locator(".rt-bar input").press("End")
    says_it_is_gone(page, 2)
    assert page.evaluate(LABEL) == before
    assert page.evaluate(LIVELY) == []
    accept_dialogs(page)
    opened.show(0)
    again = page.locator(".rt-cell:has(.rt-play) > .rt-lost")
    assert "run the cell again to go on where you were" in again.inner_text()
    again.get_by_role("button", name="Run this cell again").dispatch_event("click")
    page.get_by_text("The game that this cell began goes on").first.wait_for(timeout=60_000)
    assert not page.locator(".rt-cell:has(.rt-play) > .rt-lost").count()
    accept_dialogs(page)
    opened.run_cell(3)
    assert opened.outputs()[3][0]["text"] == position[0]["text"]
    # The other cell was not run again, and its kernel is still gone.
    assert page.locator(".rt-cell:has(.rt-bar) > .rt-lost").count() == 1


@pytest.mark.wide
def test_a_kernel_that_is_only_busy_is_not_taken_for_one_that_is_gone(
    notebook: Callable[..., Notebook], desk: LabPage
) -> None:
    opened = notebook(REPLAY)
    opened.run()
    desk.page.evaluate(f"{KERNEL}.requestExecute({{code: 'import time; time.sleep(14)'}}).done.then(() => null)")
    assert not desk.page.locator(".rt-lost").count()
    assert not desk.page.locator(".rt-cell[data-lost]").count()


@pytest.fixture
def own_lab(browser: Any, tmp_path: Path) -> Any:
    """A JupyterLab that a test may end."""
    with running(tmp_path) as server:
        yield server


@pytest.mark.wide
def test_a_server_that_is_gone_is_announced_in_the_cell(
    own_lab: Lab, new_page: Callable[[Lab], Any], faults: Faults
) -> None:
    path = written(own_lab.folder, [MISSION])
    page = new_page(own_lab)
    faults.provoke_lost_kernel()
    page.goto(f"/lab/tree/{path}?token=token-of-the-tests", wait_until="commit")
    page.wait_for_function("globalThis.jupyterapp?.restored.then(() => true)", timeout=60_000)
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.evaluate(f"jupyterapp.shell.currentWidget.sessionContext.ready.then(() => {KERNEL}.info).then(() => null)")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)")
    page.locator(".rt-cell .rt-btn").first.wait_for(timeout=60_000)
    for one in psutil.Process(own_lab.process.pid).children(recursive=True):
        one.kill()
    own_lab.process.kill()
    says_it_is_gone(page, 1, "The server of this notebook does not answer")
    assert page.evaluate(LIVELY) == []


@pytest.mark.wide
def test_a_page_of_voila_whose_kernel_is_gone_says_so_and_reloads(
    lab: Lab, voila: Callable[..., Any], faults: Faults
) -> None:
    before = lab.kernels()
    page = voila(REPLAY, MISSION)
    page.locator(".rt-bar").wait_for()
    page.locator(".rt-cell .rt-tray").first.wait_for()
    [kernel] = lab.kernels() - before
    label = page.evaluate(LABEL)
    faults.provoke_lost_kernel()
    for process in psutil.Process(lab.process.pid).children(recursive=True):
        if kernel in " ".join(process.cmdline()):
            process.kill()
    page.locator(".rt-bar [data-bar=next]").dispatch_event("click")
    says_it_is_gone(page, 2)
    assert page.evaluate(LABEL) == label
    assert page.evaluate(LIVELY) == []
    page.locator(".rt-lost").last.get_by_role("button", name="Reload the page").dispatch_event("click")
    page.locator(".rt-cell > .rt-lost").first.wait_for(state="detached", timeout=60_000)
    page.locator(".rt-bar").wait_for(timeout=60_000)
