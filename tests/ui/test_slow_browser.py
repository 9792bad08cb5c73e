"""A page of Voila in a browser that takes its time: its widgets come late, but they come."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import Running, open_as_a_user, write_notebook

LATE = '''from IPython.display import display

from rising_tutor.render.html import el
from rising_tutor.ui.components.assets import STATIC
from rising_tutor.ui.components.view import HtmlView


class Late(HtmlView):
    _esm = "await new Promise((done) => setTimeout(done, 3000));\\n" + (STATIC / "view.js").read_text()


view = Late(("all",), kind="rt-root")
view.on_do(lambda message: view.draw(all=el("p", "Answered")))
view.draw(all=el("button", "Ask", data_do="ask", type="button"))
display(view)
'''
"""A widget whose code is read three seconds after it was made, as one of many on a slow machine."""


@pytest.mark.wide
@pytest.mark.browser
def test_a_widget_that_comes_late_answers(
    start_server: Callable[..., Running], new_page: Callable[[Running], Any], tmp_path: Path
) -> None:
    page = new_page(start_server(notebook=write_notebook(tmp_path, LATE), pool=0))
    open_as_a_user(page, "")
    page.get_by_role("button", name="Ask").click(timeout=60_000)
    page.get_by_text("Answered").wait_for()
