"""What can be asked about the cards of a deck: names, types, traits, printed numbers. A game of cards offers it.

>>> pummel = CardFacts("ame075", "pummel", "Pummel", "strike", ("Bull",), (("intercept", 4),))
>>> pummel.is_called("Pummel"), pummel.has("bull"), pummel.number("intercept"), pummel.number("speed")
(True, True, 4, None)
"""

from typing import Protocol, cast, runtime_checkable

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value


class CardFacts(Value, frozen=True):
    """A card as far as odds are concerned.

    Attributes:
        id, word, name: what it may be called; `word` stands in deck lists.
        type: such as "strike".
        traits: such as "Bull".
        trait_names: what the game calls each trait, in their order; empty where they say it.
        numbers: printed numbers by name, such as intercept.
    """

    id: str
    word: str
    name: str
    type: str = ""
    traits: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    trait_names: tuple[str, ...] = ()

    def is_called(self, text: str) -> bool:
        """Whether a text names this card."""
        asked = text.casefold()
        return asked in (self.id, self.word, self.word.replace("-", " "), self.name.casefold())

    def has(self, label: str) -> bool:
        """Whether a word is its type or one of its traits."""
        return label.casefold() in (self.type, *(trait.casefold() for trait in self.traits))

    def number(self, name: str) -> int | None:
        return dict(self.numbers).get(name)


Note = tuple[str, tuple[RuleId, ...]]
"""A sentence with the rules behind it."""


@runtime_checkable
class FactsGame(Protocol):
    """A game that says what can be asked about its cards."""

    def card_facts(self) -> tuple[CardFacts, ...]:
        """Every card that can be in a deck."""

    def draw_notes(self, counted: str) -> tuple[Note, ...]:
        """What odds of draws take for granted in this game.

        Args:
            counted: the type of card that is counted, "" for all of them.
        """

    def draw_example(self) -> str:
        """Something that may be wanted of each deck that comes with the game, as people type it."""


def facts_game(game: AnyGame) -> FactsGame | None:
    """The game as one that says what can be asked about its cards, or None."""
    return cast("FactsGame", game) if isinstance(game, FactsGame) else None
