"""What a widget in a cell may do to the notebook, and the notebook to it."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook
from tests.jupyterlab.test_look import BOARD, ODDS, RULES
from tests.testkit.browsing import Faults
from tests.testkit.lab_server import Lab

pytestmark = pytest.mark.browser

PLOT = """
from rising_tutor.ui.components.plot_view import PlotView
from rising_tutor.tutor.replay.player import open_replay
from rising_tutor.tutor.replay.samples import read_sample

player = open_replay(read_sample("fire-nation-rising", "won.replay"), "won.replay")
plot = PlotView()
plot.draw_chart(player.charts[0], player.turns(), player.at)
plot
"""
TABLE = """
from rising_tutor.widgets import Play
Play("fire", teams="aang,toph", seats=2, seed=7)
"""
MOST_BYTES = 200_000
#: Of the plot: its line for the present position, and its curves.
COLOURS = """() => {
  const { layout, data } = document.querySelector(".js-plotly-plot");
  return [layout.shapes[0].line.color, ...data.map((one) => one.line?.color ?? "")];
}"""
INK = "getComputedStyle(document.querySelector('.rt-plot')).getPropertyValue('--rt-ink').trim()"
#: Two elements with one id. The drawings that every widget brings are the same in each, so any of them will do.
TWICE = """() => {
  const all = [...document.querySelectorAll(".rt-cell [id]")].filter((el) => !el.closest(".rt-sprite"));
  const ids = all.map((el) => el.id);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""
NOTHING_LOADS = """() => [...document.querySelectorAll(".jp-OutputArea-output")]
  .every((output) => output.textContent !== "Loading widget...")"""


def test_keys_in_a_widget_are_its_own_and_outside_jupyterlabs(notebook: Callable[..., Notebook], desk: LabPage) -> None:
    opened = notebook(ODDS, RULES)
    opened.run()
    page, before = desk.page, opened.cells()
    for cell, inside in ((0, ".rt-oddslab .rt-btn"), (1, ".rt-rulecard .rt-btn"), (1, ".rt-rulecard")):
        opened.show(cell)
        page.locator(inside).locator("visible=true").first.focus()
        for key in ("d", "d", "a", "b", "x", "ArrowDown", "ArrowUp", "Escape", "j", "k", "m"):
            page.keyboard.press(key)
        opened.settle()
        assert opened.cells() == before
        assert page.evaluate("jupyterapp.shell.currentWidget.content.widgets.every((c) => c.model.type === 'code')")
    page.keyboard.press("Control+s")
    page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")
    page.locator(".jp-InputPrompt").locator("visible=true").first.click()
    page.keyboard.press("b")
    opened.settle()
    assert len(opened.cells()) == len(before) + 1


@pytest.mark.wide
def test_two_of_a_kind_do_not_disturb_each_other(notebook: Callable[..., Notebook], desk: LabPage) -> None:
    opened = notebook(ODDS, ODDS, RULES, RULES, BOARD, BOARD.replace("aang,toph", "sokka,zuko"))
    opened.run()
    opened.show_all()
    odds = desk.page.locator(".rt-cell:has(.rt-oddslab)")
    opened.show(1)
    assert desk.page.evaluate(TWICE) == []
    other = odds.last.inner_text()
    opened.show(0)
    odds.first.get_by_role("button", name="fewer Green").or_(odds.first.locator(".rt-step .rt-btn")).first.click()
    opened.settle()
    opened.show(1)
    assert odds.last.inner_text() == other


@pytest.mark.wide
def test_the_turn_of_the_enemy_is_shown_in_its_own_cell_alone(
    notebook: Callable[..., Notebook], desk: LabPage, request: pytest.FixtureRequest
) -> None:
    page = desk.page
    opened = notebook(TABLE, TABLE.replace("seed=7", "seed=8"))
    opened.run()
    opened.show_all()
    page.emulate_media(reduced_motion="no-preference")
    request.addfinalizer(lambda: page.emulate_media(reduced_motion="reduce"))
    tables = page.locator(".rt-cell .rt-play")
    opened.show(0)
    first, other = tables.first, tables.last
    for _ in range(10):
        first.locator(".rt-targets .rt-btn").first.click()
        opened.settle()
        if first.locator(".rt-beats__bar").is_visible():
            break
    first.locator("[data-key='beats-pause']").click()
    assert first.locator(".rt-beats li[data-landing]").count() == 1
    assert not other.locator("[data-beats], [data-unlanded], [data-landing]").count()
    # A key that is meant for the notebook, or a click in the other table, leaves it alone.
    opened.show(1)
    other.locator(".rt-panel h2").first.click()
    opened.show(0)
    assert first.locator(".rt-beats__bar").is_visible()
    first.locator("[data-key='beats-skip']").click()
    assert not first.locator("[data-unlanded], [data-landing]").count()


@pytest.mark.wide
def test_a_saved_notebook_is_small_and_shows_a_picture_or_a_line_without_a_kernel(
    notebook: Callable[..., Notebook], desk: LabPage, lab: Lab, faults: Faults
) -> None:
    opened = notebook(ODDS, RULES, BOARD, PLOT)
    opened.run()
    opened.show_all()
    assert desk.page.locator(".rt-still").locator("visible=true").count() == 0
    opened.save()
    path = desk.page.evaluate("jupyterapp.shell.currentWidget.context.path")
    desk.close()
    saved = (lab.folder / path).read_bytes()
    assert len(saved) < MOST_BYTES
    assert "widgets" not in json.loads(saved)["metadata"]
    faults.provoke("widget model not found")  # JupyterLab's own, of any saved widget
    opened = desk.open(path)
    for cell, said in ((0, "Run this cell to see the odds."), (1, "Run this cell to see the rules."), (2, "Aang")):
        opened.show(cell)
        desk.page.locator(".rt-still").get_by_text(said).first.wait_for()
        text = desk.page.locator(".jp-OutputArea-child:has(.rt-still) + .jp-OutputArea-child")
        assert text.locator("visible=true").count() == 0
    assert desk.page.locator(".rt-cell").count() == 0
    # JupyterLab looks for a model for two seconds; what it then complains about belongs to this test.
    desk.page.wait_for_function(NOTHING_LOADS)


@pytest.mark.wide
def test_a_plot_is_drawn_and_follows_the_theme(notebook: Callable[..., Notebook], desk: LabPage) -> None:
    opened = notebook('from rising_tutor.widgets import Plot\nPlot("won.replay")', PLOT)
    opened.run()
    opened.show(1)
    desk.page.locator(".rt-plot[data-ready] .plot-container").nth(1).wait_for()
    opened.show(0)
    light = desk.page.evaluate(COLOURS)
    desk.dark(True)
    desk.page.wait_for_function(f"before => JSON.stringify(({COLOURS})()) !== JSON.stringify(before)", arg=light)
    assert desk.page.evaluate(COLOURS)[0] == desk.page.evaluate(INK)


def test_a_notebook_of_text_alone_is_a_page_of_voila(voila: Callable[..., Any], lab: Lab) -> None:
    before = lab.kernels()
    page = voila("# Only text", "print(6 * 7)", ready="text=42")
    assert page.locator("#loading").count() == 0
    assert lab.kernels() > before
    page.close(run_before_unload=True)
    deadline = time.monotonic() + 60
    while lab.kernels() - before:  # whoever closes the page leaves no kernel behind
        assert time.monotonic() < deadline
        time.sleep(0.05)
