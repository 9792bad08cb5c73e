"""What a viewer could know, taken from what the game told, and never from the view that is to be checked.

Two positions are alike for a viewer if everything that it was told on the way to them, and every choice it made itself,
is the same: the field calls them one information set. `alike` walks along a game and beside it along others that tell
the viewer the same: where chance or another seat made a move, it makes another one with the same visible events.
So a view that shows too much is found however the game imagines what is hidden.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame, Step
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.playthrough import Trail
from rising_tutor.core.view import Viewer

N_OTHER_MOVES = 24
"""Moves of one position that are tried in place of the one that was made."""


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Everybody who may look: somebody who only watches, and each seat."""
    return (None, *(Seat(seat) for seat in range(seats)))


def chooser(game: AnyGame, state: Any) -> Viewer:
    """Who chooses in a position, for words about their actions; None where nobody does."""
    node = game.node(state)
    return node.seat if isinstance(node, Decision) else None


def seer(game: AnyGame, state: Any) -> Viewer:
    """Whose question a position is: who chooses in it, at a chance or an end whose turn it is, else everybody's."""
    found = chooser(game, state)
    return game.place(state).seat if found is None else found


def seen_by(viewer: Viewer) -> str:
    """What somebody sees, as the end of a sentence about "what".

    >>> seen_by(Seat(1)), seen_by(None)
    ('seat 2 could see', 'everybody could see')
    """
    return "everybody could see" if viewer is None else f"seat {viewer + 1} could see"


def visible(events: tuple[Event, ...], viewer: Viewer) -> list[Event]:
    """The events that a viewer may see."""
    return [event for event in events if event.seats is None or viewer in event.seats]


def alike(
    game: AnyGame, trail: Trail, viewer: Viewer, rng: Random, *, beside: Any = None
) -> Iterator[tuple[Made, Any]]:
    """Positions of a game, each with another state that the viewer cannot tell from it.

    Only pairs whose states differ are given, so nothing comes of a game in which nothing is hidden. A move of which the
    viewer is told nothing at all counts as seen. Where the other game can tell no longer the same, it begins again from
    the position reached: what was given before stays right, since only what was told up to a position counts for it.

    Args:
        rng: chooses among the moves that tell the same.
        beside: another beginning that the viewer cannot tell from that of the game. The walk ends where the game that
            begins there can tell no longer the same.
    """
    other = trail.positions[0].state if trail.positions and beside is None else beside
    for at in trail.positions:
        if other != at.state:
            yield at, other
        step = _same_told(game, at, other, viewer, rng)
        if step is None and beside is not None:
            return
        other = at.step.state if step is None else step.state


def _same_told(game: AnyGame, at: Made, other: Any, viewer: Viewer, rng: Random) -> Step[Any] | None:
    """A step of the other game that tells the viewer what the step of this one told; None if there is none."""
    node, told = game.node(other), visible(at.step.events, viewer)
    if type(node) is not type(at.node):
        return None
    match node:
        case Decision(seat, actions) if seat == viewer or not told:
            moves = [at.move] if at.move in actions else []
        case Decision(_, actions):
            moves = _shuffled(actions, at.move, rng)
        case Chance(outcomes) if not told:
            moves = [at.move] if outcomes.weight(at.move) else []
        case Chance(outcomes):
            drawn = [outcomes.sample(rng) for _ in range(N_OTHER_MOVES)]
            moves = _shuffled((*drawn, at.move) if outcomes.weight(at.move) else tuple(drawn), at.move, rng)
        case _:
            moves = []
    make = game.act if isinstance(node, Decision) else game.resolve
    for move in moves:
        step: Step[Any] = make(other, move)
        if visible(step.events, viewer) == told:
            return step
    return None


def _shuffled(moves: tuple[Any, ...], made: Any, rng: Random) -> list[Any]:
    """Some of the moves in random order, the one that was made last."""
    others = [move for move in dict.fromkeys(moves) if move != made]
    rng.shuffle(others)
    return others[:N_OTHER_MOVES] + ([made] if made in moves else [])
