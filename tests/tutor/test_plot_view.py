"""The plot view, the playback bar and the file picker without a browser."""

import gzip
import json
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from rising_tutor.plots import states
from rising_tutor.plots.library import packed_library
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.plot_view import PALETTE, PlotView

CHART = SimpleNamespace(
    title="Tracks",
    unit="space",
    top=15,
    curves=(SimpleNamespace(name="Ruin", tone="threat", dash="dash", values=(0, 0, 1, None)),),
)


def test_a_figure_travels_as_a_small_text_with_legend_and_table() -> None:
    plot = PlotView()
    heads, rows = states.table(CHART, ((0, "setup"), (2, "turn 1")))
    plot.draw(
        states.figure(CHART, ((0, "setup"), (2, "turn 1"))),
        title="Tracks",
        summary="words",
        heads=heads,
        rows=rows,
        cursor=2,
    )
    spec = json.loads(plot.spec)
    assert spec["data"][0]["y"] == [0, 1, None]
    assert len(plot.spec) < 3_000
    assert plot.legend == [["Ruin", "var(--rt-threat)", "8px,5px", ""]]
    assert plot.table["rows"] == [["setup", "0"], ["turn 1", "-"]]
    plot.move(3, ("-",))
    assert (plot.cursor, plot.now) == (3.0, ["-"])


def test_every_colour_of_a_figure_has_a_value_outside_the_app() -> None:
    spec = states.figure(CHART, ()).to_json()
    used = {part.split(")")[0] for part in spec.split("var(")[1:]}
    assert used <= set(PALETTE)


def test_the_library_is_that_of_the_installed_package() -> None:
    assert b"plotly.js v" in gzip.decompress(packed_library())[:200]
    sent: list[Any] = []
    plot = PlotView()
    plot.send = lambda content, buffers=None: sent.append((content, buffers))
    plot._hand_over(None, {"need": "bundle"}, [])
    plot._hand_over(None, {"need": "more"}, [])
    plot._hand_over(None, "bundle", [])
    assert [content for content, _ in sent] == [{"bundle": 1}]


def test_a_click_says_where() -> None:
    seen: list[float] = []
    plot = PlotView()
    plot.on_click(seen.append)
    plot.clicked = [12, 1]
    plot.clicked = ["x", 2]
    plot.clicked = []
    assert seen == [12.0]


@pytest.mark.slow
def test_pages_cost_no_plotly_before_a_plot_is_looked_at() -> None:
    code = (
        "import sys, rising_tutor.ui.frame.shell, rising_tutor.ui.rules.page, rising_tutor.ui.replays.page;"
        "print([name for name in ('plotly', 'numpy', 'networkx', 'pyarrow') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class TestBar:
    @pytest.fixture
    def bar(self) -> PlaybackBar:
        bar = PlaybackBar()
        bar.show_game(9, at=0, stops={"action": range(10), "turn": (0, 4, 9)}, labels=((0, "setup"),), marks=())
        return bar

    def test_the_finest_steps_need_no_list(self, bar: PlaybackBar) -> None:
        assert bar.stops == {"turn": [0, 4, 9]}
        assert bar.units == ["action", "turn"]

    def test_a_position_is_asked_for_within_the_game(self, bar: PlaybackBar) -> None:
        asked: list[int] = []
        bar.on_go(asked.append)
        for go in (3, -1, 10**30, True, "4", None):
            bar._take(None, {"go": go, "game": bar.game}, [])
        assert asked == [3, 0, 9]

    def test_a_question_about_the_game_before_is_not_answered(self, bar: PlaybackBar) -> None:
        asked: list[int] = []
        bar.on_go(asked.append)
        bar._take(None, {"go": 3, "game": bar.game - 1}, [])
        bar._take(None, "go", [])
        assert asked == []


class TestPicker:
    def test_bytes_arrive_with_the_name(self) -> None:
        seen: list[tuple[str, bytes]] = []
        picker = FilePicker()
        picker.on_file(lambda name, data: seen.append((name, data)))
        picker._take(None, {"file": "a.replay"}, [memoryview(b"abc")])
        for content, buffers in (({}, [b"x"]), ({"file": 7}, [b"x"]), ({"file": "a"}, []), (None, None)):
            picker._take(None, content, buffers)
        assert seen == [("a.replay", b"abc")]

    def test_a_browser_that_did_not_look_is_told_the_limit(self) -> None:
        said: list[Any] = []
        picker = FilePicker()
        picker.on_file(lambda *_: pytest.fail("too big a file was opened"))
        picker.send = lambda content, buffers=None: said.append(content)
        picker._take(None, {"file": "a.replay"}, [b"x" * (picker.limit + 1)])
        assert said == [{"say": "a.replay: size of the file: 1048577 bytes, the limit is 1048576 bytes"}]
