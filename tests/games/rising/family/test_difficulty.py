"""Harder settings are won less often, in every title: many games of the policy greedy, so only in `make long`."""

import pytest

from rising_tutor.core.drive import play_out
from tests.testkit.scene import rising

LEVELS = {
    "fire-nation-rising": ({"preset": "easier"}, {}, {"preset": "harder"}),
    "death-eaters-rising": ({"target": "4"}, {"target": "5"}, {"target": "6"}),
    "dark-side-rising": ({"target": "7"}, {"target": "9"}, {"target": "11"}),
}
GAMES = 100


@pytest.mark.long
@pytest.mark.parametrize("title", LEVELS)
def test_greedy_wins_less_often_where_it_is_harder(title: str) -> None:
    game = rising(title)
    won = [
        sum(
            play_out(game, seats=2, seed=seed, policy="greedy", options=level).state.result == "win"
            for seed in range(GAMES)
        )
        for level in LEVELS[title]
    ]
    assert won == sorted(won, reverse=True)
    assert won[0] > won[-1]
    assert 0 < won[0] < GAMES
