"""The state of a game, and the table on which the rules work.

As in the Rising engine: `State` is frozen; the rules change a `Table` with the same fields, and it is taken up as a new
state. What lies on a mat is frozen, so laying out copies rows of references. Cards of a seat are numbers of
its `kinds`. No order of a deck is stored: what nobody has seen is a bag (`rising_tutor.decks`).
"""

from operator import attrgetter
from typing import Final

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.decks.slots import Bag, Pile, Slot
from rising_tutor.errors import BadPosition
from rising_tutor.games.quickstrike.options import Options
from rising_tutor.games.quickstrike.tasks import AnyTask, Fire
from rising_tutor.games.quickstrike.vocabulary import AvatarEffect

GREEN, YELLOW, RED, FRONT = range(4)  # QS-103
"""The zones from the safest to the last, and the place in front of a mat where a signature move attacks (QS-711)."""
NOWHERE: Final = -1
"""The zone of an opening attack."""


class Laid(Value, frozen=True):
    """A card in a flip space, in front or in the advantage area, with all that was done to it.

    Attributes:
        card: its kind; of a signature move the side of the Chamber.
        force, intercept: what was added (QS-622).
        used: abilities that were used, by number (QS-612).
        gains: standing effects that it was given.
    """

    card: int
    force: int = 0
    intercept: int = 0
    used: tuple[int, ...] = ()
    gains: tuple[AvatarEffect, ...] = ()


class Ally(Value, frozen=True):
    """An ally in its space; its owner may be the other seat (QS-801). `used` is of this turn."""

    card: int
    owner: int
    used: tuple[int, ...] = ()


class Mat(msgspec.Struct, forbid_unknown_fields=True):
    """One seat's side of the table, laid out to be changed. See `FrozenMat`."""

    kinds: tuple[str, ...]
    chamber: str
    side: int = 0
    """0 when the front of the move is up, 1 for the back."""
    charged: tuple[bool, bool, bool] = (False, False, False)  # QS-105, QS-308, QS-701, QS-718
    allies: tuple[Ally | None, Ally | None, Ally | None] = (None, None, None)  # QS-104
    flips: tuple[Laid | None, Laid | None, Laid | None, Laid | None] = (None, None, None, None)  # QS-104, QS-528
    """What lies in the flip spaces, and in front of the mat."""
    energies: tuple[tuple[Slot, ...], tuple[Slot, ...], tuple[Slot, ...]] = ((), (), ())  # QS-109
    """Face-down cards by zone, the newest last."""
    advantages: tuple[Laid, ...] = ()  # QS-301, QS-514
    deck: Pile = Pile()
    discard: tuple[int, ...] = ()
    """Open, the top last (QS-409); `UNSETTLED` stands for a card that a record does not name."""
    unseen: Bag = ()
    """Cards that nobody has seen since the last shuffle, in the deck and among the energies."""
    shuffle: int = 1
    whole: Bag = ()
    """The unseen cards as they were after the last shuffle."""
    below: Bag = ()
    """Energies that were turned over since, and had been unseen."""
    parted: bool = False
    """The last shuffle left out the energies that chance had settled for a search, so they are not in `whole`."""
    lacks: tuple[int, ...] = ()
    """Kinds of which a search found none: those that nobody has seen since are energies."""
    shown: tuple[Bag, ...] = ()
    """Copies by kind that whoever watches, and each seat, could place before a shuffle; empty where lists are open."""
    points: int = 0


class FrozenMat(Mat, frozen=True):  # type: ignore[misc]  # the frozen twin; both share one list of fields
    """One seat's side of the table, frozen."""


class Facts(msgspec.Struct, forbid_unknown_fields=True):
    """What is true of the game beside the two mats."""

    options: Options
    turn: int = 0
    round: int = 0  # QS-910
    defender: int = 0
    """Whose turn it is (QS-402)."""
    first: bool = True
    """The first defence of the game (QS-425)."""
    phase: str = "setup"
    attack: str = ""
    """"opening", "strike" or "signature"; "" during the set-up."""
    attack_zone: int = NOWHERE
    zone: int = NOWHERE
    """The zone that is defended."""
    flips_here: int = 0
    flipped: bool = False
    """A card was flipped this turn (QS-417)."""
    stopped: int = 0
    """Force of the attack that the last counterattack stopped."""
    pending: tuple[Fire, ...] = ()
    """Paid effects that wait for the counterattack from their zone (QS-618)."""
    totals: tuple[int, int] = (0, 0)
    ties: int = 0
    agenda: tuple[AnyTask, ...] = ()
    """What waits, last first."""
    winner: int = -1
    reason: str = ""
    """The rule that ended the game."""


class Table(Facts):
    """All that is true, laid out to be changed."""

    mats: tuple[Mat, ...] = ()


class State(Facts, frozen=True):  # type: ignore[misc]  # the frozen twin
    """All that is true, frozen: compared by content, hashable, never changed."""

    mats: tuple[FrozenMat, ...] = ()


_facts = attrgetter(*Facts.__struct_fields__)
_on_mat = attrgetter(*Mat.__struct_fields__)


def lay_out(state: State) -> Table:
    """A table that can be changed; the state stays as it is."""
    mats = tuple(Mat(*_on_mat(mat)) for mat in state.mats)
    return Table(**dict(zip(Facts.__struct_fields__, _facts(state), strict=True)), mats=mats)


def take_up(table: Table) -> State:
    """The table as a frozen state."""
    mats = tuple(FrozenMat(*_on_mat(mat)) for mat in table.mats)
    return State(**dict(zip(Facts.__struct_fields__, _facts(table), strict=True)), mats=mats)


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
    for seat, mat in enumerate(state.mats):
        if min((*mat.unseen, 0)) < 0 or sum(mat.unseen) != n_unsettled(mat):
            raise BadPosition("state", f"seat {seat + 1}", "as many unseen cards as lie unseen")
    return state


def n_unsettled(mat: Mat) -> int:
    """How many cards of a mat nobody has seen."""
    slots = (*mat.deck.settled, *(slot for zone in mat.energies for slot in zone))
    return mat.deck.n + sum(slot.card < 0 for slot in slots) + sum(card < 0 for card in mat.discard)
