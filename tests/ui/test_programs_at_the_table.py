"""A program at a seat of the page Play: chosen in the form, moved by a button, still there after a reload."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.replay import programs_of
from rising_tutor.store.games import Store
from rising_tutor.ui.frame import shell as frame
from tests.ui.frame import send


def begun(shell: frame.Shell, **fields: str) -> Any:
    send(shell.frame, "hash", "#play?new=1")
    play = shell._built["play"]
    for team in ("aang", "toph"):
        send(play.form, "team", team)
    send(play.form, "start", seats="2", **fields)
    return play


def to_a_program(play: Any) -> None:
    while not play.controller.player.program:
        send(play.table, "act", "0", at=play.controller.player.n_moves)


def test_the_form_offers_every_policy_for_every_seat(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#play?new=1")
    drawn = shell._built["play"].form.parts["all"]
    for seat in range(1, 6):
        assert f'name="program-{seat}"' in drawn
    assert "a program that plans one turn" in drawn


def test_a_program_moves_one_by_one_and_on_to_the_next_choice_of_a_person(shell: frame.Shell) -> None:
    play = begun(shell, **{"program-2": "greedy"})
    session = play.controller.player
    assert session.programs == {Seat(1): "greedy"}
    to_a_program(play)
    assert "Show its next move" in play.table.parts["dock"]
    n = session.n_moves
    send(play.table, "program", at=n)
    assert [made.seat for made in session.made[n:] if not made.chance] == [Seat(1)]
    assert play.controller.told
    while session.program:
        send(play.table, "programs", at=session.n_moves)
    assert session.over or session.node.seat == 0
    assert "Show its next move" not in play.table.parts["dock"]


def test_a_press_on_an_older_picture_moves_no_program(shell: frame.Shell) -> None:
    play = begun(shell, **{"program-2": "random"})
    to_a_program(play)
    n = play.controller.player.n_moves
    send(play.table, "program", at=n - 1)
    assert play.controller.player.n_moves == n


def test_a_game_with_a_program_is_gone_on_with_as_it_was(shell: frame.Shell, tmp_path: Path) -> None:
    play = begun(shell, **{"program-2": "greedy"})
    to_a_program(play)
    key = play.kept.key
    play.kept.close()
    again = Store(tmp_path).resume(key)
    assert again.player.programs == {Seat(1): "greedy"}
    again.player.play_program()
    assert again.player.made[-1].seat in (Seat(1), None)
    again.close()
    assert programs_of(Store(tmp_path).replay(key).header) == {1: "greedy"}


@pytest.mark.parametrize("wrong", ["best", "<b>", "\u00b2"])
def test_a_program_that_there_is_not_is_said_in_the_form(shell: frame.Shell, wrong: str) -> None:
    play = begun(shell, **{"program-1": wrong})
    assert play.kept is None
    assert "Player 1: there is no program" in play.form.parts["all"]
    assert "<b>" not in play.form.parts["all"]


def test_a_program_where_nobody_sits_is_said_in_the_form(shell: frame.Shell) -> None:
    play = begun(shell, **{"program-2": "greedy", "program-4": "random"})
    assert play.kept is None
    assert "Player 4 is to be a program. Only 2 play" in play.form.parts["all"]
