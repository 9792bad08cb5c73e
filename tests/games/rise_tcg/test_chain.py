"""The chain, windows, actions and base effects (RISE-901 to 929)."""

import pytest

from rising_tutor.core.node import Chance
from rising_tutor.games.rise_tcg.keywords import ABILITIES
from tests.testkit.rise import IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


@pytest.mark.rule("RISE-901", "RISE-902")
def test_answers_form_a_chain_that_is_worked_off_last_in_first_out() -> None:
    s = Scene(Side(play="tap", hand="spark"), Side(hand="cub"))
    s.do("action tap", "pass", "invoke cub with bram")
    assert s.chain == ["tap", "cub"]
    assert s.seat == 1
    s.do("invoke spark with ysolde")
    assert s.chain == ["tap", "cub", "spark"]
    s.passes()
    assert [event.card for event in s.told("ItemResolved")] == ["spark", "cub", "tap"]


@pytest.mark.rule("RISE-903")
def test_the_adder_goes_on_then_the_others_in_turn_order_and_nobody_twice() -> None:
    b = Side(hand="cub", play="tap tap")
    s = Scene(Side(play="tap tap tap"), b, Side(play="tap"))
    s.do("action tap", "action tap-2")
    assert s.chain == ["tap", "tap"]
    assert s.seat == 1
    s.do("pass")
    assert s.seat == 2
    s.do("action tap-4")
    assert s.seat == 2, "whoever added may add more"
    s.do("pass")
    assert s.seat == 3
    s.do("pass")
    assert s.seat == 1
    s.forget().do("pass")
    assert s.state.chain == ()
    assert [event.seat for event in s.told("ItemResolved")] == [1, 0, 0]
    assert s.seat == 1
    assert s.offers("to attack")


@pytest.mark.rule("RISE-903", "RISE-834")
def test_by_the_other_reading_the_next_player_is_asked_first() -> None:
    s = Scene(Side(play="tap tap"), Side(play="tap"), chain_priority="next_player").do("action tap")
    assert s.seat == 2
    s.do("pass")
    assert s.seat == 1


@pytest.mark.rule("RISE-904", "RISE-905", "RISE-912")
def test_costs_are_paid_when_added_and_stay_paid_though_the_target_is_gone() -> None:
    s = Scene(Side(play="toll"), Side(hand="recall-horn", play="mouse")).do("action toll")
    assert s.coins() == 3
    if s.seat == 1:
        s.do("pass")
    s.do("invoke recall-horn with bram", "choose mouse").passes()
    assert (s.coins(), s.hand(2), s.cemetery(2)) == (3, ["mouse"], ["recall-horn"])
    assert [event.card for event in s.told("ItemFailed")] == ["toll"]


@pytest.mark.rule("RISE-905")
def test_an_imminent_without_its_target_goes_to_the_cemetery_all_the_same() -> None:
    s = Scene(Side(hand="storm-bolt", play="tap"), Side(hand="recall-horn", play="mouse"))
    s.do("invoke storm-bolt with bram", "times 1", "pass")
    s.do("invoke recall-horn with bram", "choose mouse").passes()
    assert s.cemetery() == ["storm-bolt"]
    assert s.told("ItemFailed")


@pytest.mark.rule("RISE-906")
def test_an_ability_is_what_makes_the_difference() -> None:
    s = Scene(Side(play="mouse sky-courier", **STILL), Side(play="mouse", **STILL)).attacks("mouse", "sky-courier")
    assert s.offers("block") == ["block mouse with mouse-2"]


@pytest.mark.rule("RISE-907", "RISE-908")
def test_base_effects_work_upon_entry_from_top_to_bottom() -> None:
    s = Scene(Side(hand="welcome"), IDLE).play("invoke welcome with bram")
    assert (s.coins(), s.ether()) == (6, 1)
    assert s.happened("CoinsChanged", "EtherChanged") == ["CoinsChanged", "EtherChanged"]


@pytest.mark.rule("RISE-909", "RISE-910")
def test_an_action_is_bought_tossed_or_rolled_for_and_a_skill_is_none() -> None:
    s = Scene(Side(play="tap toll coin-box dice-box bear", coins=1))
    assert s.offers("action") == ["action tap", "action coin-box", "action dice-box"]
    assert s.offers("skill") == ["skill bram 1"]


@pytest.mark.rule("RISE-911", "RISE-912")
def test_an_action_of_a_card_that_is_gone_does_not_happen_and_stays_paid() -> None:
    s = Scene(Side(play="clerk tap"), Side(play="sling", coins=2)).do("action clerk", "pass")
    s.do("action sling", "times 2").passes()
    assert (s.ether(), s.coins(), s.cemetery()) == (0, 4, ["clerk"])
    assert s.told("ItemFailed")[0].rule == "RISE-911"


