"""Numbers of a table as figures, words and tables."""

from types import SimpleNamespace

import pytest

from rising_tutor.boards.charts import series_for
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.plots import states
from rising_tutor.plots.along import thinned
from rising_tutor.render.charts import Chart
from tests.testkit.settings import RISING


@pytest.fixture(scope="module", params=RISING)
def charts(request: pytest.FixtureRequest) -> tuple[Chart, ...]:
    game = load_game(request.param)
    views = []
    play_out(game, seats=3, seed=1, watch=lambda state, _move, _step: views.append(game.view(state, None)))
    series = series_for(game)
    assert series is not None
    return series.charts(views)


def test_every_chart_becomes_a_figure_with_words_and_a_table(charts: tuple[Chart, ...]) -> None:
    turns = ((0, "setup"), (20, "turn 1"), (40, "turn 2"))
    for chart in charts:
        figure = states.figure(chart, turns)
        assert [trace.name for trace in figure.data] == [curve.name for curve in chart.curves]
        assert all(curve.name in states.summary(chart) for curve in chart.curves)
        heads, rows = states.table(chart, turns)
        assert [len(row) for row in rows] == [len(heads)] * 3
        # Told apart without colour.
        assert len({trace.line.dash for trace in figure.data}) == len(figure.data)


def test_stepped_lines_keep_every_value(charts: tuple[Chart, ...]) -> None:
    for chart in charts:
        for curve in chart.curves:
            xs, ys = states.corners(curve.values)
            again = [ys[max(at for at, x in enumerate(xs) if x <= position)] for position in range(len(curve.values))]
            assert again == list(curve.values)


def test_ticks_do_not_run_together() -> None:
    turns = tuple((at, f"turn {at}") for at in range(200))
    assert len(thinned(turns)) <= 12
    assert thinned(()) == ()


def test_a_curve_that_never_is_says_so() -> None:
    none = SimpleNamespace(name="Balance", tone="accent", dash="solid", values=(None, None))
    chart = SimpleNamespace(title="T", unit="u", top=0, curves=(none,))
    assert states.summary(chart) == "Balance: none."
    assert states.now(chart, 99) == ("-",)


def test_a_family_without_numbers_has_none() -> None:
    assert series_for(SimpleNamespace(info=SimpleNamespace(id="no-such", family="no-such"))) is None  # type: ignore[arg-type]
