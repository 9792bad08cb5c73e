"""A game in work on the page Home: it is named with how far it is, and there is no way to a table of it."""

from typing import Any

from rising_tutor.core.registry import in_work, load_game
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.shell import Shell
from rising_tutor.ui.home.page import build


def test_home_names_a_game_in_work_and_offers_no_table() -> None:
    page: Any = build(Shell(Session()))
    games = str(page._games())
    assert in_work()
    for game_id in in_work():
        assert load_game(game_id).info.stage in games
        assert f"title={game_id}" not in games
