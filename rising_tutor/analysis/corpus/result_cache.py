"""Finished games on disk, so that no game is analysed twice. Each lies in a file of its own, whole or not at all.

A file is named by its key: the content of the recorded game, the rules, the cards and V. So nothing that is found here
is out of date, and what belongs to another V is simply not found.

>>> from tempfile import TemporaryDirectory
>>> from rising_tutor.analysis.corpus.rows import pack
>>> with TemporaryDirectory() as folder:
...     kept = ResultCache(Path(folder) / "games.analysed")
...     kept.put("ab12", pack(GameRows({"result": "win"}, ())))
...     kept.get("ab12").game, kept.get("cd34") is None
({'result': 'win'}, True)
"""

import hashlib
import zlib
from pathlib import Path

import msgspec

from rising_tutor.analysis.corpus.rows import GameRows, Packed, unpack
from rising_tutor.errors import CannotStore
from rising_tutor.replay.files import save_bytes


class ResultCache:
    """A folder with finished games.

    Attributes:
        folder: is made when the first game is put into it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, key: str, rows: Packed) -> None:
        """Keeps a game. Raises `CannotStore`."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotStore(self.folder.name, error.strerror or "no folder") from error
        save_bytes(self._path(key), _seal(rows.body) + b"\n" + rows.body)

    def get(self, key: str) -> GameRows | None:
        """A game that was kept; None if it was not, or if a single byte of it is not as it was written."""
        try:
            seal, _, body = self._path(key).read_bytes().partition(b"\n")
        except OSError:
            return None
        if seal != _seal(body):
            return None
        try:
            return unpack(body)
        except (msgspec.DecodeError, zlib.error, RecursionError):
            return None

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.game"


def _seal(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
