"""`simulate`: the same games whatever the processes, and every way to keep them."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from rising_tutor.cli.tables import table_path, write_table
from rising_tutor.core.registry import game_ids
from rising_tutor.render.cells import safe_cell
from rising_tutor.replay import verify

FIELDS = {"game", "games", "seats", "policy", "seed", "decisions", "chances", "seconds", "results"}
SOME = ("simulate", "coin", "--games", "20", "--seed", "7")


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "seconds"}


def test_json_has_the_fields_of_the_contract(command: Any) -> None:
    answer = command(*SOME, "--json")
    document = answer.document
    assert set(document) == FIELDS
    assert answer.err == ""
    assert (document["game"], document["games"], document["seats"]) == ("coin-and-hand", 20, 2)
    assert (document["policy"], document["seed"]) == ("random", 7)
    assert set(document["results"]) == {"seat 1", "seat 2", "draw", "unfinished"}
    assert sum(document["results"].values()) == 20


def test_seed_fixes_everything_and_jobs_nothing(command: Any, tmp_path: Path) -> None:
    answers = []
    for jobs in ("1", "2"):
        table = tmp_path / f"{jobs}.csv"
        records = tmp_path / jobs
        document = command(*SOME, "--jobs", jobs, "--table", table, "--record", records, "--json").document
        files = {file.name: file.read_bytes() for file in sorted(records.iterdir())}
        answers.append((without_time(document), table.read_bytes(), files))
    assert answers[0] == answers[1]
    assert len(answers[0][2]) == 20
    other = command("simulate", "coin", "--games", "20", "--seed", "8", "--json").document
    assert without_time(other) != answers[0][0]


def test_seed_is_told_when_nobody_gave_one(command: Any) -> None:
    first = command("simulate", "coin", "--games", "5", "--json").document
    again = command("simulate", "coin", "--games", "5", "--seed", first["seed"], "--json").document
    assert without_time(again) == without_time(first)


def test_tables_hold_one_row_a_game(command: Any, tmp_path: Path) -> None:
    command(*SOME, "--table", tmp_path / "rows.csv")
    command(*SOME, "--table", tmp_path / "rows.parquet")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = ["game", "seed", "seats", "result", "reason", "turns", "decisions", "chances"]
    assert list(rows[0]) == names
    assert [row["game"] for row in rows] == [str(number) for number in range(1, 21)]
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.column_names == names
    assert [{name: str(row[name]) for name in names} for row in table.to_pylist()] == rows
    assert table.schema.metadata[b"policy"] == b"random"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["rows.csv", "rows.parquet"]


def test_cells_are_no_formulas(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    rows = [{"seed": text, "n": -1} for text in ("=1+1", "+1", "-1", "@x", "\tx", "plain", 'a,"b"')]
    write_table(path, rows, {"seed": str, "n": int}, {})
    with path.open(encoding="utf-8", newline="") as file:
        cells = [row["seed"] for row in csv.DictReader(file)]
    assert cells == ["'=1+1", "'+1", "'-1", "'@x", "'\tx", "plain", 'a,"b"']
    assert safe_cell(-1) == -1


def test_options_and_policies_count(command: Any) -> None:
    short = command(*SOME, "--set", "points=2", "--json").document
    assert short["decisions"] < command(*SOME, "--json").document["decisions"]
    trusting = command(*SOME, "--policy", "trusting")
    assert "policy trusting" in trusting.out
    assert "95 % interval" in trusting.out


def test_record_that_cannot_be_written(command: Any, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    (folder / "coin-and-hand-000001.replay.jsonl" / "full").mkdir(parents=True)
    for jobs in ("1", "2"):
        answer = command(*SOME, "--jobs", jobs, "--record", folder)
        assert answer.code in (1, 2)
        assert "Traceback" not in answer.err
        assert answer.out == ""


def test_each_seat_may_have_its_own_policy(command: Any) -> None:
    mixed = command(*SOME, "--policy", "trusting", "--policy", "random", "--json").document
    assert mixed["policy"] == ["trusting", "random"]
    other = command(*SOME, "--policy", "random", "--policy", "trusting", "--json").document
    assert without_time(mixed) | {"policy": ""} != without_time(other) | {"policy": ""}
    said = command(*SOME, "--policy", "trusting", "--policy", "random").out
    assert "policies trusting (seat 1), random (seat 2)" in said
    for wrong in (["random"] * 3, ["best"]):
        answer = command(*SOME, *(word for name in wrong for word in ("--policy", name)))
        assert (answer.code, answer.out) == (2, "")


def test_table_path_needs_a_folder(tmp_path: Path) -> None:
    assert table_path(str(tmp_path / "x.csv")).suffix == ".csv"
    with pytest.raises(Exception, match=r"not a \.csv or \.parquet"):
        table_path(str(tmp_path / "x.json"))


def test_json_is_plain_ascii(command: Any) -> None:
    assert json.loads(command(*SOME, "--json").out)
    assert command(*SOME, "--json").out.isascii()


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("game_id", game_ids())
def test_records_of_every_game_verify(command: Any, tmp_path: Path, game_id: str) -> None:
    document = command("simulate", game_id, "--games", "6", "--seed", "1", "--record", tmp_path, "--json").document
    assert sum(document["results"].values()) == 6
    files = sorted(tmp_path.iterdir())
    assert len(files) == 6
    for file in files:
        verified = verify(file)
        assert verified.ok
        assert verified.result is not None


def test_shared_games_count_wins_and_losses(command: Any) -> None:
    document = command("simulate", "fire", "--games", "4", "--seats", "3", "--seed", "1", "--json").document
    assert set(document["results"]) == {"win", "loss", "unfinished"}
    assert document["seats"] == 3
