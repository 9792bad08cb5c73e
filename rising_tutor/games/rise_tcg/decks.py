"""Libraries of the game: those that come with it, and what the rules of construction say of any (RISE-201 to 206).

>>> sorted(preconstructed()), check_list(deck_of("gates"), load_book())
(['gates', 'plague'], ())
"""

from collections.abc import Callable
from functools import cache
from importlib import resources

from rising_tutor.decks.deck_file import DeckFault, DeckList, ReadDeck, faults_in_order, inline, read_deck, read_inline
from rising_tutor.errors import BadContent, BadOption
from rising_tutor.games.rise_tcg.book import Book, load_book

SIZE = 50  # RISE-202
LEADER = "summoners"
SUMMONERS = 2  # RISE-105, RISE-201
DEFAULT = ("gates", "plague", "gates", "plague")
"""The libraries of the seats where nothing is said."""
NEVER = {"stock": "Stock", "ether": "Ether"}  # RISE-206
At = Callable[..., DeckFault]


def check_file(source: str | bytes, book: Book) -> tuple[DeckList, tuple[DeckFault, ...]]:
    """A library file and all that is wrong with it, each with its line, column and rule."""
    read = read_deck(source, LEADER)
    faults = [*read.faults]
    if read.places:
        faults += _check(read.deck, book, read.at)
    return read.deck, faults_in_order(faults)


def check_list(deck: DeckList, book: Book) -> tuple[DeckFault, ...]:
    """What is wrong with a library that stands in no file."""
    return faults_in_order(_check(deck, book, ReadDeck(deck, (), {}).at))


def _check(deck: DeckList, book: Book, at: At) -> list[DeckFault]:
    faults = _check_summoners(deck.leader, book, at)
    if deck.n != SIZE:
        faults.append(at("cards", f"{deck.n} cards; a library has exactly {SIZE}", "RISE-202"))
    copies: dict[str, int] = {}
    for word, n in deck.cards:
        if word in NEVER:
            faults.append(at(word, f"the {NEVER[word]} card is no part of a library", "RISE-206"))
            continue
        if word in book.summoner:
            faults.append(at(word, f"{word} is a Summoner, and no part of a library", "RISE-206"))
            continue
        found = book.find(word)
        if not found:
            faults.append(at(word, f"there is no card {word!r}", "RISE-105"))
            continue
        copies[found] = copies.get(found, 0) + n
        card = book.card[found]
        if card.rank != "infinite" and copies[found] > card.rank:
            faults.append(at(word, f"{copies[found]} copies of {card.name}, whose rank is {card.rank}", "RISE-203"))
    return faults


def _check_summoners(leader: str, book: Book, at: At) -> list[DeckFault]:
    named = leader.split()
    faults = [at(LEADER, f"there is no Summoner {one!r}", "RISE-201") for one in named if one not in book.summoner]
    if len(named) != SUMMONERS:
        faults.append(at(LEADER, f"{len(named)} Summoners; a player chooses {SUMMONERS}", "RISE-105"))
    elif named[0] == named[1]:
        faults.append(at(LEADER, f"twice {named[0]}; the two Summoners of a player are different", "RISE-201"))
    return faults


@cache
def preconstructed() -> dict[str, DeckList]:
    """The libraries that come with the game, by id: samples of our own, as the text lists none (RISE-207)."""
    folder = resources.files("rising_tutor.games.rise_tcg") / "decks"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            deck, faults = check_file(file.read_bytes(), load_book())
            if faults:
                raise BadContent(file.name, str(faults[0]), deck.id, "a library that keeps the rules")
            found[deck.id] = deck
    return found


def deck_of(text: str) -> DeckList:
    """A library by its id, or from a list in one line. Raises `BadContent` for a text that is neither."""
    known = preconstructed()
    return known[text] if text in known else read_inline(text)


def read_option(name: str, text: str, book: Book) -> str:
    """The value of a deck option as a list in one line with ids of cards, as a game keeps it. Raises `BadOption`."""
    try:
        deck = deck_of(text)
    except BadContent:
        expected = f'one of {", ".join(preconstructed())}, or a list such as "ysolde bram: 50 vat-clone"'
        raise BadOption(name, text, expected, "RISE-202") from None
    wrong = check_list(deck, book)
    if wrong:
        raise BadOption(name, text, f"a library that keeps the rules: {wrong[0].what}", wrong[0].rule or None)
    counts: dict[str, int] = {}
    for word, n in deck.cards:
        counts[book.find(word)] = counts.get(book.find(word), 0) + n
    leaders = " ".join(deck.leader.split())
    return inline(DeckList(deck.id, deck.name, leaders, tuple(sorted(counts.items())), deck.play, deck.origin))
