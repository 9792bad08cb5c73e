"""What a card of a Rising game can say.

In a card file an effect is a table with `do`:

    effect = { do = "heal", n = 1, heroes = 2, who = "reach" }

Each type here has a handler (`handlers.py`), a sentence (`describe.py`) and a test.
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
    """Remove up to `n` Damage from each of up to `heroes` different Heroes."""

    n: Positive = 1
    heroes: Positive = 1
    who: Literal["reach", "adjacent", "self_or_adjacent"] = "reach"


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


class MoveRuin(Effect, frozen=True):
    """Move the Ruin marker by `n` spaces, within the track; nothing in phase 2."""

    n: Annotated[int, msgspec.Meta(ge=-99, le=99)]


class ParkDie(Effect, frozen=True):
    """The die that paid stays on this card and may be moved once in a later turn."""


class DamageHeroes(Effect, frozen=True):
    """Put 1 Damage on Heroes: of the active Team, of each Team, or in the location of the card.

    Attributes:
        who: which Heroes of each Team concerned; "here" means all in the location instead.
        n: for leftmost and rightmost, how many.
    """

    who: Literal["leftmost", "rightmost", "ends", "most_damaged", "least_damaged", "chosen", "here"]
    teams: Literal["active", "each"] = "active"
    n: Positive = 1


class BlockTokens(Effect, frozen=True):
    """Nobody gains or uses tokens until the end of the turn."""


class BlockBalance(Effect, frozen=True):
    """Nothing can be paid for Balance and its marker cannot advance this turn."""


class DiscardTokens(Effect, frozen=True):
    """Each player who holds tokens discards `n` of them, own choice."""

    n: Positive = 1


class LoseDie(Effect, frozen=True):
    """The active player puts `n` dice of the pool out of play before the first roll."""

    n: Positive = 1


class HealVillains(Effect, frozen=True):
    """Remove `n` Damage from each other Villain at this location."""

    n: Positive = 1


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
    | HealTeams
    | DrawTokens
    | DamageVillain
    | MoveDamage
    | ReorderRow
    | Swap
    | MoveRuin
    | ParkDie
    | DamageHeroes
    | BlockTokens
    | BlockBalance
    | DiscardTokens
    | LoseDie
    | HealVillains
    | TurnFigure
    | ExtraSymbol
    | InOrder
    | ByPhase
)


class Condition(Value, frozen=True):
    """Another Hero of the Team, or an adjacent one, is (or is not) of one of these types."""

    who: Literal["team", "adjacent"]
    types: tuple[str, ...]
    negate: bool = False


When = Literal[
    "free",
    "paid",
    "after_roll",
    "take_damage",
    "on_damage",
    "on_villain_damage",
    "on_balance_advance",
    "on_recruited",
]


class Ability(Value, frozen=True):
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


class Hero(Value, frozen=True):
    """A Hero card. `stated` names the fields that the rulebook itself gives."""

    id: Slug
    name: Name
    type: str
    capacity: Positive
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    ability: Ability
    origin: Origin
    black_sun: bool = False
    stated: tuple[str, ...] = ()


class Villain(Value, frozen=True):
    """A Villain card: its cost is the price of 1 Damage; its effect works when it is faced."""

    id: Slug
    name: Name
    capacity: Positive
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    effect: RisingEffect
    origin: Origin
    black_sun: bool = False
    stated: tuple[str, ...] = ()


class TeamCard(Value, frozen=True):
    """A Team card: starting dice by colour, starting Hero, ally, and a paid ability."""

    id: Slug
    name: Name
    dice: tuple[str, ...]
    starting_hero: CardId
    ally: CardId
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    effect: RisingEffect
    origin: Origin
    stated: tuple[str, ...] = ()


class Battle(Value, frozen=True):
    """A Final Battle: cost of 1 Damage, effect when faced, reward on its back."""

    id: Slug
    name: Name
    cost: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    effect: RisingEffect
    reward: RisingEffect
    origin: Origin
    stated: tuple[str, ...] = ()


class FireNationCard(Value, frozen=True):
    """A kind of Fire Nation card and how many of it there are."""

    id: Slug
    direction: Literal["left", "right", "stay"]
    ruin: Annotated[int, msgspec.Meta(ge=0, le=2)]
    n: Positive
    origin: Origin


class Space(Value, frozen=True):
    """What one space of the Balance Track costs; everything named is needed."""

    symbols: tuple[str, ...] = ()
    tokens: Count = 0
    dice: Count = 0
    damage: Count = 0
    recruit: str = ""


class BalanceSide(Value, frozen=True):
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


class Token(Value, frozen=True):
    """A kind of Pai Sho token and how many of it there are."""

    id: Slug
    name: Name
    effect: RisingEffect
    n: Positive
    origin: Origin
    stated: tuple[str, ...] = ()


class DieKind(Value, frozen=True):
    """The dice of one colour: how many and their faces ("EE" is a double)."""

    colour: Slug
    n: Positive
    faces: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]
    origin: Origin
    stated: tuple[str, ...] = ()


class CardFile(Value, frozen=True):
    """All content of a title, or the part of it that an owner replaces."""

    hero: tuple[Hero, ...] = ()
    villain: tuple[Villain, ...] = ()
    team: tuple[TeamCard, ...] = ()
    battle: tuple[Battle, ...] = ()
    fire_nation: tuple[FireNationCard, ...] = ()
    balance: tuple[BalanceSide, ...] = ()
    ruin: RuinTrack | None = None
    token: tuple[Token, ...] = ()
    die: tuple[DieKind, ...] = ()
