"""Owner against controller, resets per turn, and where cards go: each line that decides one of them."""

import pytest

from tests.testkit.rise import IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def still(play: str = "", **more) -> Side:
    return Side(play=play, **(STILL | more))


def destroyed(card: str, *, more: str = "", choose: bool = True, **options) -> Scene:
    """Destroy a card of seat 1 with its own Hammer."""
    s = Scene(still(f"{card} hammer {more}"), still(), **options).do("action hammer")
    if choose:
        s.do(f"choose {card.partition('!')[0]}")
    return s.passes()


def begun(mine: str, theirs: str = "", *coins: str, **options) -> Scene:
    """Begin a turn of seat 1, take its cards and toss what the Diseases ask for."""
    return Scene(still(mine), still(theirs), step="turn", **options).passes().do("cards 1", *coins)


def next_turn(s: Scene) -> Scene:
    """Pass until the next turn has begun and somebody is asked."""
    turn = s.state.turn
    while s.state.turn == turn:
        s.do("pass" if "pass" in s.legal else s.legal[-1])
    return s


# resets of a turn -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-928")
def test_copycat_forgets_at_the_end_of_a_turn_which_actions_were_used() -> None:
    s = Scene(still("clockwork-parrot tap"), IDLE, step="end").play("action tap")
    assert s.offers("relaunch")
    next_turn(s)
    while s.seat == 2:
        s.do("pass")
    assert (s.seat, s.offers("action"), s.offers("relaunch")) == (1, ["action tap"], [])


@pytest.mark.rule("RISE-706")
def test_no_card_is_invoked_before_the_draw_of_the_turn_after_this_one_either() -> None:
    s = next_turn(Scene(Side(hand="cub", play="tap"), still("tap"), step="end").do("pass turn"))
    s.do("action tap-2", "pass")
    assert (s.seat, s.state.turn, s.phase, s.chain) == (1, 5, "awakening", ["tap"])
    assert s.offers("action tap")
    assert not s.offers("invoke")


@pytest.mark.rule("RISE-817")
def test_a_skill_of_once_per_game_is_not_offered_in_a_later_turn() -> None:
    me = Side(summoners="oss ysolde", hp=(20, 0), levels=(2, 0), cp=(3, 0), play="hammer")
    s = Scene(me, IDLE).play("skill oss 3")
    assert s.hp() == (20, 5)
    s.do("action hammer 8", "choose ysolde").passes()
    assert s.hp() == (20, 0)
    while not (s.state.turn == 6 and s.phase == "invocation"):
        s.do("cards 1" if "cards 1" in s.legal else "pass" if "pass" in s.legal else s.legal[-1])
    assert s.cp() == (3, 0)
    assert s.offers("skill oss") == ["skill oss 1"]


# Ether and piles: the owner's -----------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-607", "RISE-806", "RISE-1009")
def test_a_card_of_infinite_rank_gives_ether_to_its_owner_not_to_its_controller() -> None:
    s = destroyed("swarm!owner=2")
    assert (s.ether(1), s.ether(2), s.exclusion(2)) == (0, 1, ["swarm"])
    incantation = destroyed("mist!owner=2")
    assert (incantation.ether(1), incantation.ether(2), incantation.exclusion(2)) == (0, 1, ["mist"])


@pytest.mark.rule("RISE-832", "RISE-1009")
def test_an_imminent_of_another_gives_ether_to_its_owner() -> None:
    s = Scene(Side(guests="spark"), IDLE).play("invoke spark with bram")
    assert (s.ether(1), s.ether(2), s.exclusion(2)) == (0, 1, ["spark"])


@pytest.mark.rule("RISE-607", "RISE-1009")
def test_a_failed_reanimation_gives_ether_to_the_owner() -> None:
    s = destroyed("dusty!owner=2").do("toss tails")
    assert (s.ether(1), s.ether(2), s.exclusion(2)) == (0, 1, ["dusty"])


@pytest.mark.rule("RISE-107", "RISE-607")
def test_a_reanimated_card_of_infinite_rank_is_excluded_without_ether() -> None:
    s = destroyed("dusty!reanimated")
    assert not s.tosses
    assert (s.ether(1), s.exclusion(1), s.cemetery(1)) == (0, ["dusty"], [])
    back = destroyed("dusty").do("toss heads")
    assert (back.ether(1), back.exclusion(1), "dusty" in back.in_play(1)) == (0, [], True)


@pytest.mark.rule("RISE-1013")
def test_a_token_is_not_reanimated() -> None:
    s = destroyed("restless-squire!token")
    assert not s.tosses
    assert (s.cemetery(1), s.exclusion(1), s.in_play(1)) == ([], [], ["hammer"])


