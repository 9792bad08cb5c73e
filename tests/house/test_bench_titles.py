"""The bench measures every title of the registry, and what a title offers is asked of the title."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import replays
from benchmarks.titles import WORK
from rising_tutor.core.registry import entry, game_ids, load_game
from rising_tutor.core.valuation import valued_game
from rising_tutor.probability.dice_turn.dice_game import dice_game
from tests.testkit.settings import RISING

ROOT = Path(__file__).parents[2]

LEAST = "from benchmarks import titles; titles.main(1, titles.Effort(n_playouts=1, n_driven=1, n_lines=30, n_turns=1))"


REVIEW = "review of the first turns, ms a line"
DICE = "one need of four symbols, 6 dice, cold, ms"
"""Work that only some titles offer."""


@pytest.mark.wide
@pytest.mark.slow
def test_the_table_has_a_figure_for_every_title_and_a_dash_where_it_offers_nothing() -> None:
    # In a process of its own, as it forgets everything that is kept.
    run = subprocess.run([sys.executable, "-c", LEAST], cwd=ROOT, capture_output=True, text=True, check=True)
    _, head, n_lines, *rows = run.stdout.splitlines()
    titles = tuple(game_id for game_id in game_ids() if not entry(game_id).files)
    assert tuple(head.split()) == titles
    assert set(RISING) <= set(titles)
    assert all(int(n) >= 30 for n in n_lines.split()[-len(titles) :])
    cells = {re.split(r"  +", row.strip())[0]: re.split(r"  +", row.strip())[1:] for row in rows}
    assert tuple(cells) == tuple(WORK)
    for work, offers in ((REVIEW, valued_game), (DICE, dice_game)):
        assert [cell != "-" for cell in cells[work]] == [offers(load_game(title)) is not None for title in titles]
    figures = [cell for work, row in cells.items() for cell in row if work not in (REVIEW, DICE) or cell != "-"]
    assert all(float(figure.replace(",", "")) > 0 for figure in figures)


@pytest.mark.wide
@pytest.mark.slow
def test_the_bench_runs_to_its_end() -> None:
    """Every part, each as short as it can be: `make bench` calls the same program."""
    assert "-m benchmarks\n" in (ROOT / "Makefile").read_text()
    command = [sys.executable, "-m", "benchmarks", "--short"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stdout + run.stderr
    for begins in ("random legal decisions a second", "after the solve", "every title, ", "notebook: ", "page: "):
        assert begins in run.stdout
    for game_id in game_ids():
        if not entry(game_id).files:
            assert load_game(game_id).info.title in run.stdout


def test_a_title_is_reviewed_with_as_many_seats_as_can_be() -> None:
    assert [replays.most_reviewed(load_game(game)) for game in ("rise", "avatar", "fire")] == [2, 2, 5]


@pytest.mark.slow
def test_a_recorded_game_of_every_title_is_held_against_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    replays.main(RISING, n_turns=0, limit=8)
    blocks = capsys.readouterr().out.split("targets, ")[1:]
    assert len(blocks) == len(RISING)
    for block in blocks:
        said = {row.split()[0]: row for row in block.splitlines() if re.match(r"  R\d ", row)}
        assert tuple(said) == tuple(replays.TARGETS)
        assert [row.endswith("not measured") for row in said.values()] == [False, False, True, True]


def test_a_long_game_is_chosen_for_titles_that_there_are() -> None:
    assert set(replays.LONG) <= set(RISING)
