"""What can be asked about draws of a library, and what the answers take for granted (`rising_tutor.decks.facts`)."""

from typing import Final

from rising_tutor.core.ids import RuleId
from rising_tutor.decks.facts import CardFacts, Note
from rising_tutor.games.rise_tcg.book import Book, Card
from rising_tutor.games.rise_tcg.clauses import ability_name

EXAMPLE: Final = "1 level-up in 6"
"""The starter's first hand (RISE-302)."""


def card_facts(book: Book) -> tuple[CardFacts, ...]:
    """Every card that can be in a library: its first type, its other types, subtypes and abilities, its numbers."""
    return tuple(
        CardFacts(
            card.id,
            card.id,
            card.name,
            card.type[0],
            (*card.type[1:], *card.subtype, *card.abilities),
            (*_printed(card), ("cost", card.cost)),
            (*card.type[1:], *card.subtype, *map(ability_name, card.abilities)),
        )
        for card in book.cards
    )


def _printed(card: Card) -> tuple[tuple[str, int], ...]:
    pairs = (("attack", card.attack), ("defense", card.defense))
    fights = "creature" in card.type or "door" in card.type
    return tuple((name, value) for name, value in pairs if fights and isinstance(value, int))


def draw_notes(_counted: str) -> tuple[Note, ...]:
    """Libraries are shuffled, and how many cards come is the player's choice."""
    return (
        (
            "The library is shuffled; cards that went back to a hand in sight are known.",
            (RuleId("RISE-1019"),),
        ),
        (
            (
                "The starter sees 6 cards and draws nothing in the first turn, others see 4; then each Restoration "
                "gives one card or two, as its player chooses."
            ),
            (RuleId("RISE-302"), RuleId("RISE-303"), RuleId("RISE-304"), RuleId("RISE-404")),
        ),
        ("A hand can be drawn anew up to three times, with as many cards.", (RuleId("RISE-305"),)),
    )
