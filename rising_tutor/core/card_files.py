"""An owner's own card files: a folder whose *.toml files are read like ours and laid over them.

>>> owners_only("mine.toml", [("my-card", "owner")])
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rising_tutor.core.limits import Limit
from rising_tutor.core.reading import read_limited
from rising_tutor.errors import BadContent

MOST_FILES = Limit("number of card files", 100)


def owner_files(folder: str) -> list[tuple[str, bytes]]:
    """Name and content of each card file of an owner, by name.

    Raises:
        BadContent: there is none, or one cannot be read.
        LimitExceeded: there are too many, or one is larger than 1 MiB.
    """
    place = Path(folder)
    paths = sorted(path for path in place.glob("*.toml") if path.is_file()) if place.is_dir() else []
    MOST_FILES.check(len(paths), folder)
    if not paths:
        raise BadContent(folder, "folder", folder, "a folder with at least one card file (*.toml)")
    return [(path.name, _data(path)) for path in paths]


def _data(path: Path) -> bytes:
    try:
        return read_limited(path, where=path.name)
    except OSError as error:
        raise BadContent(path.name, "file", error.strerror, "a file that can be read") from None


def owners_only(file: str, entries: Iterable[tuple[str, str]]) -> None:
    """Raises `BadContent` for an entry, given by id and origin, that does not say that it is an owner's."""
    for key, origin in entries:
        if origin != "owner":
            raise BadContent(file, key, origin, 'origin = "owner"')


def once(file: str, ids: Iterable[str], what: str = "an id") -> None:
    """Raises `BadContent` for an id that stands twice in a file."""
    for key, n in Counter(ids).items():
        if n > 1:
            raise BadContent(file, key, key, f"{what} that stands once, this one stands {n} times")
