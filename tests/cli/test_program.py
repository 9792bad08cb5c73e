"""What holds for every command: codes, streams, and nothing that a user types ends in a traceback."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli import program
from rising_tutor.cli.terminal import counting, plain
from rising_tutor.errors import BadContent, BadOption, LimitExceeded, UnknownGame

ROOT = Path(__file__).parents[2]
PYTHON = [sys.executable, "-m", "rising_tutor"]
ESCAPE = "\x1b]0;title\x07\u202e"


def test_help_names_the_commands_that_exist(command: Any) -> None:
    answer = command("--help")
    assert answer.code == 0
    games = ("games", "rules", "play", "simulate", "odds", "replay", "analyze", "content")
    for name in ("app", *games, "worksheet", "lesson"):
        # The longest command has its sentence on the line below.
        assert re.search(rf"^    {name}(?: |$)", answer.out, re.MULTILINE)


def test_a_command_imports_no_other_one() -> None:
    """The first word names it; anything else is answered by the whole program."""
    said = "import sys; from rising_tutor.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    asked = [sys.executable, "-c", said, "rules", "fire", "FNR-313"]
    modules = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    assert "rising_tutor.cli.rules" in modules
    assert not {f"rising_tutor.cli.{name}" for name in program.COMMANDS if name != "rules"} & set(modules)
    for name in program.COMMANDS:
        assert program.parser((name,)).format_usage() == program.parser().format_usage()


WRONG_CALLS = [
    (),
    ("nothing",),
    ("games", "--jso"),
    ("rules",),
    ("rules", "chess"),
    ("rules", ""),
    ("rules", "d"),
    ("rules", "fire", "FNR-9999"),
    ("rules", "fire", ESCAPE),
    ("rules", ESCAPE),
    ("play", "chess"),
    ("play", "coin", "--seats", "3"),
    ("play", "coin", "--seats", "-1"),
    ("play", "coin", "--set", "points"),
    ("play", "coin", "--set", "points=10"),
    ("play", "coin", "--set", f"{ESCAPE}=10"),
    ("play", "coin", "--set", "points=3", "--set", "points=4"),
    ("play", "coin", "--seed", ESCAPE),
    ("play", "coin", "--seed", ""),
    ("play", "coin", "--seed", "x" * 65),
    ("play", "coin", "--record", "/no/such/folder/game.replay.jsonl"),
    ("play", "coin", "--record", "/dev/null"),
    ("simulate", "coin"),
    ("simulate", "coin", "--games", "0"),
    ("simulate", "coin", "--games", "9" * 5000),
    ("simulate", "coin", "--games", "\u0663"),
    ("simulate", "coin", "--games", "1", "--policy", ESCAPE),
    ("simulate", "coin", "--games", "1", "--jobs", "0"),
    ("simulate", "coin", "--games", "1", "--table", "rows.txt"),
    ("simulate", "coin", "--games", "1", "--table", "/no/such/folder/rows.csv"),
    ("simulate", "coin", "--games", "1", "--record", "/dev/null/x"),
    ("content",),
    ("content", "check", "chess"),
    ("app", "--port", "99999"),
]


@pytest.mark.parametrize("argv", WRONG_CALLS, ids=lambda argv: " ".join(map(plain, argv))[:40])
def test_wrong_call_gives_a_sentence_and_2(command: Any, argv: tuple[str, ...]) -> None:
    answer = command(*argv)
    assert answer.code == 2
    assert answer.out == "" or argv[0] == "play"
    assert answer.err.strip()
    assert "Traceback" not in answer.err
    assert all(line.isprintable() for line in answer.err.splitlines())


CODES = [
    (UnknownGame("x", ()), 2),
    (BadOption("x", 1, "2"), 2),
    (FileNotFoundError(2, "No such file", "x\x1b"), 2),
    (BadContent("a.toml", "$", 1, "2"), 1),
    (LimitExceeded("size", 1, 2), 1),
    (KeyboardInterrupt(), 130),
    (BrokenPipeError(), 0),
]


@pytest.mark.parametrize(("error", "code"), CODES, ids=lambda value: type(value).__name__)
def test_errors_become_codes(command: Any, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int) -> None:
    def fail() -> list[Any]:
        raise error

    # The broken pipe of the real program is left for nowhere; that of pytest has to stay.
    monkeypatch.setattr(program, "_leave_pipe", lambda: None)
    monkeypatch.setattr("rising_tutor.cli.games.listed", fail)
    answer = command("games")
    assert answer.code == code
    assert answer.out == ""
    assert "\x1b" not in answer.err


def test_a_bug_is_not_hidden(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rising_tutor.cli.games.listed", lambda: {}["none"])
    with pytest.raises(KeyError):
        command("games")


def test_reader_that_leaves_early_is_no_fault() -> None:
    line = f"{' '.join(PYTHON)} rules fire | head -1; echo ${{PIPESTATUS[0]}}"
    answer = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.startswith("FNR-")
    assert answer.stdout.endswith("\n0\n")
    assert answer.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_narrow_terminals_get_escapes(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    asked = [*PYTHON, "rules", "fire", "--search", "\u65e5\u672c"]
    answer = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert b"\\u65e5" in answer.stderr


@pytest.mark.parametrize("inherited", [signal.SIG_DFL, signal.SIG_IGN], ids=["default", "ignored"])
def test_interrupt_ends_with_a_word(inherited: signal.Handlers) -> None:
    """Also where the parent ignores the signal, as a shell does for what it starts in the background."""
    before = signal.signal(signal.SIGINT, inherited)
    try:
        process = started()
    finally:
        signal.signal(signal.SIGINT, before)
    interrupted(process)


def started() -> subprocess.Popen[bytes]:
    script = "import sys, tests.cli.slowly as slowly; sys.exit(slowly.main())"
    return subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def interrupted(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert err.endswith(b"interrupted\n")


WRONG_NAMES = [
    ("play", "coin", "--record", ""),
    ("play", "coin", "--record", "."),
    ("play", "coin", "--record", "/"),
    ("play", "coin", "--record", "a\0b"),
    ("play", "coin", "--content", ""),
    ("simulate", "coin", "--games", "1", "--record", ""),
    ("replay", "check", ""),
    ("replay", "show", ""),
    ("replay", "convert", "", "b.replay"),
    ("replay", "convert", "a.replay", ""),
    ("content", "check", "fire", ""),
    ("app", "--content", ""),
    ("app", "--host", ""),
    ("app", "--host", ESCAPE),
    ("app", "--host", "a b"),
]


@pytest.mark.parametrize("argv", WRONG_NAMES, ids=lambda argv: " ".join(map(plain, argv))[:40])
def test_names_that_nothing_can_have_are_refused(
    command: Any, argv: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = command(*argv)
    assert answer.code == 2
    assert "rising-tutor" in answer.err
    assert "\x1b" not in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_record_goes_to_a_new_file_only(command: Any, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("mine")
    for name in ("folder", "pipe", "file"):
        answer = command("play", "coin", "--record", str(tmp_path / name))
        assert answer.code == 2
        assert f"{tmp_path / name}: cannot be made (there is a file of that name)" in answer.err
    assert (tmp_path / "file").read_text() == "mine"


CLOSED = [
    (">&-", "games", 0, ""),
    (">&-", "games --json", 0, ""),
    ("<&-", "play fire --seed 1", 0, ""),
    ("2>&-", "rules chess", 2, ""),
    (">/dev/full", "games", 2, "standard output: No space left on device"),
    (">/dev/full", "games --json", 2, "standard output: No space left on device"),
    ("2>/dev/full", "rules chess", 2, ""),
]


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize(("stream", "asked", "code", "said"), CLOSED)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_streams_that_are_closed_or_full(stream: str, asked: str, code: int, said: str) -> None:
    line = f"{' '.join(PYTHON)} {asked} {stream}"
    answer = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert answer.returncode == code
    assert "Traceback" not in answer.stderr
    assert said in answer.stderr
    assert not said or answer.stderr.startswith("rising-tutor: ")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_follows_work_that_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with counting("lines") as tell:
        tell(2, 5)
        tell(1, 5)  # what was told before may come again
        tell(5, 5)
    shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "5/5" in shown
    assert "lines" in shown
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with counting("lines") as tell:
        tell(5, 5)
    assert sys.stderr.getvalue() == ""
