"""The games that tests run over: ours, and Coin and Hand, which comes from outside the package.

It is known from the moment on that this module is imported, so tests are parametrised over it by `game_ids()` as over
any game. What a game does not offer is skipped by asking the game, never by its name.

>>> [game_id for game_id in every_game() if game_id.startswith("coin")]
['coin-and-hand']
"""

from rising_tutor import catalogues
from rising_tutor.core import registry
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from tests.testkit import coin_and_hand

registry.register(coin_and_hand.ENTRY)


def every_game() -> tuple[GameId, ...]:
    """Ids of all games, for parametrizing: asked before any fixture has run."""
    return registry.game_ids()


def every_engine() -> tuple[GameId, ...]:
    """Ids of all games that can be played, those in work among them: what an engine owes, each of them owes."""
    return registry.playable_ids()


def game_of(game_id: str) -> AnyGame:
    """The game."""
    return registry.load_game(game_id)


def rules_of(game_id: str) -> frozenset[str]:
    """The rule ids that a game may cite."""
    return frozenset(rule.id for rule in catalogues.load(game_id).rules)
