"""Writing files so that a crash, a full disk or a second writer spoils nothing.

All calls to the system stand in `Files`, so that tests can make each of them fail in turn.

>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     save_bytes(Path(folder) / "a.replay", b"replay: 1")
...     (Path(folder) / "a.replay").read_bytes()
b'replay: 1'
"""

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

from rising_tutor.errors import CannotStore

try:
    import fcntl
except ImportError:  # a platform without it has one writer by agreement only
    fcntl = None  # type: ignore[assignment]  # asked for before each use


class Files:
    """The calls to the system that change something on disk; what is created has this mode."""

    def __init__(self, mode: int = 0o644) -> None:
        self.mode = mode

    def create(self, path: Path) -> int:
        return os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_CLOEXEC", 0), self.mode)

    def open(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))

    def lock(self, handle: int) -> None:
        """Keeps other writers out; raises BlockingIOError if there is one."""
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def write(self, handle: int, data: bytes, at: int) -> None:
        os.lseek(handle, at, os.SEEK_SET)
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]

    def sync(self, handle: int) -> None:
        """Returns when the file is on disk."""
        os.fsync(handle)

    def truncate(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def link(self, path: Path, to: Path) -> None:
        """Gives a file a second name; raises FileExistsError if that is taken."""
        os.link(path, to)

    def replace(self, path: Path, to: Path) -> None:
        """Renames a file, in place of one that may be there."""
        path.replace(to)

    def remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    def sync_folder(self, folder: Path) -> None:
        """Returns when the names in a folder are on disk."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


REAL = Files()
PRIVATE = Files(0o600)
"""What it creates is for its owner only."""


def cannot_store(path: Path, error: OSError) -> CannotStore:
    """The error for a failed call, in words."""
    if isinstance(error, BlockingIOError):
        return CannotStore(path.name, "somebody else is writing it")
    if isinstance(error, FileExistsError):
        return CannotStore(path.name, "there is a file of that name")
    return CannotStore(path.name, error.strerror or type(error).__name__)


def new_file(path: Path, data: bytes, files: Files = REAL, *, over: bool) -> int:
    """Puts a complete, locked file at a path; gives its handle.

    The file gets its name only when its bytes are on disk, so the path never holds half a file.

    Args:
        over: whether it may take the place of another file.

    Raises:
        CannotStore: what was at the path before is still there, whole.
    """
    if not path.name:
        raise CannotStore(str(path), "this is the name of a folder")
    draft = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
    handle = -1
    try:
        handle = files.create(draft)
        files.lock(handle)
        files.write(handle, data, 0)
        files.sync(handle)
        if over:
            files.replace(draft, path)
        else:
            _name(draft, path, files)
        files.sync_folder(path.parent)
    except OSError as error:
        if handle >= 0:
            os.close(handle)
        with suppress(OSError):
            files.remove(draft)
        raise cannot_store(path, error) from error
    return handle


def _name(draft: Path, path: Path, files: Files) -> None:
    try:
        files.link(draft, path)
    except OSError as error:
        # Some file systems know no second names; there the check and the renaming are two steps.
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS) or path.exists():
            raise
        files.replace(draft, path)
        return
    files.remove(draft)


def save_bytes(path: Path, data: bytes, files: Files = REAL) -> None:
    """Writes a whole file, in place of one that may be there, or leaves everything as it was.

    Raises:
        CannotStore: with the reason.
    """
    os.close(new_file(path, data, files, over=True))


def free_name(path: Path, why: str) -> Path:
    """A name that is not taken, such as `game.torn-1.replay.jsonl`. Raises `CannotStore` if none is left."""
    stem, dot, suffix = path.name.partition(".")
    for number in range(1, 10_000):
        candidate = path.with_name(f"{stem}.{why}-{number}{dot}{suffix}")
        if not candidate.exists():
            return candidate
    raise CannotStore(path.name, "too many files were set aside")


def set_aside(path: Path, why: str = "broken", files: Files = REAL) -> Path:
    """Renames a file that cannot be used, so that it is kept and stands in nobody's way.

    Raises:
        CannotStore: it could not be renamed.
    """
    aside = free_name(path, why)
    try:
        files.replace(path, aside)
        files.sync_folder(path.parent)
    except OSError as error:
        raise cannot_store(path, error) from error
    return aside
