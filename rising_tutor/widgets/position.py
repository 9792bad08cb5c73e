"""What the widgets that stand at a position of a replay have in common.

`at` is the position, from 0 before the first line to `last`. It is set and observed, so widgets of several cells go
together: `link((replay, "at"), (board, "at"))` with `link` of ipywidgets.
"""

from os import PathLike
from typing import Any

import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.people import with_names
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadArgument
from rising_tutor.render.html import Html, el, join
from rising_tutor.store.setting import game_of
from rising_tutor.tutor.replay.given import game_of_state, given, is_replay, standing
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.widgets.arguments import whole
from rising_tutor.widgets.asked import asked
from rising_tutor.widgets.moves import Moves


class Position(traitlets.TraitType[int, object]):
    """The number of a position of the replay of its widget."""

    default_value = 0

    def validate(self, widget: "AtPosition", value: object) -> int:
        """The number. Raises `BadArgument` for one that is no position of the replay."""
        return whole("at", value, 0, widget.last)


class AtPosition(Cell):
    """A widget about a position of a replay.

    Args:
        player: the replay.
        name: what the widget is called, for the way back to it.

    Attributes:
        at: the position that is shown.
    """

    at = Position()

    def __init__(self, player: ReplayPlayer, name: str) -> None:
        self._given = player
        super().__init__(str(player.game.info.id), name)

    @property
    def player(self) -> ReplayPlayer:
        """The replay, and the place in it that is shown."""
        return self._given

    @property
    def last(self) -> int:
        """The number of the last position."""
        return self.player.last

    @property
    def state(self) -> Any:
        """The position that is shown, as a state of the game."""
        return self.player.state_at(self.at)

    @property
    def actions(self) -> Moves:
        """What could be chosen there, in the engine's terms; a cell shows it in words."""
        return Moves.of(self.player.game, self.state)

    def still(self) -> Html:
        """Return the table and the choice that waits as text, and what is to be run to see more."""
        player = self.player
        view = player.view_of(self.state)
        table = with_names(board_for(player.game).text(view), player.names)
        choice = asked(player.game, self.state, getattr(view, "viewer", None), names=player.names)
        title = f"{player.title}, {player.label(self.at)}" if player.title else player.label(self.at)
        return join(el("p", title), el("pre", table), choice, super().still())

    def _stand(self, at: int) -> None:
        """Show another position."""

    def _moved(self) -> None:
        """Somebody has moved in the widget."""
        self.at = self.player.at

    @traitlets.observe("at")
    def _at_changed(self, _change: object) -> None:
        self._stand(self.at)


def opened(replay: Any, game: str = "") -> ReplayPlayer:
    """The replay that a widget was given (`tutor.replay.given`), with the cards that are used on this machine."""
    return given(replay, game=game, game_for=game_of)


def opened_or_standing(what: Any, game: str = "") -> ReplayPlayer:
    """The same, or a position by itself.

    Args:
        game: whose position it is; unnamed it is found out.

    Raises:
        BadArgument: it is neither.
        UnknownGame: there is no such game.
    """
    if is_replay(what) or isinstance(what, str | PathLike):
        return opened(what, game)
    of = load_game(game) if game else game_of_state(what)
    if of is None:
        raise BadArgument("state", what, "a position of a game, or a replay")
    return standing(of, what)
