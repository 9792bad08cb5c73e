"""What a cell of a notebook says is compared with what it should say, so a number that changes is seen."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from tests.notebooks import compare

ROOT = Path(__file__).parents[2]
PRINTS = 'from fractions import Fraction\nprint(f"one of {Fraction(6, 36)}")'
WIDGET = 'from rising_tutor.widgets import Lesson\nlesson = Lesson("first-hero")\nlesson'


def notebook(path: Path, *cells: str, **metadata: Any) -> None:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one, metadata=metadata) for one in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(made, path)


@pytest.mark.wide
def test_a_number_that_changed_fails_and_all_that_was_said_is_told(tmp_path: Path) -> None:
    """In a tree of folders like ours, so that the notebooks there are none of ours."""
    tests = tmp_path / "tests" / "notebooks"
    tests.mkdir(parents=True)
    shutil.copy(compare.__file__, tests)
    there = tmp_path / "notebooks"
    notebook(there / "right.ipynb", PRINTS, WIDGET)
    notebook(there / "other_number.ipynb", PRINTS.replace("36", "18"))
    notebook(there / "unexpected.ipynb", PRINTS)
    notebook(there / "silent.ipynb", "one = 1", "import os")
    notebook(there / "as_it_comes.ipynb", "import time\nprint(time.time())", tags=["nbval-ignore-output"])
    notebook(there / "uses_names_of_another.ipynb", "lesson")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "tests.notebooks.compare", "--rootdir", tmp_path]
    subprocess.run([*run, "--rewrite", there / "right.ipynb"], cwd=tmp_path, capture_output=True, check=True)
    said = compare.read(tests / "expected" / "right.txt")
    assert said[0] == "one of 1/6"
    assert said[1].startswith("Your first Hero. Put dice on a Hero and bring it into your Team.")
    compare.write(tests / "expected" / "other_number.txt", {0: said[0]})
    done = subprocess.run([*run, there], cwd=tmp_path, capture_output=True, text=True, check=False)
    failed = set(re.findall(r"^FAILED notebooks/(\S+)::", done.stdout, re.MULTILINE))
    assert failed == {"other_number.ipynb", "unexpected.ipynb", "uses_names_of_another.ipynb"}, done.stdout
    assert "one of 1/6" in done.stdout
    assert "one of 1/3" in done.stdout
    assert re.search(r"\b5 passed", done.stdout), "right has two cells, silent two, as_it_comes one"


def test_every_text_that_is_kept_belongs_to_a_notebook_and_to_cells_of_it() -> None:
    kept = sorted(compare.EXPECTED.rglob("*.txt"))
    assert len(kept) > 15
    for path in kept:
        file = (compare.NOTEBOOKS / path.relative_to(compare.EXPECTED)).with_suffix(".ipynb")
        cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
        said = compare.read(path)
        assert said
        assert set(said) <= set(range(len(cells)))


def test_what_is_written_is_read_again_and_nothing_said_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "one.txt"
    said = {0: "two\n\nlines", 3: "=== no cell"}
    compare.write(path, said)
    assert compare.read(path) == said
    compare.write(path, {0: "", 1: ""})
    assert not path.exists()
    assert compare.read(path) == {}


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ({"output_type": "stream", "name": "stdout", "text": "a  \nb\n"}, "a\nb"),
        ({"output_type": "execute_result", "data": {"text/plain": "Fraction(1, 3)"}}, "Fraction(1, 3)"),
        ({"output_type": "display_data", "data": {"text/html": "<style>p{}</style><p>1 &lt; 2</p><p>b"}}, "1 < 2\nb"),
        ({"output_type": "display_data", "data": {compare.WIDGET: {}, "text/plain": "Box(...)"}}, ""),
        ({"output_type": "display_data", "data": {"text/html": "<p>Run this cell to see the odds.</p>"}}, ""),
    ],
)
def test_what_an_output_says(output: dict[str, Any], said: str) -> None:
    assert compare.said_by([NotebookNode(nbformat.from_dict(output))]) == said
