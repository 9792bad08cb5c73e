"""What widgets are given, looked at before it is used: a wrong one is answered with what was expected."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import SupportsIndex

from rising_tutor.errors import BadArgument


def text(argument: str, value: object, expected: str) -> str:
    """A text. Raises `BadArgument` for anything else."""
    if isinstance(value, str):
        return value
    raise BadArgument(argument, value, expected)


def texts(argument: str, value: object, expected: str) -> tuple[str, ...]:
    """One text, or several. Raises `BadArgument` for anything else."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Iterable):
        return tuple(text(argument, one, expected) for one in value)
    raise BadArgument(argument, value, expected)


def one_of(argument: str, value: object, known: tuple[str, ...]) -> str:
    """A word out of a list. Raises `BadArgument` for another one."""
    if isinstance(value, str) and value in known:
        return value
    nearest = get_close_matches(value.lower(), known, 1) if isinstance(value, str) else ()
    raise BadArgument(argument, value, f"one of {', '.join(known)}", tuple(nearest))


def whole(argument: str, value: object, least: int, most: int, *, expected: str = "") -> int:
    """A number in a range. Raises `BadArgument` for another one."""
    number = value if isinstance(value, SupportsIndex) and not isinstance(value, bool) else None
    if number is None or not least <= number.__index__() <= most:
        raise BadArgument(argument, value, expected or f"a whole number from {least} to {most}")
    return number.__index__()
