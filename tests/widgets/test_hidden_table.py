"""A table with hidden cards and opposed seats: a page shows what its person may know, and how it ended for them."""

from random import Random
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike
from rising_tutor.core.session import GameSession
from rising_tutor.core.trail import follow
from rising_tutor.tutor.table.controller import TableDesk
from tests.testkit.coin_and_hand import KINDS, CoinAndHand

COIN = CoinAndHand()


def table(programs: Any = None, seed: str = "hidden", names: tuple[str, ...] = ()) -> TableDesk:
    session = GameSession(COIN, 2, {}, seed=seed, programs=programs)
    session.settle()
    return TableDesk(session, names=names)


def press(desk: TableDesk, do: str, arg: str = "") -> None:
    desk.take({"do": do, "arg": arg, "at": desk.player.n_moves, "fields": {}})


def page(desk: TableDesk) -> str:
    return "".join(desk.parts().values()) + desk.told


def through(desk: TableDesk, seed: int) -> None:
    rng = Random(seed)
    while not desk.player.over:
        if desk.player.program:
            press(desk, "program")
        elif desk.player.curtain:
            press(desk, "take-screen")
        else:
            press(desk, "act", str(rng.randrange(len(desk.player.actions))))


def test_the_screen_is_handed_over_with_nothing_on_it() -> None:
    desk = table(names=("Ann", "Ben"))
    before = page(desk)
    assert "Ann is to choose" in before
    assert not any(f"gets a {kind}" in before for kind in KINDS)
    press(desk, "act", "0")
    assert desk.player.n_moves == 5, "nothing can be chosen behind the curtain"
    press(desk, "take-screen")
    mine = page(desk)
    assert "Seat 1 gets a" in mine
    assert "Seat 2 gets a" not in mine
    press(desk, "act", "0")
    between = page(desk)
    assert "Ben is to choose" in between
    assert not any(f"{verb} a {kind}" in between for kind in KINDS for verb in ("gets", "hides"))
    press(desk, "take-screen")
    assert "Seat 2 gets a" in page(desk)
    assert "Seat 1 gets a" not in page(desk)


def test_a_program_moves_when_it_is_let() -> None:
    desk = table({Seat(1): "random"})
    press(desk, "act", "0")
    assert "A program that plays at random sits here." in page(desk)
    n = desk.player.n_moves
    press(desk, "act", "0")
    assert desk.player.n_moves == n, "nobody chooses for the program"
    press(desk, "program")
    assert desk.player.n_moves > n
    assert desk.told


@pytest.mark.parametrize("seed", range(8))
def test_two_games_that_were_told_alike_give_the_same_page(seed: int) -> None:
    """Beside the played game stands another whose hidden cards differ; seat 1's pages are equal to the byte."""
    trail = follow(COIN, seats=2, seed=seed)
    pairs = 0
    for at, other in alike(COIN, trail, Seat(0), Random(seed)):
        pages = []
        for state in (at.state, other):
            session = GameSession(COIN, 2, {}, seed="x", start=state, programs={Seat(1): "random"})
            pages.append(page(TableDesk(session)))
        assert pages[0] == pages[1]
        pairs += 1
    assert pairs


def test_the_log_says_of_the_other_seat_only_what_was_told() -> None:
    for seed in range(10):
        desk = table(seed=f"log {seed}")
        through(desk, seed)
        viewer = desk.player.viewer
        assert viewer is not None
        for turn in range(1, 11):
            press(desk, "turn", str(turn))
            mine = [made for made in desk.player.decisions() if made.seat == viewer and made.state.turn == turn - 1]
            laid = sum(COIN.write(made.state, made.move).startswith("lay ") for made in mine)
            assert desk.parts()["log"].count("<span>lay ") == laid


def test_the_end_is_told_to_whoever_has_the_screen() -> None:
    said = set()
    for seed in range(30):
        for program in (Seat(0), Seat(1)):
            desk = table({program: "random"}, seed=f"end {seed}")
            through(desk, seed)
            end = desk.parts()["end"]
            payoff = desk.player.node.payoffs[1 - program]
            words = {1: "You won the game", 0: "The game is drawn", -1: "You lost the game"}[payoff]
            assert words in end
            said.add(words)
    assert said >= {"You won the game", "You lost the game"}


def test_programs_alone_end_a_game_that_nobody_won_or_lost_at_the_screen() -> None:
    desk = table({Seat(0): "random", Seat(1): "trusting"}, seed="both")
    through(desk, 1)
    assert "won the game" in desk.parts()["end"]
    assert "You" not in desk.parts()["end"]
