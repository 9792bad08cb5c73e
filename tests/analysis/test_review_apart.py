"""A review in a process of its own: the same, and nothing of it stays but what it says."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from rising_tutor.analysis.ledger import jobs as apart_module
from rising_tutor.analysis.ledger.jobs import LedgerJob, ledger_there, review_apart
from rising_tutor.analysis.review import review_of
from rising_tutor.core.apart import NotDone, apart
from rising_tutor.core.memory import malloc_trim
from rising_tutor.core.registry import entry, load_game, origin
from rising_tutor.replay import verify
from rising_tutor.tutor.background import Stopped
from rising_tutor.tutor.review import controller as widget

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "replays" / "fire-nation-rising" / "worked-example.replay"


@pytest.fixture(scope="module")
def verified() -> Any:
    return verify(SAMPLE.read_bytes(), SAMPLE.name)


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    """After each test no process works for this one that did not before."""
    before = set(psutil.Process().children(recursive=True))
    yield
    assert set(psutil.Process().children(recursive=True)) <= before


def silent(done: int, total: int) -> None:
    pass


def test_it_is_the_same_review(verified: Any) -> None:
    assert review_apart(verified, silent) == review_of(verified)


def test_a_page_has_it_done_apart_and_a_program_at_once(verified: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(widget, "review_apart", lambda *args, **kwargs: asked.append("apart"))
    monkeypatch.setattr(widget, "review_of", lambda *args, **kwargs: asked.append("here"))
    for kernel in (True, False):
        monkeypatch.setattr(widget, "in_kernel", lambda kernel=kernel: kernel)
        widget.review_work(verified, silent)
    assert asked == ["apart", "here"]


def slow(*, progress: Any) -> int:
    for at in range(600):
        progress(at, 600)
        time.sleep(0.1)
    return 7


def quick(a: int, b: int, *, progress: Any) -> int:
    progress(1, 1)
    return a * b


def broken(*, progress: Any) -> int:
    raise ZeroDivisionError


def killed(*, progress: Any) -> int:
    psutil.Process().kill()
    return 0


def unsendable(*, progress: Any) -> Any:
    return lambda: None


def test_the_result_comes_back_and_the_process_is_gone() -> None:
    assert apart(quick, 6, 7, progress=silent) == 42


@pytest.mark.parametrize("work", [broken, killed, unsendable])
def test_work_that_fails_there_says_so(work: Any) -> None:
    with pytest.raises(NotDone):
        apart(work, progress=silent)


def test_work_tells_how_far_it_is_and_is_stopped_at_once() -> None:
    told = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done > 2:
            raise Stopped

    with pytest.raises(Stopped):
        apart(slow, progress=progress)
    assert told[-1][1] == 600
    assert told[-1][0] < 300


@pytest.mark.wide
def test_where_no_process_can_be_had_it_is_done_here(verified: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*args: Any, **kwargs: Any) -> Any:
        raise NotDone

    monkeypatch.setattr(apart_module, "apart", none)
    assert review_apart(verified, silent) == review_of(verified)


def test_other_cards_than_here_are_not_reviewed_there(verified: Any) -> None:
    other = load_game("dark").info
    job = LedgerJob(entry(verified.game.info.id), None, other, verified.start, verified.moves, 2)
    with pytest.raises(ValueError, match="other cards"):
        ledger_there(job, progress=silent)


def test_a_game_knows_where_it_was_loaded_from() -> None:
    owner = str(ROOT / "tests" / "games" / "rising" / "content" / "owner")
    mine, plain = load_game("fire", content=owner), load_game("fire")
    assert origin(mine) == (entry(mine.info.id), owner)
    assert origin(plain) == (entry(plain.info.id), None)
    assert origin(type(plain)("rising_tutor.games.rising.titles.fire_nation")) is None


MEMORY = """
import sys
from pathlib import Path
from rising_tutor.analysis.ledger.jobs import review_apart
from rising_tutor.replay import verify
from rising_tutor.report import html_report

def now():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 1_000_000

if __name__ == "__main__":
    path = Path(sys.argv[1])
    verified = verify(path.read_bytes(), path.name)
    before = now()
    review = review_apart(verified, lambda done, total: None)
    print(len(review.ledger.lines), now() - before)
"""


@pytest.mark.wide
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_a_process_that_had_a_game_reviewed_is_hardly_larger(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(MEMORY)
    program = [sys.executable, str(tmp_path / "program.py"), str(SAMPLE)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines, grown = map(int, done.stdout.split())
    assert lines > 10
    assert grown < 15


@pytest.mark.skipif(malloc_trim() is None, reason="this system cannot be asked to take memory back")
def test_what_was_freed_goes_back_to_the_system() -> None:
    program = (
        "from pathlib import Path\n"
        "from rising_tutor.core.memory import give_memory_back\n"
        "now = lambda: int(Path('/proc/self/statm').read_text().split()[1]) * 4096 // 1_000_000\n"
        "before = now()\n"
        "held = [bytearray(2_000) for _ in range(50_000)]\n"
        "last = bytearray(2_000)\n"
        "full = now()\n"
        "del held\n"
        "give_memory_back()\n"
        "print(full - before, now() - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    full, after = map(int, done.stdout.split())
    assert full > 90
    assert after < 30
