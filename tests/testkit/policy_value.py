"""Coin and Hand when a policy plays for both seats: its chance to win, every play of it, and V made from that chance.

All of it is counted, way by way, so what holds on average holds here as an exact fraction.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import Choice, Judged, ValueLabel, best_of, opposes, payoff_value
from rising_tutor.core.values import Value
from tests.testkit.coin_and_hand import CoinAndHand, Table
from tests.testkit.written_value import made_of

COIN: Any = CoinAndHand()


class Made(Value, frozen=True):
    """A move of a play."""

    state: Any
    move: Any
    step: Any


def moves_of(state: Table, policy: str) -> Iterator[tuple[Any, Fraction]]:
    """What this policy or chance may do here, with its probability; nothing at the end."""
    node = COIN.node(state)
    if isinstance(node, Chance):
        for outcome, weight in node.outcomes:
            yield outcome, Fraction(weight, node.outcomes.total)
    elif isinstance(node, Decision) and policy == "random":
        for action in node.actions:
            yield action, Fraction(1, len(node.actions))
    elif isinstance(node, Decision):
        yield COIN.policies()[policy](node, lambda: COIN.view(state, node.seat), Random(0)), Fraction(1)


def after(state: Table, move: Any) -> Any:
    """A move with what comes of it."""
    return COIN.resolve(state, move) if isinstance(COIN.node(state), Chance) else COIN.act(state, move)


@cache
def worth_of(state: Table, policy: str) -> Fraction:
    """The chance that seat 1 wins if this policy plays for both; a draw counts one half."""
    node = COIN.node(state)
    if isinstance(node, Terminal):
        return payoff_value(node)
    ways = moves_of(state, policy)
    return sum((share * worth_of(after(state, move).state, policy) for move, share in ways), Fraction(0))


def plays_of(state: Table, policy: str) -> Iterator[tuple[Fraction, tuple[Made, ...]]]:
    """Every play of this policy to the end of the game, with its probability."""
    if isinstance(COIN.node(state), Terminal):
        yield Fraction(1), ()
    for move, share in moves_of(state, policy):
        step = after(state, move)
        for rest, later in plays_of(step.state, policy):
            yield share * rest, (Made(state, move, step), *later)


class PolicyValue:
    """V as the chance of a policy: so on its own lines V says what comes, and nothing but chance moves it.

    Args:
        policy: who is taken to play on.
        game: Coin and Hand, as it is or with both seats on one side.
        right_at: where V is that chance; None for everywhere. Elsewhere it is made from words, but for the end.
    """

    def __init__(self, policy: str, game: Any = COIN, right_at: Table | None = None) -> None:
        self.policy, self.game, self.right_at = policy, game, right_at
        self.label = ValueLabel("counted", "one line", policy, 0, "1", "none")
        self._made: dict[Any, Fraction] = {}

    def value(self, state: Any) -> Fraction:
        if self.right_at in (None, state) or isinstance(COIN.node(state), Terminal):
            return worth_of(state, self.policy)
        if state not in self._made:
            self._made[state] = made_of(COIN.where(state), str(state))
        return self._made[state]

    def follow(self) -> "PolicyValue":
        return self

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        options = self.options(state)
        if options:
            best = best_of(options, opposed=opposes(self.game, COIN.node(state).seat))
            assert best is not None
            return Judged(best.value, self.value(after), options, exact=True)
        outcomes = list(self.outcomes(state))
        mean = sum((weight * value for _, weight, value in outcomes), Fraction(0)) / sum(one[1] for one in outcomes)
        return Judged(mean, self.value(after), (), exact=True)

    def skip(self, state: Any, move: Any, after: Any) -> None: ...

    def options(self, state: Any) -> tuple[Choice, ...]:
        node = COIN.node(state)
        if not isinstance(node, Decision):
            return ()
        return tuple(Choice(action, self.value(COIN.act(state, action).state)) for action in node.actions)

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        for outcome, weight in COIN.node(state).outcomes:
            yield outcome, weight, self.value(COIN.resolve(state, outcome).state)

    def parts(self, state: Any, action: Any) -> tuple[Any, ...]:
        return ()
