"""Which files are meant: names, folders and patterns to files, each once, in an order that does not change.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     for name in ("b.replay", "a.replay.jsonl", "notes.txt"):
...         _ = (Path(folder) / name).write_text("")
...     [Path(file).name for file in gather([folder, f"{folder}/b*"])]
['a.replay.jsonl', 'b.replay']
"""

import glob
import os
from collections.abc import Iterable
from pathlib import Path

from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX

_ENDINGS = tuple(f"{suffix}{packed}" for suffix in (NOTATION_SUFFIX, RECORD_SUFFIX) for packed in ("", ".gz"))


class NothingThere(RisingTutorError):
    """A name that stands for no file."""

    def __init__(self, name: str, expected: str) -> None:
        super().__init__(f"{shown(name)}: {expected}")


def gather(names: Iterable[str]) -> tuple[str, ...]:
    """The files that these names stand for, as paths that begin as the names do.

    A folder stands for every notation and record in it and below it, by name; a pattern with `*`, `?`, `[...]` or `**`
    for what it fits, by name. Files come in the order of the names; a file that comes again is left out.

    Raises:
        NothingThere: a name stands for nothing.
    """
    found: dict[str, str] = {}
    for name in names:
        for file in _files(name):
            found.setdefault(os.path.realpath(file), file)
    return tuple(found.values())


def shown(path: str) -> str:
    """A path as text that can be stored and printed, also where its name is no text."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _files(name: str) -> list[str]:
    path = Path(name)
    if path.is_dir():
        found = _inside(path)
        if not found:
            raise NothingThere(name, f"no recorded game is in this folder ({', '.join(_ENDINGS)})")
        return found
    if path.exists() or not glob.has_magic(name):
        if not path.exists():
            raise NothingThere(name, "no such file or folder")
        return [name]
    found = []
    for one in sorted(glob.glob(name, recursive=True)):  # noqa: PTH207 - a pattern may begin at the root
        found += _inside(Path(one)) if Path(one).is_dir() and not name.endswith("**") else [one]
    found = [file for file in found if Path(file).is_file()]
    if not found:
        raise NothingThere(name, "no file fits this pattern")
    return found


def _inside(folder: Path) -> list[str]:
    """Every recorded game in a folder and below it; what is hidden is somebody's draft."""
    found = [
        path
        for path in folder.rglob("*")
        if path.name.endswith(_ENDINGS) and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    return [str(path) for path in sorted(found, key=lambda path: path.parts) if path.is_file()]
