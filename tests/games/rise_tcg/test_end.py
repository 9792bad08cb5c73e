"""The end of a turn, the opponent's turn, empty libraries (RISE-701 to 715)."""

import pytest

from tests.testkit.rise import IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def drawing(**more) -> Scene:
    """It is about to be said how many cards are drawn."""
    return Scene(Side(more=0, **more), IDLE, step="turn").passes()


@pytest.mark.rule("RISE-701")
def test_the_turn_is_passed() -> None:
    s = Scene(Side(), IDLE, step="end")
    assert "end turn" in s.legal
    s.do("end turn")
    assert s.state.active == 1
    assert s.state.turn == 5


@pytest.mark.rule("RISE-702")
def test_opponents_may_respond_before_the_turn_passes() -> None:
    s = Scene(Side(hand="cub"), Side(hand="cub"), step="end").do("end turn")
    assert s.seat == 2
    assert s.offers("invoke cub")
    s.do("invoke cub with bram")
    assert s.seat == 1, "who passed may answer, and opens nothing"
    s.passes()
    assert s.state.turn == 5
    assert s.in_play(2) == ["cub"]


@pytest.mark.rule("RISE-703", "RISE-704")
def test_repairs_come_all_at_once() -> None:
    s = Scene(Side(play="mouse!rage=1!damage=2 bear!attack=1!defense=1!damage=3", **STILL), IDLE, step="end")
    assert s.values("mouse") == (3, 1)
    s.do("end turn")
    assert (s.values("mouse"), s.values("bear")) == ((2, 2), (3, 3))


@pytest.mark.rule("RISE-706")
def test_no_card_is_invoked_in_an_opponents_turn_before_the_draw() -> None:
    s = Scene(Side(play="tap"), Side(hand="cub", play="tap"), step="turn")
    s.do("pass")
    assert s.seat == 2
    assert not s.offers("invoke")
    s.refused("invoke cub with bram", "RISE-706")
    s.refused("keep", "RISE-903")  # all are asked, but not because damage is near (RISE-518)
    s.passes().do("cards 1", "pass")
    assert s.seat == 2
    assert s.offers("invoke cub")


@pytest.mark.rule("RISE-707")
def test_skills_and_actions_are_allowed_before_the_draw_by_our_reading() -> None:
    s = Scene(Side(), Side(play="tap"), step="turn")
    s.do("pass")
    assert (s.seat, s.phase) == (2, "awakening")
    assert s.offers("action tap", "skill")
    none = Scene(Side(), Side(play="tap"), step="turn", early_skills=False)
    assert none.legal == ["cards 1", "cards 2"]


@pytest.mark.rule("RISE-708")
def test_in_the_first_turn_the_ban_ends_when_the_draw_would_have_been() -> None:
    s = Scene(Side(), Side(hand="cub", play="tap", began=False), step="turn", turn=1)
    s.do("pass")
    assert s.seat == 2
    assert not s.offers("invoke")
    s.passes()
    later = Scene(Side(), Side(hand="cub", play="tap", began=False), step="turn", turn=1).do("wait", "pass")
    assert (later.seat, later.phase) == (2, "restoration")
    assert later.offers("invoke cub")


@pytest.mark.rule("RISE-710", "RISE-714", "RISE-715")
def test_the_first_empty_draw_is_counted_and_cannot_be_avoided() -> None:
    s = drawing(coins=0)
    assert s.legal == ["cards 1", "cards 2"]
    s.do("cards 1")
    assert s.state.sides[0].empty_draws == 1
    assert (s.hp(), s.coins()) == ((24, 22), 2)


@pytest.mark.rule("RISE-711")
def test_the_second_empty_draw_costs_a_summoner() -> None:
    s = drawing(empty_draws=1)
    s.do("cards 1")
    assert s.legal == ["choose ysolde", "choose bram"]
    s.do("choose bram")
    assert s.hp() == (24, 0)
    action = Scene(Side(more=0, empty_draws=1, play="hammer"), IDLE).play("action hammer 9")
    assert action.legal == ["choose ysolde", "choose bram"]


@pytest.mark.rule("RISE-712")
def test_each_further_one_costs_another() -> None:
    s = drawing(empty_draws=2, hp=(24, 0)).do("cards 1")
    assert s.over is not None
    assert s.over.payoffs == (-1, 1)


@pytest.mark.rule("RISE-713")
def test_one_instruction_counts_once() -> None:
    s = drawing(library="bear").do("cards 2")
    assert s.hand() == ["bear"]
    assert s.state.sides[0].empty_draws == 1
    two = drawing().do("cards 2")
    assert two.state.sides[0].empty_draws == 1


@pytest.mark.rule("RISE-416")
def test_points_of_a_summoner_tilted_in_an_opponents_turn_are_lost_at_its_end() -> None:
    third = Side(hand="spark", levels=(1, 0), cp=(2, 1))
    s = Scene(Side(**STILL), Side(**STILL), third, step="end").do("end turn")
    assert s.seat == 3
    s.do("invoke spark with ysolde")
    assert s.cp(3) == (1, 1)
    s.passes()
    while s.state.turn == 4:
        s.do("pass")
    assert s.state.active == 1
    assert s.cp(3) == (0, 1), "tilted: lost; untilted: kept"


@pytest.mark.rule("RISE-619")
def test_the_turn_of_a_player_who_is_out_ends_at_once() -> None:
    me = Side(play="hammer bear", hand="spark", hp=(1, 0))
    s = Scene(me, Side(play="mouse", **STILL), Side(**STILL)).do("action hammer 15", "choose ysolde@2").passes()
    assert s.state.sides[0].out
    assert (s.state.active, s.state.turn, s.state.chain) == (1, 5, ())
    assert s.in_play(1) == []
