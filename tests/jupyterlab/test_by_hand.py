"""What a person does in JupyterLab: a lesson by clicks, a replay that moves what is linked to it, a question of odds.

Console errors and requests to other hosts fail each test by themselves.
"""

from collections.abc import Callable
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.tutor.replay.player import open_replay
from rising_tutor.tutor.replay.samples import read_sample
from tests.jupyterlab.lab_page import LabPage, Notebook

pytestmark = pytest.mark.browser

LESSON = 'from rising_tutor.widgets import Lesson\nlesson = Lesson("first-hero", game="fire")\nlesson'
#: Each in a cell of its own.
LINKED = (
    'from rising_tutor.widgets import *\nreplay = Replay("won.replay", at=20, game="fire")\nreplay',
    'from ipywidgets import link\nboard = Board(replay)\nlink((replay, "at"), (board, "at"))\nboard',
    'plot = Plot(replay)\nlink((replay, "at"), (plot, "at"))\nplot',
    'tree = Tree(replay, depth=1)\nlink((replay, "at"), (tree, "at"))\ntree',
    'print(replay.at, board.at, plot.at, tree.at, tree.graph.nodes["r"]["place"], sep="|")',
)
ODDS = 'from rising_tutor.widgets import Odds\nodds = Odds("2 green, 1 blue", need="W W E", game="fire")\nodds'
#: The place of the vertical line in the plot.
LINE_AT = "() => document.querySelector('.js-plotly-plot').layout.shapes.map((one) => one.x0)"


def cell_output(page: Any, number: int) -> Any:
    """What a cell shows, counted from 0."""
    return page.locator(".jp-Notebook .jp-Cell").nth(number).locator(".jp-Cell-outputArea")


def said(opened: Notebook, number: int) -> str:
    """What a cell printed or gave, as text."""
    return "".join(
        str(text if isinstance(text, str) else "".join(text))
        for one in opened.outputs()[number]
        for text in (one.get("text") or one.get("data", {}).get("text/plain", ""),)
    ).strip()


def put(page: Any, die: str, card: str) -> None:
    """Takes a die of the roll and puts it on a card."""
    from playwright.sync_api import expect

    chosen = page.locator(f".rt-tray__roll [aria-label^='{die}']").first
    if chosen.get_attribute("aria-pressed") != "true":
        chosen.click()
        expect(page.locator(f".rt-tray__roll [aria-pressed=true][aria-label^='{die}']")).to_have_count(1)
    page.locator(f"[data-key='card:{card}']").click()


def test_a_lesson_is_solved_by_clicks(notebook: Callable[..., Notebook], desk: LabPage) -> None:
    from playwright.sync_api import expect

    first, second = load_course(load_game("fire").info.id).lessons[:2]
    opened = notebook(LESSON, "print(lesson.done, lesson.at, lesson.lesson_id, sorted(lesson.stars))")
    opened.run()
    assert said(opened, 1) == f"False 1 {first.id} []"
    opened.show(0)
    page = desk.page
    put(page, "green die, Water", "cabbage-merchant")
    expect(page.locator("[data-key='reply']")).to_contain_text("Not possible: green Water on Cabbage Merchant.")
    put(page, "green die, Earth", "cabbage-merchant")
    page.locator("[data-key='next']").click()
    page.locator("[data-key='do:stop']").click()
    page.locator(".rt-tray [data-do=act]").first.click()
    page.locator("[data-key='next']").click()
    right = LessonRun(load_game("fire"), first, 2).right_choice()
    page.locator(f"[data-key='choice:{right}']").click()
    page.locator("[data-key='next']").wait_for()
    opened.run_cell(1)
    assert said(opened, 1) == f"True {len(first.step)} {first.id} [1, 2, 3]"
    opened.show(0)
    page.locator("[data-key='next']").click()
    page.locator("[data-key='go-on']").click()
    expect(page.get_by_role("heading", name=second.title)).to_be_visible()


@pytest.mark.wide
def test_a_replay_that_is_stepped_moves_board_plot_and_tree_in_other_cells(
    notebook: Callable[..., Notebook], desk: LabPage
) -> None:
    opened = notebook(*LINKED)
    opened.run()
    page = desk.page
    player = open_replay(read_sample("fire-nation-rising", "won.replay") or b"", "won.replay")
    place = player.label(20)
    assert said(opened, 4) == f"20|20|20|20|{place}"
    opened.show(1)
    before = cell_output(page, 1).inner_text()
    opened.show(2)
    page.locator(".js-plotly-plot .plot-container").first.wait_for()
    lines = page.evaluate(LINE_AT)
    opened.show(0)
    bar = cell_output(page, 0).locator(".rt-bar")
    bar.get_by_role("button", name="one step on").click()
    opened.settle()
    at = int(bar.locator("input[type=range]").input_value())
    assert at > 20
    opened.show(1)
    assert cell_output(page, 1).inner_text() != before
    opened.show(2)
    assert page.evaluate(LINE_AT) != lines
    opened.show(3)
    assert cell_output(page, 3).locator("[role=treeitem]").count() > 1
    opened.run_cell(4)
    assert said(opened, 4) == f"{at}|{at}|{at}|{at}|{player.label(at)}"
    # And the other way round: what is pressed below moves what stands above.
    opened.show(0)
    bar.locator("input[type=range]").press("Home")
    opened.settle()
    opened.run_cell(4)
    assert said(opened, 4).startswith("0|0|0|0|")


def test_the_odds_are_asked_and_read_from_code(notebook: Callable[..., Notebook], desk: LabPage) -> None:
    from playwright.sync_api import expect

    opened = notebook(ODDS, "print(odds.value.fraction, odds.value.percent(1), sep='|')")
    opened.run()
    assert said(opened, 1) == "8329/15552|53.6 %"
    opened.show(0)
    shown = cell_output(desk.page, 0)
    expect(shown).to_contain_text("53.6 %")
    shown.get_by_role("button", name="one green die more", exact=True).click()
    opened.settle()
    opened.run_cell(1)
    fraction, percent = said(opened, 1).split("|")
    assert fraction != "8329/15552"
    opened.show(0)
    expect(cell_output(desk.page, 0)).to_contain_text(percent)
