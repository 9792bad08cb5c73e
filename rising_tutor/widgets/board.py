"""A position in a cell."""

from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look
from rising_tutor.core.ids import Seat
from rising_tutor.core.people import with_names
from rising_tutor.render.html import EMPTY, Html, el, join
from rising_tutor.tutor.replay.given import standing
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.widgets.arguments import whole
from rising_tutor.widgets.asked import asked
from rising_tutor.widgets.position import AtPosition, opened_or_standing


class Board(AtPosition):
    """The table of a position, to look at.

    Args:
        state: of a game; or a replay, as the widget `Replay` takes it, or such a widget.
        at: which position of the replay.
        seat: through whose eyes, from 0; None for all that is open.
        game: whose state it is; unnamed it is found out.

    Attributes:
        at: the position of the replay that is shown; set it or observe it.

    Raises:
        BadArgument: this is no position of the game and no replay, or the replay has no such position or seat.
        UnknownGame: there is no such game.

    >>> from rising_tutor.core.registry import load_game
    >>> board = Board(load_game("fire").start(2, {"teams": "aang,toph"}))
    >>> board.state.turn
    0
    >>> Board("worked-example.replay", at=21).state.turn
    1
    """

    def __init__(self, state: Any, *, at: int = 0, seat: int | None = None, game: str = "") -> None:
        player = opened_or_standing(state, game)
        if seat is not None:
            whole("seat", seat, 0, player.game.info.max_seats - 1)
        self.game, self.seat = player.game, None if seat is None else Seat(seat)
        super().__init__(player, "the table")
        self._aside: Any = None
        self.view = HtmlView(("rail", "table", "note"), kind="rt-cellboard")
        self.view.on_do(self.guard(self.handle))
        self.at = at
        self._draw()
        super().show(self.view)

    @property
    def state(self) -> Any:
        """The position that is shown; another one is shown as soon as it is set."""
        return super().state if self._aside is None else self._aside

    @state.setter
    def state(self, state: Any) -> None:
        self._aside = standing(self.game, state).state
        self._draw()

    def still(self) -> Html:
        """Return the table and the choice that waits as text."""
        text = board_for(self.game).text(self.game.view(self.state, self.seat))
        choice = asked(self.game, self.state, self.seat, names=self.player.names)
        return join(el("pre", with_names(text, self.player.names)), choice, Cell.still(self))

    def _stand(self, at: int) -> None:
        self._aside = None
        self.player.go(at)
        self._draw()

    def _draw(self) -> None:
        board, player = board_for(self.game), self.player
        before = player.remembered(board) if self._aside is None else ()
        look = Look(at=self.at, names=player.names, live=False, id=self.uid, before=before)
        parts = board.parts(self.game.view(self.state, self.seat), look)
        shown = {name: parts[name] for name in ("rail", "table") if name in parts}
        told = any(board.origin_note in part for part in shown.values())
        self.view.draw(**shown, note=EMPTY if told else board.origin_note)
