"""Cards of Rise TCG line by line, as whoever puts a library together sees them."""

from typing import Final

from rising_tutor.boards.ports import CardRow
from rising_tutor.boards.rise_tcg.cards import SIGNS, cost_dots, fights, kind_word, main_type, numbers
from rising_tutor.core.english import listed
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.games.rise_tcg.clauses import ability_name
from rising_tutor.render.html import el
from rising_tutor.render.parts import origin
from rising_tutor.render.symbols import use

HEADS: Final = ("kind", "what it has", "attack, defense")


def row(card: Card) -> CardRow:
    """A card: its kind and cost, its abilities, attack and defense."""
    said = f"attack {card.attack}, defense {card.defense}" if fights(card) else ""
    shown = el("span", el("span", said, cls="rt-sr"), numbers(card.attack, card.defense, card)) if said else None
    kind = el(
        "span", use(SIGNS[main_type(card)]), el("span", kind_word(card)), cost_dots(card), cls="rt-deckline__kind"
    )
    has = el("span", listed(dict.fromkeys((*card.subtype, *map(ability_name, card.abilities)))), cls="rt-deckline__has")
    return CardRow(kind, has, shown, origin(card.origin))
