"""The table of rules that events can cite is complete and has nothing that cannot be."""

import re
from pathlib import Path
from typing import Any

import pytest

import rising_tutor
from rising_tutor import catalogues
from rising_tutor.core.drive import play_out
from rising_tutor.games.rising.cards.spec import Citations
from rising_tutor.games.rising.citations.events import EVENT_RULES, events_by_rule
from rising_tutor.games.rising.rules.events import RisingEvent
from tests.testkit.scene import rising
from tests.testkit.settings import RISING, SETTINGS


def test_every_kind_of_event_is_in_the_table() -> None:
    assert set(EVENT_RULES) == set(RisingEvent.__subclasses__())


@pytest.mark.parametrize("title", RISING)
def test_events_of_random_games_cite_what_the_table_says(title: str) -> None:
    game = rising(title)
    table = events_by_rule(game.book.spec.cite)

    def watch(_state: Any, _move: Any, step: Any) -> None:
        for event in step.events:
            assert type(event).__name__ in table[event.rule]

    for number, (seats, options) in enumerate(SETTINGS[title] * 3):
        play_out(game, seats=seats, seed=number, policy="random", options=options, watch=watch)


@pytest.mark.parametrize("title", RISING)
def test_the_table_of_a_title_has_rules_of_its_own_catalogue_and_no_topic_that_it_leaves_out(title: str) -> None:
    cite = rising(title).book.spec.cite
    table = events_by_rule(cite)
    assert "" not in table
    assert set(table) <= {rule.id for rule in catalogues.load(title).rules}
    assert set(table) == {getattr(cite, topic) for topics in EVENT_RULES.values() for topic in topics} - {""}
    assert all(len(set(names)) == len(names) for names in table.values())


def test_every_topic_is_cited_somewhere() -> None:
    """A rule that a title names for a topic is one that a player can meet: some event, refusal or answer cites it."""
    folder = Path(rising_tutor.__file__).parent
    code = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py") if file.name != "spec.py")
    used = set(re.findall(r"\bcites?\.([a-z_0-9]+)", code)) | set(re.findall(r"\"([a-z_0-9]+)\"", code))
    assert set(Citations.__struct_fields__) <= used, set(Citations.__struct_fields__) - used
