"""Attackers and blocks (RISE-501 to 523)."""

import pytest

from tests.testkit.rise import IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def foe(play: str, **more) -> Side:
    """A defender who is only asked for blocks and Summoners."""
    return Side(play=play, **(STILL | more))


def me(play: str, **more) -> Side:
    return Side(play=play, **(STILL | more))


@pytest.mark.rule("RISE-501", "RISE-502")
def test_what_came_this_turn_cannot_attack() -> None:
    s = Scene(me("bear mouse!new"), IDLE).do("to attack")
    assert s.legal == ["attack bear", "done"]
    s.refused("attack mouse", "RISE-501", "this turn")
    stolen = Scene(Side(hand="madness", play="bear"), foe("mouse")).do("invoke madness with bram", "choose mouse")
    stolen.passes().do("to attack")
    assert stolen.in_play() == ["bear", "mouse", "madness"]
    assert stolen.legal == ["attack bear", "done"]


@pytest.mark.rule("RISE-503")
def test_an_attack_is_optional_unless_it_is_forced() -> None:
    assert "done" in Scene(me("bear"), IDLE).do("to attack").legal
    forced = Scene(me("bear berserker"), IDLE).do("to attack")
    assert forced.legal == ["attack bear", "attack berserker"]
    forced.refused("done", "RISE-503")
    assert "done" in forced.do("attack berserker").legal


@pytest.mark.rule("RISE-504", "RISE-505")
def test_attackers_are_tilted_together_and_attack_once_a_turn() -> None:
    s = Scene(me("bear mouse"), foe("ox ox ox")).do("to attack", "attack bear")
    assert not s.piece("bear").tilted
    s.do("attack mouse")
    assert s.seat == 2
    assert s.piece("bear").tilted
    assert s.piece("mouse").tilted
    s.do("done", "choose bram@2", "choose bram@2")
    assert s.phase == "end"
    s.refused("attack bear", "RISE-505")
    s.do("end turn").passes()
    while s.state.active == 1 or s.state.turn < 6:
        s.do("cards 1") if "cards 1" in s.legal else s.do(s.legal[-1])
    assert not s.piece("bear").tilted


@pytest.mark.rule("RISE-506")
def test_a_tilted_creature_cannot_attack() -> None:
    s = Scene(me("bear!tilted mouse"), IDLE).do("to attack")
    assert s.legal == ["attack mouse", "done"]
    s.refused("attack bear", "RISE-506", "tilted")


@pytest.mark.rule("RISE-507", "RISE-508", "RISE-523", "RISE-1016")
def test_attackers_may_be_spread_over_opponents_who_block_in_turn_order() -> None:
    s = Scene(me("bear mouse"), foe("ox"), foe("ox")).do("to attack")
    assert s.legal == [
        "attack bear against 2",
        "attack bear against 3",
        "attack mouse against 2",
        "attack mouse against 3",
        "done",
    ]
    s.do("attack bear against 3", "attack mouse against 2").passes()
    assert (s.seat, s.legal) == (2, ["block mouse with ox", "done"])
    s.do("done")
    assert (s.seat, s.legal) == (3, ["block bear with ox-2", "done"])
    s.refused("block mouse with ox-2", "RISE-523")


@pytest.mark.rule("RISE-509")
def test_the_defender_chooses_what_to_block_or_not_at_all() -> None:
    s = Scene(me("bear mouse"), foe("ox")).attacks("bear", "mouse")
    assert (s.seat, s.legal) == (2, ["block bear with ox", "block mouse with ox", "done"])


@pytest.mark.rule("RISE-510", "RISE-511")
def test_a_flyer_is_blocked_by_flight_and_reach_and_may_block_on_the_ground() -> None:
    s = Scene(me("sky-courier bear"), foe("ox net-archer leech-moth")).attacks("sky-courier", "bear")
    assert s.offers("block sky-courier") == ["block sky-courier with net-archer", "block sky-courier with leech-moth"]
    assert "block bear with leech-moth" in s.legal
    s.refused("block sky-courier with ox", "RISE-510", "flies")


