"""What was acknowledged is on disk, whatever happens: kill, full disk, failing calls, a second writer."""

import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from random import Random

import pytest

from rising_tutor.errors import CannotStore, UnreadableReplay
from rising_tutor.replay import Header, Line, Recorder, inspect, read, save, set_aside
from rising_tutor.replay.files import Files
from tests.replay.samples import played, reseal

HEADER = Header("coin-and-hand", seats=2)


def moves_of(path: Path) -> list[str]:
    reading = inspect(path)
    assert reading.replay is not None
    return [line.move for line in reading.replay.lines]


def test_a_recorded_game_is_the_game(tmp_path: Path) -> None:
    replay = played()
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, replay.header) as recorder:
        for n_lines, line in enumerate(replay.lines, 1):
            assert recorder.append(line) == n_lines
            assert inspect(path).problems == ()
            assert not inspect(path).replay.result
            assert len(moves_of(path)) == n_lines
        recorder.finish(replay.result)
        with pytest.raises(CannotStore, match="over"):
            recorder.append("rest")
    assert read(path) == replay
    recorder.close()
    with pytest.raises(CannotStore, match="closed"):
        recorder.append("rest")
    with pytest.raises(CannotStore, match="over"):
        Recorder.resume(path)


def test_an_unfinished_game_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, HEADER) as recorder:
        recorder.append(Line("draw sun", side=((Line("draw fox"), Line("rest")),)))
        recorder.append("draw moon")
    with Recorder.resume(path) as recorder:
        assert (len(recorder), recorder.header, recorder.aside) == (2, HEADER, None)
        recorder.append(Line("rest", join=True))
        recorder.rewind(1)
        recorder.append(Line("draw fox", join=True))
        recorder.close("?")
    replay = read(path)
    assert [line.move for line in replay.lines] == ["draw sun", "draw fox"]
    # After a side line there is no room in the row.
    assert not replay.lines[1].join
    assert replay.result == "?"


def test_rewinding_takes_back_the_end_too(tmp_path: Path) -> None:
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, HEADER) as recorder:
        for move in ("draw sun", "draw fox", "rest"):
            recorder.append(move)
        recorder.finish("win")
        recorder.rewind(2)
        assert moves_of(path) == ["draw sun", "draw fox"]
        recorder.append("rest")
        recorder.rewind(0)
        assert moves_of(path) == []
        with pytest.raises(ValueError, match="1 of 0"):
            recorder.rewind(1)


def test_a_second_writer_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, HEADER) as recorder:
        recorder.append("rest")
        with pytest.raises(CannotStore, match="somebody else"):
            Recorder.resume(path)
        recorder.rewind(0)
        with pytest.raises(CannotStore, match="somebody else"):
            Recorder.resume(path)
        with pytest.raises(CannotStore, match="there is a file of that name"):
            Recorder.open(path, HEADER)
        recorder.append("draw sun")
    with Recorder.resume(path) as recorder:
        assert len(recorder) == 1
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_torn_line_is_set_aside_never_spliced_on(tmp_path: Path) -> None:
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, HEADER) as recorder:
        recorder.append("draw sun")
        recorder.append("draw fox")
    whole = path.read_bytes()
    for size in range(whole.index(b"\n") + 2, len(whole)):
        if whole[size - 1] == 10:
            continue
        for file in tmp_path.iterdir():
            file.unlink()
        path.write_bytes(whole[:size])
        assert inspect(path).problems[-1].code == "torn"
        n_sound = whole[:size].count(b"\n") - 1
        with Recorder.resume(path) as recorder:
            assert recorder.aside == tmp_path / "a.torn-1.replay.jsonl"
            assert recorder.aside.read_bytes() == whole[:size]
            assert len(recorder) == n_sound
            recorder.append("rest")
        assert moves_of(path) == [*["draw sun", "draw fox"][:n_sound], "rest"]
        assert inspect(path).problems == ()


def test_a_damaged_record_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, HEADER) as recorder:
        recorder.append("draw sun")
        recorder.append("draw fox")
    whole = path.read_bytes()
    for data in (whole.replace(b"sun", b"fox"), b"", whole[:20], reseal(whole.replace(b"draw sun", b"draw;sun"))):
        path.write_bytes(data)
        with pytest.raises(UnreadableReplay):
            Recorder.resume(path)
        assert path.read_bytes() == data
    aside = set_aside(path)
    assert aside.name == "a.broken-1.replay.jsonl"
    assert not path.exists()
    Recorder.open(path, HEADER).close()
    assert set_aside(path).name == "a.broken-2.replay.jsonl"
    with pytest.raises(CannotStore):
        Recorder.resume(tmp_path / "none.replay.jsonl")
    with pytest.raises(CannotStore):
        Recorder.open(tmp_path / "no folder" / "a.replay.jsonl", HEADER)


CALLS = ("create", "open", "lock", "write", "sync", "truncate", "link", "replace", "remove", "sync_folder")


