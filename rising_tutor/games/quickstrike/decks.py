"""Decks of the game: those that come with it, and what the rules of construction say of any deck (QS-201 to 208, 310).

>>> sorted(preconstructed())[0], check_list(deck_of("aang"), load_book())
('aang', ())
"""

from collections.abc import Callable
from functools import cache
from importlib import resources

from rising_tutor.core.ids import RuleId
from rising_tutor.decks.deck_file import DeckFault, DeckList, ReadDeck, faults_in_order, inline, read_deck, read_inline
from rising_tutor.decks.facts import Note
from rising_tutor.errors import BadContent, BadOption
from rising_tutor.games.quickstrike.book import Book, Card, Chamber, load_book

FORMAL_SIZE, FORMAL_COPIES = 60, 4  # QS-201, QS-202, QS-210
SMALLEST = 14  # QS-310
LEADER = "chamber"
DEFAULT = ("aang", "zuko")
"""The decks of both seats where nothing is said."""
At = Callable[..., DeckFault]


def check_file(
    source: str | bytes, book: Book, *, multi_trait: str = "one_match"
) -> tuple[DeckList, tuple[DeckFault, ...]]:
    """A deck file and all that is wrong with it, each with its line, column and rule."""
    read = read_deck(source, LEADER)
    faults = [*read.faults]
    if read.places:
        faults += _check(read.deck, book, read.at, multi_trait)
    return read.deck, faults_in_order(faults)


def check_list(deck: DeckList, book: Book) -> tuple[DeckFault, ...]:
    """What is wrong with a deck that stands in no file."""
    read = ReadDeck(deck, (), {})
    return faults_in_order(_check(deck, book, read.at, "one_match"))


def _check(deck: DeckList, book: Book, at: At, multi_trait: str) -> list[DeckFault]:
    chamber = book.chamber.get(deck.leader)
    faults = []
    if chamber is None:
        faults.append(at(LEADER, f"there is no Chamber {deck.leader!r}", "QS-110"))
    elif not (book.move[chamber.front].built and book.move[chamber.back].built):
        faults.append(at(LEADER, f"a signature move of {deck.leader} is known and cannot be played here yet"))
    if deck.n < SMALLEST:
        faults.append(at("cards", f"{deck.n} cards; nine energies, four discards and a flip need {SMALLEST}", "QS-310"))
    formal = deck.play == "formal"
    if formal and deck.n < FORMAL_SIZE:
        faults.append(at("cards", f"{deck.n} cards; formal play needs {FORMAL_SIZE}", "QS-201"))
    copies: dict[str, int] = {}
    for word, n in deck.cards:
        found = book.find(word)
        if word in book.chamber:
            faults.append(at(word, f"{word} is a Chamber, which cannot be in a deck", "QS-106"))
            continue
        if not found:
            faults.append(at(word, f"there is no card {word!r}", "QS-106"))
            continue
        copies[found] = copies.get(found, 0) + n
        if not book.card[found].built:
            faults.append(at(word, f"{book.card[found].name} is known and cannot be played here yet"))
        if formal and copies[found] > FORMAL_COPIES:
            faults.append(at(word, f"{copies[found]} copies of {word}; formal play allows {FORMAL_COPIES}", "QS-202"))
        if chamber is not None:
            faults += _check_traits(book.card[found], word, chamber, at, formal=formal, multi_trait=multi_trait)
    return faults


def _check_traits(
    card: Card, word: str, chamber: Chamber, at: At, *, formal: bool, multi_trait: str
) -> list[DeckFault]:
    faults = []
    if card.exclusive and card.exclusive != chamber.who:
        what = f"{card.name} is exclusive to {card.exclusive}, and the Chamber is {chamber.name}"
        faults.append(at(word, what, "QS-207" if formal else "QS-208", warning=not formal))
    if formal and not fits(card, chamber, multi_trait):
        what = f"{card.name} has {' and '.join(card.traits)}, the Chamber has {', '.join(chamber.traits)}"
        faults.append(at(word, what, "QS-203" if len(card.traits) == 1 else "QS-205"))
    return faults


def fits(card: Card, chamber: Chamber, multi_trait: str = "one_match") -> bool:
    """Whether a card may be in a formal deck of a Chamber: by a shared trait, or as it has none (QS-203 to 205)."""
    shared = [trait in chamber.traits for trait in card.traits]
    return not shared or (all(shared) if multi_trait == "every_group" else any(shared))


@cache
def preconstructed() -> dict[str, DeckList]:
    """The decks that come with the game, by id. The lists are ours: the boxes of the game were random."""
    folder = resources.files("rising_tutor.games.quickstrike") / "decks"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            deck, faults = check_file(file.read_bytes(), load_book())
            if any(not fault.warning for fault in faults):
                raise BadContent(file.name, str(faults[0]), deck.id, "a deck that keeps the rules")
            found[deck.id] = deck
    return found


def deck_of(text: str) -> DeckList:
    """A deck by its id, or from a list in one line. Raises `BadContent` for a text that is neither."""
    known = preconstructed()
    return known[text] if text in known else read_inline(text)


def read_option(name: str, text: str, book: Book) -> str:
    """The value of a deck option as a list in one line with ids of cards, as a game keeps it. Raises `BadOption`."""
    try:
        deck = deck_of(text)
    except BadContent:
        expected = f'one of {", ".join(preconstructed())}, or a list such as "ame176: 4 pummel, 10 skewer"'
        raise BadOption(name, text, expected, "QS-206") from None
    wrong = [fault for fault in check_list(deck, book) if not fault.warning]
    if wrong:
        raise BadOption(name, text, f"a deck that keeps the rules: {wrong[0].what}", wrong[0].rule or None)
    counts: dict[str, int] = {}
    for word, n in deck.cards:
        counts[book.find(word)] = counts.get(book.find(word), 0) + n
    return inline(DeckList(deck.id, deck.name, deck.leader, tuple(sorted(counts.items())), deck.play, deck.origin))


def draw_notes(counted: str) -> tuple[Note, ...]:
    """What odds of draws take for granted; `counted` is the type of card that is counted."""
    return (*((FLIPS,) if counted == "strike" else ()), ENERGIES, PRINTED)


FLIPS: Note = (
    "Only a strike loses a zone; an advantage or an ally is followed by another flip.",
    (RuleId("QS-511"), RuleId("QS-516")),
)
ENERGIES: Note = (
    "Energies that nobody has seen are as unknown as the deck's order: how many of them lie there does not matter.",
    (RuleId("QS-304"),),
)
PRINTED: Note = ("Payment, and what cards in play change, are left out: the numbers are those that are printed.", ())
EXAMPLE = "1 strike with intercept 6+ in 3 strikes"
"""What may be wanted of a deck: one of three strikes that stops a force of 6."""
