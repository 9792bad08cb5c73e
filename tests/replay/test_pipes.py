"""A replay that comes through a pipe: read to its end, given up where nobody writes."""

import os
import threading
from pathlib import Path

import pytest

from rising_tutor.cli import main
from rising_tutor.replay import source


def test_a_pipe_without_a_writer_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(source, "QUIET_S", 0.05)
    pipe = tmp_path / "pipe.replay"
    os.mkfifo(pipe)
    for command in (["check"], ["show"]):
        assert main(["replay", *command, str(pipe)]) == 2
        assert f"{pipe}: nothing came through this pipe for 0.05 s" in capsys.readouterr().err


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.replay"
    os.mkfifo(pipe)
    data = b"replay: 1\n" * 20_000
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    assert source.load_bytes(pipe) == data
    writer.join()
