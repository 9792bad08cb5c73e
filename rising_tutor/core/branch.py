"""A way on from a position: moves, each checked by the game before it is made, and what came of them.

Whatever plays one game move by move stands on it: a game at a table (`core.session`), a step of a lesson, a side line
of a replay. What the rules refuse is not made, and the error carries the rule.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> branch = Branch(game, game.start(2))
>>> branch.play_text("team aang").chance, branch.n_moves
(False, 1)
>>> branch.play_text("roll")
Traceback (most recent call last):
    ...
rising_tutor.errors.IllegalAction: First comes the choice of a Team card. (FNR-302)
"""

from collections.abc import Iterable
from typing import Any

from rising_tutor.core.action import Action, Outcome
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame, Step
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition, IllegalAction, UnreadableMove


class Made(Value, frozen=True):
    """A move that was made.

    Attributes:
        at: its number, from 0.
        state: where it was made.
        node: what the game waited for there.
        step: the state after it, and what happened.
    """

    at: int
    state: Any
    node: Any
    move: Any
    step: Step[Any]

    def __eq__(self, other: object) -> bool:
        """The node follows from the state, and two distributions are alike without being one."""
        if not isinstance(other, Made):
            return NotImplemented
        return (self.at, self.state, self.move, self.step) == (other.at, other.state, other.move, other.step)

    def __hash__(self) -> int:
        return hash((self.at, self.state, self.move))

    @property
    def chance(self) -> bool:
        """Whether it was drawn, not chosen."""
        return isinstance(self.node, Chance)

    @property
    def seat(self) -> Seat | None:
        """Whose choice it was; None for chance."""
        return self.node.seat if isinstance(self.node, Decision) else None

    @property
    def events(self) -> tuple[Event, ...]:
        return self.step.events


class Branch:
    """Moves from a position on.

    Args:
        made: the moves that led to the position, where it goes on from another branch.

    Attributes:
        state: the state after the last of them.
        node: what comes next there.
    """

    def __init__(self, game: AnyGame, state: Any, made: Iterable[Made] = ()) -> None:
        self.game = game
        self._made = list(made)
        self._go_to(state)

    @property
    def made(self) -> tuple[Made, ...]:
        return tuple(self._made)

    @property
    def n_moves(self) -> int:
        return len(self._made)

    @property
    def n_chances(self) -> int:
        return sum(made.chance for made in self._made)

    @property
    def over(self) -> bool:
        return isinstance(self.node, Terminal)

    def read(self, text: str) -> Any:
        """The move that a text means here; it may still be illegal.

        Raises:
            UnreadableMove: it means none, or one for chance where a seat decides, or the other way round.
        """
        if self.over:
            raise UnreadableMove(text, "no further move: the game is over here")
        move = self.game.read(self.state, text)
        if isinstance(move, Action if isinstance(self.node, Chance) else Outcome):
            seat = self.node.seat + 1 if isinstance(self.node, Decision) else 0
            who = f"an action, since seat {seat} decides here" if seat else "an outcome, since chance decides here"
            raise UnreadableMove(text, f"{who} ({self.game.where(self.state)})")
        return move

    def play_text(self, text: str) -> Made:
        """Makes a move that is given as text.

        Raises:
            UnreadableMove: as in `read`.
            IllegalAction: as in `make`.
        """
        return self.make(self.read(text))

    def play_written(self, text: str, place: str) -> Made:
        """The same for a move that an author wrote at some place of a file.

        Raises:
            BadPosition: it is no move here, or the rules refuse it.
        """
        try:
            return self.play_text(text)
        except UnreadableMove as error:
            raise BadPosition(place, text, error.expected) from error
        except IllegalAction as error:
            refusal: Any = error.refusal
            raise BadPosition(place, text, refusal.why, refusal.rule) from error

    def make(self, move: Any) -> Made:
        """Makes a move of the game, whoever makes it. Raises `IllegalAction`; nothing was made then."""
        made = self._try(move)
        self._keep(made)
        return made

    def _try(self, move: Any) -> Made:
        after = self.game.resolve if isinstance(self.node, Chance) else self.game.act
        return Made(len(self._made), self.state, self.node, move, after(self.state, move))

    def _keep(self, made: Made) -> None:
        self._made.append(made)
        self._go_to(made.step.state)

    def _go_to(self, state: Any) -> None:
        self.state = state
        self.node = self.game.node(state)
