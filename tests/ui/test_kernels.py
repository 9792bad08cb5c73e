"""Kernels in order, without starting one: turns, the cap, the pool."""

import asyncio
from typing import Any

import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from rising_tutor.server import arrival as arrivals
from rising_tutor.server import kernels, line
from rising_tutor.server.arrival import Arrival
from rising_tutor.server.kernels import TutorKernels
from tests.testkit.loops import finish


class FakeKernel:
    execution_state = "idle"

    def __init__(self) -> None:
        self.alive = True

    async def is_alive(self) -> bool:
        return self.alive


@pytest.fixture
def fake(monkeypatch):
    """Kernels that take 20 ms to start and are on the list for half of it, as Jupyter's; notes the most at a time."""
    seen = {"now": 0, "most": 0, "ended": []}

    async def start(self: TutorKernels, *, kernel_id: str, **_: Any) -> str:
        seen["now"] += 1
        seen["most"] = max(seen["most"], seen["now"])
        await asyncio.sleep(0.01)
        self._kernels[kernel_id] = FakeKernel()
        self._kernel_connections[kernel_id] = 0
        await asyncio.sleep(0.01)
        seen["now"] -= 1
        return kernel_id

    async def end(self: TutorKernels, kernel_id: str, **_: Any) -> None:
        seen["ended"].append(kernel_id)
        del self._kernels[kernel_id]

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", start)
    monkeypatch.setattr(AsyncMappingKernelManager, "shutdown_kernel", end)
    return seen


async def arrive(manager: TutorKernels, seconds: float = 5, browser: str = "") -> str | None:
    with Arrival(manager, browser) as arrival:
        if not await arrival.turn(seconds):
            return None
        with arrival.starting():
            kernel_id = await manager.start_kernel()
        arrival.served = True
        return kernel_id


def test_thirty_arrivals_start_two_at_a_time(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=40, starts_at_once=2)
        started = await asyncio.gather(*(arrive(manager) for _ in range(30)))
        assert len(set(started)) == 30
        assert (manager.count(), manager.arrivals) == (30, 0)

    finish(run())
    assert fake["most"] == 2


def test_a_page_whose_turn_does_not_come_leaves_no_trace(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=40, starts_at_once=1)
        with Arrival(manager) as first:
            assert await first.turn(1)
            assert await arrive(manager, 0.02) is None
            assert manager.count() == 1
        assert manager.count() == 0
        assert await arrive(manager) is not None

    finish(run())


def test_pages_beyond_the_cap_wait_until_somebody_leaves(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=3, starts_at_once=2)
        pages = [asyncio.ensure_future(arrive(manager)) for _ in range(5)]
        while sum(page.done() for page in pages) < 3:
            await asyncio.wait([page for page in pages if not page.done()], return_when=asyncio.FIRST_COMPLETED)
        # Nobody gives a place up, so that no time makes another one come in; this is to see it if one does.
        await asyncio.wait(pages[3:], timeout=0.5)
        assert [page.done() for page in pages] == [True, True, True, False, False]
        assert manager.count() == 3
        await manager.end(str(await pages[0]))
        assert await pages[3] is not None
        assert manager.full()
        assert not pages[4].done()
        await manager.end(str(await pages[1]))
        assert await pages[4] is not None
        assert manager.count() == 3

    finish(run())


def test_thirty_at_once_are_let_in_in_order_and_a_reload_costs_nobody_the_place(fake):
    """As on a machine with other work: a start takes longer than anybody expected. Nobody is turned away."""

    async def run() -> None:
        manager = TutorKernels(max_kernels=40, starts_at_once=2)
        called: list[str] = []
        let_in: list[str] = []
        take = manager.line.take
        # Two that are called one after the other may hear of it in either order.
        manager.line.take = lambda place: (called.append(place.browser), take(place))[1]

        async def page(browser: str, reloads: int) -> None:
            while browser not in let_in:
                with Arrival(manager, browser) as arrival:
                    while not await arrival.turn(0.002):
                        assert manager.expected_s(arrival.place) > 0
                        if reloads and not arrival._called.is_set():
                            reloads -= 1
                            break
                    else:
                        let_in.append(browser)
                        with arrival.starting():
                            await manager.start_kernel()
                        arrival.served = True

        everybody = [f"browser {n}" for n in range(30)]
        pages = []
        for n, browser in enumerate(everybody):
            pages.append(asyncio.ensure_future(page(browser, 3 if n % 3 else 0)))
            await asyncio.sleep(0)
        await asyncio.gather(*pages)
        assert called == everybody
        assert sorted(let_in) == sorted(everybody)
        assert manager.count() == 30

    finish(run())
    assert fake["most"] == 2