class Failing(Files):
    """Lets the n-th call fail, and all after it if the disk stays full."""

    def __init__(self, at: int, *, stays: bool) -> None:
        super().__init__()
        self.at, self.stays, self.n_calls = at, stays, 0

    def __getattribute__(self, name: str) -> object:
        found = super().__getattribute__(name)
        if name not in CALLS:
            return found

        def call(*args: object) -> object:
            self.n_calls += 1
            if self.n_calls == self.at or (self.stays and self.n_calls > self.at):
                if name == "write":
                    handle, data, at = args
                    os.pwrite(handle, data[: len(data) // 2], at)  # type: ignore[arg-type, index]
                raise OSError(28, "No space left on device")
            return found(*args)

        return call


@pytest.mark.parametrize("stays", [False, True])
def test_each_call_failing_in_turn_loses_nothing(tmp_path: Path, stays: bool) -> None:
    at = 0
    while True:
        at += 1
        path = tmp_path / f"{at}-{stays}.replay.jsonl"
        files = Failing(at, stays=stays)
        acknowledged: list[str] = []
        failures = 0
        recorder = None
        try:
            recorder = Recorder.open(path, HEADER, files=files)
        except CannotStore:
            failures += 1
        if recorder is not None:
            for move in ("draw sun", "draw fox", "rest"):
                try:
                    recorder.append(move)
                    acknowledged.append(move)
                except CannotStore:
                    failures += 1
                assert moves_of(path)[: len(acknowledged)] == acknowledged
            try:
                recorder.rewind(1)
                acknowledged = acknowledged[:1]
            except (CannotStore, ValueError):
                failures += 1
            try:
                recorder.close("win")
            except CannotStore:
                failures += 1
            found = moves_of(path)
            # A failed rewind may have happened or not, and where not even the failed line could be
            # taken back it is there whole; nothing else may differ.
            assert found[: len(acknowledged)] == acknowledged or found == acknowledged[:1]
            assert len(found) <= len(acknowledged) + stays
            assert {problem.code for problem in inspect(path).problems} <= {"torn"}
        if not failures:
            assert files.n_calls < at
            break
    assert at > 15


def test_a_failing_resume_loses_nothing(tmp_path: Path) -> None:
    whole = b""
    for at in range(1, 12):
        path = tmp_path / f"{at}.replay.jsonl"
        with Recorder.open(path, HEADER) as recorder:
            recorder.append("draw sun")
        path.write_bytes(path.read_bytes() + b'{"move":"dra')
        whole = path.read_bytes()
        try:
            Recorder.resume(path, files=Failing(at, stays=False)).close()
        except CannotStore:
            assert path.read_bytes() in (whole, whole[: whole.rindex(b"\n") + 1])
        with Recorder.resume(path) as recorder:
            recorder.append("rest")
        assert moves_of(path) == ["draw sun", "rest"]


@pytest.mark.slow
def test_a_full_disk_keeps_the_old_record_whole(tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import resource, sys
        from rising_tutor.errors import CannotStore
        from rising_tutor.replay import Header, Recorder
        cap = int(sys.argv[2])
        resource.setrlimit(resource.RLIMIT_FSIZE, (cap, resource.RLIM_INFINITY))
        done = 0
        try:
            recorder = Recorder.open(sys.argv[1], Header("coin-and-hand", seats=2))
            while done < 8:
                done = recorder.append("draw sun")
        except CannotStore as error:
            print("told", error)
        print(done)
    """)
    for cap in range(0, 400, 45):
        path = tmp_path / f"{cap}.replay.jsonl"
        run = subprocess.run(
            [sys.executable, "-c", script, str(path), str(cap)], capture_output=True, text=True, check=True
        )
        done = int(run.stdout.split()[-1])
        assert "told" in run.stdout or done == 8
        if path.exists():
            assert inspect(path).problems == ()
            assert len(moves_of(path)) == done
        else:
            assert done == 0
        assert not list(tmp_path.glob(".*.tmp"))


def test_saving_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.replay"
    save(played(3), path)
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        with pytest.raises(CannotStore, match="kept"):
            save(played(4), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    save(played(4), path)
    assert read(path) == played(4)
    assert [file.name for file in tmp_path.iterdir()] == ["a.replay"]


WRITER = textwrap.dedent("""
    import sys
    from pathlib import Path
    from rising_tutor.replay import Header, Recorder
    path = Path(sys.argv[1])
    recorder = Recorder.resume(path) if path.exists() else Recorder.open(path, Header("coin-and-hand", seats=2))
    for number in range(len(recorder), len(recorder) + 10_000):
        if len(recorder) > 300:
            recorder.rewind(0)
            print("rewound", flush=True)
        print(recorder.append(f"draw {number}"), f"draw {number}", flush=True)
""")


def kill_at_random_moments(folder: Path, n_times: int) -> None:
    rng = Random(7)
    path = folder / "a.replay.jsonl"
    for number in range(n_times):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as writer:
            if writer.stdout is None:
                raise AssertionError
            first = writer.stdout.readline()
            time.sleep(rng.random() * 0.05)
            writer.send_signal(signal.SIGKILL)
            said = (first + writer.stdout.read()).decode().splitlines(keepends=True)
        complete = [line for line in said if line.endswith("\n")]
        acknowledged, _, move = complete[-1].strip().partition(" ")
        reading = inspect(path)
        assert {problem.code for problem in reading.problems} <= {"torn"}, number
        found = moves_of(path)
        if acknowledged == "rewound":
            assert len(found) <= 1
        elif len(found) < int(acknowledged):
            # Killed after a rewind that it had no time to tell.
            assert found == []
        else:
            assert found[int(acknowledged) - 1] == move
            assert len(found) - int(acknowledged) <= 1


@pytest.mark.slow
def test_killed_at_any_moment_it_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    kill_at_random_moments(tmp_path, 5)


@pytest.mark.long
def test_killed_at_a_thousand_moments_it_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    kill_at_random_moments(tmp_path, 1000)
