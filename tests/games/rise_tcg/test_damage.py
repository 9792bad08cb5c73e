"""Damage, deaths, Summoners, the end of the game (RISE-601 to 620)."""

import pytest

from tests.testkit.rise import IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def fight(mine: str, theirs: str, *blocks: str, foe: Side | None = None, **options) -> Scene:
    """Everything of `mine` attacks, and these blocks are declared."""
    s = Scene(Side(play=mine, **STILL), foe or Side(play=theirs, **STILL), **options)
    s.attacks(*mine.replace("!tilted", "").split())
    s.do(*(f"block {one}" for one in blocks))
    if "done" in s.legal:
        s.do("done")
    return s.passes()


@pytest.mark.rule("RISE-601", "RISE-604")
def test_an_attack_that_reaches_the_defense_kills_and_a_lower_one_does_not() -> None:
    assert fight("bear", "snail", "bear with snail").cemetery(2) == ["snail"]
    assert fight("mouse", "snail", "mouse with snail").in_play(2) == ["snail"]


@pytest.mark.rule("RISE-602", "RISE-603")
def test_both_die_the_defender_first() -> None:
    s = fight("bear", "bear", "bear with bear-2")
    assert (s.cemetery(1), s.cemetery(2)) == (["bear"], ["bear"])
    assert [event.seat for event in s.told("LeftPlay")] == [1, 0]


@pytest.mark.rule("RISE-605", "RISE-703")
def test_damage_adds_up_and_goes_at_the_end_of_the_turn() -> None:
    s = Scene(Side(play="snail!damage=2", **STILL), IDLE, step="end")
    assert s.values("snail") == (0, 1)
    s.do("end turn")
    assert s.values("snail") == (0, 3)
    hit = Scene(Side(play="sling", coins=1), Side(play="snail!damage=2", **STILL)).play("action sling")
    assert hit.cemetery(2) == ["snail"]


@pytest.mark.rule("RISE-605")
def test_by_the_other_reading_each_hit_is_compared_on_its_own() -> None:
    s = Scene(Side(play="mouse mouse", **STILL), Side(play="plain-door", **STILL), damage_accumulates=False)
    s.attacks("mouse", "mouse-2").do("block mouse with plain-door", "block mouse-2 with plain-door").passes()
    assert s.in_play(2) == ["plain-door"]
    adds = Scene(Side(play="mouse mouse", **STILL), Side(play="plain-door", **STILL))
    adds.attacks("mouse", "mouse-2").do("block mouse with plain-door", "block mouse-2 with plain-door").passes()
    assert adds.cemetery(2) == ["plain-door"]


@pytest.mark.rule("RISE-606", "RISE-1022")
def test_no_defense_left_is_death_before_the_next_item() -> None:
    s = Scene(Side(play="hammer swarm tap"), IDLE).do("action tap", "action hammer 11").passes()
    kinds = s.happened("Removed", "CoinsChanged")
    assert kinds == ["Removed", "CoinsChanged"]
    assert s.in_play() == ["hammer", "tap"]


@pytest.mark.rule("RISE-607", "RISE-806")
def test_an_infinite_rank_creature_is_removed_and_gives_ether() -> None:
    s = fight("bear", "swarm", "bear with swarm")
    assert (s.cemetery(2), s.exclusion(2), s.ether(2), s.ether(1)) == ([], ["swarm"], 1, 0)


@pytest.mark.rule("RISE-608")
def test_a_star_is_counted_by_the_text() -> None:
    assert Scene(Side(play="star bear mouse")).values("star") == (3, 3)
    assert Scene(Side(play="star")).values("star") == (1, 1)


@pytest.mark.rule("RISE-609")
def test_one_attack_is_not_divided() -> None:
    s = fight("ox", "mouse mouse", "ox with mouse")
    assert (s.in_play(2), s.values("mouse-2"), s.hp(2)) == (["mouse-2"], (2, 2), (24, 22))


@pytest.mark.rule("RISE-610")
def test_pierce_lets_the_rest_through_to_a_summoner_that_the_defender_names() -> None:
    s = fight("lance-rider", "mouse", "lance-rider with mouse")
    assert s.seat == 2
    s.do("choose ysolde@2")
    assert s.hp(2) == (22, 22)


@pytest.mark.rule("RISE-611")
def test_advantage_names_a_blocker_that_then_blocks_and_the_summoner() -> None:
    s = Scene(Side(play="captain", **STILL), Side(play="mouse bear", **STILL)).do("to attack", "attack captain")
    assert (s.seat, s.legal) == (1, ["choose mouse", "choose bear"])
    s.do("choose bear").passes()
    assert (s.seat, s.legal) == (1, ["choose ysolde@2", "choose bram@2"])
    s.do("choose bram@2")
    assert s.hp(2) == (24, 20)
    free = fight("captain", "")
    assert free.seat == 1
    late = Scene(Side(play="captain", **STILL), Side(hand="cub")).do("to attack", "attack captain")
    late.do("invoke cub with bram").passes()
    assert late.legal == ["choose ysolde@2", "choose bram@2"], "who came after the naming cannot block it"
    named = Scene(Side(play="captain mouse", **STILL), Side(play="bear ox", **STILL)).attacks("captain", "mouse")
    assert named.legal == ["choose bear", "choose ox"]
    named.do("choose bear").passes().refused("block captain with ox", "RISE-611", "Advantage")


