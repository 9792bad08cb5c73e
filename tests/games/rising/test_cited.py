"""The table of rules that events can cite is complete and has nothing that cannot be."""

from typing import Any, get_args

from rising_tutor.core.drive import play_out
from rising_tutor.games.rising.cited import EVENT_RULES, events_by_rule
from rising_tutor.games.rising.events import AnyRisingEvent
from tests.properties.test_random_games import SETTINGS
from tests.testkit.scene import fire


def test_every_kind_of_event_is_in_the_table() -> None:
    assert set(EVENT_RULES) == set(get_args(AnyRisingEvent))


def test_events_of_random_games_cite_what_the_table_says() -> None:
    game = fire()
    table = events_by_rule(game.book.spec.cite)

    def watch(_state: Any, _move: Any, step: Any) -> None:
        for event in step.events:
            assert type(event).__name__ in table[event.rule]

    for number, (seats, options) in enumerate(SETTINGS * 3):
        play_out(game, seats=seats, seed=number, policy="random", options=options, watch=watch)
