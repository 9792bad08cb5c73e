"""No game plays otherwise than its golden texts say, and no game lacks them.

After a wanted change: `python -m tests.golden.rewrite GAME`, and read the difference.
"""

import pytest

from tests.golden.playthrough import FOLDER, golden
from tests.testkit.games import every_engine, game_of


@pytest.mark.slow
@pytest.mark.parametrize("game_id", every_engine())
def test_plays_as_before(game_id: str) -> None:
    texts = golden(game_of(game_id))
    kept = {file.name for file in FOLDER.glob(f"{game_id}.*.txt")}
    assert kept == set(texts), f"run: python -m tests.golden.rewrite {game_id}"
    for name, text in texts.items():
        then, now = (FOLDER / name).read_text(encoding="utf-8").splitlines(), text.splitlines()
        for number, (before, after) in enumerate(zip(then, now, strict=False), start=1):
            assert after == before, f"{name}, line {number}"
        assert len(now) == len(then), f"{name} has another number of lines"


@pytest.mark.parametrize("game_id", every_engine())
def test_probabilities_of_each_depth_sum_to_one(game_id: str) -> None:
    file = FOLDER / f"{game_id}.tree.txt"
    counted = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("  ")]
    assert len(counted) > 3
    assert {line.split()[-1] for line in counted} == {"1"}
