"""What notebooks of this machine remember in the place of a browser: whose games these are, which learner file is used.

    notebooks.json    beside the games

A file that cannot be read counts as none, and one that cannot be written costs nothing but that a later kernel begins a
new learner file: the games and the facts themselves lie in files of their own.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     Desk(Path(folder)).keep({"learner": "20261121-204412-2af905", "game": "of this kernel only"})
...     Desk(Path(folder)).facts
{'learner': '20261121-204412-2af905'}
"""

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rising_tutor.errors import CannotStore
from rising_tutor.replay.files import save_bytes
from rising_tutor.store.games import data_folder
from rising_tutor.store.owners import digest_of

_NAME = "notebooks.json"
_MOST = 64 << 10
_SECRET = "secret"  # noqa: S105 - its name
_OF_A_LEARNER = ("learner", "odds_", "help", "warn", "cell_games")
"""What a learner does, and the help that is wanted, counts in every notebook; the game of a cell, for that cell."""


class Desk:
    """The facts of whoever works at this machine."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / _NAME
        self._all: dict[str, Any] = {}

    @property
    def facts(self) -> Mapping[str, Any]:
        """What was remembered, also by others since."""
        return {name: fact for name, fact in self._now().items() if name != _SECRET}

    @property
    def secret(self) -> str:
        """The digest that stands for this person in files."""
        if not isinstance(self._now().get(_SECRET), str):
            self._all[_SECRET] = secrets.token_hex(16)
            self._write()
        return digest_of(self._all[_SECRET])

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Remember what is the learner's of these."""
        kept = {name: fact for name, fact in facts.items() if name.startswith(_OF_A_LEARNER)}
        if kept:
            self._all = {**self._now(), **kept}
            self._write()

    def _now(self) -> dict[str, Any]:
        """What is in the file, which others write too; before it, where it cannot be read, what is known here."""
        self._all |= self._read()
        return self._all

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self.path.read_bytes()[:_MOST])
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self) -> None:
        with suppress(CannotStore, OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(self.path, json.dumps(self._all, sort_keys=True).encode())
