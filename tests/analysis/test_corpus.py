"""Many games as tables: the rows of a game, the run over many, what is kept, who works."""

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import distributed
import pytest

from rising_tutor.analysis.corpus import columns
from rising_tutor.analysis.corpus.arrow import parquet_bytes
from rising_tutor.analysis.corpus.gather import NothingThere, gather
from rising_tutor.analysis.corpus.pools import Cluster, Here, NoCluster, Pool, Processes
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.rows import GameRows, Packed, game_id
from rising_tutor.analysis.corpus.run import Found, analyse_many, from_disk, games
from rising_tutor.analysis.corpus.work import Job, Trouble, analyse, analyse_anyhow, fingerprint, model_of, prepare
from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.cli import main
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Scribe, header_of, read, replay_of, verify, write
from tests.testkit import coin_and_hand, quick_value

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "replays" / "fire-nation-rising"
NAMES = ("Anna", "=Ben")


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_value.registered():
        yield


@cache
def record(seed: int, seats: int = 2, *, difficulty: str = "hard") -> bytes:
    game = load_game("fire")
    scribe = Scribe(game)
    options = {"difficulty": difficulty}
    end = play_out(game, seats=seats, seed=seed, policy="random", options=options, limit=35, watch=scribe.watch)
    return write(replay_of(header_of(game, seats, options=options, names=NAMES[:seats]), scribe, end.state), "a.replay")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The beginnings of six games, one of them twice, one of them faulty."""
    place = tmp_path / "games"
    (place / "deep").mkdir(parents=True)
    for seed in range(4):
        (place / f"g{seed}.replay").write_bytes(record(seed))
    (place / "deep" / "g4.replay").write_bytes(record(4))
    (place / "g0-as-record.replay.jsonl").write_bytes(write(read(record(0), "a.replay"), "a.replay.jsonl"))
    (place / "g5-cut.replay").write_bytes(record(5).replace(b" at ", b" art ", 1))
    (place / "notes.txt").write_text("no game")
    return place


def run(
    folder: Path, kept: ResultCache, pool: Pool | None = None, told: list[Found] | None = None
) -> tuple[Found, ...]:
    sources = [from_disk(file) for file in gather([str(folder)])]
    return analyse_many(sources, kept, pool, told=(told if told is not None else []).append)


def tables(folder: Path, found: tuple[Found, ...], kept: ResultCache) -> list[bytes]:
    all_ = [(Path(file).relative_to(folder).as_posix(), one) for file, one in games(found, kept)]
    lines = [{"file": file, **row} for file, one in all_ if isinstance(one, GameRows) for row in one.lines]
    whole = [{"file": file, **one.game} for file, one in all_ if isinstance(one, GameRows)]
    problems = [one.row(file) for file, one in all_ if isinstance(one, Trouble)]
    return [
        parquet_bytes(rows, columns.kinds(columns.TABLES[name]), {})
        for name, rows in (("lines", lines), ("games", whole), ("problems", problems))
    ]


class TestColumns:
    def test_the_page_of_the_docs_is_made_from_them(self) -> None:
        assert (ROOT / "docs" / "tables.md").read_text(encoding="utf-8") == columns.page(), (
            "run: python -m rising_tutor.analysis.corpus > docs/tables.md"
        )

    def test_every_row_has_exactly_the_columns_of_its_table(self) -> None:
        found = analyse(prepare("a.replay", record(1)))
        assert {"file", *found.game} == columns.kinds(columns.GAMES).keys()
        for row in found.lines:
            assert {"file", *row} == columns.kinds(columns.LINES).keys()
        trouble = prepare("a.replay", b"nothing")
        assert trouble.row("a").keys() == columns.kinds(columns.PROBLEMS).keys()

    @pytest.mark.parametrize("name", columns.TABLES)
    def test_a_gap_is_where_the_description_says_that_there_may_be_one(self, name: str) -> None:
        rows = []
        for data in (record(1), record(2), (SAMPLES / "solo.replay").read_bytes()):
            found = analyse(prepare("a.replay", data))
            rows += [found.game] if name == "games" else found.lines if name == "lines" else []
        rows += [prepare("a.replay", b"nothing").row("x")] if name == "problems" else []
        assert rows
        for column in columns.TABLES[name]:
            if column.name != "file" and not column.gaps:
                assert all(row[column.name] is not None for row in rows), column.name
            for row in rows:
                value = row.get(column.name)
                assert value is None or type(value) is columns.TYPES[column.kind] or isinstance(value, str)


class TestRows:
    @pytest.mark.slow
    def test_they_say_what_the_ledger_says_to_the_last_digit(self) -> None:
        data = (SAMPLES / "won.replay").read_bytes()
        verified = verify(data, "won.replay")
        ledger = ledger_of(verified.game, verified.moves, verified.start, n_seats=2)
        found = analyse(prepare("won.replay", data))
        amounts = [Fraction(int(row["amount_num"]), int(row["amount_den"])) for row in found.lines]
        horizons = [Fraction(int(row["horizon_num"]), int(row["horizon_den"])) for row in found.lines]
        assert amounts == [line.amount for line in ledger.lines]
        assert sum(horizons) == ledger.horizon
        assert ledger.result - ledger.start == sum(amounts) + sum(horizons)
        game = found.game
        assert Fraction(int(game["luck_num"]), int(game["luck_den"])) == ledger.luck
        assert game["skill"] == float(ledger.skill)
        assert game["remainder"] == "0"
        assert [row["fault"] for row in found.lines] == [line.fault or None for line in ledger.lines]
        assert sum(row["fault"] is not None for row in found.lines) == game["faults"] > 0

    def test_of_a_game_with_names_teams_and_options(self) -> None:
        data = (
            (SAMPLES / "won.replay").read_bytes().replace(b"seats: 2\n", b"seats: 2\nseat 2: Ben\noption villains: 9\n")
        )
        found = analyse(prepare("won.replay", data.partition(b"result:")[0] + b"\n[setup] team aang; team toph\n"))
        assert isinstance(found, GameRows)
        game = found.game
        assert (game["players"], game["teams"], game["seats"]) == ("Player 1, Ben", "Aang, Toph", 2)
        assert (game["villains"], game["difficulty"], game["options"]) == (9, "easy", "villains=9")
        assert (game["result"], game["opening"], game["lines"]) == ("unfinished", None, 2)
        assert [(row["seat"], row["player"]) for row in found.lines] == [(1, None), (2, "Ben")]

    def test_the_team_that_opens_is_the_one_of_the_first_turn(self) -> None:
        found = analyse(prepare("won.replay", (SAMPLES / "won.replay").read_bytes()))
        assert (found.game["opening"], found.game["result"], found.game["ended_by"]) == ("Toph", "win", "FNR-801")
        first = next(row for row in found.lines if row["turn"] == 1 and row["kind"] == "skill")
        assert (first["seat"], first["team"], first["move"]) == (2, "Toph", "at 2")
        assert {row["source"] for row in found.lines if row["kind"] == "luck"} >= {"hero_dice", "fire_deck", "setup"}

    def test_swapped_names_swap_the_lines_of_the_players_and_nothing_else(self) -> None:
        swapped = record(1).replace(b"Anna", b"X").replace(b"=Ben", b"Anna").replace(b"seat 1: X", b"seat 1: =Ben")
        there, back = analyse(prepare("a", record(1))), analyse(prepare("a", swapped))
        other = {"Anna": "=Ben", "=Ben": "Anna", None: None}
        for one, two in zip(there.lines, back.lines, strict=True):
            named = {"player": other[one["player"]], "players": two["players"], "game_id": two["game_id"]}
            assert {**one, **named} == two

    def test_a_game_is_known_by_its_moves_whatever_form_it_is_written_in(self) -> None:
        replay = read(record(0), "a.replay")
        assert game_id(replay) == game_id(read(write(replay, "a.replay.jsonl"), "a.replay.jsonl"))
        assert game_id(replay) != game_id(read(record(1), "a.replay"))


class TestFiles:
    def test_names_folders_and_patterns_each_file_once(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        found = gather(["g2.replay", "g*.replay", ".", "**/g4*"])
        assert found[:4] == ("g2.replay", "g0.replay", "g1.replay", "g3.replay")
        assert sorted(Path(file).as_posix() for file in found) == sorted(
            [*(f"g{n}.replay" for n in range(4)), "deep/g4.replay", "g0-as-record.replay.jsonl", "g5-cut.replay"]
        )

    @pytest.mark.parametrize("name", ["nobody.replay", "no*.replay", "empty"])
    def test_a_name_that_stands_for_nothing_is_refused(self, name: str, folder: Path) -> None:
        (folder / "empty").mkdir()
        with pytest.raises(NothingThere, match=r"nobody|no\*|empty"):
            gather([str(folder / name)])

    def test_drafts_are_nobodys_games(self, folder: Path) -> None:
        (folder / ".g9.replay").write_bytes(record(1))
        assert not [file for file in gather([str(folder)]) if "g9" in file]


class TestRun:
    @pytest.mark.slow
    def test_whoever_works_the_tables_are_the_same_bytes(self, folder: Path, tmp_path: Path) -> None:
        alone, many = ResultCache(tmp_path / "alone"), ResultCache(tmp_path / "many")
        one = tables(folder, run(folder, alone), alone)
        with Processes(2) as pool:
            two = tables(folder, run(folder, many, pool), many)
        assert one == two
        again = tables(folder, run(folder, many), many)
        assert again == one

    def test_a_faulty_file_is_a_row_of_its_own_and_stops_nothing(self, folder: Path, tmp_path: Path) -> None:
        found = run(folder, ResultCache(tmp_path / "kept"))
        troubles = {Path(one.file).name: one.trouble for one in found if one.trouble is not None}
        assert list(troubles) == ["g5-cut.replay"]
        cut = troubles["g5-cut.replay"]
        row = next(n for n, text in enumerate(record(5).splitlines(), 1) if b" at " in text)
        assert (cut.severity, cut.code, cut.line) == ("fault", "unreadable", row)
        assert sum(one.key is not None for one in found) == 6

    def test_the_same_game_counts_once(self, folder: Path, tmp_path: Path) -> None:
        (folder / "z-copy.replay").write_bytes(record(3))
        kept = ResultCache(tmp_path / "kept")
        all_ = list(games(run(folder, kept), kept))
        assert sum(isinstance(one, GameRows) for _, one in all_) == 5
        repeated = {Path(file).name: one for file, one in all_ if isinstance(one, Trouble) and one.code == "repeated"}
        assert repeated.keys() == {"g0.replay", "z-copy.replay"}
        assert {one.severity for one in repeated.values()} == {"remark"}
        assert "g3.replay" in repeated["z-copy.replay"].message

    def test_what_is_finished_is_not_analysed_again(self, folder: Path, tmp_path: Path) -> None:
        kept = ResultCache(tmp_path / "kept")
        run(folder, kept)
        found = run(folder, kept)
        assert not [one.file for one in found if one.fresh]
        (folder / "g7.replay").write_bytes(record(7))
        assert [Path(one.file).name for one in run(folder, kept) if one.fresh] == ["g7.replay"]

    @pytest.mark.slow
    def test_a_kept_game_that_is_not_whole_is_never_read(self, folder: Path, tmp_path: Path) -> None:
        kept = ResultCache(tmp_path / "kept")
        whole = tables(folder, run(folder, kept), kept)
        spoiled = sorted(kept.folder.iterdir())
        spoiled[0].write_bytes(spoiled[0].read_bytes()[:-20])
        body = bytearray(spoiled[1].read_bytes())
        body[len(body) // 2] ^= 1
        spoiled[1].write_bytes(bytes(body))
        spoiled[2].write_bytes(b"")
        found = run(folder, kept)
        assert sum(one.fresh for one in found) == 3
        assert tables(folder, found, kept) == whole

    def test_another_v_finds_nothing_finished(self, monkeypatch: pytest.MonkeyPatch) -> None:
        job = prepare("a.replay", record(1))
        monkeypatch.setattr(quick_value.QuickGame, "valuation", lambda self: quick_value.QuickValue(self, samples=7))
        model_of_ = fingerprint(load_game("fire").valuation())
        assert model_of_ == model_of(load_game("fire")) != job.model
        assert prepare("a.replay", record(1)).key != job.key
        # A worker that has another V than the one that was asked for says so.
        assert "value function" in analyse(job).message

    @pytest.mark.slow
    def test_an_interrupted_run_keeps_what_is_finished(self, folder: Path, tmp_path: Path) -> None:
        kept = ResultCache(tmp_path / "kept")
        done: list[Found] = []

        def told(one: Found) -> None:
            done.append(one)
            if len(done) == 3:
                raise KeyboardInterrupt

        sources = [from_disk(file) for file in gather([str(folder)])]
        with pytest.raises(KeyboardInterrupt), Processes(2) as pool:
            analyse_many(sources, kept, pool, told=told)
        n_kept = len(list(kept.folder.iterdir()))
        assert n_kept >= 2
        found = run(folder, kept)
        assert sum(not one.fresh and one.key is not None for one in found) >= n_kept

    def test_a_file_that_cannot_be_opened_is_a_row_too(self, folder: Path, tmp_path: Path) -> None:
        sources = [from_disk(str(folder / "gone.replay")), from_disk(str(folder / "g1.replay"))]
        gone, there = analyse_many(sources, ResultCache(tmp_path / "kept"))
        assert (gone.trouble.code, gone.key) == ("unreadable-file", None)
        assert there.key is not None

    @pytest.mark.usefixtures("bare_coin_and_hand")
    def test_a_game_without_a_value_function_is_said_to_have_none(self) -> None:
        game = load_game(coin_and_hand.ENTRY.id)
        scribe = Scribe(game)
        end = play_out(game, seats=2, seed=1, watch=scribe.watch)
        data = write(replay_of(header_of(game, 2), scribe, end.state), "a.replay")
        assert prepare("a.replay", data).code == "no-value"

    def test_a_game_with_facts_that_nobody_knows_counts_up_to_them(self) -> None:
        found = analyse(prepare("worked-example.replay", (SAMPLES / "worked-example.replay").read_bytes()))
        assert found.game["result"] == "unfinished"
        assert found.remarks
        assert found.game["players"] == "Anna, Ben"


def dies(job: Job) -> Packed | Trouble:
    """Ends its process for one game; the others are analysed."""
    if job.name == "g2.replay":
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)
    return analyse_anyhow(job)


class TestWorkers:
    def test_one_that_dies_is_told_and_the_others_go_on(self, folder: Path, tmp_path: Path) -> None:
        kept = ResultCache(tmp_path / "kept")
        sources = [from_disk(file) for file in gather([str(folder)])]
        with Processes(2) as pool:
            found = analyse_many(sources, kept, pool, work=dies)
        died = [Path(one.file).name for one in found if one.trouble is not None and one.trouble.code == "died"]
        assert died == ["g2.replay"]
        assert sum(one.key is not None for one in found) == 5

    def test_a_bug_that_one_game_meets_is_told_with_its_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object, **__: object) -> None:
            raise ZeroDivisionError("division by zero")

        job = prepare("a.replay", record(1))
        monkeypatch.setattr("rising_tutor.analysis.corpus.work.ledger_of", broken)
        found = analyse_anyhow(job)
        assert (found.code, "ZeroDivisionError" in found.message) == ("failed", True)
        with pytest.raises(ZeroDivisionError):
            analyse(job)

    def test_nothing_is_left_of_processes_whatever_they_were_doing(self) -> None:
        with Processes(1) as pool:
            future = pool.submit(time.sleep, 60)
            while not future.running():
                time.sleep(0.01)
            begun = time.monotonic()
        assert time.monotonic() - begun < 5

    def test_an_executor_of_the_standard_library_would_do(self, folder: Path, tmp_path: Path) -> None:
        class Plain(Here):
            n_waiting = 3

            def submit(self, work, /, *args):
                return executor.submit(work, *args)

        kept = ResultCache(tmp_path / "kept")
        with ProcessPoolExecutor(1) as executor:
            found = run(folder, kept, Plain())
        assert sum(one.key is not None for one in found) == 6


@pytest.fixture(scope="class")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two workers of one thread, each a process of this machine."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        local_directory=str(tmp_path_factory.mktemp("dask")),
        silence_logs=True,
    ) as made:
        yield made


@pytest.mark.slow
class TestCluster:
    def test_an_address_where_nobody_answers(self) -> None:
        with pytest.raises(NoCluster, match=r"tcp://127\.0\.0\.1:9"):
            Cluster("tcp://127.0.0.1:9", patience_s=0.3)

    def test_a_local_cluster_gives_the_same_bytes(self, cluster: Any, folder: Path, tmp_path: Path) -> None:
        alone, far = ResultCache(tmp_path / "alone"), ResultCache(tmp_path / "far")
        one = tables(folder, run(folder, alone), alone)
        with Cluster(cluster.scheduler_address) as pool:
            found = run(folder, far, pool)
        assert troubles(found) == []
        assert tables(folder, found, far) == one

    def test_a_worker_that_is_killed_in_the_middle_changes_no_byte(
        self, cluster: Any, folder: Path, tmp_path: Path
    ) -> None:
        alone, far = ResultCache(tmp_path / "alone"), ResultCache(tmp_path / "far")
        one = tables(folder, run(folder, alone), alone)
        killed: list[int] = []
        left: list[int] = []

        class Killing(list[Found]):
            def append(self, done: Found) -> None:
                super().append(done)
                if done.fresh and not killed:
                    left.append(6 - sum(other.key is not None for other in self))
                    nanny = next(iter(cluster.workers.values()))
                    killed.append(nanny.pid)
                    os.kill(nanny.pid, signal.SIGKILL)

        with Cluster(cluster.scheduler_address) as pool:
            found = run(folder, far, pool, Killing())
            assert killed
            assert left[0] > 2
        assert troubles(found) == []
        assert sum(one.key is not None for one in found) == 6
        assert tables(folder, found, far) == one

    @pytest.mark.parametrize(
        "call",
        [
            ("simulate", "fire", "--games", "30", "--seed", "7", "--json"),
            ("match", "avatar", "--policy", "random", "--policy", "greedy", "--games", "20", "--seed", "7", "--json"),
            ("evaluator", "report", "dark", "--games", "6", "--positions", "3", "--playouts", "2", "--json"),
        ],
        ids=lambda call: call[0],
    )
    def test_commands_that_play_games_give_the_same_on_a_cluster(
        self, call: tuple[str, ...], cluster: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        documents = []
        for more in (("--jobs", "1"), ("--scheduler", cluster.scheduler_address)):
            assert main([*call, *more]) == 0
            documents.append({**json.loads(capsys.readouterr().out), "seconds": 0})
        assert documents[0] == documents[1]

    def test_a_cluster_and_jobs_of_this_machine_exclude_each_other(self, capsys: pytest.CaptureFixture[str]) -> None:
        match = ["match", "avatar", "--games", "2", "--policy", "random", "--policy", "greedy"]
        for call in (["simulate", "fire", "--games", "1"], match):
            assert main([*call, "--jobs", "2", "--scheduler", "tcp://127.0.0.1:9"]) == 2
            assert "--jobs has no effect together with --scheduler" in capsys.readouterr().err


def troubles(found: tuple[Found, ...]) -> list[str]:
    return [one.trouble.message for one in found if one.trouble is not None and one.trouble.code != "unreadable"]
