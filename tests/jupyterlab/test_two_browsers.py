"""Each browser is a learner of its own, in a page of Voila and in JupyterLab, and stays it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.jupyterlab.lab_page import DISPOSE, END_KERNELS, LabPage
from tests.jupyterlab.test_voila import serve
from tests.testkit.browsing import Faults, close_page, empty_page
from tests.testkit.lab_server import TOKEN, Lab, open_voila, written

pytestmark = pytest.mark.browser

#: Two widgets that show what a learner did, and one that lists the games of a learner.
CELLS = (
    "# Two people",
    'from rising_tutor.widgets import Lesson, Play, Unit\n\nlesson = Lesson("first-hero")\nlesson',
    'unit = Unit("keep-or-discard", step=1)\nunit',
    'play = Play("fire")\nplay',
)
CELL = ".rt-cell >> nth={}"


def begin(page: Any) -> None:
    """Wait until the page shows its widgets, and the kernel has met its browser."""
    page.locator(CELL.format(2)).wait_for(timeout=120_000)
    page.evaluate("rtSettled()")


def step(page: Any) -> str:
    """Where the lesson is."""
    return str(page.locator(CELL.format(0)).locator("text=/step \\d of 3/").first.inner_text())


def answered(page: Any) -> bool:
    """Return True if the unit shows what was picked."""
    return "your choice" in page.locator(CELL.format(1)).inner_text().lower()


def do_something(page: Any) -> None:
    """Go on in the lesson, and answer the question of the unit."""
    page.locator(CELL.format(0)).get_by_role("button", name="Skip to step 3").click()
    page.locator(CELL.format(1)).locator("[data-do='pick']").first.click()
    page.evaluate("rtSettled()")
    assert "step 3" in step(page)
    assert answered(page)


def untouched(page: Any) -> None:
    """The page is that of somebody who comes for the first time."""
    assert "step 1" in step(page)
    assert not answered(page)


def two_learners(show: Callable[[Any], None], first: Any, second: Any) -> None:
    """Neither browser sees what the other did, and each finds its own again."""
    show(first)
    untouched(first)
    do_something(first)
    show(second)
    untouched(second)
    do_something(second)
    show(first)
    assert "step 3" in step(first)
    assert answered(first)


def test_two_browsers_at_one_page_of_jupyters_voila_are_two_learners(lab: Lab, new_page: Callable[[Any], Any]) -> None:
    name = written(lab.folder, CELLS)

    def show(page: Any) -> None:
        open_voila(page, name)
        begin(page)

    two_learners(show, new_page(lab), new_page(lab))


@pytest.mark.wide
def test_two_browsers_at_the_command_of_the_readme_are_two_learners(
    tmp_path: Path, browser: Any, faults: Faults
) -> None:
    # A page of plain Voila has not got the cookie that lets it end its kernel.
    faults.provoke("/voila/api/shutdown/")
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    name = written(notebooks, CELLS)

    def show(page: Any) -> None:
        page.goto(f"/voila/render/{name}", wait_until="commit")
        begin(page)

    with serve(tmp_path, notebooks) as served:
        pages = [empty_page(browser, served, faults.seen.append) for _ in range(2)]
        try:
            two_learners(show, *pages)
        finally:
            for page in pages:
                close_page(page)
    assert not faults.left, "\n".join(faults.left)


@pytest.mark.wide
def test_two_browsers_at_jupyterlab_are_two_learners(lab: Lab, new_page: Callable[[Any], Any]) -> None:
    desks = {}

    def show(page: Any) -> None:
        """Open the notebook with a kernel of its own, and run its first two widgets."""
        if page not in desks:
            desks[page] = LabPage(page, [], f"/lab?token={TOKEN}", lab.folder, lab.data)
            desks[page].begin()
        page.evaluate(DISPOSE)
        page.evaluate(END_KERNELS, False)
        page.set_viewport_size({"width": 1280, "height": 6000})
        opened = desks[page].open(written(lab.folder, CELLS[:3]), own_kernel=True)
        opened.run()
        page.locator(CELL.format(1)).wait_for()
        opened.settle()

    two_learners(show, new_page(lab), new_page(lab))
    for desk in desks.values():
        desk.close()
