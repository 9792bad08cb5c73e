"""The frozen base of every value, and small helpers for counts kept as tuples.

A bag (multiset) over a fixed list of kinds is a tuple of counts, one for each kind.

>>> with_count((2, 0, 1), 1, +1)
(2, 1, 1)
"""

from typing import TypeVar

import msgspec

T = TypeVar("T")


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value: compared by content, hashable, never changed."""


def with_count(bag: tuple[int, ...], kind: int, change: int) -> tuple[int, ...]:
    """The bag with the count of one kind changed."""
    counts = list(bag)
    counts[kind] += change
    return tuple(counts)


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    changed = list(items)  # a third of the time of putting it together from slices
    changed[index] = item
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The tuple without the first occurrence of an item.

    Raises:
        ValueError: the item is not there.
    """
    at = items.index(item)
    return items[:at] + items[at + 1 :]
