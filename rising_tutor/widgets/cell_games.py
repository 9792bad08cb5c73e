"""Which game the cell of a notebook has under way, so that running the cell again goes on with it.

A front end names the cell that it runs, and the server of the kernel names the notebook. Where neither is told, as
under Voila, a cell is nothing that is run again.
"""

import os
import sys
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from rising_tutor.store.desk import CELL_GAMES, Desk

#: So many cells are remembered.
_MOST: Final = 50
_NOTEBOOK: Final = "JPY_SESSION_NAME"
_asked: Counter[str] = Counter()


def place(*asked: object) -> str:
    """Stands for the cell that runs, and for what it asks for; "" where nobody tells which cell it is.

    Asked for the same twice in one run, a cell has two places.
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    parent: Mapping[str, Any] = getattr(shell, "get_parent", dict)()
    cell = parent.get("metadata", {}).get("cellId")
    if not isinstance(cell, str) or not cell:
        return ""
    words = repr((os.environ.get(_NOTEBOOK, ""), cell, *asked))
    run = f"{parent.get('header', {}).get('msg_id')} {words}"
    if run not in _asked:
        # Of the runs before nothing is asked again.
        for old in [one for one in _asked if not one.startswith(run.partition(" ")[0])]:
            del _asked[old]
    _asked[run] += 1
    return sha256(f"{words} {_asked[run]}".encode()).hexdigest()[:24]


def game_of(where: str) -> str:
    """The key of the game that this place has under way; "" for none."""
    known = Desk().facts.get(CELL_GAMES)
    found = known.get(where) if where and isinstance(known, dict) else None
    return found if isinstance(found, str) else ""


def remember(where: str, key: str) -> None:
    """Note the game that a place has under way."""
    if not where or game_of(where) == key:
        return
    known = Desk().facts.get(CELL_GAMES)
    before = {one: kept for one, kept in known.items() if one != where} if isinstance(known, dict) else {}
    Desk().keep({CELL_GAMES: dict([*before.items(), (where, key)][-_MOST:])})
