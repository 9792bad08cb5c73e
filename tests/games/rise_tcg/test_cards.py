"""Stock, Ether, Level Ups, Summoners, and the types of cards (RISE-801 to 834)."""

import pytest

from tests.testkit.rise import GAME, IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


@pytest.mark.rule("RISE-801", "RISE-804", "RISE-910")
def test_coins_pay_for_actions_and_there_is_no_credit() -> None:
    s = Scene(Side(play="toll mouse", coins=5), IDLE).play("action toll")
    assert s.coins() == 3
    poor = Scene(Side(play="toll mouse", coins=1), IDLE)
    assert not poor.offers("action")
    poor.refused("action toll", "RISE-804", "2 coins")


@pytest.mark.rule("RISE-802", "RISE-803")
def test_a_stock_stays_between_nothing_and_thirty() -> None:
    full = Scene(Side(play="well", coins=29, ether=1), IDLE).play("action well")
    assert full.coins() == 30
    stolen = Scene(Side(play="hammer", coins=3), Side(coins=1, **STILL)).play("action hammer 12")
    assert (stolen.coins(1), stolen.coins(2)) == (4, 0)
    reset = Scene(Side(play="hammer"), Side(coins=9, **STILL)).play("action hammer 13")
    assert reset.coins(2) == 0


@pytest.mark.rule("RISE-805", "RISE-926")
def test_ether_pays_what_is_priced_in_ether_and_coins_do_not() -> None:
    s = Scene(Side(play="well", ether=2, coins=0), IDLE).play("action well")
    assert (s.ether(), s.coins()) == (1, 2)
    gold = Scene(Side(play="well", ether=0, coins=9), IDLE)
    assert not gold.offers("action")
    gold.refused("action well", "RISE-926", "1 Ether")


@pytest.mark.rule("RISE-806", "RISE-807")
def test_ether_goes_to_the_owner_and_stays_below_thirty() -> None:
    s = Scene(Side(play="hammer"), Side(play="mist", ether=30, **STILL)).play("action hammer", "choose mist")
    assert (s.ether(2), s.exclusion(2)) == (30, ["mist"])
    other = Scene(Side(play="hammer"), Side(play="mist", **STILL)).play("action hammer", "choose mist")
    assert (other.ether(1), other.ether(2)) == (0, 1)
    lost = Scene(Side(play="hammer"), Side(**STILL)).play("action hammer 14")
    assert lost.ether(2) == 0


@pytest.mark.rule("RISE-808")
def test_what_counts_as_destroyed() -> None:
    returned = Scene(Side(play="hammer swarm"), IDLE).play("action hammer 3", "choose swarm")
    assert (returned.hand(), returned.ether()) == (["swarm"], 0)
    used = Scene(Side(hand="spark"), IDLE).play("invoke spark with bram")
    assert used.ether() == 1


@pytest.mark.rule("RISE-808")
@pytest.mark.parametrize(("reading", "ether"), [("all_deaths", 1), ("not_sacrifice", 0)])
def test_a_sacrifice_counts_or_not(reading: str, ether: int) -> None:
    me = Side(play="bomber powder-keg@bomber dusty", **STILL)
    s = Scene(me, Side(play="sky-courier", **STILL), ether_when=reading)
    from rising_tutor.games.rise_tcg import battlefield, state

    run = s.run
    run.t = state.lay_out(s.state)
    battlefield.die(run, s.piece("dusty"), sacrificed=True)
    assert run.t.sides[0].ether == 0, "Reanimation is tossed for first"
    swarm = Scene(Side(play="swarm", **STILL), IDLE, ether_when=reading)
    run = swarm.run
    run.t = state.lay_out(swarm.state)
    battlefield.die(run, swarm.piece("swarm"), sacrificed=True)
    assert run.t.sides[0].ether == ether


@pytest.mark.rule("RISE-809", "RISE-810", "RISE-821")
def test_a_level_up_needs_no_point_and_opens_the_next_skill() -> None:
    s = Scene(Side(hand="level-up", play="bear", **STILL), IDLE)
    assert s.offers("level-up") == ["level-up on ysolde", "level-up on bram"]
    free = Scene(Side(hand="level-up", play="bear"), IDLE)
    free.refused("skill ysolde 2", "RISE-815", "level 2")
    free.play("level-up on ysolde")
    assert free.cp() == (2, 1)
    assert "skill ysolde 2" in free.legal
    assert free.told("LevelGained")[0].n == 2


@pytest.mark.rule("RISE-811", "RISE-813")
def test_a_surplus_level_up_is_legal_and_a_buffer() -> None:
    s = Scene(Side(hand="level-up", play="hammer", levels=(2, 0), cp=(3, 1)), IDLE).play("level-up on ysolde")
    assert s.cp() == (3, 1)
    assert len(s.summoner("ysolde").levels) == 3
    s.play("action hammer 2")
    assert s.told("LevelLost")[0].n == 3
    assert s.cp() == (3, 1)


@pytest.mark.rule("RISE-812")
def test_a_level_up_can_be_destroyed() -> None:
    s = Scene(Side(play="hammer bear", levels=(1, 0), cp=(2, 1)), IDLE)
    assert "skill ysolde 2" in s.legal
    s.play("action hammer 2")
    assert s.cp() == (1, 1)
    assert "skill ysolde 2" not in s.legal
    assert s.exclusion() == ["level-up"]


