"""A game in work on the page Home: it is named with how far it is, and there is no way to a table of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, game_ids, in_work, load_game, register
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.shell import Shell
from rising_tutor.ui.home.page import build


@pytest.fixture
def unfinished() -> Iterator[GameId]:
    """A game of ours as if its pages were still to come."""
    whole = entry(game_ids()[-1])
    register(replace(whole, in_work=True))
    yield whole.id
    register(whole)


def test_home_names_a_game_in_work_and_offers_no_table(unfinished: GameId) -> None:
    page: Any = build(Shell(Session()))
    games = str(page._games())
    assert in_work() == (unfinished,)
    assert load_game(unfinished).info.stage in games
    assert f"title={unfinished}" not in games
