"""Everything that can happen, in the past tense. Each event names its rule and the phase in which it happened.

Together the events account for the table: `after_event` follows a game by them alone.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal

from rising_tutor.core.event import Event
from rising_tutor.core.values import Value
from rising_tutor.games.quickstrike.vocabulary import AvatarEffect


class AvatarEvent(Event, frozen=True, kw_only=True, tag=True):
    """Something that happened to a seat."""

    rules: ClassVar[Sequence[str]] = ()
    """Every rule that can cause it."""
    seat: int


class CardEvent(AvatarEvent, frozen=True, kw_only=True):
    """Something that happened to a card, by its id."""

    card: str


class ZoneEvent(AvatarEvent, frozen=True, kw_only=True):
    """Something that happened in a zone."""

    zone: int


class CardInZone(CardEvent, frozen=True, kw_only=True):
    """Something that happened to a card in a zone."""

    zone: int


class Revealed(CardEvent, frozen=True, kw_only=True):
    """A card of the deck went to the discard pile."""

    rules = ("QS-305", "QS-307", "QS-1001", "QS-1006", "QS-1007", "QS-1016")


class TotalsCompared(AvatarEvent, frozen=True, kw_only=True):
    """The force of the open cards of both seats."""

    rules = ("QS-306", "QS-307")
    totals: tuple[int, int]


class CoinTossed(AvatarEvent, frozen=True, kw_only=True):
    """Whom the coin favours."""

    rules = ("QS-307",)


class DefenderChosen(AvatarEvent, frozen=True, kw_only=True):
    """Who defends the next opening attack, and who said so."""

    rules = ("QS-306", "QS-312", "QS-906")
    defender: int


class OpeningSent(AvatarEvent, frozen=True, kw_only=True):
    """The opening attack came."""

    rules = ("QS-414",)
    force: int


class EnergyAdded(CardInZone, frozen=True, kw_only=True):
    """A card of the discard pile became an energy."""

    rules = ("QS-407", "QS-412", "QS-907", "QS-903", "QS-408")


class NothingAdded(ZoneEvent, frozen=True, kw_only=True):
    """No card was left to become an energy."""

    rules = ("QS-1009",)


class TurnBegan(CardInZone, frozen=True, kw_only=True):
    """The seat must defend against a strike of the other seat: `card` in `zone`, with the force that it has now."""

    rules = ("QS-402",)
    force: int


class CleanedUp(AvatarEvent, frozen=True, kw_only=True):
    """Advantages and strikes went to the discard pile, in this order."""

    rules = ("QS-403", "QS-902")
    cards: tuple[str, ...]


class Replenished(ZoneEvent, frozen=True, kw_only=True):
    """Energies come for the zone of the attack."""

    rules = ("QS-407", "QS-411")


class SignatureOffered(CardEvent, frozen=True, kw_only=True):
    """The signature move may be played."""

    rules = ("QS-416",)


class SignatureLapsed(CardEvent, frozen=True, kw_only=True):
    """The signature move cannot be played any more, since a power cost too much of it."""

    rules = ("QS-416",)


class SignatureReady(CardEvent, frozen=True, kw_only=True):
    """The signature move is played."""

    rules = ("QS-416",)


class SignatureDeclined(AvatarEvent, frozen=True, kw_only=True):
    """The signature move is not played."""

    rules = ("QS-418",)


class Charged(ZoneEvent, frozen=True, kw_only=True):
    """A zone is charged."""

    rules = ("QS-702", "QS-703")


class Uncharged(ZoneEvent, frozen=True, kw_only=True):
    """A zone is no longer charged."""

    rules = ("QS-705", "QS-708", "QS-621")


class ZoneEntered(ZoneEvent, frozen=True, kw_only=True):
    """The defence begins, or goes on, in a zone."""

    rules = ("QS-420", "QS-507")


class ZoneSkipped(ZoneEvent, frozen=True, kw_only=True):
    """A zone was passed without a flip."""

    rules = ("QS-535",)


class Flipped(CardInZone, frozen=True, kw_only=True):
    """A card lies in the flip space."""

    rules = ("QS-501",)


class NothingToFlip(ZoneEvent, frozen=True, kw_only=True):
    """Deck and discard pile are empty."""

    rules = ("QS-1006",)


class GuardReached(ZoneEvent, frozen=True, kw_only=True):
    """Too many flips in one zone."""

    rules = ("QS-530",)


class PaymentChosen(AvatarEvent, frozen=True, kw_only=True):
    """From which zones is paid."""

    rules = ("QS-601", "QS-610", "QS-803")
    energies: tuple[int, int, int]


class EnergyChosen(CardInZone, frozen=True, kw_only=True):
    """The owner chose which energy of a zone goes next.

    Attributes:
        card: "" for one that nobody has seen.
        place: counted from the oldest, from 1.
    """

    rules = ("QS-609",)
    place: int


class Paid(CardInZone, frozen=True, kw_only=True):
    """An energy was paid."""

    rules = ("QS-601", "QS-610", "QS-803", "QS-621")


class EnergyEliminated(CardInZone, frozen=True, kw_only=True):
    """An energy was lost."""

    rules = ("QS-802",)


class PowerUsed(CardInZone, frozen=True, kw_only=True):
    """A power was paid for.

    Attributes:
        by: the kind of card that has the power.
        index: the number of the ability on that card.
        granted_by: the card that gives a strike this power; "" for a power of its own.
    """

    rules = ("QS-610",)
    by: Literal["strike", "ally"]
    index: int
    granted_by: str = ""


class Discarded(CardInZone, frozen=True, kw_only=True):
    """A flipped card was discarded."""

    rules = ("QS-505", "QS-512", "QS-522", "QS-523", "QS-515", "QS-814")


class Focused(CardInZone, frozen=True, kw_only=True):
    """A flipped card became an energy."""

    rules = ("QS-509",)


class Pitched(CardInZone, frozen=True, kw_only=True):
    """A flipped card was discarded as a price."""

    rules = ("QS-806",)


class Reflipped(CardInZone, frozen=True, kw_only=True):
    """A flipped card was discarded for another."""

    rules = ("QS-803",)


class StrikeMoved(CardInZone, frozen=True, kw_only=True):
    """A flipped strike went from `zone` to another zone."""

    rules = ("QS-534",)
    to: int


class AdvantagePlayed(CardInZone, frozen=True, kw_only=True):
    """An advantage is in play."""

    rules = ("QS-511", "QS-515")


class AdvantageEliminated(CardEvent, frozen=True, kw_only=True):
    """An advantage in play was eliminated as a cost.

    Attributes:
        place: in the order in which they were played, from 1.
    """

    rules = ("QS-621",)
    place: int


class AllyPlayed(CardInZone, frozen=True, kw_only=True):
    """An ally is in play."""

    rules = ("QS-516",)


class AllyReplaced(CardInZone, frozen=True, kw_only=True):
    """An old ally made room."""

    rules = ("QS-521",)


class Countered(CardInZone, frozen=True, kw_only=True):
    """A strike stopped the attack and strikes back.

    Attributes:
        force: its own.
        stopped: the force of the attack that it stopped.
    """

    rules = ("QS-504", "QS-712")
    force: int
    stopped: int


class ZoneLost(ZoneEvent, frozen=True, kw_only=True):
    """The attack got through a zone."""

    rules = ("QS-507", "QS-508")


class PointScored(AvatarEvent, frozen=True, kw_only=True):
    """The attacker has one point more."""

    rules = ("QS-901",)
    points: int


class RoundEnded(AvatarEvent, frozen=True, kw_only=True):
    """After a point nobody attacks any more, until the next opening attack."""

    rules = ("QS-910",)
    round: int


class GameWon(AvatarEvent, frozen=True, kw_only=True):
    """Three points."""

    rules = ("QS-909",)


class Celebrated(AvatarEvent, frozen=True, kw_only=True):
    """The scorer celebrates."""

    rules = ("QS-903", "QS-904")


class ChamberReturned(AvatarEvent, frozen=True, kw_only=True):
    """A signature move went home, turned over."""

    rules = ("QS-713", "QS-715")
    side: int


class DeckRefreshed(AvatarEvent, frozen=True, kw_only=True):
    """An empty deck was made new."""

    rules = ("QS-1001",)
    n: int


class PileRefilled(AvatarEvent, frozen=True, kw_only=True):
    """An empty discard pile was made new."""

    rules = ("QS-1007", "QS-1016")
    n: int


class Looked(AvatarEvent, frozen=True, kw_only=True):
    """A seat looked at a card of its deck.

    Attributes:
        place: in the deck, from 1.
    """

    rules = ("QS-1013",)
    place: int


class Saw(CardEvent, frozen=True, kw_only=True):
    """The card that a seat looked at; visible to this seat only.

    Attributes:
        place: in the deck, from 1.
    """

    rules = ("QS-1013",)
    place: int


class Opened(CardEvent, frozen=True, kw_only=True):
    """A card of a deck lies open."""

    rules = ("QS-1013",)


class PutBack(AvatarEvent, frozen=True, kw_only=True):
    """Cards that both seats know are put back in sight: where each of them lies now."""

    rules = ("QS-1013",)
    n: int
    open: tuple[tuple[int, str], ...]


class Arranged(AvatarEvent, frozen=True, kw_only=True):
    """The first cards of a deck as they lie now; visible only to the seat that put them there."""

    rules = ("QS-1013",)
    cards: tuple[str, ...]


class DiscardedFromDeck(CardEvent, frozen=True, kw_only=True):
    """A card of a deck was discarded.

    Attributes:
        place: where it lay, from 1; 0 for one of the cards that only their owner has seen.
    """

    rules = ("QS-1013",)
    place: int


class StrikeChanged(CardInZone, frozen=True, kw_only=True):
    """The force or the intercept of a strike was changed, by an effect or as a cost.

    Attributes:
        more_force, more_intercept: the change; below 0 for a loss.
        force, intercept: the values as they are now.
    """

    rules = ("QS-622", "QS-614")
    more_force: int
    more_intercept: int
    force: int
    intercept: int


class EffectGained(CardInZone, frozen=True, kw_only=True):
    """A card in play has gained continuous effects.

    Attributes:
        zone: where it lies; -1 for an advantage.
        place: of an advantage in the order in which they were played, from 1; 0 for a strike.
    """

    rules = ("QS-622",)
    place: int
    effects: tuple[AvatarEffect, ...]


class EffectWaits(CardInZone, frozen=True, kw_only=True):
    """Paid effects wait for the counterattack from their zone.

    Attributes:
        by: the kind of card that has them.
    """

    rules = ("QS-618",)
    by: Literal["strike", "ally"]
    effects: tuple[AvatarEffect, ...]


class EnergyMoved(ZoneEvent, frozen=True, kw_only=True):
    """An energy went to another zone."""

    rules = ("QS-814",)
    to: int


class AllyEliminated(CardInZone, frozen=True, kw_only=True):
    """An ally was lost."""

    rules = ("QS-801",)


class AllyMoved(CardInZone, frozen=True, kw_only=True):
    """An ally went to another space."""

    rules = ("QS-814",)
    to_seat: int
    to: int


class Move(Value, frozen=True):
    """The way of an ally on one mat: its card, its old zone and its new one."""

    card: str
    zone: int
    to: int


class AlliesArranged(AvatarEvent, frozen=True, kw_only=True):
    """Allies of a seat changed their places, all at once."""

    rules = ("QS-814",)
    moves: tuple[Move, ...]


class AllyOntoDeck(CardInZone, frozen=True, kw_only=True):
    """An ally lies on the deck of its owner."""

    rules = ("QS-814",)


class AllyFound(CardInZone, frozen=True, kw_only=True):
    """An ally came out of a deck that was searched; the rest was shuffled."""

    rules = ("QS-814",)


class NothingFound(AvatarEvent, frozen=True, kw_only=True):
    """A deck was searched, and no such ally lay in it."""

    rules = ("QS-814",)
    named: str


class ZoneRaised(ZoneEvent, frozen=True, kw_only=True):
    """The defender is one zone higher."""

    rules = ("QS-814",)


class ChamberTurned(AvatarEvent, frozen=True, kw_only=True):
    """A Chamber was turned as a price."""

    rules = ("QS-621",)
    side: int


class Chosen(CardEvent, frozen=True, kw_only=True):
    """The choice of a seat for a card; about cards that it alone has seen, visible to this seat only."""

    rules = ("QS-814", "QS-815", "QS-406")
    option: str


class ChargeForbidden(CardInZone, frozen=True, kw_only=True):
    """A card of the opponent keeps a zone of the seat from being charged."""

    rules = ("QS-814",)


class Conceded(AvatarEvent, frozen=True, kw_only=True):
    """A seat gave up."""

    rules = ("QS-911",)


class TurnLimitReached(AvatarEvent, frozen=True, kw_only=True):
    """The game stops unfinished."""

    rules = ("QS-911",)
