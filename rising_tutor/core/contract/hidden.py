"""Checks of hidden facts: views, what is imagined, who is asked, and what events tell.

A view cannot vouch for itself: which states a viewer cannot tell apart comes from what was told (`core.information`).
"""

from random import Random
from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.contract.sample import N_POSITIONS, Sample, make, moves_of, spread, spread_over, written
from rising_tutor.core.illegal_samples import strangers
from rising_tutor.core.information import alike, viewers, visible
from rising_tutor.core.node import Decision
from rising_tutor.core.view import Viewer

N_IMAGINED = 40
"""States that are imagined of one view before it counts as one that allows no other."""


def check_views(sample: Sample) -> None:
    """A view is the same each time, can be written down, and fits the states that it lets imagine."""
    for at in spread(sample.trail.positions, N_POSITIONS // 2):
        for viewer in viewers(sample.seats):
            view = sample.game.view(at.state, viewer)
            if written(sample.game.view(at.state, viewer)) != written(view):
                raise sample.fault(at.state, f"viewer {viewer}: two views of one state differ")
            one, other = (sample.game.imagine(view, sample.rng("imagine")) for _ in range(2))
            if one != other:
                raise sample.fault(at.state, f"viewer {viewer}: imagine depends on more than view and generator")
            if written(sample.game.view(one, viewer)) != written(view):
                raise sample.fault(at.state, f"viewer {viewer}: the imagined state has another view")


def check_hidden(sample: Sample) -> None:
    """States that a viewer cannot tell apart look, ask and tell alike.

    Such states come from two sides: from what was told on the way to them (`information.alike`, which no view can
    mislead), and from what `imagine` makes of a view. Events are compared where the views after the move are still
    equal: a move may reveal what was hidden. A game that says that nothing is hidden has no such states.
    """
    game, rng = sample.game, sample.rng("hidden")
    for viewer in viewers(sample.seats):
        told = list(alike(game, sample.trail, viewer, rng))
        imagined = [
            (at, game.imagine(game.view(at.state, viewer), rng)) for at in spread(sample.trail.positions, N_POSITIONS)
        ]
        if told and not game.info.hidden:
            raise sample.fault(told[0][0].state, f"viewer {viewer}: something is hidden, and the game says nothing is")
        for at, twin in (*spread_over(told, N_POSITIONS), *imagined):
            _check_twin(sample, at, twin, viewer, rng)


def _check_twin(sample: Sample, at: Made, twin: Any, viewer: Viewer, rng: Random) -> None:
    game, node = sample.game, sample.game.node(twin)
    if written(game.view(twin, viewer)) != written(game.view(at.state, viewer)):
        raise sample.fault(at.state, f"viewer {viewer}: the view shows what was never told")
    if type(node) is not type(at.node):
        raise sample.fault(at.state, f"viewer {viewer}: hidden facts decide that {node} comes next")
    if isinstance(node, Decision):
        if node.seat != at.node.seat or (viewer == node.seat and node != at.node):
            raise sample.fault(at.state, f"viewer {viewer}: hidden facts change what is legal: {node}")
        for action in strangers(at.node.actions, rng, 4 if viewer == node.seat else 0):
            if game.check(twin, action) != game.check(at.state, action):
                raise sample.fault(at.state, f"viewer {viewer}: hidden facts change why not {action}")
        may = [move for move in moves_of(at, rng) if game.check(twin, move) is None]
    else:
        may = [move for move in moves_of(at, rng) if node.outcomes.weight(move)]
    for move in may:
        _check_told(sample, at, twin, viewer, move)


def _check_told(sample: Sample, at: Made, twin: Any, viewer: Viewer, move: Any) -> None:
    here = make(sample.game, at, move)
    there = make(sample.game, Made(at.at, twin, at.node, move, at.step), move)
    looks = [written(sample.game.view(step.state, viewer)) for step in (here, there)]
    told = [[sample.game.say(event) for event in visible(step.events, viewer)] for step in (here, there)]
    if looks[0] == looks[1] and told[0] != told[1]:
        raise sample.fault(at.state, f"viewer {viewer}: the events of {move} tell what is hidden: {told}")


def check_asked(sample: Sample) -> None:
    """Who is asked next, or whether chance is, follows from what everybody was told."""
    for at, twin in alike(sample.game, sample.trail, None, sample.rng("asked")):
        node = sample.game.node(twin)
        if type(node) is not type(at.node) or getattr(node, "seat", None) != getattr(at.node, "seat", None):
            raise sample.fault(at.state, f"hidden facts decide who comes next: {at.node} or {node}")


def check_imagined(sample: Sample) -> None:
    """Where a viewer cannot know the state, what it may imagine is not always the same."""
    game, rng = sample.game, sample.rng("imagined")
    for viewer in viewers(sample.seats):
        unsure = [at for at, _ in alike(game, sample.trail, viewer, rng)]
        for at in spread_over(unsure, N_POSITIONS // 3):
            view = game.view(at.state, viewer)
            if len({game.dump(game.imagine(view, rng)) for _ in range(N_IMAGINED)}) == 1:
                raise sample.fault(at.state, f"viewer {viewer}: other states fit, and only one is ever imagined")
