"""Rows to a file: CSV for spreadsheets, Parquet for programs."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rising_tutor.analysis.corpus.arrow import parquet_bytes
from rising_tutor.cli.writing import out_path
from rising_tutor.render.cells import csv_text
from rising_tutor.replay.files import save_bytes

table_path = out_path(".csv", ".parquet")
Row = Mapping[str, Any]
"""Column -> text, number or None. All rows of a table have the same columns."""


def write_table(path: Path, rows: Iterable[Row], types: Mapping[str, type], about: Mapping[str, str]) -> None:
    """Writes a table, whole or not at all.

    Args:
        rows: read once, as they come.
        types: column -> str, int, float or bool, in order.
        about: what the numbers are, kept in the metadata of Parquet; CSV has no place for it.

    Raises:
        CannotStore: the file could not be written; what was there before is whole.
    """
    if path.suffix == ".csv":
        data = csv_text(tuple(types), ([row[name] for name in types] for row in rows)).encode()
    else:
        data = parquet_bytes(rows, types, about)
    save_bytes(path, data)
