"""A game written down position by position, and the tree below a position counted.

Both are ways to see at a glance that a game did not change: the lines of a seeded playthrough, and
how many positions stand at each depth. Tests keep them as text.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> trail = follow(game, seats=2, seed=1, limit=3)
>>> len(lines(game, trail)) == len(trail.positions)
True
>>> all(level.probability == 1 for level in levels(game, game.start(2), limit=100))
True
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.drive import play_out
from rising_tutor.core.game import AnyGame, Step
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value


class Trail(Value, frozen=True):
    """A game from its start, with every position that it passed.

    Attributes:
        end: the last state; it has no move.
        result: None when the limit of decisions was reached first.
    """

    positions: tuple[Made, ...]
    end: Any
    result: Terminal | None


class Level(Value, frozen=True):
    """All positions at one depth: how many of each kind, and how likely they are together."""

    depth: int
    decisions: int
    chances: int
    terminals: int
    probability: Fraction


def follow(
    game: AnyGame,
    *,
    seats: int,
    seed: int | str,
    options: Mapping[str, str] | None = None,
    policy: str = "random",
    limit: int = 100_000,
) -> Trail:
    """Plays a game by a policy and keeps every position.

    Args:
        limit: the most decisions.
    """
    kept: list[Made] = []

    def keep(state: Any, move: Any, step: Step[Any]) -> None:
        kept.append(Made(len(kept), state, game.node(state), move, step))

    played = play_out(game, seats=seats, seed=seed, options=options, policy=policy, limit=limit, watch=keep)
    return Trail(tuple(kept), played.state, played.result)


def lines(game: AnyGame, trail: Trail) -> list[str]:
    """One line a position: where, who was asked and how many ways there were, the move, the rules of its events."""
    written = [
        " | ".join(
            (
                game.where(at.state),
                asked(at.node),
                game.write(at.state, at.move),
                " ".join(event.rule for event in at.step.events) or "-",
            )
        )
        for at in trail.positions
    ]
    return written if trail.result is None else [*written, f"{game.where(trail.end)} | {asked(trail.result)}"]


def asked(node: Any) -> str:
    """Who or what has to answer at a node, and in how many ways: `seat 1 of 7`, `chance of 36`."""
    match node:
        case Decision(seat, actions):
            return f"seat {seat + 1} of {len(actions)}"
        case Chance(outcomes):
            return f"chance of {len(outcomes)}"
        case Terminal(payoffs, reason):
            return f"end {' '.join(map(str, payoffs))} {reason}"
    raise TypeError(f"not a node: {node!r}")


def levels(game: AnyGame, state: Any, *, limit: int) -> Iterator[Level]:
    """The tree below a state, depth by depth, as long as a depth has at most `limit` positions.

    A position that ends the game stays at every later depth, so the probabilities of each depth sum to one; each
    action of a decision is taken as equally likely.
    """
    here: list[tuple[Any, Fraction]] = [(state, Fraction(1))]
    depth = 0
    while True:
        nodes = [(now, game.node(now), share) for now, share in here]
        n = Counter(type(node) for _, node, _ in nodes)
        total = sum((share for *_, share in nodes), Fraction(0))
        yield Level(depth, n[Decision], n[Chance], n[Terminal], total)
        if all(isinstance(node, Terminal) for _, node, _ in nodes):
            return
        if sum(_n_ways(node) for _, node, _ in nodes) > limit:
            return
        here = [after for now, node, share in nodes for after in _after(game, now, node, share)]
        depth += 1


def _after(game: AnyGame, state: Any, node: Any, share: Fraction) -> list[tuple[Any, Fraction]]:
    match node:
        case Decision(_, actions):
            return [(game.act(state, action).state, share / len(actions)) for action in actions]
        case Chance(outcomes):
            return [
                (game.resolve(state, outcome).state, share * weight / outcomes.total) for outcome, weight in outcomes
            ]
    return [(state, share)]


def _n_ways(node: Any) -> int:
    match node:
        case Decision(_, actions):
            return len(actions)
        case Chance(outcomes):
            return len(outcomes)
    return 1
