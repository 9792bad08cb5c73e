"""The open table of a game, rebuilt from its events alone.

A log is complete if somebody who saw the table once and then only heard the events still knows what lies where. A game
shows that its log is complete by `open_table`, the part of a view that events must account for, and `after_event`, what
one event changes of it. `after_event` looks at the table and the event and at nothing else: it knows no rules, and no
state of the game. `core.contract.check_events_tell_all` compares the two along a game.
"""

from typing import Any, Protocol, runtime_checkable

from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame


@runtime_checkable
class OpenTableGame(Protocol):
    """A game whose events tell everything that happens on the table."""

    def open_table(self, view: Any) -> Any:
        """Return what the viewer sees on the table: cards and tokens with their places, counters, scores, the result.

        Left out is what no event should have to tell: what the engine still has to do, and values that follow from the
        rest. The result is a value with msgspec fields and `==`.
        """

    def after_event(self, table: Any, event: Event) -> Any:
        """Return the table after an event, which the viewer of the table may see.

        Raises:
            ValueError: the event does not fit the table, such as a card that leaves a place where it is not.
        """


def offers_open_table(game: AnyGame) -> bool:
    """Return True if the events of a game can be checked against its table."""
    return isinstance(game, OpenTableGame)
