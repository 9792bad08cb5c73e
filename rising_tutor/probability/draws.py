"""Exact odds of drawing cards: groups of a deck, cards known on top or at the bottom, and what is wanted by which card.

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
from operator import add

from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem

MOST_GROUPS = 8
MOST_CARDS = 500
MOST_MULLIGANS = 20


class Want(Value, frozen=True):
    """At least (and at most) so many cards of these groups among the first so many cards of the deck.

    A deck that has fewer cards has shown all of them by then.
    """

    groups: tuple[str, ...]
    at_least: int
    among: int
    at_most: int | None = None


def chance(
    deck: Mapping[str, int], wants: Sequence[Want], known: Sequence[str] = (), below: Sequence[str] = ()
) -> Fraction:
    """The chance that all conditions hold.

    Args:
        deck: how many cards of each group there are, the known ones among them.
        known: the groups of the cards that are known to lie on top, from the top.
        below: the groups of the cards that are known to lie at the bottom, the lowest last.

    Raises:
        BadProblem: a group that the deck has not, more known cards than it has, or too large a question.
    """
    names = tuple(deck)
    _check(deck, wants, (*known, *below))
    left = [deck[name] - known.count(name) - below.count(name) for name in names]
    n, unknown = sum(deck.values()), sum(left)
    moments = sorted({min(want.among, n) for want in wants})
    holds = [_Wanted(want, [names.index(group) for group in want.groups], min(want.among, n)) for want in wants]
    # Ways to have drawn so many unknown cards of each group; the order within what a moment adds does not count.
    at, drawn = 0, {(0,) * len(names): Fraction(1)}
    for moment in moments:
        sure = (*known[:moment], *below[: max(0, moment - len(known) - unknown)])
        more_drawn = min(max(moment - len(known), 0), unknown)
        after: dict[tuple[int, ...], Fraction] = {}
        for have, share in drawn.items():
            rest = [count - had for count, had in zip(left, have, strict=True)]
            total = comb(sum(rest), more_drawn - at)
            for more, ways in _splits(rest, more_drawn - at):
                got = tuple(map(add, have, more))
                shown = tuple(n_drawn + sure.count(name) for n_drawn, name in zip(got, names, strict=True))
                if all(want.holds(shown) for want in holds if want.moment == moment):
                    after[got] = after.get(got, Fraction(0)) + share * Fraction(ways, total)
        at, drawn = more_drawn, after
    return sum(drawn.values(), Fraction(0))


class Hand(Value, frozen=True):
    """What an opening hand is worth to somebody who may still put so many hands back.

    Attributes:
        left: how many times a new hand may still be drawn.
        n: its cards.
        value: the chance that all conditions hold, with the better choice at every hand.
        kept: the chance of a hand that is kept.
    """

    left: int
    n: int
    value: Fraction
    kept: Fraction


def mulligans(
    deck: Mapping[str, int], wants: Sequence[Want], hand: int, times: int, *, fewer: int = 0
) -> tuple[Hand, ...]:
    """The value of an opening hand before it is looked at, by the mulligans left: V(0), V(1), up to V(times).

    Whoever has some left keeps a hand or shuffles it into the deck and draws a new one, whichever is better: so V(k) is
    the mean over all hands of the larger of keeping and V(k - 1), all exact. Whoever keeps a smaller hand draws as many
    cards later, so has seen fewer by each moment.

    Args:
        wants: their `among` counts the cards of the first hand and those drawn after it.
        hand: cards of the first hand.
        times: mulligans at the beginning.
        fewer: cards that each new hand has less.

    >>> [hand.value for hand in mulligans({"a": 1, "b": 2}, [Want(("a",), 1, among=1)], 1, 2)]
    [Fraction(1, 3), Fraction(5, 9), Fraction(19, 27)]

    Raises:
        BadProblem: as `chance`, or a condition about fewer cards than the hand has.
    """
    _check(deck, wants, ())
    if not 1 <= hand <= sum(deck.values()) or not 0 <= times <= MOST_MULLIGANS or hand - fewer * times < 1:
        expected = f"a hand of 1 to {sum(deck.values())} cards, 0 to {MOST_MULLIGANS} mulligans, a card left at last"
        raise BadProblem("mulligan", f"{hand} cards, {times} times", expected)
    for want in wants:
        if want.among < hand:
            raise BadProblem("want", f"among {want.among} cards", f"a condition about {hand} cards or more")
    found: list[Hand] = []
    every: dict[int, list[tuple[Fraction, Fraction]]] = {}
    for left in range(times + 1):
        n = hand - fewer * (times - left)
        if n not in every:
            every[n] = list(_hands(deck, [replace(want, among=want.among - (hand - n)) for want in wants], n))
        again = found[-1].value if found else Fraction(0)
        value = sum((share * max(here, again) for share, here in every[n]), Fraction(0))
        kept = sum((share for share, here in every[n] if here >= again), Fraction(0))
        found.append(Hand(left, n, value, kept))
    return tuple(found)


def _hands(deck: Mapping[str, int], wants: Sequence[Want], n: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Every hand of so many cards: its chance, and the chance that all conditions hold when it is kept."""
    total = comb(sum(deck.values()), n)
    for held, ways in _splits(tuple(deck.values()), n):
        known = tuple(name for name, m in zip(deck, held, strict=True) for _ in range(m))
        yield Fraction(ways, total), chance(deck, wants, known)


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
