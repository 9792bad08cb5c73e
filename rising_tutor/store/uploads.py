"""Files that were opened in the app, kept by their content, so that an address names one and a reload opens it.

    uploads/<digest>                 a row with the name of the file, then its bytes as they are
    uploads/of/<browser>/<digest>    empty: this browser opened that file, and when it did last

They lie beside the games that were played, in a folder of their own. Of each browser the last `MOST` are kept, and of
those that belong to none any more as many; of more than `MOST_IN_ALL` the browser that has most lets its oldest go. So
nobody pushes out what others have opened. A file that somebody wrote notes into is kept once more, as it is then, and
its first row says so: nobody else's file is written on, and of the same browser's versions the last one stays.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     uploads = Uploads(Path(folder))
...     key = uploads.keep("evening.replay", b"replay: 1")
...     len(key), uploads.read(key), uploads.keep("evening.replay", b"replay: 1") == key
(32, ('evening.replay', b'replay: 1'), True)
"""

import hashlib
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from rising_tutor.errors import CannotStore
from rising_tutor.replay import UPLOADED
from rising_tutor.replay.files import save_bytes
from rising_tutor.store.games import NotHere

MOST: Final = 30
MOST_IN_ALL: Final = 1000
_KEY: Final = re.compile(r"[0-9a-f]{32}\Z")
_NOTED: Final = "\tnoted"
"""Behind the name of a copy with notes; a name has no tab."""
_LONGEST_NAME: Final = 200
_GONE: Final = "This file is not kept on this machine any more. Open it again from where you have it."


class Uploads:
    """The files in a folder.

    Args:
        folder: where the games are; the files are in a folder within.
        browser: tells whose files these are: the digest of its secret, see `owners`.
    """

    def __init__(self, folder: Path, browser: Callable[[], str] = lambda: "") -> None:
        self.folder = folder / "uploads"
        self._browser = browser

    def keep(self, name: str, data: bytes, *, noted: bool = False, instead_of: str = "") -> str:
        """Keeps a file; gives its key.

        Args:
            noted: whether it is a copy that this browser wrote notes into.
            instead_of: the key of the version before; it goes if it was such a copy of this browser, and of no other.

        Raises:
            CannotStore: the folder cannot be written to.
            LimitExceeded: the file is too big.
        """
        UPLOADED.check(len(data))
        name = " ".join(re.sub(r"[^\w .()+,-]", " ", name).split())[:_LONGEST_NAME] or "file"
        whole = f"{name}{_NOTED if noted else ''}\n".encode() + data
        key = _digest(whole)
        path = self.folder / key
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.is_file():
                path.touch()
            else:
                save_bytes(path, whole)
            mine = self._of_browser()
            mine.mkdir(mode=0o700, parents=True, exist_ok=True)
            (mine / key).touch()
            # Finer than what the system notes of two files that come one after the other.
            os.utime(mine / key, ns=(time.time_ns(),) * 2)
            if noted and instead_of != key:
                self._drop(instead_of)
            self._let_go(mine)
        except OSError as fault:
            raise CannotStore(path.name, fault.strerror or "not written") from fault
        return key

    def read(self, key: str) -> tuple[str, bytes]:
        """Name and bytes of a file. Raises `NotHere`: there is none of this key, or it was changed since."""
        try:
            whole = (self.folder / key).read_bytes() if _KEY.match(key) else b""
        except OSError:
            whole = b""
        if not whole or _digest(whole) != key:
            raise NotHere(_GONE)
        first, _, data = whole.partition(b"\n")
        return first.decode().partition("\t")[0], data

    def _drop(self, key: str) -> None:
        """Lets a copy with notes go that this browser wrote; what others have opened too stays."""
        mine, path = self._of_browser() / key, self.folder / key
        if not (_KEY.match(key) and mine.is_file() and path.is_file()):
            return
        if path.read_bytes().partition(b"\n")[0].endswith(_NOTED.encode()):
            _remove(mine)
            if not any((folder / key).exists() for folder in (self.folder / "of").iterdir()):
                _remove(path)

    def _of_browser(self) -> Path:
        digest = hashlib.sha256(self._browser().encode()).hexdigest()
        return self.folder / "of" / digest[:32]

    def _let_go(self, mine: Path) -> None:
        files = _latest(self.folder)
        of = {folder: [key for key in _latest(folder) if key in files] for folder in (self.folder / "of").iterdir()}

        def drop(folder: Path) -> None:
            key = of[folder].pop()
            _remove(folder / key)
            if not any(key in keys for keys in of.values()):
                _remove(self.folder / key)

        while len(of[mine]) > MOST:
            drop(mine)
        while sum(map(len, of.values())) > MOST_IN_ALL:
            drop(max(of, key=lambda folder: len(of[folder])))
        nobodys = [key for key in _latest(self.folder) if not any(key in keys for keys in of.values())]
        for key in nobodys[MOST:]:
            _remove(self.folder / key)


def _latest(folder: Path) -> list[str]:
    """The keys in a folder, the one that was opened last first; what vanishes meanwhile is passed over."""
    found = []
    for path in folder.iterdir():
        if _KEY.match(path.name):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path.name))
    return [key for _, key in sorted(found, reverse=True)]


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _digest(whole: bytes) -> str:
    return hashlib.sha256(whole).hexdigest()[:32]
