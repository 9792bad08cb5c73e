"""Which value function it was: a fingerprint that changes with its program, its data and its label.

What was worked out with one V must not be taken for what another one says. A label alone would not do: a function that
was fitted again may be described by the same words.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

import msgspec

from rising_tutor.core.game import AnyGame
from rising_tutor.core.valuation import Valuation, valued_game

_DIGITS = 12
_LEFT_OUT = (".pyc", ".so", ".pyd")


def model_of(game: AnyGame) -> str:
    """The fingerprint of the value function of a game; "" where it has none.

    >>> from rising_tutor.core.registry import load_game
    >>> len(model_of(load_game("fire")))
    12
    """
    valued = valued_game(game)
    return "" if valued is None else fingerprint(valued.valuation())


def fingerprint(valuation: Valuation) -> str:
    """The fingerprint of a value function: its label, and every file of the package that its class stands in."""
    found = hashlib.sha256(msgspec.json.encode(valuation.label))
    found.update(_files_of(type(valuation).__module__))
    return found.hexdigest()[:_DIGITS]


@cache
def _files_of(module: str) -> bytes:
    found = hashlib.sha256(module.encode())
    file = getattr(sys.modules[module], "__file__", None)
    folder = Path(file).parent if file else None
    files = sorted(folder.rglob("*")) if folder is not None else []
    for path in files:
        if path.is_file() and path.suffix not in _LEFT_OUT and "__pycache__" not in path.parts:
            found.update(path.relative_to(folder or path).as_posix().encode())
            found.update(path.read_bytes())
    return found.digest()