@pytest.mark.rule("RISE-607", "RISE-1009")
def test_each_part_of_a_stack_gives_ether_to_its_own_owner() -> None:
    s = Scene(still("slime slime!owner=2 hammer"), IDLE).do("stack slime on slime-2")
    s.do("action hammer", "choose slime").passes()
    assert (s.ether(1), s.ether(2)) == (1, 1)
    assert (s.exclusion(1), s.exclusion(2)) == (["slime"], ["slime"])


@pytest.mark.rule("RISE-808")
@pytest.mark.parametrize(("option", "sacrifice"), [("all_deaths", 2), ("not_sacrifice", 0)])
def test_a_sacrificed_stack_gives_ether_by_the_option_and_a_destroyed_one_always(option: str, sacrifice: int) -> None:
    mine = still("slime slime powder-keg@slime hammer")
    s = Scene(mine, still("bear"), ether_when=option).do("stack slime on slime-2", "to attack")
    if s.legal[-1] == "done":
        s.do("done")
    s.do("explosive slime").passes()
    assert (s.ether(1), s.cemetery(2)) == (sacrifice, ["bear"])
    killed = Scene(mine, still("bear"), ether_when=option).do("stack slime on slime-2")
    assert killed.do("action hammer", "choose slime").passes().ether(1) == 2


@pytest.mark.rule("RISE-618")
def test_a_dead_summoner_has_no_level_ups() -> None:
    s = Scene(Side(levels=(0, 2), cp=(1, 3), play="hammer"), IDLE).do("action hammer 8", "choose bram").passes()
    assert (s.summoner("bram").levels, s.exclusion(1), s.ether(1)) == ((), ["level-up", "level-up"], 2)


# effects: the controller's --------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-406", "RISE-907", "RISE-1009")
def test_base_effects_work_for_the_controller() -> None:
    assert (destroyed("mourner!owner=2").coins(1), destroyed("mourner!owner=2").coins(2)) == (6, 5)
    s = begun("spring!owner=2")
    assert (s.coins(1), s.coins(2)) == (5 + 2 + 1, 5)


@pytest.mark.rule("RISE-1009")
@pytest.mark.parametrize(("option", "bear", "harness"), [("controller", 1, 2), ("owner", 2, 2)])
def test_return_sends_each_card_to_the_hand_of_its_own_controller(option: str, bear: int, harness: int) -> None:
    s = Scene(still("madness@bear hammer"), still("bear steel-harness@bear"), return_to=option)
    s.do("action hammer 3", "choose bear").passes()
    assert "bear" in s.hand(bear)
    assert "steel-harness" in s.hand(harness)


@pytest.mark.rule("RISE-1009")
@pytest.mark.parametrize(("option", "hand"), [("controller", 1), ("owner", 2)])
def test_return_sends_every_part_of_a_stack_to_that_hand(option: str, hand: int) -> None:
    s = Scene(still("swarm-ooze swarm-ooze!owner=2 hammer"), IDLE, return_to=option)
    s.do("stack swarm-ooze on swarm-ooze-2", "action hammer 3", "choose swarm-ooze").passes()
    assert s.hand(1).count("swarm-ooze") == (2 if hand == 1 else 1)
    assert s.hand(2).count("swarm-ooze") == (0 if hand == 1 else 1)


@pytest.mark.rule("RISE-1009")
def test_the_end_of_possession_leaves_a_creature_to_madness() -> None:
    s = Scene(still("bear!owner=2 madness@bear"), still(), step="turn", active=2)
    assert "bear" in s.in_play(1)
    alone = Scene(still("bear!owner=2"), still(), step="turn", active=2)
    assert "bear" in alone.in_play(2)


@pytest.mark.rule("RISE-1009")
def test_the_newest_control_effect_holds_and_the_older_one_after_it() -> None:
    s = Scene(still("bear madness@bear hammer"), still("madness@bear"))
    assert "bear" in s.in_play(2)
    s.do("action hammer", "choose madness-2").passes()
    assert "bear" in s.in_play(1)
    other = Scene(still("madness@bear"), still("bear madness@bear"), still())
    assert "bear" in other.in_play(2)


