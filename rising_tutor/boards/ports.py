"""What a page may ask of a board, whatever the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rising_tutor.core.event import Event
from rising_tutor.core.game import Refusal
from rising_tutor.core.values import Value
from rising_tutor.render.html import Html


class Look(Value, frozen=True):
    """What a page knows besides the view.

    Attributes:
        at: number of moves so far; controls carry it, so that a click on an old picture does nothing.
        actions: the legal actions; empty while nobody chooses.
        picked: the die or card that the player has taken up: "die:0" is the first of the roll, "card:june" a card.
        tried: the card of the last refusal.
        refusal: the last refusal, with the action that was tried.
        help: "rule", "goal" or "move".
        advice: an action that a policy suggests.
        names: of the players, by seat.
        shown: Teams whose cards are unfolded.
        live: whether the player may act; a replay shows the same table without controls.
    """

    at: int = 0
    actions: tuple[Any, ...] = ()
    picked: str = ""
    tried: str = ""
    refusal: Refusal | None = None
    attempt: Any = None
    help: str = "rule"
    advice: Any = None
    names: tuple[str, ...] = ()
    shown: tuple[int, ...] = ()
    live: bool = True


class Board(Protocol):
    """Draws one game. Methods are pure; HTML is made with `render.html` only."""

    def text(self, view: Any) -> str:
        """The table in plain text."""
        ...

    def parts(self, view: Any, look: Look) -> Mapping[str, Html]:
        """The table for a page, in parts that are redrawn one by one: rail, table, tray, coach."""
        ...

    def title(self, view: Any) -> str:
        """The position in one line, for the heading of the page."""
        ...

    def word(self, view: Any, action: Any) -> str:
        """An action as the words of a button."""
        ...

    def gesture(self, view: Any, look: Look, place: str) -> Any:
        """What a press on a die or card means: an action to try, or the new `picked` as text."""
        ...

    def story(self, events: Sequence[tuple[Event, str]], chip: Any) -> Html:
        """The events of a turn, folded by step; each with its sentence and its rule."""
        ...
