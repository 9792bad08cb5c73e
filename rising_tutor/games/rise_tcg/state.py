"""The state of a game, and the table on which the rules work.

As in the other engines: `State` is frozen; the rules change a `Table` with the same fields, and it is taken up as a new
state. What lies on the table is frozen. Cards of a seat are numbers of its `kinds`. No order of a library is stored:
what nobody has seen is a bag (`rising_tutor.decks`). A card in play is a `Piece` with a number that is never given
twice; a place that a card can be aimed at or attached to is a number too (`summoner_ref`, `player_ref`).
"""

from operator import attrgetter
from typing import Final

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.decks.slots import UNSETTLED, Bag, Pile, Slot
from rising_tutor.errors import BadPosition
from rising_tutor.games.rise_tcg.options import Options
from rising_tutor.games.rise_tcg.pieces import NOBODY, Owned, Piece, Summoner
from rising_tutor.games.rise_tcg.tasks import AnyTask, Item


class Fight(Value, frozen=True):
    """An attack (RISE-504).

    Attributes:
        attacker: the piece.
        target: the seat that it is aimed at (RISE-508).
        named: the blocker that Advantage names (RISE-611), 0 without one.
        aimed: the Summoner that it is aimed at by a reading of Advantage, 0 without one.
    """

    attacker: int
    target: int
    named: int = 0
    aimed: int = 0


class Block(Value, frozen=True):
    """A blocker and the attackers that it meets, in order (RISE-825)."""

    blocker: int
    attackers: tuple[int, ...]


class Aim(Value, frozen=True):
    """What was chosen for the damage of a round: why, whose attack, and what it hits."""

    why: str
    piece: int
    ref: int


class After(Value, frozen=True):
    """What happens when the combat is over: an ability, whose it is, and which piece it is about (RISE-613)."""

    ability: str
    seat: int
    piece: int


class Side(msgspec.Struct, forbid_unknown_fields=True):
    """One seat's part of the table beside its battlefield, laid out to be changed. See `FrozenSide`."""

    kinds: tuple[str, ...]
    summoners: tuple[Summoner, Summoner]
    hand: tuple[Slot, ...] = ()
    """Own cards, in the order of kinds: which was drawn when is nowhere."""
    guests: tuple[Owned, ...] = ()
    """Cards of others in the own hand; all of them were open before."""
    library: Pile = Pile()
    cemetery: tuple[int, ...] = ()
    exclusion: tuple[int, ...] = ()
    """Cards out of the game (RISE-107)."""
    unseen: Bag = ()
    shuffle: int = 1
    whole: Bag = ()
    """The unseen cards as they were after the last shuffle."""
    coins: int = 0
    ether: int = 0
    empty_draws: int = 0
    mulligans: int = 0
    began: bool = False
    """The first own turn has begun (RISE-417)."""
    levelled: bool = False
    """A Level Up was played this turn (RISE-814)."""
    out: bool = False
    """Both Summoners are dead, or the seat gave up (RISE-617)."""


class FrozenSide(Side, frozen=True):  # type: ignore[misc]  # the frozen twin; both share one list of fields
    """One seat's part of the table, frozen."""


class Facts(msgspec.Struct, forbid_unknown_fields=True):
    """What is true of the game beside its sides."""

    options: Options
    turn: int = 0
    active: int = 0
    """Whose turn it is."""
    starter: int = 0
    phase: str = "setup"
    drawn: bool = False
    """The draw of this turn is over, or the moment when it would have been (RISE-706, RISE-708)."""
    rolls: tuple[int, ...] = ()
    """Rolls for the start (RISE-301)."""
    pieces: tuple[Piece, ...] = ()
    """All cards in play, in the order in which they came."""
    next_id: int = 1
    chain: tuple[Item, ...] = ()
    """The newest last (RISE-901)."""
    quiet: int = 0
    """Bits of the seats that wait: they are not asked this turn until another seat adds something."""
    fights: tuple[Fight, ...] = ()
    blocks: tuple[Block, ...] = ()
    out_of_combat: tuple[int, ...] = ()
    """Pieces that left this combat (RISE-522)."""
    dodged: tuple[int, ...] = ()
    possessing: tuple[int, ...] = ()
    aims: tuple[Aim, ...] = ()
    afterwards: tuple[After, ...] = ()
    stirred: bool = False
    """Something happened after which deaths are looked for (RISE-1022)."""
    agenda: tuple[AnyTask, ...] = ()
    """What waits, last first."""
    winner: int = NOBODY
    reason: str = ""
    """The rule that ended the game."""


class Table(Facts):
    """All that is true, laid out to be changed."""

    sides: tuple[Side, ...] = ()


class State(Facts, frozen=True):  # type: ignore[misc]  # the frozen twin
    """All that is true, frozen: compared by content, hashable, never changed."""

    sides: tuple[FrozenSide, ...] = ()


_facts = attrgetter(*Facts.__struct_fields__)
_on_side = attrgetter(*Side.__struct_fields__)


def lay_out(state: State) -> Table:
    """A table that can be changed; the state stays as it is."""
    sides = tuple(Side(*_on_side(side)) for side in state.sides)
    return Table(*_facts(state), sides)  # type: ignore[call-arg]  # fields of the base come first


def take_up(table: Table) -> State:
    """The table as a frozen state."""
    sides = tuple(FrozenSide(*_on_side(side)) for side in table.sides)
    return State(*_facts(table), sides)  # type: ignore[call-arg]  # as above


SUMMONERS: Final = 2
_PLAYER: Final = -100


def summoner_ref(seat: int, at: int) -> int:
    """The number of a Summoner, where something is aimed at or attached to.

    >>> summoner_ref(1, 0), summoner_at(-3), summoner_at(7), player_at(player_ref(2))
    (-3, (1, 0), None, 2)
    """
    return -1 - SUMMONERS * seat - at


def summoner_at(ref: int) -> tuple[int, int] | None:
    """Seat and place of the Summoner that a number stands for; None if it stands for something else."""
    return divmod(-1 - ref, SUMMONERS) if _PLAYER < ref < 0 else None


def player_ref(seat: int) -> int:
    """The number of a player."""
    return _PLAYER - seat


def player_at(ref: int) -> int | None:
    """The seat that a number stands for; None if it stands for something else."""
    return _PLAYER - ref if ref <= _PLAYER else None


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[State] = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The whole state as JSON."""
    return _ENCODER.encode(state)


def load(data: bytes) -> State:
    """The state that `dump` wrote. Raises `BadPosition` where it has not this form, or cards are missing."""
    try:
        state = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadPosition("state", data[:60].decode("utf-8", "replace"), f"a state of the game ({error})") from None
    for seat, side in enumerate(state.sides):
        if min((*side.unseen, 0)) < 0 or sum(side.unseen) != n_unsettled(side):
            raise BadPosition("state", f"seat {seat + 1}", "as many unseen cards as lie unseen")
    return state


def n_unsettled(side: Side) -> int:
    """How many cards of a seat nobody has seen, or a record does not name."""
    return side.library.n + sum(slot.card == UNSETTLED for slot in (*side.hand, *side.library.settled))
