"""Long work beside a page leaves no memory with it: what was freed goes back to the system."""

import asyncio
import threading
from typing import Any

import pytest

from rising_tutor.analysis.corpus.work import Trouble
from rising_tutor.core.apart import NotDone
from rising_tutor.tutor import background
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.corpus import games as corpus_games
from tests.testkit.loops import finish


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows when memory is given back."""
    found: list[str] = []
    monkeypatch.setattr(background, "give_memory_back", lambda: found.append("back"))
    return found


async def worked(*, stop: bool = False) -> list[int]:
    """What came back of a piece of work, when its thread is over."""
    results: list[int] = []
    begun, threads = asyncio.Event(), []
    loop = asyncio.get_running_loop()

    def work(progress: Any) -> int:
        threads.append(threading.current_thread())
        loop.call_soon_threadsafe(begun.set)
        while stop:
            progress(0, 1)
        return 7

    job = Background(beside=True)
    job.start(work, results.append)
    await begun.wait()
    if stop:
        job.stop()
    await asyncio.to_thread(threads[0].join)
    await asyncio.sleep(0.01)  # what it gave is handed on by the loop
    return results


def test_after_long_work(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_LONG_S", 0)
    assert finish(worked()) == [7]
    assert given == ["back"]


def test_after_long_work_that_was_stopped(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_LONG_S", 0)
    assert finish(worked(stop=True)) == []
    assert given == ["back"]


def test_not_after_each_small_thing(given: list[str]) -> None:
    assert finish(worked()) == [7]
    assert finish(worked(stop=True)) == []
    assert not given


def test_a_page_has_each_game_analysed_apart_and_does_it_itself_where_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trouble, asked = Trouble("fault", "failed", "on purpose"), []

    def apart(work: Any, job: Any, *, progress: Any) -> Trouble:
        asked.append(("apart", work))
        if job == "no process":
            raise NotDone
        return trouble

    monkeypatch.setattr(corpus_games, "apart", apart)
    monkeypatch.setattr(corpus_games, "in_kernel", lambda: True)
    monkeypatch.setattr(corpus_games, "analyse", lambda job, progress: trouble)
    there = corpus_games.game_there
    assert corpus_games._work(lambda *_: None, "a game") == trouble  # type: ignore[arg-type]
    assert corpus_games._work(lambda *_: None, "no process") == trouble  # type: ignore[arg-type]
    assert asked == [("apart", there), ("apart", there)]
    monkeypatch.setattr(corpus_games, "in_kernel", lambda: False)
    assert corpus_games._work(lambda *_: None, "a game") == trouble  # type: ignore[arg-type]
    assert len(asked) == 2
