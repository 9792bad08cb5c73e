"""A game that is written down while it is played: each move is on disk before it is made.

>>> from rising_tutor.core.registry import load_game
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     table = Table(load_game("fire"), seats=2, options={}, seed="1")
...     with Record(Path(folder) / "evening.replay.jsonl", table) as record:
...         record.keep(table.outcome() or table.node.actions[0])
...         record.path.read_bytes().count(b'"move"')
1
"""

from pathlib import Path
from typing import Any, Self

from rising_tutor.cli.table import Table
from rising_tutor.replay import Recorder, Scribe, header_of, result_text
from rising_tutor.replay.files import REAL, Files


class Record:
    """The record of a table, to be used in a `with` block.

    Raises:
        CannotStore: there is a file of that name, or it could not be written.
    """

    def __init__(self, path: Path, table: Table, files: Files = REAL) -> None:
        self.path = path
        self._table = table
        self._recorder = Recorder.open(path, header_of(table.game, table.seats, options=table.options), files=files)
        self._scribe = Scribe(table.game)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._recorder.close()

    def keep(self, move: Any) -> None:
        """Writes a move of the present position, before it is made.

        Raises:
            CannotStore: nothing was added; what was recorded before is whole.
        """
        if len(self._recorder) != self._table.n_moves or len(self._scribe.lines) != self._table.n_moves:
            self.back()
        self._recorder.append(self._scribe.line(self._table.state, move))

    def back(self) -> None:
        """Takes back what the table has taken back."""
        if len(self._recorder) > self._table.n_moves:
            self._recorder.rewind(self._table.n_moves)
        self._scribe = Scribe(self._table.game)
        for made in self._table.made:
            self._scribe.line(made.before, made.move)

    def finish(self) -> None:
        """Writes the result of a game that is over."""
        self._recorder.finish(result_text(self._table.node))
