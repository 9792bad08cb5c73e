"""Every registered game keeps the contract, check by check; the checks themselves stand in core.contract."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from rising_tutor.core.contract import CHECKS, Check, Sample, take_sample
from rising_tutor.core.open_table import offers_open_table
from tests.testkit.games import every_engine, game_of, rules_of

ROOT = Path(__file__).parents[2]
SEEDS = (2, pytest.param(1, marks=pytest.mark.wide))


@cache
def sample_of(game_id: str, seed: int) -> Sample:
    """A playout; seeds go through the numbers of seats."""
    game = game_of(game_id)
    info = game.info
    seats = info.min_seats + (seed + 1) % (info.max_seats - info.min_seats + 1)
    return take_sample(game, rules=rules_of(game_id), seats=seats, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_id", every_engine())
def test_game_keeps(check: Check, game_id: str, seed: int) -> None:
    check(sample_of(game_id, seed))


@pytest.mark.parametrize("game_id", every_engine())
def test_every_game_lets_its_events_be_checked_against_its_table(game_id: str) -> None:
    assert offers_open_table(game_of(game_id))


@pytest.mark.sweep(one_in=6)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", every_engine())
def test_order_of_everything_is_the_same_under_any_hash_seed(game_id: str) -> None:
    sample_of(game_id, 1)
    written = {_playthrough(game_id, hash_seed) for hash_seed in ("0", "1", "4242")}
    assert len(written) == 1


def _playthrough(game_id: str, hash_seed: str) -> bytes:
    command = [sys.executable, "-m", "tests.golden.playthrough", game_id]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True).stdout
