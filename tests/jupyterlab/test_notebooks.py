"""Every notebook runs in JupyterLab from top to end.

The notebooks of the titles are written from the same sources, and `make test` runs every notebook in a kernel; so
in a browser it runs each kind of them once, and `make long` all.
"""

from collections.abc import Callable

import pytest

from tests.jupyterlab.lab_page import Notebook
from tests.testkit.lab_server import NOTEBOOKS

pytestmark = pytest.mark.browser
NAMES = sorted(path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.rglob("*.ipynb"))
OF_EACH_KIND = {
    "00_start_here.ipynb",
    "01_thirty_minutes_keep_or_reroll.ipynb",
    "02_make_your_own_lesson.ipynb",
    "app.ipynb",
    "dark-side-rising/50_scenarios.ipynb",
    "death-eaters-rising/10_the_course.ipynb",
    "fire-nation-rising/20_roll_and_assign.ipynb",
    "fire-nation-rising/60_replay_bench.ipynb",
    "fire-nation-rising/70_probability_bench.ipynb",
    "from-code/30_play_and_replay.ipynb",
}


def test_those_of_each_kind_are_there() -> None:
    assert set(NAMES) >= OF_EACH_KIND


@pytest.mark.sweep(one_in=13)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in OF_EACH_KIND else pytest.mark.long) for name in NAMES]
)
def test_a_notebook_runs_from_top_to_end(name: str, notebook: Callable[..., Notebook]) -> None:
    """Console errors and requests to other hosts fail the test by themselves."""
    opened = notebook(path=f"notebooks/{name}", own_kernel=name not in OF_EACH_KIND)
    opened.run()
    opened.show_all()
    assert opened.errors() == []
    assert any(opened.outputs())
