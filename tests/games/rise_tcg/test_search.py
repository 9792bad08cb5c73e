"""What the programs of Rise TCG choose: `search` where the value is plain, in little time; `greedy` where it must."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.ids import Seat
from rising_tutor.core.ismcts import Search
from rising_tutor.core.node import Decision
from rising_tutor.core.playthrough import follow
from rising_tutor.core.search import walk_of
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.estimate import estimate
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.run import Run
from tests.testkit.rise import BOOK, GAME, Scene, Side

REAL = RiseGame(BOOK)
ALONE = (0, 2)
"""One Summoner is left, with 2 HP."""


def line_of(policy: Any, scene: Scene, seat: int) -> Scene:
    """The position after a program has chosen for a seat as long as the turn lasts; the other seat passes."""
    state, turn = scene.state, scene.state.turn
    while isinstance(node := scene.game.node(state), Decision) and state.turn == turn:
        if node.seat == seat:
            action = policy(node, lambda state=state: scene.game.view(state, seat), Random("line"))
        else:
            action = next((one for one in node.actions if type(one).__name__ in ("Pass", "Done")), node.actions[0])
        state = scene.game.act(state, action).state
    scene.state = state
    return scene


def won_by(scene: Scene) -> int:
    """The seat that has won, from 1; 0 where nobody has."""
    return scene.over.payoffs.index(1) + 1 if scene.over is not None else 0


def bolt_the_blocker() -> Scene:
    """The Bolt destroys the only blocker, and the attack wins; without it the attack is blocked."""
    return Scene(Side(hand="storm-bolt", play="bear", coins=6), Side(play="snail", hp=ALONE, coins=0))


def bolt_the_attacker() -> Scene:
    """A flyer attacks the last Summoner, nothing can block it, and a Bolt answers it."""
    foe = Side(play="sky-courier", coins=0, cp=(0, 0))
    return Scene(Side(hand="storm-bolt", hp=ALONE, coins=4), foe, active=2).do("to attack", "attack sky-courier")


def the_one_block() -> Scene:
    """Two attackers: one blocker can stop either, and only one of them kills."""
    foe = Side(play="cub bear", coins=0, cp=(0, 0))
    scene = Scene(Side(play="granite-idol", hp=ALONE, cp=(0, 0), coins=0), foe, active=2)
    return scene.attacks("cub", "bear")


def test_it_answers_and_clears_the_way_where_the_simple_program_does_not() -> None:
    search, greedy = Search(GAME, iterations=60), GAME.policies()["greedy"]
    assert won_by(line_of(search, bolt_the_blocker(), 0)) == 1
    saved = line_of(search, bolt_the_attacker(), 0)
    assert won_by(saved) == 0
    assert saved.cemetery(2) == ["sky-courier"]
    assert won_by(line_of(greedy, bolt_the_attacker(), 0)) == 2, "the position asks for nothing"
    assert won_by(line_of(search, the_one_block(), 0)) == 0


def test_a_line_of_the_search_ends_with_its_turn() -> None:
    """Nothing beyond the end of a turn is played, so the time for a choice has a bound."""
    scene = Scene(Side(hand="cub", play="bear"), Side(play="snail"))
    walk, rng = walk_of(GAME, GAME.imagine(GAME.view(scene.state, 0), Random(1)), 0), Random(1)
    turn = walk.turn()
    while walk.result() is None and walk.turn() == turn:
        if walk.seat is None:
            walk.draw(rng)
        else:
            walk.take(walk.quick(rng))
    worths = walk.estimate() or ()
    assert sum(worths) == pytest.approx(1)
    assert all(0 < one < 1 for one in worths)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_estimate_rises_with_what_is_good_for_a_seat(seats: int) -> None:
    sides = [Side(hand="mist", play="bear", hp=(7, 7))] * seats
    now = estimate(Scene(*sides).run)
    assert sum(now) == pytest.approx(1)
    assert now[0] > now[1], "whose turn it is"
    for better in (
        replace(sides[0], hp=(8, 7)),
        replace(sides[0], levels=(1, 0)),
        replace(sides[0], hand="mist mist"),
        replace(sides[0], hand="cub"),
        replace(sides[0], coins=6),
        replace(sides[0], play="bear snail"),
        replace(sides[0], play="bear plain-door"),
    ):
        there = estimate(Scene(better, *sides[1:]).run)
        assert there[0] > now[0], better
        assert all(after < before for after, before in zip(there[1:], now[1:], strict=True)), better
    ground, air = (estimate(Scene(replace(sides[0], play=one), *sides[1:]).run)[0] for one in ("archer", "mouse"))
    assert ground > air, "what most others cannot block counts twice"


def test_a_seat_that_is_out_has_no_chance_left() -> None:
    state = Scene(Side(), Side(), Side()).state
    out = replace(state, sides=(*state.sides[:2], replace(state.sides[2], out=True)))
    assert estimate(Run(out, GAME.book))[2] == 0  # type: ignore[arg-type]


def test_the_estimate_is_right_on_average() -> None:
    """Where turns begin, the mean of the estimate is near the share of games that seat 1 went on to win."""
    said, won = [], []
    for seed in range(16):
        options = {"deck-1": "gates", "deck-2": ("gates", "plague")[seed % 2]}
        trail = follow(REAL, seats=2, seed=f"mean {seed}", policy="greedy", options=options)
        turns = {at.state.turn: at.state for at in reversed(trail.positions) if at.state.turn}
        said += [estimate(Run(state, BOOK))[0] for state in turns.values()]  # type: ignore[arg-type]
        won += [trail.result.payoffs[0] > 0] * len(turns)
    assert abs(sum(said) / len(said) - sum(won) / len(won)) < 0.15
    apart = [(value > 0.5) == result for value, result in zip(said, won, strict=True)]
    assert sum(apart) / len(apart) > 0.65


def test_it_takes_a_new_hand_where_none_can_be_played() -> None:
    """The estimate knows what a hand is good for, so a mulligan is no matter of chance."""
    kept = Scene(Side(closed="bear level-up mist"), Side(), step="keep")
    bad = Scene(Side(closed="mist mist mist", unseen="bear " * 20 + "level-up " * 8), Side(), step="keep")
    for scene, word in ((kept, "keep"), (bad, "mulligan")):
        node = scene.game.node(scene.state)
        found = Search(GAME, iterations=60)(node, lambda scene=scene: GAME.view(scene.state, 0), Random(2))
        assert GAME.write(scene.state, found) == word


@pytest.mark.rule("RISE-1020")
def test_the_simple_program_never_gives_up_where_that_is_offered() -> None:
    spent = Scene(Side(hand="mist", mulligans=3), Side(), step="keep", turn=1, concede=True)
    greedy = GAME.policies()["greedy"]
    assert greedy(GAME.node(spent.state), lambda: GAME.view(spent.state, Seat(0)), Random(1)) == do.Keep()
    moves: list[Any] = []
    for seed in range(12):
        trail = follow(REAL, seats=2, seed=f"proud {seed}", policy="greedy", options={"concede": "true"})
        moves += [at.move for at in trail.positions]
    assert do.Concede() not in moves
    assert any(isinstance(one, do.Select) for one in moves), "it was never asked for an order"
