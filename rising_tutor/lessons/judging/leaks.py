"""Whether a text gives an answer away: the best action by its notation, by its die and its target, or a right answer.

>>> from rising_tutor.core.registry import load_game
>>> words = Names(load_game("fire"))
>>> words.names("Put the double Earth on Tyro.", "green EE > tyro")
True
>>> words.names("Tyro needs two Earth. Which die shows both?", "green EE > tyro")
False
"""

import re
from collections.abc import Iterable

from rising_tutor.core.game import AnyGame
from rising_tutor.probability.dice_turn.dice_game import dice_game

TO = ">"
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


class Names:
    """The words of a game for its dice and cards.

    Args:
        game: without dice, only the notation itself counts.
    """

    def __init__(self, game: AnyGame) -> None:
        dice = dice_game(game)
        self.symbols = dict(dice.odds_symbols()) if dice is not None else {}
        self.colours = {die.colour for die, _ in dice.odds_dice()} if dice is not None else set()
        self.cards = {card.id: card.name for card in dice.odds_cards()} if dice is not None else {}

    def names(self, text: str, action: str, *, colour: bool = True) -> bool:
        """Whether a text names an action: its notation, or its die and its target in one sentence.

        Args:
            action: in the notation.
            colour: whether a single symbol needs the colour of its die to be named; a double face never does.
        """
        left, to, target = (part.strip() for part in action.partition(TO))
        if not to:
            return len(action.split()) > 1 and _within(action, text, exact=True)
        if _within(action, text):
            return True
        name = self.cards.get(target, target.replace("-", " "))
        return any(
            (_within(name, one) or _within(target, one)) and self._die(one, left, colour=colour)
            for one in _SENTENCE.split(text)
        )

    def _die(self, text: str, die: str, *, colour: bool) -> bool:
        shade, _, face = die.partition(" ")
        word = self.symbols.get(face[:1], "")
        if shade not in self.colours or not word:
            return _within(die, text)
        if len(face) > 1:
            words = (f"double {word}", f"{word} double", f"two {word} on one die", face)
            return any(_within(one, text) for one in words)
        return _within(f"{shade} {word}", text) or (not colour and _within(word, text))


def tells_choice(text: str, right: str, others: Iterable[str]) -> bool:
    """Whether a text holds the right answer of a question and none of the others."""
    return _within(bare(right), bare(text)) and not any(_within(bare(one), bare(text)) for one in others)


def _within(part: str, text: str, *, exact: bool = False) -> bool:
    flags = 0 if exact else re.IGNORECASE
    return bool(part) and re.search(rf"(?<![\w-]){re.escape(part)}(?![\w-])", text, flags) is not None


def bare(text: str) -> str:
    """The words of a text without signs and capitals."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
