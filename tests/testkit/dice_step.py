"""The dice step played out in full on the engine: what best play expects, by nothing but `node`, `act` and `resolve`.

An oracle for the mathematics of the dice step. It knows no problem and no solver: it tries every legal action and every
outcome, and looks at the table when the step ends. Small pools only.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.rules import state as st

Payoff = Callable[[st.State], Fraction]


class DiceStep:
    """Best play from any moment of a dice step.

    Args:
        game: the game.
        payoff: the value of a table when the step ends.
        ordered: whether the order of the dice on a card matters.
        skip: actions that are not tried.
    """

    def __init__(
        self,
        game: RisingGame,
        payoff: Payoff,
        *,
        ordered: bool = False,
        skip: Callable[[st.State, Any], bool] = lambda _state, _action: False,
    ) -> None:
        self.game = game
        self.payoff = payoff
        self.ordered = ordered
        self.skip = skip
        self.known: dict[Any, Fraction] = {}

    def after(self, state: st.State, action: do.RisingAction) -> Fraction:
        """The value of an action."""
        if isinstance(action, do.Stop):
            return self.payoff(state)
        return self.value(self.game.act(state, action).state)

    def value(self, state: st.State) -> Fraction:
        """The value of a state."""
        key = self._key(state)
        found = self.known.get(key)
        if found is None:
            node = self.game.node(state)
            if isinstance(node, Decision):
                tried = [action for action in node.actions if not self.skip(state, action)]
                found = max(self.after(state, action) for action in tried)
            else:
                assert isinstance(node, Chance)
                total = sum(
                    (self.value(self.game.resolve(state, outcome).state) * weight for outcome, weight in node.outcomes),
                    Fraction(0),
                )
                found = total / node.outcomes.total
            self.known[key] = found
        return found

    def _key(self, state: st.State) -> Any:
        """All that the rest of the step depends on."""
        order = tuple if self.ordered else lambda codes: tuple(sorted(codes))
        return (
            state.agenda[-1],
            state.shown,
            state.unrolled,
            state.stock,
            state.duty,
            state.fresh,
            bool(state.rolls),
            tuple(spot and (order(spot.dice), spot.damage) for spot in (*state.places, *state.battles)),
            tuple(
                (team.tokens, tuple(sorted(team.dice)), tuple((order(m.dice), m.parked) for m in team.row))
                for team in state.teams
            ),
            tuple(sorted(state.used)),
            tuple(sorted(state.balance_symbols)),
            state.balance_tokens,
            len(state.balance_dice),
        )


def symbols_on(game: RisingGame, codes: tuple[int, ...]) -> Counter[str]:
    """Symbols of dice and symbol tokens, added up."""
    return Counter("".join(game.book.die_name[code].partition(":")[2] for code in codes))


def sets_on(game: RisingGame, cost: str, codes: tuple[int, ...], *, surplus: bool = True) -> int:
    """Complete sets of a cost.

    Args:
        surplus: whether the second half of a double may start the next set.
    """
    price = Counter(cost)
    if surplus:
        have = symbols_on(game, codes)
    else:
        have = Counter()
        for code in codes:
            face = game.book.die_name[code].partition(":")[2]
            symbol = face[0]
            for _ in face:
                have[symbol] += 1
                if have[symbol] % price[symbol] == 0 if price[symbol] else True:
                    break
    return min(have[symbol] // n for symbol, n in price.items())
