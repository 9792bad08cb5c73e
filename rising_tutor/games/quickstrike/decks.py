"""Decks of the game: those that come with it, and what the rules of construction say of any deck (QS-201 to 208, 310).

>>> sorted(preconstructed())[0], construction(load_book()).check_list(preconstructed()["aang"])
('aang', ())
"""

from functools import cache, partial
from typing import NamedTuple

from rising_tutor.core.english import counted, listed
from rising_tutor.core.ids import RuleId
from rising_tutor.decks.closed import Lists, bag_over
from rising_tutor.decks.construction import At, Construction, Demand, Leader, Leaders
from rising_tutor.decks.deck_file import DeckFault, DeckList
from rising_tutor.decks.facts import Note
from rising_tutor.games.quickstrike.book import Book, Card, Chamber, load_book

FORMAL_SIZE, FORMAL_COPIES = 60, 4  # QS-201, QS-202, QS-210
SMALLEST = 14  # QS-310
LEADER = "chamber"
FORMAL, CASUAL = "formal", "casual"


class Reading(NamedTuple):
    """Options of a game that change what a deck may hold (QS-205, QS-208)."""

    multi_trait: str = "one_match"
    casual_exclusive: str = "warning"


def construction(book: Book, reading: Reading = Reading()) -> Construction:  # noqa: B008  # a named tuple is frozen
    """Return what the rules require of a deck."""
    return Construction(
        leader=LEADER,
        check=partial(_check, book=book, reading=reading),
        find=book.find,
        kind="deck",
        example="ame176: 4 pummel, 10 skewer",
        rule="QS-206",
        leaders=Leaders("Chamber", 1, tuple(_leader(one, book) for one in book.chambers)),
        demands=_demands(book),
        most=lambda _card, play: FORMAL_COPIES if play == FORMAL else None,
        plays=(FORMAL, CASUAL),
        curve="Energies a card costs",
    )


def _leader(chamber: Chamber, book: Book) -> Leader:
    """A Chamber, which its two moves tell from others of that name (QS-110)."""
    moves = (chamber.front, chamber.back)
    # Some differ in nothing but their number.
    names = listed(dict.fromkeys(book.move[one].name for one in moves))
    return Leader(
        chamber.id,
        chamber.name,
        f"{names}; {', '.join(chamber.traits)}; {chamber.id.upper()}",
        tuple(dict.fromkeys(moves)),
        chamber.origin,
    )


def _demands(book: Book) -> tuple[Demand, ...]:
    def size(deck: DeckList) -> str:
        return f"{counted(deck.n, 'card')}, the Chamber is not counted"

    def copies(deck: DeckList) -> str:
        return f"most copies of a card: {max((n for _, n in deck.cards), default=0)}"

    def traits(deck: DeckList) -> str:
        chamber = book.chamber.get(deck.leader)
        return f"the Chamber has {listed(chamber.traits)}" if chamber is not None else ""

    def who(deck: DeckList) -> str:
        chamber = book.chamber.get(deck.leader)
        return f"the Chamber is {chamber.who}" if chamber is not None else ""

    return (
        Demand((RuleId("QS-110"),), "A Chamber beside it", who),
        Demand((RuleId("QS-201"),), f"{FORMAL_SIZE} cards or more", size, FORMAL),
        Demand((RuleId("QS-310"),), f"Enough to begin: {SMALLEST} cards", size),
        Demand((RuleId("QS-202"),), f"No card more than {FORMAL_COPIES} times", copies, FORMAL),
        Demand((RuleId("QS-203"), RuleId("QS-205")), "Every card fits the Chamber, or has no trait", traits, FORMAL),
        Demand((RuleId("QS-207"),), "No card that is exclusive to another", who, FORMAL),
        Demand((RuleId("QS-208"),), "A card that is exclusive to another is warned of", who, CASUAL),
        Demand((RuleId("QS-106"),), "Only strikes, advantages and allies"),
    )


def _check(deck: DeckList, at: At, *, book: Book, reading: Reading) -> list[DeckFault]:
    chamber = book.chamber.get(deck.leader)
    faults = []
    if chamber is None:
        what = f"there is no Chamber {deck.leader!r}" if deck.leader else "no Chamber is named"
        faults.append(at(LEADER, what, "QS-110"))
    elif not (book.move[chamber.front].built and book.move[chamber.back].built):
        faults.append(at(LEADER, f"a signature move of {deck.leader} is known and cannot be played here yet"))
    if deck.n < SMALLEST:
        faults.append(at("cards", f"{deck.n} cards; nine energies, four discards and a flip need {SMALLEST}", "QS-310"))
    formal = deck.play == FORMAL
    if formal and deck.n < FORMAL_SIZE:
        faults.append(at("cards", f"{deck.n} cards; formal play needs {FORMAL_SIZE}", "QS-201"))
    copies: dict[str, int] = {}
    for word, n in deck.cards:
        found = book.find(word)
        if word in book.chamber:
            faults.append(at(word, f"{word} is a Chamber, which cannot be in a deck", "QS-106"))
            continue
        if found in book.move:
            what = f"{word} is a signature move, which stands on a Chamber and cannot be in a deck"
            faults.append(at(word, what, "QS-106"))
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
            faults += _check_traits(book.card[found], word, chamber, at, reading, formal=formal)
    return faults


def _check_traits(
    card: Card, word: str, chamber: Chamber, at: At, reading: Reading, *, formal: bool
) -> list[DeckFault]:
    faults = []
    binding = formal or reading.casual_exclusive == "binding"
    if card.exclusive and card.exclusive != chamber.who:
        what = f"{card.name} is exclusive to {card.exclusive}, and the Chamber is {chamber.name}"
        faults.append(at(word, what, "QS-207" if formal else "QS-208", warning=not binding))
    if formal and not fits(card, chamber, reading.multi_trait):
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
    return construction(load_book()).read_folder("rising_tutor.games.quickstrike")


def read_option(name: str, text: str, book: Book, reading: Reading = Reading()) -> str:  # noqa: B008
    """Return the value of a deck option as a game keeps it (`Construction.read_option`)."""
    return construction(book, reading).read_option(name, text, preconstructed())


@cache
def all_kinds(book: Book) -> tuple[str, ...]:
    """The ids of all cards in their order: how cards are numbered where only its owner knows a list."""
    return tuple(card.id for card in book.cards)


@cache
def lists_of(book: Book, chamber: str) -> Lists:
    """The decks that somebody thinks of who sees this Chamber, and does not know the list."""
    kinds, found = all_kinds(book), book.chamber[chamber]
    likely = tuple(bag_over(kinds, dict(deck.cards)) for deck in preconstructed().values() if deck.leader == chamber)
    allowed = (card.built and card.exclusive in ("", found.who) and fits(card, found) for card in book.cards)
    return Lists(likely, tuple(FORMAL_COPIES * one for one in allowed))


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
