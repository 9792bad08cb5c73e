"""What happens at a Rising table. Every event carries its rule and the step in which it happened.

What the enemy does, with its figure, dice, tracks and counters, is in `enemy_events`. Locations, places and Teams are
0-based; dice are written as in the actions.
"""

from rising_tutor.core.event import Event
from rising_tutor.core.ids import CardId
from rising_tutor.effects.vocabulary import tag_of


class RisingEvent(Event, frozen=True, kw_only=True, tag_field="event", tag=tag_of):
    """Tagged, so that a list of events can be read back."""


class TeamTaken(RisingEvent, frozen=True, kw_only=True):
    """A Team card was taken, with its starting Heroes."""

    team: int
    card: CardId
    heroes: tuple[CardId, ...]


class StarterTaken(RisingEvent, frozen=True, kw_only=True):
    """A player took the Hero to start with."""

    team: int
    card: CardId


class OwnValue(RisingEvent, frozen=True, kw_only=True):
    """The group plays with a value that the rulebook does not have: an option, and what is usual."""

    option: str
    value: int
    usual: tuple[int, int]


class SideChosen(RisingEvent, frozen=True, kw_only=True):
    """The Balance side in play."""

    side: str


class FirstChosen(RisingEvent, frozen=True, kw_only=True):
    """Who begins."""

    team: int


class CardRevealed(RisingEvent, frozen=True, kw_only=True):
    """A Character card was turned face up on a place."""

    card: CardId
    place: int


class TurnBegan(RisingEvent, frozen=True, kw_only=True):
    """A turn of a Team began."""

    turn: int
    team: CardId


class TeamTokenPlaced(RisingEvent, frozen=True, kw_only=True):
    """Step 1: the Team is at a location."""

    team: CardId
    location: int


class DamageTaken(RisingEvent, frozen=True, kw_only=True):
    """One counter on a Hero; `team` is -1 for a Hero at a location."""

    card: CardId
    team: int
    damage: int
    capacity: int


class DamageBlocked(RisingEvent, frozen=True, kw_only=True):
    """A full Hero takes nothing."""

    card: CardId


class EffectUsed(RisingEvent, frozen=True, kw_only=True):
    """A Villain, battle, ability, reward or token does what it says."""

    card: CardId
    what: str


class NothingToDo(RisingEvent, frozen=True, kw_only=True):
    """An effect found nothing that qualifies."""

    card: CardId


class Declined(RisingEvent, frozen=True, kw_only=True):
    """An offered ability was not used."""

    cards: tuple[CardId, ...]


class DiceCollected(RisingEvent, frozen=True, kw_only=True):
    """Step 3a: the pool."""

    dice: tuple[str, ...]


class DieAdded(RisingEvent, frozen=True, kw_only=True):
    """A die joined the pool."""

    colour: str


class DieNotAdded(RisingEvent, frozen=True, kw_only=True):
    """All dice of the colour are in use."""

    colour: str


class DieEarned(RisingEvent, frozen=True, kw_only=True):
    """Joins the pool in step 3a."""

    colour: str


class DieLost(RisingEvent, frozen=True, kw_only=True):
    """A die was put out of play by a Villain."""

    die: str


class DiceToBeLost(RisingEvent, frozen=True, kw_only=True):
    """So many dice of the coming pool will be put aside in step 3a."""

    n: int


class DiceTakenUp(RisingEvent, frozen=True, kw_only=True):
    """The dice that were left are taken up for another roll."""

    dice: tuple[str, ...]


class DiceRolled(RisingEvent, frozen=True, kw_only=True):
    """`roll` is the number of the roll in this turn; a reroll keeps it, and `again` are its dice as they lay before."""

    dice: tuple[str, ...]
    roll: int
    again: tuple[str, ...] = ()


class FaceChanged(RisingEvent, frozen=True, kw_only=True):
    """A die was turned to another of its faces."""

    die: str
    to: str


class DiePlaced(RisingEvent, frozen=True, kw_only=True):
    """A die, or the symbol of a token, was assigned; `lost` symbols of the die cannot be used by its target."""

    die: str
    on: CardId
    lost: int


class CostCovered(RisingEvent, frozen=True, kw_only=True):
    """All symbols of a set are there."""

    on: CardId


class DieDiscarded(RisingEvent, frozen=True, kw_only=True):
    """A die was given up instead of assigning."""

    die: str


class DieRemoved(RisingEvent, frozen=True, kw_only=True):
    """Given up for Balance."""

    die: str