@pytest.mark.rule("RISE-611")
def test_advantage_by_the_other_readings() -> None:
    decline = Scene(Side(play="captain", **STILL), Side(play="mouse bear", **STILL), advantage="may_decline")
    decline.do("to attack", "attack captain", "choose bear").passes()
    assert (decline.seat, decline.legal) == (2, ["block captain with bear", "done"])
    aim = Scene(Side(play="captain", **STILL), Side(play="mouse bear", **STILL), advantage="any_target")
    aim.do("to attack", "attack captain")
    assert aim.legal == ["choose mouse", "choose bear", "choose ysolde@2", "choose bram@2"]
    aim.do("choose bram@2").passes()
    assert aim.hp(2) == (24, 17)


@pytest.mark.rule("RISE-612")
def test_fights_go_in_rounds() -> None:
    s = Scene(Side(play="mouse mouse mouse bear", **STILL), Side(play="low-door", **STILL))
    s.attacks("mouse", "mouse-2", "mouse-3", "bear")
    s.do(*(f"block {one} with low-door" for one in ("mouse", "mouse-2", "mouse-3")), "done").passes()
    s.do("choose bram@2")
    assert s.hp(2) == (24, 19)
    assert s.cemetery(2) == ["low-door"]
    assert s.values("mouse-3") == (2, 2)
    assert (s.values("mouse"), s.values("mouse-2")) == ((2, 1), (2, 1))


@pytest.mark.rule("RISE-613")
def test_bleed_marks_though_its_creature_died_and_iron_skin_needs_survival() -> None:
    s = fight("razor-hound", "ox", "razor-hound with ox")
    assert (s.cemetery(1), s.piece("ox").minus) == (["razor-hound"], 1)
    dead = fight("ox", "shield-sergeant", "ox with shield-sergeant")
    assert dead.cemetery(2) == ["shield-sergeant"]
    assert not [event for event in dead.told("CountersPut") if event.n > 0]


@pytest.mark.rule("RISE-614")
def test_damage_to_summoners_lasts() -> None:
    s = fight("bear", "").do("choose bram@2").do("end turn").passes()
    assert s.state.turn > 4
    assert s.hp(2) == (24, 19)


@pytest.mark.rule("RISE-615")
def test_healing_stops_at_thirty() -> None:
    s = Scene(Side(play="hammer", hp=(29, 20)), IDLE).play("action hammer 6", "choose ysolde")
    assert s.hp() == (30, 20)


@pytest.mark.rule("RISE-616")
def test_a_summoner_without_hp_is_dead() -> None:
    s = fight("bear", "", foe=Side(hp=(2, 20), **STILL)).do("choose ysolde@2")
    assert s.hp(2) == (0, 20)
    assert s.told("SummonerDied")


@pytest.mark.rule("RISE-618")
def test_a_dead_summoner_loses_levels_and_equipment_and_returns_at_level_one() -> None:
    me = Side(play="hammer seal@ysolde", levels=(2, 0), hp=(2, 20), cp=(3, 1))
    s = Scene(me, IDLE).play("action hammer 8", "choose ysolde")
    assert s.hp() == (0, 20)
    assert s.exclusion() == ["level-up", "level-up"]
    assert s.ether() == 2
    assert s.cemetery() == ["seal"]
    s.play("action hammer 10")
    one = s.summoner("ysolde")
    assert (one.hp, one.levels, one.cp, one.tilted) == (5, (), 1, False)


@pytest.mark.rule("RISE-619")
def test_what_an_eliminated_player_held_goes_back() -> None:
    third = Side(hp=(1, 0), play="mouse!owner=1 madness@bear bear fruit", **STILL)
    s = Scene(Side(play="sting"), Side(play="ox"), third)
    assert s.in_play(3) == ["mouse", "bear", "fruit", "madness"]
    s.play("action sting", "choose ysolde@3")
    assert s.in_play(3) == []
    assert "mouse" in s.in_play(1)
    assert sorted(s.exclusion(3)) == ["bear", "fruit", "madness"]
    assert s.over is None


@pytest.mark.rule("RISE-620")
def test_if_the_last_summoners_of_all_die_at_once_it_is_a_draw() -> None:
    s = Scene(Side(play="hammer", hp=(1, 0)), Side(hp=(0, 1), **STILL))
    s.do("action hammer 15").passes()
    # Two effects, one after the other: the first one ends it.
    assert s.over is not None
    assert s.over.reason == "RISE-103"
    both = Scene(Side(hp=(1, 0), **STILL), Side(play="mouse", hp=(1, 0), **STILL))
    from msgspec.structs import replace

    from rising_tutor.games.rise_tcg import battlefield, state

    table = state.lay_out(both.state)
    run = both.run
    run.t = table
    for seat in (0, 1):
        run.set_summoner(seat, 0, replace(table.sides[seat].summoners[0], hp=0))
    battlefield.check(run)
    end = both.game.node(state.take_up(table))
    assert (end.payoffs, end.reason) == ((0, 0), "RISE-620")


@pytest.mark.rule("RISE-519", "RISE-612")
def test_an_attacker_whose_horde_blocker_died_meets_nobody() -> None:
    s = Scene(Side(play="ox mouse", **STILL), Side(play="brute-horde", **STILL)).attacks("ox", "mouse")
    s.do("block ox with brute-horde", "block mouse with brute-horde").passes()
    assert s.cemetery(2) == ["brute-horde"]
    assert s.values("mouse") == (2, 2)
    assert s.hp(2) == (24, 22)
