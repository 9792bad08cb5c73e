"""A page on its way to a kernel: it stands in the line, holds a turn while it is made, and gives it back."""

import asyncio
import contextvars
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rising_tutor.server.kernels import TutorKernels


#: A page that hangs while it is made gives its turn back after this long, so that it stops nobody else.
TURN_S = 20.0


class Arrival:
    """Used as a context; the turn is held until the context ends, so that filling the page is part of the start.

    Attributes:
        served: whether the page has got what it came for; else its place is kept for its browser.
    """

    def __init__(self, kernels: "TutorKernels", browser: str = "") -> None:
        self._kernels = kernels
        self._browser = browser
        self._counted = False
        self._has_turn = False
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.served = False

    def __enter__(self) -> Self:
        self.place, self._called = self._kernels.stand(self._browser)
        return self

    async def turn(self, seconds: float) -> bool:
        if not self._called.is_set():
            try:
                await asyncio.wait_for(self._called.wait(), seconds)
            except TimeoutError:
                return False
        if self._timer is None:
            self._has_turn = self._counted = True
            self._since = time.monotonic()
            self._timer = asyncio.get_running_loop().call_later(TURN_S, self._give_back)
        return True

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Let the kernel that is started within be the one of this page; any other is a warm one for somebody else."""
        token = arriving.set(self)
        try:
            yield
        finally:
            arriving.reset(token)

    def settle(self) -> None:
        if self._counted:
            self._counted = False
            self._kernels.arrivals -= 1

    def _give_back(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._kernels.release_turn()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        elif self._called.is_set():
            # Its turn came just as it left.
            self._has_turn = self._counted = True
        else:
            self._kernels.step_out(self.place)
            return
        if self.served and not self.place.n_failed:
            self._kernels.line.started(time.monotonic() - self._since)
        elif not self.served:
            self._kernels.line.leave(self.place)
        self.settle()
        self._give_back()


arriving: contextvars.ContextVar[Arrival | None] = contextvars.ContextVar("arriving", default=None)