def test_a_page_that_left_holds_up_nobody_and_finds_its_place_for_a_while(fake, monkeypatch):
    async def run() -> None:
        manager = TutorKernels(max_kernels=40, starts_at_once=1)
        with Arrival(manager, "first") as first:
            assert await first.turn(1)
            with Arrival(manager, "left") as left:
                assert not await left.turn(0)
            with Arrival(manager, "waits") as waits:
                assert manager.line.ahead(waits.place) == 0
                with Arrival(manager, "left") as again:
                    assert again.place is left.place
                    assert (manager.line.ahead(again.place), manager.line.ahead(waits.place)) == (0, 1)
                monkeypatch.setattr(line, "KEPT_S", 0.0)
                with Arrival(manager, "left") as late:
                    assert manager.line.ahead(late.place) == 1
        assert (manager.line.waiting(), manager.turns, manager.arrivals) == (0, 0, 0)

    finish(run())


def test_a_page_that_is_loaded_again_keeps_the_place_though_the_one_before_is_noticed_to_be_gone_only_later(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=40, starts_at_once=1)
        with Arrival(manager, "first") as first:
            assert await first.turn(1)
            with Arrival(manager, "reloads"):
                waits = Arrival(manager, "waits").__enter__()
                again = Arrival(manager, "reloads").__enter__()
                assert manager.line.ahead(again.place) == 2
            assert manager.line.ahead(again.place) == 0
            assert manager.line.ahead(waits.place) == 1
            for page in (again, waits):
                page.__exit__(None, None, None)

    finish(run())


def test_a_start_that_went_wrong_is_tried_again_from_the_same_place(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=40, starts_at_once=1)
        with Arrival(manager, "unlucky") as unlucky:
            assert await unlucky.turn(1)
            waiting = [asyncio.ensure_future(arrive(manager, browser=str(n))) for n in range(3)]
            await asyncio.sleep(0.001)
        with Arrival(manager, "unlucky") as again:
            assert again.place is unlucky.place
            assert manager.line.ahead(again.place) == 0
            assert await again.turn(1)
            assert sum(one.done() for one in waiting) < 2
            again.served = True
        await asyncio.gather(*waiting)

    finish(run())


def test_what_is_expected_follows_the_starts_that_were_and_says_nothing_where_somebody_must_leave(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=4, starts_at_once=2)
        for _ in range(20):
            manager.line.started(10.0)
        with Arrival(manager) as one, Arrival(manager) as two:
            assert await one.turn(1)
            assert await two.turn(1)
            with Arrival(manager) as third, Arrival(manager) as fourth, Arrival(manager) as fifth:
                assert 9 < manager.expected_s(third.place) == manager.expected_s(fourth.place) < 11
                assert manager.expected_s(fifth.place) is None

    finish(run())


def test_one_browser_does_not_take_the_places_of_all(fake, monkeypatch):
    monkeypatch.setattr(kernels, "GIVE_WAY_S", 0.02)

    async def run() -> None:
        manager = TutorKernels(max_kernels=10, starts_at_once=1, per_browser=3)
        for _ in range(3):
            assert await manager.make_room("greedy")
            manager._kernel_connections[await arrive(manager, browser="greedy")] = 1
        assert not await manager.make_room("greedy")
        assert await manager.make_room("modest")
        left = manager.list_kernel_ids()[1]
        manager._kernel_connections[left] = 0
        assert not await manager.make_room("greedy")
        await asyncio.sleep(0.03)
        assert await manager.make_room("greedy"), "a page that was left makes room for the next of its browser"
        assert fake["ended"] == [left]

    finish(run())


