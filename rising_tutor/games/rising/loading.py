"""A title whose recorded games can be reviewed, and the title as it is loaded.

>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> isinstance(load_title(TITLE), ReviewedGame)
True
"""

from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.offers import has_evaluator
from rising_tutor.games.rising.valuing import RisingValuation


class ReviewedGame(RisingGame):
    """A title with a fitted evaluator: it can judge its positions (`rising_tutor.core.valuation`)."""

    def valuation(self) -> RisingValuation:
        """The value function of this title."""
        return RisingValuation(self.book, self.info.rules_version)


def load_title(title: str, owner: str | None = None) -> RisingGame:
    """The game of a title, able to judge its positions where its folder holds an evaluator.

    Args:
        title: the package of the title.
        owner: a folder with an owner's own card files.

    Raises:
        BadContent: the card files cannot be used.
    """
    kind = ReviewedGame if has_evaluator(title) else RisingGame
    return kind(title, owner)
