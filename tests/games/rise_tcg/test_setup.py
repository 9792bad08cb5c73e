"""The set-up (RISE-301 to 309)."""

import pytest

from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rise_tcg.game import RiseGame
from tests.testkit.rise import BOOK, GAME, Scene, Side

REAL = RiseGame(BOOK)


def rolled(*numbers: int, seats: int = 2):
    state = REAL.start(seats)
    for n in numbers:
        state = REAL.resolve(state, REAL.read(state, f"roll {n}")).state
    return state


def dealt(state):
    """The first cards that come, until somebody chooses."""
    while isinstance(node := REAL.node(state), Chance):
        state = REAL.resolve(state, next(iter(node.outcomes))[0]).state
    return state


@pytest.mark.rule("RISE-301")
def test_the_highest_roll_starts_and_those_who_tie_roll_again() -> None:
    assert rolled(2, 5).starter == 1
    state = rolled(5, 5, 3, seats=3)
    assert state.agenda[-1].seats == (0, 1)
    state = REAL.resolve(REAL.resolve(state, REAL.read(state, "roll 1")).state, REAL.read(state, "roll 6")).state
    assert state.starter == 1


@pytest.mark.rule("RISE-302", "RISE-303", "RISE-308")
def test_the_starter_has_six_cards_and_two_coins_others_four_and_one() -> None:
    state = dealt(rolled(5, 2))
    assert [(len(side.hand), side.coins) for side in state.sides] == [(6, 2), (4, 1)]
    for side in state.sides:
        for one in side.summoners:
            assert (one.hp, one.cp, one.tilted, one.levels) == (BOOK.summoner[one.card].hp, 1, False, ())


@pytest.mark.rule("RISE-304", "RISE-708")
def test_the_starter_draws_nothing_in_the_first_turn() -> None:
    state = dealt(rolled(5, 2))
    for text in ("keep", "keep"):
        state = REAL.act(state, REAL.read(state, text)).state
    assert (state.turn, state.active) == (1, 0)
    while REAL.place(state).phase in ("awakening", "restoration"):
        state = REAL.act(state, REAL.read(state, "wait")).state
    assert (len(state.sides[0].hand), state.sides[0].coins) == (6, 2)
    assert state.drawn


@pytest.mark.rule("RISE-305", "RISE-306")
def test_three_mulligans_at_most_each_with_as_many_cards() -> None:
    state = dealt(rolled(5, 2))
    for n in (1, 2, 3):
        state = dealt(REAL.act(state, REAL.read(state, "mulligan")).state)
        assert (state.sides[0].mulligans, len(state.sides[0].hand)) == (n, 6)
        assert state.sides[0].shuffle == n + 1
    s = Scene(Side(hand="bear mouse", mulligans=3), step="keep", turn=1, concede=True)
    assert s.legal == ["keep", "concede"]
    s.refused("mulligan", "RISE-306", "3 mulligans")


@pytest.mark.rule("RISE-307")
def test_the_starter_decides_first_and_others_see_only_how_many() -> None:
    state = dealt(rolled(2, 5))
    node = REAL.node(state)
    assert isinstance(node, Decision)
    assert node.seat == 1
    state = REAL.act(state, REAL.read(state, "mulligan")).state
    seen = REAL.view(dealt(state), 0).sides[1]
    assert seen.mulligans == 1
    assert {slot.card for slot in seen.hand} == {-2}


@pytest.mark.rule("RISE-309")
def test_turns_go_round_from_the_starter() -> None:
    s = Scene(None, None, Side(), step="turn", active=2, turn=1)
    order = [2]
    while len(order) < 3:
        if "end turn" in s.legal:
            s.do("end turn")
        elif "wait" in s.legal:
            s.do("wait")
        elif "cards 1" in s.legal:
            s.do("cards 1")
        else:
            s.do("to attack")
        if s.state.active + 1 != order[-1]:
            order.append(s.state.active + 1)
    assert order == [2, 3, 1]


def test_a_game_starts_with_a_roll() -> None:
    assert isinstance(GAME.node(GAME.start(3)), Chance)
