"""Runs commands as a user would, inside this process."""

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rising_tutor.cli import main


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Answer]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs one command; `typed` is what is piped in."""

    def run(*argv: str, typed: str = "") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(arg) for arg in argv])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run
