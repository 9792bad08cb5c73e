"""Games under way in the cells of notebooks, so that running a cell again goes on with its game.

A front end such as JupyterLab names the cell that it runs, and the server of the kernel names the notebook. Voila names
neither: there a cell is known by the address of its page, its code and its number among equal ones, and its games are
kept for each browser. Where nothing identifies the cell, each run begins a game.
"""

import os
import sys
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from rising_tutor.store.desk import CELL_GAMES, Desk
from rising_tutor.store.setting import is_voila

#: So many cells are remembered.
_MOST: Final = 50
_NOTEBOOK: Final = "JPY_SESSION_NAME"
_PAGE: Final = "SCRIPT_NAME"
"""Set by Voila to the path of the page's address. Kernels that it starts ahead of a request have none."""
_asked: Counter[str] = Counter()


def place(*asked: object) -> str:
    """Return a name for the cell that runs together with its request; "" where the cell cannot be identified.

    A cell that makes the same request twice in one run has two places.
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    parent: Mapping[str, Any] = getattr(shell, "get_parent", dict)()
    # A page of Voila runs each cell once, so equal cells are numbered over the whole run of the kernel.
    cell, run_id = _of_page(parent) if is_voila() else _of_front_end(parent)
    if not cell:
        return ""
    words = repr((*cell, *asked))
    run = f"{run_id} {words}"
    if run not in _asked:
        # Runs before this one are over.
        for old in [one for one in _asked if not one.startswith(f"{run_id} ")]:
            del _asked[old]
    _asked[run] += 1
    return sha256(f"{words} {_asked[run]}".encode()).hexdigest()[:24]


def _of_front_end(parent: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return the words that identify a cell named by its front end, and the id of the run."""
    cell = parent.get("metadata", {}).get("cellId")
    named = (os.environ.get(_NOTEBOOK, ""), cell) if isinstance(cell, str) and cell else ()
    return named, str(parent.get("header", {}).get("msg_id"))


def _of_page(parent: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return the words that identify a cell of a page of Voila, and the id of the only run.

    A Voila that serves a single notebook has the same address for any, so the folder of the notebook counts too.
    """
    page, code = os.environ.get(_PAGE, ""), parent.get("content", {}).get("code")
    return (page, str(Path.cwd()), code) if page and isinstance(code, str) and code else (), "page"


def game_of(where: str, desk: Desk) -> str:
    """Return the key of the game under way at a place; "" for none."""
    known = desk.facts.get(CELL_GAMES)
    found = known.get(where) if where and isinstance(known, dict) else None
    return found if isinstance(found, str) else ""


def remember(where: str, key: str, desk: Desk) -> None:
    """Note the game under way at a place."""
    if not where or game_of(where, desk) == key:
        return
    known = desk.facts.get(CELL_GAMES)
    before = {one: kept for one, kept in known.items() if one != where} if isinstance(known, dict) else {}
    desk.keep({CELL_GAMES: dict([*before.items(), (where, key)][-_MOST:])})