def test_pages_that_wait_count_for_their_browser(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=1, starts_at_once=1, per_browser=2)
        await arrive(manager)
        with Arrival(manager, "greedy"), Arrival(manager, "greedy"):
            assert not await manager.make_room("greedy")
            assert manager.n_of("modest") == 0
        assert await manager.make_room("greedy")

    finish(run())


def test_a_kernel_that_is_warmed_while_a_page_is_served_is_not_the_one_of_the_page(fake):
    """Voila fills its pool in the midst of serving a page; taken for the page's own, it would count for its browser."""

    async def run() -> None:
        manager = TutorKernels(max_kernels=5, starts_at_once=1)
        with Arrival(manager, "browser") as page:
            assert await page.turn(1)
            warming = asyncio.ensure_future(manager.start_kernel())
            await asyncio.sleep(0.3)
            assert not warming.done()
            with page.starting():
                await manager.start_kernel()
            page.served = True
        await warming
        assert (manager.n_of("browser"), manager.count()) == (1, 2)

    finish(run())


def test_at_the_cap_a_page_takes_the_warm_kernel_and_only_one_page_does(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=1, starts_at_once=2)
        loop = asyncio.get_running_loop()
        filled: asyncio.Future[None] = loop.create_future()
        filled.set_result(None)
        warm: asyncio.Future[dict[str, Any]] = loop.create_future()
        warm.set_result({"kernel_id": await arrive(manager), "task": filled})
        manager._pools = {"app.ipynb": [warm]}
        with Arrival(manager) as one, Arrival(manager) as two:
            assert await one.turn(0)
            assert not await two.turn(0)
            assert await manager.warm_one_ready("app.ipynb") == warm.result()["kernel_id"]
            manager._pools["app.ipynb"].clear()
            one.settle()
            one.served = True
            assert not await two.turn(0)

    finish(run())


def test_as_many_pages_as_there_are_places_are_served_whenever_they_come(fake):
    """A kernel on Jupyter's list that is still starting is one kernel: counted twice, the last page was refused."""

    async def run() -> None:
        manager = TutorKernels(max_kernels=3, starts_at_once=2)
        first = [asyncio.ensure_future(arrive(manager)) for _ in range(2)]
        counts = set()
        while not all(page.done() for page in first):
            counts.add(manager.count())
            assert await manager.make_room()
            await asyncio.sleep(0.001)
        assert counts == {0, 2}, "none before the first has run"
        assert await arrive(manager) is not None
        assert not await manager.make_room()

    finish(run())


def test_a_warm_kernel_waits_where_pages_wait(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=2, starts_at_once=1)
        with Arrival(manager) as first:
            assert await first.turn(1)
            warming = asyncio.ensure_future(manager.start_kernel())
            pages = [asyncio.ensure_future(arrive(manager)) for _ in range(2)]
            await asyncio.sleep(0.01)
        kernels_of_pages = await asyncio.gather(*pages)
        await asyncio.sleep(0.3)
        assert not warming.done(), "every place is taken"
        await manager.end(kernels_of_pages[0])
        assert await asyncio.wait_for(warming, 5) in manager

    finish(run())


def test_a_warm_kernel_that_failed_keeps_none_from_being_ended(fake, monkeypatch):
    async def run() -> None:
        manager = TutorKernels(max_kernels=3)
        page = await arrive(manager)
        failed: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        failed.set_exception(RuntimeError("no kernel"))
        manager._pools = {"app.ipynb": [failed]}
        ended = manager.shutdown_kernel

        async def as_voila_does(kernel_id: str, **more: Any) -> None:
            assert all(item.result() for item in manager._pools["app.ipynb"])
            await ended(kernel_id, **more)

        monkeypatch.setattr(manager, "shutdown_kernel", as_voila_does)
        await manager.end(page)
        assert fake["ended"] == [page]

    finish(run())