@pytest.mark.rule("RISE-913", "RISE-914", "RISE-1015")
def test_heads_is_success_and_a_failure_without_text_does_nothing() -> None:
    s = Scene(Side(play="coin-box", coins=5), IDLE).play("action coin-box")
    assert s.tosses
    won = Scene(Side(play="coin-box", coins=5), IDLE).play("action coin-box").do("toss heads")
    assert won.coins() == 7
    assert won.told("CoinTossed")[0].heads
    s.do("toss tails")
    assert s.coins() == 4


@pytest.mark.rule("RISE-914")
@pytest.mark.parametrize(("n", "coins"), [(3, 4), (4, 7)])
def test_a_die_succeeds_by_the_numbers_of_the_card(n: int, coins: int) -> None:
    s = Scene(Side(play="dice-box", coins=5), IDLE).play("action dice-box").do(f"roll {n}")
    assert s.coins() == coins


@pytest.mark.rule("RISE-915", "RISE-916")
def test_an_action_once_in_every_turn_also_in_those_of_others() -> None:
    s = Scene(Side(play="tap"), IDLE, step="end").play("action tap")
    assert not s.offers("action")
    s.refused("action tap", "RISE-915")
    s.do("end turn")
    assert s.state.turn == 5
    if s.seat == 2:
        s.do("pass")
    assert s.seat == 1
    assert s.offers("action tap")


@pytest.mark.rule("RISE-917", "RISE-918", "RISE-919")
def test_actions_have_imminent_speed_and_neither_tilt_nor_need_an_untilted_card() -> None:
    s = Scene(Side(play="tap"), Side(play="clerk!tilted clerk", coins=4)).do("action tap", "pass")
    assert s.offers("action") == ["action clerk", "action clerk-2"]
    s.do("action clerk-2").passes()
    assert not s.piece("clerk-2").tilted
    assert s.ether(2) == 1


@pytest.mark.rule("RISE-920")
def test_multi_target_repeats_a_purchase_as_often_as_it_is_paid() -> None:
    s = Scene(Side(play="sling", coins=3), Side(play="ox snail", **STILL)).do("action sling")
    assert s.legal == ["times 1", "times 2", "times 3"]
    s.do("times 3", "choose ox", "choose ox", "choose snail").passes()
    assert s.coins() == 0
    assert (s.values("ox"), s.values("snail")) == ((5, 3), (0, 2))


@pytest.mark.rule("RISE-922", "RISE-923")
def test_invoking_anything_can_be_answered_by_our_reading() -> None:
    s = Scene(Side(hand="bear", play="tap"), Side(hand="cub")).do("invoke bear with bram", "pass")
    assert s.seat == 2
    assert s.in_play() == ["tap"]
    level = Scene(Side(hand="level-up", play="tap"), Side(hand="cub")).do("level-up on bram", "pass")
    assert level.seat == 2


@pytest.mark.rule("RISE-922", "RISE-923")
def test_by_the_other_reading_constant_cards_and_level_ups_enter_at_once() -> None:
    s = Scene(Side(hand="bear level-up", play="tap"), Side(hand="cub"), answer_constants=False)
    s.do("invoke bear with bram")
    assert (s.seat, s.in_play()) == (1, ["tap", "bear"])
    s.do("level-up on ysolde")
    assert (s.seat, s.cp()) == (1, (2, 0))


@pytest.mark.rule("RISE-924")
def test_what_works_by_itself_is_not_answered_unless_a_reading_says_so() -> None:
    def dies(**options) -> Scene:
        s = Scene(Side(play="mourner toll"), Side(hand="cub"), **options)
        return s.do("action toll").passes() if not options else s.do("action toll")

    assert dies().coins() == 4
    s = dies(answer_triggers=True)
    while s.chain == ["toll"]:
        s.do("pass")
    assert s.chain == ["mourner"]
    assert s.coins() == 3
    assert s.seat in (1, 2)
    assert s.passes().coins() == 4


@pytest.mark.rule("RISE-925")
def test_exactly_the_active_abilities_toss() -> None:
    from rising_tutor.games.rise_tcg import combat
    from rising_tutor.games.rise_tcg.abilities import TOSSED

    assert combat
    assert len(ABILITIES) == 50
    assert {word for word, one in ABILITIES.items() if one.active} == set(TOSSED) - {"action"}


@pytest.mark.rule("RISE-927")
def test_the_action_of_an_imminent_is_announced_and_paid_with_it() -> None:
    Scene(Side(hand="storm-bolt", coins=1), Side(play="mouse")).refused("invoke storm-bolt with bram", "RISE-927")
    s = Scene(Side(hand="storm-bolt", coins=2), Side(play="ox", hand="cub")).do("invoke storm-bolt with bram")
    assert (s.chain, s.coins()) == (["storm-bolt"], 0)


