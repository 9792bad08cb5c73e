"""Files that were opened in the app, kept by their content, so that an address names one and a reload opens it.

    uploads/<digest>    a row with the name of the file, then its bytes as they are

They lie beside the games that were played, in a folder of their own. Of more than `MOST` the oldest is let go. A file
that somebody wrote notes into is kept once more, as it is then, with the mark of its browser in the first row: nobody
else's file is written on, and of the same browser's versions the last one stays.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     uploads = Uploads(Path(folder))
...     key = uploads.keep("evening.replay", b"replay: 1")
...     len(key), uploads.read(key), uploads.keep("evening.replay", b"replay: 1") == key
(32, ('evening.replay', b'replay: 1'), True)
"""

import hashlib
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from rising_tutor.app.store import NotHere
from rising_tutor.errors import CannotStore
from rising_tutor.replay import UPLOADED
from rising_tutor.replay.files import save_bytes

MOST: Final = 30
_KEY: Final = re.compile(r"[0-9a-f]{32}\Z")
_MARK: Final = re.compile(r"[0-9a-f]{16}\Z")
_LONGEST_NAME: Final = 200
_GONE: Final = "This file is not kept on this machine any more. Open it again from where you have it."


class Uploads:
    """The files in a folder.

    Args:
        folder: where the games are; the files are in a folder within.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "uploads"

    def keep(self, name: str, data: bytes, mark: str = "", instead_of: str = "") -> str:
        """Keeps a file; gives its key.

        Args:
            name: as its owner calls it.
            data: what is in it.
            mark: of the browser that wrote into it (`mark_of`).
            instead_of: the key of the version before; it goes if the same browser wrote that.

        Raises:
            CannotStore: the folder cannot be written to.
            LimitExceeded: the file is too big.
        """
        UPLOADED.check(len(data))
        name = " ".join(re.sub(r"[^\w .()+,-]", " ", name).split())[:_LONGEST_NAME] or "file"
        mark = f"\t{mark}" if _MARK.match(mark) else ""
        whole = f"{name}{mark}\n".encode() + data
        key = _digest(whole)
        path = self.folder / key
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.is_file():
                path.touch()
            else:
                save_bytes(path, whole)
            if mark and instead_of != key:
                self._drop(instead_of, mark)
            self._let_go()
        except OSError as fault:
            raise CannotStore(path.name, fault.strerror or "not written") from fault
        return key

    def read(self, key: str) -> tuple[str, bytes]:
        """Name and bytes of a file.

        Raises:
            NotHere: there is none of this key, or it was changed since.
        """
        try:
            whole = (self.folder / key).read_bytes() if _KEY.match(key) else b""
        except OSError:
            whole = b""
        if not whole or _digest(whole) != key:
            raise NotHere(_GONE)
        first, _, data = whole.partition(b"\n")
        return first.decode().partition("\t")[0], data

    def _drop(self, key: str, mark: str) -> None:
        path = self.folder / key
        if _KEY.match(key) and path.is_file() and path.read_bytes().partition(b"\n")[0].endswith(mark.encode()):
            path.unlink()

    def _let_go(self) -> None:
        paths = [path for path in self.folder.iterdir() if _KEY.match(path.name)]
        paths.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in paths[MOST:]:
            with suppress(OSError):
                path.unlink()


def mark_of(kept: object) -> str:
    """The mark of a browser: the one that it kept, else a new one to be kept."""
    return kept if isinstance(kept, str) and _MARK.match(kept) else secrets.token_hex(8)


def _digest(whole: bytes) -> str:
    return hashlib.sha256(whole).hexdigest()[:32]
