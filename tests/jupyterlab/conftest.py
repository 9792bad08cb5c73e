"""One JupyterLab and one page of it for the tests.

`notebook` opens a notebook in that page: a file of `notebooks/`, or cells that the test brings. After each test all is
closed; the kernel that notebooks share is emptied before the next one, any other has ended. Faults of the page fail the
test, as those of the app's pages do. `voila` shows a notebook as a page of its own: the same server does that with our
template.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook
from tests.testkit.browsing import Faults, close_page, empty_page
from tests.testkit.lab_server import TOKEN, Lab, open_voila, running, written


@pytest.fixture(scope="session")
def lab(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab with a copy of the notebooks. It does not start where there is no browser."""
    with running(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def lab_page(browser: Any, lab: Lab) -> Iterator[LabPage]:
    """The page of JupyterLab that tests share."""
    seen: list[str] = []
    page = empty_page(browser, lab, seen.append)
    yield LabPage(page, seen, f"/lab?token={TOKEN}", lab.folder, lab.data)
    close_page(page)


@pytest.fixture
def desk(lab_page: LabPage, faults: Faults, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    """The page of JupyterLab for one test: nothing is open, the theme is light."""
    failed = request.session.testsfailed
    lab_page.begin()
    yield lab_page
    if request.session.testsfailed > failed:
        print(lab_page.shows())
    faults.seen += lab_page.end()
    assert not faults.left, "\n".join(faults.left)


@pytest.fixture
def voila(lab: Lab, new_page: Callable[[Lab], Any]) -> Callable[..., Any]:
    """Show a notebook as a page of Voila, in a browser profile of its own: a file, or cells of a new one."""
    page = new_page(lab)

    def open_(*cells: str, path: str = "", ready: str = ".rt-cell", address: str = "") -> Any:
        open_voila(page, f"{path or written(lab.folder, cells)}{address}")
        page.locator(ready).first.wait_for(timeout=60_000)
        return page

    return open_


@pytest.fixture
def notebook(lab: Lab, desk: LabPage) -> Callable[..., Notebook]:
    """Open a notebook: the path of a file, or the cells of a new one, which begin with # where they are Markdown."""

    def open_(*cells: str, path: str = "", own_kernel: bool = False) -> Notebook:
        return desk.open(path or written(lab.folder, cells), own_kernel=own_kernel)

    return open_