@pytest.mark.rule("RISE-512")
def test_a_tilted_creature_or_door_does_not_block_by_our_reading() -> None:
    s = Scene(me("bear"), foe("ox!tilted mouse plain-door!tilted")).attacks("bear")
    assert s.legal == ["block bear with mouse", "done"]
    s.refused("block bear with ox", "RISE-512", "tilted")
    other = Scene(me("bear"), foe("ox!tilted plain-door!tilted"), tilted_may_block=True).attacks("bear")
    assert other.legal == ["block bear with ox", "block bear with plain-door", "done"]


@pytest.mark.rule("RISE-513")
def test_a_sick_creature_may_block() -> None:
    assert "block bear with ox" in Scene(me("bear"), foe("ox!new")).attacks("bear").legal
    cub = Scene(me("bear"), Side(hand="cub"), windows="public").do("to attack", "attack bear")
    cub.do("invoke cub with bram").passes()
    assert "block bear with cub" in cub.legal


@pytest.mark.rule("RISE-514")
def test_blocking_does_not_tilt() -> None:
    s = Scene(me("mouse"), foe("ox")).attacks("mouse").do("block mouse with ox").passes()
    assert not s.piece("ox").tilted


@pytest.mark.rule("RISE-515")
def test_one_blocker_for_each_attacker_by_our_reading() -> None:
    s = Scene(me("bear"), foe("ox ox")).attacks("bear").do("block bear with ox")
    assert not s.offers("block")
    two = Scene(me("bear mouse"), foe("ox ox")).attacks("bear", "mouse").do("block bear with ox")
    assert two.legal == ["block mouse with ox-2", "done"]
    two.refused("block mouse with ox", "RISE-515", "blocks already")
    two.refused("block bear with ox-2", "RISE-515", "by one")


@pytest.mark.rule("RISE-515", "RISE-609")
def test_by_the_other_reading_several_block_and_the_attacker_says_who_takes_the_damage() -> None:
    s = Scene(me("ox"), foe("mouse bear"), blockers_per_attacker="any").attacks("ox")
    s.do("block ox with mouse", "block ox with bear").passes()
    assert (s.seat, s.legal) == (1, ["choose mouse", "choose bear"])
    s.do("choose bear")
    assert "bear" in s.cemetery(2)
    assert s.in_play(2) == ["mouse"]
    assert "ox" in s.cemetery(1), "all of them hit it: 2 and 3"


@pytest.mark.rule("RISE-516", "RISE-517")
def test_an_unblocked_attack_hits_a_summoner_that_the_defender_names() -> None:
    s = Scene(me("bear"), foe("")).attacks("bear")
    assert (s.seat, s.legal) == (2, ["choose ysolde@2", "choose bram@2"])
    s.do("choose bram@2")
    assert s.hp(2) == (24, 19)
    other = Scene(me("bear"), foe(""), summoner_chooser="attacker").attacks("bear")
    assert other.seat == 1
    advantage = Scene(me("court-duelist"), foe("")).attacks("court-duelist")
    assert advantage.seat == 1
    alone = Scene(me("bear"), foe("", hp=(0, 9))).attacks("bear")
    assert alone.hp(2) == (0, 6)


@pytest.mark.rule("RISE-518")
def test_everybody_may_respond_between_blocks_and_damage() -> None:
    s = Scene(Side(play="bear"), Side(play="ox", hand="cub")).do("to attack", "attack bear").passes()
    s.do("block bear with ox")
    assert s.seat == 1
    assert {"pass", "wait"} <= set(s.legal)
    s.refused("keep", "RISE-518")
    s.do("pass")
    assert s.seat == 2
    assert s.offers("invoke cub")


