"""What players choose and what chance gives in a Rising game.

Dice are written "green:EE" (a green die that shows double Earth) and "green" (a green die that was
not rolled yet). Cards, tokens and Balance are written by id. All are small frozen values, made once
by the book and shared.
"""

from typing import Literal

from rising_tutor.core.action import Action, Outcome
from rising_tutor.core.ids import CardId
from rising_tutor.effects.vocabulary import tag_of

BALANCE = CardId("balance")
"""The target of dice, tokens and symbols that are given for the next Balance space."""


class RisingAction(Action, frozen=True, tag_field="do", tag=tag_of):
    """What a player chooses; tagged, so that a list of them can be read back."""


class RisingOutcome(Outcome, frozen=True, tag_field="got", tag=tag_of):
    """What chance gives, tagged likewise."""


class TakeTeam(RisingAction, frozen=True):
    """Take a Team card before the game."""

    card: CardId


class TakeStarter(RisingAction, frozen=True):
    """Take a Hero to start with."""

    card: CardId


class GoTo(RisingAction, frozen=True):
    """Step 1: put the Team token on a location, 0-based clockwise."""

    location: int


class Roll(RisingAction, frozen=True):
    """Roll every unassigned die."""


class PlaceDie(RisingAction, frozen=True):
    """Assign a rolled die to a card, or to Balance."""

    die: str
    on: CardId


class DiscardDie(RisingAction, frozen=True):
    """Give up one unassigned die instead of assigning."""

    die: str


class RemoveDie(RisingAction, frozen=True):
    """Take a die out of the pool for a Balance space that asks for it."""

    die: str


class GiveToken(RisingAction, frozen=True):
    """Give up a token of a Team for a Balance space that asks for it."""

    team: CardId
    token: CardId


class UseToken(RisingAction, frozen=True):
    """Use a token of a Team; a symbol token names its target."""

    team: CardId
    token: CardId
    on: CardId | None = None


class UseAbility(RisingAction, frozen=True):
    """Use an ability that needs no symbols."""

    card: CardId


class MoveParked(RisingAction, frozen=True):
    """Move the die parked on a Hero to a target that needs its symbol."""

    card: CardId
    on: CardId


class Stop(RisingAction, frozen=True):
    """End step 3; dice that are left are forfeited."""


class Redeploy(RisingAction, frozen=True):
    """Go to the figure's location; a die of the pool is the price."""

    die: str


class Choose(RisingAction, frozen=True):
    """Choose a card: a target, a victim, the next in an order."""

    card: CardId


class ChooseColour(RisingAction, frozen=True):
    """Choose the colour of an extra die."""

    colour: str


class PickDie(RisingAction, frozen=True):
    """Choose a die: to be rerolled, or to be lost."""

    die: str


class TurnDie(RisingAction, frozen=True):
    """Turn a die to another of its faces."""

    die: str
    to: str


class ShiftDamage(RisingAction, frozen=True):
    """Move one counter from a card to a Villain."""

    source: CardId
    to: CardId


class SwapCards(RisingAction, frozen=True):
    """Exchange a card here with one at another location."""

    here: CardId
    elsewhere: CardId


class DropToken(RisingAction, frozen=True):
    """Discard a token because an effect demands one."""

    token: CardId


class React(RisingAction, frozen=True):
    """Use a triggered ability."""

    card: CardId


class Join(RisingAction, frozen=True):
    """Step 4a: put a recruited Hero at an end of the row."""

    card: CardId
    end: Literal["left", "right"]


class TakeAid(RisingAction, frozen=True):
    """Draw the consolation token."""


class Done(RisingAction, frozen=True):
    """Choose nothing more; decline what is offered."""


class Stacked(RisingOutcome, frozen=True):
    """Setup: the cards of a location from the top."""

    cards: tuple[CardId, ...]


class ThreatRolled(RisingOutcome, frozen=True):
    """Step 2: the face of a die of the enemy."""

    face: CardId


class Faced(RisingOutcome, frozen=True):
    """Setup: the location that the figure faces first."""

    location: int


class SideDealt(RisingOutcome, frozen=True):
    """Setup: the Balance Track side in play."""

    side: CardId


class TeamDealt(RisingOutcome, frozen=True):
    """The Team card that the next Team was dealt."""

    card: CardId


class FirstDrawn(RisingOutcome, frozen=True):
    """Setup: the place in seating order of the Team that begins, 0-based."""

    team: int


class Revealed(RisingOutcome, frozen=True):
    """A card of the Character deck was turned face up."""

    card: CardId


class TurnedOver(RisingOutcome, frozen=True):
    """Step 2: the kind of the Fire Nation card."""

    card: CardId


class Rolled(RisingOutcome, frozen=True):
    """The dice of a roll: colours in the order of the box, faces in the order of the die."""

    dice: tuple[str, ...]


class Drew(RisingOutcome, frozen=True):
    """The kind of the token that was drawn."""

    token: CardId


class BattlesDealt(RisingOutcome, frozen=True):
    """Day of Black Sun: which battle lies at locations 1, 2 and 3."""

    battles: tuple[CardId, ...]
