"""A journal that is a record file: each move is on disk before it counts, and undo takes it out again.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.session import GameSession
>>> from rising_tutor.replay.scribe import header_of
>>> game = load_game("fire")
>>> with TemporaryDirectory() as folder:
...     path = Path(folder) / "evening.replay.jsonl"
...     with RecordJournal(game, path, Recorder.open(path, header_of(game, 2))) as journal:
...         GameSession(game, 2, {"teams": "aang,toph"}, seed="1", journal=journal).settle()
...         path.read_bytes().count(b'"move"') > 0
True
"""

from copy import copy
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from rising_tutor.core.branch import Made
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Terminal
from rising_tutor.core.view import Viewer
from rising_tutor.errors import CannotStore
from rising_tutor.replay.endings import result_text
from rising_tutor.replay.files import save_bytes
from rising_tutor.replay.model import Header, Line, Replay
from rising_tutor.replay.one_sided import OpenSide, with_side
from rising_tutor.replay.recorder import Recorder
from rising_tutor.replay.scribe import Scribe
from rising_tutor.replay.source import RECORD_SUFFIX, is_record_name, read, write


class RecordJournal:
    """The journal of a `GameSession` in one file; `with` gives the file free at the end.

    While a game runs its file is a record, whatever it is called; once it is free, it has the form that its name asks
    for. A game that is over has no recorder; its file is opened again when something is taken back.
    """

    def __init__(self, game: AnyGame, path: Path, recorder: Recorder | None) -> None:
        self._game = game
        self._path = path
        self._recorder = recorder
        self._scribe = Scribe(game)
        self._free = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, state: Any, move: Any) -> None:
        """Raises `CannotStore`; then nothing was written."""
        line = self._scribe.line(state, move)
        try:
            self._open().append(line)
        except BaseException:
            self._scribe.lines.pop()
            raise

    def rewind(self, made: tuple[Made, ...]) -> None:
        """Takes back everything after these moves. Raises `CannotStore`."""
        if self._recorder is None:
            whole = read(self._path)
            self._save_record(Replay(whole.header, whole.lines[: len(made)]))
            self._recorder = Recorder.resume(self._path)
        else:
            self._recorder.rewind(len(made))
        self.follow(made)

    def finish(self, end: Terminal) -> None:
        """Writes how the game ended. Raises `CannotStore`."""
        self._open().finish(result_text(end))

    def follow(self, made: tuple[Made, ...]) -> None:
        self._scribe = Scribe(self._game)
        for move in made:
            self._scribe.line(move.state, move.move)

    def close(self) -> None:
        """Gives the file free. Raises `CannotStore`: it stays a whole record, though its name asks for the notation."""
        if self._recorder is not None:
            self._recorder.close()
        if not self._free and not is_record_name(self._path.name):
            save_bytes(self._path, write(read(self._path), self._path.name))
        self._free = True

    def _save_record(self, replay: Replay) -> None:
        save_bytes(self._path, write(replay, RECORD_SUFFIX))

    def _open(self) -> Recorder:
        if self._recorder is None:
            raise CannotStore(self._path.name, "the game is over and has its end line")
        return self._recorder


class OwnSideJournal(RecordJournal):
    """The journal of a game with hidden facts: its file holds one side while the game runs, and all of it at the end.

    Args:
        header: of the game; that of the file says whose side it is, as `with_side` has it.
        viewer: whose side.
    """

    def __init__(self, game: AnyGame, path: Path, recorder: Recorder, header: Header, viewer: Viewer) -> None:
        super().__init__(game, path, recorder)
        self._header, self._viewer = header, viewer
        self._side = OpenSide(game, viewer)

    def write(self, state: Any, move: Any) -> None:
        recorder, before = self._open(), copy(self._side)
        line = self._scribe.line(state, move)
        n_lines = len(recorder)
        try:
            for one in _seen_lines(line, self._side.texts(state, move)):
                recorder.append(one)
        except BaseException:
            self._scribe.lines.pop()
            self._side = before
            if len(recorder) > n_lines:
                recorder.rewind(n_lines)
            raise

    def rewind(self, made: tuple[Made, ...]) -> None:
        scribe, side = Scribe(self._game), OpenSide(self._game, self._viewer)
        lines = tuple(
            one
            for move in made
            for one in _seen_lines(scribe.line(move.state, move.move), side.texts(move.state, move.move))
        )
        if self._recorder is not None:
            self._recorder.rewind(len(lines))
        else:
            self._save_record(Replay(with_side(self._header, self._viewer), lines))
            self._recorder = Recorder.resume(self._path)
        self._scribe, self._side = scribe, side

    def follow(self, made: tuple[Made, ...]) -> None:
        super().follow(made)
        self._side = OpenSide(self._game, self._viewer)
        for move in made:
            self._side.texts(move.state, move.move)

    def finish(self, end: Terminal) -> None:
        recorder = self._open()
        self._save_record(Replay(self._header, tuple(self._scribe.lines), result_text(end)))
        recorder.close()
        self._recorder = None


def _seen_lines(line: Line, texts: tuple[str, ...]) -> tuple[Line, ...]:
    """The lines of a move as a viewer writes them: the first stands where the line of the game does."""
    first, *more = texts
    return (replace(line, move=first), *(Line(text, join=True) for text in more))
