"""Driving a game: the only place where random numbers are drawn.

The chance of a game is fixed by its seed and the number of chance moves before, so after an undo
the same roll comes again.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.drive import play_out
>>> played = play_out(load_game("fire"), seats=2, seed=1, policy="random")
>>> played.result.payoffs in {(1, 1), (-1, -1)}
True
"""

from collections.abc import Callable, Mapping, Sequence
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


Chooser = str | Policy[Any, Any]
"""A policy, or its name in `game.policies()`."""


def play_out(
    game: AnyGame,
    *,
    seats: int,
    seed: int | str,
    policy: Chooser | Sequence[Chooser] = "random",
    options: Mapping[str, str] | None = None,
    limit: int = 100_000,
    watch: Callable[[Any, Any, Any], None] | None = None,
) -> Played:
    """Plays one game by policies.

    Args:
        seed: fixes every chance move and the policies' own choices.
        policy: one for all seats, or one for each seat.
        limit: the most decisions; a game that reaches it is unfinished.
        watch: called with (state, move, step) after each action and outcome.

    Raises:
        BadOption: an option, or the number of seats, cannot be used.
        KeyError: the game has no policy of that name.
        ValueError: there are not as many policies as seats.
    """
    choosers = _choosers(game, policy, seats, seed)
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
                choose, rng = choosers[decision.seat]
                move = choose(decision, lambda now=now, seat=decision.seat: game.view(now, seat), rng)
                decisions += 1
                step = game.act(state, move)
        if watch is not None:
            watch(state, move, step)
        state = step.state


def _choosers(
    game: AnyGame, policy: Chooser | Sequence[Chooser], seats: int, seed: int | str
) -> list[tuple[Policy[Any, Any], Random]]:
    """The policy of each seat with its generator; one policy for all seats has one generator for all."""
    named = game.policies()
    if isinstance(policy, Sequence) and not isinstance(policy, str):
        if len(policy) != seats:
            raise ValueError(f"{len(policy)} policies for {seats} seats")
        return [(_named(named, one), policy_rng(f"{seed}:seat {at}", _name(one))) for at, one in enumerate(policy, 1)]
    return [(_named(named, policy), policy_rng(seed, _name(policy)))] * seats


def _named(named: Mapping[str, Policy[Any, Any]], policy: Chooser) -> Policy[Any, Any]:
    return named[policy] if isinstance(policy, str) else policy


def _name(policy: Chooser) -> str:
    return policy if isinstance(policy, str) else "given"


def choose_at_random(decision: Decision[Any], look: Callable[[], Any], rng: Random) -> Any:  # noqa: ARG001 - a policy
    """The policy "random": each legal action alike. It never looks."""
    return decision.actions[int(rng.random() * len(decision.actions))]
