"""Awakening, Restoration and Invocation (RISE-401 to 427)."""

import pytest

from tests.testkit.rise import IDLE, Scene, Side


@pytest.mark.rule("RISE-401")
def test_the_phases_come_in_order() -> None:
    s = Scene(IDLE, IDLE, step="turn").passes().do("cards 1").passes().do("to attack").passes().do("end turn")
    phases = [event.phase for event in s.told("PhaseBegan")]
    assert phases[:5] == ["awakening", "restoration", "invocation", "attack", "end"]
    fight = Scene(Side(play="bear", tilted=(True, True), cp=(0, 0)), IDLE).attacks("bear").do("choose ysolde@2")
    assert [event.phase for event in fight.told("PhaseBegan")] == ["invocation", "attack", "damage", "end"]


@pytest.mark.rule("RISE-402")
def test_capacity_comes_back_up_to_the_level_unless_an_effect_forbids_it() -> None:
    s = Scene(Side(levels=(1, 0), cp=(0, 0), tilted=(True, True)), step="turn")
    assert s.cp() == (2, 1)
    assert not s.summoner("ysolde").tilted
    kept = Scene(Side(cp=(0, 0), tilted=(True, True), play="seal@ysolde"), step="turn")
    assert kept.cp() == (0, 1)


@pytest.mark.rule("RISE-403")
def test_everything_is_untilted_but_what_an_effect_holds() -> None:
    s = Scene(Side(play="bear!tilted mouse!tilted shackle@mouse"), step="turn")
    assert not s.piece("bear").tilted
    assert s.piece("mouse").tilted


@pytest.mark.rule("RISE-404")
@pytest.mark.parametrize(("cards", "hand", "coins"), [(1, 4, 6), (2, 5, 5)])
def test_one_card_and_two_coins_or_two_cards_and_one_coin(cards: int, hand: int, coins: int) -> None:
    s = Scene(Side(hand="bear mouse ox", coins=4), step="turn").passes()
    assert s.legal == ["cards 1", "cards 2"]
    s.do(f"cards {cards}")
    assert (len(s.hand()), s.coins()) == (hand, coins)
    Scene(step="turn").passes().refused("cards 3", "RISE-404")


@pytest.mark.rule("RISE-405")
def test_there_is_no_limit_to_the_hand() -> None:
    s = Scene(Side(hand=" ".join(["bear"] * 20)), IDLE, step="turn").passes().do("cards 2")
    assert len(s.hand()) == 22
    assert s.passes().phase == "invocation"


@pytest.mark.rule("RISE-406")
def test_an_automatic_effect_comes_in_restoration() -> None:
    s = Scene(Side(play="spring", coins=0), step="turn")
    assert s.coins() == 0
    s.passes().do("cards 1")
    assert s.coins() == 3
    other = Scene(Side(coins=0), Side(play="spring", coins=0), step="turn").passes().do("cards 1")
    assert other.coins(2) == 0


@pytest.mark.rule("RISE-407")
def test_the_player_says_which_automatic_effect_comes_first() -> None:
    me = Side(play="spring field-kitchen jester dementia@jester", hp=(20, 20))
    s = Scene(me, step="turn").passes().do("cards 1")
    assert s.seat == 1
    assert s.legal == ["select spring", "select field-kitchen", "select dementia"]
    s.do("select dementia", "toss tails", "select spring", "choose bram")
    assert [type(event).__name__ for event in s.events[-8:]].count("CoinsChanged") >= 1
    assert s.hp() == (20, 21)


@pytest.mark.rule("RISE-408", "RISE-427", "RISE-809")
def test_a_level_up_is_played_from_restoration_on_and_needs_no_point() -> None:
    me = Side(hand="level-up", tilted=(True, True), cp=(0, 0))
    assert Scene(me).offers("level-up") == ["level-up on ysolde", "level-up on bram"]
    assert Scene(me, step="end").offers("level-up")
    early = Scene(Side(hand="level-up"), step="turn")
    assert not early.offers("level-up")
    early.refused("level-up on bram", "RISE-427")


