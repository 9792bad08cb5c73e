"""Facts that widgets in notebooks remember for a learner: learner files in use, guesses, chosen help.

    notebooks/<browser>.json    of each browser its own; under Voila also the game of each cell
    notebooks.json              of whoever runs notebooks without a browser; and for each cell of a notebook, its game

A file that cannot be read counts as empty, and one that cannot be written costs nothing but that a later kernel begins
a new learner file: games and facts are in files of their own.

A file from the time when all browsers of a machine shared one goes to the first browser of a notebook that has none.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     Desk(Path(folder), "5e3a").keep({"learner": "20261121-204412-2af905", "game": "of this kernel only"})
...     Desk(Path(folder), "5e3a").facts, Desk(Path(folder), "77b0").facts
({'learner': '20261121-204412-2af905'}, {})
"""

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rising_tutor.errors import CannotStore
from rising_tutor.replay.files import save_bytes
from rising_tutor.store.games import data_folder
from rising_tutor.store.owners import digest_of

_NAME = "notebooks.json"
_MOST = 64 << 10
_SECRET = "secret"  # noqa: S105 - its name
_PEOPLE = "people"
"""Marks a file in which no browser has facts."""
CELL_GAMES: Final = "cell_games"
_OF_A_LEARNER = ("learner", "odds_", "help", "warn", "games")
"""The beginnings of names of facts that count in every notebook; the others are of one page."""


def is_of_learner(name: str) -> bool:
    """Return True if the fact of this name counts for a learner in every notebook."""
    return name.startswith(_OF_A_LEARNER)


class Desk:
    """The facts of one browser.

    Args:
        folder: where the games are kept.
        browser: the digest of its secret (`owners`); "" for whoever runs notebooks without a browser.
        keeps: False for a browser that is not known yet: nothing is read or written.
    """

    def __init__(self, folder: Path | None = None, browser: str = "", *, keeps: bool = True) -> None:
        self._folder = folder or data_folder()
        self.path = self._folder / "notebooks" / f"{browser[:32]}.json" if browser else self._folder / _NAME
        self.browser = browser
        self.keeps = keeps
        self._all: dict[str, Any] = {}

    @property
    def facts(self) -> Mapping[str, Any]:
        """Return a remembered fact, also one that another kernel has written since."""
        return {name: fact for name, fact in self._now().items() if name not in (_SECRET, _PEOPLE)}

    @property
    def secret(self) -> str:
        """The digest that stands for the browser in files."""
        if self.browser:
            return self.browser
        if not isinstance(self._now().get(_SECRET), str):
            self._all[_SECRET] = secrets.token_hex(16)
            self._write()
        return digest_of(self._all[_SECRET])

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Remember the learner's facts among these, and the games of cells."""
        kept = {name: fact for name, fact in facts.items() if is_of_learner(name) or name == CELL_GAMES}
        if kept:
            self._all = {**self._now(), **kept}
            self._write()

    def take_over(self) -> None:
        """Take the facts of a file that all browsers shared, if this browser has none and nobody took them before."""
        shared = Desk(self._folder)
        facts = shared._read()
        if not self.browser or _PEOPLE in facts or self._read():
            return
        self.keep({name: fact for name, fact in facts.items() if is_of_learner(name)})
        shared._all = {name: facts[name] for name in (_SECRET, CELL_GAMES) if name in facts}
        shared._all[_PEOPLE] = 1
        shared._write()

    def _now(self) -> dict[str, Any]:
        """What is in the file, which others write too; before it, where it cannot be read, what is known here."""
        self._all |= self._read()
        return self._all

    def _read(self) -> dict[str, Any]:
        if not self.keeps:
            return {}
        try:
            found = json.loads(self.path.read_bytes()[:_MOST])
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self) -> None:
        if not self.keeps:
            return
        if not self.path.exists():
            self._all[_PEOPLE] = 1
        with suppress(CannotStore, OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(self.path, json.dumps(self._all, sort_keys=True).encode())
