"""One game under way: who sits where, whose screen it is, undo, chance that comes again, and a journal.

A seat is a person's or a program's (a policy by its name). Where something is hidden the screen belongs to one person
at a time: `viewer` says whose, and `curtain` that it has to be handed over first. A move counts when the journal has
it; if the journal refuses, nothing happened. No widget, no file and no page in here: pages and lessons stand on it.

>>> from rising_tutor.core.registry import load_game
>>> session = GameSession(load_game("fire"), 2, {"teams": "aang,toph"}, seed="s")
>>> session.settle()
>>> session.decision.seat, session.n_moves
(0, 12)
>>> before = session.state
>>> session.play(session.actions[0])
>>> session.undo(session.decisions()[-1].at)
>>> session.state == before
True
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from msgspec.structs import replace

from rising_tutor.core.branch import Branch, Made
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import policy_named, policy_rng
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.view import Viewer
from rising_tutor.errors import BadSeat, IllegalAction, UnreadableReplay

ADVISER = "greedy"
"""The policy that suggests moves, where the game has it."""


class Journal(Protocol):
    """Where moves are written down before they count."""

    def write(self, state: Any, move: Any) -> None:
        """Raises `CannotStore`; then nothing was written."""

    def rewind(self, made: tuple[Made, ...]) -> None:
        """Takes back everything after these moves. Raises `CannotStore`."""

    def finish(self, end: Terminal) -> None:
        """The game is over. Raises `CannotStore`."""


class GameSession(Branch):
    """One game from its start, or from a position.

    Args:
        seed: fixes every chance move; it is known to nobody who looks at the page.
        journal: what writes the moves down; None to keep nothing.
        start: another position to begin with than that of a new game.
        programs: the policy of each seat that no person plays.

    Raises:
        BadOption: an option, or the number of seats, cannot be used.
        BadSeat: a program sits where there is no seat, or the game has no policy of its name.
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
        programs: Mapping[Seat, str] | None = None,
    ) -> None:
        super().__init__(game, game.start(seats, options) if start is None else start)
        self.seats = seats
        self.programs = seated_programs(game, seats, programs or {})
        self.options = dict(options)
        self.journal = journal
        self._seed = seed
        self._streams = ChanceStreams(game, seed)
        self._closed = False
        self._screen: Seat | None = self.people[0] if len(self.people) == 1 else None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that no program plays."""
        return tuple(Seat(seat) for seat in range(self.seats) if seat not in self.programs)

    @property
    def decision(self) -> Decision[Any] | None:
        """The choice that waits for the person at the screen, if one does."""
        node = self.node
        return node if isinstance(node, Decision) and not self.program and not self.curtain else None

    @property
    def actions(self) -> tuple[Any, ...]:
        decision = self.decision
        return decision.actions if decision is not None else ()

    @property
    def viewer(self) -> Viewer:
        """Whose eyes the screen is for: who chooses where nothing is hidden, else whoever has the screen.

        None is somebody who sees only what all may see: nobody has the screen, or it has to be handed over.
        """
        if not self.game.info.hidden:
            return self.node.seat if isinstance(self.node, Decision) else None
        if self.curtain:
            return None
        # Where nobody knows more than everybody does, whoever has to choose takes the screen without a word.
        return self.node.seat if self._another_chooses and isinstance(self.node, Decision) else self._screen

    @property
    def view(self) -> Any:
        """The table as `viewer` may see it."""
        return self.game.view(self.state, self.viewer)

    @property
    def curtain(self) -> bool:
        """Whether the screen has to be handed to another person, who has to choose, before anything hidden is shown.

        Not where neither knows more than everybody does: who knows something is open in every game.
        """
        node = self.node
        if not self._another_chooses or not isinstance(node, Decision):
            return False
        return self._knows_more(node.seat) or self._knows_more(self._screen)

    @property
    def _another_chooses(self) -> bool:
        """Whether a person has to choose who does not have the screen, in a game that hides something."""
        return (
            self.game.info.hidden
            and isinstance(self.node, Decision)
            and self.node.seat not in self.programs
            and self.node.seat != self._screen
        )

    def _knows_more(self, seat: Viewer) -> bool:
        """Whether a seat sees something that not everybody may see."""
        own = self.game.view(self.state, seat)
        return seat is not None and bool(replace(own, viewer=None) != self.game.view(self.state, None))

    def take_screen(self) -> None:
        """Whoever has to choose has the screen now; nothing changes where no person has to."""
        if isinstance(self.node, Decision) and self.node.seat not in self.programs:
            self._screen = self.node.seat

    @property
    def program(self) -> str:
        """The policy that has to choose now; empty where a person, chance or nobody has to."""
        return self.programs.get(self.node.seat, "") if isinstance(self.node, Decision) else ""

    def play_program(self) -> Made | None:
        """Makes one move of the program that has to choose, and the chance moves that follow; None where none has to.

        It sees what its seat may see, and chooses alike whenever the same game comes here again.

        Raises:
            CannotStore: as in `play`.
        """
        if not self.program or not isinstance(self.node, Decision):
            return None
        decision, at = self.node, self.n_moves
        rng = policy_rng(f"{self._seed}:seat {decision.seat + 1}:{at}", self.program)
        policy = policy_named(self.game, self.program)
        self.play(policy(decision, lambda: self.game.view(self.state, decision.seat), rng))
        return self._made[at]

    def told(self, since: int = 0) -> Iterator[Event]:
        """The events of all moves from number `since` on that `viewer` may see."""
        for made in self._made[since:]:
            yield from visible(made.events, self.viewer)

    def payoff(self) -> int | None:
        """What the game brought whoever has the screen: 1 won, 0 drawn, -1 lost.

        None while it runs, and where the seats did not fare alike and no one person has the screen.
        """
        if not isinstance(self.node, Terminal):
            return None
        payoffs = self.node.payoffs
        if self._screen is not None:
            return payoffs[self._screen]
        return payoffs[0] if self.game.info.shared else None

    def check(self, action: Any) -> Refusal | None:
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
        self.make(action)
        self.settle()

    def settle(self) -> None:
        """Makes the chance moves that wait, until somebody has to choose.

        Raises:
            CannotStore: one of them could not be written down; a later call tries again.
        """
        while isinstance(self.node, Chance):
            self.make(self._streams.draw(self.state, self.node.outcomes, self.n_chances))
        if isinstance(self.node, Terminal) and not self._closed:
            if self.journal is not None:
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
            super()._keep(self._try(self.game.read(self.state, text)))
        self._closed = closed

    def undo(self, at: int) -> None:
        """Goes back to the position before move number `at`.

        Raises:
            CannotStore: nothing was taken back.
        """
        if not 0 <= at < len(self._made):
            return
        kept = self._made[:at]
        if self.journal is not None:
            self.journal.rewind(tuple(kept))
        state = self._made[at].state
        self._made = kept
        self._closed = False
        self._go_to(state)

    def decisions(self) -> list[Made]:
        """The moves that a person chose, in order."""
        return [made for made in self._made if not made.chance and made.seat not in self.programs]

    def advice(self) -> Any:
        """What a simple program would do now; None where there is no such program, or nothing to choose."""
        decision = self.decision
        policy = self.game.policies().get(ADVISER)
        if decision is None or policy is None:
            return None
        rng = policy_rng(f"advice:{self.n_moves}", ADVISER)
        return policy(decision, lambda: self.game.view(self.state, decision.seat), rng)

    def _keep(self, made: Made) -> None:
        if self.journal is not None:
            self.journal.write(made.state, made.move)
        super()._keep(made)


def seated_programs(game: AnyGame, seats: int, programs: Mapping[Seat, str]) -> dict[Seat, str]:
    """The programs at a table, checked.

    Raises:
        BadSeat: there is no such seat, or the game has no policy of that name.
    """
    known = tuple(game.policies())
    for seat, policy in programs.items():
        if not 0 <= seat < seats:
            raise BadSeat(seat + 1, f"a seat from 1 to {seats}")
        try:
            policy_named(game, policy)
        except KeyError:
            expected = f"one of {', '.join(known)}, or one of them that errs in one choice of N, such as {known[-1]}~4"
            raise BadSeat(seat + 1, expected, policy) from None
    return dict(programs)
