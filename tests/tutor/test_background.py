"""Work beside a page: who hears of its end, and what comes back of work that nobody wants any more."""

import asyncio
import threading
from typing import Any

import pytest

from rising_tutor.tutor.background import Background
from tests.testkit.loops import finish
from tests.tutor.held import HeldBackground


class Owner:
    """Somebody whose work is done in the background."""

    def __init__(self) -> None:
        self.dropped = 0
        self.drawn = 0

    def drop(self) -> None:
        self.dropped += 1

    def draw(self) -> None:
        self.drawn += 1

    def begin(self, background: Background, work: Any = lambda _progress: 1) -> None:
        background.start(work, lambda _found: None, changed=self.draw, dropped=self.drop)


def test_what_somebody_else_begins_puts_away_what_was_under_way() -> None:
    background, one, other = HeldBackground(), Owner(), Owner()
    one.begin(background)
    other.begin(background)
    assert (one.dropped, other.dropped, background.busy) == (1, 0, True)


def test_who_begins_anew_is_not_told_that_nothing_will_come() -> None:
    background, one = HeldBackground(), Owner()
    one.begin(background)
    one.begin(background)
    assert (one.dropped, background.busy) == (0, True)
    background.stop()
    background.stop()
    assert (one.dropped, background.busy) == (1, False)


def test_what_is_done_is_not_dropped() -> None:
    background, one = HeldBackground(), Owner()
    one.begin(background)
    background.finish()
    background.stop()
    assert (one.dropped, background.busy, background.counting) == (0, False, None)


def test_what_fails_is_dropped_drawn_and_raised_where_nobody_takes_it() -> None:
    background, one = HeldBackground(), Owner()
    one.begin(background)
    with pytest.raises(ZeroDivisionError):
        background.fail(ZeroDivisionError())
    assert (one.dropped, one.drawn, background.busy) == (1, 1, False)


def test_all_that_is_called_back_goes_through_the_guard() -> None:
    said: list[str] = []

    def guard(callback: Any) -> Any:
        def run(*args: Any) -> None:
            try:
                callback(*args)
            except ZeroDivisionError:
                said.append("said")

        return run

    background = Background(beside=False, guard=guard)
    background.start(lambda _progress: 1 / 0, said.append)
    background.start(lambda _progress: 1, lambda _found: 1 / 0)
    assert said == ["said", "said"]


def test_nothing_comes_back_of_work_that_something_else_took_the_place_of() -> None:
    """The work of a thread that was stopped may still be at its last sentence."""

    async def run() -> list[str]:
        found: list[str] = []
        background = Background(beside=True)
        begun, go_on, threads = asyncio.Event(), threading.Event(), []
        loop = asyncio.get_running_loop()

        def old(_progress: Any) -> str:
            threads.append(threading.current_thread())
            loop.call_soon_threadsafe(begun.set)
            go_on.wait(10)
            background.back(found.append, "so far")
            return "old"

        background.start(old, found.append)
        await begun.wait()
        over, wait = asyncio.Event(), threading.Event()
        background.start(lambda _progress: wait.wait(10), lambda _found: (found.append("new"), over.set()))
        go_on.set()
        await asyncio.to_thread(threads[0].join)
        await asyncio.sleep(0.01)  # what it gave would be handed on by the loop
        wait.set()
        await over.wait()
        return found

    assert finish(run()) == ["new"]
