"""What a game offers so that a recorded game can be reviewed: a value function V over its positions.

V is a chance to win, from 0 to 1: of all seats where they win and lose together, else of seat 1. A `Valuation` is one
such function with a label that says how its numbers come about. A `Follower` walks one line of play with it and judges
every move on the way. What V must keep, so that luck and skill add up (`rising_tutor.analysis.ledger`):

* at a chance node `before` is the mean of `after` over all outcomes, with their weights, as an exact fraction;
* at a decision `before` is the best `after` of its legal actions (the least, where it is the choice of an opponent);
* at the end of the game `after` is the result: 1, 0, or 1/2 for a draw.

`before` of a move need not be `after` of the move before it: V looks ahead only so far. That difference is the horizon,
and the ledger gives it a line of its own.

>>> from rising_tutor.core.registry import load_game
>>> game = valued_game(load_game("fire"))
>>> sorted(game.luck_sources())
['character_deck', 'fire_deck', 'hero_dice', 'setup', 'tokens']
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, Protocol, cast, runtime_checkable

from rising_tutor.core.band import Band, interval
from rising_tutor.core.game import AnyGame, GameInfo
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.node import Terminal
from rising_tutor.core.registry import without_reviews
from rising_tutor.core.values import Value

EXACT: Final = "exact"
ESTIMATED: Final = "estimated"


class ValueLabel(Value, frozen=True):
    """How the numbers of a value function come about; shown beside every one of them.

    Attributes:
        method: in a few words, such as "exact within the turn, then an estimate".
        horizon: how far it looks ahead exactly.
        policy: who is taken to play on after the horizon; empty if nobody.
        samples: games or lines behind an estimate, 0 for none.
        rules_version: of the game.
        content: fingerprint of the cards in use.
        assumes: sentences for people: what it counts, and what it leaves out.
        bands: how far V may be off, by rising `upto`, the last one 1; empty where nobody checked.
        solved: what V of a position is, in a few words, where a follower says that it is solved there: "exact" only
            where no estimate stands behind it.
    """

    method: str
    horizon: str
    policy: str
    samples: int
    rules_version: str
    content: str
    assumes: tuple[str, ...] = ()
    bands: tuple[Band, ...] = ()

    solved: str = "solved up to the horizon"

    def interval(self, value: Fraction | float) -> tuple[float, float] | None:
        """Between which values V is taken to lie, within [0, 1]; None where nobody checked. A decided game is sure."""
        if not self.bands:
            return None
        return (float(value), float(value)) if value in (0, 1) else interval(self.bands, float(value))

    def how(self, *, solved: bool) -> str:
        """What V of a position is, in words."""
        return self.solved if solved else ESTIMATED


class Choice(Value, frozen=True):
    """A legal action with V after it."""

    action: Any
    value: Fraction


class Judged(Value, frozen=True):
    """A move as a follower judges it.

    Attributes:
        before: V of the position, looked ahead from it; see the head of this module.
        after: V after the move.
        options: at a decision every legal action in the order of the node; at a chance node empty.
        exact: whether V is solved here, up to its horizon; else it is estimated position by position.
    """

    before: Fraction
    after: Fraction
    options: tuple[Choice, ...]
    exact: bool


class Part(Value, frozen=True):
    """A part of the difference between the best action of a decision and another one.

    Attributes:
        name: the card or thing that it is about, for people.
        rule: the rule behind it.
        amount: V of the best action less V of the other, as far as it is due to this.
    """

    name: str
    rule: RuleId
    amount: Fraction


class Follower(Protocol):
    """Walks one line of play from its beginning. It may keep what it worked out for the turn that it is in.

    `options`, `outcomes` and `parts` answer for the position that was reached, for the one judged last, and for those
    that can be reached from them.
    """

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        """The next move of the line.

        Args:
            state: the position before it, the `after` of the move before.
            move: an action or outcome of its node.
            after: the position after it.
        """

    def skip(self, state: Any, move: Any, after: Any) -> None:
        """The next move of the line, not to be judged: cheaper than `judge`, and leads to the same place."""

    def options(self, state: Any) -> tuple[Choice, ...]:
        """Every legal action of a decision with V after it, in the order of the node; () at a chance node."""

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        """Every outcome of a chance node: outcome, weight, V after it. They may be thousands."""

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        """Why an action of a decision is worth less than the best one; the amounts add up to the loss exactly."""


class Valuation(Protocol):
    """A value function over the positions of one game. On one line of play a position has one value."""

    @property
    def label(self) -> ValueLabel: ...

    def value(self, state: Any) -> Fraction:
        """V of a position by itself, in [0, 1]."""

    def follow(self) -> Follower:
        """A follower that stands at the beginning of a line; the first position that it is handed is its first."""


@runtime_checkable
class RuledGame(Protocol):
    """A game that names the rule behind every choice."""

    def rule_of_move(self, state: Any, action: Any) -> RuleId:
        """The rule that gives the choice which a legal action makes, such as that on rolling again for a roll."""


@runtime_checkable
class ValuedGame(RuledGame, Protocol):
    """A game that can judge its positions. All methods are pure."""

    def valuation(self) -> Valuation: ...

    def luck_source(self, state: Any) -> str:
        """Which of `luck_sources` a chance node belongs to."""

    def luck_sources(self) -> dict[str, str]:
        """Every source of luck with its name for people, in the order of display: "hero_dice" -> "Hero dice"."""

    def turn_of(self, state: Any) -> int:
        """The number of the turn, from 1; 0 before the first."""


def valued_game(game: AnyGame) -> ValuedGame | None:
    """The game as one that judges its positions; None if it does not."""
    return cast("ValuedGame", game) if isinstance(game, ValuedGame) else None


def payoff_value(end: Terminal) -> Fraction:
    """The result as a value: 1 won, 0 lost, 1/2 drawn, for seat 1.

    >>> payoff_value(Terminal((1, 1), RuleId("X-1"))), payoff_value(Terminal((-1, 1), RuleId("X-1")))
    (Fraction(1, 1), Fraction(0, 1))
    """
    return Fraction(end.payoffs[0] + 1, 2)


def opposes(game: AnyGame, seat: Seat | None) -> bool:
    """Whether a smaller V suits this seat: V counts for seat 1 where the seats do not win and lose together."""
    return game.info.opposed(seat, Seat(0))


def not_reviewable(info: GameInfo, n_seats: int) -> str:
    """Why a game is not reviewed, in a sentence; "" where it is.

    >>> from rising_tutor.core.registry import load_game
    >>> not_reviewable(load_game("fire").info, 5)
    ''
    """
    if info.id in without_reviews():
        return f"Reviews of {info.title} are still to come: so far the game can be played, recorded and checked."
    why = too_many_for_v(info, n_seats)
    return f"Reviews are for two opponents: {why}, so luck and skill cannot be told apart." if why else ""


def too_many_for_v(info: GameInfo, n_seats: int) -> str:
    """Why one chance to win is not enough for a game of so many seats; "" where it is.

    >>> from rising_tutor.core.registry import load_game
    >>> too_many_for_v(load_game("rise").info, 3)
    'with 3 seats that play against each other one chance to win does not say how each of them stands'
    """
    if info.shared or n_seats <= 2:
        return ""
    return f"with {n_seats} seats that play against each other one chance to win does not say how each of them stands"


def chance_to_win(*, shared: bool) -> str:
    """What V is, in words, and of whom where the seats are opposed."""
    return "the chance to win" if shared else "the chance of seat 1 to win"


def for_seat(game: AnyGame, value: Fraction, seat: Seat | None) -> Fraction:
    """V as the chance of this seat: for an opponent of the side that V counts for, what is left of 1.

    >>> from rising_tutor.core.registry import load_game
    >>> for_seat(load_game("fire"), Fraction(1, 4), Seat(1))
    Fraction(1, 4)
    """
    return 1 - value if opposes(game, seat) else value


def best_of(options: Sequence[Choice], *, opposed: bool = False) -> Choice | None:
    """The first of the best choices: with the greatest V, or the least for an opponent; None where there is none."""
    return (min if opposed else max)(options, key=lambda choice: choice.value, default=None)
