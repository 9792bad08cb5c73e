"""Driving a game: the only place where random numbers are drawn.

The chance of a game is fixed by its seed and the number of chance moves before, so after an undo
the same roll comes again.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.drive import play_out
>>> played = play_out(load_game("fire"), seats=2, seed=1, policy="random")
>>> played.result.payoffs in {(1, 1), (-1, -1)}
True
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rising_tutor.core.game import AnyGame, Policy
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value


def chance_rng(seed: int | str, n_chances: int) -> Random:
    """The generator for the chance move that comes after `n_chances` others."""
    return Random(f"chance:{seed}:{n_chances}")


def policy_rng(seed: int | str, name: str) -> Random:
    """The generator of a policy, apart from that of the chance moves."""
    return Random(f"policy:{seed}:{name}")


class Played(Value, frozen=True):
    """A game played to its end or to its limit.

    Attributes:
        result: None when the limit of decisions was reached first.
        state: the last state.
    """

    result: Terminal | None
    state: Any
    decisions: int
    chances: int


def play_out(
    game: AnyGame,
    *,
    seats: int,
    seed: int | str,
    policy: str | Policy[Any, Any] = "random",
    options: Mapping[str, str] | None = None,
    limit: int = 100_000,
    watch: Callable[[Any, Any, Any], None] | None = None,
) -> Played:
    """Plays one game with one policy on all seats.

    Args:
        seed: fixes every chance move and the policy's own choices.
        policy: a name from `game.policies()`, or a policy.
        limit: the most decisions; a game that reaches it is unfinished.
        watch: called with (state, move, step) after each action and outcome.

    Raises:
        BadOption: an option, or the number of seats, cannot be used.
        KeyError: the game has no policy of that name.
    """
    choose = game.policies()[policy] if isinstance(policy, str) else policy
    rng = policy_rng(seed, policy if isinstance(policy, str) else "given")
    state = game.start(seats, options)
    decisions = chances = 0
    while True:
        match game.node(state):
            case Terminal() as end:
                return Played(end, state, decisions, chances)
            case Chance(outcomes):
                move: Any = outcomes.sample(chance_rng(seed, chances))
                chances += 1
                step = game.resolve(state, move)
            case Decision() as decision:
                if decisions >= limit:
                    return Played(None, state, decisions, chances)
                now = state
                move = choose(decision, lambda now=now, seat=decision.seat: game.view(now, seat), rng)
                decisions += 1
                step = game.act(state, move)
        if watch is not None:
            watch(state, move, step)
        state = step.state


def choose_at_random(decision: Decision[Any], look: Callable[[], Any], rng: Random) -> Any:  # noqa: ARG001 - a policy
    """The policy "random": each legal action alike. It never looks."""
    return decision.actions[int(rng.random() * len(decision.actions))]
