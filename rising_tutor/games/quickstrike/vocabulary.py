"""What a card of the QuickStrike system can say: abilities of typed parts, as they stand in a card file.

An ability says when it works, what it costs, under which condition, how often, and what it does. `handlers` gives each
effect what it does, `standing` what it changes while it lies there, `clauses` how it is said. A card says "this zone"
as `here`: the zone of an ally, of the strike, of the counterattack that set an advantage off.

A colour is the name of a zone. Whoever is `own` has the card in play; the other one is the `opponent`.
"""

from typing import Literal, TypeAlias

from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import Effect

Colour = Literal["green", "yellow", "red"]
COLOURS: tuple[Colour, ...] = ("green", "yellow", "red")  # QS-103
Whose = Literal["own", "opponent", "any", "each"]
When = Literal[
    "power",
    "counterattack",
    "opponent_counterattacks",
    "opponent_focuses",
    "opponent_flips",
    "opponent_charges",
    "opponent_plays",
    "before_flip",
    "flip",
    "played",
    "standing",
]


class Cost(Value, frozen=True, omit_defaults=True):
    """What is paid before an arrow, all parts of it (QS-621).

    Attributes:
        energies: of green, yellow and red.
        intercept: of the strike.
        pitch: the flipped card is discarded and the zone is lost.
        eliminate: an own ally, this card, or an energy of this zone.
        uncharge: this zone, or another own one.
        move: the strike goes to another zone, which is then defended.
        chamber: the Chamber turns from its back to its front.
    """

    energies: tuple[int, int, int] = (0, 0, 0)
    intercept: int = 0
    pitch: bool = False
    eliminate: Literal["", "ally", "this", "energy"] = ""
    uncharge: Literal["", "here", "another"] = ""
    move: Literal["", "up", "down", "red"] = ""
    chamber: bool = False


class Condition(Value, frozen=True, omit_defaults=True):
    """What must be true besides.

    Attributes:
        force_at_most: the force of the attack that is stopped.
        charged: this zone is charged.
        was_charged: it was charged before this advantage was played.
        ally: whether an own ally is in this zone.
        zones: this zone is one of these.
        defends: the opponent defends in this zone.
    """

    force_at_most: int | None = None
    charged: bool = False
    was_charged: bool = False
    ally: bool | None = None
    zones: tuple[Colour, ...] = ()
    defends: Colour | None = None


ALWAYS = Condition()
FREE = Cost()

# effects ---------------------------------------------------------------------------------------------------------


class Change(Effect, frozen=True):
    """Force and intercept of a strike; standing ones of this strike, of those here, or of all own ones.

    Attributes:
        per: once for each own ally, or for each force of the opponent's strike.
    """

    force: int = 0
    intercept: int = 0
    of: Literal["this", "here", "own"] = "this"
    per: Literal["", "ally", "stopped"] = ""


class AddEnergy(Effect, frozen=True):
    """Energies from the discard pile; `each` is every zone."""

    zone: Colour | Literal["here", "each"]
    n: int = 1
    who: Literal["own", "each"] = "own"
    per: Literal["", "charged", "ally"] = ""


class EliminateEnergy(Effect, frozen=True):
    """Energies go to their owner's discard pile; `n` 0 is all of that zone, `each` is every zone."""

    zone: Colour | Literal["here", "any", "each"]
    n: int = 1
    whose: Literal["own", "opponent"] = "opponent"
    chooser: Literal["own", "opponent"] = "own"
    may: bool = False


class MoveEnergy(Effect, frozen=True):
    """An own energy goes to another zone."""

    start: Colour
    to: Colour
    may: bool = False


class EliminateAlly(Effect, frozen=True):
    """An ally goes to its owner's discard pile; `each` is one of each player's choice, `n` 0 all of them."""

    whose: Whose
    chooser: Literal["own", "opponent"] = "own"
    n: int = 1
    here: bool = False
    this: bool = False
    may: bool = False


class Charge(Effect, frozen=True):
    """A zone is charged; `any` is of the chooser's choice."""

    zone: Colour | Literal["here", "any"]
    who: Literal["own", "each"] = "own"
    chooser: Literal["own", "opponent"] = "own"
    may: bool = False


class Uncharge(Effect, frozen=True):
    """A zone is uncharged; `each` is every zone."""

    zone: Literal["here", "any", "each"]
    whose: Literal["own", "opponent", "any"]
    chooser: Literal["own", "opponent"] = "own"
    may: bool = False


