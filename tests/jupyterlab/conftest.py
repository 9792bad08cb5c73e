"""Starts one JupyterLab on loopback, with the notebooks and the settings of `make lab`, and one page of it.

`notebook` opens a notebook in that page: a file of `notebooks/`, or cells that the test brings. After each test all is
closed; the kernel that notebooks share is emptied before the next one, any other has ended. Faults of the page fail the test, as those of the app's pages do. `voila` shows a
notebook as a page of its own: the same server does that with our template.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import psutil
import pytest

from tests.jupyterlab.lab_page import LabPage, Notebook
from tests.testkit.browsing import Faults, close_page, empty_page, end

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
TOKEN = "token-of-the-tests"  # noqa: S105
SETTINGS = ROOT / "share" / "lab"


@dataclass(frozen=True)
class Lab:
    """A JupyterLab that runs. Its files are those of `folder`; what the tutor keeps lies in `data`."""

    process: subprocess.Popen[bytes]
    folder: Path
    url: str
    log: Path
    data: Path


def environment(folder: Path) -> dict[str, str]:
    """Folders of its own for whatever Jupyter and the tutor keep, the settings of `make lab`, and the page of Voila."""
    jupyter = folder / "share"
    if not jupyter.exists():
        # As the wheel puts them: the template, and the look beside it.
        shutil.copytree(ROOT / "share" / "jupyter", jupyter)
        shutil.copy(
            ROOT / "rising_tutor" / "render" / "rising.css", jupyter / "voila" / "templates" / "rising" / "static"
        )
    own = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "RISING_TUTOR_DATA")
    lab = ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    made = {name: str(folder / name.lower()) for name in (*own, *lab)}
    given = {"JUPYTER_CONFIG_PATH": str(SETTINGS), "JUPYTER_PATH": str(jupyter), "PYTHONPATH": str(ROOT)}
    return {**os.environ, **made, **given}


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Lab]:
    """Run JupyterLab until the end of the context."""
    files = folder / "files"
    shutil.copytree(NOTEBOOKS, files / "notebooks")
    log = folder / "lab.log"
    settings = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": 0,
        "ServerApp.root_dir": files,
        "ServerApp.open_browser": False,
        "ServerApp.allow_root": True,
        "IdentityProvider.token": TOKEN,
        "LabApp.expose_app_in_browser": True,
    }
    command = [sys.executable, "-m", "jupyterlab", *(f"--{name}={value}" for name, value in settings.items())]
    made = environment(folder)
    data = Path(made["RISING_TUTOR_DATA"])
    data.mkdir()
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=files, env=made, stdout=out, stderr=subprocess.STDOUT)
    try:
        address = _address(process, Path(made["JUPYTER_RUNTIME_DIR"]), log)
        yield Lab(process, files, address, log, data)
    finally:
        end(process)


def _address(process: subprocess.Popen[bytes], folder: Path, log: Path) -> str:
    """The address that the server writes down once it listens, without the slash at its end."""
    deadline = time.monotonic() + 60
    while True:
        if process.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-3000:]}")
        for path in folder.glob("jpserver-*.json"):
            with contextlib.suppress(json.JSONDecodeError):
                return str(json.loads(path.read_text())["url"]).rstrip("/")
        time.sleep(0.05)


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
        page.goto(f"/voila/render/{path or written(lab.folder, cells)}?token={TOKEN}{address}", wait_until="commit")
        page.locator(ready).first.wait_for(timeout=60_000)
        return page

    return open_


@pytest.fixture
def notebook(lab: Lab, desk: LabPage) -> Callable[..., Notebook]:
    """Open a notebook: the path of a file, or the cells of a new one, which begin with # where they are Markdown."""

    def open_(*cells: str, path: str = "", own_kernel: bool = False) -> Notebook:
        return desk.open(path or written(lab.folder, cells), own_kernel=own_kernel)

    return open_


def written(folder: Path, cells: Sequence[str]) -> str:
    """Write a notebook and return its name."""
    name = f"made_{len(list(folder.glob('made_*')))}.ipynb"
    made = nbformat.v4.new_notebook(cells=[_cell(source) for source in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, folder / name)
    return name


def _cell(source: str) -> Any:
    return (nbformat.v4.new_markdown_cell if source.startswith("#") else nbformat.v4.new_code_cell)(source)