@pytest.mark.rule("RISE-1009", "RISE-1025")
def test_a_creature_that_was_reanimated_under_another_goes_back_to_that_player() -> None:
    s = destroyed("restless-squire!owner=2", more="tap").do("toss heads")
    assert "restless-squire" in s.in_play(1)
    squire = s.piece("restless-squire")
    assert (squire.owner, squire.controller) == (1, 0)
    next_turn(s)
    assert "restless-squire" in s.in_play(1), "it is not lent: it stays"
    doctor = Side(summoners="vell bram", cp=(1, 0), tilted=(False, True), play="snail!tilted madness@snail")
    taken = Scene(still("restless-squire!owner=2 hammer hammer"), doctor)
    taken.do("action hammer", "choose restless-squire").passes().do("toss heads", "to attack")
    while taken.seat == 1:
        taken.do("pass")
    taken.do("skill vell 1").passes()
    assert "restless-squire" in taken.in_play(2)
    taken.do("action hammer-2", "choose madness").passes()
    assert "restless-squire" in taken.in_play(1), "a control effect that ends leaves it to its last holder"


@pytest.mark.rule("RISE-602", "RISE-1022")
@pytest.mark.parametrize("active", [1, 2])
def test_of_deaths_at_once_those_of_the_player_of_the_turn_come_first(active: int) -> None:
    fading = "mouse!minus=2!defense=1"
    s = next_turn(Scene(still(fading), still(fading), step="end", active=active))
    assert [event.seat + 1 for event in s.told("LeftPlay")] == [active, 3 - active]


# stacks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-501", "RISE-928")
@pytest.mark.parametrize("play", ["swarm-ooze swarm-ooze!new", "swarm-ooze!new swarm-ooze"])
def test_a_stack_is_sick_if_either_card_is(play: str) -> None:
    s = Scene(still(f"{play} bear"), IDLE).do("stack swarm-ooze on swarm-ooze-2", "to attack")
    assert s.offers("attack") == ["attack bear"]
    s.refused("attack swarm-ooze", "RISE-501")
    well = Scene(still("swarm-ooze swarm-ooze"), IDLE).do("stack swarm-ooze on swarm-ooze-2", "to attack")
    assert well.offers("attack swarm-ooze")


@pytest.mark.rule("RISE-928")
@pytest.mark.parametrize("top", ["swarm-ooze", "swarm-ooze-2"])
def test_all_that_was_done_to_either_card_stays_on_the_stack(top: str) -> None:
    changed = "swarm-ooze!plus=3!minus=1!rage=1!attack=2!defense=1!damage=1!paranoid"
    under = "swarm-ooze-2" if top == "swarm-ooze" else "swarm-ooze"
    s = Scene(still(f"{changed} swarm-ooze!tilted"), IDLE).do(f"stack {top} on {under}")
    assert s.values(top) == (1 + 3 - 1 + 1 + 2 + 1, 1 + 3 - 1 + 1 + 1 - 1 + 1)
    piece = s.piece(top)
    assert (piece.tilted, piece.paranoid, piece.damage, piece.plus, piece.minus) == (True, True, 1, 3, 1)


@pytest.mark.rule("RISE-928", "RISE-1007")
@pytest.mark.parametrize("top", ["swarm-ooze", "swarm-ooze-2"])
def test_a_stack_with_a_paralysed_card_is_paralysed(top: str) -> None:
    s = begun("swarm-ooze paralysis@swarm-ooze swarm-ooze bear", "", "toss heads").passes()
    s.do(f"stack {top} on {'swarm-ooze-2' if top == 'swarm-ooze' else 'swarm-ooze'}", "to attack")
    assert s.offers("attack") == ["attack bear"]


@pytest.mark.rule("RISE-928", "RISE-1007")
def test_a_creature_that_can_start_nothing_is_not_stacked_either_way() -> None:
    s = begun("swarm-ooze!defense=9 dementia@swarm-ooze swarm-ooze", "", "toss heads").passes()
    assert not s.offers("stack")


@pytest.mark.rule("RISE-928", "RISE-1009")
def test_a_stack_stays_under_the_control_effects_of_all_its_parts() -> None:
    s = Scene(still("swarm-ooze!owner=2 swarm-ooze madness@swarm-ooze-2"), still(), step="main")
    s.do("stack swarm-ooze on swarm-ooze-2")
    assert next_turn(s).in_play(1) == ["swarm-ooze", "madness"]
    lent = Scene(still("swarm-ooze!owner=2 swarm-ooze"), still()).do("stack swarm-ooze on swarm-ooze-2")
    assert next_turn(lent).in_play(2) == ["swarm-ooze"]


# what is offered ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-928")
def test_a_clone_invoked_this_turn_uses_cloning_at_once() -> None:
    s = Scene(Side(hand="steady-clone"), IDLE).play("invoke steady-clone with bram")
    assert s.offers("cloning") == ["cloning steady-clone"]


