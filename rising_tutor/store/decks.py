"""The decks of a person: deck files in a folder, which the page Decks writes and any editor or `deck check` reads.

    decks/<game>/<deck>.toml                  where one person uses the machine
    decks/of/<browser>/<game>/<deck>.toml     where others use the server too: of each browser its own

They lie beside the games that were played. The name of a file is the id of its deck; a file that somebody put there by
hand is one of the decks.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     decks = DeckFiles("avatar-tcg", Path(folder))
...     decks.write("fox", "id = 'fox'")
...     decks.names(), decks.read("fox"), decks.free("fox")
(('fox',), b"id = 'fox'", 'fox-2')
"""

import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from rising_tutor.core.reading import read_limited
from rising_tutor.errors import CannotStore
from rising_tutor.replay.files import save_bytes
from rising_tutor.store.games import NotHere, data_folder

MOST: Final = 200
"""So many decks of a game a person can keep."""
_SUFFIX: Final = ".toml"
_NAME: Final = re.compile(r"[^\W_][\w .()+-]{0,99}")
_GONE: Final = "This deck is not kept on this machine any more."


class DeckFiles:
    """The decks of one game that belong to a person.

    Args:
        game: its id.
        folder: where the games are kept; the decks are in a folder within.
        browser: whose decks these are, the digest of its secret (`owners`); "" where one person uses the machine.
    """

    def __init__(self, game: str, folder: Path | None = None, browser: str = "") -> None:
        base = (folder or data_folder()) / "decks"
        self.folder = (base / "of" / browser[:32] if browser else base) / game

    def names(self) -> tuple[str, ...]:
        """The ids of the decks, by name."""
        try:
            found = [path.stem for path in self.folder.iterdir() if path.suffix == _SUFFIX]
        except OSError:
            return ()
        return tuple(sorted(name for name in found if _NAME.fullmatch(name)))

    def read(self, name: str) -> bytes:
        """The text of a deck file.

        Raises:
            NotHere: there is none of this name.
            LimitExceeded: it is too big for a deck.
        """
        try:
            return read_limited(self._path(name), where=name)
        except OSError:
            raise NotHere(_GONE) from None

    def write(self, name: str, text: str) -> None:
        """Keep a deck, in place of one of that name.

        Raises:
            NotHere: no deck can have this name.
            CannotStore: what was there before is still there.
        """
        path = self._path(name)
        if name not in (kept := self.names()) and len(kept) >= MOST:
            raise CannotStore(path.name, f"{MOST} decks are kept; delete one that is not needed")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise CannotStore(path.name, fault.strerror or "no folder") from fault
        save_bytes(path, text.encode())

    def remove(self, name: str) -> None:
        """Let a deck go. Raises `CannotStore`: it is still there."""
        path = self._path(name)
        with suppress(FileNotFoundError):
            try:
                path.unlink()
            except PermissionError as fault:
                raise CannotStore(path.name, fault.strerror or "not removed") from fault

    def free(self, name: str, taken: Collection[str] = ()) -> str:
        """A name like this one that no deck has.

        Args:
            taken: names that no deck is to get besides.
        """
        kept = {one.casefold() for one in (*self.names(), *taken)}
        number, found = 1, name
        while found.casefold() in kept:
            number += 1
            found = f"{name}-{number}"
        return found

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise NotHere("This is no deck of ours.")
        return self.folder / f"{name}{_SUFFIX}"
