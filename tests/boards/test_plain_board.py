"""The board of a game that nobody has drawn: everything can be done, and nothing hidden is shown."""

import re
from random import Random

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.plain import PlainBoard
from rising_tutor.boards.ports import Look
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike, viewers
from rising_tutor.core.node import Decision
from rising_tutor.core.playthrough import follow
from tests.testkit.games import every_game, game_of

COIN = game_of("coin-and-hand")


def drawn(game: AnyGame, state: object, viewer: Seat | None) -> str:
    """All that a page and a terminal get, for one who looks."""
    board, view, node = PlainBoard(game), game.view(state, viewer), game.node(state)
    mine = isinstance(node, Decision) and node.seat == viewer
    look = Look(actions=node.actions if mine else ())
    return "".join(board.parts(view, look).values()) + board.text(view) + board.title(view) + board.summary(view)


def test_a_game_without_a_picture_has_a_board() -> None:
    assert isinstance(board_for(COIN), PlainBoard)
    assert not isinstance(board_for(game_of("fire-nation-rising")), PlainBoard)


@pytest.mark.parametrize("game_id", every_game())
def test_every_legal_action_is_a_button_with_its_own_words(game_id: str) -> None:
    game = game_of(game_id)
    for at in follow(game, seats=2, seed=3, limit=40).positions:
        if not isinstance(at.node, Decision):
            continue
        dock = PlainBoard(game).parts(game.view(at.state, at.node.seat), Look(actions=at.node.actions))["dock"]
        buttons = re.findall(r'data-do="act" data-arg="(\d+)"', dock)
        assert [int(n) for n in buttons] == list(range(len(at.node.actions)))


def test_what_is_drawn_says_nothing_that_was_not_told() -> None:
    n = 0
    for seed in range(6):
        trail = follow(COIN, seats=2, seed=seed)
        for viewer in viewers(2):
            for at, other in alike(COIN, trail, viewer, Random(seed)):
                assert drawn(COIN, at.state, viewer) == drawn(COIN, other, viewer)
                n += 1
    assert n > 50


def test_a_refusal_shows_its_rule_and_the_way_on() -> None:
    trail = follow(COIN, seats=2, seed=3)
    at = next(at for at in trail.positions if isinstance(at.node, Decision))
    view = COIN.view(at.state, at.node.seat)
    action = COIN.read(at.state, "call")
    look = Look(actions=at.node.actions, refusal=COIN.check(at.state, action), attempt=action)
    dock = PlainBoard(COIN).parts(view, look)["dock"]
    assert "Not possible now: call" in dock
    assert "CH-12" in dock
    assert 'data-do="nearest"' in dock


def test_a_replay_shows_the_table_without_buttons() -> None:
    trail = follow(COIN, seats=2, seed=3)
    at = next(at for at in trail.positions if isinstance(at.node, Decision))
    parts = PlainBoard(COIN).parts(COIN.view(at.state, None), Look(actions=at.node.actions, live=False))
    assert "data-do" not in "".join(parts.values())
