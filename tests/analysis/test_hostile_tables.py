"""Tables of many games made to do harm: each is refused in our words, in little memory, and nothing is left on disk."""

import io
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rising_tutor.analysis.corpus import handed_in, table
from rising_tutor.analysis.corpus.columns import LINES, kinds
from rising_tutor.analysis.corpus.pages import BadPage, page_sizes, read_struct
from rising_tutor.analysis.corpus.questions import Corpus
from rising_tutor.analysis.corpus.sample import TABLE
from rising_tutor.analysis.corpus.table import HANDED_IN, BadTable
from rising_tutor.core.limits import Limit
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay import UPLOADED

ROOT = Path(__file__).parents[2]
TEXTS = [column.name for column in LINES if column.kind == "text"]


@cache
def sound() -> pa.Table:
    return pq.read_table(TABLE).slice(0, 50)


def file_of(given: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(given, out, **{"compression": "zstd", **options})
    return out.getvalue()


def with_column(column: str, values: Any, given: pa.Table | None = None) -> pa.Table:
    given = sound() if given is None else given
    return given.set_column(given.schema.get_field_index(column), column, values)


def repeated(n_rows: int) -> pa.Table:
    """The first row, many times over."""
    return sound().take(pa.array([0] * n_rows))


def one_text_in_all_rows(column: str, n_rows: int = 499_000, length: int = 100_000) -> bytes:
    """One long text that the file holds once, in a dictionary, for very many rows."""
    indices = pa.array([0] * n_rows, pa.int32())
    long = pa.DictionaryArray.from_arrays(indices, pa.array(["x" * length]))
    return file_of(with_column(column, long, repeated(n_rows)))


def one_long_text(column: str, length: int) -> bytes:
    return file_of(with_column(column, pa.array(["x" * length] * sound().num_rows)), use_dictionary=False)


def not_utf8() -> bytes:
    bad = pa.array([b"\xff\xfe"] * sound().num_rows, pa.binary()).view(pa.string())
    return file_of(with_column("player", bad))


def many_columns() -> bytes:
    given = sound().slice(0, 1)
    for n in range(3000):
        given = given.append_column(f"c{n}", pa.array([n]))
    return file_of(given)


def deep() -> bytes:
    kind, value = pa.int64(), 1
    for _ in range(60):
        kind, value = pa.list_(kind), [value]
    return file_of(with_column("line", pa.array([value] * sound().num_rows, kind)))


def many_players() -> bytes:
    given = repeated(20_000)
    return file_of(with_column("player", pa.array([f"player {n}" for n in range(20_000)]), given))


def much_beside() -> bytes:
    return file_of(sound().replace_schema_metadata({"note": "x" * (300 << 10)}), compression="none")


HOSTILE: dict[str, Callable[[], bytes]] = {
    **{f"one text in all rows, {name}": (lambda name=name: one_text_in_all_rows(name)) for name in ("player", "move")},
    "one text in some rows": lambda: one_text_in_all_rows("place", 20_000, 4_000),
    "short texts in all rows": lambda: one_text_in_all_rows("method", 499_000, 400),
    "the same row": lambda: file_of(repeated(499_000)),
    "more rows": lambda: file_of(repeated(500_001)),
    "a name of a million": lambda: one_long_text("player", 1_000_000),
    "a name of 41": lambda: one_long_text("player", 41),
    "one page of zeros": lambda: one_long_text("move", 2_000_000),
    "a control character": lambda: file_of(with_column("player", pa.array(["a\x1b[2J"] * sound().num_rows))),
    "a turned text": lambda: file_of(with_column("move", pa.array(["a\u202eb"] * sound().num_rows))),
    "no UTF-8": not_utf8,
    "many columns": many_columns,
    "lists in lists": deep,
    "many players": many_players,
    "a column twice": lambda: file_of(sound().append_column("line", sound()["line"])),
    "a struct": lambda: file_of(with_column("player", pa.array([{"name": "x"}] * sound().num_rows))),
    "a number as a text": lambda: file_of(with_column("line", pa.array(["1"] * sound().num_rows))),
    "bytes": lambda: file_of(with_column("player", pa.array([b"x"] * sound().num_rows))),
    "no rows of games": lambda: file_of(with_column("game_id", pa.array([None] * sound().num_rows, pa.string()))),
}


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@pytest.mark.parametrize("made", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_table_is_refused_in_our_words(made: Callable[[], bytes]) -> None:
    data = made()
    assert len(data) <= UPLOADED.most, "this is refused for its size alone"
    with pytest.raises((BadTable, LimitExceeded)) as refused:
        Corpus.of_file(data, "mine.parquet")
    assert len(str(refused.value)) < 500


def test_much_beside_the_table_harms_nothing() -> None:
    assert Corpus.of_file(much_beside(), "mine.parquet").n_lines == sound().num_rows


@pytest.mark.parametrize("column", sorted(set(TEXTS) & handed_in._USED))
def test_a_long_text_is_refused_in_every_column_that_is_read(column: str) -> None:
    with pytest.raises((BadTable, LimitExceeded), match=f"the column {column}"):
        Corpus.of_file(one_long_text(column, 5_000), "mine.parquet")


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@pytest.mark.parametrize("column", sorted(set(kinds(LINES)) - handed_in._USED))
def test_a_column_that_nothing_asks_for_is_not_unpacked(column: str) -> None:
    given = pa.array([None] * sound().num_rows, sound().schema.field(column).type)
    if column in TEXTS:
        given = pa.array(["x" * 1_000_000] * sound().num_rows)
    assert Corpus.of_file(file_of(with_column(column, given)), "mine.parquet").n_lines == sound().num_rows


@pytest.mark.parametrize("length", [41, 5_000])
def test_a_long_name_is_refused_in_csv_too(length: int) -> None:
    row = [str(sound()[name][0].as_py() or "") for name in kinds(LINES)]
    row[list(kinds(LINES)).index("player")] = "x" * length
    text = ",".join(kinds(LINES)) + "\n" + ",".join('"' + value + '"' for value in row) + "\n"
    with pytest.raises(LimitExceeded, match=f"the column player: {length} characters, the limit is 40"):
        Corpus.of_file(text.encode(), "mine.csv")


WATCHED = """
import os, sys
from pathlib import Path
from rising_tutor.analysis.corpus.handed_in import BadTable
from rising_tutor.analysis.corpus.questions import Corpus
from rising_tutor.errors import LimitExceeded

def most():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) // 1024

folder = Path(sys.argv[1])
Corpus.of_file((folder / "sound").read_bytes(), "sound.parquet")
before = most()
for path in sorted(folder.iterdir()):
    used = sum(os.times()[:2])
    try:
        Corpus.of_file(path.read_bytes(), path.name + ".parquet")
    except (BadTable, LimitExceeded):
        pass
    print(path.name, round(sum(os.times()[:2]) - used, 1), most() - before)
"""


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is read from /proc")
def test_no_hostile_table_takes_much_memory_or_leaves_a_file(tmp_path: Path) -> None:
    tables, work = tmp_path / "tables", tmp_path / "work"
    tables.mkdir()
    work.mkdir()
    for name, made in {"sound": lambda: file_of(sound()), **HOSTILE}.items():
        (tables / name).write_bytes(made())
    program = [sys.executable, "-c", WATCHED, str(tables)]
    environment = {"PYTHONPATH": str(ROOT), "TMPDIR": str(work), "HOME": str(work), "PATH": ""}
    done = subprocess.run(program, cwd=work, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    taken = {name: int(mb) for name, _, mb in (line.rsplit(" ", 2) for line in done.stdout.splitlines())}
    assert set(taken) == {"sound", *HOSTILE}
    assert max(taken.values()) < 64, done.stdout
    assert not list(work.rglob("*"))


def test_the_size_of_every_page_is_told_by_its_own_header() -> None:
    data = file_of(sound(), use_dictionary=True)
    about = pq.ParquetFile(pa.BufferReader(data)).metadata
    column = about.row_group(0).column(0)
    start = column.dictionary_page_offset
    sizes = list(page_sizes(data, start, column.total_compressed_size))
    assert len(sizes) == 2
    # What the footer says counts the headers too.
    assert 0 < column.total_uncompressed_size - sum(sizes) < 200


def test_a_footer_that_says_less_than_its_pages_is_not_believed() -> None:
    """The file says of itself that it is small; its pages are 100 MB."""
    data = one_long_text("move", 2_000_000)
    about = pq.ParquetFile(pa.BufferReader(data)).metadata

    def small(column: Any) -> Any:
        facts = ("path_in_schema", "dictionary_page_offset", "has_dictionary_page", "data_page_offset")
        kept = {name: getattr(column, name) for name in (*facts, "total_compressed_size")}
        return SimpleNamespace(**kept, total_uncompressed_size=1)

    group = SimpleNamespace(column=lambda at: small(about.row_group(0).column(at)))
    lying = SimpleNamespace(num_row_groups=1, num_columns=about.num_columns, row_group=lambda _: group)
    with pytest.raises(LimitExceeded, match="size of the table when unpacked"):
        handed_in._check_pages(data, lying, HANDED_IN.unpacked)


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff" * 20, b"\x1c" * 50, b"\x19\xff" + b"\xff" * 9, b"\x15", b"\x15" + b"\x80" * 20, b"\x0d\x00\x00"],
)
def test_what_is_no_header_of_a_page_is_refused(data: bytes) -> None:
    with pytest.raises(BadPage):
        read_struct(data, 0)


def test_a_page_outside_of_its_column_is_refused() -> None:
    header = b"\x15\x00\x15\x08\x15\x80\x08\x00"
    for data, n in ((header, len(header)), (header, 100), (header, -1)):
        with pytest.raises(BadPage):
            list(page_sizes(data, 0, n))


@pytest.mark.wide
@pytest.mark.slow
def test_a_question_that_takes_too_long_is_stopped_and_others_are_answered() -> None:
    corpus = Corpus.of_file(file_of(sound()), "mine.parquet")
    endless = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3"
    database = corpus._database
    with (
        pytest.raises(LimitExceeded, match="the limit is 1 seconds"),
        table._in_time(database, Limit("time", 1, "seconds")),
    ):
        database.execute(endless).fetchall()
    assert corpus.n_of(handed_in_filter()) == corpus.n_games


def handed_in_filter() -> Any:
    from rising_tutor.analysis.corpus.questions import Filter

    return Filter()


def test_what_does_not_fit_into_memory_is_told_and_written_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb

    monkeypatch.chdir(tmp_path)
    corpus = Corpus.of_file(file_of(sound()), "mine.parquet")
    with pytest.raises(duckdb.Error, match=r"(?i)memory"):
        corpus._ask("SELECT a.range, repeat('x', 100) || a.range AS t FROM range(5000000) a ORDER BY t")
    assert not list(tmp_path.rglob("*"))
