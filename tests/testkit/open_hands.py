"""Coin and Hand with all cards face up: what a seat could know is the whole table, so V alone judges its choices."""

from msgspec.structs import replace

from tests.testkit.coin_and_hand import CoinAndHand


class OpenHands(CoinAndHand):
    """Two opponents, nothing hidden. Views are those of Coin and Hand; what is judged by V looks at none."""

    info = replace(CoinAndHand.info, hidden=False)
