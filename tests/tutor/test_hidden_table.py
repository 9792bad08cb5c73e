"""A table with hidden cards and opposed seats: a page shows what its person may know, and how it ended for them."""

from random import Random
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike
from rising_tutor.core.playthrough import follow
from rising_tutor.core.session import GameSession
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from tests.testkit.coin_and_hand import KINDS, CoinAndHand

COIN = CoinAndHand()


def table(programs: Any = None, seed: str = "hidden", names: tuple[str, ...] = ()) -> TableController:
    session = GameSession(COIN, 2, {}, seed=seed, programs=programs)
    session.settle()
    return TableController(session, names=names)


def press(controller: TableController, do: str, arg: str = "") -> None:
    controller.handle(Message(do, arg, controller.player.n_moves))


def page(controller: TableController) -> str:
    return "".join(controller.parts().values()) + controller.told


def through(controller: TableController, seed: int) -> None:
    rng = Random(seed)
    while not controller.player.over:
        if controller.player.program:
            press(controller, "program")
        elif controller.player.curtain:
            press(controller, "take-screen")
        else:
            press(controller, "act", str(rng.randrange(len(controller.player.actions))))


def test_the_screen_is_handed_over_with_nothing_on_it() -> None:
    controller = table(names=("Ann", "Ben"))
    before = page(controller)
    assert "Ann is to choose" in before
    assert not any(f"gets a {kind}" in before for kind in KINDS)
    press(controller, "act", "0")
    assert controller.player.n_moves == 5, "nothing can be chosen behind the curtain"
    press(controller, "take-screen")
    mine = page(controller)
    assert "Seat 1 gets a" in mine
    assert "Seat 2 gets a" not in mine
    press(controller, "act", "0")
    between = page(controller)
    assert "Ben is to choose" in between
    assert not any(f"{verb} a {kind}" in between for kind in KINDS for verb in ("gets", "hides"))
    press(controller, "take-screen")
    assert "Seat 2 gets a" in page(controller)
    assert "Seat 1 gets a" not in page(controller)


def test_a_program_moves_when_it_is_let() -> None:
    controller = table({Seat(1): "random"})
    press(controller, "act", "0")
    assert "A program that plays at random sits here." in page(controller)
    n = controller.player.n_moves
    press(controller, "act", "0")
    assert controller.player.n_moves == n, "nobody chooses for the program"
    press(controller, "program")
    assert controller.player.n_moves > n
    assert controller.told


@pytest.mark.parametrize("seed", range(8))
def test_two_games_that_were_told_alike_give_the_same_page(seed: int) -> None:
    """Beside the played game stands another whose hidden cards differ; seat 1's pages are equal to the byte."""
    trail = follow(COIN, seats=2, seed=seed)
    pairs = 0
    for at, other in alike(COIN, trail, Seat(0), Random(seed)):
        pages = []
        for state in (at.state, other):
            session = GameSession(COIN, 2, {}, seed="x", start=state, programs={Seat(1): "random"})
            pages.append(page(TableController(session)))
        assert pages[0] == pages[1]
        pairs += 1
    assert pairs


def test_the_log_says_of_the_other_seat_only_what_was_told() -> None:
    for seed in range(10):
        controller = table(seed=f"log {seed}")
        through(controller, seed)
        viewer = controller.player.viewer
        assert viewer is not None
        for turn in range(1, 11):
            press(controller, "turn", str(turn))
            mine = [
                made for made in controller.player.decisions() if made.seat == viewer and made.state.turn == turn - 1
            ]
            laid = sum(COIN.write(made.state, made.move).startswith("lay ") for made in mine)
            assert controller.parts()["log"].lower().count("<span>lay ") == laid


def test_the_end_is_told_to_whoever_has_the_screen() -> None:
    said = set()
    for seed in range(30):
        for program in (Seat(0), Seat(1)):
            controller = table({program: "random"}, seed=f"end {seed}")
            through(controller, seed)
            end = controller.parts()["end"]
            payoff = controller.player.node.payoffs[1 - program]
            words = {1: "You won the game", 0: "The game is drawn", -1: "You lost the game"}[payoff]
            assert words in end
            said.add(words)
    assert said >= {"You won the game", "You lost the game"}


def test_programs_alone_end_a_game_that_nobody_won_or_lost_at_the_screen() -> None:
    controller = table({Seat(0): "random", Seat(1): "trusting"}, seed="both")
    through(controller, 1)
    assert "won the game" in controller.parts()["end"]
    assert "You" not in controller.parts()["end"]
