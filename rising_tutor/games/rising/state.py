"""The state of a Rising game, and the Table on which the rules work.

`State` is frozen. `Table` has the same fields and can be changed: an action lays a state out on a
table, the rules change the table, and it is taken up as a new state. What lies on the table is itself
frozen (tuples and small values), so laying out and taking up copy no more than one row of references,
and a playout that needs no states in between stays on the table.

What nobody can see yet is not in the state: a deck is a bag of the cards that it can still hold, and
drawing is chance. Bags are tuples of counts in the order of the book.
"""

from typing import TypeAlias

import msgspec

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import tag_of
from rising_tutor.games.rising.options import Options
from rising_tutor.games.rising.vocabulary import RisingEffect

Codes = tuple[int, ...]
"""Dice and symbol tokens by their codes in the book."""

NO_DUTY, OWED, ASSIGNED, DISCARDED = range(4)
"""Where the duty of a roll stands: no roll yet, nothing done, a die assigned, a die discarded."""


class Spot(Value, frozen=True):
    """A face-up card: Damage on it and what was assigned to it this turn, in order."""

    card: CardId
    damage: int = 0
    dice: Codes = ()


class Member(Value, frozen=True):
    """A Hero of a Team. `parked` is the code of a die that stays here, or -1."""

    card: CardId
    damage: int = 0
    dice: Codes = ()
    parked: int = -1


class Team(Value, frozen=True):
    """A player's Team: card, row from left to right, tokens, dice on the Team card."""

    card: CardId
    row: tuple[Member, ...]
    tokens: Codes
    dice: Codes = ()


class Task(Value, frozen=True, tag_field="task", tag=tag_of):
    """Something that waits on the agenda."""


class Do(Task, frozen=True):
    """A step of the turn, by name."""

    step: str


class Acts(Task, frozen=True):
    """A Villain or battle uses its effect."""

    card: CardId


class Apply(Task, frozen=True):
    """An effect of a card or token is carried out."""

    effect: RisingEffect
    source: CardId


class SettleHits(Task, frozen=True):
    """Damage of one effect is placed; now the reactions."""


class Strike(Task, frozen=True):
    """A Villain or battle takes `n` counters, each with its token."""

    card: CardId
    n: int


class Reward(Task, frozen=True):
    """A battle is complete."""

    card: CardId


class Trigger(Task, frozen=True):
    """Own abilities with this trigger are offered."""

    when: str
    card: CardId = CardId("")


class PickTeam(Task, frozen=True):
    """Setup: a Team card is chosen."""

    team: int


class PlaceTeamToken(Task, frozen=True):
    """Step 1."""


class Window(Task, frozen=True):
    """Step 3: everything the active player may do between rolls."""


class Offer(Task, frozen=True):
    """Triggered abilities that may be used, one after the other, or declined."""

    cards: tuple[CardId, ...]
    when: str


class PickVillainOrder(Task, frozen=True):
    """Which Villain acts next."""

    cards: tuple[CardId, ...]


class PickHeal(Task, frozen=True):
    """Own choice of Heroes that lose up to `n` Damage each."""

    source: CardId
    n: int
    left: int
    who: str
    chosen: tuple[CardId, ...] = ()


class PickVillain(Task, frozen=True):
    """Own choice of a Villain at a location that takes 1 Damage."""

    source: CardId
    location: int


class PickShift(Task, frozen=True):
    """Own choice of a counter that moves to a Villain."""

    source: CardId
    from_hero: bool
    anywhere: bool


class PickSwap(Task, frozen=True):
    """Own choice of two cards that change places."""

    source: CardId
    here: str


class PickOrder(Task, frozen=True):
    """The row from left to right, as far as it is chosen."""

    source: CardId
    chosen: tuple[CardId, ...] = ()


class PickColour(Task, frozen=True):
    """Own choice of the colour of an extra die."""

    source: CardId
    colours: tuple[str, ...]


class PickReroll(Task, frozen=True):
    """Own choice of dice to be rolled again; `n` 0 for any number."""

    source: CardId
    n: int
    chosen: Codes = ()


class PickFace(Task, frozen=True):
    """Own choice of a die and its new face."""

    source: CardId
    symbol: int


class PickVictim(Task, frozen=True):
    """An opposing effect needs one Hero of a Team that can still take Damage."""

    source: CardId
    team: int


class PickDrop(Task, frozen=True):
    """A Team has to discard `n` tokens."""

    source: CardId
    team: int
    n: int


class PickLostDie(Task, frozen=True):
    """A die of the pool goes out of play before the first roll."""


class PickRecruit(Task, frozen=True):
    """Step 4a: which covered Hero joins next, and at which end."""

    cards: tuple[CardId, ...]


class PickAid(Task, frozen=True):
    """Step 4e: draw the consolation token or not."""


class FaceFigure(Task, frozen=True):
    """Chance: the first facing."""


class DealSide(Task, frozen=True):
    """Chance: the Balance side."""


class DrawFirst(Task, frozen=True):
    """Chance: who begins."""


class Fill(Task, frozen=True):
    """Chance: a card of the Character deck on an empty place."""

    place: int


class TurnOver(Task, frozen=True):
    """Chance: the Fire Nation card."""


