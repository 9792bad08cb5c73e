"""A second way to every number of the teaching units: all rolls, one by one, and all that can be done after each.

Nothing of the package's own mathematics is used, only the value of a die: colours and faces are plain texts here. It is
slow and short. A state is the dice that are left, what each need lacks, and which helps are unused.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

Faces = dict[str, tuple[str, ...]]
FREE, DUTY, FILL = "free", "duty", "fill"
"""May always discard; must assign where something fits; must assign all that fits."""


def rolls(faces: Faces, pool: tuple[str, ...]) -> dict[tuple[tuple[str, str], ...], Fraction]:
    """Every roll with its chance, dice told apart and then counted together."""
    counted = Counter(tuple(sorted(zip(pool, shown, strict=True))) for shown in product(*(faces[c] for c in pool)))
    total = sum(counted.values())
    return {roll: Fraction(n, total) for roll, n in counted.items()}


def take(lack: str, face: str) -> str:
    """What is lacking after a face was paid."""
    for symbol in face:
        lack = lack.replace(symbol, "", 1)
    return lack


class Turn:
    """A turn at the table."""

    def __init__(
        self,
        faces: Faces,
        needs: tuple[str, ...],
        worth: Callable[[tuple[bool, ...]], Any] | None = None,
        helps: tuple[tuple[str, Any], ...] = (),
        rule: str = FREE,
    ) -> None:
        self.faces, self.needs, self.helps, self.rule = faces, needs, helps, rule
        self.worth = worth or sum
        self.before = cache(self._before)
        self.after = cache(self._after)

    def value(self, *pool: str) -> Fraction:
        """What best play expects from the first roll on."""
        return self.before(tuple(sorted(pool)), self.needs, tuple(range(len(self.helps))))

    def _before(self, pool: tuple[str, ...], lacks: tuple[str, ...], helps: tuple[int, ...]) -> Fraction:
        ways = []
        if not pool:
            ways.append(Fraction(self.worth(tuple(not lack for lack in lacks))))
        else:
            ways.append(
                sum(
                    chance * self.after(roll, lacks, helps, "fresh") for roll, chance in rolls(self.faces, pool).items()
                )
            )
        ways += [self.before(*to) for to in self._anytime(pool, lacks, helps)]
        return max(ways)

    def _anytime(self, pool: tuple[str, ...], lacks: tuple[str, ...], helps: tuple[int, ...]) -> list[tuple]:
        found: list[tuple] = []
        for at in helps:
            kind, what = self.helps[at]
            rest = tuple(other for other in helps if other != at)
            if kind == "die":
                found.append((tuple(sorted((*pool, what))), lacks, rest))
            if kind == "symbol":
                for place, lack in enumerate(lacks):
                    if what in lack:
                        paid = (*lacks[:place], take(lack, what), *lacks[place + 1 :])
                        found.append((pool, paid, rest))
        return found

    def _after(self, roll: tuple, lacks: tuple[str, ...], helps: tuple[int, ...], stage: str) -> Fraction:
        """The best after a roll; `stage` is fresh, begun (a die was assigned) or over."""
        pool = tuple(sorted(colour for colour, _ in roll))
        ways: list[Fraction] = []
        fits = self.fitting(roll, lacks)
        if stage == "begun" and not (self.rule == FILL and fits):
            ways.append(self.before(pool, lacks, helps))
        if stage == "fresh" and (self.rule == FREE or not fits):
            ways += [self.before(self.less(pool, colour), lacks, helps) for colour in set(pool)]
        ways += [self.after(self.less(roll, pair), paid, helps, "begun") for pair, paid in fits]
        if stage == "fresh":
            ways += self._changed(roll, lacks, helps)
        return max(ways)

    def _changed(self, roll: tuple, lacks: tuple[str, ...], helps: tuple[int, ...]) -> list[Fraction]:
        ways = []
        for at in helps:
            kind, what = self.helps[at]
            rest = tuple(other for other in helps if other != at)
            if kind == "change":
                for pair in {pair for pair in roll if what in pair[1]}:
                    for face in self.faces[pair[0]]:
                        turned = tuple(sorted((*self.less(roll, pair), (pair[0], face))))
                        ways.append(self.after(turned, lacks, rest, "fresh"))
            if kind == "reroll":
                sizes = [len(roll)] if what == "whole" else range(1, (what or len(roll)) + 1)
                for n in sizes:
                    for chosen in set(combinations(roll, n)):
                        kept = roll
                        for pair in chosen:
                            kept = self.less(kept, pair)
                        again = rolls(self.faces, tuple(colour for colour, _ in chosen))
                        ways.append(
                            sum(
                                chance * self.after(tuple(sorted((*kept, *new))), lacks, rest, "fresh")
                                for new, chance in again.items()
                            )
                        )
        return ways

    def fitting(self, roll: tuple, lacks: tuple[str, ...]) -> list[tuple]:
        """Each die that fits, with what is lacking afterwards."""
        found = []
        for pair in set(roll):
            for place, lack in enumerate(lacks):
                paid = take(lack, pair[1])
                if paid != lack:
                    found.append((pair, (*lacks[:place], paid, *lacks[place + 1 :])))
        return found

    @staticmethod
    def less(items: tuple, item: Any) -> tuple:
        at = items.index(item)
        return items[:at] + items[at + 1 :]
