"""A game being played: positions, undo, chance that comes again, and a journal that is written first.

No widget and no file in here. A move counts when the journal has it; if the journal refuses, nothing happened.

>>> from rising_tutor.core.registry import load_game
>>> player = GamePlayer(load_game("fire"), 2, {"teams": "aang,toph"}, seed="s")
>>> player.settle()
>>> player.decision.seat, player.n_moves
(0, 12)
>>> before = player.state
>>> player.play(player.actions[0])
>>> player.undo(player.decisions()[-1].at)
>>> player.state == before
True
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rising_tutor.core.drive import chance_rng, policy_rng
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.errors import IllegalAction, UnreadableReplay

ADVISER = "greedy"
"""The policy that suggests moves, where the game has it."""


class Journal(Protocol):
    """Where moves are written down before they count."""

    def write(self, state: Any, move: Any) -> None:
        """Raises `CannotStore`; then nothing was written."""
        ...

    def rewind(self, made: "tuple[Made, ...]") -> None:
        """Takes back everything after these moves. Raises `CannotStore`."""
        ...

    def finish(self, end: Terminal) -> None:
        """The game is over. Raises `CannotStore`."""
        ...


class NoJournal:
    """Keeps nothing."""

    def write(self, state: Any, move: Any) -> None: ...

    def rewind(self, made: "tuple[Made, ...]") -> None: ...

    def finish(self, end: Terminal) -> None: ...


class Made(Value, frozen=True):
    """A move that was made.

    Attributes:
        at: its number, from 0.
        state: where it was made.
        chance: whether it was drawn, not chosen.
    """

    at: int
    state: Any
    move: Any
    events: tuple[Event, ...]
    chance: bool


class GamePlayer:
    """One game from its start, or from a position.

    Args:
        seed: fixes every chance move; it is known to nobody who looks at the page.
        journal: what writes the moves down.
        start: another position to begin with than that of a new game.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, str],
        *,
        seed: str,
        journal: Journal | None = None,
        start: Any = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self.journal: Journal = journal or NoJournal()
        self._seed = seed
        self._start = game.start(seats, options) if start is None else start
        self._made: list[Made] = []
        self._closed = False
        self._go_to(self._start)

    @property
    def made(self) -> tuple[Made, ...]:
        """All moves so far."""
        return tuple(self._made)

    @property
    def n_moves(self) -> int:
        return len(self._made)

    @property
    def decision(self) -> Decision[Any] | None:
        """The choice that waits, if one does."""
        return self.node if isinstance(self.node, Decision) else None

    @property
    def actions(self) -> tuple[Any, ...]:
        return self.node.actions if isinstance(self.node, Decision) else ()

    @property
    def over(self) -> bool:
        return isinstance(self.node, Terminal)

    @property
    def view(self) -> Any:
        """The table as the person who chooses sees it."""
        return self.game.view(self.state, self.node.seat if isinstance(self.node, Decision) else None)

    def check(self, action: Any) -> Refusal | None:
        """Why an action is not legal now."""
        return self.game.check(self.state, action)

    def play(self, action: Any) -> None:
        """Makes an action, then the chance moves that follow.

        Raises:
            IllegalAction: with the refusal.
            CannotStore: the action, or a chance move after it, could not be written down and was not made. `settle`
                tries the chance move again.
        """
        refused = self.check(action)
        if refused is not None:
            raise IllegalAction(refused)
        self._make(action, chance=False)
        self.settle()

    def settle(self) -> None:
        """Makes the chance moves that wait, until somebody has to choose.

        Raises:
            CannotStore: one of them could not be written down; a later call tries again.
        """
        while isinstance(self.node, Chance):
            n_before = sum(made.chance for made in self._made)
            self._make(self.node.outcomes.sample(chance_rng(self._seed, n_before)), chance=True)
        if isinstance(self.node, Terminal) and not self._closed:
            self.journal.finish(self.node)
            self._closed = True

    def recall(self, texts: Iterable[str], file: str = "", *, closed: bool = False) -> None:
        """Makes recorded moves again; they are in the journal already.

        Args:
            closed: whether the journal has the end of the game already.

        Raises:
            UnreadableReplay: a line is no move of the position it stands in.
            UnreadableMove, IllegalAction: the same, in the words of the game.
        """
        for number, text in enumerate(texts, 1):
            if isinstance(self.node, Terminal):
                raise UnreadableReplay(file, number + 1, 1, "there are moves after the end of the game")
            move = self.game.read(self.state, text)
            self._make(move, chance=isinstance(self.node, Chance), journal=False)
        self._closed = closed

    def undo(self, at: int) -> None:
        """Goes back to the position before move number `at`.

        Raises:
            CannotStore: nothing was taken back.
        """
        if not 0 <= at < len(self._made):
            return
        kept = self._made[:at]
        self.journal.rewind(tuple(kept))
        state = self._made[at].state
        self._made = kept
        self._closed = False
        self._go_to(state)

    def decisions(self) -> list[Made]:
        """The moves that a person chose, in order."""
        return [made for made in self._made if not made.chance]

    def advice(self) -> Any:
        """What a simple program would do now; None where there is no such program or nothing to choose."""
        decision = self.decision
        policy = self.game.policies().get(ADVISER)
        if decision is None or policy is None:
            return None
        rng = policy_rng(f"advice:{self.n_moves}", ADVISER)
        return policy(decision, lambda: self.game.view(self.state, decision.seat), rng)

    def _make(self, move: Any, *, chance: bool, journal: bool = True) -> None:
        step = self.game.resolve(self.state, move) if chance else self.game.act(self.state, move)
        if journal:
            self.journal.write(self.state, move)
        self._made.append(Made(len(self._made), self.state, move, step.events, chance))
        self._go_to(step.state)

    def _go_to(self, state: Any) -> None:
        self.state = state
        self.node = self.game.node(state)
