"""Harder settings are won less often, in every title: many games of the policy greedy, so only in `make long`.

Each deal is played on two settings. Deals that come out alike say nothing. The others are counted by Wald's sequential
test: games go on until it is settled, with a chance of error of 5 % either way, whether the easier setting is the one
that was won in half of them or in four of five.
"""

from functools import cache
from itertools import pairwise
from math import log

import pytest

from rising_tutor.core.drive import play_out
from tests.testkit.scene import rising

LEVELS = {
    "fire-nation-rising": ({"preset": "easier"}, {}, {"preset": "harder"}),
    "death-eaters-rising": (
        {"target": "4"},
        {"target": "7", "hero_loss_limit": "7"},
        {"target": "10", "hero_loss_limit": "4"},
    ),
    "dark-side-rising": ({"target": "7"}, {"target": "9"}, {"target": "11"}),
}
FOR, AGAINST = log(0.8 / 0.5), log(0.2 / 0.5)
SETTLED = log(0.95 / 0.05)
LIMIT = 2_000
"""Decisions; twice as many as nearly every game needs."""
MOST = 400
"""Deals after which it is not settled: the test fails."""


@pytest.mark.long
@pytest.mark.parametrize("title", LEVELS)
def test_greedy_wins_less_often_where_it_is_harder(title: str) -> None:
    game = rising(title)

    @cache
    def won(level: int, seed: int) -> bool:
        options = LEVELS[title][level]
        end = play_out(game, seats=2, seed=seed, policy="greedy", options=options, limit=LIMIT)
        return bool(end.state.result == "win")

    for easier, harder in pairwise(range(len(LEVELS[title]))):
        evidence = 0.0
        for seed in range(MOST):
            if won(easier, seed) != won(harder, seed):
                evidence += FOR if won(easier, seed) else AGAINST
            if abs(evidence) >= SETTLED:
                break
        print(title, LEVELS[title][harder], f"{seed + 1} deals, evidence {evidence:.2f}")
        assert evidence >= SETTLED
    assert any(not won(0, seed) for seed in range(MOST))
