"""The chance to cover a cost with some dice, and what a pool promises against several costs.

A chance is estimated over a fixed table of rolls in which every die shows each of its faces equally
often, and kept: the same question always has the same answer, whatever was asked before.
"""

from operator import add
from random import Random

from rising_tutor.games.rising.cards.book import Book, Vector

Pool = tuple[int, ...]
"""How many dice of each colour."""

Aim = tuple[Vector, float]
"""Symbols that are still needed, and what covering them is worth."""

_Order = tuple[float, Vector, tuple[int, ...]]
"""What some aims in this order promise, all that they need, and their indices."""

_ROLLS = 24
_SLOTS = 16
_MOST = 7
"""Costs of more symbols than this are not tried; a Team hardly ever covers them in one turn."""
_LEAST = 0.05
_KEPT = 400_000


class Odds:
    """Chances with the dice of one title."""

    def __init__(self, book: Book) -> None:
        self.colours = range(len(book.colours))
        self.nothing: Vector = (0,) * len(book.spec.symbols)
        self._rolls = _table(book)
        self._best = tuple(max(len(face) for face in kind.faces) for kind in book.content.die)
        self._chance: dict[tuple[Pool, Vector], float] = {}
        self._promise: dict[tuple[Pool, tuple[Aim, ...]], float] = {}
        self.yields = tuple(
            tuple(
                sum(len(face) for face in kind.faces if face[0] == symbol) / len(kind.faces)
                for symbol in book.spec.symbols
            )
            for kind in book.content.die
        )
        """Symbols that a die of each colour shows on average."""

    def chance(self, pool: Pool, need: Vector) -> float:
        """Chance that these dice cover a cost in the rolls of one turn.

        Every useful die is assigned at once; a roll without one costs a die.
        """
        if need == self.nothing:
            return 1.0
        key = (pool, need)
        known = self._chance.get(key)
        if known is None:
            if len(self._chance) > _KEPT:
                self._chance.clear()
            known = self._chance[key] = self._estimate(pool, need)
        return known

    def _estimate(self, pool: Pool, need: Vector) -> float:
        total = sum(need)
        if total > _MOST or sum(n * best for n, best in zip(pool, self._best, strict=True)) < total:
            return 0.0
        dice = [colour for colour in self.colours for _ in range(pool[colour])][:_SLOTS]
        columns = [self._rolls[slot][colour] for slot, colour in enumerate(dice)]
        nothing = self.nothing
        chance = self.chance
        sure = 0.0
        fewer: Pool | None = None
        for roll in zip(*columns, strict=True):
            left = list(need)
            rest = list(pool)
            used = False
            for colour, (symbol, value) in zip(dice, roll, strict=True):
                open_now = left[symbol]
                if open_now > 0:
                    left[symbol] = open_now - value if open_now > value else 0
                    rest[colour] -= 1
                    used = True
            still = tuple(left)
            if still == nothing:
                sure += 1.0
                continue
            if used:
                if any(rest):
                    sure += chance(tuple(rest), still)
                continue
            if fewer is None:
                rest[self._worst(pool, need)] -= 1
                fewer = tuple(rest)
            if any(fewer):
                sure += chance(fewer, still)
        return sure / _ROLLS

    def _worst(self, pool: Pool, need: Vector) -> int:
        """The colour in the pool that promises least for a cost."""
        here = [colour for colour in self.colours if pool[colour]]
        return min(here, key=lambda colour: sum(y for y, n in zip(self.yields[colour], need, strict=True) if n))

    def promise(self, pool: Pool, aims: tuple[Aim, ...]) -> float:
        """What a pool that is still to be rolled promises against aims, the best order of them taken.

        Of an order a, b, c the worth is worth(a) * chance(a) + worth(b) * chance(a and b) + ...
        """
        if not aims or not any(pool):
            return 0.0
        key = (pool, aims)
        known = self._promise.get(key)
        if known is None:
            if len(self._promise) > _KEPT:
                self._promise.clear()
            known = self._promise[key] = self._best_order(pool, aims)
        return known

    def _best_order(self, pool: Pool, aims: tuple[Aim, ...]) -> float:
        """A narrow search: the three best first aims, the two best pairs, the best third."""
        chance = self.chance
        found: list[_Order] = [(worth * chance(pool, need), need, (at,)) for at, (need, worth) in enumerate(aims)]
        found.sort(key=_by_value)
        best = found[0][0]
        # Two costs together are never likelier than one of them.
        likely = [(order[0], *aims[order[0]]) for value, _, order in found[:6] if value > _LEAST]
        beam = found[:3]
        for width in (2, 1):
            longer: list[_Order] = []
            for value, need, order in beam:
                for at, more, worth in likely:
                    if at in order:
                        continue
                    both = tuple(map(add, need, more))
                    if sum(both) <= _MOST:
                        longer.append((value + worth * chance(pool, both), both, (*order, at)))
            if not longer:
                break
            longer.sort(key=_by_value)
            best = max(best, longer[0][0])
            beam = longer[:width]
        return best


def _by_value(entry: _Order) -> float:
    return -entry[0]


def _table(book: Book) -> list[list[list[tuple[int, int]]]]:
    """For each slot and colour the (symbol, value) shown in each roll of the table.

    Each face comes equally often in each column (dice have six faces), in an order shuffled once and for all.
    """
    rng = Random("odds")
    faces = [[(book.symbol_index[face[0]], len(face)) for face in kind.faces] for kind in book.content.die]
    table = []
    for _ in range(_SLOTS):
        row = []
        for shown in faces:
            column = (shown * (_ROLLS // len(shown) + 1))[:_ROLLS]
            rng.shuffle(column)
            row.append(column)
        table.append(row)
    return table
