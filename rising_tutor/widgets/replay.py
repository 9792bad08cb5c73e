"""A recorded game in a cell."""

from collections.abc import Mapping
from typing import Any, Final

from rising_tutor import replay as recorded
from rising_tutor.store.games import Store
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.ui.replays.view import ReplayView
from rising_tutor.widgets.position import AtPosition, opened

_KEPT: Final = "What you write here is in this notebook's kernel, until you download it; from code it is `replay()`."


class Replay(AtPosition):
    """A recorded game: step through it, review it, write beside it, play on from any position.

    Args:
        replay: a path; the name of a sample, as "won.replay"; the bytes or the text of a file; a replay, or something
            that gives one with `replay()`, as `Play` does.
        at: the position that is shown first.
        game: whose sample the name means.

    Attributes:
        at: the position that is shown; set it or observe it.

    Raises:
        BadArgument: this is no replay, or it has no such position.
        UnknownGame: there is no such game.
        UnreadableReplay: no game can begin from it; one with later faults is shown up to the first.

    >>> replay = Replay("worked-example.replay", at=21)
    >>> replay.last, replay.label
    (32, 'turn 1, step 3, roll 1')
    >>> replay.at = replay.last
    >>> replay.state == replay.player.state
    True
    """

    def __init__(self, replay: Any, *, at: int | None = None, game: str = "") -> None:
        player = opened(replay, game)
        super().__init__(player, "the replay")
        self.view = ReplayView(
            self, Store(), keep=self._written, details=self._details, moved=self._moved, listed=False, id=self.uid
        )
        self.view.add_class("rt-replaypage")
        self.view.show(player)
        self.at = self.player.at if at is None else at
        super().show(self.view)

    @property
    def player(self) -> ReplayPlayer:
        """The replay, and the place in it that is shown."""
        # Before the view is there, and where gaps are not filled, it is the one that was given.
        view = getattr(self, "view", None)
        return self._given if view is None or view.player is None else view.player

    @property
    def label(self) -> str:
        """The place of the position in words."""
        return self.player.label(self.at)

    @property
    def problems(self) -> tuple[recorded.Problem, ...]:
        """What is wrong with the file; it is shown up to the first of these."""
        return self.player.problems

    def replay(self) -> recorded.Replay:
        """The replay, with what was written beside it here."""
        found = self.player.verified.replay
        assert found is not None
        return found

    def _stand(self, at: int) -> None:
        if self.player.at != at:
            self.view.go(at)

    def _written(self, _replay: recorded.Replay) -> None:
        """The replay that is open holds it already."""

    def _details(self, fold: str) -> Mapping[str, Any]:
        return {"kept": _KEPT} if fold == "notes" else {}
