"""What can be opened on the page Replays: the games played here and the samples.

The row of a game that is being opened says so.
"""

import time
from collections.abc import Sequence

from rising_tutor.boards import board_for
from rising_tutor.core.registry import game_ids
from rising_tutor.store.games import Saved
from rising_tutor.store.setting import game_in_use
from rising_tutor.tutor.replay.samples import Sample, samples
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.titles import DEFAULT, known, name_of
from rising_tutor.ui.replays import heading as parts


class ReplayLists(HtmlView):
    """Two lists."""

    def __init__(self) -> None:
        super().__init__(("kept", "samples"), kind="rt-startlists")
        self._games: tuple[parts.PlayedGame, ...] = ()
        self._title = DEFAULT
        self.opening("")

    def show(self, games: Sequence[Saved], title: str) -> None:
        """The games played here are these, and the samples of this title come first."""
        self._title = title
        self._games = tuple(
            parts.PlayedGame(
                saved.key, kept_title(saved), time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.when)), saved.place
            )
            for saved in games
        )
        self.opening("")

    def opening(self, key: str) -> None:
        """The game with this key is being opened; none if it is empty."""
        self.draw(kept=parts.played_list(self._games, key), samples=parts.sample_list(_all_samples(self._title), key))


def kept_title(saved: Saved) -> str:
    """A game of this machine as a row of a list: its title where it is not the first one, and its Teams."""
    names = {side.id: side.name for side in board_for(game_in_use(saved.game)).sides()} if known(saved.game) else {}
    teams = ", ".join(names.get(team, team) for team in saved.title.split(",") if team)
    other = name_of(saved.game) if known(saved.game) and saved.game != DEFAULT else ""
    return ": ".join(filter(None, (other, teams)))


def _all_samples(first: str) -> list[tuple[str, str, Sequence[Sample]]]:
    """The samples of every title, one title first; the keys of all but the default title begin with its id."""
    games = sorted(game_ids(), key=lambda game: game != first)
    return [(name_of(game), "" if game == DEFAULT else f"{game}/", samples(game)) for game in games]
