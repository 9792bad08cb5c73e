"""A value function for any game: full search where little is left to play, else games played on by program.

V of a position is solved if at most `most` positions can follow it: best play of every seat, exact odds. Else it is the
mean result of `playouts` games in which a policy plays for everybody; game k of a position draws from generators that
depend on `seed` and k alone, so equal positions have equal values and two choices meet the same luck. A move is judged
by looking one step ahead, so that luck means exactly 0 and nobody does better than the best action
(`rising_tutor.core.valuation`).

>>> from rising_tutor.core.registry import load_game
>>> valuation = PlainValuation(load_game("fire"), playouts=2)
>>> valuation.label.method
'solved where at most 300 positions follow, else the mean of 2 playouts'
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rising_tutor.analysis.ledger import ZERO, rule_of_choice
from rising_tutor.analysis.playouts import Line, end_of_game, policy_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.search import stepper
from rising_tutor.core.valuation import EXACT, Choice, Judged, Part, ValueLabel, best_of, opposes, payoff_value

MOST_SOLVED: Final = 300
PLAYOUTS: Final = 20
NO_REASON: Final = "The games played on from it"
SOLVED: Final = "The games that can follow it"


@dataclass(eq=False)
class PlainValuation:
    """V by search or by playouts; see the head of this module. It keeps every value that it worked out.

    Attributes:
        most: positions below one that is solved; 0 solves none.
        playouts: games for an estimate, at least 1.
        policy: who plays them; greedy where the game has it, else random.
        seed: fixes their chance.

    Raises:
        KeyError: the game has no policy of that name.
    """

    game: AnyGame
    most: int = MOST_SOLVED
    playouts: int = PLAYOUTS
    policy: str = ""
    seed: str = "plain"

    def __post_init__(self) -> None:
        self.policy = policy_of(self.game, self.policy)
        self.after = stepper(self.game)
        self._solved: dict[Any, Fraction] = {}
        self._values: dict[Any, Fraction] = {}

    @property
    def label(self) -> ValueLabel:
        info = self.game.info
        assumes = ["V is of the full position: nobody is kept from what lies face down."]
        if not info.shared:
            assumes.append("V counts for seat 1; every other seat plays for the smallest V.")
        assumes.append(f"Where V is not solved, the policy {self.policy} plays on for everybody.")
        return ValueLabel(
            method=f"solved where at most {self.most} positions follow, else the mean of {self.playouts} playouts",
            horizon="one step, then a playout to the end of the game",
            policy=self.policy,
            samples=self.playouts,
            rules_version=info.rules_version,
            content=info.content,
            assumes=tuple(assumes),
            solved=EXACT,
        )

    def value(self, state: Any) -> Fraction:
        node = self.game.node(state)
        if isinstance(node, Terminal):
            return payoff_value(node)
        if self.solves(state):
            return self._solved[state]
        if state not in self._values:
            self._values[state] = self._played_on(state)
        return self._values[state]

    def follow(self) -> "PlainFollower":
        return PlainFollower(self)

    def solves(self, state: Any) -> bool:
        """Whether V of a position is solved; if so it is known after this."""
        if state in self._solved:
            return True
        if state in self._values:
            return False
        # How much follows is counted afresh for every position: whether it is solved must not hang on what was asked
        # before, or equal positions could have other values.
        found = self._below(state)
        if found is None:
            return False
        for later in reversed(found):
            self._solve(later)
        return True

    def _below(self, state: Any) -> list[Any] | None:
        """A position and all that can follow it, each before all that follow it.

        None if they are too many, or if one can come again.
        """
        order: list[Any] = []
        seen = {state}
        done: set[Any] = set()
        # Depth first, on a list of its own: a position is put in order once everything below it is.
        path = [(state, self._children(state))]
        while path:
            if len(seen) > self.most:
                return None
            here, children = path[-1]
            for child in children:
                if child in seen and child not in done:
                    return None
                if child not in seen:
                    seen.add(child)
                    path.append((child, self._children(child)))
                    break
            else:
                order.append(here)
                done.add(here)
                path.pop()
        return order[::-1]

    def _children(self, state: Any) -> Iterator[Any]:
        return (self.after(state, move) for move, _ in self._moves(state))

    def _moves(self, state: Any) -> Iterator[tuple[Any, int]]:
        node = self.game.node(state)
        if isinstance(node, Chance):
            yield from node.outcomes
        elif isinstance(node, Decision):
            for action in node.actions:
                yield action, 1

    def _solve(self, state: Any) -> None:
        """Solves a position of which everything below is solved."""
        if state in self._solved:
            return
        node = self.game.node(state)
        if isinstance(node, Terminal):
            self._solved[state] = payoff_value(node)
            return
        below = ((weight, self._solved[self.after(state, move)]) for move, weight in self._moves(state))
        if isinstance(node, Chance):
            self._solved[state] = sum((weight * value for weight, value in below), ZERO) / node.outcomes.total
        else:
            best = min if opposes(self.game, node.seat) else max
            self._solved[state] = best(value for _, value in below)

    def _played_on(self, state: Any) -> Fraction:
        total = ZERO
        for number in range(self.playouts):
            end = Line(self.game, self.policy, f"{self.seed}:{number}").play(state, end_of_game)
            node = self.game.node(end)
            total += payoff_value(node) if isinstance(node, Terminal) else Fraction(1, 2)
        return total / self.playouts


class PlainFollower:
    """Judges each move by looking one step ahead."""

    def __init__(self, valuation: PlainValuation) -> None:
        self.valuation = valuation
        self.game = valuation.game

    def judge(self, state: Any, move: Any, after: Any) -> Judged:  # noqa: ARG002 - the line it is on decides nothing
        value = self.valuation.value(after)
        exact = self.valuation.solves(state)
        node = self.game.node(state)
        if isinstance(node, Chance):
            if exact:
                return Judged(self.valuation.value(state), value, (), exact)
            total = sum((weight * one for _, weight, one in self.outcomes(state)), ZERO)
            return Judged(total / node.outcomes.total, value, (), exact)
        options = self.options(state)
        best = best_of(options, opposed=self._opposed(state))
        assert best is not None
        return Judged(best.value, value, options, exact)

    def skip(self, state: Any, move: Any, after: Any) -> None:
        """Nothing needs to be remembered."""

    def options(self, state: Any) -> tuple[Choice, ...]:
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return ()
        value, after = self.valuation.value, self.valuation.after
        return tuple(Choice(action, value(after(state, action))) for action in node.actions)

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        node = self.game.node(state)
        if isinstance(node, Chance):
            for outcome, weight in node.outcomes:
                yield outcome, weight, self.valuation.value(self.valuation.after(state, outcome))

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        """One part: a search tells no reasons apart."""
        options, opposed = self.options(state), self._opposed(state)
        best = best_of(options, opposed=opposed)
        assert best is not None
        chosen = next(choice for choice in options if choice.action == action)
        loss = chosen.value - best.value if opposed else best.value - chosen.value
        name = SOLVED if self.valuation.solves(state) else NO_REASON
        return (Part(name, rule_of_choice(self.game, state, action, self.game.act(state, action)), loss),)

    def _opposed(self, state: Any) -> bool:
        node = self.game.node(state)
        return isinstance(node, Decision) and opposes(self.game, node.seat)
