"""In a cell our widgets look as on our pages, in every theme and width; the notebook keeps its own look."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook, make_wide
from tests.jupyterlab.looks import differences, looks, own_looks
from tests.testkit.browsing import close_page, empty_page
from tests.testkit.lab_server import Lab, open_voila

pytestmark = pytest.mark.browser

ODDS = 'from rising_tutor.widgets import Odds\nOdds("2 green, 1 blue", need="W W E")'
RULES = 'from rising_tutor.widgets import RuleReader\nRuleReader("FNR-313")'
BOARD = """
from rising_tutor.core.registry import load_game
from rising_tutor.widgets import Board
Board(load_game("fire").start(2, {"teams": "aang,toph"}))
"""
#: For each widget the cell that shows it, and the page of the app that is made of the same views.
PAGES = {
    ODDS: ("#odds?pool=2g1b&need=WWE", ".rt-oddslab"),
    RULES: ("#rules?rule=FNR-313", ".rt-rules .rt-rulecard__title"),
}
WIDTHS = (600, 836, 1100, 1400)
PADDING = 24
OWN = (
    (
        "# A heading\n\nA [link](https://example.org/), `code`, and\n\n- a list\n\n1. of\n\n"
        "| a | table |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n## Another\n\n<details><summary>fold</summary>in</details>"
    ),
    'print("text")',
    (
        "from IPython.display import HTML\n"
        'HTML("<h2>Heading</h2><table><thead><tr><th>a</th></tr></thead><tr><td>1</td></tr></table><button>press</button>'
        "<p>words <a href='#'>a link</a> <code>code</code></p><ul><li>one</li></ul><input value='1'>\")"
    ),
)


@pytest.fixture(scope="module")
def app(browser: Any, lab: Lab) -> Iterator[Any]:
    """The app as a page of its own, which the tests of this module share."""
    seen: list[str] = []
    page = empty_page(browser, lab, seen.append)
    open_voila(page, "notebooks/app.ipynb")
    page.locator(".rt-root .rt-hero").first.wait_for(timeout=60_000)
    yield page
    close_page(page)
    assert not seen, "\n".join(seen)


@pytest.mark.wide
@pytest.mark.parametrize("widget", PAGES, ids=["odds", "rules"])
def test_a_widget_looks_as_its_page_in_both_themes_and_all_widths(
    widget: str, notebook: Callable[..., Notebook], desk: LabPage, app: Any
) -> None:
    notebook(widget).run()
    address, ready = PAGES[widget]
    app.evaluate("address => { location.hash = address }", address)
    for page in (desk.page, app):
        page.locator(ready).locator("visible=true").first.wait_for(timeout=60_000)
    for dark in (False, True):
        desk.dark(dark)
        app.evaluate("dark => rtTheme.set(dark ? 'dark' : 'light')", dark)
        for width in WIDTHS:
            desk.width(width)
            beside = app.evaluate("innerWidth - document.querySelector('.rt-root').clientWidth")
            app.set_viewport_size({"width": width - PADDING + beside, "height": 800})
            app.wait_for_function("w => document.querySelector('.rt-root').clientWidth === w", arg=width - PADDING)
            for page in (desk.page, app):
                page.evaluate("document.activeElement.blur()")
                page.mouse.move(0, 0)
            here, there = looks(desk.page, ".rt-cell"), looks(app, ".rt-root")
            assert len(here.keys() & there.keys()) > 25
            assert differences(here, there) == [], (dark, width)


@pytest.mark.wide
def test_every_widget_looks_in_jupyterlab_as_on_a_page_of_voila(
    notebook: Callable[..., Notebook], desk: LabPage, voila: Callable[..., Any]
) -> None:
    opened = notebook(ODDS, RULES, BOARD)
    opened.run()
    page = voila(ODDS, RULES, BOARD)
    page.locator(".rt-cell").nth(2).wait_for()
    desk.width(1100)
    for number in range(3):
        opened.show(number)
        make_wide(page, 1100)
        for one in (desk.page, page):
            one.evaluate("document.activeElement.blur()")
            one.mouse.move(0, 0)
        here, there = looks(desk.page, ".rt-cell"), looks(page, ".rt-cell")
        assert len(here.keys() & there.keys()) > 25
        assert differences(here, there) == []


@pytest.mark.wide
def test_a_notebook_keeps_its_own_look(notebook: Callable[..., Notebook], desk: LabPage) -> None:
    opened = notebook(*OWN, ODDS, RULES)
    for dark in (False, True):
        desk.dark(dark)
        opened.run_cell(1)
        opened.run_cell(2)
        opened.show(0)
        before = own_looks(desk.page)
        opened.run_cell(3)
        opened.run_cell(4)
        opened.show(0)
        assert len(before) > 50
        assert own_looks(desk.page)[: len(before)] == before
        desk.page.evaluate("jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
