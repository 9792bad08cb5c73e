"""A table of lines that was opened: checked against its description, and ready to be asked (`questions`).

What is in it may come from anybody. It is read within limits (`handed_in`) into a database that reads no file, writes
none and asks no other host; every value that a question depends on is checked, and one that takes too long is stopped.

>>> from rising_tutor.analysis.corpus.arrow import parquet_bytes
>>> open_table(parquet_bytes([], {"line": int}, {}), "mine.parquet")
Traceback (most recent call last):
    ...
rising_tutor.analysis.corpus.handed_in.BadTable: mine.parquet: it has no column game_id; expected a table of `analyze`
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rising_tutor.analysis.corpus.arrow import Row, arrow_table
from rising_tutor.analysis.corpus.columns import LINES, kinds
from rising_tutor.analysis.corpus.handed_in import BadTable, Bounds, read_table
from rising_tutor.core.limits import Limit
from rising_tutor.core.reading import read_limited
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay import UPLOADED

if TYPE_CHECKING:
    import duckdb

__all__ = ["HANDED_IN", "ON_DISK", "SUFFIXES", "BadTable", "open_file", "open_table", "rows_in", "table_of"]

SUFFIXES: Final = (".parquet", ".csv")
ROWS: Final = Limit("number of rows of a table", 500_000)
_UNPACKED: Final = "size of the table when unpacked"
_TIME: Final = "time to read the table"
HANDED_IN: Final = Bounds(ROWS, Limit(_UNPACKED, 24 << 20, "bytes"), Limit(_TIME, 2, "seconds"), "64MB")
"""For what somebody uploads."""
ON_DISK: Final = Bounds(ROWS, Limit(_UNPACKED, 512 << 20, "bytes"), Limit(_TIME, 60, "seconds"), "512MB")
"""For a file that is named on this machine, and for games that were played here."""
ANSWER: Final = Limit("time to answer from the table", 2, "seconds")
DIFFERENT: Final = Limit("number of different values", 1_000)
_CONFIG: Final = {
    # One thread: sums of floats come out the same every time.
    "threads": "1",
    # It reads no file and writes none, not even for what does not fit into its memory.
    "enable_external_access": "false",
    "temp_directory": "",
    "max_temp_directory_size": "0B",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_OF_GAMES: Final = (
    *(
        "file",
        "game",
        "seats",
        "difficulty",
        "teams",
        "opening",
        "decks",
        "leaders",
        "result",
        "method",
        "model",
        "rules_version",
        "content",
    ),
)
"""Columns that are the same in every line of a game."""
_LISTED: Final = (
    *("game", "seats", "difficulty", "opening", "decks", "leaders"),
    *("source", "player", "rule", "method", "model", "content"),
)
"""Columns whose values are listed on a page."""
_SOUND: Final = {
    "kind": "kind IN ('luck', 'skill')",
    "seats": "seats BETWEEN 1 AND 20",
    "line": "line BETWEEN 1 AND 1000000",
    "amount": "isfinite(amount) AND abs(amount) <= 1",
    "loss": "isfinite(loss) AND abs(loss) <= 1",
    "game_id": "length(game_id) BETWEEN 1 AND 64",
    "file": "length(file) <= 4096",
}
"""What must hold in every row, by column."""


def open_table(data: bytes, name: str) -> "duckdb.DuckDBPyConnection":
    """The table in a file, Parquet or CSV, as the table `lines` of a database in memory.

    Args:
        name: its name; its ending tells the form where the bytes do not.

    Raises:
        BadTable: it is no such table: which column or row is wrong.
        LimitExceeded: it has too many bytes, rows or different values, too long a text, or takes too long.
    """
    UPLOADED.check(len(data))
    return _read(data, name, HANDED_IN)


def open_file(path: Path) -> "duckdb.DuckDBPyConnection":
    """The table in a file on this machine, of any size up to `ON_DISK`. Raises as `open_table`, and OSError."""
    return _read(read_limited(path, ON_DISK.unpacked, where=path.name), path.name, ON_DISK)


def table_of(rows: Iterable[Row]) -> "duckdb.DuckDBPyConnection":
    """Rows as they were analysed here, in the same form."""
    return _of_arrow(arrow_table(rows, kinds(LINES)), ON_DISK)


def _read(data: bytes, name: str, bounds: Bounds) -> "duckdb.DuckDBPyConnection":
    import duckdb  # noqa: PLC0415 - it takes a third of a second, and only tables need it

    if not data.startswith(b"PAR1") and not name.lower().endswith(".csv"):
        raise BadTable(name, "this is neither Parquet nor named .csv")
    try:
        database = _of_arrow(read_table(data, name, bounds), bounds)
        for column, holds in _SOUND.items():
            query = f"SELECT line FROM lines WHERE ({holds}) IS NOT TRUE LIMIT 1"  # noqa: S608 - our own words
            for (line,) in rows_in(database, query):
                raise BadTable(name, f"a value of the column {column} cannot be used (in the row with line {line})")
        for column in _LISTED:
            ((n,),) = rows_in(database, f"SELECT count(DISTINCT {column}) FROM lines")  # noqa: S608 - our own words
            if n > DIFFERENT.most:
                raise LimitExceeded(f"{DIFFERENT.what} in the column {column}", DIFFERENT.most, n)
    except duckdb.Error as error:
        raise BadTable(name, str(error).splitlines()[0][:200] if str(error) else "it cannot be read") from None
    return database


def _of_arrow(given: Any, bounds: Bounds) -> "duckdb.DuckDBPyConnection":
    import duckdb  # noqa: PLC0415 - see above

    database = duckdb.connect(":memory:", config={**_CONFIG, "memory_limit": bounds.memory})
    database.register("given", given)
    with _in_time(database, bounds.seconds):
        database.execute("CREATE TABLE lines AS SELECT * FROM given")
        database.unregister("given")
        database.execute(
            """
            CREATE VIEW choices AS
            SELECT *, coalesce(player, 'Player ' || seat) AS who FROM lines WHERE kind = 'skill' AND seat IS NOT NULL
            """
        )
        firsts = ", ".join(f"first({column} ORDER BY line) AS {column}" for column in _OF_GAMES)
        database.execute(f"CREATE TABLE games AS SELECT game_id, {firsts} FROM lines GROUP BY game_id")  # noqa: S608
    database.execute("SET lock_configuration = true")
    return database


@contextmanager
def _in_time(database: "duckdb.DuckDBPyConnection", most: Limit) -> Iterator[None]:
    """Stops a question that takes more of the processor than the limit. Raises `LimitExceeded`."""
    import duckdb  # noqa: PLC0415 - see above

    used, done = _processor_time(), threading.Event()
    end = used() + most.most

    def watch() -> None:
        while not done.wait(0.1):
            if used() > end:
                database.interrupt()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    except duckdb.InterruptException:
        raise LimitExceeded(most.what, most.most, most.most + 1, most.unit) from None
    finally:
        done.set()
        watcher.join()


def _processor_time() -> Callable[[], float]:
    """What this thread has used of the processor, for another thread to ask; where that cannot be told, the time."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))


def release_unused() -> None:
    """Give memory back to the system that Arrow keeps for later tables."""
    import pyarrow as pa  # noqa: PLC0415 - only tables need it

    pa.default_memory_pool().release_unused()


def rows_in(database: "duckdb.DuckDBPyConnection", query: str, given: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of an answer. Raises `LimitExceeded` for one that takes too long."""
    with _in_time(database, ANSWER):
        return database.execute(query, list(given)).fetchall()
