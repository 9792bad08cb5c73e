"""States of a game with one thing changed that no play changes so: what a file from anybody may hold."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

NUMBERS = (-1, 2, 99, 2**53, -(2**53), 2**70, 1.5)
OTHERS = ("", "nobody", None, True, [], [0], {}, [[]])


def variants(data: bytes, names: tuple[str, ...] = ()) -> Iterator[Callable[[], tuple[str, bytes]]]:
    """Each place of a dumped state with each hostile value: whoever calls one gets its path and the dump.

    There are many thousands of which a test takes some, so that each is written when it is called.

    Args:
        names: ids of the game that stand at other places too.
    """
    state = json.loads(data)
    for path, value in _places(state):
        for other in (*NUMBERS, *OTHERS, *names, *_grown(value)):
            if other != value or type(other) is not type(value):
                yield partial(_variant, state, path, other)


def _variant(state: Any, path: tuple[str | int, ...], other: Any) -> tuple[str, bytes]:
    return f"{_written(path)} = {other!r:.60}", json.dumps(_with(state, path, other)).encode()


def _grown(value: Any) -> Iterator[Any]:
    """A list with more or less in it; a number that is one off."""
    if isinstance(value, list):
        yield value * 2
        yield [*value, *value[:1]] * 2000
        yield value[1:]
        yield value[::-1]
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        yield value * 1000


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if path:
        yield path, value
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from _places(inner, (*path, key))


def _with(value: Any, path: tuple[str | int, ...], other: Any) -> Any:
    if not path:
        return other
    key, *rest = path
    changed = _with(value[key], tuple(rest), other)
    if isinstance(value, dict):
        return {**value, key: changed}
    return [*value[:key], changed, *value[key + 1 :]]


def _written(path: tuple[str | int, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