class AllyOntoDeck(Effect, frozen=True):
    """An ally goes on top of its owner's deck."""

    may: bool = False


class TakeAlly(Effect, frozen=True):
    """The opponent moves one of his allies to an empty ally space of yours."""


class MoveAlly(Effect, frozen=True):
    """An ally goes to another empty ally space of the same player; `here` is to this zone."""

    whose: Whose
    here: bool = False
    may: bool = True


class SwapAlly(Effect, frozen=True):
    """This ally changes places with another own one."""


class ArrangeAllies(Effect, frozen=True):
    """Own allies are put into zones as one likes, at most one in each."""


class SearchAlly(Effect, frozen=True):
    """Search the own deck for an ally of this name, up to the first comma, and put it in an empty ally space."""

    named: str
    may: bool = False


class Look(Effect, frozen=True):
    """Look at the first cards of the own deck; one is kept on top, or all are put in order, or one may be discarded."""

    n: int
    then: Literal["keep_one", "reorder", "may_discard"]


class ShowTop(Effect, frozen=True):
    """The opponent shows his top card; you may have it discarded."""


class OpenTop(Effect, frozen=True):
    """The top card of a deck is turned face-up."""

    whose: Literal["own", "opponent"] = "own"


class DefendHigher(Effect, frozen=True):
    """You now defend one zone higher."""


class FlipAgain(Effect, frozen=True):
    """The opponent discards the flipped card and flips another in that zone."""


class OneOf(Effect, frozen=True):
    """One of these, of own choice."""

    of: tuple["AvatarEffect", ...]


class IfDone(Effect, frozen=True):
    """You may do the first; if so, the others follow."""

    first: "AvatarEffect"
    then: tuple["AvatarEffect", ...]


class WhenCountering(Effect, frozen=True):
    """Waits for the counterattack from this zone (QS-618)."""

    effect: tuple["AvatarEffect", ...]


class Gains(Effect, frozen=True):
    """The strike in this zone has a standing effect while it lies there (QS-622)."""

    effect: tuple["AvatarEffect", ...]


# standing effects: they change what is possible while their card lies there --------------------------------------


class ExtraCost(Effect, frozen=True):
    """Strikes of the opponent cost one more energy."""

    zone: Colour


class Forbid(Effect, frozen=True):
    """What a player cannot do while the opponent of this strike defends.

    Attributes:
        what: charge: zones of the opponent; uncharge: own zones; allies: own allies are not moved or eliminated; play:
            advantages and allies of the opponent in green.
    """

    what: tuple[Literal["charge", "uncharge", "focus", "pitch", "signature", "allies", "play"], ...]


class Skip(Effect, frozen=True):
    """The opponent skips these zones (QS-535)."""

    zones: tuple[Colour, ...]


class GrantReflip(Effect, frozen=True):
    """Flipped cards have Reflip: own ones, own strikes here, or those of the opponent."""

    to: Literal["own", "here", "opponent"]
    cost: Cost


class GrantPower(Effect, frozen=True):
    """Strikes of the opponent have a payment power."""

    cost: Cost
    effect: tuple["AvatarEffect", ...]


class StayBack(Effect, frozen=True):
    """When it is cleaned up, the Chamber stays on its back."""


AvatarEffect: TypeAlias = (
    Change
    | AddEnergy
    | EliminateEnergy
    | MoveEnergy
    | EliminateAlly
    | Charge
    | Uncharge
    | AllyOntoDeck
    | TakeAlly
    | MoveAlly
    | SwapAlly
    | ArrangeAllies
    | SearchAlly
    | Look
    | ShowTop
    | OpenTop
    | DefendHigher
    | FlipAgain
    | OneOf
    | IfDone
    | WhenCountering
    | Gains
    | ExtraCost
    | Forbid
    | Skip
    | GrantReflip
    | GrantPower
    | StayBack
)


class Ability(Value, frozen=True, omit_defaults=True):
    """One ability of a card.

    Attributes:
        limit: "once" for as long as the card lies there, "turn" once in each turn (QS-612).
        may: whether its player is asked.
    """

    when: When
    effect: tuple[AvatarEffect, ...]
    cost: Cost = FREE
    only_if: Condition = ALWAYS
    limit: Literal["", "once", "turn"] = ""
    may: bool = False
