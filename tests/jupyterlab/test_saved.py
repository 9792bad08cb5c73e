"""What a saved notebook shows is the position at the time of saving, whatever has changed it."""

import json
from collections.abc import Callable
from html import unescape

import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook
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
    assert now.strip() in unescape(saved(opened, desk, lab, 0))


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
