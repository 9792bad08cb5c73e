"""The notebooks as pages of Voila with our template: the same notebook, without its code.

`make test` opens two kinds; `make long` opens all, from a server that runs the command of the README.
"""

import contextlib
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.jupyterlab.test_notebooks import OF_EACH_KIND
from tests.testkit.browsing import end
from tests.testkit.lab_server import NOTEBOOKS, environment

pytestmark = pytest.mark.browser

#: A page of Voila has a kernel of its own, which takes as long to start as most of these take to show.
QUICK = ("00_start_here.ipynb", "fire-nation-rising/20_roll_and_assign.ipynb")
#: The app is a page with an address and tests of its own, in tests/ui.
KINDS = sorted(OF_EACH_KIND - {"app.ipynb"})


@dataclass(frozen=True)
class Served:
    """A Voila that serves the notebooks."""

    url: str


def shows_its_widgets(page: Any, name: str) -> None:
    """As a page whose cells have all run: its heading, each widget and none of the code."""
    from playwright.sync_api import expect

    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    heading = next(cell.source for cell in cells if cell.cell_type == "markdown").splitlines()[0].removeprefix("# ")
    page.get_by_role("heading", name=heading, exact=True).first.wait_for(timeout=120_000)
    shown = sum(cell.cell_type == "code" and cell.source.strip().splitlines()[-1].isidentifier() for cell in cells)
    page.wait_for_function("n => document.querySelectorAll('.rt-cell').length >= n", arg=shown, timeout=60_000)
    assert page.locator("#loading").count() == 0
    # What a saved notebook shows instead goes when its widget is there.
    expect(page.locator(".rt-still").locator("visible=true")).to_have_count(0)
    assert "from rising_tutor" not in page.locator("body").inner_text()


@pytest.mark.wide
@pytest.mark.parametrize("name", QUICK)
def test_a_notebook_is_a_page(name: str, voila: Callable[..., Any]) -> None:
    shows_its_widgets(voila(path=f"notebooks/{name}"), name)


@contextlib.contextmanager
def serve(folder: Path, notebooks: Path) -> Iterator[Served]:
    """Run `voila notebooks --template=rising`, as the README says, until the end of the context.

    Args:
        folder: for whatever Voila and the tutor keep.
    """
    made = environment(folder)
    Path(made["RISING_TUTOR_DATA"]).mkdir()
    # In a folder of its own, so that no settings of a notebook server lie beside it.
    made.pop("JUPYTER_CONFIG_PATH")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(notebooks), "--template=rising", "--no-browser", f"--port={port}"]
    log = folder / "voila.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=made, stdout=out, stderr=subprocess.STDOUT)
    try:
        yield Served(_answers(process, f"http://localhost:{port}", log))
    finally:
        end(process)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A Voila with the notebooks."""
    with serve(tmp_path_factory.mktemp("voila"), NOTEBOOKS) as server:
        yield server


def _answers(process: subprocess.Popen[bytes], url: str, log: Path) -> str:
    """The address, once it answers."""
    deadline = time.monotonic() + 180
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=10):  # noqa: S310 - our own
            return url
        time.sleep(0.1)
    pytest.fail(f"Voila did not start:\n{log.read_text(errors='replace')[-3000:]}")


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_each_kind_is_a_page_of_the_command_of_the_readme(
    name: str, served: Served, new_page: Callable[..., Any]
) -> None:
    page = new_page(served)
    page.goto(f"/voila/render/{name}", wait_until="commit")
    shows_its_widgets(page, name)
