"""A table of lines that was opened: checked against its description, and ready to be asked (`questions`).

What is in it may come from anybody. It is read into memory once, within a limit, by a database that reads no other file
and no other host; every value that a question depends on is checked.

>>> from rising_tutor.analysis.corpus.arrow import parquet_bytes
>>> open_table(parquet_bytes([], {"line": int}, {}), "mine.parquet")
Traceback (most recent call last):
    ...
rising_tutor.analysis.corpus.table.BadTable: mine.parquet: it has no column game_id; expected a table of `analyze`
"""

import csv
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from rising_tutor.analysis.corpus.arrow import Row, arrow_table
from rising_tutor.analysis.corpus.columns import LINES, Column, kinds
from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import UPLOADED
from rising_tutor.replay.limits import Limit

if TYPE_CHECKING:
    import duckdb

ROWS: Final = Limit("number of rows of a table", 500_000)
SUFFIXES: Final = (".parquet", ".csv")
_EXPECTED: Final = "a table of `analyze`"
_SQL_TYPES: Final = {"text": "VARCHAR", "whole number": "BIGINT", "number": "DOUBLE", "yes or no": "BOOLEAN"}
_ALLOWED: Final = {
    "VARCHAR": ("VARCHAR",),
    "BIGINT": ("BIGINT", "INTEGER"),
    "DOUBLE": ("DOUBLE",),
    "BOOLEAN": ("BOOLEAN",),
}
_CONFIG: Final = {
    "memory_limit": "512MB",
    # One thread: sums of floats come out the same every time.
    "threads": "1",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
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


class BadTable(RisingTutorError):
    """A file that is no table of many games."""

    def __init__(self, name: str, what: str, expected: str = _EXPECTED) -> None:
        super().__init__(f"{name[:80]}: {what}; expected {expected}")


def open_table(data: bytes, name: str) -> "duckdb.DuckDBPyConnection":
    """The table in a file, Parquet or CSV, as the table `lines` of a database in memory.

    Args:
        data: what is in the file.
        name: its name; its ending tells the form where the bytes do not.

    Raises:
        BadTable: it is no such table: which column or row is wrong.
        LimitExceeded: it has too many bytes or rows.
    """
    UPLOADED.check(len(data))
    is_parquet = data.startswith(b"PAR1")
    if not is_parquet and not name.lower().endswith(".csv"):
        raise BadTable(name, "this is neither Parquet nor named .csv")
    with TemporaryDirectory(prefix="rising-tutor-") as folder:
        path = Path(folder) / ("table.parquet" if is_parquet else "table.csv")
        path.write_bytes(data)
        return _read(path, name, is_parquet=is_parquet)


def open_file(path: Path) -> "duckdb.DuckDBPyConnection":
    """The table in a file on this machine, of any size up to `ROWS`. Raises as `open_table`, and OSError."""
    with path.open("rb") as file:
        is_parquet = file.read(4) == b"PAR1"
    return _read(path, path.name, is_parquet=is_parquet)


def table_of(rows: Iterable[Row]) -> "duckdb.DuckDBPyConnection":
    """Rows as they were analysed here, in the same form."""
    given = arrow_table(rows, kinds(LINES))
    database = _database()
    database.register("given", given)
    database.execute("CREATE TABLE lines AS SELECT * FROM given")
    database.unregister("given")
    return _ready(database)


def _database() -> "duckdb.DuckDBPyConnection":
    import duckdb  # noqa: PLC0415 - it takes a third of a second, and only tables need it

    return duckdb.connect(":memory:", config=dict(_CONFIG))


def _read(path: Path, name: str, *, is_parquet: bool) -> "duckdb.DuckDBPyConnection":
    import duckdb  # noqa: PLC0415 - see above

    database = _database()
    try:
        if is_parquet:
            source, given = "read_parquet(?)", [str(path)]
            _check_columns(database, path, name)
        else:
            columns = ", ".join(f"'{column.name}': '{_SQL_TYPES[column.kind]}'" for column in LINES)
            # The form is given, nothing is guessed; the names come from our own list.
            form = "header=true, auto_detect=false, delim=',', quote='\"', escape='\"', nullstr=''"
            source, given = f"read_csv(?, {form}, columns={{{columns}}})", [str(path)]
            _check_head(path, name)
        counted = database.execute(f"SELECT count(*) FROM {source}", given).fetchone()  # noqa: S608 - our own words
        ROWS.check(counted[0] if counted else 0)
        wanted = ", ".join(column.name for column in LINES)
        database.execute(f"CREATE TABLE lines AS SELECT {wanted} FROM {source}", given)  # noqa: S608 - our own words
    except duckdb.Error as error:
        first = str(error).splitlines()[0].replace(str(path), name)[:200] if str(error) else "it cannot be read"
        raise BadTable(name, first) from None
    for column, holds in _SOUND.items():
        row = database.execute(
            f"SELECT line FROM lines WHERE ({holds}) IS NOT TRUE LIMIT 1"  # noqa: S608 - our own words
        ).fetchone()
        if row is not None:
            raise BadTable(name, f"a value of the column {column} cannot be used (in the row with line {row[0]})")
    return _ready(database)


def _check_columns(database: "duckdb.DuckDBPyConnection", path: Path, name: str) -> None:
    found = {
        str(row[0]): str(row[1])
        for row in database.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(path)]).fetchall()
    }
    for column in LINES:
        _check_column(column, found, name)


def _check_column(column: Column, found: dict[str, str], name: str) -> None:
    wanted = _SQL_TYPES[column.kind]
    if column.name not in found:
        raise BadTable(name, f"it has no column {column.name}")
    if found[column.name] not in _ALLOWED[wanted]:
        raise BadTable(name, f"the column {column.name} holds {found[column.name]}", f"{column.kind} ({wanted})")


def _check_head(path: Path, name: str) -> None:
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        head = next(csv.reader([file.readline(10_000)]), [])
    for column, given in zip(LINES, [*head, *[""] * len(LINES)], strict=False):
        if column.name != given:
            raise BadTable(name, f"the column {given[:40]!r} stands where {column.name} belongs")


def _ready(database: "duckdb.DuckDBPyConnection") -> "duckdb.DuckDBPyConnection":
    """Adds what questions ask for, and closes the doors: no other file is read from here on."""
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")
    database.execute(
        """
        CREATE TABLE choices AS
        SELECT *, coalesce(player, 'Player ' || seat) AS who FROM lines WHERE kind = 'skill' AND seat IS NOT NULL
        """
    )
    database.execute(
        """
        CREATE TABLE games AS
        SELECT game_id, first(file ORDER BY line) AS file, first(game ORDER BY line) AS game,
               first(seats ORDER BY line) AS seats, first(difficulty ORDER BY line) AS difficulty,
               first(teams ORDER BY line) AS teams, first(opening ORDER BY line) AS opening,
               first(result ORDER BY line) AS result, first(method ORDER BY line) AS method,
               first(model ORDER BY line) AS model, first(rules_version ORDER BY line) AS rules_version,
               first(content ORDER BY line) AS content
        FROM lines GROUP BY game_id
        """
    )
    return database


def rows_in(database: "duckdb.DuckDBPyConnection", query: str, given: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    return database.execute(query, list(given)).fetchall()
