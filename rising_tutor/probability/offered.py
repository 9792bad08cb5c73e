"""Which kinds of odds a game offers. Pages, commands and units ask here what there is, never for a title.

Another kind, such as the chance to have drawn a card, is one line more in `KINDS`.

>>> from rising_tutor.core.registry import load_game
>>> [kind.id for kind in kinds_of(load_game("fire"))]
['dice']
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import either
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.dice_game import dice_game


class OddsKind(Value, frozen=True):
    """A kind of odds.

    Attributes:
        id: names it in addresses and documents.
        words: what a game has that offers it.
        of: what the game offers; None if nothing of this kind.
    """

    id: str
    words: str
    of: Callable[[AnyGame], Any]


DICE: Final = OddsKind("dice", "dice that are rolled and assigned in a turn", dice_game)
KINDS: Final = (DICE,)


def kinds_of(game: AnyGame) -> tuple[OddsKind, ...]:
    """The kinds of odds that a game offers; empty if none can be asked about."""
    return tuple(kind for kind in KINDS if kind.of(game) is not None)


def no_odds(game: AnyGame) -> str:
    """Why nothing can be asked about a game, in a sentence."""
    return f"{game.info.title} has no {either(kind.words for kind in KINDS)}, so there are no odds to ask about."
