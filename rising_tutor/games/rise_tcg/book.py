"""The cards and Summoners of the game, read once from their files. All of them are samples of our own.

>>> book = load_book()
>>> len(book.cards), len(book.summoners), book.card["lance-rider"].name, book.card["vat-clone"].infinite
(46, 4, 'Lance Rider', True)
"""

import hashlib
import re
import warnings
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal

from rising_tutor.core.card_files import once, owner_files, owners_only
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent
from rising_tutor.games.rise_tcg.keywords import ABILITIES
from rising_tutor.games.rise_tcg.vocabulary import Base, Count, Deed, Skill, Target

CardType = Literal["creature", "door", "incantation", "imminent", "level up"]
CONSTANT: Final = frozenset({"creature", "door", "incantation"})  # RISE-110, RISE-921
Origin = Literal["rulebook", "public", "illustrative", "owner"]
STAR: Final = "*"
STARTING: Final = frozenset({"rage", "explosive", "cloning", "diversion", "copycat", "assimilation"})
"""Abilities that a player starts (RISE-928)."""
HP_MAX: Final = 30  # RISE-615


_ID: Final = re.compile(r"[a-z][a-z0-9-]*[a-z]|[a-z]")
_TAKEN: Final = frozenset({"stop", "seat", "chain", "card"})
"""Words that moves use for something else."""


class UnknownAbility(UserWarning):
    """A card names an ability that this list has not; it does nothing (RISE-1011)."""


class Card(Value, frozen=True):
    """A card that can be in a library.

    Attributes:
        type: one or several (RISE-109).
        subtype: such as "Zombie" or "Clone".
        rank: the most copies in one library, or "infinite" (RISE-203, RISE-204).
        cost: capacity points (RISE-412, RISE-425).
        attack, defense: numbers, or "*" where `star` counts them (RISE-608).
        abilities: words of `keywords`.
        key: its text says that it is a Key (RISE-1014).
        attaches: what an Equipment or a Disease can lie on.
    """

    id: str
    name: str
    type: tuple[CardType, ...]
    rank: int | Literal["infinite"]
    subtype: tuple[str, ...] = ()
    cost: int = 1
    attack: int | Literal["*"] = 0
    defense: int | Literal["*"] = 0
    star: Count | None = None
    abilities: tuple[str, ...] = ()
    key: bool = False
    attaches: Target | None = None
    base: tuple[Base, ...] = ()
    action: tuple[Deed, ...] = ()
    rarity: Literal["common", "uncommon", "rare", "legendary"] = "common"  # RISE-108
    origin: Origin = "illustrative"

    @property
    def infinite(self) -> bool:
        return self.rank == "infinite"

    @property
    def constant(self) -> bool:
        """Whether it stays in play (RISE-110, RISE-921)."""
        return not CONSTANT.isdisjoint(self.type)

    @property
    def imminent(self) -> bool:
        return "imminent" in self.type


class SummonerCard(Value, frozen=True):
    """A Summoner with its skills, the first one open from the start (RISE-815)."""

    id: str
    name: str
    hp: int
    skill: tuple[Skill, ...]
    origin: Origin = "illustrative"


class CardFile(Value, frozen=True):
    """A file of cards and Summoners."""

    card: tuple[Card, ...] = ()
    summoner: tuple[SummonerCard, ...] = ()

    @property
    def entries(self) -> "tuple[Card | SummonerCard, ...]":
        return (*self.card, *self.summoner)


class Book:
    """All cards. It holds nothing that changes."""

    def __init__(self, cards: Iterable[Card], summoners: Iterable[SummonerCard], print_: str) -> None:
        self.cards = tuple(cards)
        self.summoners = tuple(summoners)
        self.card = {card.id: card for card in self.cards}
        self.summoner = {one.id: one for one in self.summoners}
        self.fingerprint = print_
        self.abilities = {card.id: frozenset(card.abilities) for card in self.cards}
        """Card -> its abilities: looked up at every step."""
        self.standing = {
            card.id: tuple(effect for base in card.base if base.when == "standing" for effect in base.effect)
            for card in self.cards
        }
        self.fighters = frozenset(card.id for card in self.cards if not {"creature", "door"}.isdisjoint(card.type))
        """Cards with attack and defense, which die without the latter."""
        self.acting = frozenset(
            card.id for card in self.cards if card.action or not STARTING.isdisjoint(card.abilities)
        )
        """Cards in play that can offer something to do."""
        self.has_prices = any(type(effect).__name__ == "Prices" for found in self.standing.values() for effect in found)

    def find(self, text: str) -> str:
        """The id of a card from its id or its name; "" if there is none."""
        asked = text.casefold()
        if asked in self.card:
            return asked
        return next((card.id for card in self.cards if card.name.casefold() == asked), "")


