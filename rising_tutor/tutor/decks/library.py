"""The cards that can be put into a deck of a game, and which of them are looked for.

>>> from rising_tutor.boards import board_for
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("avatar-tcg")
>>> library = Library(game.card_facts(), board_for(game).cards())
>>> library.types, library.costs
(('strike', 'advantage', 'ally'), (1, 2, 3, 4))
>>> [card.name for card in library.found(Search(query="arrange", type="advantage"))]
["Appa's Wild Ride"]
"""

from collections.abc import Iterable, Mapping
from typing import Final

from rising_tutor.boards.ports import CardName
from rising_tutor.core.english import capital
from rising_tutor.core.values import Value
from rising_tutor.decks.facts import CardFacts

COST: Final = "cost"
"""The number that cards are sorted by, as the facts of a card have it."""
LONGEST: Final = 100
"""So many characters of what is looked for count."""


class Search(Value, frozen=True):
    """What is looked for; empty for all.

    Attributes:
        query: words that stand in the name, the kind or the sentences of a card.
        type, trait: as `CardFacts` has them; a trait in any letters.
        cost: the number, as text.
        fits: "yes" leaves out what may not be in this deck.
    """

    query: str = ""
    type: str = ""
    trait: str = ""
    cost: str = ""
    fits: str = ""


class Library:
    """Every card of a game that can be in a deck, in the order in which a list shows them.

    Attributes:
        cards: by type, then by cost and name.
        types, costs: what can be looked for.
        traits: the same; each trait with what the game calls it, in the order of these words.
    """

    def __init__(self, facts: Iterable[CardFacts], names: Iterable[CardName]) -> None:
        said = {one.id: f"{one.name} {one.kind} {one.words}".casefold() for one in names}
        every = tuple(facts)
        self.types = tuple(dict.fromkeys(card.type for card in every))
        self.cards = tuple(
            sorted(every, key=lambda card: (self.types.index(card.type), card.number(COST) or 0, card.name, card.id))
        )
        called: dict[str, str] = {}
        for card in every:
            for trait, name in zip(card.traits, card.trait_names or card.traits, strict=True):
                called.setdefault(trait.casefold(), capital(name))
        self.traits = dict(sorted(called.items(), key=lambda one: one[1].casefold()))
        self.costs = tuple(sorted({cost for card in every if (cost := card.number(COST)) is not None}))
        self.of_word: Mapping[str, CardFacts] = {card.word: card for card in every}
        self._said = {card.word: said.get(card.id, card.name.casefold()) for card in every}

    def found(self, search: Search, unfit: Iterable[str] = ()) -> tuple[CardFacts, ...]:
        """The cards that are looked for.

        Args:
            unfit: words of cards that may not be in the deck.
        """
        words = search.query.casefold().split()
        out = frozenset(unfit) if search.fits else frozenset()
        return tuple(
            card
            for card in self.cards
            if (not search.type or card.type == search.type)
            and (not search.trait or search.trait.casefold() in map(str.casefold, card.traits))
            and (not search.cost or str(card.number(COST)) == search.cost)
            and card.word not in out
            and all(word in self._said[card.word] for word in words)
        )
