"""The review of a recorded game in a cell."""

import asyncio
from typing import Any, Final

import traitlets

from rising_tutor.analysis import review as reviewed
from rising_tutor.analysis.ledger import Ledger
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.review.controller import WORKING
from rising_tutor.ui.replays.reviewed import ReviewView
from rising_tutor.widgets.position import AtPosition, opened

_BEAT_S: Final = 0.05


class Review(AtPosition):
    r"""The chance to win at every line of a game, what luck and choices did to it, and the mistakes.

    It is worked out beside the notebook, with progress, and can be stopped.

    Args:
        replay: as the widget `Replay` takes it, or such a widget.
        at: the position whose account is shown first.
        game: whose sample the name means.

    Attributes:
        at: the position that is shown; set it or observe it.
        ledger: the account of the game, line by line; None until it is done. Observe it.

    Raises:
        BadArgument: this is no replay, or it has no such position.
        UnknownGame: there is no such game.
        UnreadableReplay: no game can begin from it.

    >>> review = Review("replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n\nfacing 1\n")
    >>> review.ledger.remainder, len(review.ledger.lines)
    (Fraction(0, 1), 1)
    """

    ledger = traitlets.Instance(Ledger, allow_none=True, read_only=True)

    def __init__(self, replay: Any, *, at: int = 0, game: str = "") -> None:
        super().__init__(opened(replay, game), "the review")
        self.view = ReviewView(self, moved=self._moved, ready=self._ready)
        self.view.show(self.player)
        self.at = at
        self.view.panels.begin()
        self.show(self.view)

    @property
    def review(self) -> reviewed.Review | None:
        """All that the review says; None until it is done."""
        found = self.view.panels.review
        return found.review if found is not None else None

    async def wait(self) -> Ledger | None:
        """The ledger, once it is done: `await review.wait()` in a cell. None if it was stopped, or cannot be."""
        while self._working:  # noqa: ASYNC110 - it ends in many ways, and each is seen here
            await asyncio.sleep(_BEAT_S)
        found: Ledger | None = self.ledger
        return found

    @property
    def _working(self) -> bool:
        found = self.view.panels.review
        return found is not None and found.state == WORKING

    def stop(self) -> None:
        """Stop the work; nothing of it is kept."""
        self.view.panels.handle(Message("review-stop"))

    def _ready(self, review: reviewed.Review | None) -> None:
        self.set_trait("ledger", review.ledger if review is not None else None)

    def _stand(self, at: int) -> None:
        if self.player.at != at:
            self.view.go(at)
