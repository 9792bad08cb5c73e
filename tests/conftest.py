"""What all tests share: the game from outside is known, one browser, and which of them the targets leave out."""

import gc
import secrets
from collections import Counter
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
READ = pytest.StashKey[list[pytest.Item]]()
"""Every test that was read, also those that a choice by markers leaves out."""
_HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow by its folder and what a sweep leaves to `make wide`, before pytest chooses by markers."""
    slow = tuple(f"{_HERE / folder}/" for folder in STARTING)
    seen = Counter[str]()
    for item in items:
        if str(item.path).startswith(slow):
            item.add_marker(pytest.mark.slow)
        if (sweep := item.get_closest_marker("sweep")) is not None and not item.get_closest_marker("long"):
            function = item.nodeid.partition("[")[0]
            if seen[function] % sweep.kwargs["one_in"]:
                item.add_marker(pytest.mark.wide)
            seen[function] += 1
    config.stash[READ] = list(items)


def pytest_collection_finish() -> None:
    """Look for rubbish again, but only in what is made from here on."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()
