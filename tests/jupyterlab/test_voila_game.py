"""A game in a plain page of Voila goes on after its kernel died and the page was loaded again."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.jupyterlab.test_kernel_gone import PLAY
from tests.jupyterlab.test_voila import Served, serve
from tests.testkit.browsing import Faults
from tests.testkit.lab_server import written

pytestmark = pytest.mark.browser

GOES_ON = "The game that this cell began goes on"
ACT = ".rt-dock [data-do=act]"
#: The number of moves and the position, in words.
POSITION = """() => [document.querySelector(".rt-play [data-at]").dataset.at,
  ...["top", "table", "dock"].map((part) => document.querySelector(`.rt-play [data-part=${part}]`).innerText)]"""


@pytest.fixture
def served(browser: Any, tmp_path: Path) -> Iterator[Served]:
    """A Voila with one notebook, in which a cell has a game."""
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    written(notebooks, ["# A game", PLAY], "game.ipynb")
    with serve(tmp_path, notebooks) as server:
        yield server


def kernels() -> list[psutil.Process]:
    """The kernels below this process."""
    children = psutil.Process().children(recursive=True)
    return [one for one in children if "ipykernel_launcher" in " ".join(one.cmdline())]


def records(folder: Path) -> set[str]:
    """The games that are kept."""
    return {path.name for path in folder.rglob("*.replay.jsonl")}


def choose(page: Any, at: int) -> None:
    """Make the first choice of those that wait, which follows so many moves."""
    page.locator(f".rt-play [data-at='{at}']").first.wait_for(state="attached", timeout=60_000)
    page.locator(ACT).locator("visible=true").first.click()
    page.wait_for_function("n => document.querySelector('.rt-play [data-at]').dataset.at > n", arg=at)
    waits(page)


def waits(page: Any) -> None:
    """Wait until a choice of the person waits at the table."""
    page.locator(ACT).locator("visible=true").first.wait_for(timeout=60_000)


def test_the_game_goes_on_after_the_kernel_died(
    served: Served, new_page: Callable[..., Any], faults: Faults, tmp_path: Path
) -> None:
    before = {one.pid for one in kernels()}  # of servers that other tests keep
    page = new_page(served)
    page.goto("/voila/render/game.ipynb", wait_until="commit")
    waits(page)
    begun = page.evaluate(POSITION)
    for _ in range(2):
        choose(page, int(page.evaluate(POSITION)[0]))
    position, kept = page.evaluate(POSITION), records(tmp_path)
    assert len(kept) == 1
    faults.provoke_lost_kernel()
    [kernel] = [one for one in kernels() if one.pid not in before]
    os.kill(kernel.pid, signal.SIGKILL)
    lost = page.locator(".rt-cell > .rt-lost")
    lost.wait_for(timeout=15_000)
    assert "reload the page to go on where you were" in lost.inner_text()
    lost.get_by_role("button", name="Reload the page").dispatch_event("click")
    page.get_by_text(GOES_ON).first.wait_for(timeout=60_000)
    assert page.evaluate(POSITION) == position
    assert records(tmp_path) == kept

    other = new_page(served)
    other.goto("/voila/render/game.ipynb", wait_until="commit")
    waits(other)
    assert other.evaluate(POSITION)[0] == begun[0] != position[0]
    assert not other.get_by_text(GOES_ON).count()
    assert len(records(tmp_path)) == 2

    # Without a death: the kernel of the page that is left may still hold the game for a moment.
    choose(page, int(position[0]))
    position = page.evaluate(POSITION)
    page.reload(wait_until="commit")
    waits(page)
    assert page.evaluate(POSITION) == position
    assert len(records(tmp_path)) == 2
