"""Events of the Rising games tell everything that happens on the table, with any options and by any way of playing."""

from itertools import product

import pytest

from rising_tutor.core.contract.sample import Sample
from rising_tutor.core.contract.telling import check_events_tell_all
from rising_tutor.core.playthrough import follow
from tests.testkit.games import game_of, rules_of

VARIANTS: dict[str, tuple[dict[str, str], ...]] = {
    "fire-nation-rising": (
        {},
        {"swapped_card_loses_dice": "true", "late_icon_heroes_count": "true"},
        {"team_ability_blocks_aid": "true", "reactions_to_paid_damage": "true"},
    ),
    "death-eaters-rising": ({}, {"villain_order": "chosen", "token_same_turn": "false"}),
    "dark-side-rising": ({}, {"villain_order": "chosen", "opening_anywhere": "true"}),
}
GAMES = [
    (game_id, options, policy, seed)
    for game_id, variants in VARIANTS.items()
    for options, policy, seed in product(variants, ("random", "greedy"), range(1, 4))
]


@pytest.mark.slow
@pytest.mark.sweep(one_in=5)
@pytest.mark.parametrize(("game_id", "options", "policy", "seed"), GAMES)
def test_table_can_be_rebuilt_from_the_events(game_id: str, options: dict[str, str], policy: str, seed: int) -> None:
    game = game_of(game_id)
    seats = game.info.min_seats + seed % (game.info.max_seats - game.info.min_seats + 1)
    trail = follow(game, seats=seats, seed=seed, options=options, policy=policy)
    check_events_tell_all(Sample(game, rules_of(game_id), seats, options, seed, trail))
