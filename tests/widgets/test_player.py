"""A game being played: undo, chance that comes again, and nothing that is not written down."""

import random
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import CannotStore, IllegalAction, RisingTutorError
from rising_tutor.games.rising import actions as do
from rising_tutor.widgets.player import GamePlayer

GAME = load_game("fire")


def fresh(journal: Any = None, seed: str = "a") -> GamePlayer:
    player = GamePlayer(GAME, 2, {"teams": "aang,toph"}, seed=seed, journal=journal)
    player.settle()
    return player


def wander(player: GamePlayer, n: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(n):
        if player.actions:
            player.play(rng.choice(player.actions))


def test_after_undo_the_same_roll_comes_again() -> None:
    player = fresh()
    wander(player, 12)
    before = player.made
    back = player.decisions()[4]
    player.undo(back.at)
    assert player.state == back.state
    for made in before[back.at :]:
        if not made.chance:
            player.play(made.move)
    assert player.made == before


def test_another_seed_is_another_game() -> None:
    assert fresh(seed="a").state != fresh(seed="b").state


def test_an_illegal_action_changes_nothing() -> None:
    player = fresh()
    state = player.state
    with pytest.raises(IllegalAction):
        player.play(do.Stop())
    assert player.state == state


class Full:
    """A journal on a disk that is full after some lines."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.lines: list[Any] = []
        self.ends = 0

    def write(self, state: Any, move: Any) -> None:
        if len(self.lines) >= self.room:
            raise CannotStore("game", "No space left on device")
        self.lines.append(move)

    def rewind(self, made: tuple[Any, ...]) -> None:
        del self.lines[len(made) :]

    def finish(self, end: Any) -> None:
        self.ends += 1


def test_what_cannot_be_written_does_not_happen() -> None:
    journal = Full(room=14)
    player = fresh(journal)
    with pytest.raises(CannotStore):
        wander(player, 20)
    assert [made.move for made in player.made] == journal.lines
    assert len(journal.lines) == 14


def test_a_chance_move_that_could_not_be_written_is_the_same_later() -> None:
    journal = Full(room=13)
    player = fresh(journal)
    with pytest.raises(CannotStore):
        player.play(player.actions[0])
    journal.room = 1000
    player.settle()
    assert [made.move for made in player.made] == [made.move for made in _same(player).made]


def _same(player: GamePlayer) -> GamePlayer:
    other = fresh()
    other.play(player.decisions()[0].move)
    return other


def test_recorded_moves_make_the_same_game() -> None:
    player = fresh()
    wander(player, 15)
    other = GamePlayer(GAME, 2, {"teams": "aang,toph"}, seed="a")
    other.recall([GAME.write(made.state, made.move) for made in player.made])
    assert other.state == player.state
    assert other.made == player.made


def test_a_line_that_is_no_move_is_an_error() -> None:
    with pytest.raises(RisingTutorError):
        GamePlayer(GAME, 2, {"teams": "aang,toph"}, seed="a").recall(["dance"])


def test_the_end_is_written_once() -> None:
    journal = Full(room=10_000)
    player = fresh(journal)
    wander(player, 2_000)
    assert player.over
    player.settle()
    assert journal.ends == 1
    player.undo(player.decisions()[-1].at)
    assert not player.over


def test_advice_is_legal() -> None:
    player = fresh()
    for _ in range(5):
        advice = player.advice()
        assert advice is None or advice in player.actions
        wander(player, 1)
