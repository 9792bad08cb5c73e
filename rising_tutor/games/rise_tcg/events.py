"""What happened, in the past tense. Each event names the rule that caused it, and the phase in which it was."""

from collections.abc import Sequence
from typing import ClassVar

from rising_tutor.core.event import Event


class RiseEvent(Event, frozen=True, kw_only=True, tag=True):
    """Something that happened to a seat."""

    rules: ClassVar[Sequence[str]] = ()
    """Every rule that can cause it."""
    seat: int


class NumberEvent(RiseEvent, frozen=True, kw_only=True):
    """Something with a number."""

    n: int


class CardEvent(RiseEvent, frozen=True, kw_only=True):
    """Something that happened to a card, by its id.

    Attributes:
        piece: its number in play, 0 for a card that is not there.
        copy: tells cards of one name in play apart.
    """

    card: str
    piece: int = 0
    copy: int = 1


class CardNumberEvent(CardEvent, frozen=True, kw_only=True):
    """Something with a number that happened to a card."""

    n: int


class RolledForStart(NumberEvent, frozen=True, kw_only=True):
    """A die for the start."""

    rules = ("RISE-301",)


class RollsTied(RiseEvent, frozen=True, kw_only=True):
    """Some seats roll again."""

    rules = ("RISE-301",)
    seats_tied: tuple[int, ...]


class StarterFound(RiseEvent, frozen=True, kw_only=True):
    """Who begins."""

    rules = ("RISE-301",)


class SetUp(RiseEvent, frozen=True, kw_only=True):
    """A seat has its coins, and draws its hand."""

    rules = ("RISE-302", "RISE-303")
    n: int
    coins: int


class DrewCard(RiseEvent, frozen=True, kw_only=True):
    """A card came from a library to a hand."""

    rules = ("RISE-302", "RISE-303", "RISE-305", "RISE-404", "RISE-907")


class SawCard(CardEvent, frozen=True, kw_only=True):
    """Which card it is; only those who may know it are told."""

    rules = ("RISE-1019",)


class HandKept(RiseEvent, frozen=True, kw_only=True):
    """A seat plays with its hand."""

    rules = ("RISE-305", "RISE-306")


class MulliganTaken(NumberEvent, frozen=True, kw_only=True):
    """A hand was shuffled into the library; the how-manieth time."""

    rules = ("RISE-305",)


class PhaseBegan(RiseEvent, frozen=True, kw_only=True):
    """A phase of the turn."""

    rules = ("RISE-401",)
    phase: str


class ColdPaid(NumberEvent, frozen=True, kw_only=True):
    """Cold took a coin; what is left."""

    rules = ("RISE-1007",)


class Awoke(RiseEvent, frozen=True, kw_only=True):
    """Capacity came back, and cards were untilted."""

    rules = ("RISE-402",)


class DrawLeftOut(RiseEvent, frozen=True, kw_only=True):
    """The starter draws nothing in the first turn."""

    rules = ("RISE-304",)


class TookCards(RiseEvent, frozen=True, kw_only=True):
    """Cards and coins of Restoration were chosen."""

    rules = ("RISE-404",)
    cards: int
    coins: int


class CoinsChanged(NumberEvent, frozen=True, kw_only=True):
    """A Stock changed by so much."""

    rules = ("RISE-802", "RISE-803", "RISE-404")
    now: int


class EtherChanged(NumberEvent, frozen=True, kw_only=True):
    """An Ether changed by so much."""

    rules = ("RISE-806", "RISE-607", "RISE-807", "RISE-832", "RISE-830")
    now: int


class LibraryEmpty(NumberEvent, frozen=True, kw_only=True):
    """A draw found no card; the how-manieth time."""

    rules = ("RISE-710", "RISE-711", "RISE-712")


class SummonerSacrificed(CardEvent, frozen=True, kw_only=True):
    """An empty library cost a Summoner."""

    rules = ("RISE-711", "RISE-712")


class SummonerDied(CardEvent, frozen=True, kw_only=True):
    """A Summoner died."""

    rules = ("RISE-616",)


class SummonerRevived(CardNumberEvent, frozen=True, kw_only=True):
    """A Summoner came back."""

    rules = ("RISE-618",)


class SummonerHit(CardNumberEvent, frozen=True, kw_only=True):
    """A Summoner lost HP."""

    rules = ("RISE-516", "RISE-610", "RISE-614", "RISE-818")
    hp: int


