"""The cards of the game, read once from their files: deck cards, Chambers with their moves, words for each of them.

>>> book = load_book()
>>> len(book.cards), len(book.chambers), book.card["ame075"].name, book.word["ame075"]
(185, 63, 'Pummel', 'pummel')
>>> book.chamber["ame176"].front, book.card["ame075"].cost
('penguin-sledding', (2, 0, 0))
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal, get_args

from rising_tutor.core.card_files import once, owner_files, owners_only
from rising_tutor.core.naming import slug
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent
from rising_tutor.games.quickstrike.vocabulary import Ability, Cost, When

Energies = tuple[int, int, int]
"""Numbers for green, yellow and red."""
TRAITS: Final = {  # QS-112
    "strike": ("Bull", "Fox", "Lion"),
    "advantage": ("Mind", "Body", "Spirit"),
    "ally": ("Light", "Shadow", "Dark"),
    "element": ("Water", "Earth", "Fire", "Air"),
}
KEYWORDS: Final = ("eliminate", "reflip", "pitch", "immediate", "exclusive")  # QS-813
Origin = Literal["rulebook", "public", "illustrative", "owner"]
_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_TAKEN: Final = (
    "ally and card choose coin concede counter decline discard energy flip focus green keep look nothing on paid",
    "paying play power put receive red reflip reveal search send signature strike turn unknown yellow",
)
TAKEN: Final = frozenset(word for line in _TAKEN for word in line.split())
"""Words that moves use for something else."""


class Card(Value, frozen=True):
    """A card that can be in a deck, or a signature move.

    Attributes:
        type: "strike", "advantage" or "ally"; a move is a strike (QS-719).
        exclusive: the character whose Chamber it needs.
        reflip: what Reflip costs; None without it.
        built: whether it does here what it does on the table; one that does not cannot be in a deck.
    """

    id: str
    name: str
    type: Literal["strike", "advantage", "ally"] = "strike"
    cost: Energies = (0, 0, 0)  # QS-108, QS-620
    traits: tuple[str, ...] = ()
    exclusive: str = ""
    rarity: str = ""
    intercept: int = 0  # QS-107
    force: int = 0
    immediate: bool = False
    reflip: Cost | None = None
    ability: tuple[Ability, ...] = ()
    built: bool = True
    origin: Origin = "public"


class Chamber(Value, frozen=True):
    """A character with the two sides of its signature move (QS-110).

    Attributes:
        character: whose exclusives it may have in its deck, where the name is another.
    """

    id: str
    name: str
    traits: tuple[str, ...]
    front: str
    back: str
    character: str = ""
    origin: Origin = "public"

    @property
    def who(self) -> str:
        return self.character or self.name


class CardFile(Value, frozen=True):
    """A file of cards, Chambers and signature moves."""

    card: tuple[Card, ...] = ()
    chamber: tuple[Chamber, ...] = ()
    move: tuple[Card, ...] = ()
    origin: Origin = "public"

    @property
    def entries(self) -> tuple[Card | Chamber, ...]:
        return (*self.card, *self.chamber, *self.move)


class Book:
    """All cards. It holds nothing that changes."""

    def __init__(self, cards: Iterable[Card], chambers: Iterable[Chamber], moves: Iterable[Card], print_: str) -> None:
        self.cards = tuple(cards)
        self.chambers = tuple(chambers)
        self.moves = tuple(moves)
        self.card = {card.id: card for card in self.cards}
        self.chamber = {chamber.id: chamber for chamber in self.chambers}
        self.move = {move.id: move for move in self.moves}
        self.word = words((*self.cards, *self.moves), len(self.cards))
        self.of_word = {word: card for card, word in self.word.items()}
        self.fingerprint = print_
        self.standing = {
            card.id: tuple(
                (effect, one.only_if) for one in card.ability if one.when == "standing" for effect in one.effect
            )
            for card in (*self.cards, *self.moves)
        }
        """Card -> its standing effects with their conditions: looked up at every step."""
        self.abilities: dict[When, dict[str, tuple[int, ...]]] = {when: {} for when in get_args(When)}
        """Moment -> the cards that have abilities of it -> which; as often looked up."""
        for card in (*self.cards, *self.moves):
            for at, one in enumerate(card.ability):
                of_moment = self.abilities[one.when]
                of_moment[card.id] = (*of_moment.get(card.id, ()), at)

    def find(self, text: str) -> str:
        """The id of a deck card from its id or its word; "" if there is none."""
        asked = text.casefold()
        return asked if asked in self.card else self.of_word.get(asked, "") if asked in self.of_word else ""


def words(cards: Iterable[Card], n_deck: int) -> dict[str, str]:
    """A word for each card: its name up to the first comma, the whole of it where two would be alike.

    An owner's cards come to nobody's word: theirs is the whole name where the short one is taken.

    Args:
        n_deck: how many of them can be in a deck. The others are signature moves, whose word is the whole name.
    """
    found = tuple(cards)
    short = {card.id: slug(card.name.partition(",")[0]) for card in found[:n_deck]}
    given = Counter(short[card.id] for card in found[:n_deck] if card.origin != "owner")
    every = Counter(short.values())
    result = {}
    for card in found:
        word = short.get(card.id, "")
        alone = (every if card.origin == "owner" else given)[word] == 1
        result[card.id] = word if word and alone else slug(card.name)
    return result


def check_names(book: "Book", files: Mapping[str, str]) -> None:
    """Raises `BadContent` where moves could not tell two cards by their names.

    Args:
        files: an owner's entry -> the file in which it stands.
    """
    of_word: dict[str, str] = {}
    for card, word in book.word.items():
        other = of_word.setdefault(word, card)
        if not word or word in TAKEN or other != card or (word in book.word and word != card) or word.isdigit():
            wrong = card if card in files else other
            raise BadContent(files[wrong], f"{wrong}.name", word, "a name that no other card and no word of a move has")


def check_ids(part: CardFile, file: str) -> None:
    """Raises `BadContent` for an id that stands twice, or that decks could not name."""
    for entries in (part.card, part.chamber, part.move):
        once(file, (entry.id for entry in entries))
    for entry in part.entries:
        if not _ID.fullmatch(entry.id):
            raise BadContent(file, entry.id, entry.id, "small letters, digits and hyphens, a letter first")


def check_card(card: Card, file: str) -> None:
    """Raises `BadContent` for a card that the rules do not allow."""
    for trait in card.traits:
        allowed = (*TRAITS[card.type], *TRAITS["element"])
        if trait not in allowed:  # QS-113
            raise BadContent(file, f"{card.id}.traits", trait, f"one of {', '.join(allowed)} (QS-113)")
    if card.immediate and card.type != "advantage":  # QS-811
        raise BadContent(file, f"{card.id}.immediate", card.type, "an advantage (QS-811)")
    if min(*card.cost, card.intercept, card.force) < 0:  # QS-107, QS-108
        raise BadContent(file, card.id, (card.cost, card.intercept, card.force), "numbers from 0 (QS-107)")
    if card.rarity == "zenemental" and not card.exclusive:  # QS-812
        raise BadContent(file, f"{card.id}.exclusive", "", "the character whose card it is (QS-812)")


def check_chamber(chamber: Chamber, moves: Iterable[str], file: str) -> None:
    """Raises `BadContent` for a Chamber whose traits or moves are not as they must be."""
    groups = [next((group for group, traits in TRAITS.items() if trait in traits), "") for trait in chamber.traits]
    if sorted(groups) != sorted(TRAITS):  # QS-111
        raise BadContent(file, f"{chamber.id}.traits", chamber.traits, "one trait of each group (QS-111)")
    for side in (chamber.front, chamber.back):
        if side not in set(moves):
            raise BadContent(file, f"{chamber.id}", side, "a signature move of the file (QS-110)")


def load_book(owner: str | None = None) -> Book:
    """The book of the game.

    Args:
        owner: a folder whose *.toml files are card files; an entry with an id of ours replaces it. Every entry must
            have the origin "owner".

    Raises:
        BadContent: with file, path and value.
        LimitExceeded: a file has too much of something.
    """
    return _read_book(owner)


@cache
def _read_book(owner: str | None) -> Book:
    folder = Path(str(resources.files("rising_tutor.games.quickstrike"))) / "cards"
    ours = [(name, (folder / name).read_bytes()) for name in ("cards.toml", "chambers.toml")]
    theirs = owner_files(owner) if owner is not None else []
    parts = [(name, read_toml(data, CardFile, name)) for name, data in (*ours, *theirs)]
    cards, chambers, moves = (
        {entry.id: (entry, file) for file, part in parts for entry in getattr(part, kind)}
        for kind in ("card", "chamber", "move")
    )
    for file, part in parts[len(ours) :]:
        check_ids(part, file)
        owners_only(file, ((entry.id, entry.origin) for entry in part.entries))
    for kind, other in ((cards, chambers), (cards, moves), (chambers, moves)):
        if both := kind.keys() & other.keys():
            raise BadContent("cards", min(both), min(both), "an id that stands for one thing")
    for card, file in (*cards.values(), *moves.values()):
        check_card(card, file)
    for chamber, file in chambers.values():
        check_chamber(chamber, moves, file)
    # The decks that come with the game belong to it: a record may name one of them.
    decks = sorted((folder.parent / "decks").iterdir())
    read = [*(data for _, data in (*ours, *theirs)), *(file.read_bytes() for file in decks)]
    fingerprint = hashlib.sha256(b"".join(read)).hexdigest()[:12]
    entries: list[Any] = [[entry for entry, _ in kind.values()] for kind in (cards, chambers, moves)]
    book = Book(entries[0], entries[1], entries[2], fingerprint)
    if theirs:
        check_names(book, {entry.id: file for file, part in parts[len(ours) :] for entry in part.entries})
    return book
