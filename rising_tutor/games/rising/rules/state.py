"""The state of a Rising game, and the Table on which the rules work.

`State` is frozen. `Table` has the same fields and can be changed: an action lays a state out on a
table, the rules change the table, and it is taken up as a new state. What lies on the table is itself
frozen (tuples and small values), so laying out and taking up copy no more than one row of references,
and a playout that needs no states in between stays on the table.

What nobody can see yet is not in the state: a deck is a bag of the cards that it can still hold, and
drawing is chance. Bags are tuples of counts in the order of the book.
"""

from operator import attrgetter

import msgspec

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.rules.options import Options
from rising_tutor.games.rising.rules.tasks import AnyTask

NO_DUTY, OWED, ASSIGNED, DISCARDED = range(4)
"""Where the duty of a roll stands: no roll yet, nothing done, a die assigned, a die discarded."""


class Spot(Value, frozen=True):
    """A face-up card: Damage on it and what was assigned to it this turn, in order."""

    card: CardId
    damage: int = 0  # DER-702
    dice: Codes = ()


class Member(Value, frozen=True):
    """A Hero of a Team. `parked` is the code of a die that stays here, or -1."""

    card: CardId
    damage: int = 0
    dice: Codes = ()
    parked: int = -1


class Team(Value, frozen=True):
    """A player's Team: card, row from left to right, tokens, dice on each ability of the Team card."""

    card: CardId
    row: tuple[Member, ...]  # FNR-104, FNR-105, FNR-506: in order, of any length
    tokens: Codes
    dice: tuple[Codes, ...] = ()


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """All that is true, laid out to be changed by the rules. See `State` for the frozen form."""

    options: Options

    # the game
    phase: int = 1  # FNR-103
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
    """The Final Battle, or the last opponent, at each location."""
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
    above_boss: int = -1
    """Cards that lie on the last opponent in the Character deck, -1 while it is not in the deck."""
    supply: Codes = ()
    token_discard: Codes = ()
    stock: Codes = ()
    """Dice by colour that nobody uses."""

    # the enemy's counters
    pressure: Codes = ()
    """Counters on every carrier, in the order of the book."""
    stacks: tuple[tuple[CardId, ...], ...] = ()
    """Carriers at each location from the top, the exposed one first; empty where carriers lie nowhere."""
    fallen: tuple[CardId, ...] = ()
    """Carriers that were filled at the end of a turn, in the order in which they fell."""

    # tracks and the Day of Black Sun
    side: str = ""
    ruin: int = 0  # FNR-205
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
    threat: tuple[CardId, ...] = ()
    """Faces of the enemy's dice this turn, in the order in which they were rolled."""
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
    used: tuple[CardId, ...] = ()  # cite.once, cite.reaction_once, cite.free_once, cite.team_once, FNR-916
    hits: tuple[CardId, ...] = ()
    """Heroes of the active Team hit by the present effect."""
    opening: Codes = ()
    """Dice of the first roll as they were rolled, while none of them was used."""
    turned: tuple[tuple[int, int], ...] = ()
    """Dice of the first roll that were turned: what shows, and what was rolled."""
    new_tokens: tuple[Codes, ...] = ()
    """Tokens that each Team drew this turn, where those wait for a later one."""
    redeployed: bool = False
    no_heal: bool = False
    no_tokens: bool = False
    """Nobody uses tokens this turn, or gains any, unless `tokens_gained`."""
    tokens_gained: bool = False
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


_facts = attrgetter(*Table.__struct_fields__)
"""All facts of a table or a state, in order: every step reads them twice."""


def lay_out(state: Table) -> Table:
    """A table that can be changed; the state stays as it is."""
    return Table(*_facts(state))


def take_up(table: Table) -> State:
    """The table as a frozen state."""
    return State(*_facts(table))


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[State] = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The whole state as JSON."""
    return _ENCODER.encode(state)


def load(data: bytes) -> State:
    """The state that `dump` wrote; that it can lie on a table is for `check_state` to say.

    Raises:
        BadPosition: it has not the form of a state.
    """
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadPosition("state", data[:60].decode("utf-8", "replace"), f"a state of the game ({error})") from None
