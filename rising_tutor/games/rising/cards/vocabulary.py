"""What a card of a Rising game can say.

In a card file an effect is a table with `do`:

    effect = { do = "heal", n = 1, heroes = 2, who = "reach" }

Each type here has a handler (`rules/card_effects.py`), a sentence (`words/cards.py`) and a test.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import Effect

Positive = Annotated[int, msgspec.Meta(ge=1, le=99)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Slug = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Origin = Literal["rulebook", "public", "illustrative", "owner"]


class AddDie(Effect, frozen=True):
    """Add one die of one of these colours to the pool; the box limits it."""

    colours: tuple[str, ...]


class Reroll(Effect, frozen=True):
    """Reroll up to `n` dice of the roll; 0 means any number of them."""

    n: Count = 0


class RerollAll(Effect, frozen=True):
    """Roll every unassigned die that shows a face again."""


class ChangeFace(Effect, frozen=True):
    """Turn one die that shows this symbol, single or double, to another of its faces."""

    symbol: str


class Heal(Effect, frozen=True):
    """Remove up to `n` Damage from each of up to `heroes` different Heroes.

    Attributes:
        who: "reach" is the Team and the location, "any_team" the Heroes of every Team.
    """

    n: Positive = 1
    heroes: Positive = 1
    who: Literal["reach", "adjacent", "self_or_adjacent", "any_team"] = "reach"


class HealOneOfEach(Effect, frozen=True):
    """Remove up to `n` Damage from one Hero of each Team, chosen for each of them."""

    n: Positive = 1


class HealTeams(Effect, frozen=True):
    """Remove up to `n` Damage from every Hero of every Team."""

    n: Positive = 1


class DrawTokens(Effect, frozen=True):
    """Draw `n` tokens: the active player, or each player clockwise from the active one."""

    n: Positive = 1
    who: Literal["active", "each"] = "active"


class DamageVillain(Effect, frozen=True):
    """Put 1 Damage on Villains: one here, each here, or one at each location that has one."""

    who: Literal["one_here", "each_here", "one_each_location"] = "one_here"


class MoveDamage(Effect, frozen=True):
    """Move one counter from an own Hero, or from any Villain, to a Villain that is not full."""

    source: Literal["own_hero", "villain"]
    to: Literal["villain_here", "villain"]


class ReorderRow(Effect, frozen=True):
    """Put the own row in any order."""


class Swap(Effect, frozen=True):
    """Exchange a card here with a Hero at another location, with all that lies on them."""

    here: Literal["hero", "villain"]


class AddPressure(Effect, frozen=True):
    """Put `n` of the enemy's counters on a carrier.

    Attributes:
        where: the one exposed at the location of the card, or at the next one clockwise; or the one with the fewest
            counters among those that still take one, chosen by the active player if several tie.
    """

    n: Positive = 1
    where: Literal["here", "clockwise", "fewest"] = "here"


class RemovePressure(Effect, frozen=True):
    """Take up to `n` of the enemy's counters off the carrier at the Team's location, or off any one."""

    n: Positive = 1
    where: Literal["here", "any"] = "any"


class MoveRuin(Effect, frozen=True):
    """Move the Ruin marker by `n` spaces, within the track; nothing in phase 2."""

    n: Annotated[int, msgspec.Meta(ge=-99, le=99)]


class ParkDie(Effect, frozen=True):
    """The die that paid stays on this card and may be moved once in a later turn."""


class DamageHeroes(Effect, frozen=True):
    """Put 1 Damage on Heroes: of the active Team, of each Team, or in the location of the card.

    Attributes:
        who: which Heroes of each Team concerned. "here" means all in the location instead, the active Team among
            them if it is there, "clockwise" the same for the next location, "slots" the face-up ones of the location
            alone; "sturdiest" the one with most free spaces, chosen by the active player if several tie.
        n: for leftmost and rightmost, how many.
        types, kinds: if named, only Heroes of one of them are hit.
    """

    who: Literal[
        "leftmost",
        "rightmost",
        "ends",
        "most_damaged",
        "least_damaged",
        "chosen",
        "all",
        "sturdiest",
        "here",
        "clockwise",
        "slots",
    ]
    teams: Literal["active", "each"] = "active"
    n: Positive = 1
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class BlockTokens(Effect, frozen=True):
    """Nobody uses tokens until the end of the turn; nobody gains any either, unless `gain`."""

    gain: bool = False


class BlockHealing(Effect, frozen=True):
    """No ability and no token takes Damage off Heroes until the end of the turn."""


class BlockBalance(Effect, frozen=True):
    """Nothing can be paid for Balance and its marker cannot advance this turn."""


class DiscardTokens(Effect, frozen=True):
    """Each player who holds tokens discards `n` of them, own choice; or only the active player does.

    Attributes:
        otherwise: what happens instead if nobody concerned holds one.
    """

    n: Positive = 1
    who: Literal["each", "active"] = "each"
    otherwise: "RisingEffect | None" = None


class LoseDie(Effect, frozen=True):
    """The active player puts `n` dice of the pool out of play before the first roll."""

    n: Positive = 1


class HealVillains(Effect, frozen=True):
    """Remove `n` Damage from Villains.

    Attributes:
        who: each other one at this location, each other one on the board, each one on the board, or each one at the
            location that the figure faces.
    """

    n: Positive = 1
    who: Literal["others_here", "others", "all", "faced"] = "others_here"


class TurnFigure(Effect, frozen=True):
    """Turn the figure one location and attack the Heroes there."""

    direction: Literal["left", "right"]


class ExtraSymbol(Effect, frozen=True):
    """One symbol, assigned like a single face to an open requirement in reach. Tokens only."""

    symbol: str


class InOrder(Effect, frozen=True):
    """One effect after the other."""

    effects: tuple["RisingEffect", ...]


class ByPhase(Effect, frozen=True):
    """One effect in phase 1, another in phase 2."""

    one: "RisingEffect"
    two: "RisingEffect"


RisingEffect: TypeAlias = (
    AddDie
    | Reroll
    | RerollAll
    | ChangeFace
    | Heal
    | HealOneOfEach
    | HealTeams
    | DrawTokens
    | DamageVillain
    | MoveDamage
    | ReorderRow
    | Swap
    | AddPressure
    | RemovePressure
    | MoveRuin
    | ParkDie
    | DamageHeroes
    | BlockTokens
    | BlockHealing
    | BlockBalance
    | DiscardTokens
    | LoseDie
    | HealVillains
    | TurnFigure
    | ExtraSymbol
    | InOrder
    | ByPhase
)


class Condition(Value, frozen=True, omit_defaults=True):
    """Another Hero of the Team, or an adjacent one, is (or is not) of one of these types.

    Attributes:
        who: "villain_here" asks for a Villain at the Team's location instead, without types.
    """

    who: Literal["team", "adjacent", "villain_here"]
    types: tuple[str, ...] = ()
    negate: bool = False


When = Literal[
    "free",
    "paid",
    "on_collect",
    "after_roll",
    "take_damage",
    "on_damage",
    "on_villain_damage",
    "after_villain_damage",
    "on_balance_advance",
    "on_recruited",
]


class Ability(Value, frozen=True, omit_defaults=True):
    """What a Hero can do.

    Attributes:
        when: the trigger.
        effect: what happens.
        cost: symbols to be assigned, for "paid".
        any_die: the cost is one rolled die of any face, for "paid".
        watches: for "on_damage", whose Damage sets it off.
        only_if: a condition without which it cannot be used.
    """

    when: When
    effect: RisingEffect
    cost: tuple[str, ...] = ()
    any_die: bool = False
    watches: Literal["self", "self_or_adjacent"] = "self"
    only_if: Condition | None = None


class Hero(Value, frozen=True, omit_defaults=True):
    """A Hero card. `kind` is what it is where that matters.

    Of this and every other kind of entry, `stated` names the fields that the rulebook itself gives and `public` those
    that other public sources give.
    """

    id: Slug
    name: Name
    type: str
    capacity: Positive
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    ability: Ability
    origin: Origin
    black_sun: bool = False
    kind: str = ""
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class Villain(Value, frozen=True, omit_defaults=True):
    """A Villain card: its cost is the price of 1 Damage; its effect works when it is faced.

    Attributes:
        only_with_all: it acts only when every Villain does.
    """

    id: Slug
    name: Name
    capacity: Positive
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    effect: RisingEffect
    origin: Origin
    black_sun: bool = False
    kind: str = ""
    only_with_all: bool = False
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class TeamAbility(Value, frozen=True, omit_defaults=True):
    """A paid ability of a Team card, once per turn. Without an id of its own it goes by that of the card."""

    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    effect: RisingEffect
    id: str = ""
    name: str = ""
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class OpeningAbility(Value, frozen=True, omit_defaults=True):
    """Works once if the first roll of the turn shows at least `n` of a symbol; a double counts two."""

    symbol: str
    n: Positive
    effect: RisingEffect


class TeamCard(Value, frozen=True, omit_defaults=True):
    """A Team card: starting dice by colour, the Heroes to start with, and what it can do.

    Attributes:
        starters: the Hero that the Team starts with, or those of which the player takes one.
        ally: joins with many Teams in play.
        side: cards of one side share it with their starters; "" where every card is its own.
        place: the name of where the Team is at home, where the card gives one.
    """

    id: Slug
    name: Name
    dice: tuple[str, ...]
    starters: Annotated[tuple[CardId, ...], msgspec.Meta(min_length=1)]
    origin: Origin
    ally: CardId = CardId("")
    ability: tuple[TeamAbility, ...] = ()
    opening: OpeningAbility | None = None
    side: str = ""
    place: str = ""
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class Battle(Value, frozen=True, omit_defaults=True):
    """A Final Battle, or the last opponent: cost of 1 Damage, effect when faced, reward when it is done."""

    id: Slug
    name: Name
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    origin: Origin
    effect: RisingEffect | None = None
    reward: RisingEffect | None = None
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class ThreatFace(Value, frozen=True, omit_defaults=True):
    """A face of a die of the enemy.

    Attributes:
        n: faces of the die that show it.
        turn: how the figure turns, or "stay"; "" if the die does not move it.
        carrier: the carrier it points at: one counter there, or the penalty once it has fallen.
        everyone: every Villain acts.
        again: the die of the enemy that is rolled once more.
    """

    id: Slug
    name: Name
    n: Positive = 1
    turn: Literal["left", "right", "stay", ""] = ""
    carrier: CardId = CardId("")
    everyone: bool = False
    again: CardId = CardId("")


class ThreatDie(Value, frozen=True, omit_defaults=True):
    """A die that is rolled for the enemy."""

    id: Slug
    name: Name
    face: Annotated[tuple[ThreatFace, ...], msgspec.Meta(min_length=2)]
    origin: Origin
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class Carrier(Value, frozen=True, omit_defaults=True):
    """What the enemy's counters lie on: a card or the ground of a location, or a part of a machine.

    Attributes:
        location: where it lies, 0-based; -1 for nowhere.
        ground: the board under the cards of a location; it is exposed last, and its fall loses the game.
        spaces: counters that fill it.
        penalty: what it does after it fell.
    """

    id: Slug
    name: Name
    origin: Origin
    location: Annotated[int, msgspec.Meta(ge=-1, le=2)] = -1
    ground: bool = False
    spaces: Positive = 5
    penalty: RisingEffect | None = None
    colour: str = ""
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class FireNationCard(Value, frozen=True, omit_defaults=True):
    """A kind of Fire Nation card and how many of it there are."""

    id: Slug
    direction: Literal["left", "right", "stay"]
    ruin: Annotated[int, msgspec.Meta(ge=0, le=2)]
    n: Positive
    origin: Origin


class Space(Value, frozen=True, omit_defaults=True):
    """What one space of the Balance Track costs; everything named is needed."""

    symbols: tuple[str, ...] = ()
    tokens: Count = 0
    dice: Count = 0
    damage: Count = 0
    recruit: str = ""


class BalanceSide(Value, frozen=True, omit_defaults=True):
    """One side of a Balance Track card: the costs of spaces 1, 2, ..., the last one is the top."""

    id: Slug
    card: Positive
    difficulty: Literal["easy", "medium", "hard"]
    spaces: Annotated[tuple[Space, ...], msgspec.Meta(min_length=1)]
    origin: Origin


class RuinTrack(Value, frozen=True):
    """The Ruin Track: spaces 0 to `top`."""

    top: Positive
    origin: Origin


class Token(Value, frozen=True, omit_defaults=True):
    """A kind of token and how many of it there are."""

    id: Slug
    name: Name
    effect: RisingEffect
    n: Positive
    origin: Origin
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class DieKind(Value, frozen=True, omit_defaults=True):
    """The dice of one colour: how many and their faces ("EE" is a double)."""

    colour: Slug
    n: Positive
    faces: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]
    origin: Origin
    stated: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


class CardFile(Value, frozen=True, omit_defaults=True):
    """All content of a title, or the part of it that an owner replaces."""

    hero: tuple[Hero, ...] = ()
    villain: tuple[Villain, ...] = ()
    team: tuple[TeamCard, ...] = ()
    battle: tuple[Battle, ...] = ()
    fire_nation: tuple[FireNationCard, ...] = ()
    balance: tuple[BalanceSide, ...] = ()
    ruin: RuinTrack | None = None
    threat_die: tuple[ThreatDie, ...] = ()
    carrier: tuple[Carrier, ...] = ()
    token: tuple[Token, ...] = ()
    die: tuple[DieKind, ...] = ()
