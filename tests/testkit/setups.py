"""Setups of Fire Nation Rising that are played by the rules, for tests of chapters 2 and 12.

>>> laid_out(2, seed=1, teams="aang,toph").turn
1
"""

from typing import Any

from rising_tutor.core.drive import chance_rng
from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.view import RisingView
from tests.testkit.scene import fire


def setup_states(game: RisingGame, seats: int, seed: int = 1, **options: str) -> list[Any]:
    """All states of a setup up to the first choice of turn 1; the first Team card left is always taken."""
    states: list[Any] = [game.start(seats, options)]
    chances = 0
    while states[-1].turn == 0:
        match game.node(states[-1]):
            case Chance(outcomes):
                step = game.resolve(states[-1], outcomes.sample(chance_rng(seed, chances)))
                chances += 1
            case Decision(_, actions):
                step = game.act(states[-1], actions[0])
            case end:
                raise AssertionError(f"the game ended in its setup: {end}")
        states.append(step.state)
    return states


def laid_out(seats: int, seed: int = 1, **options: str) -> RisingView:
    """The table when setup is done, before step 1 of the first turn."""
    game = fire()
    return game.view(setup_states(game, seats, seed, **options)[-1], None)