@pytest.mark.rule("RISE-928")
def test_no_toss_is_made_for_a_creature_that_was_destroyed_in_answer() -> None:
    s = Scene(Side(play="grave-brute"), Side(play="hammer")).do("rage grave-brute")
    if s.seat == 1:
        s.do("pass")
    s.do("action hammer", "choose grave-brute").passes()
    assert not s.told("CoinTossed")
    assert s.cemetery() == ["grave-brute"]


@pytest.mark.rule("RISE-928")
def test_assimilation_is_not_answered() -> None:
    s = Scene(Side(play="swarm-ooze swarm-ooze"), Side(hand="cub")).do("stack swarm-ooze on swarm-ooze-2")
    assert (s.seat, s.in_play()) == (1, ["swarm-ooze"])


@pytest.mark.rule("RISE-929")
def test_the_coin_falls_upon_resolution() -> None:
    s = Scene(Side(play="coin-box tap"), Side(hand="cub")).do("action coin-box", "pass")
    assert s.seat == 2
    assert not s.told("CoinTossed")
    assert not isinstance(s.game.node(s.state), Chance)


@pytest.mark.rule("RISE-1020")
def test_giving_up_at_any_decision_where_the_option_allows_it() -> None:
    s = Scene(Side(), Side(play="bear"), concede=True)
    assert s.legal[-1] == "concede"
    s.do("concede")
    assert s.over is not None
    assert s.over.payoffs == (-1, 1)
    Scene().refused("concede", "RISE-1020", "option concede")
    three = Scene(Side(play="bear"), Side(), Side(), concede=True).do("concede")
    assert three.state.active == 1
    assert three.in_play(1) == []


# windows --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-903", "RISE-1019")
def test_who_is_asked_follows_from_what_everybody_sees() -> None:
    """A hand that holds no answer is asked like one that does; without a point, nobody is."""
    for card in ("ox", "cub"):
        s = Scene(Side(play="tap"), Side(closed=card, summoners="ysolde bram", levels=(0, 0))).do("action tap")
        if s.seat == 1:
            s.do("pass")
        assert s.seat == 2
    none = Scene(Side(play="tap"), Side(closed="cub", **STILL)).do("action tap")
    assert none.coins() == 6 or none.seat == 1
    everybody = Scene(Side(play="tap"), Side(**STILL), windows="all").do("action tap", "pass")
    assert (everybody.seat, everybody.legal) == (2, ["pass", "wait"])


def test_a_seat_that_waits_is_not_asked_until_another_seat_adds_something() -> None:
    s = Scene(Side(play="tap tap bear"), Side(hand="cub spark")).do("action tap")
    assert s.seat == 1
    s.do("wait")
    assert s.seat == 2
    s.do("wait")
    assert (s.seat, s.coins()) == (1, 6)
    s.do("action tap-2")
    assert s.seat == 2, "another seat has added something"
    s.do("invoke spark with bram")
    assert s.seat in (1, 2)
    if s.seat == 2:
        s.do("pass")
    assert s.seat == 1, "and now the first seat is asked again"


def test_a_seat_that_waits_is_not_asked_before_the_damage_either_but_still_blocks() -> None:
    s = Scene(Side(play="tap bear"), Side(play="ox", hand="cub")).do("action tap", "wait")
    assert s.seat == 2
    s.do("wait", "to attack", "attack bear")
    assert s.seat == 2, "a block is no addition"
    s.do("block bear with ox")
    assert s.state.phase == "end", "nobody was asked before the damage"


def test_waiting_ends_with_the_turn() -> None:
    s = Scene(Side(), Side(hand="cub"), step="end").do("end turn", "wait")
    assert s.state.turn == 5
    assert s.state.quiet == 0


def test_passing_on_and_ending_the_turn_are_two_commands_with_two_sentences() -> None:
    s = Scene(Side(), Side(hand="cub"), step="end")
    s.refused("wait", "RISE-401")
    s.do("end turn")
    s.refused("end turn", "RISE-701")
    s.do("wait")
    said = [s.game.say(event) for event in s.events if type(event).__name__ in ("EndAnnounced", "Passed")]
    assert said == [
        "Player 1 announces the end of the turn.",
        "Player 2 passes and waits until another player adds something.",
    ]


def test_the_older_word_for_both_is_read_where_each_was_meant() -> None:
    s = Scene(Side(), Side(hand="cub"), step="end")
    assert s.game.read(s.state, "pass turn") == s.game.read(s.state, "end turn")
    s.do("pass turn")
    assert s.game.read(s.state, "Pass  Turn") == s.game.read(s.state, "wait")
    assert "pass turn" not in s.legal
