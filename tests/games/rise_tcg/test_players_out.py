"""Cards of a player who is out, and cards attached to them (RISE-619)."""

import pytest

from tests.testkit.rise import Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def still(play: str = "", **more) -> Side:
    return Side(play=play, **(STILL | more))


def first_is_out(mine: str, second: str, third: str) -> Scene:
    """Let seat 2 of three kill the last Summoner of seat 1 in its own turn."""
    s = Scene(still(mine, hp=(1, 0)), still(f"{second} sting"), still(third), active=2)
    s.do("action sting", "choose ysolde").passes()
    assert s.state.sides[0].out
    return s


@pytest.mark.rule("RISE-619")
def test_a_player_who_is_out_is_not_asked_even_if_everybody_is() -> None:
    third = still(hp=(1, 0))
    s = Scene(still("sting bear"), still("snail!tilted"), third, windows="all").do("to attack")
    s.do("attack bear against 2", "action sting", "choose ysolde@3")
    asked = []
    while "pass" in s.legal:
        asked += [s.seat] if s.state.sides[2].out else []
        s.do("pass")
    assert set(asked) == {1, 2}


@pytest.mark.rule("RISE-619")
def test_a_card_that_was_reanimated_under_a_player_goes_back_to_its_owner() -> None:
    s = Scene(still("restless-squire!owner=2 hammer", hp=(1, 0)), still("sting"), still())
    s.do("action hammer", "choose restless-squire").passes().do("toss heads")
    assert sorted(s.in_play(1)) == ["hammer", "restless-squire"]
    while s.seat != 2:
        s.do("pass" if "pass" in s.legal else s.legal[-1])
    s.do("action sting", "choose ysolde").passes()
    assert s.state.sides[0].out
    assert sorted(s.in_play(2)) == ["restless-squire", "sting"]


@pytest.mark.rule("RISE-619", "RISE-1009")
def test_a_control_effect_of_a_player_in_the_game_outlasts_that_of_one_who_is_out() -> None:
    kept = first_is_out("ox!owner=3", "madness@ox", "")
    assert "ox" in kept.in_play(2)
    lent = first_is_out("ox!owner=3", "", "")
    assert "ox" in lent.in_play(3)


@pytest.mark.rule("RISE-619", "RISE-1005")
def test_a_cold_on_a_player_who_is_out_goes_to_its_owners_cemetery() -> None:
    assert first_is_out("", "cold@seat-1", "").cemetery(2) == ["cold"]


@pytest.mark.rule("RISE-619")
def test_a_player_who_gives_up_while_choosing_a_target_is_asked_no_more() -> None:
    s = Scene(still("toll mouse"), still("sting"), still(), concede="true", windows="all").do("action toll")
    while s.seat != 2:
        s.do("pass")
    s.do("action sting")
    assert any(action.startswith("choose") for action in s.legal)
    s.do("concede")
    assert s.state.sides[1].out
    asked = []
    for _ in range(4):
        asked.append(s.seat)
        s.do("pass" if "pass" in s.legal else s.legal[0])
    assert set(asked) <= {1, 3}
