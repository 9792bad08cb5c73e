"""What can wait on the agenda: steps to take, tosses, draws, effects, choices; and what waits on the chain.

The agenda is a stack in the state, so a game can be kept and gone on with between any two of them.
"""

from typing import TypeAlias

from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import tag_of
from rising_tutor.games.rise_tcg.pieces import NOBODY, Piece
from rising_tutor.games.rise_tcg.vocabulary import RiseEffect


class Task(Value, frozen=True, tag_field="task", tag=tag_of):
    """Something that waits on the agenda."""


class Fire(Task, frozen=True):
    """Something that works by itself: a base effect, an ability or a Disease.

    Attributes:
        seat: whose effect it is.
        name: "base", or the word of an ability.
        piece: the card as it was.
        index: which base effect.
        about: the piece that it is about, 0 for none.
    """

    seat: int
    name: str
    piece: Piece
    index: int = 0
    about: int = 0


class Item(Value, frozen=True):
    """Something on the chain, or on its way there (RISE-901).

    Attributes:
        what: "card", "skill", "action", "ability" or "trigger".
        seat: who added it.
        card: the card or Summoner whose it is.
        source: the piece or Summoner; 0 for a card from hand.
        copy: number of the piece among the cards of its name, kept for when it is gone.
        index: which skill or action.
        ability: the word of an ability that was started.
        owner, kind: of a card from hand.
        targets: what was chosen, in order (RISE-904).
        times: how often a Multi-Target action is done (RISE-920).
        payer: whose Stock pays.
        fire: of a trigger what works.
    """

    what: str
    seat: int
    card: str
    source: int = 0
    index: int = 0
    ability: str = ""
    owner: int = NOBODY
    kind: int = -1
    targets: tuple[int, ...] = ()
    times: int = 0
    payer: int = NOBODY
    fire: Fire | None = None
    copy: int = 1


class Do(Task, frozen=True):
    """A step, by name."""

    step: str


class RollStart(Task, frozen=True):
    """These seats roll for the start (RISE-301)."""

    seats: tuple[int, ...]


class DrawCard(Task, frozen=True):
    """So many cards are drawn by one instruction; `first` is its first card (RISE-713)."""

    seat: int
    left: int
    rule: str


class Look(Task, frozen=True):
    """A seat looks at the first card of its library."""

    seat: int
    card: str


class PutAway(Task, frozen=True):
    """A seat has looked at the first card of its library, and says whether it goes to the cemetery."""

    seat: int


class Put(Task, frozen=True):
    """The first card of the library of a seat goes to the cemetery, in sight of all."""

    seat: int


class Keep(Task, frozen=True):
    """A seat keeps its hand or takes a mulligan (RISE-305)."""

    seat: int


class TakeStep(Task, frozen=True):
    """The player of the turn takes cards and coins (RISE-404)."""


class Order(Task, frozen=True):
    """Effects of one seat that happen at once, in the order that it chooses (RISE-407)."""

    seat: int
    fires: tuple[Fire, ...]


class Main(Task, frozen=True):
    """Only the player of the turn acts, nothing is on the chain; `attacked` after the combat."""

    attacked: bool


class Window(Task, frozen=True):
    """Everybody may act at Imminent speed until all have passed in a row (RISE-518).

    Attributes:
        everybody: who is asked, in order, when it begins anew.
        left: who is still to be asked.
        cards: whether cards from hand are allowed (RISE-706).
    """

    everybody: tuple[int, ...]
    left: tuple[int, ...]
    cards: bool


class Answer(Task, frozen=True):
    """Who may still answer the newest item, in order (RISE-903)."""

    left: tuple[int, ...]


class Resolve(Task, frozen=True):
    """The chain is worked off, the newest item first (RISE-902)."""


class Announce(Task, frozen=True):
    """An item is announced: how often and at what is chosen, then the price is paid (RISE-904)."""

    item: Item


class Finish(Task, frozen=True):
    """A used Imminent card goes to the cemetery (RISE-832)."""

    item: Item


class Apply(Task, frozen=True):
    """An effect is carried out.

    Attributes:
        seat: for whom.
        card: the card or Summoner that says so.
        source: its piece or Summoner, 0 for none.
        targets: what was chosen; an effect without them asks now.
        ready: the targets were chosen, on the chain or now.
    """

    effect: RiseEffect
    seat: int
    card: str
    source: int
    targets: tuple[int, ...] = ()
    ready: bool = False
    about: int = 0


class Offer(Task, frozen=True):
    """Its controller may let a base effect work or leave it."""

    fire: Fire


class Toss(Task, frozen=True):
    """A coin is tossed; `why` says what for (RISE-1015).

    Attributes:
        piece: the card as it was, where one tosses.
        item: the item on the chain, where one asks for it.
    """

    seat: int
    why: str
    piece: Piece | None = None
    item: Item | None = None


class RollDie(Task, frozen=True):
    """A die of an action is rolled."""

    seat: int
    item: Item


class Hit(Task, frozen=True):
    """Amok hits another creature of its side, each equally likely."""

    seat: int
    piece: Piece


class Pick(Task, frozen=True):
    """A seat chooses a place on the table; `why` says what for.

    Attributes:
        subject: the piece or Summoner that it is about.
        victim: whose Summoner or card is chosen, where that matters.
        n: damage, or another number.
        rule: the rule that asks.
    """

    seat: int
    why: str
    rule: str
    subject: int = 0
    victim: int = NOBODY
    n: int = 0
    item: Item | None = None
    piece: Piece | None = None


class Attackers(Task, frozen=True):
    """A seat declares attackers (RISE-503); `ruled` are those that the seat of a Disease decides for."""

    seat: int
    ruled: bool = False


class Blocks(Task, frozen=True):
    """An attacked seat declares its blocks (RISE-509)."""

    seat: int


class Round(Task, frozen=True):
    """A round of combat: what its damage needs is chosen (RISE-612)."""

    n: int


class Deal(Task, frozen=True):
    """The damage of a round is dealt."""

    n: int


class ParasiteCounts(Task, frozen=True):
    """After a counter of Parasite and the check of deaths: what it did (RISE-1022)."""

    disease: int
    host: int
    owner: int


AnyTask: TypeAlias = (
    Do
    | RollStart
    | DrawCard
    | Look
    | PutAway
    | Put
    | Keep
    | TakeStep
    | Order
    | Fire
    | Main
    | Window
    | Answer
    | Resolve
    | Announce
    | Finish
    | Apply
    | Offer
    | Toss
    | RollDie
    | Hit
    | Pick
    | Attackers
    | Blocks
    | Round
    | Deal
    | ParasiteCounts
)
