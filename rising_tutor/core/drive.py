"""Driving a game by policies, from its start to its end.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.drive import play_out
>>> played = play_out(load_game("fire"), seats=2, seed=1, policy="random")
>>> played.result.payoffs in {(1, 1), (-1, -1)}
True
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.game import AnyGame, Policy
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.numbers import whole
from rising_tutor.core.values import Value


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


def positions(
    game: AnyGame,
    state: Any,
    *,
    draw: Callable[[Any, Chance[Any], int], Any],
    choose: Callable[[Any, Decision[Any]], Any],
) -> Iterator[Made]:
    """Plays on from a state, position by position, until the game is over or nobody chooses.

    Args:
        draw: what chance gives at a state and node, after so many outcomes since the beginning.
        choose: the action at a state and node; None ends the line there.
    """
    chances = at = 0
    while not isinstance(node := game.node(state), Terminal):
        if isinstance(node, Chance):
            move = draw(state, node, chances)
            chances += 1
            step = game.resolve(state, move)
        else:
            move = choose(state, node)
            if move is None:
                return
            step = game.act(state, move)
        yield Made(at, state, node, move, step)
        at += 1
        state = step.state


Chooser = str | Policy[Any, Any]
"""A policy, or its name as `policy_named` reads it."""
_ERRS = "~"


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
    streams = ChanceStreams(game, seed)
    state = game.start(seats, options)
    decisions = chances = 0

    def draw(state: Any, node: Chance[Any], n_before: int) -> Any:
        return streams.draw(state, node.outcomes, n_before)

    def choose(state: Any, node: Decision[Any]) -> Any:
        if decisions >= limit:
            return None
        choice, rng = choosers[node.seat]
        return choice(node, lambda: game.view(state, node.seat), rng)

    for at in positions(game, state, draw=draw, choose=choose):
        if isinstance(at.node, Chance):
            chances += 1
        else:
            decisions += 1
        if watch is not None:
            watch(at.state, at.move, at.step)
        state = at.step.state
    end = game.node(state)
    return Played(end if isinstance(end, Terminal) else None, state, decisions, chances)


def _choosers(
    game: AnyGame, policy: Chooser | Sequence[Chooser], seats: int, seed: int | str
) -> list[tuple[Policy[Any, Any], Random]]:
    """The policy of each seat with its generator; one policy for all seats has one generator for all."""
    if isinstance(policy, Sequence) and not isinstance(policy, str):
        if len(policy) != seats:
            raise ValueError(f"{len(policy)} policies for {seats} seats")
        return [(_named(game, one), policy_rng(f"{seed}:seat {at}", _name(one))) for at, one in enumerate(policy, 1)]
    return [(_named(game, policy), policy_rng(seed, _name(policy)))] * seats


def _named(game: AnyGame, policy: Chooser) -> Policy[Any, Any]:
    return policy_named(game, policy) if isinstance(policy, str) else policy


def policy_named(game: AnyGame, name: str) -> Policy[Any, Any]:
    """A policy by its name in `game.policies()`; `greedy~4` is greedy that errs: one choice in four is made at random.

    Raises:
        KeyError: the game has no such policy, or the number is none from 1.
    """
    plain, mark, share = name.partition(_ERRS)
    policy = game.policies()[plain]
    if not mark:
        return policy
    one_in = whole(share, below=1000)
    if not one_in:
        raise KeyError(name)
    return erring(policy, one_in)


def erring(policy: Policy[Any, Any], one_in: int) -> Policy[Any, Any]:
    """The policy, but each choice is with a chance of 1 in so many a legal action at random."""

    def choose(decision: Decision[Any], look: Callable[[], Any], rng: Random) -> Any:
        if rng.random() * one_in < 1:
            return choose_at_random(decision, look, rng)
        return policy(decision, look, rng)

    return choose


def _name(policy: Chooser) -> str:
    return policy if isinstance(policy, str) else "given"


def choose_at_random(decision: Decision[Any], look: Callable[[], Any], rng: Random) -> Any:  # noqa: ARG001 - a policy
    """The policy "random": each legal action alike. It never looks."""
    return decision.actions[int(rng.random() * len(decision.actions))]