class SummonerHealed(CardNumberEvent, frozen=True, kw_only=True):
    """A Summoner gained HP."""

    rules = ("RISE-615",)
    hp: int


class SeatOut(RiseEvent, frozen=True, kw_only=True):
    """A seat has lost."""

    rules = ("RISE-617", "RISE-1020")


class GameWon(RiseEvent, frozen=True, kw_only=True):
    """The last one with a living Summoner."""

    rules = ("RISE-103",)


class GameDrawn(RiseEvent, frozen=True, kw_only=True):
    """The last Summoners of all died at once."""

    rules = ("RISE-620",)


class Conceded(RiseEvent, frozen=True, kw_only=True):
    """A seat gave up."""

    rules = ("RISE-1020",)


class Invoked(CardEvent, frozen=True, kw_only=True):
    """A card from hand goes on the chain: with which Summoners, of a Level Up on which one."""

    rules = ("RISE-411", "RISE-819", "RISE-809")
    by: tuple[int, ...]


class SkillUsed(CardEvent, frozen=True, kw_only=True):
    """A skill goes on the chain."""

    rules = ("RISE-411",)
    index: int


class ActionUsed(CardEvent, frozen=True, kw_only=True):
    """An action of a card goes on the chain."""

    rules = ("RISE-909", "RISE-928")
    index: int


class AbilityStarted(CardEvent, frozen=True, kw_only=True):
    """An ability of a card goes on the chain."""

    rules = ("RISE-928",)
    ability: str


class TimesChosen(NumberEvent, frozen=True, kw_only=True):
    """How often an action is done."""

    rules = ("RISE-920",)


class TargetChosen(CardEvent, frozen=True, kw_only=True):
    """A target of what is announced, or of what asks: a card, a Summoner or a player."""

    rules = (
        "RISE-904",
        "RISE-517",
        "RISE-610",
        "RISE-609",
        "RISE-611",
        "RISE-711",
        "RISE-907",
        "RISE-928",
        "RISE-1005",
        "RISE-1009",
        "RISE-712",
        "RISE-1023",
        "RISE-1024",
        "RISE-515",
    )
    ref: int


class Selected(RiseEvent, frozen=True, kw_only=True):
    """What was chosen in words."""

    rules = ("RISE-407", "RISE-907", "RISE-924")
    option: str


class PricePaid(RiseEvent, frozen=True, kw_only=True):
    """Coins and Ether for an action."""

    rules = ("RISE-910", "RISE-927")
    coins: int
    ether: int


class Passed(RiseEvent, frozen=True, kw_only=True):
    """A seat adds nothing, now or for the turn."""

    rules = ("RISE-903", "RISE-701")
    turn: bool = False


class ItemResolved(CardEvent, frozen=True, kw_only=True):
    """The newest item of the chain is worked off."""

    rules = ("RISE-902",)


class ItemFailed(CardEvent, frozen=True, kw_only=True):
    """An item did nothing: its card or its targets are gone."""

    rules = ("RISE-905", "RISE-911")


class Entered(CardEvent, frozen=True, kw_only=True):
    """A card came into play."""

    rules = ("RISE-921", "RISE-1013", "RISE-1025")


class Attached(CardEvent, frozen=True, kw_only=True):
    """A card lies on another, on a Summoner, or beside a player's Stock."""

    rules = ("RISE-1005", "RISE-1023")
    ref: int


class LeftPlay(CardEvent, frozen=True, kw_only=True):
    """A card left play for a cemetery."""

    rules = ("RISE-606", "RISE-830", "RISE-1005", "RISE-618", "RISE-619", "RISE-1012")


class Removed(CardEvent, frozen=True, kw_only=True):
    """A card of infinite rank is removed, a reanimated one excluded, a copy gone."""

    rules = ("RISE-607", "RISE-830", "RISE-107", "RISE-1013", "RISE-619", "RISE-832")


class CardUsed(CardEvent, frozen=True, kw_only=True):
    """An Imminent card went to the cemetery."""

    rules = ("RISE-832",)


class Returned(CardEvent, frozen=True, kw_only=True):
    """A card went to a hand."""

    rules = ("RISE-1009",)
    to: int


