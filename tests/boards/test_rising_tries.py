"""What a person may want to try: every one of it is an action of the game, and `check` knows why it is refused."""

from collections import Counter
from random import Random

import pytest

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.games.rising import actions as do

GAME = load_game("fire")
BOARD = board_for(GAME)


@pytest.mark.parametrize(
    ("title", "seats", "options"),
    [
        ("fire", 1, {}),
        ("fire", 1, {"teams": "aang,toph"}),
        ("fire", 1, {"teams": "toph,aang,katara"}),
        ("death", 2, {}),
        ("dark", 2, {}),
    ],
)
def test_everything_that_can_be_tried_is_judged_by_check(title: str, seats: int, options: dict[str, str]) -> None:
    game = load_game(title)
    player = GameSession(game, seats, options, seed="tries")
    player.settle()
    rng = Random(4)
    refused: Counter[str] = Counter()
    for _ in range(70):
        if player.over:
            break
        for one in board_for(game).tries(player.view):
            refusal = player.check(one.action)
            assert (refusal is None) == (one.action in player.actions)
            if refusal is not None:
                assert refusal.why
                refused[refusal.rule] += 1
        player.play(rng.choice(player.actions))
    assert len(refused) > 5


def test_words_and_place_name_one_action() -> None:
    player = GameSession(GAME, 1, {"teams": "aang,toph"}, seed="words")
    player.settle()
    while do.Roll() not in player.actions:
        player.play(player.actions[0])
    player.play(do.Roll())
    tries = BOARD.tries(player.view)
    assert len({(one.what, one.where) for one in tries}) == len(tries)
    assert {do.Roll(), do.Stop()} <= {one.action for one in tries}
    dice = [one for one in tries if isinstance(one.action, do.PlaceDie)]
    assert {one.action.on for one in dice} > {"balance", "team-aang", "team-toph", "aang"}


def test_a_game_that_is_over_has_nothing_to_try() -> None:
    state = GAME.start(1, {"teams": "aang,toph"})
    view = GAME.view(state, None)
    assert BOARD.tries(type(view)(**{**{f: getattr(view, f) for f in view.__struct_fields__}, "result": "loss"})) == ()