@pytest.mark.rule("RISE-427", "RISE-709")
def test_no_level_up_on_a_chain_in_a_fight_or_in_an_opponents_turn() -> None:
    s = Scene(Side(hand="level-up", play="tap bear"), Side(hand="cub"))
    s.do("action tap").refused("level-up on bram", "RISE-427")
    fight = Scene(Side(hand="level-up", play="bear"), Side(play="mouse")).do("to attack", "attack bear")
    fight.refused("level-up on bram", "RISE-427", "no fight")
    theirs = Scene(Side(play="tap"), Side(closed="level-up", play="tap")).do("action tap", "pass")
    assert theirs.seat == 2
    theirs.refused("level-up on bram", "RISE-709")
    passed = Scene(Side(hand="level-up cub"), Side(hand="cub", play="tap"), step="end").do(
        "end turn", "action tap-2".replace("-2", "")
    )
    assert not passed.offers("level-up")


@pytest.mark.rule("RISE-709")
def test_a_stolen_level_up_is_played_only_in_the_own_turn() -> None:
    assert Scene(Side(guests="level-up")).offers("level-up")
    s = Scene(Side(play="tap"), Side(guests="level-up", play="tap")).do("action tap", "pass")
    assert not s.offers("level-up")


@pytest.mark.rule("RISE-409", "RISE-410")
def test_the_new_point_can_be_used_at_once_only_if_the_summoner_is_untilted() -> None:
    s = Scene(Side(hand="level-up", tilted=(True, False), cp=(0, 1)), IDLE)
    tilted = s.play("level-up on ysolde")
    assert tilted.cp() == (0, 1)
    free = Scene(Side(hand="level-up"), IDLE).play("level-up on bram")
    assert free.cp() == (1, 2)
    later = Scene(Side(levels=(1, 0), tilted=(True, False), cp=(0, 1)), IDLE, step="turn")
    assert later.cp() == (2, 1)


@pytest.mark.rule("RISE-411", "RISE-412", "RISE-420")
def test_a_card_tilts_a_summoner_and_costs_a_point_and_no_coin() -> None:
    s = Scene(Side(hand="bear", coins=0)).play("invoke bear with ysolde")
    assert (s.cp(), s.summoner("ysolde").tilted, s.in_play()) == ((0, 1), True, ["bear"])
    assert s.coins() == 0
    two = Scene(Side(hand="bear", levels=(1, 0), cp=(2, 0))).play("invoke bear", "skill ysolde 2")
    two.do()
    assert two.cp()[0] == 0


@pytest.mark.rule("RISE-413", "RISE-419")
def test_a_tilted_summoner_goes_on_and_only_points_limit_the_cards() -> None:
    s = Scene(Side(hand=" ".join(["bear"] * 6), levels=(2, 2), cp=(3, 3)), IDLE)
    for _ in range(6):
        s.play(s.offers("invoke")[0])
    assert len(s.in_play()) == 6
    assert s.cp() == (0, 0)


@pytest.mark.rule("RISE-414", "RISE-415", "RISE-416")
def test_unspent_points_of_a_tilted_summoner_are_lost_at_the_end_of_any_turn() -> None:
    me = Side(hand="bear", levels=(1, 1), cp=(2, 2))
    foe = Side(hand="spark", levels=(1, 0), cp=(2, 1))
    s = Scene(me, foe).play("invoke bear with ysolde").do("to attack").passes().do("end turn")
    s.do("invoke spark with ysolde").passes()
    assert s.state.active == 1
    assert s.cp(1) == (0, 2)
    assert s.told("TurnEnded")
    kept = Scene(Side(hand="cub"), Side(), step="end").do("end turn").passes()
    assert kept.cp(1) == (1, 1)
    kept.do("cards 1")
    while kept.seat == 2:
        kept.do("pass")
    assert kept.offers("invoke cub")


