"""Events of Rise TCG, named in the past tense. Each carries the rule that caused it and the phase of the turn.

Together they account for the table: `after_event` rebuilds it from them alone. So an event about a card in play has the
number of its piece, an event about a card that moves says whose card it is, and every cost is an event.
"""

from collections.abc import Sequence
from typing import ClassVar

from rising_tutor.core.event import Event
from rising_tutor.core.values import Value
from rising_tutor.games.rise_tcg.pieces import Claim


class Spot(Value, frozen=True):
    """A card in play, a Summoner or a player, as an event names it.

    Attributes:
        ref: its number, as in `state.summoner_ref`; 0 for a card that is not in play.
        card: id of the card or Summoner, "" for a player.
        copy: number among the cards of this name in play.
        seat: seat that controls the card, or whose Summoner or player it is.
    """

    ref: int
    card: str = ""
    copy: int = 1
    seat: int = -1


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


class ItemEvent(CardEvent, frozen=True, kw_only=True):
    """Something that happened to an item of the chain, of the seat that added it.

    Attributes:
        what, index, ability: as in `tasks.Item`; of a trigger the index and the name of its effect.
    """

    what: str
    index: int = 0
    ability: str = ""


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
    """The card that was just drawn or looked at; visible to those who may know it.

    Attributes:
        where: place of the card now: "hand" or "library".
        known: they knew the card already, because it lay on top in their sight.
    """

    rules = ("RISE-1019",)
    where: str
    known: bool = False


class HandKept(RiseEvent, frozen=True, kw_only=True):
    """A seat plays with its hand."""

    rules = ("RISE-305", "RISE-306")


class MulliganTaken(NumberEvent, frozen=True, kw_only=True):
    """A mulligan: the hand was shuffled into the library. `n` counts them from 1."""

    rules = ("RISE-305",)


class PhaseBegan(RiseEvent, frozen=True, kw_only=True):
    """A phase of a turn began."""

    rules = ("RISE-401",)
    phase: str
    turn: int


class ColdPaid(NumberEvent, frozen=True, kw_only=True):
    """Cold took a coin; what is left."""

    rules = ("RISE-1007",)


class Awoke(RiseEvent, frozen=True, kw_only=True):
    """The Summoners and cards of a seat were untilted.

    Attributes:
        points: capacity points of both Summoners now.
        untilted: cards in play that were tilted before.
    """

    rules = ("RISE-402",)
    points: tuple[int, int]
    untilted: tuple[Spot, ...] = ()


class PointsLost(CardNumberEvent, frozen=True, kw_only=True):
    """A tilted Summoner lost the capacity points that it had left at the end of a turn."""

    rules = ("RISE-414",)


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
    """A draw found no card in the library. `n` counts these draws from 1."""

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
    """A card from hand was announced.

    Attributes:
        owner: seat whose card it is.
        known: bits of those who knew the card in the hand (`rising_tutor.decks.slots.mask`).
        by: Summoners that are tilted for it; of a Level Up the one that it is played on.
        names: their ids.
        points: capacity points that each of them spent.
    """

    rules = ("RISE-411", "RISE-819", "RISE-809")
    owner: int
    known: int
    by: tuple[int, ...]
    names: tuple[str, ...]
    points: int


class SkillUsed(CardEvent, frozen=True, kw_only=True):
    """A skill was announced: its Summoner is tilted and spent one capacity point.

    Attributes:
        at: place of the Summoner.
        once: the skill works once per game.
    """

    rules = ("RISE-411",)
    at: int
    index: int
    once: bool = False


class ActionUsed(CardEvent, frozen=True, kw_only=True):
    """An action of a card was announced.

    Attributes:
        payer: seat whose Stock pays.
        again: Copycat performs it again, which does not use up the card's own use.
    """

    rules = ("RISE-909", "RISE-928")
    index: int
    payer: int
    again: bool = False


class AbilityStarted(CardEvent, frozen=True, kw_only=True):
    """An ability of a card was announced."""

    rules = ("RISE-928",)
    ability: str


class TimesChosen(CardNumberEvent, frozen=True, kw_only=True):
    """The player chose how often an announced action is performed; `forced` where only once was possible."""

    rules = ("RISE-920",)
    forced: bool = False


class ItemAdded(ItemEvent, frozen=True, kw_only=True):
    """An item is on the chain and can be answered: what was announced, or by an option an effect that works by itself.

    Attributes:
        about: of a trigger the piece that it is about, 0 for none.
    """

    rules = ("RISE-904", "RISE-924")
    about: int = 0


class ItemDropped(ItemEvent, frozen=True, kw_only=True):
    """An item left the chain, or was given up before it was on it, because a seat is out or its targets are gone.

    Attributes:
        place: its place on the chain, from 0 for the oldest item; -1 for one that was only announced.
    """

    rules = ("RISE-617", "RISE-619", "RISE-905")
    place: int


