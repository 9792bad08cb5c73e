"""The cards, dice and tracks of a title, checked once and laid out for fast look-up.

Everything that lies on a card is a small number, its *code*: first every (colour, face) pair, then
every colour for a die that was not rolled yet, then every symbol for a symbol token.

>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> book = load_book(TITLE)
>>> book.hero["arnook"].cost, book.die_name[book.code["green:EE"]]
(('W', 'W'), 'green:EE')
"""

import hashlib

import msgspec

from rising_tutor.core.chance import Die
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising.actions import (
    BALANCE,
    Choose,
    DiscardDie,
    PickDie,
    PlaceDie,
    RemoveDie,
)
from rising_tutor.games.rising.cards.content import read_content
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.cards.vocabulary import (
    BalanceSide,
    Battle,
    CardFile,
    Carrier,
    FireNationCard,
    Heal,
    HealOneOfEach,
    Hero,
    TeamAbility,
    TeamCard,
    ThreatDie,
    ThreatFace,
    Token,
    Villain,
)

Vector = tuple[int, ...]
"""A count for each symbol, in the order of the title."""

Codes = tuple[int, ...]
"""Dice and symbol tokens by their codes in the book, or counts of its dice and tokens by kind."""


class Book:
    """A title's content. Never changes after it was made.

    Attributes:
        title: the package of the title, where its files lie.
        hero, villain, team, battle: cards by id.
        token, fire: kinds in order; bags of them are tuples of counts in this order.
        colours: die colours in the order of the box.
        die_name: the text of each code; `code` is the way back.
        symbol_of, value_of, colour_of: of a code; -1, 0, -1 where there is none.
        price: the cost of recruiting, or of 1 Damage, as a vector, by card.
        paid: the cost of a paid ability as a vector, by Hero or ability of a Team card.
        team_ability: for each Team card its paid abilities, each with the id under which it is a target.
        carrier: what the enemy's counters lie on, by id, with `carrier_ids` and `carrier_index` for its order.
        at_step: the phase in the catalogue of every step, by name.
    """

    def __init__(self, spec: Spec, content: CardFile, title: str) -> None:
        self.title = title
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
        self.ruin_top = content.ruin.top if content.ruin is not None else 0
        self.at_step = {step.do: step.at for step in spec.turn} | spec.within
        self.steps = tuple(step.do for step in spec.turn)
        self.boss = spec.switch.boss
        self.many_sets = not spec.switch.sets_per_villain  # cite.one_set
        """A Villain takes several sets of dice in a turn."""
        self._lay_out_enemy(content)
        self._lay_out_teams(content)
        self.hero_ids = tuple(CardId(card.id) for card in content.hero)
        self.villain_ids = tuple(CardId(card.id) for card in content.villain)
        self.battle_ids = tuple(CardId(card.id) for card in content.battle)
        characters: tuple[Hero | Villain, ...] = (*content.hero, *content.villain)
        self.sources = frozenset(
            (*self.hero, *self.villain, *self.team, *self.ability_of_team, *self.battle, *self.carrier, *self.token_ids)
        )
        """What an effect can come from."""
        self.icon = frozenset(card.id for card in characters if card.black_sun)
        self.capacity: dict[str, int] = {card.id: card.capacity for card in characters}
        self.dice_total = tuple(kind.n for kind in content.die)
        self._lay_out_codes(content)
        named: tuple[Hero | Villain | TeamCard | Battle | Token | Carrier | ThreatDie, ...]
        named = (*characters, *content.team, *content.battle, *content.token, *content.carrier, *content.threat_die)
        self._names: dict[str, str] = (
            {key: ability.name for key, ability in self.ability_of_team.items() if ability.name}
            | ({BALANCE: "Balance"} if content.balance else {})
            | {card.id: card.name for card in named}
            | {face.id: face.name for face in self.threat_face.values()}
        )
        self._nonzero: dict[tuple[int, ...], tuple[int, ...]] = {}
        vector = self.vector
        priced: tuple[Hero | Villain | Battle, ...] = (*characters, *content.battle)
        self.price: dict[str, Vector] = {card.id: vector(card.cost) for card in priced}
        self.paid: dict[str, Vector] = {key: vector(ability.cost) for key, ability in self.ability_of_team.items()} | {
            card.id: vector(card.ability.cost) for card in content.hero if card.ability.when == "paid"
        }
        self._lay_out_abilities(content)
        self.any_die = frozenset(card.id for card in content.hero if card.ability.any_die)
        self.all_symbols = (1 << len(self.spec.symbols)) - 1
        self.needs_mask = {card: _mask(price) for card, price in self.price.items()}
        self._open: dict[tuple[Vector, tuple[int, ...]], int] = {}
        self.space_price = {side.id: tuple(vector(space.symbols) for space in side.spaces) for side in content.balance}
        self._share_actions()
        self.fingerprint = hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:12]

    def _lay_out_enemy(self, content: CardFile) -> None:
        self.threat_die: dict[str, ThreatDie] = {die.id: die for die in content.threat_die}
        self.threat_face: dict[str, ThreatFace] = {face.id: face for die in content.threat_die for face in die.face}
        self.carrier: dict[str, Carrier] = {carrier.id: carrier for carrier in content.carrier}
        self.carrier_ids = tuple(CardId(carrier.id) for carrier in content.carrier)
        self.carrier_index = {carrier: at for at, carrier in enumerate(self.carrier_ids)}

    def _lay_out_teams(self, content: CardFile) -> None:
        self.team_ability: dict[str, tuple[tuple[str, TeamAbility], ...]] = {
            card.id: tuple((ability.id or card.id, ability) for ability in card.ability) for card in content.team
        }
        self.team_targets = {card: tuple(key for key, _ in found) for card, found in self.team_ability.items()}
        """The ids of the paid abilities of each Team card, in their order."""
        self.team_of = {key: card for card, abilities in self.team_ability.items() for key, _ in abilities}
        """The Team card of each of its paid abilities."""
        self.ability_of_team = {key: ability for abilities in self.team_ability.values() for key, ability in abilities}
        colours = [kind.colour for kind in content.die]
        self.team_dice = {card.id: tuple(card.dice.count(colour) for colour in colours) for card in content.team}

    def _lay_out_abilities(self, content: CardFile) -> None:
        self.callable = frozenset(
            card.id
            for card in content.hero
            if card.ability.any_die or card.ability.when in ("free", "after_roll", "take_damage")
        )
        """Heroes whose ability is called, or whose parked die is moved, without symbols."""
        self.has_opening = any(card.opening is not None for card in content.team)
        """Some Team card has an ability for the first roll."""
        self.gives_dice = any(card.ability.when == "on_collect" for card in content.hero)
        """Some Hero adds a die when the pool is collected."""
        self.heals = frozenset(
            key
            for key, effect in [(card.id, card.ability.effect) for card in content.hero]
            + [(key, ability.effect) for key, ability in self.ability_of_team.items()]
            if isinstance(effect, Heal | HealOneOfEach)
        )
        """Heroes and abilities of Team cards that heal and do nothing else."""

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
            tuple(c for c in dict.fromkeys(self.faces[colour_of[code]]) if c != code) for code in range(self.n_faces)
        )

    def _share_actions(self) -> None:
        """Makes the commonest actions once, so that listing legal actions makes none."""
        targets = [*self.hero, *self.villain, *self.ability_of_team, *self.battle, BALANCE]
        names = self.die_name
        rolled = range(self.n_faces)
        self.place = {target: tuple(PlaceDie(names[code], CardId(target)) for code in rolled) for target in targets}
        dice = range(self.first_token_code)
        self.discard = tuple(DiscardDie(names[code]) for code in dice)
        self.remove = tuple(RemoveDie(names[code]) for code in dice)
        self.pick = tuple(PickDie(names[code]) for code in dice)
        self.choose = {card: Choose(CardId(card)) for card in (*targets, *self.team, *self.carrier)}

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
                # cite.match, cite.colour_of_dice, cite.double, FNR-413
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
    """The content of a title, with an owner's files laid over it (see `content.read_content`).

    Raises:
        BadContent: with file, path and value.
        LimitExceeded: a file is larger than 1 MiB.
    """
    spec, content = read_content(title, owner)
    return Book(spec, content, title)


_REMEMBERED = 1 << 16


def _mask(lacks: Vector) -> int:
    return sum(1 << at for at, n in enumerate(lacks) if n > 0)
