"""Notes on the games that the app keeps: each in a file beside its record, so that nothing touches the record.

    <key>.notes.replay.jsonl    the game as it was when the notes were written, with them

A game may go on, or be taken back, after somebody wrote notes on it. What agrees is shown on the game as it is now;
notes that do not agree any more are set aside before others take their place.

>>> import tempfile
>>> from pathlib import Path
>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.replay.address import read_address
>>> from rising_tutor.replay.edit import with_comment
>>> with tempfile.TemporaryDirectory() as folder:
...     store = Store(Path(folder))
...     kept = store.begin(load_game("fire"), 2, {"teams": "aang,toph"})
...     kept.player.settle()
...     notes = GameNotes(store)
...     notes.keep(kept.key, with_comment(store.replay(kept.key), read_address("1"), "our first game"))
...     notes.replay(kept.key).lines[0].comment, store.replay(kept.key).lines[0].comment, len(store.games())
('our first game', '', 1)
"""

from contextlib import suppress

from rising_tutor.errors import LimitExceeded, RisingTutorError, UnreadableReplay
from rising_tutor.replay import RECORD_SUFFIX, Replay, inspect, read, save, set_aside, write
from rising_tutor.replay.edit import is_noted, n_agreed, with_notes_of
from rising_tutor.replay.rewrite import rewritten
from rising_tutor.replay.source import load_bytes
from rising_tutor.store.games import Store, as_shown

SUFFIX = f".notes{RECORD_SUFFIX}"


class GameNotes:
    """The notes beside the records of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def replay(self, key: str) -> Replay:
        """A game as it may be shown now, with its notes as far as they agree with it. Damaged notes are set aside.

        Raises:
            NotHere: there is no game of this key.
            UnreadableReplay, LimitExceeded: its record is damaged.
        """
        return self._with_notes(key, self.store.shown(key))

    def record(self, key: str) -> bytes:
        """The same as a file; a damaged record has its notes up to the damage, which stays as it is.

        Raises:
            NotHere: there is no game of this key.
            UnreadableReplay: its record cannot be opened at all.
            LimitExceeded: there is too much of it.
        """
        name = f"{key}{RECORD_SUFFIX}"
        try:
            return write(self.replay(key), name)
        except (UnreadableReplay, LimitExceeded) as fault:
            try:
                data = load_bytes(self.store.beside(key, RECORD_SUFFIX))
            except OSError:
                raise fault from None
            found = inspect(data, name).replay
            if found is None:
                return data
            side = as_shown(found)
            if side is not found:
                return write(self._with_notes(key, side), name)
            with suppress(RisingTutorError):
                return rewritten(data, name, self._with_notes(key, found))
            return data

    def keep(self, key: str, replay: Replay) -> None:
        """Keeps the notes of a game: whole, or as they were.

        Raises:
            NotHere: this can be no key.
            CannotStore, LimitExceeded, UnreadableReplay: what was kept before is still there.
        """
        path = self.store.beside(key, SUFFIX)
        old = self._noted(key)
        if old is not None and any(is_noted(line) for line in old.lines[n_agreed(replay, old) :]):
            set_aside(path, "earlier")
        save(replay, path)

    def _with_notes(self, key: str, replay: Replay) -> Replay:
        noted = self._noted(key)
        return replay if noted is None else with_notes_of(replay, noted)

    def _noted(self, key: str) -> Replay | None:
        path = self.store.beside(key, SUFFIX)
        if not path.is_file():
            return None
        try:
            return read(path)
        except RisingTutorError:
            with suppress(RisingTutorError):
                set_aside(path)
            return None
