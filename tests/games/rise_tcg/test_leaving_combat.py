"""Who is still in a combat, and what follows it for those who are not (RISE-519, RISE-522, RISE-613)."""

import pytest

from tests.testkit.rise import Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}
DOCTOR = {"summoners": "vell bram", "cp": (1, 0), "tilted": (False, True)}
"""A side whose Vell can move a Disease, and nothing else."""


def still(play: str = "", **more) -> Side:
    return Side(play=play, **(STILL | more))


@pytest.mark.rule("RISE-522", "RISE-516")
def test_an_unblocked_attacker_that_changed_sides_hurts_nobody() -> None:
    s = Scene(still("bear"), Side(play="snail madness@snail", **DOCTOR)).do("to attack", "attack bear").passes()
    s.do("done")
    assert s.legal[0] == "skill vell 1"
    s.do("skill vell 1").passes()
    assert sorted(s.in_play(2)) == ["bear", "madness", "snail"]
    assert (s.hp(2), s.phase) == ((24, 22), "end")


@pytest.mark.rule("RISE-522")
def test_possession_does_not_take_a_blocker_that_left_the_combat() -> None:
    me = Side(play="bodysnatcher snail madness@snail", **DOCTOR)
    s = Scene(me, still("ox")).do("to attack", "attack bodysnatcher", "done", "toss heads").passes()
    s.do("block bodysnatcher with ox", "skill vell 1", "choose ox").passes()
    assert s.phase == "end"
    assert "ox" in s.in_play(1)
    assert len(s.piece("ox").claims) == 1, "Madness has it, Possession does not"


@pytest.mark.rule("RISE-1009", "RISE-424")
def test_after_possession_an_older_control_effect_holds_again() -> None:
    s = Scene(still("bodysnatcher"), still("madness@ox"), still("ox"))
    s.do("to attack", "attack bodysnatcher against 2", "toss heads", "block bodysnatcher with ox").passes()
    assert "ox" in s.in_play(1)
    while s.state.active != 2:
        s.do("cards 1" if "cards 1" in s.legal else "pass turn" if "pass turn" in s.legal else s.legal[-1])
    assert s.in_play(2) == ["ox", "madness"], "its owner's turn ends Possession, not Madness"


@pytest.mark.rule("RISE-1023")
def test_dodge_passes_on_a_disease_that_its_controller_controls_whoever_owns_it() -> None:
    def dodged(mine: str, theirs: str) -> Scene:
        s = Scene(still(mine), still(theirs)).do("to attack", "attack ox").passes()
        return s.do("block ox with fever-dancer", "toss heads")

    others = dodged("ox paranoia@fever-dancer", "fever-dancer")
    assert others.piece("paranoia").on == others.piece("fever-dancer").id
    lent = dodged("ox", "fever-dancer paranoia@fever-dancer!owner=1")
    assert lent.piece("paranoia").on == lent.piece("ox").id


@pytest.mark.rule("RISE-515", "RISE-906")
def test_dodge_tosses_once_for_all_attackers_of_a_horde() -> None:
    s = Scene(still("bear mouse"), still("swirl")).do("to attack", "attack bear", "attack mouse").passes()
    s.do("block bear with swirl", "block mouse with swirl", "toss heads")
    assert len(s.told("CoinTossed")) == 1
    assert (s.piece("swirl").damage, s.phase) == (0, "end")


@pytest.mark.rule("RISE-907")
@pytest.mark.parametrize(
    ("rat", "blocker", "offered"),
    [("plague-rat", "ox", True), ("plague-rat", "plain-door", False), ("plague-rat!minus=2!defense=5", "ox", False)],
)
def test_a_rat_passes_a_disease_on_only_to_a_creature_that_it_hurt(rat: str, blocker: str, offered: bool) -> None:
    s = Scene(still(f"{rat} snail!tilted allergy@snail"), still(blocker)).do("to attack", "attack plague-rat").passes()
    s.do(f"block plague-rat with {blocker}").passes()
    assert bool(s.offers("select yes")) is offered