class TargetChosen(CardEvent, frozen=True, kw_only=True):
    """A card, a Summoner or a player was chosen.

    Attributes:
        ref: what was chosen; `card`, `piece`, `copy` and `owner` describe it.
        owner: seat that controls the card, or whose Summoner or player it is.
        why: purpose: "item" for a target of what is announced, "effect" for an effect that works now, else the purpose
            of `tasks.Pick`.
        by: card that asks; its number is 0 for none.
        n: damage that comes with it, 0 for none.
        forced: nothing else could be chosen, so nobody was asked.
    """

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
    owner: int
    why: str
    by: Spot
    n: int = 0
    forced: bool = False


class EffectStarted(CardEvent, frozen=True, kw_only=True):
    """A base effect of a card works."""

    rules = ("RISE-907",)


class EffectDeclined(CardEvent, frozen=True, kw_only=True):
    """A player left a base effect unused that it may use."""

    rules = ("RISE-907",)


class TopCardLeft(RiseEvent, frozen=True, kw_only=True):
    """A seat left the card that it looked at on top of its library."""

    rules = ("RISE-907",)


class OrderChosen(CardEvent, frozen=True, kw_only=True):
    """A seat chose which of several effects comes first.

    Attributes:
        ability: "base", or the word of an ability.
    """

    rules = ("RISE-407", "RISE-924")
    ability: str


class TossedAgain(CardEvent, frozen=True, kw_only=True):
    """A player went on tossing for Rage, or stopped."""

    rules = ("RISE-928",)
    again: bool


class PricePaid(CardEvent, frozen=True, kw_only=True):
    """A seat paid coins and Ether for an action of a card."""

    rules = ("RISE-910", "RISE-927")
    coins: int
    ether: int


class Passed(RiseEvent, frozen=True, kw_only=True):
    """A seat adds nothing.

    Attributes:
        turn: True if it is not asked again this turn until another seat adds something.
    """

    rules = ("RISE-903",)
    turn: bool = False


class EndAnnounced(RiseEvent, frozen=True, kw_only=True):
    """The seat whose turn it is does no more; the others may still add something."""

    rules = ("RISE-701",)


class ItemResolved(ItemEvent, frozen=True, kw_only=True):
    """The newest item of the chain resolves."""

    rules = ("RISE-902",)


class ItemFailed(ItemEvent, frozen=True, kw_only=True):
    """An item had no effect: its card or its targets are gone."""

    rules = ("RISE-905", "RISE-911")


class Entered(CardEvent, frozen=True, kw_only=True):
    """A card came into play under the control of a seat.

    Attributes:
        owner: seat whose card it is.
        origin: place that it came from: "chain", "cemetery", "exclusion", or "copy" for a copy made in play.
        plus: +1/+1 charge counters that it has.
        turns: of Parasite: turns in which it still works.
        morph: a copy of a Morpher that copies another creature.
    """

    rules = ("RISE-921", "RISE-1013", "RISE-1025")
    owner: int
    origin: str
    plus: int = 0
    turns: int = 0
    morph: bool = False


class Attached(CardEvent, frozen=True, kw_only=True):
    """A card was put on another, on a Summoner, or beside a player's Stock."""

    rules = ("RISE-1005", "RISE-1023")
    host: Spot


class LeftPlay(CardEvent, frozen=True, kw_only=True):
    """A card left play for the cemetery of its owner; what lay under it in a stack follows.

    Attributes:
        owner: seat whose card it is.
        original: card that goes to the cemetery: of a Morpher not the one that it copied.
        sacrificed: it was the price of its own ability.
    """

    rules = ("RISE-606", "RISE-830", "RISE-1005", "RISE-618", "RISE-619", "RISE-1012")
    owner: int
    original: str
    sacrificed: bool = False


class Removed(CardEvent, frozen=True, kw_only=True):
    """A card left the game: of infinite rank, reanimated before, a copy made in play, or of a seat that is out.

    Attributes:
        owner: seat whose card it is.
        original: card that leaves the game: of a Morpher not the one that it copied.
        token: it was a copy made in play, which goes nowhere.
        sacrificed: it was the price of its own ability.
    """

    rules = ("RISE-607", "RISE-830", "RISE-107", "RISE-1013", "RISE-619", "RISE-832", "RISE-806")
    owner: int
    original: str
    token: bool = False
    sacrificed: bool = False


class Buried(CardEvent, frozen=True, kw_only=True):
    """A card that was not in play by itself went to the cemetery of its owner.

    It was used or dropped from the chain, lay under another card in a stack, or was a Level Up of a Summoner.
    """

    rules = ("RISE-832", "RISE-606", "RISE-618", "RISE-812", "RISE-619", "RISE-617", "RISE-905")