@pytest.mark.rule("RISE-519")
def test_an_attacker_whose_blocker_is_gone_stays_blocked() -> None:
    def returned(attacker: str) -> Scene:
        s = Scene(Side(hand="recall-horn", play=attacker), foe("ox")).do("to attack", f"attack {attacker}").passes()
        return s.do(f"block {attacker} with ox", "invoke recall-horn with bram", "choose ox").passes()

    plain = returned("bear")
    assert (plain.hp(2), plain.phase) == ((24, 22), "end")
    pierce = returned("lance-rider")
    assert pierce.seat == 2
    pierce.do("choose bram@2")
    assert pierce.hp(2) == (24, 18)


@pytest.mark.rule("RISE-519")
def test_an_attacker_that_is_gone_deals_and_takes_nothing() -> None:
    s = Scene(me("bear"), Side(hand="recall-horn", play="ox", hp=(20, 20))).do("to attack", "attack bear").passes()
    s.do("block bear with ox").do("invoke recall-horn with bram", "choose bear").passes()
    assert (s.values("ox"), s.hand(1)) == ((5, 5), ["bear"])


@pytest.mark.rule("RISE-520")
def test_a_door_attacks_only_by_an_effect_and_is_a_creature_then() -> None:
    s = Scene(Side(play="plain-door hammer", **STILL), foe("ox")).do("to attack")
    assert not s.offers("attack")
    loose = Scene(Side(play="plain-door hammer bear", **STILL), foe("ox low-door"))
    loose.do("action hammer 5", "choose plain-door").passes().do("to attack")
    assert loose.offers("attack plain-door")
    loose.do("attack plain-door", "done").passes()
    # It keeps its Distance, so only a Door or Reach can stop it.
    assert loose.legal == ["block plain-door with low-door", "done"]
    loose.do("done").passes().do("choose bram@2").do("end turn").passes()
    assert not loose.piece("plain-door").fighting
    Scene(me("plain-door bear"), IDLE).do("to attack").refused("attack plain-door", "RISE-520")
    Scene(me("fruit bear"), IDLE).do("to attack").refused("attack fruit", "RISE-829")


@pytest.mark.rule("RISE-521")
def test_the_declaration_can_be_answered_before_blocks() -> None:
    s = Scene(me("bear mouse"), Side(hand="recall-horn", play="ox")).do("to attack", "attack bear", "attack mouse")
    s.do("invoke recall-horn with bram", "choose bear").passes()
    assert s.legal == ["block mouse with ox", "done"]
    gone = Scene(me("bear"), Side(hand="recall-horn", play="ox")).do("to attack", "attack bear")
    gone.do("invoke recall-horn with bram", "choose bear").passes()
    assert gone.phase == "end"


@pytest.mark.rule("RISE-522")
def test_what_changes_sides_in_a_combat_leaves_it() -> None:
    s = Scene(me("bear"), Side(play="ox madness@mouse mouse", summoners="vell oss", hp=(22, 26)))
    s.do("to attack", "attack bear").passes().do("block bear with ox")
    assert s.seat == 2
    s.do("skill vell 1", "choose bear").passes()
    assert sorted(s.in_play(2)) == ["bear", "madness", "mouse", "ox"]
    assert (s.values("ox"), s.values("bear"), s.phase) == ((5, 5), (3, 3), "end")


@pytest.mark.rule("RISE-824", "RISE-825")
def test_a_door_blocks_several_and_those_with_distance() -> None:
    s = Scene(me("bear mouse archer"), foe("plain-door")).attacks("bear", "mouse", "archer")
    assert s.offers("block archer") == ["block archer with plain-door"]
    s.do("block archer with plain-door", "block bear with plain-door")
    assert s.legal == ["block mouse with plain-door", "done"]
    block = s.state.blocks[0]
    assert [s.run.called(s.run.piece(one)) for one in block.attackers] == ["archer", "bear"]


@pytest.mark.rule("RISE-828")
def test_a_door_without_flight_or_reach_cannot_block_a_flyer() -> None:
    s = Scene(me("sky-courier"), foe("plain-door watch-door")).attacks("sky-courier")
    assert s.legal == ["block sky-courier with watch-door", "done"]
    s.refused("block sky-courier with plain-door", "RISE-828")
