"""Lists that only their owners know: what somebody knows of such a list all the same, and lists that it may be.

Cards are then numbered over all cards of the game, as a number within a list would tell of the rest of it. How many
copies a list has at least is known by what could be placed at one moment: now, or just before a shuffle. Which list it
is has no chance of its own; the reading taken here is that it is one of those which come with the game, as likely as
they give the cards that were placed, and where none has these cards, any list that has.

>>> from random import Random
>>> lists = Lists(((3, 1, 0), (2, 0, 2)), (4, 4, 4))
>>> imagine_list((1, 1, 0), 4, lists, Random(1))
(3, 1, 0)
>>> sum(imagine_list((0, 1, 1), 4, lists, Random(1)))
4
"""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod
from random import Random
from typing import Final, NamedTuple

from rising_tutor.core.view import Viewer
from rising_tutor.decks.slots import Bag, Slot, bag_of

CLOSED: Final = "closed"
"""The value of the option `lists` by which only its owner knows a list."""
NOT_TOLD: Final = "?"
"""In a view, in place of a list."""


class Lists(NamedTuple):
    """The lists that are thought of for one leader.

    Attributes:
        likely: those that come with the game.
        most: how many copies of each card the rules of construction allow; 0 for a card that does not fit.
    """

    likely: tuple[Bag, ...]
    most: Bag


def is_told(lists: str, owner: int, viewer: Viewer) -> bool:
    """Whether a viewer knows the list of a seat, by the value of the option."""
    return lists != CLOSED or owner == viewer


def told_lists(decks: Sequence[str], lists: str, viewer: Viewer) -> tuple[str, ...]:
    """The lists in one line as a viewer may read them.

    >>> told_lists(("a: 2 x", "b: 2 y"), "closed", 1)
    ('?', 'b: 2 y')
    """
    return tuple(text if is_told(lists, seat, viewer) else NOT_TOLD for seat, text in enumerate(decks))


def placed(cards: Iterable[int], unseen: Bag, slots: Iterable[Slot], viewer: Viewer) -> Bag:
    """The cards of an owner that a viewer can place.

    Args:
        cards: all of them by kind, wherever they lie.
        unseen: those that nobody has seen.
        slots: every slot of this owner.
    """
    return less(tuple(cards), bag_of(unseen, slots, viewer))


def remembered(shown: Sequence[Bag], viewer: Viewer) -> tuple[Bag, ...]:
    """What everybody could place before a shuffle, as a viewer knows it: of other seats no more than all could."""
    own = {0, _at(viewer)}
    return tuple(bag if at in own else shown[0] for at, bag in enumerate(shown))


def at_least(shown: Sequence[Bag], now: Bag, viewer: Viewer) -> Bag:
    """How many copies of each card a list has for sure.

    Args:
        shown: what whoever watches and each seat could place before a shuffle.
        now: what the viewer can place now.
    """
    return most_of((shown[_at(viewer)], now))


def _at(viewer: Viewer) -> int:
    return 0 if viewer is None else viewer + 1


def bag_over(kinds: Sequence[str], cards: Mapping[str, int]) -> Bag:
    """Counts by the id of a card as a bag over these kinds."""
    return tuple(cards.get(kind, 0) for kind in kinds)


def most_of(bags: Iterable[Bag]) -> Bag:
    """For each kind the highest count.

    >>> most_of([(1, 0), (0, 2)])
    (1, 2)
    """
    return tuple(max(counts) for counts in zip(*bags, strict=True))


def less(bag: Bag, other: Bag) -> Bag:
    """A bag without the cards of another that lies in it."""
    return tuple(n - m for n, m in zip(bag, other, strict=True))


def plus(bag: Bag, other: Bag) -> Bag:
    """The cards of two bags."""
    return tuple(n + m for n, m in zip(bag, other, strict=True))


def imagine_list(at_least: Bag, n: int, lists: Lists, rng: Random) -> Bag:
    """A list that has at least these copies.

    Args:
        at_least: copies by kind that the list has for sure.
        n: cards of the list.
        lists: what is thought of.
    """
    weights = [
        prod(comb(have, need) for have, need in zip(one, at_least, strict=True) if need) if sum(one) == n else 0
        for one in lists.likely
    ]
    if any(weights):
        (found,) = rng.choices(lists.likely, weights)
        return found
    missing = n - sum(at_least)
    free = [max(most - have, 0) for most, have in zip(lists.most, at_least, strict=True)]
    some = rng.sample(range(len(free)), min(missing, sum(free)), counts=free)
    # Casual lists may have more copies than fit.
    some += rng.choices(range(len(free)), k=missing - len(some))
    return tuple(have + some.count(kind) for kind, have in enumerate(at_least))
