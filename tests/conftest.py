"""What all tests share: the game from outside is known, one browser, and which of them `make quick` leaves out."""

import gc
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rising_tutor.core import registry
from tests.testkit import coin_and_hand, games  # noqa: F401 - it makes the game from outside known before tests are collected
from tests.testkit.browsing import browser, faults, new_page  # noqa: F401 - fixtures

# What is read and collected stays until the end: to look through it for rubbish again and again is a tenth of all work.
gc.disable()


@pytest.fixture(autouse=True)
def the_same_chance_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance that nobody gave a seed is the same in every run of a test: one that passes today passes tomorrow."""
    drawn = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_hex", lambda n=32: drawn.randbytes(n).hex())
    monkeypatch.setattr(secrets, "randbelow", drawn.randrange)


@pytest.fixture(autouse=True)
def few_games_behind_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review plays its costliest mistakes on, each action a few times; what comes of it is tested elsewhere."""
    monkeypatch.setattr("rising_tutor.analysis.review.rolled.LINES", 3)


@pytest.fixture
def bare_coin_and_hand() -> Iterator[None]:
    """Coin and Hand has nothing but the protocol of a game while the test runs."""
    registry.register(coin_and_hand.BARE)
    yield
    registry.register(coin_and_hand.ENTRY)


STARTING = frozenset({"ui", "cli", "jupyterlab", "notebooks"})
"""Folders whose tests start kernels, servers and programs: all of them are `slow`."""
_HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow by its folder, before pytest chooses by markers."""
    slow = tuple(f"{_HERE / folder}/" for folder in STARTING)
    for item in items:
        if str(item.path).startswith(slow):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Look for rubbish again, but only in what is made from here on."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()