@pytest.mark.rule("RISE-417", "RISE-418")
def test_no_skill_before_the_first_own_turn_has_begun_but_an_imminent_card() -> None:
    s = Scene(Side(play="tap"), Side(hand="cub", began=False), turn=1).do("action tap", "pass")
    assert s.seat == 2
    s.refused("skill ysolde 1", "RISE-417", "no turn yet")
    assert s.offers("invoke cub")
    own = Scene(Side(), Side(play="plain-door", began=False), step="turn", active=2, turn=2)
    assert own.seat == 2
    assert own.offers("skill")


@pytest.mark.rule("RISE-421")
def test_the_action_of_a_creature_that_just_came_can_be_used() -> None:
    s = Scene(Side(hand="clerk"), IDLE).play("invoke clerk with bram")
    assert s.offers("action clerk")
    s.do("to attack").passes()
    assert s.phase == "end"


@pytest.mark.rule("RISE-422")
def test_cards_can_be_invoked_after_the_attack() -> None:
    assert Scene(Side(hand="bear"), step="end").offers("invoke bear")


@pytest.mark.rule("RISE-423", "RISE-705")
def test_in_an_opponents_turn_only_imminent_cards_are_invoked() -> None:
    s = Scene(Side(play="tap"), Side(hand="bear plain-door mist cub level-up", play="tap"))
    s.do("action tap", "pass")
    assert s.seat == 2
    assert s.offers("invoke", "level-up") == ["invoke cub with ysolde", "invoke cub with bram"]
    assert s.offers("action", "skill")
    for card in ("bear", "plain-door", "mist"):
        s.refused(f"invoke {card} with bram", "RISE-423")


@pytest.mark.rule("RISE-424")
def test_a_card_untilts_in_the_awakening_of_whoever_has_it() -> None:
    mad = Scene(Side(play="madness@mouse"), Side(play="mouse!tilted"), step="turn")
    assert (mad.in_play(), mad.piece("mouse").tilted) == (["mouse", "madness"], False)
    s = Scene(Side(play="mouse!owner=2!tilted"), Side(), step="turn", active=2)
    assert (s.in_play(2), s.piece("mouse").tilted) == (["mouse"], False)
    own = Scene(Side(play="mouse!owner=2!tilted"), Side(), step="turn", active=1)
    assert (own.in_play(1), own.piece("mouse").tilted) == (["mouse"], False)


@pytest.mark.rule("RISE-425")
def test_one_summoner_pays_the_whole_cost() -> None:
    Scene(Side(hand="ox")).refused("invoke ox with bram", "RISE-425", "costs 2")
    s = Scene(Side(hand="ox", levels=(1, 0), cp=(2, 1)))
    assert s.offers("invoke ox") == ["invoke ox"]
    s.play("invoke ox")
    assert s.cp() == (0, 1)
    assert s.summoner("ysolde").tilted
    assert not s.summoner("bram").tilted


@pytest.mark.rule("RISE-426", "RISE-826", "RISE-827")
def test_only_effects_open_and_close_a_door_and_an_open_one_still_blocks() -> None:
    me = Side(hand="plain-door", play="frost-gate!open")
    s = Scene(me, IDLE).play("invoke plain-door with bram")
    assert not s.piece("plain-door").open
    fight = Scene(Side(play="mouse"), Side(play="plain-door!open", tilted=(True, True), cp=(0, 0)))
    fight.attacks("mouse").do("block mouse with plain-door").passes()
    assert fight.piece("plain-door").open
    fight.do("end turn")
    assert fight.piece("plain-door").open
    turned = Scene(Side(play="plain-door"), IDLE).play("skill ysolde 1")
    assert turned.piece("plain-door").open
    closed = Scene(Side(play="plain-door!open"), IDLE).play("skill ysolde 1")
    assert not closed.piece("plain-door").open
