"""A table of lines in a file of anybody, read piece by piece within limits, before a database sees it.

What a Parquet file says of itself is looked at first: rows, columns, the size of its pages. Texts are then read as
dictionaries, so that one long text that stands in every row is there once, and measured before it is spread out.
"""

import csv
import io
import math
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from rising_tutor.analysis.corpus.arrow import schema_of
from rising_tutor.analysis.corpus.columns import LATER, LINES, kinds
from rising_tutor.analysis.corpus.pages import BadPage, page_sizes
from rising_tutor.core.limits import Limit
from rising_tutor.core.values import Value
from rising_tutor.errors import RisingTutorError
from rising_tutor.replay.limits import MOVE, NAME, bad_character

_EXPECTED: Final = "a table of `analyze`"
_USED: Final = frozenset(
    (
        *("game_id", "file", "game", "seats", "teams", "opening", "difficulty", "result"),
        *("method", "model", "rules_version", "content"),
        *(column.name for column in LATER),
        *(
            "line",
            "place",
            "kind",
            "source",
            "seat",
            "player",
            "rule",
            "move",
            "best",
            "amount",
            "loss",
            "fault",
            "forced",
        ),
    )
)
"""The columns that are asked for; no other one is unpacked."""
_LENGTHS: Final = {"player": NAME.most, "game_id": 64, "file": 4096}
"""The most characters of a text, by column; `MOVE` for all others."""
_BATCH: Final = 2_000
_CELL: Final = 16
"""Bytes that a text takes besides its characters."""
_MOST_COLUMNS: Final = Limit("number of columns of a table", 200)
_FOOTER_STRINGS, _FOOTER_LISTS = 1 << 20, 100_000


class Bounds(Value, frozen=True):
    """How much of a table is read.

    Attributes:
        rows, unpacked: limits of the table.
        seconds: of the processor.
        memory: what the database may take, in its own words.
    """

    rows: Limit
    unpacked: Limit
    seconds: Limit
    memory: str


class BadTable(RisingTutorError):
    """A file that is no table of many games."""

    def __init__(self, name: str, what: str, expected: str = _EXPECTED) -> None:
        super().__init__(f"{name[:80]}: {what}; expected {expected}")


def read_table(data: bytes, name: str, bounds: Bounds) -> Any:
    """The columns that are asked for, as a table of Arrow.

    Raises:
        BadTable: it is no such table: which column or row is wrong.
        LimitExceeded: it has too much of something, which one says.
    """
    import pyarrow as pa  # noqa: PLC0415 - it takes half a second, and only tables need it

    begun = time.thread_time()
    reader = _parquet if data.startswith(b"PAR1") else _csv
    batches, unpacked, n_rows = [], 0, 0
    schema = schema_of(kinds(tuple(column for column in LINES if column.name in _USED)))
    try:
        for batch in reader(data, name, bounds):
            columns = []
            for field in schema:
                known = field.name in batch.schema.names
                array = batch.column(field.name) if known else pa.nulls(batch.num_rows, field.type)
                unpacked += _text_size(array, field.name, name) if pa.types.is_string(field.type) else 8 * len(array)
                bounds.unpacked.check(unpacked)
                columns.append(array.cast(field.type))
            n_rows += batch.num_rows
            bounds.rows.check(n_rows)
            batches.append(pa.record_batch(columns, schema=schema))
            bounds.seconds.check(math.ceil(time.thread_time() - begun))
    except (pa.ArrowException, BadPage, OSError, UnicodeError) as error:
        first = str(error).splitlines()[0][:200] if str(error) else "it cannot be read"
        raise BadTable(name, first) from None
    return pa.Table.from_batches(batches, schema=schema)


