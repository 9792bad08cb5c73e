"""A broken callback says a sentence and logs its traceback; a text reaches HTML escaped."""

import io
import logging

import pytest

from rising_tutor.errors import BadOption, UnknownGame
from rising_tutor.ui.frame import guard


@pytest.fixture
def terminal(monkeypatch):
    """What the terminal of the server shows."""
    out = io.StringIO()
    log = logging.getLogger("rising_tutor.ui")
    before = log.handlers[:]
    log.handlers[:] = []
    monkeypatch.setattr("sys.__stderr__", out)
    yield out
    log.handlers[:] = before


def test_a_broken_callback_says_a_sentence_and_logs_its_traceback(terminal):
    said: list[str] = []

    @guard.guarded(said.append)
    def broken() -> int:
        return 1 // 0

    assert broken() is None
    assert said == [guard.FAILED]
    assert "ZeroDivisionError" in terminal.getvalue()
    assert "broken" in terminal.getvalue()


def test_whoever_else_listens_takes_nothing_from_the_terminal(terminal):
    logging.getLogger("rising_tutor.ui").addHandler(logging.NullHandler())

    @guard.guarded(lambda _: None)
    def broken() -> int:
        return 1 // 0

    broken()
    broken()
    assert terminal.getvalue().count("ZeroDivisionError: ") == 2


def test_a_mistake_of_the_user_is_said_in_its_own_words(terminal):
    said: list[str] = []

    @guard.guarded(said.append)
    def mistaken() -> None:
        raise UnknownGame("chess", ("fire-nation-rising",))

    mistaken()
    assert said == [str(UnknownGame("chess", ("fire-nation-rising",)))]
    assert terminal.getvalue() == ""


def test_a_fault_of_an_option_is_said_without_the_name_that_only_a_command_takes():
    said: list[str] = []

    @guard.guarded(said.append)
    def mistaken(title: str) -> None:
        raise BadOption("hero_loss_limit", "99", "1 to 40", "FNR-802", title=title)

    mistaken("Rebel loss limit")
    mistaken("")
    assert said == [
        f"{title}: '99' cannot be used; expected 1 to 40 (FNR-802)" for title in ("Rebel loss limit", "Hero loss limit")
    ]


def test_a_callback_that_works_is_left_alone():
    @guard.guarded(pytest.fail)
    def works(a: int, *, b: int) -> int:
        """Add."""
        return a + b

    assert works(1, b=2) == 3
    assert works.__name__ == "works"


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "\"' onmouseover=alert(1)", "</script><b>", "a & b"])
def test_h_leaves_nothing_that_html_reads(text):
    assert not set("<>\"'") & set(guard.h(text))
    assert "& " not in guard.h(text)
