"""What a chance node is made of, so that the same dice can fall for other choices.

A game names the stream that a chance node draws from, such as "turn 3, roll"; the k-th node of a stream is its k-th, in
whatever way the game came there. A roll also tells its dice, each of which falls by itself; everything else is drawn
as a whole. A game that says nothing of this has one stream.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> chance_parts(game, game.start(2, {"teams": "aang,toph"}))
ChanceParts(stream='setup, facing', dice=())
"""

from typing import Any, Final, Protocol, cast, runtime_checkable

from rising_tutor.core.chance import Die, Shown
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value

ONE_STREAM: Final = "chance"


class ChanceParts(Value, frozen=True):
    """What a chance node is made of.

    Attributes:
        stream: what is drawn from, in the turn it belongs to.
        dice: of a roll its kinds of dice with the number of each; empty for everything else.
    """

    stream: str
    dice: tuple[tuple[Die, int], ...] = ()


@runtime_checkable
class DiceKeysGame(Protocol):
    """A game that tells the parts of its chance. All methods are pure."""

    def chance_parts(self, state: Any) -> ChanceParts:
        """What the chance node of a position is made of."""
        ...

    def shown_dice(self, outcome: Any) -> Shown:
        """The dice of a roll with their faces; empty for what is no roll."""
        ...

    def as_roll(self, state: Any, shown: Shown) -> Any:
        """The outcome of a roll whose dice show this, in any order."""
        ...


def dice_keys_game(game: AnyGame) -> DiceKeysGame | None:
    """The game as one that tells the parts of its chance; None if it does not."""
    return cast("DiceKeysGame", game) if isinstance(game, DiceKeysGame) else None


def chance_parts(game: AnyGame, state: Any) -> ChanceParts:
    """What the chance node of a position is made of, in any game."""
    own = dice_keys_game(game)
    return own.chance_parts(state) if own is not None else ChanceParts(ONE_STREAM)
