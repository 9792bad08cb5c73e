"""What can be plotted of a game from position to position, whatever the game.

A game that has such numbers offers them beside its board (`boards.drawn_by`); a page asks `series_for`.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from rising_tutor.boards import drawn_by
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.render.charts import Chart


class Series(Protocol):
    """The numbers of a family of games."""

    def charts(self, views: Sequence[Any]) -> tuple[Chart, ...]:
        """The charts of a game, from the view of each of its positions."""

    def moves_dice(self, events: Sequence[Event]) -> bool:
        """Whether a die was rolled, put down or given up."""

    def turns_cards(self, events: Sequence[Event]) -> bool:
        """Whether a card was turned over; never in a game that is not played by cards alone."""


def series_for(game: AnyGame) -> Series | None:
    """The numbers of a game; None if there are none to plot."""
    drawn = drawn_by(game)
    series: Series | None = drawn.series(game) if drawn is not None and hasattr(drawn, "series") else None
    return series
