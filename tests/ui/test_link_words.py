"""A link with words that a page does not know is opened, and the words are named."""

from pathlib import Path

import pytest

from rising_tutor.tutor.background import Background
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.host import PAGES
from rising_tutor.ui.frame.shell import Shell
from tests.ui.frame import send
from tests.ui.test_hostile_presses import PLACES

IGNORED = "This link has a part that means nothing on this page"
OTHERS = {"corpus", "decks", "odds"}
"""The page of many games hands its words to a table that is opened later; the odds lab keeps a question; there are no
decks in the title that is shown at first."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setattr(Background, "start", lambda *_args, **_more: None)
    shell = Shell(Session(secret="0" * 32))
    shell.session.online = True
    return shell


@pytest.mark.parametrize("page", sorted(set(PAGES) - OTHERS))
def test_a_word_that_a_page_does_not_know_is_named(page: str, shell: Shell) -> None:
    send(shell.frame, "hash", f"#{page}?no-such-word=1")
    assert f"{IGNORED}: no-such-word" in shell.frame.parts["alert"]
    send(shell.frame, "hash", f"#{page}")
    assert IGNORED not in shell.frame.parts["alert"]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#odds?unit=nope", "There is no unit nope"),
        ("#odds?unit=one-die&step=2", f"{IGNORED}: step"),
        ("#odds?unit=one-die&pool=2g", f"{IGNORED}: pool"),
        ("#odds?pool=2g&need=W&see=top", f"{IGNORED}: see"),
        ("#learn?lesson=nope", "There is no lesson nope"),
        ("#rules?rule=nope", "There is no rule nope"),
        ("#replays?sample=nope", "There is no sample nope"),
        ("#compare?from=nope", "There is no game nope"),
    ],
)
def test_a_link_that_names_nothing_says_so(link: str, words: str, shell: Shell) -> None:
    send(shell.frame, "hash", link)
    assert words in shell.frame.parts["alert"]


def test_what_the_app_itself_writes_into_an_address_is_known(shell: Shell) -> None:
    for address, *presses in PLACES.values():
        send(shell.frame, "hash", address)
        for press in presses:
            send(shell._built["home"], press)
        assert IGNORED not in shell.frame.parts["alert"], address
        marked = shell.frame.parts
        shell._show(shell.page, dict(shell.args))
        assert IGNORED not in shell.frame.parts["alert"], (address, shell.args, marked.keys())
