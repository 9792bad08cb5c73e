"""Decisions of games played at random, for checks that hold at every one of them."""

import random
from collections.abc import Iterator
from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision, Terminal

MOST_STEPS = 1_200


def decisions(game: AnyGame, seed: int, *, one_in: int) -> Iterator[tuple[Any, Decision[Any]]]:
    """Yield about one in so many decisions of a random game, with the position."""
    rng = random.Random(seed)
    most = min(game.info.max_seats, 4)
    state = game.start(rng.randint(game.info.min_seats, most))
    for _ in range(MOST_STEPS):
        node = game.node(state)
        if isinstance(node, Terminal):
            return
        if isinstance(node, Chance):
            state = game.resolve(state, node.outcomes.sample(rng)).state
            continue
        if not rng.randrange(one_in):
            yield state, node
        state = game.act(state, rng.choice(node.actions)).state
