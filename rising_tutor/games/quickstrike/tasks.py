"""What can wait on the agenda: steps to take, cards to be turned over, effects, choices.

The agenda is a stack in the state, so a game can be kept and gone on with between any two of them.
"""

from typing import TypeAlias

from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import tag_of
from rising_tutor.games.quickstrike.vocabulary import AvatarEffect


class Source(Value, frozen=True):
    """Whose card does something, and where.

    Attributes:
        seat: whose mat it lies on.
        card: its id in the book.
        kind: "strike", "ally", "advantage".
        zone: where it lies, -1 in the advantage area.
        at: the zone that "here" and "there" mean, -1 for none.
        place: of an advantage its place in the area, -1 for one that lies in a flip space.
    """

    seat: int
    card: str
    kind: str
    zone: int
    at: int
    place: int = -1


class Task(Value, frozen=True, tag_field="task", tag=tag_of):
    """Something that waits on the agenda."""


class Do(Task, frozen=True):
    """A step, by name."""

    step: str


class Reveal(Task, frozen=True):
    """The first cards of a deck go face-up to the discard pile."""

    seat: int
    left: int
    rule: str


class FlipCard(Task, frozen=True):
    """The defender turns the first card of the deck into the flip space."""


class LookAt(Task, frozen=True):
    """The first cards of a deck are seen by some."""

    seat: int
    n: int
    seen: int
    rule: str


class DiscardTop(Task, frozen=True):
    """The first card of a deck, which a record does not name, goes face-up to the discard pile."""

    seat: int


class Coin(Task, frozen=True):
    """A coin decides who has the higher total."""


class Spend(Task, frozen=True):
    """Energies are turned over to the discard pile, green first (QS-601).

    Attributes:
        chosen: the next one lies last in its zone because its owner chose it.
    """

    seat: int
    left: tuple[int, int, int]
    rule: str
    chosen: bool = False


class SettleEnergies(Task, frozen=True):
    """Chance says what the energies are that nobody has seen, and nobody is told: then the other cards are the deck.

    Attributes:
        at: energies before this place, counted from green on, are settled, or a record leaves them open.
    """

    seat: int
    at: int = 0


class SearchDeck(Task, frozen=True):
    """A deck is searched, and shuffled after it.

    Attributes:
        zone: where the ally goes.
        kinds: what is taken, the first that is there.
    """

    seat: int
    zone: int
    named: str
    kinds: tuple[int, ...]


class Add(Task, frozen=True):
    """An energy is added from the discard pile."""

    seat: int
    zone: int
    rule: str


class Refresh(Task, frozen=True):
    """An empty deck is made new."""

    seat: int


class ChargeZone(Task, frozen=True):
    """A zone is charged."""

    seat: int
    zone: int
    rule: str


class Fire(Task, frozen=True):
    """An ability of a card works, if its condition holds.

    Attributes:
        effect: what a paid power left behind; empty for the ability itself.
    """

    source: Source
    index: int
    effect: tuple[AvatarEffect, ...] = ()


class Order(Task, frozen=True):
    """Abilities of one seat that work at once (QS-815)."""

    seat: int
    fires: tuple[Fire, ...]


class Apply(Task, frozen=True):
    """An effect is carried out, after whoever chooses has chosen.

    Attributes:
        looked: the cards that it looks at have been seen.
    """

    effect: AvatarEffect
    source: Source
    looked: bool = False


class Counter(Task, frozen=True):
    """The strike in a zone, or the signature move, attacks."""

    zone: int


class PlayCard(Task, frozen=True):
    """The flipped advantage or ally is in play."""

    zone: int


class LeaveFlip(Task, frozen=True):
    """An Immediate advantage goes to the discard pile."""

    zone: int


class LoseZone(Task, frozen=True):
    """The defended zone is lost."""


class CleanUp(Task, frozen=True):
    """A seat discards its advantages and strikes; with `home` the Chamber comes back as well.

    Attributes:
        first: cards, as kinds, that the owner wants to discard first, in this order (QS-406).
    """

    seat: int
    rule: str
    home: bool
    first: tuple[int, ...] = ()


class FirstAttack(Task, frozen=True):
    """The higher total says who sends the first opening attack."""

    seat: int


class NextDefender(Task, frozen=True):
    """Whoever did not score says who defends next."""

    seat: int


class SignatureStep(Task, frozen=True):
    """The defender may play the signature move."""


class Decide(Task, frozen=True):
    """The defender decides about the flipped card."""


AnyTask: TypeAlias = (
    Do
    | Reveal
    | FlipCard
    | LookAt
    | DiscardTop
    | Coin
    | Spend
    | SettleEnergies
    | SearchDeck
    | Add
    | Refresh
    | ChargeZone
    | Fire
    | Order
    | Apply
    | Counter
    | PlayCard
    | LeaveFlip
    | LoseZone
    | CleanUp
    | FirstAttack
    | NextDefender
    | SignatureStep
    | Decide
)
