"""The cards, dice and tracks of a title, checked once and laid out for fast look-up.

Everything that lies on a card is a small number, its *code*: first every (colour, face) pair, then
every colour for a die that was not rolled yet, then every symbol for a symbol token.

>>> from rising_tutor.games.rising.fire_nation import TITLE
>>> book = load_book(TITLE)
>>> book.hero["arnook"].cost, book.die_name[book.code["green:EE"]]
(('W', 'W'), 'green:EE')
"""

import hashlib
from collections import Counter
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from rising_tutor.core.chance import Die
from rising_tutor.core.ids import CardId
from rising_tutor.effects.cards import read_toml
from rising_tutor.effects.vocabulary import Effect
from rising_tutor.errors import BadContent, LimitExceeded
from rising_tutor.games.rising.actions import (
    BALANCE,
    Choose,
    DiscardDie,
    PickDie,
    PlaceDie,
    RemoveDie,
)
from rising_tutor.games.rising.spec import Spec
from rising_tutor.games.rising.vocabulary import (
    AddDie,
    BalanceSide,
    Battle,
    ByPhase,
    CardFile,
    ChangeFace,
    ExtraSymbol,
    FireNationCard,
    Hero,
    InOrder,
    TeamCard,
    Token,
    Villain,
)

Vector = tuple[int, ...]
"""A count for each symbol, in the order of the title."""

MAX_CONTENT_BYTES = 1 << 20


