"""Every notebook runs in JupyterLab from top to end."""

from collections.abc import Callable

import pytest

from tests.jupyterlab.conftest import NOTEBOOKS
from tests.jupyterlab.lab_page import Notebook

pytestmark = pytest.mark.browser
NAMES = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.rglob("*.ipynb"))


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_from_top_to_end(name: str, notebook: Callable[..., Notebook]) -> None:
    """Console errors and requests to other hosts fail the test by themselves."""
    opened = notebook(path=f"notebooks/{name}")
    opened.run()
    opened.show_all()
    assert opened.errors() == []
    assert any(opened.outputs())
