"""Setups that are played by the rules, of Fire Nation Rising if no title is named.

>>> laid_out(2, seed=1, teams="aang,toph").turn
1
"""

from typing import Any

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.view import RisingView
from tests.testkit.scene import rising


def setup_states(game: RisingGame, seats: int, seed: int = 1, **options: str) -> list[Any]:
    """All states of a setup up to the first choice of turn 1; the first Team card left is always taken."""
    states: list[Any] = [game.start(seats, options)]
    chances = 0
    while states[-1].turn == 0:
        match game.node(states[-1]):
            case Chance(outcomes):
                step = game.resolve(states[-1], ChanceStreams(game, seed).draw(states[-1], outcomes, chances))
                chances += 1
            case Decision(_, actions):
                step = game.act(states[-1], actions[0])
            case end:
                raise AssertionError(f"the game ended in its setup: {end}")
        states.append(step.state)
    return states


def laid_out(seats: int, seed: int = 1, title: str = "fire-nation-rising", **options: str) -> RisingView:
    """The table when setup is done, before step 1 of the first turn."""
    game = rising(title)
    return game.view(setup_states(game, seats, seed, **options)[-1], None)
