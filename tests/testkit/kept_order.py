"""Coin and Hand with a deck in keyed order: the cards are those of the seed, whatever is chosen and undone.

>>> from rising_tutor.core.chance_streams import stream_of
>>> game = KeptOrder()
>>> stream_of(game, game.start(2)).deck.cards
(('sun', 3), ('moon', 3), ('fox', 4))
"""

from rising_tutor.core.chance_streams import Deck, Stream
from tests.testkit.coin_and_hand import DECK, KINDS, CoinAndHand, Drawn, Table


class KeptOrder(CoinAndHand):
    """The deck is shuffled once, before the game."""

    def stream(self, state: Table) -> Stream:
        if state.agenda[-1].do == "toss":
            return Stream("coin")
        return Stream("deck", deck=Deck(shuffle=1, cards=tuple(zip(KINDS, DECK, strict=True))))

    def as_draw(self, state: Table, card: str) -> Drawn:
        return Drawn(KINDS.index(card))
