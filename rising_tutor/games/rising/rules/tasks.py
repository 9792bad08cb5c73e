"""What can wait on the agenda of a Rising game: steps to take, choices to ask for and draws to make.

The agenda is a stack in the state, so a game can be kept, copied and gone on with between any two of them.
"""

from typing import TypeAlias

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.effects.vocabulary import tag_of
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.cards.vocabulary import RisingEffect


class Task(Value, frozen=True, tag_field="task", tag=tag_of):
    """Something that waits on the agenda."""


class Do(Task, frozen=True):
    """A step of the turn, by name."""

    step: str


class Acts(Task, frozen=True):
    """A Villain, a battle or a fallen carrier uses its effect."""

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


class PickStarter(Task, frozen=True):
    """Setup: the Hero that a Team starts with."""

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


class PickHealOfTeam(Task, frozen=True):
    """Own choice of one Hero of a Team that loses up to `n` Damage."""

    source: CardId
    n: int
    team: int


class PickCarrier(Task, frozen=True):
    """A choice of one of the enemy's carriers: it gains a counter (`n` 1) or loses up to `-n`."""

    source: CardId
    n: int
    among: tuple[CardId, ...]


EVERYWHERE = -1
"""In place of a location: all of them."""


class PickVillain(Task, frozen=True):
    """Own choice of a Villain at a location, or everywhere, that takes 1 Damage."""

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
    """An opposing effect needs one Hero of a Team that can still take Damage; of `among` if any are named."""

    source: CardId
    team: int
    among: tuple[CardId, ...] = ()


class PickDrop(Task, frozen=True):
    """A Team has to discard `n` tokens."""

    source: CardId
    team: int
    n: int


class PickLostDie(Task, frozen=True):
    """A die of the pool goes out of play before the first roll."""


class PickRedeploy(Task, frozen=True):
    """The Team may go to the figure's location, for a die of the pool."""


class LateTokens(Task, frozen=True):
    """Tokens may still be used before carriers fall."""


class PickRecruit(Task, frozen=True):
    """Step 4a: which covered Hero joins next, and at which end."""

    cards: tuple[CardId, ...]


class PickAid(Task, frozen=True):
    """Step 4e: draw the consolation token or not."""


class StackCarriers(Task, frozen=True):
    """Chance: which card of a location lies on top."""

    location: int


class RollThreat(Task, frozen=True):
    """Chance: a die of the enemy."""

    die: CardId


class FaceFigure(Task, frozen=True):
    """Chance: the first facing."""


class DealSide(Task, frozen=True):
    """Chance: the Balance side."""


class DealTeam(Task, frozen=True):
    """Chance: the Team card of a Team, where players do not choose."""

    team: int


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
    | PickStarter
    | PlaceTeamToken
    | Window
    | Offer
    | PickVillainOrder
    | PickHeal
    | PickHealOfTeam
    | PickCarrier
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
    | PickRedeploy
    | LateTokens
    | PickRecruit
    | PickAid
    | StackCarriers
    | RollThreat
    | FaceFigure
    | DealSide
    | DealTeam
    | DrawFirst
    | Fill
    | TurnOver
    | RollDice
    | DrawToken
    | DealBattles
)
