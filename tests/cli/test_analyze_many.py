"""`analyze` over several files, folders and patterns: tables, summary, JSON, exit codes, a stop and going on."""

import csv
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pyarrow import parquet

from rising_tutor import catalogues
from rising_tutor.analysis.corpus import columns
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Scribe, header_of, replay_of, save
from tests.testkit import coin_and_hand, quick_value
from tests.testkit.settings import RISING

ROOT = Path(__file__).parents[2]
PROGRAM = """
import signal, sys
# A shell ignores it in what it starts in the background, and so in what that starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
from tests.testkit import quick_value
from rising_tutor.cli import main
with quick_value.registered():
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_value.registered():
        yield


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    game = load_game("fire")
    for seed in range(3):
        scribe = Scribe(game)
        end = play_out(game, seats=2, seed=seed, policy="random", limit=40, watch=scribe.watch)
        names = ("=SUM(A1)", "Ben")
        save(replay_of(header_of(game, 2, names=names), scribe, end.state), folder / f"g{seed}.replay")
    return folder


@pytest.fixture
def titles(tmp_path: Path, bare_coin_and_hand: None) -> Iterator[Path]:
    """A folder with the beginning of a game of each title, and a game of a game without a value function."""
    folder = tmp_path / "titles"
    folder.mkdir()
    for name in (*RISING, coin_and_hand.ENTRY.id):
        game = load_game(name)
        scribe = Scribe(game)
        end = play_out(game, seats=2, seed=1, policy="random", limit=40, watch=scribe.watch)
        save(replay_of(header_of(game, 2), scribe, end.state), folder / f"{name}.replay")
    with quick_value.registered(*RISING):
        yield folder


def lines_of(table: Path) -> list[dict]:
    return parquet.read_table(table).to_pylist()


class TestTables:
    def test_three_tables_and_a_summary(self, games: Path, tmp_path: Path, command) -> None:
        target = tmp_path / "out.parquet"
        answer = command("analyze", games, "--table", target, "--jobs", "1")
        assert answer.code == 0
        assert answer.out.splitlines()[0] == "3 games analysed"
        assert "95 % interval" in answer.out
        rows = lines_of(target)
        whole = lines_of(tmp_path / "out.games.parquet")
        assert lines_of(tmp_path / "out.problems.parquet") == []
        assert [row["file"] for row in whole] == [str(games / f"g{n}.replay") for n in range(3)]
        assert len(rows) == sum(game["lines"] for game in whole)
        assert list(rows[0]) == [column.name for column in columns.LINES]
        assert whole[0]["luck"] == pytest.approx(
            sum(row["amount"] for row in rows if row["kind"] == "luck" and row["file"] == whole[0]["file"])
        )
        assert parquet.read_schema(target).metadata[b"schema"] == str(columns.SCHEMA).encode()

    def test_csv_cells_run_nothing_in_a_spreadsheet(self, games: Path, tmp_path: Path, command) -> None:
        target = tmp_path / "out.csv"
        assert command("analyze", games, "--table", target, "--jobs", "1").code == 0
        rows = list(csv.DictReader(io.StringIO(target.read_text())))
        assert {row["player"] for row in rows if row["seat"] == "1"} == {"'=SUM(A1)"}
        assert {row["forced"] for row in rows} == {"True", "False"}
        assert (tmp_path / "out.games.csv").is_file()

    def test_the_number_of_processes_changes_no_byte(self, games: Path, tmp_path: Path, command) -> None:
        for jobs in ("1", "2"):
            (tmp_path / jobs).mkdir()
            assert command("analyze", games, "--table", tmp_path / jobs / "t.parquet", "--jobs", jobs).code == 0
        for name in ("t.parquet", "t.games.parquet", "t.problems.parquet"):
            assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()

    def test_a_faulty_file_is_told_and_listed_and_the_code_is_1(self, games: Path, tmp_path: Path, command) -> None:
        bad = tmp_path / "bad.replay"
        bad.write_bytes((games / "g1.replay").read_bytes().replace(b" at ", b" art ", 1))
        target = tmp_path / "out.parquet"
        answer = command("analyze", bad, games / "g0.replay", "--table", target, "--jobs", "1")
        assert answer.code == 1
        assert f"{bad}:" in answer.out
        [problem] = lines_of(tmp_path / "out.problems.parquet")
        assert (problem["severity"], problem["file"]) == ("fault", str(bad))
        assert {row["file"] for row in lines_of(target)} == {str(games / "g0.replay")}

    def test_games_of_all_titles_stand_in_one_table_and_one_without_a_v_in_that_of_problems(
        self, titles: Path, tmp_path: Path, command
    ) -> None:
        target = tmp_path / "out.parquet"
        answer = command("analyze", titles, "--table", target, "--jobs", "1")
        assert answer.code == 1
        assert "Traceback" not in answer.err
        said = [line.split() for line in answer.out.splitlines()]
        assert said[0] == ["3", "games", "analysed"]
        assert [row[:2] for row in said[1:4]] == [[title, "1"] for title in sorted(RISING)]
        whole = {row["game"]: row for row in lines_of(tmp_path / "out.games.parquet")}
        assert set(whole) == set(RISING)
        lines = lines_of(target)
        for title, game in whole.items():
            assert game["file"] == str(titles / f"{title}.replay")
            assert game["teams"].count(",") == 1
            of_title = [row for row in lines if row["game"] == title]
            assert len(of_title) == game["lines"]
            known = {rule.id for rule in catalogues.load(title).rules}
            assert {row["rule"] for row in of_title if row["rule"]} <= known
        [problem] = lines_of(tmp_path / "out.problems.parquet")
        assert (problem["file"], problem["code"]) == (str(titles / "coin-and-hand.replay"), "no-value")
        assert "coin-and-hand" in problem["message"]

    def test_json_is_one_document(self, games: Path, command) -> None:
        answer = command("analyze", games, games / "g1.replay", "--json", "--jobs", "1")
        assert answer.code == 0
        found = answer.document
        assert (found["ok"], len(found["games"]), found["problems"], found["tables"]) == (True, 3, [], [])
        game = found["games"][0]
        assert game["remainder"] == "0"
        assert set(game["luck"]) == {"num", "den", "decimal"}
        assert game["value"]["method"] == "made up"


class TestCalls:
    @pytest.mark.parametrize(
        ("argv", "said"),
        [
            (("nobody*.replay",), "no file fits this pattern"),
            (("nobody.replay", "nobody-else.replay"), "no such file"),
            ((".", "--out", "report.html"), "one FILE"),
            ((".", "--scheduler", "tcp://127.0.0.1:9", "--jobs", "2"), "--jobs"),
            ((".", "--table", "nowhere/out.parquet"), "nowhere"),
            ((".", "--table", "out.xlsx"), ".csv or .parquet"),
        ],
    )
    def test_a_wrong_call_is_said_with_code_2(
        self, argv: tuple[str, ...], said: str, games: Path, command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(games)
        answer = command("analyze", *argv)
        assert (answer.code, answer.out) == (2, "")
        assert said in answer.err
        assert "Traceback" not in answer.err

    def test_a_folder_without_games(self, tmp_path: Path, command) -> None:
        answer = command("analyze", tmp_path)
        assert answer.code == 2
        assert "no recorded game" in answer.err

    def test_without_the_extra_the_way_to_it_is_told(
        self, games: Path, command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        answer = command("analyze", games, "--scheduler", "tcp://127.0.0.1:9")
        assert answer.code == 2
        assert "rising-tutor[dask]" in answer.err


@pytest.mark.wide
def test_a_run_that_is_interrupted_goes_on_where_it_was(games: Path, tmp_path: Path, command) -> None:
    (tmp_path / quick_value.SLOW).touch()
    target = tmp_path / "out.parquet"
    argv = [sys.executable, "-c", PROGRAM, "analyze", str(games), "--table", str(target), "--jobs", "2"]
    process = subprocess.Popen(
        argv,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    kept = tmp_path / "out.analysed"
    deadline = time.monotonic() + 60
    while not list(kept.glob("*.game")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    # As a terminal does it: to the program and to everything that it started.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert "the same call goes on from there" in err
    assert "Traceback" not in err
    assert not target.exists()
    (tmp_path / quick_value.SLOW).unlink()
    finished = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.game")}
    assert command("analyze", games, "--table", target, "--jobs", "1").code == 0
    again = {path.name: path.stat().st_mtime_ns for path in kept.glob("*.game")}
    assert len(again) == 3
    assert finished.items() <= again.items()
    other = tmp_path / "other.parquet"
    assert command("analyze", games, "--table", other, "--jobs", "1").code == 0
    assert other.read_bytes() == target.read_bytes()


def test_the_summary_measures_against_the_reference_player(
    games: Path, command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Skill and horizon together, where V has a policy; else nothing is said."""
    assert "against" not in command("analyze", games, "--jobs", "1").out
    bare = command("analyze", games, "--jobs", "1", "--json").document
    assert all(game["against_reference"] is None for game in bare["games"])

    def valuation(game: Any) -> Any:
        made = quick_value.QuickValue(game)
        made.label = replace(made.label, policy="greedy")
        return made

    monkeypatch.setattr(quick_value.QuickGame, "valuation", valuation)
    document = command("analyze", games, "--jobs", "1", "--json").document
    found = []
    for game in document["games"]:
        skill, horizon, together = (
            Fraction(int(game[name]["num"]), int(game[name]["den"]))
            for name in ("skill", "horizon", "against_reference")
        )
        assert skill + horizon == together
        found.append(float(together))
    out = command("analyze", games, "--jobs", "1").out
    assert f"{100 * sum(found) / len(found):+.1f}" in out.partition("against greedy")[2].splitlines()[0]