@pytest.mark.rule("RISE-814")
def test_one_level_up_a_turn() -> None:
    s = Scene(Side(hand="level-up level-up"), IDLE).play("level-up on bram")
    assert not s.offers("level-up")
    s.refused("level-up on bram", "RISE-814")


@pytest.mark.rule("RISE-815")
def test_a_skill_above_the_level_is_not_offered() -> None:
    s = Scene(Side(play="bear plain-door"), IDLE)
    assert s.offers("skill ysolde") == ["skill ysolde 1"]


@pytest.mark.rule("RISE-816")
def test_skills_are_used_in_opponents_turns_too() -> None:
    s = Scene(Side(play="tap"), Side()).do("action tap", "pass")
    assert (s.seat, s.offers("skill")) == (2, ["skill bram 1"])


@pytest.mark.rule("RISE-817")
def test_each_skill_once_until_the_summoner_is_untilted() -> None:
    s = Scene(Side(play="plain-door bear", levels=(1, 0), cp=(2, 1)), IDLE).play("skill ysolde 1")
    assert "skill ysolde 1" not in s.legal
    assert "skill ysolde 2" in s.legal
    s.refused("skill ysolde 1", "RISE-817")
    again = Scene(Side(play="plain-door", levels=(1, 0), cp=(1, 1), tilted=(True, False)), IDLE, step="turn")
    assert "skill ysolde 1" in again.legal


@pytest.mark.rule("RISE-818")
def test_summoners_can_be_targets() -> None:
    s = Scene(Side(play="sting"), Side(hp=(0, 5), **STILL)).do("action sting")
    assert s.legal == ["choose ysolde", "choose bram", "choose bram@2"]


@pytest.mark.rule("RISE-819", "RISE-820")
def test_together_takes_a_point_from_both_living_summoners() -> None:
    Scene(Side(hand="twin-oath-champion", cp=(1, 0))).refused("invoke twin-oath-champion", "RISE-819")
    Scene(Side(hand="twin-oath-champion", hp=(9, 0))).refused("invoke twin-oath-champion", "RISE-820")
    s = Scene(Side(hand="twin-oath-champion"), IDLE).play("invoke twin-oath-champion")
    assert (s.cp(), s.in_play()) == ((0, 0), ["twin-oath-champion"])
    assert s.summoner("ysolde").tilted
    assert s.summoner("bram").tilted


@pytest.mark.rule("RISE-823")
def test_an_imminent_creature_is_played_at_any_time_and_stays() -> None:
    s = Scene(Side(play="tap"), Side(hand="cub")).do("action tap", "pass", "invoke cub with bram").passes()
    assert s.in_play(2) == ["cub"]


@pytest.mark.rule("RISE-829")
def test_an_incantation_neither_attacks_nor_blocks() -> None:
    s = Scene(Side(play="fruit bear", **STILL), Side(play="fruit", **STILL)).do("to attack")
    assert s.legal == ["attack bear", "done"]
    s.do("attack bear")
    assert s.legal == ["choose ysolde@2", "choose bram@2"]
    blocked = Scene(Side(play="bear", **STILL), Side(play="fruit ox", **STILL)).attacks("bear")
    assert blocked.legal == ["block bear with ox", "done"]
    blocked.refused("block bear with fruit", "RISE-829")


@pytest.mark.rule("RISE-830")
def test_a_destroyed_incantation_goes_to_the_cemetery_or_gives_ether() -> None:
    s = Scene(Side(play="hammer fruit mist"), IDLE).play("action hammer", "choose fruit")
    assert (s.cemetery(), s.ether()) == (["fruit"], 0)
    other = Scene(Side(play="hammer fruit mist"), IDLE).play("action hammer", "choose mist")
    assert (other.cemetery(), other.ether()) == ([], 1)


@pytest.mark.rule("RISE-831", "RISE-833")
def test_an_imminent_card_costs_a_point_like_any_card() -> None:
    s = Scene(Side(play="tap"), Side(hand="spark", play="tap", cp=(0, 0), tilted=(True, True)))
    s.do("action tap")
    s.do("pass")
    assert s.seat == 2
    s.refused("invoke spark with bram", "RISE-833")
    can = Scene(Side(play="tap"), Side(hand="spark")).do("action tap", "pass")
    assert can.offers("invoke spark")


@pytest.mark.rule("RISE-832")
def test_a_used_imminent_goes_to_the_cemetery_or_is_removed() -> None:
    s = Scene(Side(hand="storm-bolt spark"), Side(play="swarm", **STILL)).play("invoke storm-bolt with bram", "times 1")
    assert s.cemetery() == ["storm-bolt"]
    s.play("invoke spark")
    assert (s.exclusion(), s.ether()) == (["spark"], 1)


@pytest.mark.rule("RISE-834")
def test_as_many_imminents_in_a_row_as_wished() -> None:
    s = Scene(Side(hand="spark spark spark", levels=(2, 0), cp=(3, 1), coins=0), IDLE)
    s.do("invoke spark with ysolde", "invoke spark with ysolde", "invoke spark with ysolde")
    assert s.chain == ["spark"] * 3
    assert s.passes().coins() == 3


@pytest.mark.rule("RISE-921")
def test_only_constant_cards_stay() -> None:
    s = Scene(Side(hand="fruit spark"), IDLE).play("invoke fruit with bram", "invoke spark")
    assert s.in_play() == ["fruit"]
    assert GAME.book.card["fruit"].constant