class DieParked(RisingEvent, frozen=True, kw_only=True):
    """A die stays on a Hero for a later turn."""

    die: str
    on: CardId


class ParkedDieTaken(RisingEvent, frozen=True, kw_only=True):
    """A die that was kept on a Hero is taken from there, to be assigned."""

    die: str
    on: CardId


class DiceForfeited(RisingEvent, frozen=True, kw_only=True):
    """Dice left over when the rolling stopped."""

    dice: tuple[str, ...]


class TokenUsed(RisingEvent, frozen=True, kw_only=True):
    """A token was used and lies in the discard."""

    team: CardId
    token: CardId


class TokenGiven(RisingEvent, frozen=True, kw_only=True):
    """Given up for Balance, without effect."""

    team: CardId
    token: CardId


class TokenDropped(RisingEvent, frozen=True, kw_only=True):
    """Discarded because an effect demands it."""

    team: CardId
    token: CardId


class TokenDrawn(RisingEvent, frozen=True, kw_only=True):
    """A Team drew a token."""

    team: CardId
    token: CardId


class NoToken(RisingEvent, frozen=True, kw_only=True):
    """None could be drawn: blocked, or none left."""

    team: CardId


class TokensRecycled(RisingEvent, frozen=True, kw_only=True):
    """The discarded tokens are the supply again."""

    n: int


class Healed(RisingEvent, frozen=True, kw_only=True):
    """Damage was taken off a card; `n` may be 0."""

    card: CardId
    n: int
    damage: int
    capacity: int


class DamagePaid(RisingEvent, frozen=True, kw_only=True):
    """A Hero took 1 Damage as a price."""

    card: CardId
    damage: int
    capacity: int


class DamageMoved(RisingEvent, frozen=True, kw_only=True):
    """A counter moved from a card to a Villain."""

    source: CardId
    to: CardId


class CardsSwapped(RisingEvent, frozen=True, kw_only=True):
    """Two cards changed places; `aside` are the dice that were on them, where the cards lose those."""

    here: CardId
    elsewhere: CardId
    aside: tuple[str, ...] = ()


class RowReordered(RisingEvent, frozen=True, kw_only=True):
    """A row has a new order."""

    team: CardId
    row: tuple[CardId, ...]


class RollingEnded(RisingEvent, frozen=True, kw_only=True):
    """Step 3 is over."""

    rolls: int


class ResolvingBegan(RisingEvent, frozen=True, kw_only=True):
    """Step 4 begins; it is told also in a turn that brought nothing to resolve."""


class HeroRecruited(RisingEvent, frozen=True, kw_only=True):
    """A Hero joined a Team; `healed` counters were taken off."""

    card: CardId
    team: CardId
    end: str
    healed: int


class VillainDamaged(RisingEvent, frozen=True, kw_only=True):
    """A counter on a Villain, or on a battle."""

    card: CardId
    damage: int
    capacity: int


class SetsWasted(RisingEvent, frozen=True, kw_only=True):
    """Complete sets beyond the capacity."""

    card: CardId
    n: int


class BalanceMoved(RisingEvent, frozen=True, kw_only=True):
    """The Balance marker moved up."""

    before: int
    after: int
    top: int


class AidTaken(RisingEvent, frozen=True, kw_only=True):
    """Aid from the Spirits was taken."""

    team: CardId


class DiceReturned(RisingEvent, frozen=True, kw_only=True):
    """All dice back to the stock, but for those that are parked."""

    parked: tuple[str, ...]


class TeamTokenReturned(RisingEvent, frozen=True, kw_only=True):
    """The Team token left the board."""

    team: CardId


class CardsCleared(RisingEvent, frozen=True, kw_only=True):
    """Step 5c: beaten Villains and completed battles leave."""

    cards: tuple[CardId, ...]


class HeroesCleared(RisingEvent, frozen=True, kw_only=True):
    """Step 5d: full Heroes are defeated; `defeated` is the number so far."""

    cards: tuple[CardId, ...]
    defeated: int


class BoardRefilled(RisingEvent, frozen=True, kw_only=True):
    """Step 5e is over; `empty` places could not be filled."""

    empty: int


class TurnPassed(RisingEvent, frozen=True, kw_only=True):
    """The next Team is active."""

    team: CardId


class GameEnded(RisingEvent, frozen=True, kw_only=True):
    """The result, with the rules behind it."""

    result: str
    reasons: tuple[str, ...]
