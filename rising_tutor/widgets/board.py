"""A position in a cell."""

from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look
from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import load_game
from rising_tutor.render.html import Html, el, join
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT


class Board(Cell):
    """The table of a position, to look at.

    Args:
        state: of the game.
        seat: through whose eyes; None for all that is open.
        game: whose state it is.

    Raises:
        UnknownGame: there is no such game.

    >>> from rising_tutor.core.registry import load_game
    >>> board = Board(load_game("fire").start(2, {"teams": "aang,toph"}))
    >>> board.state.turn
    0
    """

    def __init__(self, state: Any, *, seat: int | None = None, game: str = DEFAULT) -> None:
        self.game = load_game(game)
        self.seat = None if seat is None else Seat(seat)
        super().__init__(str(self.game.info.id), "the table")
        self.view = HtmlView(("rail", "table", "note"), kind="rt-cellboard")
        self.view.on_do(self.guard(self.handle))
        self._state = state
        self._draw()
        super().show(self.view)

    @property
    def state(self) -> Any:
        """The position; another one is shown as soon as it is set."""
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._state = state
        self._draw()

    def still(self) -> Html:
        """The table as text."""
        text = board_for(self.game).text(self.game.view(self._state, self.seat))
        return join(el("pre", text), super().still())

    def _draw(self) -> None:
        board = board_for(self.game)
        parts = board.parts(self.game.view(self._state, self.seat), Look(live=False, id=self.uid))
        self.view.draw(**{name: parts[name] for name in ("rail", "table") if name in parts}, note=board.origin_note)