@pytest.mark.rule("RISE-928")
def test_diversion_needs_and_takes_a_creature_of_an_opponent() -> None:
    assert not Scene(still("jester bear"), still("plain-door")).offers("diversion")
    s = Scene(still("jester bear"), still("mouse ox plain-door")).do("diversion jester").passes().do("toss heads")
    assert s.legal == ["choose mouse", "choose ox"]


@pytest.mark.rule("RISE-928", "RISE-1007")
def test_a_copycat_that_can_start_nothing_performs_no_action() -> None:
    parrot = "clockwork-parrot!defense=9"
    s = begun(f"{parrot} dementia@clockwork-parrot tap", "", "toss heads").do("action tap")
    assert not s.offers("relaunch")
    assert begun(f"{parrot} dementia@clockwork-parrot tap", "", "toss tails").do("action tap").offers("relaunch")


@pytest.mark.rule("RISE-928")
def test_copycat_does_not_repeat_the_imminent_of_another() -> None:
    s = Scene(still("clockwork-parrot tap", coins=9), Side(hand="storm-bolt", play="ox", coins=9), active=2)
    s.do("invoke storm-bolt with bram", "times 1", "choose ox")
    while s.seat == 2:
        s.do("pass")
    assert s.offers("action tap")
    assert not s.offers("relaunch")


@pytest.mark.rule("RISE-928")
def test_two_copycats_perform_one_action_and_use_up_nothing_of_its_card() -> None:
    s = Scene(still("clockwork-parrot clockwork-parrot tap"), IDLE).play("action tap", "relaunch clockwork-parrot tap")
    assert s.offers("relaunch") == ["relaunch clockwork-parrot-2 tap"]
    assert s.play("relaunch clockwork-parrot-2 tap").coins() == 5 + 3
    unused = Scene(still("clockwork-parrot tap"), IDLE, copycat_copies="any").play("relaunch clockwork-parrot tap")
    assert unused.offers("action") == ["action tap"]


# Diseases and marks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-1008")
def test_allergy_and_parasite_do_nothing_to_a_creature_with_immunity() -> None:
    s = begun("healthy allergy@healthy parasite@healthy!turns=2")
    assert s.values("healthy") == (2, 2)
    assert (s.piece("healthy").minus, s.piece("parasite").turns) == (0, 1)


def test_a_bonus_of_an_equipment_for_itself_is_not_its_bearers() -> None:
    assert Scene(still("bear plate@bear")).values("bear") == (3, 3)


@pytest.mark.rule("RISE-1007")
def test_parasite_by_turns_of_its_controller_counts_those_of_whoever_controls_the_creature() -> None:
    mine = begun("madness@bear", "bear parasite@bear!turns=3", parasite_turns="controllers_turns")
    assert mine.piece("bear").minus == 1
    next_turn(mine)
    while mine.phase in ("awakening", "restoration"):
        mine.do("cards 1" if "cards 1" in mine.legal else "pass")
    assert (mine.state.active, mine.piece("bear").minus) == (1, 1)


@pytest.mark.rule("RISE-1024")
def test_parasite_hurts_a_summoner_of_the_owner_though_another_controls_the_creature() -> None:
    s = begun("madness@bear", "bear!minus=2 parasite@bear!turns=1")
    assert (s.seat, s.legal) == (2, ["choose ysolde@2", "choose bram@2"])
    assert s.do("choose bram@2").hp(2) == (24, 19)


@pytest.mark.rule("RISE-1024")
def test_inhume_asks_nothing_when_the_creature_came_back() -> None:
    s = Scene(still("both-ways hammer mouse"), IDLE).do("action hammer", "choose both-ways").passes()
    s.do("select reanimation of both-ways", "toss heads", "toss heads")
    assert not s.offers("choose")
    assert "both-ways" in s.in_play(1)


@pytest.mark.rule("RISE-1007")
def test_amok_draws_among_other_creatures_of_the_controller_alone() -> None:
    s = begun("grave-brute amok@grave-brute ox imposing!owner=2 plain-door", "bear", "toss heads")
    node = s.game.node(s.state)
    assert sorted(s.game.write(s.state, outcome) for outcome, _ in node.outcomes) == ["hit imposing", "hit ox"]  # type: ignore[union-attr]


@pytest.mark.rule("RISE-1007", "RISE-1024")
def test_trauma_hurts_who_first_played_it_and_nobody_who_is_out() -> None:
    s = begun("bear", "trauma@bear!caster=1", "toss heads")
    assert (s.seat, s.legal) == (1, ["choose ysolde", "choose bram"])
    third = Side(hp=(1, 0), **STILL)
    out = Scene(still("bear sting"), still("trauma@bear!caster=3"), third, step="turn")
    out.do("action sting", "choose ysolde@3").passes().do("cards 1", "toss heads")
    assert out.state.sides[2].out
    assert (out.cemetery(1), out.offers("choose")) == (["bear"], [])


