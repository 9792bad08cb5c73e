"""Exact odds of drawing cards: groups of a deck, cards known on top, and what is wanted by which card.

A deck is counts of groups; a card belongs to one group. What is wanted is a list of conditions that must all hold, each
"so many of these groups among the first so many cards". Everything is a fraction.

>>> deck = {"level up": 8, "other": 42}
>>> chance(deck, [Want(("level up",), 1, among=6)])
Fraction(760351, 1135050)
>>> chance({"enough": 4, "too weak": 15}, [Want(("enough",), 1, among=3)])
Fraction(514, 969)
>>> chance({"a": 1, "b": 1}, [Want(("a",), 1, among=1)], known=["b"])
Fraction(0, 1)
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem

MOST_GROUPS = 8
MOST_CARDS = 500


class Want(Value, frozen=True):
    """At least (and at most) so many cards of these groups among the first so many cards of the deck."""

    groups: tuple[str, ...]
    at_least: int
    among: int
    at_most: int | None = None


def chance(deck: Mapping[str, int], wants: Sequence[Want], known: Sequence[str] = ()) -> Fraction:
    """The chance that all conditions hold.

    Args:
        deck: how many cards of each group there are, those known on top among them.
        known: the groups of the cards that are known to lie on top, from the top.

    Raises:
        BadProblem: a group that the deck has not, more known cards than it has, or too large a question.
    """
    names = tuple(deck)
    _check(deck, wants, known)
    counts = [deck[name] - known.count(name) for name in names]
    n = sum(deck.values())
    moments = sorted({min(want.among, n) for want in wants})
    holds = [_Wanted(want, [names.index(group) for group in want.groups], min(want.among, n)) for want in wants]
    # Ways to have drawn so many of each group after so many cards; the order within what a moment adds does not count.
    at, drawn = 0, {(0,) * len(names): Fraction(1)}
    for moment in moments:
        on_top = [known[place] for place in range(min(at, len(known)), min(moment, len(known)))]
        unknown = moment - at - len(on_top)
        after: dict[tuple[int, ...], Fraction] = {}
        for have, share in drawn.items():
            seen = [known[:at].count(name) for name in names]
            left = [count - had + was for count, had, was in zip(counts, have, seen, strict=True)]
            total = comb(sum(left), unknown)
            for more, ways in _splits(left, unknown):
                got = tuple(h + m + on_top.count(name) for h, m, name in zip(have, more, names, strict=True))
                if all(want.holds(got) for want in holds if want.moment == moment):
                    after[got] = after.get(got, Fraction(0)) + share * Fraction(ways, total)
        at, drawn = moment, after
    return sum(drawn.values(), Fraction(0))


class _Wanted:
    """A condition, with its groups as places in the deck."""

    def __init__(self, want: Want, groups: Sequence[int], moment: int) -> None:
        self.want = want
        self.groups = groups
        self.moment = moment

    def holds(self, got: tuple[int, ...]) -> bool:
        n = sum(got[group] for group in self.groups)
        return n >= self.want.at_least and (self.want.at_most is None or n <= self.want.at_most)


def _splits(left: Sequence[int], n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to draw `n` cards: how many of each group, and in how many ways."""
    if not left:
        if n == 0:
            yield (), 1
        return
    for first in range(max(0, n - sum(left[1:])), min(left[0], n) + 1):
        for rest, ways in _splits(left[1:], n - first):
            yield (first, *rest), comb(left[0], first) * ways


def _check(deck: Mapping[str, int], wants: Sequence[Want], known: Sequence[str]) -> None:
    if len(deck) > MOST_GROUPS or sum(deck.values()) > MOST_CARDS:
        raise BadProblem("deck", dict(deck), f"at most {MOST_GROUPS} groups and {MOST_CARDS} cards")
    for name, n in deck.items():
        if n < 0 or known.count(name) > n:
            raise BadProblem("deck", {name: n}, f"{known.count(name)} cards of {name} or more, as so many are known")
    for want in wants:
        if want.at_least < 0 or want.among < 0 or (want.at_most is not None and want.at_most < 0):
            raise BadProblem("want", want, "numbers from 0")
    for name in (*known, *(group for want in wants for group in want.groups)):
        if name not in deck:
            raise BadProblem("group", name, f"one of {', '.join(deck)}")