def _parquet(data: bytes, name: str, bounds: Bounds) -> Iterator[Any]:
    import pyarrow as pa  # noqa: PLC0415 - see above
    from pyarrow import parquet  # noqa: PLC0415 - see above

    source = pa.BufferReader(data)
    options = {"thrift_string_size_limit": _FOOTER_STRINGS, "thrift_container_size_limit": _FOOTER_LISTS}
    file = parquet.ParquetFile(source, **options)
    about = file.metadata
    bounds.rows.check(about.num_rows)
    _MOST_COLUMNS.check(about.num_columns)
    _check_columns(file.schema_arrow, name)
    _check_pages(data, about, bounds.unpacked)
    there = sorted(_USED.intersection(file.schema_arrow.names))
    texts = [column.name for column in LINES if column.kind == "text" and column.name in there]
    file = parquet.ParquetFile(source, read_dictionary=texts, **options)
    yield from file.iter_batches(batch_size=_BATCH, columns=there, use_threads=False)


def _check_columns(schema: Any, name: str) -> None:
    import pyarrow.types as is_  # noqa: PLC0415 - see above

    fits: dict[str, Callable[[Any], bool]] = {
        "text": lambda kind: is_.is_string(kind) or is_.is_large_string(kind),
        "whole number": lambda kind: is_.is_int64(kind) or is_.is_int32(kind),
        "number": is_.is_float64,
        "yes or no": is_.is_boolean,
    }
    for column in LINES:
        found = [field for field in schema if field.name == column.name]
        if not found and column in LATER:
            continue
        if len(found) != 1:
            raise BadTable(name, f"it has {'no' if not found else 'more than one'} column {column.name}")
        if not fits[column.kind](found[0].type):
            raise BadTable(name, f"the column {column.name} holds {str(found[0].type)[:60]}", column.kind)


def _check_pages(data: bytes, about: Any, unpacked: Limit) -> None:
    """Before anything is unpacked: how large the pages of the columns that are asked for are."""
    said = size = 0
    for group in range(about.num_row_groups):
        for at in range(about.num_columns):
            column = about.row_group(group).column(at)
            if column.path_in_schema not in _USED:
                continue
            said += max(0, column.total_uncompressed_size)
            unpacked.check(said)
            first = column.dictionary_page_offset if column.has_dictionary_page else None
            start = column.data_page_offset if first is None else min(first, column.data_page_offset)
            for page in page_sizes(data, start, column.total_compressed_size):
                size += page
                unpacked.check(size)


def _csv(data: bytes, name: str, _bounds: Bounds) -> Iterator[Any]:
    import pyarrow as pa  # noqa: PLC0415 - see above
    from pyarrow import csv as arrow_csv  # noqa: PLC0415 - see above

    head = next(csv.reader(io.StringIO(data[:10_000].partition(b"\n")[0].decode("utf-8", "replace"))), [])
    for column, given in zip(LINES, [*head, *[""] * len(LINES)], strict=False):
        if column.name != given and (given or column not in LATER):
            raise BadTable(name, f"the column {given[:40]!r} stands where {column.name} belongs")
    reader = arrow_csv.open_csv(
        pa.BufferReader(data),
        read_options=arrow_csv.ReadOptions(use_threads=False, block_size=1 << 18),
        parse_options=arrow_csv.ParseOptions(newlines_in_values=True),
        convert_options=arrow_csv.ConvertOptions(
            column_types=schema_of(kinds(LINES)),
            include_columns=sorted(_USED),
            include_missing_columns=True,
            null_values=[""],
            strings_can_be_null=True,
            true_values=["True", "true"],
            false_values=["False", "false"],
        ),
    )
    yield from reader


def _text_size(array: Any, column: str, name: str) -> int:
    """How many bytes the texts of a column take once each row has its own. Raises as `read_table`."""
    import pyarrow as pa  # noqa: PLC0415 - see above
    from pyarrow import compute  # noqa: PLC0415 - see above

    array.validate(full=True)
    spread = pa.types.is_dictionary(array.type)
    values = array.dictionary if spread else array
    longest = compute.max(compute.utf8_length(values)).as_py() or 0
    Limit(f"length of a text in the column {column}", _LENGTHS.get(column, MOVE.most), "characters").check(longest)
    for text in values.unique().to_pylist():
        bad = bad_character(text) if text else None
        if bad is not None:
            raise BadTable(name, f"a text in the column {column} has {bad[1]}", "letters, digits and signs")
    lengths = compute.binary_length(values)
    total = compute.sum(compute.take(lengths, array.indices) if spread else lengths).as_py() or 0
    return total + _CELL * len(array)
