"""What a seat can choose, and what chance can give."""

from typing import TypeAlias

from rising_tutor.core.action import Action, Outcome
from rising_tutor.games.quickstrike.book import Energies


class Send(Action, frozen=True, tag=True):
    """Send the opening attack."""


class Receive(Action, frozen=True, tag=True):
    """Defend against the opening attack."""


class Signature(Action, frozen=True, tag=True):
    """Play the signature move, paying these energies."""

    pay: Energies


class Decline(Action, frozen=True, tag=True):
    """Flip instead of playing the signature move."""


class CounterAttack(Action, frozen=True, tag=True):
    """Pay for the flipped strike and attack with it."""

    pay: Energies


class Play(Action, frozen=True, tag=True):
    """Pay for the flipped advantage or ally."""

    pay: Energies


class Discard(Action, frozen=True, tag=True):
    """Put the flipped card on the discard pile."""


class Focus(Action, frozen=True, tag=True):
    """Turn the flipped card into an energy."""


class Reflip(Action, frozen=True, tag=True):
    """Pay for Reflip: of the card itself, or of the card that grants it."""

    source: str
    pay: Energies


class Power(Action, frozen=True, tag=True):
    """Pay for a power.

    Attributes:
        source: "strike", "ally", or the id of the card that grants it.
        index: which ability of the card.
        pay: energies.
        target: the zone of the ally that is eliminated, or that is uncharged, as the cost says; "" without a choice.
    """

    source: str
    index: int
    pay: Energies
    target: str = ""


class Choose(Action, frozen=True, tag=True):
    """Choose one of what an effect asks for."""

    option: str


class Concede(Action, frozen=True, tag=True):
    """Give up."""


class Turned(Outcome, frozen=True, tag=True):
    """Which card it is, by its id."""

    card: str


class Tossed(Outcome, frozen=True, tag=True):
    """Whom the coin favours: a seat from 0."""

    seat: int


class NotThere(Outcome, frozen=True, tag=True):
    """What a deck is searched for does not lie in it: only where a record leaves open what lies elsewhere."""


class LeftOpen(Outcome, frozen=True, tag=True):
    """A card that was turned over, and that a record does not name: chance never gives it."""


AvatarAction: TypeAlias = (
    Send | Receive | Signature | Decline | CounterAttack | Play | Discard | Focus | Reflip | Power | Choose | Concede
)
AvatarOutcome: TypeAlias = Turned | Tossed | NotThere | LeftOpen
