"""Cards of the QuickStrike system line by line, as whoever puts a deck together sees them."""

from collections.abc import Mapping
from typing import Final

from rising_tutor.boards.ports import CardRow
from rising_tutor.boards.quickstrike.cards import numbers
from rising_tutor.boards.quickstrike.signs import cost, energy, letter, trait
from rising_tutor.games.quickstrike.book import Book, Card
from rising_tutor.games.quickstrike.choices import energies
from rising_tutor.render.html import Child, el
from rising_tutor.render.parts import origin

HEADS: Final = ("cost", "trait", "stops, strikes")


def row(card: Card) -> CardRow:
    """A card: its cost, its traits and whose it is, intercept and force."""
    has: list[Child] = [[trait(word), word, " "] for word in card.traits] or ["generic"]
    if card.exclusive:
        has.append(f", {card.exclusive} only")
    fights = card.type == "strike"
    said = f"intercept {card.intercept}, force {card.force}" if fights else ""
    shown = el("span", el("span", said, cls="rt-sr"), numbers(card, None)) if fights else None
    return CardRow(cost(card.cost), el("span", has, cls="rt-deckline__has"), shown, origin(card.origin))


def paid_in_all(book: Book, cards: Mapping[str, int]) -> Child:
    """How many energies of each colour so many copies ask for."""
    known = [(book.card[card].cost, n) for card, n in cards.items() if card in book.card]
    sums = tuple(sum(asked[zone] * n for asked, n in known) for zone in range(3))
    squares = [[energy(zone, letter(zone)), el("b", n), " "] for zone, n in enumerate(sums)]
    return el("span", squares, role="img", aria_label=energies((sums[0], sums[1], sums[2])), cls="rt-paidinall")