class FromCemetery(CardEvent, frozen=True, kw_only=True):
    """A card of the cemetery went to the hand."""

    rules = ("RISE-907",)


class LookedAtTop(RiseEvent, frozen=True, kw_only=True):
    """A seat looked at the first card of its library."""

    rules = ("RISE-1019",)


class PutFromTop(CardEvent, frozen=True, kw_only=True):
    """The first card of the library went to the cemetery."""

    rules = ("RISE-907",)


class LevelGained(CardNumberEvent, frozen=True, kw_only=True):
    """A Summoner has one more Level Up; its level."""

    rules = ("RISE-810", "RISE-811")


class LevelLost(CardNumberEvent, frozen=True, kw_only=True):
    """A Summoner lost a Level Up; its level."""

    rules = ("RISE-812",)


class DamageTaken(CardNumberEvent, frozen=True, kw_only=True):
    """A card took damage; what is left of its defense."""

    rules = ("RISE-601", "RISE-605")
    left: int


class CountersPut(CardNumberEvent, frozen=True, kw_only=True):
    """Charge counters: positive or negative."""

    rules = ("RISE-1001", "RISE-613")


class CountersKeptOff(CardEvent, frozen=True, kw_only=True):
    """Constancy took no counter."""

    rules = ("RISE-1001",)


class Strengthened(CardEvent, frozen=True, kw_only=True):
    """Attack and defense until the end of the turn."""

    rules = ("RISE-703",)
    attack: int
    defense: int


class Untilted(CardEvent, frozen=True, kw_only=True):
    """A card was untilted."""

    rules = ("RISE-907",)


class DoorTurned(CardEvent, frozen=True, kw_only=True):
    """A Door was opened or closed."""

    rules = ("RISE-426", "RISE-826")
    open: bool


class LockOpened(CardEvent, frozen=True, kw_only=True):
    """A Lock was opened, or a Chained creature freed."""

    rules = ("RISE-1014",)


class DoorLetLoose(CardEvent, frozen=True, kw_only=True):
    """A Door may attack this turn."""

    rules = ("RISE-520",)


class ControlChanged(CardEvent, frozen=True, kw_only=True):
    """A card came under another seat's control."""

    rules = ("RISE-1009", "RISE-424", "RISE-619")
    to: int


class CoinTossed(CardEvent, frozen=True, kw_only=True):
    """A coin fell."""

    rules = ("RISE-1015", "RISE-1024")
    heads: bool
    why: str


class DieRolled(NumberEvent, frozen=True, kw_only=True):
    """A die of an action."""

    rules = ("RISE-1015",)
    success: bool


class Limited(CardEvent, frozen=True, kw_only=True):
    """A card cannot do something until the end of the turn."""

    rules = ("RISE-1007", "RISE-928")
    what: tuple[str, ...]


class ActionsTaken(CardEvent, frozen=True, kw_only=True):
    """Another seat decides on a card's actions this turn."""

    rules = ("RISE-1007",)


class Marked(CardEvent, frozen=True, kw_only=True):
    """The next hit on a card is doubled."""

    rules = ("RISE-1007",)


class Copied(CardEvent, frozen=True, kw_only=True):
    """A Morpher is now a copy."""

    rules = ("RISE-608",)
    of: str


class Stacked(CardEvent, frozen=True, kw_only=True):
    """A card lies under another, as one creature."""

    rules = ("RISE-928",)
    under: str
    under_copy: int


class AttackDeclared(CardEvent, frozen=True, kw_only=True):
    """An attacker was declared."""

    rules = ("RISE-504",)
    target: int


class NoAttack(RiseEvent, frozen=True, kw_only=True):
    """Nobody attacks."""

    rules = ("RISE-503",)


class BlockDeclared(CardEvent, frozen=True, kw_only=True):
    """A blocker was declared, or named by Advantage."""

    rules = ("RISE-509", "RISE-611")
    attacker: str
    attacker_copy: int


class NoBlock(RiseEvent, frozen=True, kw_only=True):
    """No block, or no further one."""

    rules = ("RISE-509",)


class CombatOver(RiseEvent, frozen=True, kw_only=True):
    """The fights of this turn are over."""

    rules = ("RISE-613",)


class TurnEnded(NumberEvent, frozen=True, kw_only=True):
    """Damage and what lasts until the end of the turn are gone."""

    rules = ("RISE-703",)
