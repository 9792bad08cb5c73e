"""What the enemy does: its figure, its dice or its cards, tracks and counters, and the last opponents."""

from rising_tutor.core.ids import CardId
from rising_tutor.games.rising.rules.events import RisingEvent

# the figure and its orders


class FigureSet(RisingEvent, frozen=True, kw_only=True):
    """The figure faces a location before the first turn."""

    location: int


class FigureTurned(RisingEvent, frozen=True, kw_only=True):
    """The figure turned, or stayed."""

    before: int
    after: int


class LocationAttacked(RisingEvent, frozen=True, kw_only=True):
    """Step 2c: the faced location is attacked."""

    location: int
    team_there: bool


class ThreatFaceRolled(RisingEvent, frozen=True, kw_only=True):
    """Step 2: a die of the enemy shows a face."""

    die: CardId
    face: CardId


class AllVillainsAct(RisingEvent, frozen=True, kw_only=True):
    """The Villains of the other locations act as well."""

    face: CardId


class HealingBlocked(RisingEvent, frozen=True, kw_only=True):
    """No Damage is taken off Heroes until the end of the turn."""

    card: CardId


class NotHealed(RisingEvent, frozen=True, kw_only=True):
    """Damage stays because healing is blocked."""

    card: CardId


class TokensBlocked(RisingEvent, frozen=True, kw_only=True):
    """Nobody gains or uses tokens until the end of the turn."""

    card: CardId


class BalanceBlocked(RisingEvent, frozen=True, kw_only=True):
    """Nothing can be paid for Balance this turn."""

    card: CardId


class CarriersStacked(RisingEvent, frozen=True, kw_only=True):
    """The cards of a location lie in this order, the first one on top."""

    location: int
    cards: tuple[CardId, ...]


class PressureAdded(RisingEvent, frozen=True, kw_only=True):
    """Counters on a carrier; `n` is 0 if it was full."""

    card: CardId
    n: int
    after: int
    spaces: int


class PressureRemoved(RisingEvent, frozen=True, kw_only=True):
    """Counters off a carrier; `n` may be 0."""

    card: CardId
    n: int
    after: int
    spaces: int


class CarrierFell(RisingEvent, frozen=True, kw_only=True):
    """A carrier was full at the end of the turn; `fallen` of them are."""

    card: CardId
    fallen: int


class FireNationTurned(RisingEvent, frozen=True, kw_only=True):
    """Step 2: the Fire Nation card of the turn."""

    card: CardId
    direction: str
    ruin: int


class FireNationReshuffled(RisingEvent, frozen=True, kw_only=True):
    """The discarded Fire Nation cards are the draw pile again."""

    n: int


class RuinMoved(RisingEvent, frozen=True, kw_only=True):
    """The Ruin marker moved."""

    before: int
    after: int


class BlackSunCame(RisingEvent, frozen=True, kw_only=True):
    """The Day of Black Sun; `both` if both tracks were filled in this turn."""

    track: str
    both: bool


class CardRemoved(RisingEvent, frozen=True, kw_only=True):
    """Taken out by the Day of Black Sun."""

    card: CardId


class CardDiscarded(RisingEvent, frozen=True, kw_only=True):
    """Discarded on reveal because of the Black Sun icon."""

    card: CardId
    counts: bool


class TracksLeft(RisingEvent, frozen=True, kw_only=True):
    """Both tracks are out of the game."""


class BossHidden(RisingEvent, frozen=True, kw_only=True):
    """The last opponent lies in the deck, with this many cards on it and under it."""

    card: CardId
    above: int
    below: int


class BossRevealed(RisingEvent, frozen=True, kw_only=True):
    """The last opponent came off the deck; from now on it can be attacked."""

    card: CardId
    location: int


class TeamRedeployed(RisingEvent, frozen=True, kw_only=True):
    """The Team went to the figure's location for the price of a die."""

    team: CardId
    location: int
    die: str


class BattlesPlaced(RisingEvent, frozen=True, kw_only=True):
    """The Final Battles lie at locations 1 to 3."""

    battles: tuple[CardId, ...]


class BattleCompleted(RisingEvent, frozen=True, kw_only=True):
    """A Final Battle is complete; `done` of them are."""

    card: CardId
    done: int
