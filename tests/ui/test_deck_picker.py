"""Decks and seats before a game: on the page Home and in the form, for every game that is played with decks."""

from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.deck_file import deck_game, deck_option
from rising_tutor.ui.frame import shell as frame
from tests.ui.frame import send

WITH_DECKS = [game_id for game_id in game_ids() if deck_game(load_game(game_id)) is not None]
EACH = pytest.mark.parametrize("game_id", WITH_DECKS)


def ids(game_id: str) -> list[str]:
    found = deck_game(load_game(game_id))
    assert found is not None
    return [deck.id for deck in found.decks()]


def other_decks(game_id: str) -> dict[str, str]:
    """Decks that are not those that are chosen at first."""
    usual = {option.name: option.default for option in load_game(game_id).info.options}
    names = [deck_option(seat) for seat in range(load_game(game_id).info.max_seats)]
    return {name: next(deck for deck in ids(game_id) if deck != usual[name]) for name in names}


def played(session: Any) -> list[str]:
    """The characters at the table, by the list of their decks."""
    return [session.options[deck_option(seat)] for seat in range(session.seats)]


@EACH
def test_home_begins_with_the_decks_and_players_of_its_rows(shell: frame.Shell, game_id: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={game_id}")
    send(shell.frame, "hash", "#home")
    home: Any = shell._built["home"]
    drawn = home.parts["start"]
    for deck in ids(game_id):
        assert f'value="{deck}"' in drawn
    chosen = other_decks(game_id)
    send(home, "start", **chosen, **{"program-1": "random", "program-2": ""})
    page: Any = shell._built["play"]
    session = page.controller.player
    assert played(session) == list(chosen.values())[: session.seats]
    assert session.programs == {Seat(0): "random"}


@pytest.mark.parametrize("game_id", [one for one in WITH_DECKS if load_game(one).info.max_seats > 2])
def test_there_is_a_row_for_each_seat_that_plays_and_no_other(shell: frame.Shell, game_id: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={game_id}")
    page: Any = shell._built["play"]
    for seats in (3, 2, load_game(game_id).info.max_seats):
        send(page.form, "fields", "seats", seats=str(seats))
        assert page.form.parts["all"].count('class="rt-deckrow"') == seats


@EACH
def test_the_form_keeps_what_was_chosen_and_begins_with_it(shell: frame.Shell, game_id: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={game_id}")
    page: Any = shell._built["play"]
    chosen = other_decks(game_id)
    send(page.form, "start", **chosen, **{"program-1": "", "program-2": "no such program"})
    assert "there is no program" in page.form.parts["all"]
    for deck in chosen.values():
        assert f'value="{deck}" selected' in page.form.parts["all"]
    send(page.form, "start", **chosen, **{"program-1": "", "program-2": ""})
    session = page.controller.player
    assert played(session) == list(chosen.values())[: session.seats]
    assert session.programs == {}


@EACH
def test_a_deck_that_cannot_be_played_is_said_with_its_rule(shell: frame.Shell, game_id: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={game_id}")
    page: Any = shell._built["play"]
    send(page.form, "start", **{deck_option(0): "nobody: 3 nothing", "program-2": ""})
    assert page.table.gone
    assert 'role="alert"' in page.form.parts["all"]
    assert "rt-cite" in page.form.parts["all"]
    assert "a list of your own" in page.form.parts["all"]
