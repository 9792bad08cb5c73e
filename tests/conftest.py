"""What all tests share: the tiny game is registered while they run."""

from collections.abc import Iterator

import pytest

from rising_tutor.core import registry
from tests.testkit import coin_and_hand


@pytest.fixture(scope="session", autouse=True)
def coin_and_hand_registered() -> Iterator[None]:
    registry.register(coin_and_hand.ENTRY)
    yield
    registry.unregister(coin_and_hand.ENTRY.id)