class Book:
    """A title's content. Never changes after it was made.

    Attributes:
        hero, villain, team, battle: cards by id.
        token, fire: kinds in order; bags of them are tuples of counts in this order.
        colours: die colours in the order of the box.
        die_name: the text of each code; `code` is the way back.
        symbol_of, value_of, colour_of: of a code; -1, 0, -1 where there is none.
        price: the cost of recruiting, or of 1 Damage, as a vector, by card.
        paid: the cost of a paid ability as a vector, by Hero or Team card.
    """

    def __init__(self, spec: Spec, content: CardFile, ruin_top: int) -> None:
        self.spec = spec
        self.content = content
        self.hero: dict[str, Hero] = {card.id: card for card in content.hero}
        self.villain: dict[str, Villain] = {card.id: card for card in content.villain}
        self.team: dict[str, TeamCard] = {card.id: card for card in content.team}
        self.battle: dict[str, Battle] = {card.id: card for card in content.battle}
        self.side: dict[str, BalanceSide] = {side.id: side for side in content.balance}
        self.token: tuple[Token, ...] = content.token
        self.token_ids = tuple(CardId(kind.id) for kind in self.token)
        self.token_index = {kind: at for at, kind in enumerate(self.token_ids)}
        self.fire: tuple[FireNationCard, ...] = content.fire_nation
        self.fire_ids = tuple(CardId(kind.id) for kind in self.fire)
        self.fire_index = {kind: at for at, kind in enumerate(self.fire_ids)}
        self.ruin_top = ruin_top
        self.hero_ids = tuple(CardId(card.id) for card in content.hero)
        self.villain_ids = tuple(CardId(card.id) for card in content.villain)
        self.battle_ids = tuple(CardId(card.id) for card in content.battle)
        characters: tuple[Hero | Villain, ...] = (*content.hero, *content.villain)
        self.icon = frozenset(card.id for card in characters if card.black_sun)
        self.capacity: dict[str, int] = {card.id: card.capacity for card in characters}
        self.dice_total = tuple(kind.n for kind in content.die)
        self._lay_out_codes(content)
        self.team_dice = {
            card.id: tuple(card.dice.count(colour) for colour in self.colours) for card in content.team
        }
        named: tuple[Hero | Villain | TeamCard | Battle | Token, ...]
        named = (*characters, *content.team, *content.battle, *content.token)
        self._names: dict[str, str] = {BALANCE: "Balance"} | {card.id: card.name for card in named}
        self._nonzero: dict[tuple[int, ...], tuple[int, ...]] = {}
        vector = self.vector
        priced: tuple[Hero | Villain | Battle, ...] = (*characters, *content.battle)
        self.price: dict[str, Vector] = {card.id: vector(card.cost) for card in priced}
        self.paid: dict[str, Vector] = {card.id: vector(card.cost) for card in content.team} | {
            card.id: vector(card.ability.cost) for card in content.hero if card.ability.when == "paid"
        }
        self.callable = frozenset(
            card.id
            for card in content.hero
            if card.ability.any_die or card.ability.when in ("free", "after_roll", "take_damage")
        )
        """Heroes whose ability is called, or whose parked die is moved, without symbols."""
        self.any_die = frozenset(card.id for card in content.hero if card.ability.any_die)
        self.all_symbols = (1 << len(self.spec.symbols)) - 1
        self.needs_mask = {card: _mask(price) for card, price in self.price.items()}
        self._open: dict[tuple[Vector, tuple[int, ...]], int] = {}
        self.space_price = {
            side.id: tuple(vector(space.symbols) for space in side.spaces) for side in content.balance
        }
        self._share_actions()
        self.fingerprint = hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:12]

    def _lay_out_codes(self, content: CardFile) -> None:
        symbols = self.spec.symbols
        self.symbol_index = {symbol: at for at, symbol in enumerate(symbols)}
        self.colours = tuple(kind.colour for kind in content.die)
        self.colour_index = {colour: at for at, colour in enumerate(self.colours)}
        self.dice = tuple(Die(kind.colour, kind.faces) for kind in content.die)
        names: list[str] = []
        symbol_of: list[int] = []
        value_of: list[int] = []
        colour_of: list[int] = []
        faces: list[tuple[int, ...]] = []
        for at, kind in enumerate(content.die):
            first = len(names)
            kinds = list(dict.fromkeys(kind.faces))
            for face in kinds:
                names.append(f"{kind.colour}:{face}")
                symbol_of.append(self.symbol_index[face[0]])
                value_of.append(len(face))
                colour_of.append(at)
            faces.append(tuple(first + kinds.index(face) for face in kind.faces))
        self.n_faces = len(names)
        for at, kind in enumerate(content.die):
            names.append(kind.colour)
            symbol_of.append(-1)
            value_of.append(0)
            colour_of.append(at)
        self.first_token_code = len(names)
        for at, symbol in enumerate(symbols):
            names.append(f"token:{symbol}")
            symbol_of.append(at)
            value_of.append(1)
            colour_of.append(-1)
        self.die_name = tuple(names)
        self.code = {name: at for at, name in enumerate(names)}
        self.symbol_of = tuple(symbol_of)
        self.value_of = tuple(value_of)
        self.colour_of = tuple(colour_of)
        self.faces = tuple(faces)
        """For each colour the codes of all its faces, a face as often as it is printed."""
        self.other_faces = tuple(
            tuple(c for c in dict.fromkeys(self.faces[colour_of[code]]) if c != code)
            for code in range(self.n_faces)
        )

    def _share_actions(self) -> None:
        """Makes the commonest actions once, so that listing legal actions makes none."""
        targets = [*self.hero, *self.villain, *self.team, *self.battle, BALANCE]
        names = self.die_name
        rolled = range(self.n_faces)
        self.place = {
            target: tuple(PlaceDie(names[code], CardId(target)) for code in rolled) for target in targets
        }
        dice = range(self.first_token_code)
        self.discard = tuple(DiscardDie(names[code]) for code in dice)
        self.remove = tuple(RemoveDie(names[code]) for code in dice)
        self.pick = tuple(PickDie(names[code]) for code in dice)
        self.choose = {card: Choose(CardId(card)) for card in targets}

    def vector(self, symbols: tuple[str, ...]) -> Vector:
        """Symbols as a count for each symbol of the title."""
        return tuple(symbols.count(symbol) for symbol in self.spec.symbols)

    def name(self, card: str) -> str:
        """The name of a card, token or die for people."""
        return self._names.get(card, card)

    def open_mask(self, price: Vector, codes: tuple[int, ...]) -> int:
        """Symbols that one set still lacks, as bits, when these dice lie on it."""
        key = (price, codes)
        mask = self._open.get(key)
        if mask is None:
            lacks = list(price)
            for code in codes:
                lacks[self.symbol_of[code]] -= self.value_of[code]
            mask = _mask(tuple(lacks))
            if len(self._open) > _REMEMBERED:
                self._open.clear()
            self._open[key] = mask
        return mask

    def kinds_in(self, bag: tuple[int, ...]) -> tuple[int, ...]:
        """The kinds of which a bag holds at least one; remembered, as bags of tokens come again and again."""
        kinds = self._nonzero.get(bag)
        if kinds is None:
            if len(self._nonzero) > _REMEMBERED:
                self._nonzero.clear()
            kinds = self._nonzero[bag] = tuple(kind for kind, n in enumerate(bag) if n)
        return kinds

    def blank(self, colour: int) -> int:
        """The code of a die of this colour that was not rolled yet."""
        return self.n_faces + colour


