"""Runs every notebook with nbval and compares what its cells say: `pytest -p tests.notebooks.compare notebooks`.

Notebooks are committed without outputs, so what a cell should say stands beside the tests, in `expected/`, in a text
for each notebook: what is printed, what a result is as text, and the picture that stays of a widget in a saved
notebook. A notebook that says nothing has none. After a wanted change `--rewrite` writes them anew; read the
difference. A cell whose words differ from run to run has the tag `nbval-ignore-output`.

A kernel takes longer to start than most notebooks to run, so those that a worker runs share one: before each it is
emptied of names and widgets, and works in the folder of the notebook with a data folder of its own. With kernels of
their own all of them run in `tests/jupyterlab`, by `make long`.
"""

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, RunningKernel
from nbval.plugin import IPyNbCell, IPyNbFile, coalesce_streams

from rising_tutor.core.registry import playable_ids
from tests.testkit.kernels import emptied

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
EXPECTED = Path(__file__).parent / "expected"
WIDGET = "application/vnd.jupyter.widget-view+json"
_HEAD = re.compile(r"^=== cell (\d+)\n", re.MULTILINE)
_HIDDEN = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)
_BREAK = re.compile(r"</(?:p|pre|li|tr|h\d|div)>|<br>")
_TAG = re.compile(r"<[^>]+>")
#: It works for long and is the same in each title: `make wide` runs it for one, `make long` for the others.
_MANY, _MANY_OF = "80_many_games.ipynb", "fire-nation-rising"
_COURSE = "10_the_course.ipynb"
#: In the place of a widget that has no picture.
_NO_PICTURE = re.compile(r"Run this cell to see [^.]+\.")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write what the cells of notebooks say to tests/notebooks")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "Notebook | None":
    if file_path.suffix == ".ipynb" and ".ipynb_checkpoints" not in file_path.parts:
        return Notebook.from_parent(parent, path=file_path)
    return None


def pytest_unconfigure(config: pytest.Config) -> None:
    shared = config.stash.get(SHARED, None)
    if shared is not None:
        shared.stop()


class Kernel(RunningKernel):  # type: ignore[misc]
    """The kernel of a worker."""

    def __init__(self) -> None:
        self.data = TemporaryDirectory()
        os.environ["RISING_TUTOR_DATA"] = self.data.name
        super().__init__(CURRENT_ENV_KERNEL_NAME)

    def begin(self, folder: Path) -> None:
        """Be as good as new, in this folder."""
        asked = self.execute_cell_input(emptied(folder, self.data.name))
        self.await_reply(asked, timeout=60)
        self.await_idle(asked, 60)

    def stop(self) -> None:
        super().stop()
        self.data.cleanup()


SHARED = pytest.StashKey[Kernel]()


class Notebook(IPyNbFile):  # type: ignore[misc]
    """A notebook with what its cells should say."""

    def setup(self) -> None:
        if SHARED not in self.config.stash or not self.config.stash[SHARED].is_alive():
            self.config.stash[SHARED] = Kernel()
        self.kernel = self.config.stash[SHARED]
        self.kernel.begin(self.path.parent)

    def collect(self) -> Iterator["Cell"]:
        self.expected = read(expected_path(self.path))
        self.said: dict[int, str] = {}
        for cell in super().collect():
            cell.cell.execution_count = 0  # nbval compares no cell that was never run
            made = Cell.from_parent(self, name=cell.name, cell_num=cell.cell_num, cell=cell.cell, options=cell.options)
            if self.path.name == _MANY and self.path.parent.name != _MANY_OF:
                made.add_marker(pytest.mark.long)
            elif self.path.name == _MANY or is_another_chapter(self.path):
                made.add_marker(pytest.mark.wide)
            yield made

    def teardown(self) -> None:
        if self.config.option.rewrite:
            write(expected_path(self.path), self.said)


class Cell(IPyNbCell):  # type: ignore[misc]
    """A cell with what it should say."""

    def compare_outputs(self, test: list[Any], ref: object, skip_compare: object = None) -> bool:
        said = said_by(test)
        self.parent.said[self.cell_num] = said
        expected = self.parent.expected.get(self.cell_num, "")
        if said == expected or self.config.option.rewrite:
            return True
        self.comparison_traceback: list[str] = []
        self.format_output_compare("text", expected, said)
        return False


def is_another_chapter(notebook: Path) -> bool:
    """Whether it is of a chapter of a game, as the first one of that game is too: they differ in name and lessons."""
    chapters = sorted(file for file in notebook.parent.glob("[1-4]?_*.ipynb") if file.name != _COURSE)
    return notebook.parent.name in playable_ids() and notebook in chapters[1:]


def expected_path(notebook: Path) -> Path:
    """Where it stands what a notebook should say."""
    return EXPECTED / notebook.relative_to(NOTEBOOKS).with_suffix(".txt")


def read(path: Path) -> dict[int, str]:
    """What each code cell should say, by its number from 0."""
    if not path.is_file():
        return {}
    _, *parts = _HEAD.split(path.read_text(encoding="utf-8"))
    return {int(number): text.strip("\n") for number, text in zip(parts[::2], parts[1::2], strict=True)}


def write(path: Path, said: dict[int, str]) -> None:
    """Write that; no file where nothing is said."""
    text = "\n".join(f"=== cell {number}\n{words}\n" for number, words in sorted(said.items()) if words)
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


def said_by(outputs: list[Any]) -> str:
    """What a cell says, as text."""
    return "\n".join(text for one in coalesce_streams(outputs) if (text := _text(one)))


def _text(output: Any) -> str:
    data = output.get("data", {})
    if "text" in output:
        text = output["text"]
    elif "text/html" in data:
        text = unescape(_TAG.sub("", _BREAK.sub("\n", _HIDDEN.sub("", data["text/html"]))))
        text = _NO_PICTURE.sub("", text)
    elif WIDGET in data:
        text = ""
    else:
        text = data.get("text/plain", "")
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).strip("\n")
