"""Workers of a command end when the command is gone, whatever ended it."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from rising_tutor.core import workers
from tests.testkit.processes import alive, wait_until

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "replays" / "fire-nation-rising" / "won.replay"
COMMANDS = {
    "simulate": ("-m", "rising_tutor", "simulate", "fire", "--games", "100000", "--policy", "greedy", "--jobs", "2"),
    "analyze": ("-m", "rising_tutor", "analyze", str(RECORD), "--jobs", "2"),
    "analyze many": ("-m", "rising_tutor", "analyze", str(RECORD.parent), "--table", "TABLE", "--jobs", "2"),
}
ASLEEP = """
import multiprocessing, sys, time
from rising_tutor.core.workers import workers
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    with workers(2) as pool:
        for _ in range(2):
            pool.submit(time.sleep, 600)
        time.sleep(600)
"""
APART = """
import time
from rising_tutor.core.apart import apart

def asleep(seconds, *, progress):
    time.sleep(seconds)

if __name__ == "__main__":
    import program

    apart(program.asleep, 600, progress=lambda done, total: None)
"""


@pytest.fixture
def left() -> Iterator[list[psutil.Process]]:
    """Processes that are ended after the test, if they live."""
    found: list[psutil.Process] = []
    yield found
    for process in found:
        with suppress(psutil.Error):
            process.kill()


def killed_with_its_workers(program: list[str], left: list[psutil.Process], folder: Path, n: int = 2) -> None:
    parent = psutil.Popen(program, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    left.append(parent)

    def started() -> bool:
        assert parent.poll() is None, "it was over before it could be killed"
        # A worker has a thread that looks for its parent; what Python itself starts beside them has one thread alone.
        return len([one for one in parent.children(recursive=True) if one.num_threads() > 1]) == n

    wait_until(started)
    children = parent.children(recursive=True)
    left += children
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    wait_until(lambda: not any(map(alive, children)), 30)


@pytest.mark.wide
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_workers_end_when_their_command_is_killed(
    arguments: tuple[str, ...], left: list[psutil.Process], tmp_path: Path
) -> None:
    words = [str(tmp_path / "games.parquet") if word == "TABLE" else word for word in arguments]
    killed_with_its_workers([sys.executable, *words], left, tmp_path)


@pytest.mark.parametrize("how", multiprocessing.get_all_start_methods())
def test_a_worker_that_waits_in_the_system_ends_too_however_it_was_started(
    how: str, left: list[psutil.Process], tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(ASLEEP)
    killed_with_its_workers([sys.executable, "program.py", how], left, tmp_path)


def test_the_process_of_one_piece_of_work_ends_too(left: list[psutil.Process], tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(APART)
    killed_with_its_workers([sys.executable, "program.py"], left, tmp_path, n=1)


def test_this_process_has_no_parent_of_that_kind() -> None:
    workers.end_with_parent()
