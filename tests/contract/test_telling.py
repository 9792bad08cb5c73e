"""The log of each game is needed: without any kind of event that changes the table, its check fails.

The table of a game is rebuilt from the events alone (`core.open_table`). Here logs are broken on purpose.
"""

from functools import cache

import pytest

from rising_tutor.core.contract import Sample, take_sample
from rising_tutor.core.contract.telling import check_events_tell_all
from rising_tutor.core.open_table import offers_open_table
from tests.testkit import telling
from tests.testkit.games import every_engine, game_of, rules_of

GAMES = [game_id for game_id in every_engine() if offers_open_table(game_of(game_id))]
SEEDS = (1, 2, 3)
OVERTAKEN = {"DiceForfeited": "the turn ends in the same step, and all dice are returned"}
"""Kinds of event whose change is undone or made again in the same step, each with the reason."""


@cache
def samples_of(game_id: str) -> list[Sample]:
    """A few games of the smallest and the largest number of seats."""
    game = game_of(game_id)
    seats = (game.info.min_seats, game.info.max_seats)
    return [take_sample(game, rules=rules_of(game_id), seats=seats[seed % 2], seed=seed) for seed in SEEDS]


@cache
def steps_of(game_id: str) -> dict[str, list[Sample]]:
    return telling.steps_by_kind(samples_of(game_id))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_whole_logs_account_for_the_table(game_id: str) -> None:
    for sample in samples_of(game_id):
        check_events_tell_all(sample)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_an_event_that_is_dropped_is_missed(game_id: str) -> None:
    steps = steps_of(game_id)
    assert len(steps) > 5
    silent = {kind for kind, found in steps.items() if not telling.is_missed(found, kind)}
    assert silent <= set(OVERTAKEN), f"{game_id}: without these kinds of event the log is as good"


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_an_event_of_another_seat_or_place_is_found(game_id: str) -> None:
    """Each field of an event that says where or what is swapped with other values that it has elsewhere.

    A field that says nothing of the table, such as the name of who decided, makes no difference to it.
    """
    n_found = 0
    for kind, steps in steps_of(game_id).items():
        for name, values in telling.values_of(samples_of(game_id), kind).items():
            for broken in telling.with_another(steps[0], kind, name, values[:3]):
                n_found += telling.is_found(broken)
    assert n_found > len(steps_of(game_id))
