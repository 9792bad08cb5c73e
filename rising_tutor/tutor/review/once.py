r"""The review of a game, worked out once, whoever asks for it: the end of a game and the page Replays.

Whoever asks while another works it out waits for that one and hears how far it is; if that one stops, it goes on
itself. A review that is there is given at once.

>>> from rising_tutor.replay import verify
>>> found = verify(b"replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n", "new.replay")
>>> reviews = ReviewOnce()
>>> reviews(found, lambda done, total: None) is reviews(found, lambda done, total: None)
True
"""

import threading
from typing import Any, Final

from rising_tutor.analysis.review import Review
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import Verified
from rising_tutor.tutor.review import controller
from rising_tutor.tutor.review.controller import Work

MOST: Final = 3
"""Reviews that are kept; one that was asked for before those is worked out anew."""
_LISTEN_S: Final = 0.2


class ReviewOnce:
    """Works like `review_work`, and keeps what came of it.

    Args:
        work: gives a review; `review_work` unless told otherwise.
    """

    def __init__(self, work: Work | None = None) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._kept: dict[Any, Review] = {}
        self._running: dict[Any, tuple[int, int]] = {}

    def has(self, verified: Verified) -> bool:
        """Whether the review of a game is there."""
        return _key(verified) in self._kept

    def __call__(self, verified: Verified, progress: Progress) -> Review:
        """The review. What `progress` raises ends it for whoever asked, and for nobody else."""
        key = _key(verified)
        while (found := self._found(key)) is not None:
            if isinstance(found, Review):
                return found
            progress(*found)

        def told(done: int, total: int) -> None:
            self._running[key] = (done, total)
            progress(done, total)

        try:
            review = (self._work or controller.review_work)(verified, told)
            with self._changed:
                self._kept[key] = review
                while len(self._kept) > MOST:
                    del self._kept[next(iter(self._kept))]
        finally:
            with self._changed:
                del self._running[key]
                self._changed.notify_all()
        return review

    def _found(self, key: Any) -> Review | tuple[int, int] | None:
        """The review, or how far another one is with it; None if it is begun here and now."""
        with self._changed:
            if key in self._kept:
                return self._kept[key]
            if key not in self._running:
                self._running[key] = (0, 0)
                return None
            self._changed.wait(_LISTEN_S)
            return self._kept.get(key) or self._running.get(key, (0, 0))


def _key(verified: Verified) -> Any:
    """What tells a game from others: which game, from where, and its moves."""
    info = verified.game.info
    moves = tuple(moved.move for moved in verified.moves)
    return info.id, info.content, verified.start, moves, verified.problems == ()
