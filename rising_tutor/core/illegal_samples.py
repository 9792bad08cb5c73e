"""Actions that are probably not legal: those of other moments, with fields exchanged and changed.

A check that only tries what a game lists proves little. These are well-formed values of the same
types, so that a game must refuse them by its rules and not by their shape.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec


def strangers(pool: Sequence[Any], rng: Random, n: int) -> list[Any]:
    """Up to `n` values made from a pool: taken as they are, mixed with another, or changed in one field."""
    if not pool:
        return []
    made = []
    for turn in range(n):
        one = rng.choice(pool)
        if turn % 3 and isinstance(one, msgspec.Struct) and one.__struct_fields__:
            field = rng.choice(one.__struct_fields__)
            alike = [other for other in pool if type(other) is type(one)]
            value = getattr(rng.choice(alike), field)
            changed = value if turn % 3 == 1 else _changed(getattr(one, field), rng)
            one = msgspec.structs.replace(one, **{field: changed})
        made.append(one)
    return made


def _changed(value: Any, rng: Random) -> Any:
    """A value of the same type that is not the same, where there is one."""
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value - 1, value + 1, -1, 1_000))
        case str():
            return f"no such {value}"
        case tuple() if value:
            return rng.choice((value[1:], (*value, value[0]), (_changed(value[0], rng), *value[1:])))
    return value
