"""What a card of Rise can say: base effects, actions, skills, of typed parts, as they stand in a card file.

An effect with a target has it chosen when the item goes on the chain; a base effect asks when it works. `handlers`
gives each effect what it does, `standing` what it changes while it lies there, `clauses` how it is said. The 50
abilities of the game are words on a card: `abilities` says what each does, combat and windows ask for them.

"Own" is what a seat controls, "opponent" what another controls, "any" both.
"""

from typing import Literal, TypeAlias

from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import Effect

Whose = Literal["own", "opponent", "any"]
TargetKind = Literal[
    "creature",
    "door",
    "creature or door",
    "incantation",
    "constant",
    "constant or summoner",
    "summoner",
    "dead summoner",
    "level up",
    "lock",
    "disease",
    "equipment",
    "player",
]
When = Literal["invoked", "enters", "freed", "opened", "restoration", "struck", "dies", "standing"]


class Target(Value, frozen=True, omit_defaults=True):
    """What can be chosen.

    Attributes:
        ability: only cards with this ability.
        untilted: only cards that are not tilted; with `tilted` only such as are.
    """

    kind: TargetKind
    whose: Whose = "any"
    ability: str = ""
    tilted: bool | None = None


class Count(Value, frozen=True, omit_defaults=True):
    """A number of cards: of a type, subtype or ability, on the battlefield or in a cemetery.

    Attributes:
        where: "graveyard" is another word for "cemetery" (RISE-106).
        whose: the own ones, or all.
    """

    what: str
    where: Literal["play", "cemetery", "graveyard"] = "play"
    whose: Literal["own", "any"] = "own"


# effects ---------------------------------------------------------------------------------------------------------


class Damage(Effect, frozen=True):
    """Damage to a card or to a Summoner."""

    target: Target
    n: int = 1


class Heal(Effect, frozen=True):
    """HP for a living Summoner (RISE-615)."""

    target: Target
    n: int = 1


class Destroy(Effect, frozen=True):
    """The target is destroyed: a Constant card, a Level Up of a Summoner, a Summoner."""

    target: Target


class TurnDoor(Effect, frozen=True):
    """A closed Door is opened, an open one closed (RISE-426)."""

    target: Target


class Unlock(Effect, frozen=True):
    """A Lock is opened, or a Chained creature freed (RISE-1014)."""

    target: Target


class Strengthen(Effect, frozen=True):
    """Attack and defense until the end of the turn, without a counter."""

    target: Target
    attack: int = 0
    defense: int = 0


class Counters(Effect, frozen=True):
    """Charge counters, +1/+1 where `n` is positive, else -1/-1 (RISE-1001); without a target on the card itself."""

    n: int
    target: Target | None = None


class Untilt(Effect, frozen=True):
    """A card is untilted."""

    target: Target


class MoveEquipment(Effect, frozen=True):
    """An Equipment goes to another card that it could be attached to."""

    target: Target


class MoveDisease(Effect, frozen=True):
    """A Disease goes to another legal target, or to the card that the effect is about (RISE-1023)."""

    target: Target
    to: Literal["chosen", "struck"] = "chosen"


class ReturnCard(Effect, frozen=True):
    """A Constant card goes to a hand: the keyword Return."""

    target: Target


class LetAttack(Effect, frozen=True):
    """A Door may attack, and is a creature until the end of the turn (RISE-520)."""

    target: Target


class Coins(Effect, frozen=True):
    """Coins are gained, or lost where `n` is negative (RISE-802).

    Attributes:
        who: whose Stock.
        per: once for each of these.
        steal: what is lost is gained by the own Stock.
        reset: the Stock is emptied (RISE-803).
    """

    n: int = 0
    who: Literal["own", "opponent"] = "own"
    per: Count | None = None
    steal: bool = False
    reset: bool = False


class Ether(Effect, frozen=True):
    """Ether charges are gained, or lost where `n` is negative (RISE-807)."""

    n: int = 0
    who: Literal["own", "opponent"] = "own"


class DrawCards(Effect, frozen=True):
    """Cards from the own library."""

    n: int = 1


class FromCemetery(Effect, frozen=True):
    """A card of the own cemetery goes to the own hand.

    Attributes:
        what: a type or an ability of the card.
        rank_at_most: 0 for any; cards of infinite rank never lie there.
    """

    what: str
    rank_at_most: int = 0


class LookAtTop(Effect, frozen=True):
    """The first card of the own library is looked at and may go to the cemetery; that is no draw."""


class Revive(Effect, frozen=True):
    """A dead Summoner comes back (RISE-618)."""

    target: Target
    hp: int


# standing --------------------------------------------------------------------------------------------------------


class Bonus(Effect, frozen=True):
    """Attack and defense while it lies there.

    Attributes:
        of: of the card itself, or of the one that it is attached to.
        while_with: only while the controller has another creature of one of these names (Symbiosis).
    """

    attack: int = 0
    defense: int = 0
    of: Literal["this", "bearer"] = "this"
    while_with: tuple[str, ...] = ()


class StaysTilted(Effect, frozen=True):
    """It is not untilted in Awakening (RISE-403)."""


class KeepsEmpty(Effect, frozen=True):
    """The Summoner that it is attached to gets no capacity back (RISE-402)."""


class MustAttack(Effect, frozen=True):
    """It has to attack if it can (RISE-503)."""


class Unblockable(Effect, frozen=True):
    """It cannot be blocked."""


class Prices(Effect, frozen=True):
    """Coins that the own actions cost more, or less where negative."""

    coins: int


RiseEffect: TypeAlias = (
    Damage
    | Heal
    | Destroy
    | TurnDoor
    | Unlock
    | Strengthen
    | Counters
    | Untilt
    | MoveEquipment
    | MoveDisease
    | ReturnCard
    | LetAttack
    | Coins
    | Ether
    | DrawCards
    | FromCemetery
    | LookAtTop
    | Revive
    | Bonus
    | StaysTilted
    | KeepsEmpty
    | MustAttack
    | Unblockable
    | Prices
)
"""Every effect that a card can name."""


class Base(Value, frozen=True, omit_defaults=True):
    """A base effect: when it works, and what it does (RISE-907). With `may` its controller can leave it."""

    when: When
    effect: tuple[RiseEffect, ...]
    may: bool = False


class Deed(Value, frozen=True, omit_defaults=True):
    """An action of a card: a direct purchase, a coin toss or a roll (RISE-909).

    Attributes:
        coins, ether: the price; without one it is free (RISE-910).
        toss: a coin decides: heads is success (RISE-914).
        roll: a die decides: from this number on it is success; 0 without a die.
        effect: what it does, of a toss or roll upon success.
        failure: what a failure does.
    """

    effect: tuple[RiseEffect, ...]
    coins: int = 0
    ether: int = 0
    toss: bool = False
    roll: int = 0
    failure: tuple[RiseEffect, ...] = ()


class Skill(Value, frozen=True, omit_defaults=True):
    """A skill of a Summoner; with `limit` "game" only once (RISE-817)."""

    effect: tuple[RiseEffect, ...]
    limit: Literal["", "game"] = ""
