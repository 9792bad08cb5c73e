"""Whatever a browser sends as a press: it is passed over or answered in our words, and nothing breaks."""

import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.tutor.background import Background
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.shell import Shell
from tests.testkit.sources import sources
from tests.ui.frame import send

ARGUMENTS = (
    "\u00b2",
    "",
    "-1",
    "9" * 30,
    "1" * 2000,
    "1e400",
    "NaN",
    "None",
    "0:\u0661",
    "\u0661:0:0",
    ":::",
    "..:..",
    "a\ud800",
    "\x00<script>",
    "card:",
    "loc:99",
    "die:\u00b2",
    "team:x",
)
#: What is done at each address of a page, so that there is something to break.
PLACES = {
    "home": ("#home",),
    "play": ("#play?new=1",),
    "table": ("#home", "start"),
    "learn": ("#learn",),
    "lesson": ("#learn?lesson=share-tokens&step=1",),
    "units": ("#odds?unit=keep-or-discard",),
    "replays": ("#replays?list=all",),
    "replay": ("#replays?sample=worked-example.replay&at=12&view=notes.compare.dice",),
    "replay, chance": ("#replays?sample=rise-tcg/three-seats.replay&at=0&view=notes.compare.dice",),
    "replay, choice": ("#replays?sample=avatar-tcg/seat-1-wins.replay&at=99&view=notes.compare.dice",),
    "replay, over": ("#replays?sample=avatar-tcg/seat-1-wins.replay&at=170&view=notes.compare.dice",),
    "replay, won": ("#replays?sample=dark-side-rising/won.replay&at=9999&view=notes.compare.dice",),
    "odds": ("#odds",),
    "rules": ("#rules",),
    "decks": ("#decks?title=avatar-tcg",),
    "deck": ("#decks?title=rise-tcg&deck=gates",),
    "corpus": ("#corpus",),
    "compare": ("#compare",),
}
#: These show something else, and nothing would be left to break.
LEAVING = {"list", "go", "new", "back", "title", "kept", "sample", "play-on", "continue", "options", "practise"}
_DO = re.compile(r'data-do="([^"]+)"')
_NAME = re.compile(r'<(?:input|select|textarea)[^>]* name="([^"]+)"')
_WORDS = re.compile(
    r'\bdo (?:==|in|not in) (\([^)]*\)|"[^"]*")|case "([\w-]+)"|^ +"([\w-]+)": (?:lambda|\w+\.)', re.MULTILINE
)


def named_in_the_code() -> set[str]:
    """Every word that some page takes for something to do."""
    found: set[str] = set()
    for path in sources("tutor", "ui"):
        for words, case, key in _WORDS.findall(path.read_text()):
            found.update(re.findall(r'"([\w-]+)"', words))
            found.update({case, key} - {""})
    return found


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What went wrong without words for a person."""
    seen: list[str] = []

    def note(where: str) -> None:
        seen.append(f"{where}\n{traceback.format_exc(limit=-4)}")

    for module in ("guard", "host", "page"):
        monkeypatch.setattr(f"rising_tutor.ui.frame.{module}.report_fault", note)
    return seen


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Shell]:
    """Opens a page, with nothing that goes on beside it."""
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setattr(Background, "start", lambda *_args, **_more: None)

    def show(place: str) -> Shell:
        shell = Shell(Session(secret="0" * 32))
        shell.session.online = True
        address, *presses = PLACES[place]
        send(shell.frame, "hash", address)
        for press in presses:
            send(shell._built["home"], press)
        return shell

    return show


def drawn(shell: Shell) -> str:
    """What a page shows."""
    return "".join("".join(view.parts.values()) for view in views(shell) if not view.gone)


def views(widget: Any) -> Iterator[HtmlView]:
    """The parts of a page that take presses."""
    if isinstance(widget, HtmlView):
        yield widget
    for child in getattr(widget, "children", ()):
        yield from views(child)


def test_a_number_that_came_from_a_page_is_read_in_one_way():
    """`str.isdigit` is true of digits that `int` refuses, or reads as others than they look like."""
    for path in sources("tutor", "ui"):
        for row in path.read_text().splitlines():
            assert ".isdigit()" not in row or ".isascii()" in row, f"{path.name}: {row.strip()}; see core.numbers"


def test_the_words_of_all_pages_are_found():
    assert named_in_the_code() >= {"act", "undo", "unfold", "turn", "press", "at", "pick", "choice", "step", "go"}


def test_each_place_shows_something_of_its_own(at):
    """An address that moved shows another place, which would then be tried twice and its own not at all."""
    shown = [drawn(at(place)) for place in PLACES]
    assert len(set(shown)) == len(PLACES)


@pytest.mark.sweep(one_in=5)
@pytest.mark.parametrize("place", PLACES)
def test_no_press_with_a_hostile_argument_breaks_a_page(place, at, faults):
    shell = at(place)
    assert faults == []
    words = named_in_the_code()
    for view in list(views(shell)):
        html = "".join(view.parts.values())
        fields = _NAME.findall(html)
        for do in sorted((words | set(_DO.findall(html))) - LEAVING):
            own = f'data-do="{do}"' in html
            # The page with many games asks its table again at each press.
            for argument in ARGUMENTS if own and place != "corpus" else ARGUMENTS[:2]:
                send(view, do, argument, **dict.fromkeys(fields[:60], argument))
    assert faults == []
