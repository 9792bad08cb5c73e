"""The value function of a Rising title (`rising_tutor.core.valuation`): a chance to win for every position."""

from rising_tutor.games.rising.valuing.value import RisingValuation

__all__ = ["RisingValuation"]
