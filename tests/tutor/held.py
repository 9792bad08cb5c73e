"""Work in the background that waits until a test lets it go on."""

from collections.abc import Callable

from rising_tutor.tutor.background import Background


class HeldBackground(Background):
    """Begins nothing by itself.

    Attributes:
        begun: how many pieces of work were begun.
    """

    def __init__(self) -> None:
        super().__init__(beside=False)
        self.begun = 0

    def _run(self, _job: object) -> None:
        self.begun += 1

    def tell(self, n: int, total: int) -> None:
        """The work is so far."""
        assert self._job is not None
        self._tell(self._job, n, total)

    def finish(self) -> None:
        """Do the work."""
        assert self._job is not None
        self._at_once(self._job)

    def held(self) -> Callable[[], None]:
        """What does the work, also after something else was begun; then nothing of it comes back."""
        job = self._job
        assert job is not None
        return lambda: self._here(job, self._at_once, (job,))

    def fail(self, fault: BaseException) -> None:
        """The work breaks."""
        assert self._job is not None
        self._fail(self._job, fault)
