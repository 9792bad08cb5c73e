"""A JupyterLab on loopback with a copy of the notebooks and the settings of `make lab`.

Nothing of whoever starts it is used or changed: what Jupyter and the tutor keep lies in a folder of its own.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from tests.testkit.browsing import end
from tests.testkit.late import first_in_kernels

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

    def kernels(self) -> set[str]:
        """The kernels that run. A page of Voila that closes ends its own, if it has the cookie of this server."""
        asked = urllib.request.Request(f"{self.url}/api/kernels", headers={"Authorization": f"token {TOKEN}"})  # noqa: S310
        with urllib.request.urlopen(asked) as answer:  # noqa: S310
            return {kernel["id"] for kernel in json.load(answer)}


def open_voila(page: Any, path: str) -> None:
    """Open a page of Voila as somebody who comes from JupyterLab: with the cookie that lets it end its kernel."""
    page.context.request.get("/login")
    notebook, _, address = path.partition("#")
    page.goto(f"/voila/render/{notebook}?token={TOKEN}#{address}", wait_until="commit")


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
    first_in_kernels(Path(made["IPYTHONDIR"]))
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=files, env=made, stdout=out, stderr=subprocess.STDOUT)
    try:
        address = _address(process, Path(made["JUPYTER_RUNTIME_DIR"]), log)
        yield Lab(process, files, address, log, data)
    finally:
        end(process)


def _address(process: subprocess.Popen[bytes], folder: Path, log: Path) -> str:
    """The address that the server writes down once it listens, without the slash at its end."""
    deadline = time.monotonic() + 180  # of a busy machine
    while True:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-3000:]}")
        for path in folder.glob("jpserver-*.json"):
            with contextlib.suppress(json.JSONDecodeError):
                return str(json.loads(path.read_text())["url"]).rstrip("/")
        time.sleep(0.05)


def written(folder: Path, cells: Sequence[str], name: str = "") -> str:
    """Write a notebook, which needs no name, and return the one that it has."""
    name = name or f"made_{len(list(folder.glob('made_*')))}.ipynb"
    made = nbformat.v4.new_notebook(cells=[_cell(source) for source in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, folder / name)
    return name


def _cell(source: str) -> Any:
    return (nbformat.v4.new_markdown_cell if source.startswith("#") else nbformat.v4.new_code_cell)(source)