@pytest.mark.rule("RISE-1007")
def test_schizophrenia_gives_the_actions_to_its_controller_not_to_its_caster() -> None:
    s = begun("clerk", "schizophrenia@clerk!caster=1", "toss heads")
    assert s.piece("clerk").ruler == 1


@pytest.mark.rule("RISE-1008")
def test_a_parasite_that_fails_passes_a_weaker_creature_with_immunity_by() -> None:
    me = Side(hand="parasite", play="healthy!minus=1 bear")
    s = Scene(me, still("ox")).do("invoke parasite with bram", "choose ox").passes().do("toss tails")
    assert s.piece("parasite").on == s.piece("bear").id


@pytest.mark.rule("RISE-520")
def test_a_morpher_does_not_copy_a_door_that_is_a_creature_this_turn() -> None:
    s = Scene(Side(hand="glass-mimic", play="hammer plain-door bear"), IDLE).do("action hammer 5").passes()
    s.play("invoke glass-mimic with bram")
    assert sorted(s.in_play(1)) == ["bear", "bear-2", "hammer", "plain-door"]


@pytest.mark.rule("RISE-1012", "RISE-1013")
def test_the_copy_of_a_morpher_that_copies_a_clone_is_a_morpher_too() -> None:
    s = Scene(still("vat-clone!morph"), IDLE).do("cloning vat-clone").passes().do("toss heads")
    assert [piece.card for piece in s.state.pieces] == ["vat-clone", "vat-clone"]
    assert all(s.run.has(piece, "morpher") for piece in s.state.pieces)


@pytest.mark.rule("RISE-522", "RISE-613")
def test_a_creature_that_left_combat_gets_no_counter_after_it() -> None:
    s = Scene(still("leech-moth"), still("high-dancer madness@high-dancer")).attacks("leech-moth")
    s.do("block leech-moth with high-dancer", "toss heads")
    assert "leech-moth" in s.in_play(2)
    assert s.piece("leech-moth").plus == 0


@pytest.mark.rule("RISE-1007", "RISE-910")
def test_under_schizophrenia_the_owner_pays_though_another_controls_the_creature() -> None:
    s = Scene(still("clerk!owner=2", coins=4), Side(play="schizophrenia@clerk", coins=4), Side(), step="turn")
    s.passes().do("cards 1", "toss heads")
    before = (s.coins(1), s.coins(2))
    while s.seat != 2:
        s.do("pass" if "pass" in s.legal else "to attack")
    s.do("action clerk").passes()
    assert (s.coins(1), s.coins(2)) == (before[0], before[1] - 1)
    assert s.ether(2) == 1


# counted, attached ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RISE-109", "RISE-608", "RISE-1009")
def test_own_cards_are_those_that_a_seat_controls_and_those_in_its_own_cemetery() -> None:
    lent = Scene(still("counting fruit!owner=2", coins=0), still("fruit fruit")).play("action counting")
    assert lent.coins() == 1
    buried = Scene(still("counting", coins=0, cemetery="mist"), still(cemetery="mist mist")).play("action counting 4")
    assert buried.coins() == 1
    star = Scene(still("star!owner=2 bear"), still("mouse mouse mouse"))
    assert star.values("star") == (2, 2)


@pytest.mark.rule("RISE-1023", "RISE-1024")
def test_a_parasite_of_another_is_controlled_by_who_invoked_it() -> None:
    s = Scene(Side(guests="parasite"), still("ox")).do("invoke parasite with bram").passes().do("toss heads")
    parasite = s.piece("parasite")
    assert (parasite.controller, parasite.owner, parasite.caster) == (0, 1, 0)


@pytest.mark.rule("RISE-905", "RISE-1005")
@pytest.mark.parametrize("card", ["steel-harness", "paranoia"])
def test_an_attached_card_whose_target_is_gone_goes_to_the_cemetery(card: str) -> None:
    s = Scene(Side(hand=card, play="bear mouse tap"), Side(hand="recall-horn")).do(f"invoke {card} with bram")
    s.do("choose bear", "pass", "invoke recall-horn with bram", "choose bear").passes()
    assert (s.hand(1), s.cemetery(1), s.in_play(1)) == (["bear"], [card], ["mouse", "tap"])
    assert [event.card for event in s.told("ItemFailed")] == [card]
