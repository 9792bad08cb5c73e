"""Versions of the format, one step at a time.

What each version changed:

1. The first.

A step from version n to n+1 is a function from a replay as version n understood it to one as n+1
does, kept in `STEPS` under n, together with a file of version n in the tests. An older file passes
all steps in order; a newer one is refused by name.

>>> check_version(FORMAT)
>>> check_version(FORMAT + 8)
('too-new', 'the file is of format version 9; this program reads versions up to 1')
"""

from collections.abc import Callable
from typing import Final

from rising_tutor.replay.model import FORMAT, Replay

STEPS: Final[dict[int, Callable[[Replay], Replay]]] = {}


def check_version(version: int) -> tuple[str, str] | None:
    """The code and message of the problem if a version cannot be read."""
    oldest = min(STEPS, default=FORMAT)
    if version > FORMAT:
        return "too-new", f"the file is of format version {version}; this program reads versions up to {FORMAT}"
    if version < oldest:
        return "too-old", f"the file is of format version {version}; this program reads versions from {oldest}"
    return None


def upgrade(replay: Replay, version: int) -> Replay:
    """The replay in the present version."""
    for step in range(version, FORMAT):
        replay = STEPS[step](replay)
    return replay