def test_a_page_that_hangs_gives_its_turn_back(fake, monkeypatch):
    monkeypatch.setattr(arrivals, "TURN_S", 0.05)

    async def run() -> None:
        manager = TutorKernels(max_kernels=3, starts_at_once=1)
        with Arrival(manager) as hangs:
            assert await hangs.turn(1)
            assert await arrive(manager, 2) is not None
        assert manager.turns == 0, "given back once, not twice"

    finish(run())


def test_warm_kernels_are_made_one_at_a_time_and_after_the_pages(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=10, starts_at_once=2)
        manager.arrivals += 1
        warming = [asyncio.ensure_future(manager.start_kernel()) for _ in range(3)]
        await asyncio.sleep(0.3)
        assert not any(task.done() for task in warming)
        manager.arrivals -= 1
        await asyncio.gather(*warming)
        await asyncio.sleep(0.1)
        assert manager.count() == 3

    finish(run())
    assert fake["most"] == 1


def test_only_kernels_that_nobody_uses_are_ended(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=10, gone_after=0.05)
        used, gone, dead, pooled = [await arrive(manager) for _ in range(4)]
        manager._kernel_connections[used] = 1
        manager._kernels[dead].alive = False
        ready: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        ready.set_result({"kernel_id": pooled})
        manager._pools = {"app.ipynb": [ready]}
        await manager.reap()
        assert fake["ended"] == [dead]
        await asyncio.sleep(0.06)
        assert await manager.touch(gone)
        await manager.reap()
        assert fake["ended"] == [dead]
        await asyncio.sleep(0.06)
        await manager.reap()
        assert fake["ended"] == [dead, gone]
        assert not await manager.touch(gone)
        assert manager.list_kernel_ids() == [used, pooled]

    finish(run())


def test_a_full_house_makes_room_from_those_who_left_and_only_from_them(fake, monkeypatch):
    monkeypatch.setattr(kernels, "GIVE_WAY_S", 0.05)

    async def run() -> None:
        manager = TutorKernels(max_kernels=2, gone_after=60)
        used, left = await arrive(manager), await arrive(manager)
        manager._kernel_connections[used] = 1
        assert not await manager.make_room()
        await asyncio.sleep(0.06)
        assert await manager.make_room()
        assert fake["ended"] == [left]
        another = await arrive(manager)
        manager._kernel_connections[another] = 1
        await asyncio.sleep(0.06)
        assert not await manager.make_room()
        assert fake["ended"] == [left]

    finish(run())


def test_a_kernel_that_never_had_a_page_waits_less(fake, monkeypatch):
    monkeypatch.setattr(kernels, "NEVER_SEEN_S", 0.01)

    async def run() -> None:
        manager = TutorKernels(max_kernels=5, gone_after=60)
        met, never = await arrive(manager), await arrive(manager)
        manager.notify_connect(met)
        manager.notify_disconnect(met)
        await manager.reap()
        await asyncio.sleep(0.02)
        await manager.reap()
        assert fake["ended"] == [never]

    finish(run())


def test_a_page_takes_a_warm_kernel_only_if_it_is_ready_and_alive(fake):
    async def run() -> None:
        manager = TutorKernels(max_kernels=10)
        loop = asyncio.get_running_loop()
        pending, failed, dead, unfilled, good = (loop.create_future() for _ in range(5))
        failed.set_exception(RuntimeError("no kernel"))
        filled: asyncio.Future[None] = loop.create_future()
        filled.set_result(None)
        dead.set_result({"kernel_id": await arrive(manager), "task": filled})
        unfilled.set_result({"kernel_id": await arrive(manager), "task": loop.create_future()})
        manager._kernels[dead.result()["kernel_id"]].alive = False
        good.set_result({"kernel_id": await arrive(manager), "task": filled})
        manager._pools = {"app.ipynb": [pending, failed, dead, unfilled, good]}
        assert await manager.warm_one_ready("app.ipynb")
        assert manager._pools["app.ipynb"][0] is good
        manager._pools["app.ipynb"].pop(0)
        assert not await manager.warm_one_ready("app.ipynb")
        assert manager._pools["app.ipynb"] == [pending, unfilled]

    finish(run())