def load_book(title: str, owner: str | None = None) -> Book:
    """The content of a title, with an owner's files laid over it.

    Args:
        title: the package of the title, which holds spec.toml and cards.toml.
        owner: a folder whose *.toml files are card files; an entry with an id of ours replaces it,
            and all counts of the box must still hold. Every entry must have the origin "owner".

    Raises:
        BadContent: with file, path and value.
        LimitExceeded: a file is larger than 1 MiB.
    """
    folder = files(title)
    spec = read_toml(folder.joinpath("spec.toml").read_bytes(), Spec, "spec.toml")
    parts = {"cards.toml": read_toml(folder.joinpath("cards.toml").read_bytes(), CardFile, "cards.toml")}
    _no_repeats("cards.toml", parts["cards.toml"])
    if owner is not None:
        parts |= _owner_parts(owner)
    content = CardFile()
    came_from: dict[str, str] = {}
    for file, part in parts.items():
        content = _laid_over(content, part)
        came_from |= {entry.id: file for entry in _entries(part)}
    check_content(spec, content, came_from)
    assert content.ruin is not None
    return Book(spec, content, content.ruin.top)


def _owner_parts(owner: str) -> dict[str, CardFile]:
    folder: Path | Traversable = Path(owner)
    if not folder.is_dir():
        raise BadContent(owner, "folder", owner, "a folder with card files (*.toml)")
    parts: dict[str, CardFile] = {}
    for path in sorted(Path(owner).glob("*.toml")):
        size = path.stat().st_size
        if size > MAX_CONTENT_BYTES:
            raise LimitExceeded(f"card file {path.name}", MAX_CONTENT_BYTES, size, "bytes")
        part = read_toml(path.read_bytes(), CardFile, path.name)
        _no_repeats(path.name, part)
        for entry in _entries(part):
            if entry.origin != "owner":
                raise BadContent(path.name, entry.id, entry.origin, 'origin = "owner"')
        if part.ruin is not None and part.ruin.origin != "owner":
            raise BadContent(path.name, "ruin", part.ruin.origin, 'origin = "owner"')
        parts[path.name] = part
    if not parts:
        raise BadContent(owner, "folder", owner, "at least one card file (*.toml)")
    return parts


_LISTS = ("hero", "villain", "team", "battle", "fire_nation", "balance", "token")


def _entries(part: CardFile) -> list[Any]:
    return [entry for name in _LISTS for entry in getattr(part, name)]


def _no_repeats(file: str, part: CardFile) -> None:
    for entry_id, n in Counter(entry.id for entry in _entries(part)).items():
        if n > 1:
            raise BadContent(file, entry_id, entry_id, f"an id that stands once, this one stands {n} times")


def _laid_over(below: CardFile, above: CardFile) -> CardFile:
    """Entries of `above` replace those with the same id, in place; others are added."""
    changed: dict[str, Any] = {}
    for name in _LISTS:
        entries = {entry.id: entry for entry in getattr(below, name)}
        entries |= {entry.id: entry for entry in getattr(above, name)}
        changed[name] = tuple(entries.values())
    dice = {kind.colour: kind for kind in below.die} | {kind.colour: kind for kind in above.die}
    return CardFile(die=tuple(dice.values()), ruin=above.ruin or below.ruin, **changed)