class RollDice(Task, frozen=True):
    """Chance: dice are rolled; `codes` are those rolled again for `source`, empty for all unassigned ones."""

    codes: Codes = ()
    source: CardId = CardId("")


class DrawToken(Task, frozen=True):
    """Chance: a token for a Team."""

    team: int


class DealBattles(Task, frozen=True):
    """Chance: which battle lies where."""


AnyTask: TypeAlias = (
    Do
    | Acts
    | Apply
    | SettleHits
    | Strike
    | Reward
    | Trigger
    | PickTeam
    | PlaceTeamToken
    | Window
    | Offer
    | PickVillainOrder
    | PickHeal
    | PickVillain
    | PickShift
    | PickSwap
    | PickOrder
    | PickColour
    | PickReroll
    | PickFace
    | PickVictim
    | PickDrop
    | PickLostDie
    | PickRecruit
    | PickAid
    | FaceFigure
    | DealSide
    | DrawFirst
    | Fill
    | TurnOver
    | RollDice
    | DrawToken
    | DealBattles
)


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """All that is true, laid out to be changed by the rules. See `State` for the frozen form."""

    options: Options

    # the game
    phase: int = 1
    """1 preparation, 2 final battles."""
    turn: int = 0
    """1 for the first turn; 0 during setup."""
    active: int = 0
    """Place in seating order of the active Team."""
    location: int = -1
    """Where the Team token lies, -1 for nowhere."""
    base: int = 0
    """The location of the Team this turn, also after its token left; refilling starts here."""
    facing: int = -1
    """The location that the figure faces, -1 before the setup has drawn it."""
    places: tuple[Spot | None, ...] = ()
    """Nine places, three for each location, clockwise."""
    battles: tuple[Spot | None, ...] = ()
    """The Final Battle at each location."""
    teams: tuple[Team, ...] = ()

    # decks and supplies
    heroes_unseen: tuple[CardId, ...] = ()
    """Heroes in the Character deck."""
    villains_unseen: tuple[CardId, ...] = ()
    """Villains in the Character deck or left in the box; nobody knows which."""
    villains_in_deck: int = 0
    fire_deck: Codes = ()
    fire_discard: Codes = ()
    fire_card: str = ""
    """The Fire Nation card of this turn."""
    supply: Codes = ()
    token_discard: Codes = ()
    stock: Codes = ()
    """Dice by colour that nobody uses."""

    # tracks and the Day of Black Sun
    side: str = ""
    ruin: int = 0
    balance: int = 0
    ruin_topped: bool = False
    """The Ruin marker touched the top this turn."""
    balance_topped: bool = False
    black_sun: str = ""
    """Which track brought it: "balance" or "ruin"; "" while it has not come."""
    black_sun_turn: int = 0

    # what is out of the game
    defeated: tuple[CardId, ...] = ()
    villains_out: tuple[CardId, ...] = ()
    battles_done: tuple[CardId, ...] = ()
    heroes_gone: tuple[CardId, ...] = ()
    """Heroes discarded on reveal that do not count as defeated."""

    # the present turn
    step: str = "setup"
    rolls: int = 0
    duty: int = NO_DUTY
    fresh: bool = False
    """No die of the present roll was used yet: dice may be rerolled or changed."""
    shown: Codes = ()
    """Unassigned dice that show a face, in ascending order."""
    unrolled: Codes = ()
    """Dice of the pool by colour that were not rolled yet."""
    gone: Codes = ()
    """Dice discarded, forfeited or lost this turn."""
    extra: Codes = ()
    """Dice earned in step 2, by colour."""
    lose: int = 0
    """Dice to be lost in 3a."""
    used: tuple[CardId, ...] = ()
    hits: tuple[CardId, ...] = ()
    """Heroes of the active Team hit by the present effect."""
    no_tokens: bool = False
    no_balance: bool = False
    balance_symbols: Codes = ()
    balance_tokens: Codes = ()
    balance_dice: Codes = ()
    villain_hits: int = 0
    recruited: tuple[CardId, ...] = ()
    balance_moved: bool = False
    battle_hits: int = 0
    hero_ability: bool = False
    team_ability: bool = False
    could_complete: bool = False

    # what waits, last first
    agenda: tuple[AnyTask, ...] = ()
    result: str = ""
    """"win" or "loss" when the game is over."""
    reasons: tuple[str, ...] = ()
    """Rules that ended it; with a win also those of a loss in the same turn."""


class State(Table, frozen=True):  # type: ignore[misc]  # the frozen twin; both share one list of fields
    """All that is true, frozen: compared by content, hashable, never changed."""


_FIELDS = Table.__struct_fields__


def lay_out(state: State) -> Table:
    """A table that can be changed; the state stays as it is."""
    return Table(*[getattr(state, name) for name in _FIELDS])


def take_up(table: Table) -> State:
    """The table as a frozen state."""
    return State(*[getattr(table, name) for name in _FIELDS])


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[State] = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The whole state as JSON."""
    return _ENCODER.encode(state)


def load(data: bytes) -> State:
    """The state that `dump` wrote. Raises `msgspec.ValidationError` for anything else."""
    return _DECODER.decode(data)