def check_card(card: Card, file: str) -> None:
    """Raises `BadContent` for a card that the rules do not allow; an unknown ability is only warned of (RISE-1011)."""
    for ability in card.abilities:
        if ability not in ABILITIES:
            warnings.warn(f"{file}: {card.id} names the unknown ability {ability!r}", UnknownAbility, stacklevel=2)
    if not card.type:
        raise BadContent(file, f"{card.id}.type", "", "a type (RISE-109)")
    fights = not {"creature", "door"}.isdisjoint(card.type)
    for field, value in (("attack", card.attack), ("defense", card.defense)):
        if value == STAR and card.star is None and "morpher" not in card.abilities:
            raise BadContent(
                file, f"{card.id}.{field}", value, "a number, or a text that counts it (RISE-608, RISE-822)"
            )
        if value != STAR and (int(value) < 0 or (value and not fights)):
            raise BadContent(file, f"{card.id}.{field}", value, "a number of a creature or Door (RISE-822, RISE-829)")
    if card.rank != "infinite" and card.rank < 1:
        raise BadContent(file, f"{card.id}.rank", card.rank, 'a number from 1, or "infinite" (RISE-203)')
    if {"disease", "equipment"} & set(card.abilities) and card.attaches is None:
        raise BadContent(file, f"{card.id}.attaches", "", "what it can lie on (RISE-1005)")
    if card.imminent and not card.constant and len(card.action) > 1:
        raise BadContent(file, f"{card.id}.action", len(card.action), "one action at most (RISE-927)")


def check_summoner(summoner: SummonerCard, file: str) -> None:
    """Raises `BadContent` for a Summoner with too many HP, or without a skill."""
    if not 1 <= summoner.hp <= HP_MAX:
        raise BadContent(file, f"{summoner.id}.hp", summoner.hp, f"a number from 1 to {HP_MAX} (RISE-615)")
    if not summoner.skill:
        raise BadContent(file, f"{summoner.id}.skill", "", "a skill (RISE-821)")


def check_ids(files: Iterable[tuple[str, CardFile]]) -> None:
    """Raises `BadContent` for an id that moves could not name, or that stands twice in a file."""
    for file, part in files:
        ids = [entry.id for entry in part.entries]
        once(file, ids)
        for one in ids:
            if not _ID.fullmatch(one) or one in _TAKEN:
                raise BadContent(file, one, one, "small letters and hyphens, and no number at the end")


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
    folder = Path(str(resources.files("rising_tutor.games.rise_tcg"))) / "cards"
    ours = [(name, (folder / name).read_bytes()) for name in ("cards.toml", "summoners.toml")]
    theirs = owner_files(owner) if owner is not None else []
    parts = [(name, read_toml(data, CardFile, name)) for name, data in (*ours, *theirs)]
    check_ids(parts)
    cards: dict[str, Card] = {}
    summoners: dict[str, SummonerCard] = {}
    for at, (file, part) in enumerate(parts):
        if at >= len(ours):
            owners_only(file, ((entry.id, entry.origin) for entry in part.entries))
        for card in part.card:
            check_card(card, file)
            cards[card.id] = card
        for summoner in part.summoner:
            check_summoner(summoner, file)
            summoners[summoner.id] = summoner
    if both := cards.keys() & summoners.keys():
        raise BadContent("cards", min(both), min(both), "an id that no Summoner has")
    # The decks that come with the game belong to it: a record may name one of them.
    decks = sorted((folder.parent / "decks").iterdir())
    read = [*(data for _, data in (*ours, *theirs)), *(file.read_bytes() for file in decks)]
    return Book(cards.values(), summoners.values(), hashlib.sha256(b"".join(read)).hexdigest()[:12])