class Returned(CardEvent, frozen=True, kw_only=True):
    """A card went from play, or from under a card that did, to a hand.

    Attributes:
        owner: seat whose card it is.
        original: card that goes to the hand: of a Morpher not the one that it copied.
        to: seat of the hand.
    """

    rules = ("RISE-1009",)
    owner: int
    original: str
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
    """A Summoner has one more Level Up.

    Attributes:
        n: level now.
        points: capacity points now.
    """

    rules = ("RISE-810", "RISE-811")
    points: int


class LevelLost(CardNumberEvent, frozen=True, kw_only=True):
    """A Summoner lost its newest Level Up.

    Attributes:
        n: level now.
        points: capacity points now.
    """

    rules = ("RISE-812",)
    points: int


class DamageTaken(CardNumberEvent, frozen=True, kw_only=True):
    """A card took damage.

    Attributes:
        left: defense left.
        doubled: Paranoia doubled it; `n` is the doubled number.
        kept: the damage stays until the end of the turn (option `damage_accumulates`).
    """

    rules = ("RISE-601", "RISE-605")
    left: int
    doubled: bool = False
    kept: bool = True


class CountersPut(CardNumberEvent, frozen=True, kw_only=True):
    """A card got charge counters, +1/+1 where `n` is positive, else -1/-1; with `rage` until the end of the turn."""

    rules = ("RISE-1001", "RISE-613")
    rage: bool = False


class ParasiteWorked(CardNumberEvent, frozen=True, kw_only=True):
    """Parasite began one of its turns; `n` more will come."""

    rules = ("RISE-1007",)
    host: Spot


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
    """A Lock was opened, or a Chained creature freed.

    Attributes:
        lock: it had a Lock.
        open: it is a Door that is open now.
    """

    rules = ("RISE-1014",)
    lock: bool
    open: bool


class DoorLetLoose(CardEvent, frozen=True, kw_only=True):
    """A Door may attack this turn."""

    rules = ("RISE-520",)


class ControlChanged(CardEvent, frozen=True, kw_only=True):
    """An effect that gives control of a card began or ended; `seat` controlled it before.

    Attributes:
        to: seat that controls it now, which can be the same.
        sick: it counts as new under its controller, and may not attack this turn.
        holder: seat that controls it where no effect does.
        claims: effects that give control, the newest last.
    """

    rules = ("RISE-1009", "RISE-424", "RISE-619")
    to: int
    sick: bool
    holder: int
    claims: tuple[Claim, ...]


class CoinTossed(CardEvent, frozen=True, kw_only=True):
    """A coin fell."""

    rules = ("RISE-1015", "RISE-1024")
    heads: bool
    why: str


class DieRolled(CardNumberEvent, frozen=True, kw_only=True):
    """A die was rolled for an action of a card."""

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
    """A Morpher, named as it was before, became a copy of another creature."""

    rules = ("RISE-608",)
    now: Spot


class Stacked(CardEvent, frozen=True, kw_only=True):
    """A card was put under another, and both are one creature.

    Attributes:
        under: card below.
        attack, defense: printed values of the card below, which the stack has in addition.
    """

    rules = ("RISE-928",)
    under: Spot
    attack: int
    defense: int


class AttackDeclared(CardEvent, frozen=True, kw_only=True):
    """An attacker was declared against a seat.

    Attributes:
        door: it is a Door that an effect lets attack this turn.
    """

    rules = ("RISE-504",)
    target: int
    door: bool = False


class AttackersTilted(RiseEvent, frozen=True, kw_only=True):
    """All declared attackers were tilted."""

    rules = ("RISE-504",)
    attackers: tuple[Spot, ...]


class AttackOff(CardEvent, frozen=True, kw_only=True):
    """An attack ended because the seat that it was aimed at is out."""

    rules = ("RISE-619",)
    target: int


class NoAttack(RiseEvent, frozen=True, kw_only=True):
    """Nobody attacks."""

    rules = ("RISE-503",)


class BlockDeclared(CardEvent, frozen=True, kw_only=True):
    """A blocker was declared, or named by Advantage."""

    rules = ("RISE-509", "RISE-611")
    attacker: Spot


class NoBlock(RiseEvent, frozen=True, kw_only=True):
    """No block, or no further one."""

    rules = ("RISE-509",)


class Dodged(CardEvent, frozen=True, kw_only=True):
    """A blocker takes no combat damage in this combat."""

    rules = ("RISE-1024",)


class ReadyToPossess(CardEvent, frozen=True, kw_only=True):
    """A card will take control of a creature that it fought, when the combat is over."""

    rules = ("RISE-1024",)


class DamageDealt(NumberEvent, frozen=True, kw_only=True):
    """The combat damage of round `n` was dealt, all at once."""

    rules = ("RISE-602",)


class CombatOver(RiseEvent, frozen=True, kw_only=True):
    """The combat of this turn is over."""

    rules = ("RISE-613",)


class TurnEnded(NumberEvent, frozen=True, kw_only=True):
    """Damage and everything that lasts until the end of the turn is gone."""

    rules = ("RISE-703",)
