"""Refuses card files that the engine could not play, or that are not what is in the box."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from rising_tutor.core.limits import Limit
from rising_tutor.effects.vocabulary import Effect
from rising_tutor.errors import BadContent
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.cards.vocabulary import (
    AddDie,
    BalanceSide,
    Battle,
    ByPhase,
    CardFile,
    Carrier,
    ChangeFace,
    DamageHeroes,
    DieKind,
    DiscardTokens,
    ExtraSymbol,
    Heal,
    HealVillains,
    Hero,
    InOrder,
    LoseDie,
    ParkDie,
    RisingEffect,
    TeamCard,
    ThreatDie,
    Token,
    Villain,
)

MOST_LIST = Limit("number of symbols, dice or other entries in one list of a card", 20)
MOST_TEXT = Limit("length of a text on a card", 60, "characters")
MOST_EFFECTS = Limit("how often the effects of one ability are carried out", 99)

MAX_NESTING = 16
"""Most levels of effects inside effects."""

LISTS = ("hero", "villain", "team", "battle", "fire_nation", "balance", "threat_die", "carrier", "token", "die")
"""The lists of a card file."""

Origins: TypeAlias = Mapping[tuple[str, str], str]
"""(list, id of an entry) -> the file that it came from."""


def key_of(entry: Any) -> str:
    """What tells the entries of a list apart: the id, of dice the colour."""
    return entry.colour if isinstance(entry, DieKind) else entry.id


def entries(part: CardFile, *lists: str) -> Iterator[tuple[str, Any]]:
    """All entries of these lists, or of all, each with the name of its list."""
    return ((name, entry) for name in lists or LISTS for entry in getattr(part, name))


def check_content(spec: Spec, content: CardFile, came_from: Origins) -> None:
    """Refuses content that the engine could not play, or that is not what is in the box.

    Raises:
        BadContent: the first fault, with file, entry and value.
        LimitExceeded: an entry has too much of something.
    """
    check = _Check(spec, content, came_from)
    for _, entry in entries(content):
        # Our own cards are in every test; an owner's may be made to cost too much.
        if entry.origin == _OWNERS:
            check.amounts(entry)
    check.ids()
    check.counts()
    for die in content.die:
        check.die(die)
    for _, entry in entries(content):
        check.names(entry)
    checks: tuple[tuple[tuple[Any, ...], Callable[[Any], None]], ...] = (
        (content.hero, check.hero),
        (content.villain, check.opponent),
        (content.battle, check.opponent),
        (content.token, lambda token: check.effect(token, token.effect)),
        (content.team, check.team),
        ((content.team,), check.starters),
        (content.balance, check.side),
        (content.carrier, check.carrier),
        (content.threat_die, check.threat_die),
    )
    for kind, look_at in checks:
        for entry in kind:
            look_at(entry)


class _Check:
    """One content with what it is checked against."""

    def __init__(self, spec: Spec, content: CardFile, came_from: Origins) -> None:
        self.spec = spec
        self.content = content
        self.came_from = came_from
        self.file_of = {id(entry): came_from.get((name, key_of(entry)), "cards") for name, entry in entries(content)}
        self.dice = {kind.colour: kind.n for kind in content.die}

    def bad(self, entry: Any, value: object, expected: str) -> BadContent:
        return BadContent(self.file_of[id(entry)], key_of(entry), value, expected)

    def ids(self) -> None:
        """An id names one entry of all lists; dice are named apart, by colour."""
        seen: dict[str, Any] = {}
        for _, entry in entries(self.content, *LISTS[:-1]):
            if entry.id == BALANCE:
                raise self.bad(entry, entry.id, "another id; this one names the Balance Track")
            other = seen.setdefault(entry.id, entry)
            if other is not entry:
                later = other if other.origin == _OWNERS else entry
                raise self.bad(later, entry.id, "an id that no other entry has")

    def counts(self) -> None:
        box, content = self.spec.box, self.content
        have = (
            ("heroes", "hero", len(content.hero), box.heroes),
            ("villains", "villain", len(content.villain), box.villains),
            ("teams", "team", len(content.team), box.teams),
            ("battles", "battle", len(content.battle), box.battles),
            ("Fire Nation cards", "fire_nation", sum(kind.n for kind in content.fire_nation), box.fire_nation),
            ("Balance cards", "balance", len({side.card for side in content.balance}), box.balance_cards),
            ("Balance sides", "balance", len(content.balance), box.balance_sides),
            ("tokens", "token", sum(kind.n for kind in content.token), box.tokens),
            ("dice of the enemy", "threat_die", len(content.threat_die), box.threat_dice),
            ("carriers", "carrier", len(content.carrier), box.carriers),
            ("kinds of token", "token", len(content.token), box.token_kinds),
            ("die", "die", self.dice, box.dice),
        )
        for what, name, n, wanted in have:
            if n != wanted:
                raise BadContent(self._files(name), what, n, f"{wanted} ({box.counted})")
        if (content.ruin is not None) != bool(box.fire_nation):
            raise BadContent("cards", "ruin", content.ruin, "a Ruin Track exactly where Fire Nation cards move on it")

    def _files(self, name: str) -> str:
        """The files that have entries of a list; an owner's files alone, if there are any."""
        own = [(self.file_of[id(entry)], entry.origin == _OWNERS) for _, entry in entries(self.content, name)]
        owners = [file for file, is_owners in own if is_owners]
        return ", ".join(dict.fromkeys(owners or [file for file, _ in own])) or "cards"

    def amounts(self, entry: Any) -> None:
        """No list, text or effect of an entry has more in it than a card can have."""
        where = f"{self.file_of[id(entry)]}: {key_of(entry)[:_SHOWN]}"
        for value in parts_of(entry):
            if isinstance(value, str):
                MOST_TEXT.check(len(value), where)
            elif isinstance(value, tuple):
                MOST_LIST.check(len(value), where)
            elif isinstance(value, Effect):
                MOST_EFFECTS.check(_amount(value), where)

    def symbols(self, entry: Any, symbols: Iterable[str]) -> None:
        for symbol in symbols:
            if symbol not in self.spec.symbols:
                raise self.bad(entry, symbol, f"a symbol: {', '.join(self.spec.symbols)}")

    def type(self, entry: Any, name: str) -> None:
        if name not in self.spec.types:
            raise self.bad(entry, name, f"a type: {', '.join(self.spec.types)}")

    def names(self, entry: Any) -> None:
        """Printable names, and `stated` only for fields that there are."""
        name = getattr(entry, "name", "")
        if name != name.strip() or any(unicodedata.category(char) in _HIDDEN for char in name):
            raise self.bad(entry, name, "a name without control characters")
        fields = [field for field in entry.__struct_fields__ if field not in ("id", "origin", "stated")]
        for field in getattr(entry, "stated", ()):
            if field not in fields:
                raise self.bad(entry, field, f"in stated, a field: {', '.join(fields)}")

    def effect(self, entry: Any, effect: RisingEffect, level: int = 1) -> None:
        """Values of the title, no empty list, not too deep, and only where it can work."""
        if level > MAX_NESTING:
            raise self.bad(entry, f"{level} levels", f"at most {MAX_NESTING} levels of effects inside effects")
        self._place(entry, effect, level)
        match effect:
            case InOrder(parts):
                if not parts:
                    raise self.bad(entry, "effects = []", "at least one effect in in_order")
                for part in parts:
                    self.effect(entry, part, level + 1)
            case ByPhase(one, two):
                self.effect(entry, one, level + 1)
                self.effect(entry, two, level + 1)
            case DiscardTokens(otherwise=instead):
                if instead is not None:
                    self.effect(entry, instead, level + 1)
            case DamageHeroes(types=types, kinds=kinds):
                for name in types:
                    self.type(entry, name)
                self._kinds(entry, kinds)
            case AddDie(colours):
                for colour in colours or ("",):
                    if colour not in self.dice:
                        raise self.bad(entry, colour, f"a die colour: {', '.join(sorted(self.dice))}")
            case ChangeFace(symbol) | ExtraSymbol(symbol):
                self.symbols(entry, (symbol,))

    def _place(self, entry: Any, effect: RisingEffect, level: int) -> None:
        """Some effects need a certain kind of card under them."""
        match effect:
            case ExtraSymbol():
                if not isinstance(entry, Token) or level > 1:
                    raise self.bad(entry, "extra_symbol", "that effect as the only one of a token")
            case ParkDie():
                if not isinstance(entry, Hero) or not entry.ability.any_die or level > 1:
                    raise self.bad(entry, "park_die", "that effect as the only one of an ability with any_die = true")
            case Heal(who="adjacent" | "self_or_adjacent"):
                if not isinstance(entry, Hero):
                    raise self.bad(entry, effect.who, 'who = "reach" on a card that does not stand in a row')
            case HealVillains() | LoseDie() | DamageHeroes(who="here" | "clockwise" | "slots"):
                if not isinstance(entry, Villain | Battle | Carrier):
                    raise self.bad(entry, type(effect).__name__, "that effect only on cards at a location that act")

    def die(self, die: DieKind) -> None:
        for face in die.faces:
            if len(face) not in (1, 2) or len(set(face)) != 1:
                raise self.bad(die, face, "a symbol, single or doubled")
            self.symbols(die, face[0])

    def hero(self, hero: Hero) -> None:
        ability = hero.ability
        self.type(hero, hero.type)
        self._kinds(hero, (hero.kind,))
        self.symbols(hero, (*hero.cost, *ability.cost))
        if (ability.when == "paid") != bool(ability.cost or ability.any_die):
            raise self.bad(hero, ability.when, "a cost exactly for an ability that is paid")
        if ability.any_die and (ability.cost or not isinstance(ability.effect, ParkDie)):
            raise self.bad(hero, "any_die", "any_die = true only with park_die, and without other cost")
        if ability.only_if is not None:
            asks_types = ability.only_if.who != "villain_here"
            if ability.when == "paid" or asks_types != bool(ability.only_if.types):
                raise self.bad(hero, "only_if", "a condition with types, on an ability that is not paid with dice")
            for name in ability.only_if.types:
                self.type(hero, name)
        self.effect(hero, ability.effect)

    def _kinds(self, entry: Any, kinds: Iterable[str]) -> None:
        known = self.spec.kinds or ("",)
        for kind in kinds:
            if kind not in known:
                raise self.bad(entry, kind, f"a kind of {self.spec.words.hero}: {', '.join(known)}")

    def opponent(self, card: Villain | Battle) -> None:
        self.symbols(card, card.cost)
        known = self.spec.villain_kinds or ("",)
        if isinstance(card, Villain) and card.kind not in known:
            raise self.bad(card, card.kind, f"a kind of {self.spec.words.villain}: {', '.join(known)}")
        for effect in (card.effect, card.reward) if isinstance(card, Battle) else (card.effect,):
            if effect is not None:
                self.effect(card, effect)

    def carrier(self, carrier: Carrier) -> None:
        if carrier.penalty is not None:
            self.effect(carrier, carrier.penalty)
        if carrier.ground and carrier.location < 0:
            raise self.bad(carrier, carrier.location, "a location from 0 to 2 for the ground of one")

    def threat_die(self, die: ThreatDie) -> None:
        carriers = {carrier.id for carrier in self.content.carrier}
        dice = {die.id for die in self.content.threat_die}
        for face in die.face:
            if face.carrier and face.carrier not in carriers:
                raise self.bad(die, face.carrier, f"the id of a carrier: {', '.join(sorted(carriers))}")
            if face.again and (face.again not in dice or face.again == die.id):
                raise self.bad(die, face.again, f"the id of another die of the enemy: {', '.join(sorted(dice))}")

    def team(self, team: TeamCard) -> None:
        for ability in team.ability:
            self.symbols(team, ability.cost)
            self.effect(team, ability.effect)
        if team.opening is not None:
            self.symbols(team, team.opening.symbol)
            self.effect(team, team.opening.effect)
        if len({ability.id for ability in team.ability}) != len(team.ability):
            raise self.bad(team, "ability", "an id of its own for each ability, where there are several")
        heroes = {hero.id for hero in self.content.hero}
        for card in (*team.starters, *((team.ally,) if self.spec.limits.allies_from < _NEVER else ())):
            if card not in heroes:
                raise self.bad(team, card, "the id of a Hero to start with")
        if len(team.dice) != _TEAM_DICE:
            raise self.bad(team, team.dice, f"{_TEAM_DICE} starting dice")
        for colour, n in Counter(team.dice).items():
            most = self.dice.get(colour, 0)
            if n > most:
                raise self.bad(team, colour, f"at most {most} dice of this colour")

    def starters(self, teams: tuple[TeamCard, ...]) -> None:
        """A Hero starts in one Team only."""
        seen: dict[str, str] = {}
        for team in teams:
            side = team.side or team.id
            for card in (*team.starters, *((team.ally,) if team.ally else ())):
                if seen.setdefault(card, side) != side:
                    raise self.bad(team, card, "a Hero that starts in no other Team")

    def side(self, side: BalanceSide) -> None:
        for at, space in enumerate(side.spaces, start=1):
            self.symbols(side, space.symbols)
            if space.recruit:
                self.type(side, space.recruit)
            if not (space.symbols or space.tokens or space.dice or space.damage or space.recruit):
                raise self.bad(side, f"space {at}", "a space that costs something")


def parts_of(value: Any) -> Iterator[Any]:
    """A value with all that is in it, fields of fields and entries of tuples."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, msgspec.Struct):
            waiting += [getattr(one, name) for name in reversed(one.__struct_fields__)]
        elif isinstance(one, tuple):
            waiting += reversed(one)


def _amount(effect: Effect) -> int:
    """How much an effect does at most: how often it says so, with all effects in it."""
    inside = [one for name in effect.__struct_fields__ for one in _effects_in(getattr(effect, name))]
    return sum(map(_amount, inside)) if inside else max(1, abs(getattr(effect, "n", 1)))


def _effects_in(value: Any) -> Iterator[Effect]:
    if isinstance(value, Effect):
        yield value
    elif isinstance(value, tuple):
        yield from (one for one in value if isinstance(one, Effect))


_SHOWN = 60
_OWNERS = "owner"
"""The origin of every entry of an owner's files."""
_HIDDEN = ("Cc", "Cf", "Zl", "Zp")
"""Unicode categories of what steers text and is not seen."""
_TEAM_DICE = 4
_NEVER = 99
"""`allies_from` of a title without allies."""
