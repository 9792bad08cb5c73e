"""What happens, in the past tense. Each event names the rule that caused it, and the phase in which it was."""

from collections.abc import Sequence
from typing import ClassVar

from rising_tutor.core.event import Event


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


class TurnBegan(AvatarEvent, frozen=True, kw_only=True):
    """The other seat must defend."""

    rules = ("QS-402",)


class CleanedUp(AvatarEvent, frozen=True, kw_only=True):
    """Advantages and strikes went to the discard pile, in this order."""

    rules = ("QS-403", "QS-902")
    cards: tuple[str, ...]


class Replenished(ZoneEvent, frozen=True, kw_only=True):
    """Energies come for the zone of the attack."""

    rules = ("QS-407", "QS-411")


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


class Paid(CardInZone, frozen=True, kw_only=True):
    """An energy was paid."""

    rules = ("QS-601", "QS-610", "QS-803", "QS-621")


class EnergyEliminated(CardInZone, frozen=True, kw_only=True):
    """An energy was lost."""

    rules = ("QS-802",)


class PowerUsed(CardEvent, frozen=True, kw_only=True):
    """A power was paid for."""

    rules = ("QS-610",)


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
    """A flipped strike went to another zone."""

    rules = ("QS-534",)


class AdvantagePlayed(CardInZone, frozen=True, kw_only=True):
    """An advantage is in play."""

    rules = ("QS-511", "QS-515")


class AllyPlayed(CardInZone, frozen=True, kw_only=True):
    """An ally is in play."""

    rules = ("QS-516",)


class AllyReplaced(CardInZone, frozen=True, kw_only=True):
    """An old ally made room."""

    rules = ("QS-521",)


class Countered(CardInZone, frozen=True, kw_only=True):
    """A strike attacks."""

    rules = ("QS-504", "QS-712")
    force: int


class ZoneLost(ZoneEvent, frozen=True, kw_only=True):
    """The attack got through a zone."""

    rules = ("QS-507", "QS-508")


class PointScored(AvatarEvent, frozen=True, kw_only=True):
    """The attacker has one point more."""

    rules = ("QS-901",)
    points: int


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
    """A seat looked at cards of its deck."""

    rules = ("QS-1013",)
    n: int


class Saw(CardEvent, frozen=True, kw_only=True):
    """Only whoever looks is told."""

    rules = ("QS-1013",)


class Opened(CardEvent, frozen=True, kw_only=True):
    """A card of a deck lies open."""

    rules = ("QS-1013",)


class PutBack(AvatarEvent, frozen=True, kw_only=True):
    """Cards that both seats know are put back in sight: where each of them lies now."""

    rules = ("QS-1013",)
    n: int
    open: tuple[tuple[int, str], ...]


class DiscardedFromDeck(CardEvent, frozen=True, kw_only=True):
    """A card of a deck was discarded."""

    rules = ("QS-1013",)


class StrikeChanged(CardInZone, frozen=True, kw_only=True):
    """The values of a strike as they are now."""

    rules = ("QS-622",)
    force: int
    intercept: int


class EffectGained(CardEvent, frozen=True, kw_only=True):
    """A card has a standing effect more."""

    rules = ("QS-622",)


class EffectWaits(CardEvent, frozen=True, kw_only=True):
    """A paid effect waits for the counterattack."""

    rules = ("QS-618",)


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
    """What a card asked for was chosen; what is done with cards that one seat looks at, only that seat is told."""

    rules = ("QS-814", "QS-609", "QS-815", "QS-406")
    option: str


class NotPossible(CardEvent, frozen=True, kw_only=True):
    """A card forbids it."""

    rules = ("QS-814",)


class Conceded(AvatarEvent, frozen=True, kw_only=True):
    """A seat gave up."""

    rules = ("QS-911",)


class TurnLimitReached(AvatarEvent, frozen=True, kw_only=True):
    """The game stops unfinished."""

    rules = ("QS-911",)