def check_content(spec: Spec, content: CardFile, came_from: dict[str, str]) -> None:
    """Refuses content that the engine could not play, or that is not what is in the box.

    Raises:
        BadContent: the first fault, with file, entry and value.
    """
    box = spec.box

    def bad(entry: str, value: object, expected: str) -> BadContent:
        return BadContent(came_from.get(entry, "cards"), entry, value, expected)

    def count(what: str, have: int, want: int) -> None:
        if have != want:
            raise BadContent("cards", what, have, f"{want} ({box.counted})")

    all_ids = Counter(entry.id for entry in _entries(content))
    for entry_id, n in all_ids.items():
        if n > 1:
            raise bad(entry_id, entry_id, "an id that no other entry has")
        if entry_id == BALANCE:
            raise bad(entry_id, entry_id, "another id; this one names the Balance Track")
    count("heroes", len(content.hero), box.heroes)
    count("villains", len(content.villain), box.villains)
    count("teams", len(content.team), box.teams)
    count("battles", len(content.battle), box.battles)
    count("Fire Nation cards", sum(kind.n for kind in content.fire_nation), box.fire_nation)
    count("Balance cards", len({side.card for side in content.balance}), box.balance_cards)
    count("Balance sides", len(content.balance), box.balance_sides)
    count("tokens", sum(kind.n for kind in content.token), box.tokens)
    count("kinds of token", len(content.token), box.token_kinds)
    if content.ruin is None:
        raise BadContent("cards", "ruin", None, "a Ruin Track")
    have = {kind.colour: kind.n for kind in content.die}
    if have != box.dice:
        raise BadContent("cards", "die", have, f"{box.dice} ({box.counted})")
    symbols, types, colours = set(spec.symbols), set(spec.types), set(have)
    heroes = {hero.id for hero in content.hero}

    def only_symbols(entry: str, cost: tuple[str, ...]) -> None:
        for symbol in cost:
            if symbol not in symbols:
                raise bad(entry, symbol, f"a symbol: {', '.join(spec.symbols)}")

    def effect_fits(entry: str, effect: Effect) -> None:
        match effect:
            case InOrder(effects):
                for part in effects:
                    effect_fits(entry, part)
            case ByPhase(one, two):
                effect_fits(entry, one)
                effect_fits(entry, two)
            case AddDie(names):
                for colour in names or ("",):
                    if colour not in colours:
                        raise bad(entry, colour, f"a die colour: {', '.join(sorted(colours))}")
            case ChangeFace(symbol) | ExtraSymbol(symbol):
                only_symbols(entry, (symbol,))

    for kind in content.die:
        for face in kind.faces:
            if len(face) not in (1, 2) or len(set(face)) != 1:
                raise bad(kind.colour, face, "a symbol, single or doubled")
            only_symbols(kind.colour, (face[0],))
    costly: tuple[Hero | Villain | TeamCard | Battle, ...]
    costly = (*content.hero, *content.villain, *content.team, *content.battle)
    for card in costly:
        only_symbols(card.id, card.cost)
        name = card.name
        if name != name.strip() or any(ord(c) < 32 or ord(c) == 127 or c in _INVISIBLE for c in name):
            raise bad(card.id, name, "a name without control characters")
    for hero in content.hero:
        if hero.type not in types:
            raise bad(hero.id, hero.type, f"a type: {', '.join(spec.types)}")
        ability = hero.ability
        only_symbols(hero.id, ability.cost)
        if (ability.when == "paid") != bool(ability.cost or ability.any_die):
            raise bad(hero.id, ability.when, "a cost exactly for an ability that is paid")
        if ability.only_if:
            for kind_name in ability.only_if.types:
                if kind_name not in types:
                    raise bad(hero.id, kind_name, f"a type: {', '.join(spec.types)}")
        effect_fits(hero.id, ability.effect)
    for villain in content.villain:
        effect_fits(villain.id, villain.effect)
    for battle in content.battle:
        effect_fits(battle.id, battle.effect)
        effect_fits(battle.id, battle.reward)
    for token in content.token:
        effect_fits(token.id, token.effect)
    for team in content.team:
        effect_fits(team.id, team.effect)
        for role, card_id in (("starting_hero", team.starting_hero), ("ally", team.ally)):
            if card_id not in heroes:
                raise bad(team.id, card_id, f"the id of a Hero as {role}")
        if len(team.dice) != 4:
            raise bad(team.id, team.dice, "four starting dice")
        for colour, n in Counter(team.dice).items():
            if have.get(colour, 0) < n:
                raise bad(team.id, colour, f"at most {have.get(colour, 0)} dice of this colour")
    starters = [card for team in content.team for card in (team.starting_hero, team.ally)]
    for starter, n in Counter(starters).items():
        if n > 1:
            raise bad(starter, starter, "a Hero that starts in one Team only")
    for side in content.balance:
        for at, space in enumerate(side.spaces, start=1):
            only_symbols(side.id, space.symbols)
            if space.recruit and space.recruit not in types:
                raise bad(side.id, space.recruit, f"a type: {', '.join(spec.types)}")
            if not (space.symbols or space.tokens or space.dice or space.damage or space.recruit):
                raise bad(side.id, f"space {at}", "a space that costs something")


_INVISIBLE = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


_REMEMBERED = 1 << 16


def _mask(lacks: Vector) -> int:
    return sum(1 << at for at, n in enumerate(lacks) if n > 0)
