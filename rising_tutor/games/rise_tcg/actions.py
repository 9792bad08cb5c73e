"""What a seat can choose, and what chance can give."""

from typing import TypeAlias

from rising_tutor.core.action import Action, Outcome

BOTH = 2
"""In place of a Summoner: both of them (RISE-819)."""


class Keep(Action, frozen=True, tag=True):
    """Play with this hand."""


class Mulligan(Action, frozen=True, tag=True):
    """Shuffle the hand into the library and draw as many cards anew."""


class Take(Action, frozen=True, tag=True):
    """Take one card and two coins, or two cards and one coin (RISE-404)."""

    cards: int


class Invoke(Action, frozen=True, tag=True):
    """Invoke a card from hand with a Summoner: 0, 1, or `BOTH`."""

    card: str
    by: int


class LevelUp(Action, frozen=True, tag=True):
    """Play a Level Up on a Summoner."""

    card: str
    on: int


class UseSkill(Action, frozen=True, tag=True):
    """Use a skill of a Summoner."""

    by: int
    index: int


class UseAction(Action, frozen=True, tag=True):
    """Use an action of a card in play."""

    piece: int
    index: int


class StartAbility(Action, frozen=True, tag=True):
    """Start an ability of a card in play: Rage, Explosive, Cloning, Diversion."""

    piece: int
    ability: str


class Relaunch(Action, frozen=True, tag=True):
    """Perform again an action that was put on a chain this turn (Copycat).

    Attributes:
        source: the piece whose action it is; of an Imminent card on the chain its place there, as -1, -2 and so on.
    """

    piece: int
    source: int
    index: int


class Stack(Action, frozen=True, tag=True):
    """Put a creature under another (Assimilation)."""

    top: int
    under: int


class ToAttack(Action, frozen=True, tag=True):
    """Go on to the Attack phase."""


class EndTurn(Action, frozen=True, tag=True):
    """End your turn after the fights; the others may still add something."""


class Wait(Action, frozen=True, tag=True):
    """Add nothing this turn until another player adds something: no window or chain asks before that."""


class Pass(Action, frozen=True, tag=True):
    """Add nothing now."""


class Attack(Action, frozen=True, tag=True):
    """Declare an attacker and the opponent that it is aimed at."""

    piece: int
    target: int


class BlockWith(Action, frozen=True, tag=True):
    """Block an attacker."""

    blocker: int
    attacker: int


class Done(Action, frozen=True, tag=True):
    """No more attackers, or no more blocks."""


class Times(Action, frozen=True, tag=True):
    """How often a Multi-Target action is done."""

    n: int


class Choose(Action, frozen=True, tag=True):
    """Choose a card in play, a Summoner or a player."""

    ref: int


class Select(Action, frozen=True, tag=True):
    """Choose one of what is asked in words: a card of the cemetery, yes or no, what comes first."""

    option: str


class Concede(Action, frozen=True, tag=True):
    """Give up."""


class Drawn(Outcome, frozen=True, tag=True):
    """Which card it is, by its id."""

    card: str


class Tossed(Outcome, frozen=True, tag=True):
    """How the coin fell: heads is success (RISE-914)."""

    heads: bool


class Rolled(Outcome, frozen=True, tag=True):
    """What a die shows."""

    n: int


class Struck(Outcome, frozen=True, tag=True):
    """Whom Amok hits."""

    piece: int


class LeftOpen(Outcome, frozen=True, tag=True):
    """Nobody says which card was drawn: it stays one of its owner's unseen cards."""


RiseAction: TypeAlias = (
    Keep
    | Mulligan
    | Take
    | Invoke
    | LevelUp
    | UseSkill
    | UseAction
    | StartAbility
    | Relaunch
    | Stack
    | ToAttack
    | EndTurn
    | Wait
    | Pass
    | Attack
    | BlockWith
    | Done
    | Times
    | Choose
    | Select
    | Concede
)
RiseOutcome: TypeAlias = Drawn | Tossed | Rolled | Struck | LeftOpen
