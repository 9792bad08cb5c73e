"""Step 3 as a problem of its own: dice on show, dice to come, targets; which die goes where."""

from itertools import permutations
from typing import NamedTuple

from rising_tutor.core.values import with_count
from rising_tutor.games.rising.cards.book import Book, Codes
from rising_tutor.games.rising.greedy.aims import Target
from rising_tutor.games.rising.greedy.odds import Aim, Odds, Pool

_KEPT = 20_000
_WIDE, _DEEP = 5, 3


class Plan(NamedTuple):
    """What to do with the dice on show.

    Attributes:
        value: what is covered for sure, and what the other dice promise.
        placed: (die, index of the target), in order.
        spare: dice on show that stay for the next roll.
        discard: the die to give up if none is placed, or -1.
    """

    value: float
    placed: tuple[tuple[int, int], ...]
    spare: Codes
    discard: int = -1


class Planner:
    """Plans with the dice of one title."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.odds = Odds(book)
        self._plans: dict[tuple[Codes, Pool, tuple[Target, ...], bool, bool], Plan] = {}

    def pool(self, shown: Codes, waiting: Pool) -> Pool:
        """All dice that the next roll would roll, by colour."""
        out = list(waiting)
        colour_of = self.book.colour_of
        for code in shown:
            out[colour_of[code]] += 1
        return tuple(out)

    def promise(self, pool: Pool, targets: tuple[Target, ...]) -> float:
        """What a pool that is still to be rolled promises."""
        return self.odds.promise(pool, _aims(targets))

    def plan(self, shown: Codes, waiting: Pool, targets: tuple[Target, ...], *, may: bool, must: bool) -> Plan:
        """The best use of the dice on show.

        Args:
            may: dice may be assigned.
            must: a die has to be assigned or discarded.
        """
        key = (shown, waiting, targets, may, must)
        known = self._plans.get(key)
        if known is None:
            if len(self._plans) > _KEPT:
                self._plans.clear()
            known = self._plans[key] = self._plan(shown, waiting, targets, may=may, must=must)
        return known

    def _plan(self, shown: Codes, waiting: Pool, targets: tuple[Target, ...], *, may: bool, must: bool) -> Plan:
        if must:
            best = self._without(shown, waiting, targets)
        else:
            best = Plan(self.promise(self.pool(shown, waiting), targets), (), shown)
        if not (may and shown):
            return best
        keep = self._keep(targets)
        tried = set()
        for order in self._orders(shown, targets):
            placed, spare, needs = self._allot(shown, targets, order, keep)
            mark = tuple(sorted(placed))
            if not placed or mark in tried:
                continue
            tried.add(mark)
            value = self._value(spare, waiting, targets, needs)
            if value > best.value + 1e-9:
                best = Plan(value, placed, spare)
        return best

    def _value(self, spare: Codes, waiting: Pool, targets: tuple[Target, ...], needs: list[list[int]]) -> float:
        value = 0.0
        left: list[Aim] = []
        for target, need in zip(targets, needs, strict=True):
            if any(need):
                left.append((tuple(need), target.worth))
            else:
                value += target.worth
        return value + self.odds.promise(self.pool(spare, waiting), tuple(sorted(left)))

    def _without(self, shown: Codes, waiting: Pool, targets: tuple[Target, ...]) -> Plan:
        """No die is assigned: the one that is missed least goes."""
        book = self.book
        codes = list(dict.fromkeys(shown)) or [book.blank(at) for at, n in enumerate(waiting) if n]
        if not codes:
            return Plan(0.0, (), shown)
        pool = self.pool(shown, waiting)
        aims = _aims(targets)
        best, out = -1.0, codes[0]
        seen = set()
        for code in codes:
            colour = book.colour_of[code]
            if colour in seen:
                continue
            seen.add(colour)
            value = self.odds.promise(with_count(pool, colour, -1), aims)
            if value > best:
                best, out = value, code
        return Plan(best, (), shown, out)

    def _keep(self, targets: tuple[Target, ...]) -> list[float]:
        """How useful each colour is for all targets together."""
        return [
            sum(target.worth * y for target in targets for y, need in zip(yields, target.need, strict=True) if need)
            for yields in self.odds.yields
        ]

    def _orders(self, shown: Codes, targets: tuple[Target, ...]) -> list[tuple[int, ...]]:
        """Orders in which targets could be served from the dice on show."""
        symbols = {self.book.symbol_of[code] for code in shown}
        usable = [at for at, target in enumerate(targets) if any(target.need[symbol] for symbol in symbols)]
        usable.sort(key=lambda at: -targets[at].worth / (1 + sum(targets[at].need)))
        usable = usable[:_WIDE]
        out: list[tuple[int, ...]] = [(at,) for at in usable]
        if len(shown) > 1:
            out += permutations(usable, 2)
        if len(shown) > 2:
            out += permutations(usable[:_DEEP], 3)
        return out

    def _allot(
        self, shown: Codes, targets: tuple[Target, ...], order: tuple[int, ...], keep: list[float]
    ) -> tuple[tuple[tuple[int, int], ...], Codes, list[list[int]]]:
        """Every useful die to the targets in this order; doubles where two symbols are open."""
        book = self.book
        symbol_of, value_of, colour_of = book.symbol_of, book.value_of, book.colour_of
        needs = [list(target.need) for target in targets]
        by_symbol: dict[int, list[int]] = {}
        for code in shown:
            by_symbol.setdefault(symbol_of[code], []).append(code)
        placed = []
        for at in order:
            need = needs[at]
            for symbol, fitting in by_symbol.items():
                while fitting and need[symbol] > 0:
                    code = fitting[0]
                    if len(fitting) > 1:
                        large = need[symbol] > 1
                        code = min(fitting, key=lambda c: ((value_of[c] > 1) != large, keep[colour_of[c]]))
                    fitting.remove(code)
                    placed.append((code, at))
                    need[symbol] = max(0, need[symbol] - value_of[code])
        left = tuple(sorted(code for fitting in by_symbol.values() for code in fitting))
        return tuple(placed), left, needs


def _aims(targets: tuple[Target, ...]) -> tuple[Aim, ...]:
    return tuple(sorted((target.need, target.worth) for target in targets))
