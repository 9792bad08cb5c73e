"""What each reroll of chosen dice is worth, all sets of dice at once.

Used where nothing else can be done with a roll than to assign and discard. Then a roll is worth the best of few known
amounts, so amounts are replaced by their ranks: small integers that arrays hold, with nothing rounded. With T_k[s] the
best that the dice k allow from position s, one die more gives

    T_(k+i)[s] = max( T_k[s], max over needs t of T_k[s with i put on t] )

The rolls of the pool are walked die by die, so that rolls which begin alike share their work.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, lcm, prod
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rising_tutor.core.values import with_count, with_item
from rising_tutor.probability.answer import Amount
from rising_tutor.probability.problem import Position

if TYPE_CHECKING:
    from rising_tutor.probability.moments import Kinds, Moments

Ranks = npt.NDArray[np.int32]
EXACT_UPTO = 2**53
"""Numbers of face tuples up to this are counted by floats without rounding."""


class Rerolls:
    """The values of all rerolls of up to so many dice of one roll.

    Args:
        moments: the turn.
        position: after the help was spent; no other help acts within the roll but an extra die or symbol.
        shown: a face of every die of the pool.
        most: the most dice that are rolled again.
        base: what it is worth to assign nothing.
        alike: for each kind the one that stands for it.
    """

    def __init__(
        self,
        moments: "Moments",
        position: Position,
        shown: "Kinds",
        *,
        most: int,
        base: Amount,
        alike: "Kinds",
    ) -> None:
        self._moments = moments
        self._alike = alike
        self._most = most
        problem = moments.problem
        self._pool = position.pool
        same = [alike[kind] for kind in shown]
        self._shown = [Counter(k for k in same if moments.kinds[k][0] == at) for at in range(len(self._pool))]
        self._classes: list[dict[int, int]] = []
        """Colour -> class -> how many faces of the die belong to it."""
        for die in problem.dice:
            self._classes.append(Counter(alike[moments.number[die.colour, face]] for face in die.faces))
        self._forms = [
            list(combinations_with_replacement(sorted(classes), n))
            for classes, n in zip(self._classes, self._pool, strict=True)
        ]
        self._places = [{form: at for at, form in enumerate(forms)} for forms in self._forms]
        self._states = self._reachable(position)
        amounts = [base, *(moments.value(state) for state in self._states[1:])]
        order = sorted(set(amounts), key=lambda amount: (amount.decimal, amount.fraction or 0))
        rank = {amount: at for at, amount in enumerate(order)}
        self._amounts = order
        fractions = [amount.fraction for amount in order]
        exact = [fraction for fraction in fractions if fraction is not None]
        self._bottom = lcm(*(fraction.denominator for fraction in exact)) if len(exact) == len(order) else 0
        self._tops = [fraction.numerator * (self._bottom // fraction.denominator) for fraction in exact]
        self._best: Ranks = np.zeros([len(forms) for forms in self._forms], dtype=np.int32)
        first = np.array([rank[amount] for amount in amounts], dtype=np.int32)
        self._walk(first, 0, [], (), 0)

    def value(self, again: "Kinds") -> Amount:
        """What best play expects when these dice are rolled again."""
        again_of = [
            Counter(self._alike[kind] for kind in again if self._moments.kinds[kind][0] == at)
            for at in range(len(self._pool))
        ]
        places, weights = [], np.ones(1)
        total = 1
        for at, (shown, rolled) in enumerate(zip(self._shown, again_of, strict=True)):
            ways = self._ways(at, shown - rolled, sum(rolled.values()))
            places.append(list(ways))
            weights = np.outer(weights, np.array(list(ways.values()), dtype=np.float64)).ravel()
            total *= sum(ways.values())
        ranks = self._best[np.ix_(*places)].ravel()
        counts = np.bincount(ranks, weights=weights)
        if not self._bottom:
            met = np.flatnonzero(counts)
            decimals = np.array([self._amounts[rank].decimal for rank in met])
            return Amount(None, float(counts[met] @ decimals) / total)
        top = sum(int(counts[rank]) * self._tops[rank] for rank in np.flatnonzero(counts))
        return Amount.exact(Fraction(top, self._bottom * total))

    def _ways(self, at: int, kept: Counter[int], n: int) -> dict[int, int]:
        """The forms of a colour when n dice are rolled beside those that are kept: place -> number of face tuples."""
        found: dict[int, int] = {}
        for new in combinations_with_replacement(sorted(self._classes[at]), n):
            counts = Counter(new)
            ways = factorial(n) * prod(self._classes[at][kind] ** k for kind, k in counts.items())
            ways //= prod(factorial(k) for k in counts.values())
            found[self._places[at][tuple(sorted((*kept.elements(), *new)))]] = ways
        return found

    def _reachable(self, position: Position) -> list[Position]:
        """Every position that assigning dice of some roll leads to, the given one first; with where each die leads."""
        moments = self._moments
        states = [position]
        index = {(position.pool, position.lacks): 0}
        pairs: dict[int, list[list[int]]] = {
            kind: [[] for _ in position.lacks] for classes in self._classes for kind in classes
        }
        for here, state in enumerate(states):
            for kind, of_needs in pairs.items():
                colour, face = moments.kinds[kind]
                for need, leads in enumerate(of_needs):
                    lack = state.lacks[need]
                    less = moments.pay(need, lack, face) if lack and state.pool[colour] else lack
                    if less == lack:
                        leads.append(here)
                        continue
                    pool, lacks = with_count(state.pool, colour, -1), with_item(state.lacks, need, less)
                    if (pool, lacks) not in index:
                        index[pool, lacks] = len(states)
                        states.append(Position(pool, lacks, position.helps, position.room))
                    leads.append(index[pool, lacks])
        own = list(range(len(states)))
        self._leads = {
            kind: [np.array(leads, dtype=np.intp) for leads in of_needs if leads != own]
            for kind, of_needs in pairs.items()
        }
        return states

    def _walk(self, ranks: Ranks, colour: int, before: list[int], form: tuple[int, ...], changed: int) -> None:
        """Fills in the rolls that begin with these dice: whole forms of the colours before, and a part of this one."""
        if len(form) == self._pool[colour]:
            now = changed + sum((self._shown[colour] - Counter(form)).values())
            if now > self._most:
                return
            places = [*before, self._places[colour][form]]
            if colour + 1 == len(self._pool):
                self._best[tuple(places)] = ranks[0]
            else:
                self._walk(ranks, colour + 1, places, (), now)
            return
        last = len(form) + 1 == self._pool[colour] and not any(self._pool[colour + 1 :])
        for kind in sorted(self._classes[colour]):
            if form and kind < form[-1]:
                continue
            if last:  # only the position itself is asked for
                best = max([int(ranks[0]), *(int(ranks[leads[0]]) for leads in self._leads[kind])])
                more = np.array([best], dtype=np.int32)
            else:
                more = ranks
                for leads in self._leads[kind]:
                    more = np.maximum(more, ranks[leads])
            self._walk(more, colour, before, (*form, kind), changed)
