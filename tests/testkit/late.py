"""Kernels that are as slow as on a busy machine: what looks or presses too early fails with them each time.

`RISING_TUTOR_TEST_LAG=0.7 make test` lets the kernels of the tests answer each press, and end what they work out
beside, so many seconds late. A test that passes on a fast machine only then fails.
"""

import os
import time
from pathlib import Path

from rising_tutor.tutor.background import Background
from rising_tutor.ui.components.view import HtmlView

LAG = float(os.environ.get("RISING_TUTOR_TEST_LAG", "0"))


def first_in_kernels(ipython: Path, code: str = "") -> None:
    """Have each kernel of a server run code first, and be late if it is asked for.

    Args:
        ipython: the folder of IPython of that server.
    """
    if LAG:
        code += "from tests.testkit import late\nlate.be_late()\n"
    if code:
        startup = ipython / "profile_default" / "startup"
        startup.mkdir(parents=True, exist_ok=True)
        (startup / "first.py").write_text(code)


def be_late() -> None:
    """Answer late from now on, in this kernel."""
    take, work = HtmlView._take, Background._in_thread

    def take_late(view: HtmlView, widget: object, content: object, buffers: object) -> None:
        if not isinstance(content, dict) or content.get("do") != "_ready":
            time.sleep(LAG)
        take(view, widget, content, buffers)

    def work_late(background: Background, job: object) -> None:
        time.sleep(LAG)
        work(background, job)

    HtmlView._take = take_late
    Background._in_thread = work_late
