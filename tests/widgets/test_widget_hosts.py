"""What the browser's half of a widget relies on, so that it runs wherever anywidget does.

VS Code cannot be run by a test. Its host of widgets offers the interface of anywidget and the page, and nothing of
JupyterLab; its page tells the theme by a class of its body.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from ipywidgets import link

import rising_tutor
from rising_tutor.render.theme import style_sheet
from rising_tutor.ui.frame import cell, saved
from rising_tutor.widgets import Board, Replay, RuleReader

PACKAGE = Path(rising_tutor.__file__).parent
SCRIPTS = sorted(PACKAGE.rglob("*.js"))
#: What anywidget's hosts have in common (https://anywidget.dev/en/afm/).
OFFERED = {"get", "set", "save_changes", "on", "off", "send"}
OF_ONE_HOST = re.compile(
    r"jupyterapp|jupyterlab|\bJupyter\b|requirejs|\brequire\(|\bimport\(|^import |widget_manager|acquireVsCodeApi",
    re.MULTILINE,
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


BROUGHT = {"dom.js", "beats.js", "heartbeat.js", "lost.js", "secret.js"}
"""Parts of other scripts."""


def code(path: Path) -> str:
    """A script without its comments, and without what our own pages alone have."""
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


def test_there_are_scripts() -> None:
    assert {"view.js", "plot_view.js", "playback_bar.js", "cell.js"} <= {path.name for path in SCRIPTS}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_uses_what_every_host_of_widgets_offers(path: Path) -> None:
    text = code(path)
    assert set(re.findall(r"\bmodel\.(\w+)", text)) <= OFFERED
    assert not OF_ONE_HOST.findall(text)
    # What a page of ours, or JupyterLab, says of itself may be missing: it is asked for with a way out.
    for line in text.splitlines():
        if "jupyter-config-data" in line:
            assert line.strip().startswith("try {")
            assert "catch" in line
    assert re.search(r"^export default \{", text, re.MULTILINE) or path.name in BROUGHT


def test_dark_in_jupyterlab_is_dark_in_vs_code() -> None:
    """Wherever a rule is for JupyterLab's dark theme it is for VS Code's, too."""
    sheets = [style_sheet(), *(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.css"))]
    selectors = [one for sheet in sheets for one in re.findall(r"([^{}]*)\{", sheet)]
    rules = [one for one in selectors if "data-jp-theme-light=false" in one]
    assert rules
    assert all(".vscode-dark" in rule and ".vscode-high-contrast" in rule for rule in rules)


def test_what_stays_in_a_saved_notebook_hides_itself_in_any_page_while_the_widget_lives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not by the classes that one host gives its outputs: by the widget that is there."""
    shown: list[Any] = []
    for place in (cell, saved):
        monkeypatch.setattr(place, "display", lambda one, **_options: shown.append(one))
    reader = RuleReader("FNR-313")
    reader._ipython_display_()
    still, _widget = shown
    assert f":root:has(.{reader.uid}) .rt-still--{reader.uid}{{display:none}}" in still.data
    assert f'class="rt-still rt-still--{reader.uid}"' in still.data
    assert reader.uid in reader._dom_classes


def no_loop() -> Any:
    """Say that no loop runs."""
    raise RuntimeError


def test_what_stays_is_replaced_after_a_press_a_trait_and_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a widget that follows another one, and once for each change."""
    shown: dict[str, list[str]] = {}

    class Handle:
        def __init__(self, name: str) -> None:
            self.name = name

        def update(self, one: Any) -> None:
            shown[self.name].append(one.data)

    def display(one: Any, display_id: str = "", **_options: Any) -> Handle:
        shown.setdefault(display_id, []).append(getattr(one, "data", ""))
        return Handle(display_id)

    for place in (cell, saved):
        monkeypatch.setattr(place, "display", display)
    # Where tests of browsers ran before, their loop runs in this thread, and the picture would be replaced later.
    monkeypatch.setattr(saved.asyncio, "get_running_loop", no_loop)
    replay = Replay("won.replay", at=20, game="fire")
    board = Board(replay, at=20)
    link((replay, "at"), (board, "at"))
    for widget in (replay, board):
        widget._ipython_display_()
    replay.view.bar._take(replay.view.bar, {"go": 200, "game": replay.view.bar.game, "ask": 1}, [])
    for widget in (replay, board):
        first, last = shown[widget.uid]
        assert first != last
        assert str(widget.still()) in last
    board.at = 3
    assert all(len(shown[widget.uid]) == 3 for widget in (replay, board))
    replay.view.bar._take(replay.view.bar, {"go": 3, "game": replay.view.bar.game, "ask": 2}, [])
    assert all(len(shown[widget.uid]) == 3 for widget in (replay, board)), "nothing has changed"
