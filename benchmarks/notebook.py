"""The notebook: how long the first widget takes in JupyterLab, and what six of them cost the kernel in memory.

JupyterLab runs as by `make lab`, and Chromium opens it. In each round a new kernel has imported nothing of ours yet:
the time is from running the cell to its widget standing in the page. Memory is the resident set of a kernel after one
notebook with six kinds of widget ran and all were shown.
"""

import os
import tempfile
import time
from pathlib import Path
from statistics import median

import psutil

from benchmarks.odds_targets import MOST, Target, reached, shown

TARGETS = {
    "N1": Target("first widget in JupyterLab after its cell was run, s", MOST, 3),
    "N2": Target("kernel of a notebook with six widgets, MB", MOST, 150),
}
ROUNDS = 3
FIRST = 'from rising_tutor.widgets import Odds\nOdds("2 green, 1 blue", need="W W E")'
SIX = (
    'from rising_tutor.widgets import Board, Lesson, Odds, Play, Replay, RuleReader\nLesson("first-hero")',
    'Play("fire", teams="aang,toph", seed=7)',
    'Odds("2 green, 1 blue", need="W W E")',
    'RuleReader("FNR-313")',
    'replay = Replay("won.replay", at=20)\nreplay',
    "Board(replay)",
)
_MB = 1_000_000


def main(rounds: int = ROUNDS) -> None:
    """Measures both, and says what is missing where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - comes with the tests

        from tests.jupyterlab.lab_page import LabPage  # noqa: PLC0415 - the same
        from tests.testkit.browsing import CHROMIUM_ARGUMENTS, chromium, empty_page  # noqa: PLC0415 - the same
        from tests.testkit.lab_server import TOKEN, running, written  # noqa: PLC0415 - the same
    except ImportError as missing:
        print(f"notebook: not measured, {missing.name} is not installed (make venv .venv/.with-test)")
        return
    if (program := chromium()) is None:
        print("notebook: not measured, there is no Chromium")
        return
    print(f"notebook: load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as lab, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        faults: list[str] = []
        page = LabPage(empty_page(browser, lab, faults.append), faults, f"/lab?token={TOKEN}", lab.folder, lab.data)
        page.begin()
        seconds, cpu = [], []
        for _ in range(rounds):
            opened = page.open(written(lab.folder, (FIRST,)), own_kernel=True)
            kernel = _kernel(lab.process.pid)
            before = _cpu(kernel)
            seconds.append(opened.stands_after(0))
            cpu.append(_cpu(kernel) - before)
            page.close()
        opened = page.open(written(lab.folder, SIX), own_kernel=True)
        kernel = _kernel(lab.process.pid)
        bare = kernel.memory_info().rss / _MB
        opened.run()
        opened.show_all()
        memory = kernel.memory_info().rss / _MB
        browser.close()
    print(f"  rounds, s on the clock: {', '.join(map(shown, seconds))}")
    print(f"  of them CPU s of the kernel: {', '.join(map(shown, cpu))}")
    print(f"  a kernel that has run nothing: {shown(bare)} MB")
    if faults:
        print(f"  faults of the page: {faults}")
    for (id_, target), figure in zip(TARGETS.items(), (median(seconds), memory), strict=True):
        said = "met" if reached(target, figure, target.limit) else "not met"
        print(f"  {id_:4} {target.what:60} {shown(figure):>8}  {target.best} {shown(target.limit):6} {said}")


def _kernel(server: int) -> psutil.Process:
    """The one kernel that runs; `begin` of a server takes a moment to end those before."""
    for _ in range(100):
        found = [one for one in psutil.Process(server).children(recursive=True) if _is_kernel(one)]
        if len(found) == 1:
            return found[0]
        time.sleep(0.1)
    raise SystemExit("notebook: there is not one kernel")


def _is_kernel(process: psutil.Process) -> bool:
    try:
        return "ipykernel_launcher" in process.cmdline()
    except psutil.Error:
        return False


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
