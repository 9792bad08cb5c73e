"""The dice and symbols that units use. A game gives them by `kit_of`; a test or a notebook makes its own.

>>> from rising_tutor.core.chance import Die
>>> kit = Kit(dice=(Die("green", ("E", "E", "EE", "A", "W", "F")),), symbols={"E": "Earth"})
>>> kit.die("green").faces[2], kit.word("E"), kit.word("W")
('EE', 'Earth', 'W')
"""

from collections.abc import Mapping

from rising_tutor.core.chance import Die
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_game import DiceGame


class Kit(Value, frozen=True):
    """What is on the table of a class.

    Attributes:
        dice: one of each kind.
        symbols: the letter on a face -> its word.
        title: the id of the game, which may tell the units its own way; "" tells them as they are written.
    """

    dice: tuple[Die, ...]
    symbols: Mapping[str, str]
    title: str = ""

    def die(self, colour: str) -> Die:
        """The die of a colour.

        Raises:
            BadProblem: there is none.
        """
        for die in self.dice:
            if die.colour == colour:
                return die
        raise BadProblem("colour", colour, f"one of {', '.join(die.colour for die in self.dice)}")

    def word(self, symbol: str) -> str:
        """The word of a symbol; the letter itself if it has none."""
        return self.symbols.get(symbol, symbol)

    @property
    def known(self) -> tuple[str, ...]:
        """Every symbol that the dice show, in the order of the words."""
        shown = {symbol for die in self.dice for face in die.faces for symbol in face}
        named = [symbol for symbol in self.symbols if symbol in shown]
        return (*named, *sorted(shown - set(named)))


def kit_of(game: DiceGame) -> Kit:
    """The dice and symbols of a game."""
    return Kit(tuple(die for die, _ in game.odds_dice()), dict(game.odds_symbols()), str(game.info.id))
