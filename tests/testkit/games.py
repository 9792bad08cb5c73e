"""The games that tests run over: every registered one, and the tiny one of the tests.

>>> [game_id for game_id in every_game() if game_id.startswith("coin")]
['coin-and-hand']
"""

from rising_tutor import catalogues
from rising_tutor.core import registry
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from tests.testkit import coin_and_hand


def every_game() -> tuple[GameId, ...]:
    """Ids of all games, for parametrizing: asked before any fixture has run."""
    return (coin_and_hand.ENTRY.id, *(game for game in registry.game_ids() if game != coin_and_hand.ENTRY.id))


def game_of(game_id: str) -> AnyGame:
    """The game, also in a process where nobody registered the tiny one."""
    return coin_and_hand.load() if game_id == coin_and_hand.ENTRY.id else registry.load_game(game_id)


def rules_of(game_id: str) -> frozenset[str]:
    """The rule ids that a game may cite."""
    if game_id == coin_and_hand.ENTRY.id:
        return frozenset(coin_and_hand.CATALOGUE)
    return frozenset(rule.id for rule in catalogues.load(game_id).rules)
