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
    return (*bag[:kind], bag[kind] + change, *bag[kind + 1 :])


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The tuple without the first occurrence of an item.

    Raises:
        ValueError: the item is not there.
    """
    at = items.index(item)
    return items[:at] + items[at + 1 :]
