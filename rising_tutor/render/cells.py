r"""Rows as CSV for spreadsheets, with no cell that a spreadsheet would run.

A spreadsheet takes a cell that begins with =, +, - or @ for a formula, so such a text gets an apostrophe before it, as
spreadsheets themselves write it.

>>> safe_cell("=1+1"), safe_cell(-1), safe_cell("lost")
("'=1+1", -1, 'lost')
>>> csv_text(("rule", "answer"), [("FNR-414", "@now")])
"rule,answer\nFNR-414,'@now\n"
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(value: Any) -> Any:
    """The value of a cell, with what a spreadsheet would take for a formula made a text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def csv_text(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table: its columns, then its rows; None is an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([safe_cell(value) for value in row] for row in rows)
    return text.getvalue()
