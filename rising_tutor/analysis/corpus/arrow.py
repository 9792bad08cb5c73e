"""Rows as a Parquet file, and as a table of Arrow for queries.

PyArrow takes longer to load than a hundred games to play, so it is loaded when it is needed.

>>> data = parquet_bytes([{"n": 1}, {"n": None}], {"n": int}, {"about": "an example"})
>>> data[:4]
b'PAR1'
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

Row = Mapping[str, Any]
"""Column -> value or None."""

GROUP: Final = 20_000
"""Rows that are held at once, and that lie together in a file."""


def parquet_bytes(rows: Iterable[Row], types: Mapping[str, type], about: Mapping[str, str]) -> bytes:
    """A table as the bytes of a Parquet file: of equal rows equal bytes.

    Args:
        rows: read as they come, so that they need not lie in memory all at once.
        types: column -> str, int, float or bool, in order.
        about: what the numbers are, kept in the metadata of the file.
    """
    from pyarrow import parquet  # noqa: PLC0415  # see above

    schema = schema_of(types, about)
    data = io.BytesIO()
    # Most values come once: without dictionaries, and packed harder, the file is a sixth smaller.
    packed = {"compression": "zstd", "compression_level": 15, "use_dictionary": False}
    with parquet.ParquetWriter(data, schema, **packed) as writer:
        for group in _groups(rows):
            writer.write_table(_table(group, schema))
    return data.getvalue()


def arrow_table(rows: Iterable[Row], types: Mapping[str, type]) -> Any:
    """The rows as a table of Arrow."""
    import pyarrow as pa  # noqa: PLC0415  # see above

    schema = schema_of(types)
    groups = [_table(group, schema) for group in _groups(rows)]
    return pa.concat_tables(groups) if groups else schema.empty_table()


def schema_of(types: Mapping[str, type], about: Mapping[str, str] | None = None) -> Any:
    """What Arrow calls these columns."""
    import pyarrow as pa  # noqa: PLC0415  # see above

    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    return pa.schema([(name, kinds[kind]) for name, kind in types.items()], metadata=dict(about or {}))


def _table(rows: list[Row], schema: Any) -> Any:
    import pyarrow as pa  # noqa: PLC0415  # see above

    columns = [pa.array([row[field.name] for row in rows], field.type) for field in schema]
    return pa.table(columns, schema=schema)


def _groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    coming = iter(rows)
    while group := list(islice(coming, GROUP)):
        yield group
