"""The dice of Fire Nation Rising as units use them, and as plain texts for the second way."""

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import Kit, kit_of


@pytest.fixture(scope="session")
def kit() -> Kit:
    game = dice_game(load_game("fire"))
    assert game is not None
    return kit_of(game)


@pytest.fixture(scope="session")
def faces(kit: Kit) -> dict[str, tuple[str, ...]]:
    return {die.colour: die.faces for die in kit.dice}
