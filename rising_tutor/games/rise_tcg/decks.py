"""Libraries of the game: those that come with it, and what the rules of construction say of any (RISE-201 to 206).

>>> sorted(preconstructed()), construction(load_book()).check_list(preconstructed()["gates"])
(['gates', 'plague'], ())
"""

from functools import cache, partial

from rising_tutor.core.english import counted, listed
from rising_tutor.core.ids import RuleId
from rising_tutor.decks.closed import Lists, bag_over
from rising_tutor.decks.construction import At, Construction, Demand, Leader, Leaders
from rising_tutor.decks.deck_file import DeckFault, DeckList
from rising_tutor.games.rise_tcg.book import Book, SummonerCard, load_book

SIZE = 50  # RISE-202
LEADER = "summoners"
SUMMONERS = 2  # RISE-105, RISE-201
NEVER = {"stock": "Stock", "ether": "Ether"}  # RISE-206


def construction(book: Book) -> Construction:
    """What the rules ask of a library."""
    return Construction(
        leader=LEADER,
        check=partial(_check, book=book),
        find=book.find,
        kind="library",
        example="ysolde bram: 50 vat-clone",
        rule="RISE-202",
        leaders=Leaders("Summoner", SUMMONERS, tuple(map(_leader, book.summoners))),
        demands=_demands(book),
        most=lambda card, _play: _rank(book, card),
    )


def _leader(card: SummonerCard) -> Leader:
    return Leader(card.id, card.name, f"{card.hp} HP, {counted(len(card.skill), 'skill')}", (card.id,), card.origin)


def _rank(book: Book, card: str) -> int | None:
    """The most copies of a card in a library; None for one of infinite rank (RISE-203, RISE-204)."""
    rank = book.card[card].rank
    return None if rank == "infinite" else rank


def _demands(book: Book) -> tuple[Demand, ...]:
    def chosen(deck: DeckList) -> str:
        return listed(book.summoner[one].name for one in deck.leader.split() if one in book.summoner)

    def fullest(deck: DeckList) -> str:
        ranks = [
            (n, rank, word) for word, n in deck.cards if (found := book.find(word)) if (rank := _rank(book, found))
        ]
        n, rank, word = max(ranks, key=lambda one: one[0] / one[1], default=(0, 0, ""))
        return f"fullest: {book.card[book.find(word)].name}, {n} of {rank}" if word else ""

    def free(deck: DeckList) -> str:
        found = {word: book.find(word) for word, _ in deck.cards}
        return listed(
            f"{book.card[found[word]].name}, {n}"
            for word, n in deck.cards
            if found[word] and not _rank(book, found[word])
        )

    return (
        Demand((RuleId("RISE-201"), RuleId("RISE-105")), "Two different Summoners", chosen),
        Demand((RuleId("RISE-202"),), f"Exactly {SIZE} cards", lambda deck: counted(deck.n, "card")),
        Demand((RuleId("RISE-203"),), "No card above its rank", fullest),
        Demand((RuleId("RISE-204"),), "A card of infinite rank any number of times", free),
        Demand((RuleId("RISE-206"),), "No Stock, no Ether, no Summoner among the cards"),
    )


def _check(deck: DeckList, at: At, *, book: Book) -> list[DeckFault]:
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
    return construction(load_book()).read_folder("rising_tutor.games.rise_tcg")


@cache
def all_kinds(book: Book) -> tuple[str, ...]:
    """The ids of all cards in their order: how cards are numbered where only its owner knows a list."""
    return tuple(card.id for card in book.cards)


@cache
def lists_of(book: Book, summoners: tuple[str, ...]) -> Lists:
    """The libraries that somebody thinks of who sees these Summoners, and does not know the list."""
    kinds, known = all_kinds(book), preconstructed().values()
    likely = (bag_over(kinds, dict(deck.cards)) for deck in known if tuple(deck.leader.split()) == summoners)
    most = (0 if card.id in NEVER else SIZE if (rank := _rank(book, card.id)) is None else rank for card in book.cards)
    return Lists(tuple(likely), tuple(most))


def read_option(name: str, text: str, book: Book) -> str:
    """The value of a deck option as a game keeps it (`Construction.read_option`)."""
    return construction(book).read_option(name, text, preconstructed())
