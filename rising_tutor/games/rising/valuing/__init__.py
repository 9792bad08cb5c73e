"""The value function of a Rising title (`rising_tutor.core.valuation`): a chance to win for every position.

Where to look:

    sources.py    where luck comes from
    value.py      V of positions, and the follower that judges a line of play
"""

from rising_tutor.games.rising.valuing.sources import luck_source, luck_sources
from rising_tutor.games.rising.valuing.value import RisingValuation

__all__ = ["RisingValuation", "luck_source", "luck_sources"]
