"""A saved notebook shows the position at the time of saving, whatever has changed it."""

import json
from collections.abc import Callable
from html import unescape

import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook
from tests.jupyterlab.test_in_a_cell import NOTHING_LOADS
from tests.testkit.browsing import Faults
from tests.testkit.lab_server import Lab

pytestmark = pytest.mark.browser

PLAY = 'from rising_tutor.widgets import Play\nplay = Play("rise", seats=2, programs={2: "greedy"}, seed=7)\nplay'
LINKED = 'from rising_tutor.widgets import *\nreplay = Replay("won.replay", at=20, game="fire")\nreplay'
BOARD = 'from ipywidgets import link\nboard = Board(replay)\nlink((replay, "at"), (board, "at"))\nboard'


def saved(opened: Notebook, desk: LabPage, lab: Lab, cell: int) -> str:
    """Save the notebook, and return what the file has in the place of the widget of a cell."""
    opened.settle()
    opened.save()
    path = desk.page.evaluate("jupyterapp.shell.currentWidget.context.path")
    cells = json.loads((lab.folder / path).read_text())["cells"]
    pictures = ["".join(one["data"].get("text/html", "")) for one in cells[cell]["outputs"] if "data" in one]
    return next(one for one in pictures if "rt-still" in one)


def printed(opened: Notebook, cell: int) -> str:
    """Return what a cell printed."""
    opened.run_cell(cell)
    return "".join(str(line) for one in opened.outputs()[cell] for line in one.get("text", ""))


def test_a_game_that_was_played_on_is_saved_as_it_is(
    notebook: Callable[..., Notebook], desk: LabPage, lab: Lab
) -> None:
    show = "from rising_tutor.boards import board_for\nprint(board_for(play.session.game).text(play.session.view))"
    opened = notebook(PLAY, show)
    opened.run()
    opening = printed(opened, 1)
    for _ in range(6):
        opened.show(0)
        desk.page.locator(".rt-dock [data-do=act]").locator("visible=true").first.click()
    now = printed(opened, 1)
    assert now != opening
    kept = unescape(saved(opened, desk, lab, 0))
    # A cell calls the players by their names.
    missing = [line for line in now.strip().splitlines() if "Player" not in line and line not in kept]
    assert not missing


@pytest.mark.wide
def test_a_bench_that_was_saved_shows_its_numbers_without_a_kernel(
    notebook: Callable[..., Notebook], desk: LabPage, faults: Faults
) -> None:
    path = "notebooks/fire-nation-rising/70_probability_bench.ipynb"
    opened = notebook(path=path)
    opened.run()
    opened.show_all()
    opened.show(4)
    slider = desk.page.locator(".rt-explore input[type=range]").locator("visible=true").first
    slider.press("ArrowRight")
    opened.settle()
    opened.save()
    desk.close()
    faults.provoke("widget model not found")  # JupyterLab's own, of any saved widget
    opened = desk.open(path)
    for cell, words in ((4, "green 3, blue 1:"), (6, "95 % interval")):
        opened.show(cell)
        desk.page.locator(".rt-still").get_by_text(words).first.wait_for()
    assert desk.page.get_by_text("model not found").locator("visible=true").count() == 0
    assert desk.page.get_by_text("Error displaying widget").locator("visible=true").count() == 0
    desk.page.wait_for_function(NOTHING_LOADS)


@pytest.mark.wide
def test_a_board_that_follows_a_replay_or_code_is_saved_as_it_is(
    notebook: Callable[..., Notebook], desk: LabPage, lab: Lab
) -> None:
    opened = notebook(LINKED, BOARD, "print(replay.label)", "board.at = 3")
    opened.run()
    opened.show(0)
    desk.page.locator(".rt-bar").first.get_by_role("button", name="to the end").click()
    place = printed(opened, 2).strip()
    assert place in unescape(saved(opened, desk, lab, 0))
    assert "Turn 14" in unescape(saved(opened, desk, lab, 1))
    opened.run_cell(3)
    assert "Turn 14" not in unescape(saved(opened, desk, lab, 1))
