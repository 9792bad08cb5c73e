"""Rows to a file: CSV for spreadsheets, Parquet for programs.

A spreadsheet takes a cell that begins with =, +, - or @ for a formula, so such a text gets an
apostrophe before it, as spreadsheets themselves write it.

>>> safe_cell("=1+1"), safe_cell(-1), safe_cell("lost")
("'=1+1", -1, 'lost')
"""

import argparse
import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rising_tutor.replay.files import save_bytes

FORMULA = ("=", "+", "-", "@", "\t", "\r")
SUFFIXES = (".csv", ".parquet")

Row = Mapping[str, Any]
"""Column -> text, number or None. All rows of a table have the same columns."""


def table_path(text: str) -> Path:
    """The path of a table, for argparse: it ends in .csv or .parquet and lies in a folder that exists."""
    path = Path(text)
    if path.suffix not in SUFFIXES or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a .csv or .parquet file in a folder that exists")
    return path


def write_table(path: Path, rows: Sequence[Row], types: Mapping[str, type], about: Mapping[str, str]) -> None:
    """Writes a table, whole or not at all.

    Args:
        types: column -> str or int, in order.
        about: what the numbers are, kept in the metadata of Parquet; CSV has no place for it.

    Raises:
        CannotStore: the file could not be written; what was there before is whole.
    """
    data = _csv(rows, list(types)) if path.suffix == ".csv" else _parquet(rows, types, about)
    save_bytes(path, data)


def safe_cell(value: Any) -> Any:
    """The value of a cell, with what a spreadsheet would take for a formula made a text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _csv(rows: Sequence[Row], names: list[str]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([safe_cell(row[name]) for name in names] for row in rows)
    return text.getvalue().encode()


def _parquet(rows: Sequence[Row], types: Mapping[str, type], about: Mapping[str, str]) -> bytes:
    # Only here: it takes longer to import than a hundred games to play.
    import pyarrow as pa  # noqa: PLC0415  # see above
    from pyarrow import parquet  # noqa: PLC0415  # see above

    kinds = {str: pa.string(), int: pa.int64()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in types.items()], metadata=dict(about))
    data = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist([dict(row) for row in rows], schema=schema), data)
    return data.getvalue()
