"""Games played on from a position by a policy, up to a horizon, with chance that is the same for every action.

Sample `k` of a position draws what the seat cannot see, every chance move and the policy's own choices from
generators that depend on the seed and on `k` alone. So two actions meet the same luck as far as their lines agree,
and their difference is told apart sooner than their values.

A line keeps neither moves nor events: it is played with `core.search.stepper`, on one mutable table where the game has
one, so it does not go through `core.drive`, which keeps what happened.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.game import AnyGame, Policy
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.search import stepper
from rising_tutor.core.view import Viewer

ADVISER = "greedy"
MOST_DECISIONS = 5_000
"""A playout that is longer counts as it stands."""
Watch = Callable[[Any, Any, Any], object]
"""Called with a position, the move that was made there and the position after it."""


@runtime_checkable
class Judge(Protocol):
    """A policy that can say how well its side stands."""

    @property
    def judges_by(self) -> str:
        """What the number counts, and its unit, in words."""

    def judge(self, view: Any) -> float:
        """How well the side stands, from what its seat may see; higher is better."""


def judge_of(game: AnyGame, policy: str) -> Judge | None:
    """The policy as one that judges, or None."""
    found: Any = game.policies().get(policy)
    return found if isinstance(found, Judge) else None


def policy_of(game: AnyGame, name: str = "") -> str:
    """The name of a policy of this game: the one asked for, else greedy where there is one, else random.

    Raises:
        KeyError: the game has no policy of that name.
    """
    names = game.policies()
    if name and name not in names:
        raise KeyError(name)
    return name or (ADVISER if ADVISER in names else "random")


@dataclass(eq=False)
class Line:
    """One sample: a line that is played on from an action.

    Attributes:
        seed: fixes everything that is drawn.
        tick: called before each decision; what it raises stops the work.
        watch: called after each move that `play` makes.
    """

    game: AnyGame
    policy: str
    seed: str
    tick: Callable[[], object] | None = None
    watch: Watch | None = None

    def __post_init__(self) -> None:
        self.after = stepper(self.game)
        self._plays: Policy[Any, Any] = self.game.policies()[self.policy]

    def imagined(self, state: Any, viewer: Viewer) -> Any:
        """The position as this viewer may believe it to be in this sample."""
        return self.game.imagine(self.game.view(state, viewer), Random(f"imagine:{self.seed}"))

    def play(self, state: Any, until: Callable[[Any], bool]) -> Any:
        """The position in which `until` holds for the first time, or the last one of the game."""
        rng = policy_rng(self.seed, self.policy)
        streams, n_chances = ChanceStreams(self.game, self.seed), 0
        for _ in range(MOST_DECISIONS):
            while not until(state):
                node = self.game.node(state)
                if isinstance(node, Terminal):
                    return state
                if isinstance(node, Decision):
                    break
                state = self._made(state, streams.draw(state, node.outcomes, n_chances))
                n_chances += 1
            else:
                return state
            state = self._made(state, self._choose(state, node, rng))
        return state

    def _made(self, state: Any, move: Any) -> Any:
        after = self.after(state, move)
        if self.watch is not None:
            self.watch(state, move, after)
        return after

    def _choose(self, state: Any, node: Decision[Any], rng: Random) -> Any:
        if self.tick is not None:
            self.tick()
        if len(node.actions) == 1:
            return node.actions[0]
        return self._plays(node, lambda: self.game.view(state, node.seat), rng)


def end_of_turn(game: AnyGame, state: Any) -> Callable[[Any], bool]:
    """Whether the present turn is over; from the setup, which has no steps, the first turn counts too."""
    here = game.place(state)
    setting_up = not here.within
    passed: list[str] = [here.name]

    def over(later: Any) -> bool:
        part = game.place(later).name
        if part != passed[-1]:
            passed.append(part)
        return len(passed) > (2 if setting_up else 1)

    return over


def end_of_game(_state: Any) -> bool:
    """Never: a line ends where the game does."""
    return False
