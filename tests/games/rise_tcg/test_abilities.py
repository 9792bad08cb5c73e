"""The 50 abilities, each with what its reading says (keywords of the catalogue)."""

import pytest

from rising_tutor.games.rise_tcg.standing import count
from rising_tutor.games.rise_tcg.vocabulary import Count
from tests.testkit.rise import IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def still(play: str, **more) -> Side:
    return Side(play=play, **(STILL | more))


def fight(mine: str, theirs: str, *blocks: str, **options) -> Scene:
    """Everything of `mine` that is named without a host attacks, and these blocks are declared."""
    s = Scene(still(mine), still(theirs), **options)
    s.do("to attack")
    while s.offers("attack"):
        s.do(s.legal[0])
    for one in blocks:
        s.do(f"block {one}")
    if s.legal and s.legal[-1] == "done":
        s.do("done")
    return s


def at_turn_begin(mine: str, theirs: str = "", *, active: int = 1, **options) -> Scene:
    """Cards of the turn are taken: tosses come next."""
    return Scene(still(mine), still(theirs), step="turn", active=active, **options).passes().do("cards 1")


# blocking -------------------------------------------------------------------------------------------------------------


def test_flight_and_reach() -> None:
    s = Scene(still("sky-courier"), still("mouse net-archer")).attacks("sky-courier")
    assert s.legal == ["block sky-courier with net-archer", "done"]
    assert "block mouse with sky-courier" in Scene(still("mouse"), still("sky-courier")).attacks("mouse").legal


def test_reach_does_not_beat_what_cannot_be_blocked() -> None:
    s = Scene(still("ghost"), still("net-archer")).attacks("ghost")
    assert not s.offers("block")
    both = Scene(still("high-archer"), still("net-archer leech-moth archer plain-door watch-door")).attacks(
        "high-archer"
    )
    assert both.legal == ["block high-archer with net-archer", "block high-archer with watch-door", "done"]


def test_distance_is_met_by_distance_reach_and_doors() -> None:
    s = Scene(still("archer"), still("mouse archer net-archer plain-door")).attacks("archer")
    assert s.offers("block") == [
        "block archer with archer-2",
        "block archer with net-archer",
        "block archer with plain-door",
    ]


def test_wall_pass_is_blocked_by_no_door() -> None:
    s = Scene(still("wall-walker"), still("plain-door watch-door mouse")).attacks("wall-walker")
    assert s.legal == ["block wall-walker with mouse", "done"]
    s.refused("block wall-walker with plain-door", "RISE-906")


def test_horde_blocks_several_in_the_order_of_the_announcement() -> None:
    s = fight("mouse mouse mouse", "brute-horde", *(f"mouse{n} with brute-horde" for n in ("", "-2", "-3")))
    assert s.cemetery(1) == ["mouse"] * 3
    assert s.cemetery(2) == ["brute-horde"]
    assert (
        not Scene(still("mouse mouse"), still("bear"))
        .attacks("mouse", "mouse-2")
        .do("block mouse with bear")
        .offers("block")
    )


# damage ---------------------------------------------------------------------------------------------------------------


def test_pierce_counts_what_is_left_of_the_defense() -> None:
    s = fight("lance-rider", "bear!damage=1", "lance-rider with bear")
    s.do("choose bram@2")
    assert s.hp(2) == (24, 20)
    spared = fight("lance-rider", "fever-dancer", "lance-rider with fever-dancer").do("toss heads").do("choose bram@2")
    assert (spared.hp(2), spared.in_play(2)) == ((24, 20), ["fever-dancer"])


def test_paranoia_does_not_enlarge_the_rest_of_pierce() -> None:
    s = fight("lance-rider", "mouse!paranoid", "lance-rider with mouse").do("choose bram@2")
    assert s.hp(2) == (24, 20)


def test_fightback_doubles_while_it_blocks_and_never_twice() -> None:
    s = fight("bear", "shield-sergeant", "bear with shield-sergeant")
    assert s.cemetery(1) == ["bear"]
    attack = fight("shield-sergeant", "bear", "shield-sergeant with bear")
    assert attack.values("bear") == (3, 1)


def test_advantage_names_a_blocker_once_without_horde() -> None:
    s = Scene(still("court-duelist court-duelist"), still("bear")).do("to attack")
    s.do("attack court-duelist", "attack court-duelist-2")
    # The only legal blocker is named for the first; the second has none.
    assert s.legal == ["choose ysolde@2", "choose bram@2"]
    assert s.seat == 1


def test_constancy_takes_no_negative_counter() -> None:
    s = fight("razor-hound", "granite-idol", "razor-hound with granite-idol")
    assert s.piece("granite-idol").minus == 0
    assert s.told("CountersKeptOff")
    plus = Scene(Side(play="steady allergy@steady parasite@steady"), IDLE)
    assert plus.values("steady") == (3, 4)
    shield = fight("mouse", "steady", "mouse with steady")
    assert shield.values("steady") == (3, 2)


def test_bleed_marks_each_block_and_no_door() -> None:
    s = fight("razor-hound razor-hound", "imposing", "razor-hound with imposing", "razor-hound-2 with imposing")
    assert s.piece("imposing").minus == 2
    door = fight("razor-hound", "plain-door", "razor-hound with plain-door")
    assert door.piece("plain-door").minus == 0


def test_drain_grows_when_it_was_blocked_and_lives() -> None:
    assert fight("leech-moth", "sky-courier", "leech-moth with sky-courier").values("leech-moth") == (3, 2)
    assert fight("leech-moth", "watch-door", "leech-moth with watch-door").piece("leech-moth").plus == 1
    assert fight("leech-moth", "").do("choose bram@2").piece("leech-moth").plus == 0
    assert fight("mouse", "leech-moth", "mouse with leech-moth").piece("leech-moth").plus == 0


def test_iron_skin_grows_each_time_it_blocked_and_lives() -> None:
    s = fight("mouse mouse", "imposing!plus=1", "mouse with imposing", "mouse-2 with imposing")
    assert s.piece("imposing").plus == 2


def test_splash_hits_another_card_or_a_summoner() -> None:
    s = fight("tide-frog", "snail mouse", "tide-frog with snail")
    assert s.cemetery(2) == ["mouse"]
    door = fight("tide-frog", "snail plain-door", "tide-frog with snail")
    assert door.values("plain-door") == (1, 2)
    none = fight("tide-frog", "snail", "tide-frog with snail")
    assert (none.seat, none.legal) == (1, ["choose ysolde@2", "choose bram@2"])
    none.do("choose bram@2")
    assert none.hp(2) == (24, 20)
    doubled = fight("tide-frog", "snail ox!paranoid", "tide-frog with snail")
    assert doubled.values("ox") == (5, 1)
    assert fight("tide-frog", "ox").do("choose bram@2").hp(2) == (24, 20)


def test_dodge_takes_no_damage_deals_its_own_and_passes_a_disease_on() -> None:
    mine, theirs = "bear", "fever-dancer!plus=1 allergy@fever-dancer"
    s = fight("ox", theirs, "ox with fever-dancer").do("toss heads")
    assert s.piece("allergy").on == s.piece("ox").id
    assert s.values("ox") == (4, 1)
    assert (s.values("fever-dancer"), s.in_play(2)) == ((3, 3), ["fever-dancer", "allergy"])
    failed = fight(mine, theirs, "bear with fever-dancer").do("toss tails")
    assert failed.cemetery(2) == ["allergy", "fever-dancer"]
    assert failed.values("bear") == (3, 1)
    always = fight(mine, theirs, "bear with fever-dancer", dodge_disease="always").do("toss tails")
    assert always.cemetery(1) == ["bear"], "it was 2/2, and the dancer 3/3"


def test_dodge_tosses_nothing_for_an_attacker() -> None:
    s = Scene(still("mouse fever-dancer"), still("mouse")).attacks("mouse", "fever-dancer")
    assert not s.tosses, "it does not defend"


def test_possession_takes_the_survivor_until_its_owners_next_turn() -> None:
    s = Scene(still("bodysnatcher"), still("ox")).do("to attack", "attack bodysnatcher").do("toss heads")
    s.do("block bodysnatcher with ox")
    assert s.in_play(1) == ["ox"]
    assert s.cemetery(1) == ["bodysnatcher"], "its own death does not undo it"
    assert s.piece("ox").since == 4
    s.do("end turn").passes()
    assert s.in_play(2) == ["ox"]
    blocker = fight("ox", "bodysnatcher!defense=5", "ox with bodysnatcher").do("toss heads")
    assert sorted(blocker.in_play(2)) == ["bodysnatcher", "ox"]
    door = Scene(still("bodysnatcher"), still("plain-door")).do("to attack", "attack bodysnatcher").do("toss heads")
    door.do("block bodysnatcher with plain-door")
    assert door.in_play(2) == ["plain-door"]
    failed = Scene(still("bodysnatcher"), still("snail")).do("to attack", "attack bodysnatcher").do("toss tails")
    failed.do("block bodysnatcher with snail")
    assert failed.in_play(2) == ["snail"]


# what is on a card ----------------------------------------------------------------------------------------------------


def test_morpher_copies_what_is_printed_and_dies_without_another_creature() -> None:
    s = Scene(Side(hand="glass-mimic", play="sky-courier!plus=2!damage=1"), IDLE).play("invoke glass-mimic with bram")
    assert s.in_play() == ["sky-courier", "sky-courier-2"]
    assert s.values("sky-courier-2") == (2, 2)
    assert s.run.has(s.piece("sky-courier-2"), "flight")
    assert s.run.has(s.piece("sky-courier-2"), "morpher")
    empty = Scene(Side(hand="glass-mimic"), IDLE).play("invoke glass-mimic with bram")
    assert empty.cemetery() == ["glass-mimic"]
    gone = Scene(Side(play="sky-courier!morph hammer"), IDLE).do("action hammer", "choose sky-courier").passes()
    assert gone.cemetery() == ["glass-mimic"]


def test_a_morpher_that_copies_a_chained_creature_enters_chained_and_one_that_copies_welcome_works() -> None:
    s = Scene(Side(hand="glass-mimic", play="chained-colossus!free"), IDLE).play("invoke glass-mimic with bram")
    assert s.values("chained-colossus-2") == (6, 6)
    assert not s.piece("chained-colossus-2").free


def test_multi_target_is_one_use_and_one_item() -> None:
    s = Scene(Side(hand="storm-bolt", coins=5), still("ox mouse")).do("invoke storm-bolt with bram")
    assert s.legal == ["times 1", "times 2"]
    s.do("times 2", "choose ox", "choose ox").passes()
    assert (s.coins(), s.values("ox"), s.cemetery()) == (1, (5, 3), ["storm-bolt"])


def test_food_and_elements_count_where_a_card_asks() -> None:
    s = Scene(Side(play="counting fruit field-kitchen tide-frog ember-imp frost-gate", cemetery="storm-bolt", coins=0))
    for index, n in ((1, 2), (6, 3), (7, 4), (8, 5), (9, 6)):
        s.play(f"action counting {index}" if index > 1 else "action counting")
        assert s.coins() == n


@pytest.mark.parametrize("kind", ["disease", "bomb", "food", "equipment"])
def test_a_kind_is_read_off_the_card(kind: str) -> None:
    card = {"disease": "amok", "bomb": "powder-keg", "food": "field-kitchen", "equipment": "steel-harness"}[kind]
    s = Scene(Side(play=f"sapper {card}@sapper"))
    assert s.run.has(s.piece(card), kind)
    assert count(s.run, Count(kind), 0) == 1


def test_a_disease_needs_a_target_to_be_invoked() -> None:
    Scene(Side(hand="allergy"), IDLE).refused("invoke allergy with bram", "RISE-904", "nothing")
    s = Scene(Side(hand="cold"), IDLE).play("invoke cold with bram")
    assert s.piece("cold").on == -101


def test_together_on_an_imminent_card_takes_both_in_an_opponents_turn() -> None:
    s = Scene(Side(play="tap"), Side(hand="vow", coins=0)).do("action tap", "pass", "invoke vow").passes()
    assert (s.cp(2), s.coins(2)) == ((0, 0), 1)


def test_return_sends_equipment_along_and_diseases_away() -> None:
    me = Side(play="hammer bear steel-harness@bear allergy@bear")
    s = Scene(me, IDLE).do("action hammer 3", "choose bear").passes()
    assert sorted(s.hand()) == ["bear", "steel-harness"]
    assert s.cemetery() == ["allergy"]
    horn = Scene(Side(hand="recall-horn"), still("mouse")).play("invoke recall-horn with bram")
    assert (horn.hand(2), horn.cemetery()) == (["mouse"], ["recall-horn"])


def test_lock_is_opened_once_and_opens_its_door() -> None:
    s = Scene(Side(play="ring-of-keys iron-postern", library="bear"), IDLE).play("action ring-of-keys")
    assert (s.hand(), s.piece("iron-postern").free, s.piece("iron-postern").open) == (["bear"], True, True)
    door = Scene(Side(play="iron-postern"), IDLE).play("skill ysolde 1")
    assert (door.piece("iron-postern").open, door.piece("iron-postern").free) == (True, False)


def test_chained_does_nothing_but_block_until_it_is_freed() -> None:
    s = Scene(still("chained-colossus mouse"), IDLE).do("to attack")
    assert s.legal == ["attack mouse", "done"]
    s.refused("attack chained-colossus", "RISE-1007")
    assert not Scene(Side(play="chained-clerk"), IDLE).offers("action")
    block = Scene(still("mouse"), still("chained-colossus")).attacks("mouse")
    assert block.offers("block")
    freed = Scene(Side(play="ring-of-keys chained-colossus", coins=4), IDLE).play("action ring-of-keys")
    assert (freed.values("chained-colossus"), freed.coins()) == ((7, 7), 1)
    freed.do("to attack")
    assert freed.offers("attack chained-colossus")


def test_symbiosis_needs_its_partner_and_counts_once() -> None:
    assert Scene(Side(play="shepherd")).values("shepherd") == (1, 2)
    assert Scene(Side(play="shepherd pack-mother shepherd")).values("shepherd") == (2, 4)
    assert Scene(Side(play="shepherd"), Side(play="shepherd")).values("shepherd") == (1, 2)
    s = (
        Scene(Side(play="shepherd!damage=3 pack-mother hammer"), IDLE)
        .do("action hammer", "choose pack-mother")
        .passes()
    )
    assert s.cemetery() == ["pack-mother", "shepherd"], "losing the partner can kill"


def test_copycat_performs_an_action_again_for_its_price() -> None:
    s = Scene(Side(play="clockwork-parrot toll", coins=9), still("ox")).do("action toll", "choose ox").passes()
    assert s.offers("relaunch") == ["relaunch clockwork-parrot toll"]
    s.do("relaunch clockwork-parrot toll")
    while s.offers("choose"):
        s.do("choose ox")
    s.passes()
    assert (s.coins(), s.values("ox")) == (5, (5, 1))
    assert not s.offers("relaunch", "action")
    tossed = Scene(Side(play="clockwork-parrot coin-box", coins=9), IDLE).play("action coin-box").do("toss tails")
    tossed.do("relaunch clockwork-parrot coin-box").passes().do("toss heads")
    assert tossed.coins() == 10


def test_copycat_relaunches_an_imminent_while_it_is_on_the_chain() -> None:
    s = Scene(Side(play="clockwork-parrot", hand="storm-bolt", coins=4), still("ox"))
    s.do("invoke storm-bolt with bram", "times 1", "choose ox")
    assert s.offers("relaunch") == ["relaunch clockwork-parrot chain 1"]
    s.do("relaunch clockwork-parrot chain 1", "choose ox").passes()
    assert (s.coins(), s.values("ox")) == (0, (5, 3))


def test_equipment_goes_where_its_bearer_goes() -> None:
    s = Scene(Side(play="bear steel-harness@bear hammer"), IDLE)
    assert s.values("bear") == (4, 4)
    s.do("action hammer", "choose bear").passes()
    assert s.cemetery() == ["steel-harness", "bear"]
    hand = Scene(Side(hand="steel-harness", play="bear"), IDLE).play("invoke steel-harness with bram")
    assert hand.values("bear") == (4, 4)
    moved = Scene(Side(play="bear mouse steel-harness@bear", levels=(0, 1), cp=(1, 2)), IDLE).play("skill bram 2")
    assert (moved.values("bear"), moved.values("mouse")) == ((3, 3), (3, 3))


def test_fixed_price_is_not_reduced_but_raised() -> None:
    s = Scene(Side(play="sapper powder-keg@sapper market toll bear", coins=9), IDLE)
    s.do("action powder-keg", "choose bear").passes()
    assert s.coins() == 6
    s.do("action toll", "choose sapper").passes()
    assert s.coins() == 5
    taxed = Scene(Side(play="sapper powder-keg@sapper tax bear", coins=9), IDLE).do("action powder-keg", "choose bear")
    assert taxed.passes().coins() == 5


def test_a_bomb_lies_only_on_an_own_creature_with_explosive() -> None:
    s = Scene(Side(hand="powder-keg", play="sapper bear"), still("sapper")).play("invoke powder-keg with bram")
    assert s.piece("powder-keg").on == s.piece("sapper").id


def test_explosive_is_sacrificed_in_the_own_attack_phase_for_a_creature_on_its_plane() -> None:
    me = Side(play="sapper powder-keg@sapper")
    s = Scene(me, Side(play="bear sky-courier plain-door", **STILL))
    assert not s.offers("explosive")
    s.do("to attack", "done")
    assert s.offers("explosive") == ["explosive sapper"]
    s.do("explosive sapper").passes()
    assert sorted(s.cemetery(1)) == ["powder-keg", "sapper"]
    assert s.cemetery(2) == ["bear"]
    unarmed = Scene(Side(play="sapper"), Side(play="bear")).do("to attack", "done")
    assert not unarmed.offers("explosive")
    air = Scene(Side(play="bomber powder-keg@bomber"), still("bear sky-courier")).do("to attack", "done")
    air.do("explosive bomber").passes()
    assert air.cemetery(2) == ["sky-courier"]


# death ----------------------------------------------------------------------------------------------------------------


def test_reanimation_brings_it_back_once() -> None:
    s = Scene(Side(play="restless-squire hammer"), IDLE).do("action hammer", "choose restless-squire").passes()
    s.do("toss heads")
    assert s.values("restless-squire") == (4, 3)
    assert s.piece("restless-squire").reanimated
    failed = Scene(Side(play="restless-squire hammer"), IDLE).do("action hammer", "choose restless-squire").passes()
    assert failed.do("toss tails").cemetery() == ["restless-squire"]


def test_reanimation_of_infinite_rank_gives_ether_only_upon_failure() -> None:
    s = Scene(Side(play="dusty hammer"), IDLE).do("action hammer", "choose dusty").passes()
    assert s.ether() == 0
    assert s.do("toss tails").ether() == 1
    back = Scene(Side(play="dusty hammer"), IDLE).do("action hammer", "choose dusty").passes().do("toss heads")
    assert (back.ether(), back.exclusion(), "dusty" in back.in_play()) == (0, [], True)


def test_inhume_feeds_a_creature_and_a_zombie_twice() -> None:
    s = Scene(Side(play="burial-priest hammer zombie"), IDLE).do("action hammer", "choose burial-priest").passes()
    s.do("toss heads")
    assert s.values("zombie") == (4, 4)
    plain = Scene(Side(play="burial-priest hammer mouse"), IDLE).do("action hammer", "choose burial-priest").passes()
    assert plain.do("toss heads").values("mouse") == (3, 3)


def test_inhume_needs_the_cemetery_so_not_after_a_reanimation() -> None:
    s = Scene(Side(play="both-ways hammer mouse"), IDLE).do("action hammer", "choose both-ways").passes()
    if s.offers("select"):
        s.do("select reanimation of both-ways")
    s.do("toss heads", "toss heads")
    assert s.values("mouse") == (2, 2)
    other = Scene(Side(play="both-ways hammer mouse"), IDLE).do("action hammer", "choose both-ways").passes()
    if other.offers("select"):
        other.do("select reanimation of both-ways")
    other.do("toss tails", "toss heads")
    assert other.values("mouse") == (3, 3)


def test_cloning_makes_a_copy_or_destroys_the_clone() -> None:
    s = Scene(Side(play="vat-clone"), IDLE).do("cloning vat-clone").passes().do("toss heads")
    assert s.in_play() == ["vat-clone", "vat-clone-2"]
    assert s.piece("vat-clone-2").since == 4
    assert not s.offers("cloning"), "once a turn, and a copy not in the turn it was made"
    failed = Scene(Side(play="vat-clone"), IDLE).do("cloning vat-clone").passes().do("toss tails")
    assert (failed.in_play(), failed.ether()) == ([], 1)
    assert Scene(Side(play="vat-clone"), IDLE, step="end").offers("cloning")


def test_diversion_keeps_a_creature_from_defending() -> None:
    s = Scene(still("jester bear"), still("mouse ox")).do("diversion jester").passes().do("toss heads", "choose ox")
    assert not s.offers("diversion")
    s.attacks("bear")
    assert s.legal == ["block bear with mouse", "done"]
    s.refused("block bear with ox", "RISE-928")


def test_assimilation_stacks_what_lies_on_both() -> None:
    me = Side(play="swarm-ooze!plus=1 swarm-ooze!tilted allergy@swarm-ooze-2 swarm-ooze!damage=0 hammer")
    s = Scene(me, IDLE).do("stack swarm-ooze on swarm-ooze-2")
    assert s.values("swarm-ooze") == (2, 2)
    assert s.piece("swarm-ooze").tilted
    s.do("stack swarm-ooze-3 on swarm-ooze")
    top = s.piece("swarm-ooze-3")
    assert len(top.parts) == 2
    s.do("action hammer", "choose swarm-ooze-3").passes()
    assert s.cemetery().count("swarm-ooze") == 3


def test_rage_goes_on_until_a_failure_or_a_stop() -> None:
    s = Scene(Side(play="grave-brute"), IDLE).do("rage grave-brute").passes().do("toss heads")
    assert s.legal == ["choose grave-brute", "choose stop"]
    s.do("choose grave-brute", "toss heads", "choose grave-brute", "toss tails")
    assert s.values("grave-brute") == (5, 5)
    assert not s.offers("rage")
    s.do("to attack", "done").passes().do("end turn")
    assert s.state.turn == 5
    assert s.values("grave-brute") == (3, 3)
    stopped = Scene(Side(play="grave-brute"), IDLE).do("rage grave-brute").passes().do("toss heads", "choose stop")
    assert stopped.values("grave-brute") == (4, 4)


# Diseases -------------------------------------------------------------------------------------------------------------


def test_cold_takes_a_coin_each_turn_from_a_player_alone() -> None:
    s = Scene(still("granite-idol", coins=1), still("cold@seat-1"), step="turn")
    assert s.coins() == 0
    assert s.in_play(2) == ["cold"]
    gone = Scene(still("", coins=0), still("cold@seat-1"), step="turn")
    assert gone.cemetery(2) == ["cold"]


def test_madness_gives_control_while_it_lies_there() -> None:
    s = Scene(Side(hand="madness", play="hammer"), still("bear")).do("invoke madness with bram").passes()
    assert sorted(s.in_play(1)) == ["bear", "hammer", "madness"]
    s.do("action hammer", "choose madness").passes()
    assert s.in_play(2) == ["bear"]


def test_dementia_hits_its_own_creature_which_can_do_nothing_else() -> None:
    dead = at_turn_begin("wall-walker dementia@wall-walker").do("toss heads")
    assert dead.cemetery() == ["dementia", "wall-walker"]
    s = at_turn_begin("snail!plus=1 dementia@snail").do("toss heads").passes()
    assert s.values("snail") == (1, 3)
    s.do("to attack")
    assert s.phase != "attack" or not s.offers("attack")
    narrow = at_turn_begin("snail!plus=1 dementia@snail", dementia_attack=False).do("toss heads").passes()
    narrow.do("to attack")
    assert narrow.offers("attack")
    assert at_turn_begin("bear dementia@bear").do("toss tails").values("bear") == (3, 3)


def test_amok_hits_another_creature_of_its_side_by_chance() -> None:
    s = at_turn_begin("bear amok@bear ox imposing plain-door").do("toss heads")
    assert s.tosses
    s.do("hit ox").passes()
    assert s.values("ox") == (5, 2)
    s.do("to attack")
    assert "attack bear" not in s.legal
    alone = at_turn_begin("bear amok@bear").do("toss heads").passes()
    alone.do("to attack")
    assert not alone.offers("attack")


def test_allergy_adds_up() -> None:
    s = Scene(Side(play="bear allergy@bear allergy@bear hammer"), IDLE)
    assert s.values("bear") == (1, 1)
    s.do("action hammer", "choose allergy").passes()
    assert s.values("bear") == (2, 2)


def test_trauma_kills_and_hurts_its_caster() -> None:
    s = at_turn_begin("bear", "trauma@bear").do("toss heads")
    assert s.cemetery(1) == ["bear"]
    assert (s.seat, s.legal) == (2, ["choose ysolde@2", "choose bram@2"])
    assert s.do("choose bram@2").hp(2) == (24, 20)
    other = at_turn_begin("bear", "trauma@bear", trauma_hits="creature_controller").do("toss heads")
    assert other.do("choose bram").hp(1) == (24, 20)


def test_paralysis_forbids_attack_and_actions_and_nothing_else() -> None:
    s = at_turn_begin("clerk grave-brute paralysis@clerk paralysis@grave-brute")
    if s.offers("select"):
        s.do(s.legal[0])
    s.do("toss heads", "toss heads").passes()
    assert not s.offers("action")
    assert s.offers("rage")
    s.refused("action clerk", "RISE-1007")
    s.do("to attack")
    assert not s.offers("attack")


def test_schizophrenia_lets_the_infector_decide_on_actions_which_the_owner_pays() -> None:
    s = Scene(still("clerk", coins=0), Side(play="schizophrenia@clerk", coins=0), step="turn").passes()
    s.do("cards 1", "toss heads")
    assert s.coins(1) == 2
    while s.seat == 1:
        assert not s.offers("action")
        s.do("pass" if "pass" in s.legal else "to attack")
    assert s.offers("action") == ["action clerk"]
    s.do("action clerk").passes()
    assert (s.coins(1), s.ether(2), s.ether(1)) == (1, 1, 0)


def test_schizophrenia_by_the_other_reading_takes_the_attack_too() -> None:
    s = Scene(still("clerk bear"), still("schizophrenia@clerk"), step="turn", schizophrenia_scope="actions_and_attack")
    s.passes().do("cards 1", "toss heads").passes()
    s.do("to attack")
    assert (s.seat, s.legal) == (2, ["attack clerk", "done"])
    s.do("attack clerk")
    assert (s.seat, s.legal) == (1, ["attack bear", "done"])


def test_parasite_works_for_three_turns_of_anybody() -> None:
    s = Scene(Side(hand="parasite"), still("bear")).do("invoke parasite with bram").passes().do("toss heads")
    assert s.piece("parasite").turns == 3
    first = at_turn_begin("bear!minus=2", "parasite@bear!turns=1")
    assert first.cemetery(1) == ["bear"]
    assert (first.seat, first.legal) == (1, ["choose ysolde", "choose bram"])
    assert first.do("choose bram").hp(1) == (24, 19)
    last = at_turn_begin("bear", "parasite@bear!turns=1")
    assert (last.values("bear"), last.cemetery(2)) == ((2, 2), ["parasite"])
    theirs = Scene(still(""), still("bear parasite@bear"), step="turn").passes().do("cards 1")
    assert theirs.values("bear") == (2, 2)
    own = Scene(still(""), still("bear parasite@bear"), step="turn", parasite_turns="controllers_turns")
    assert own.passes().do("cards 1").values("bear") == (3, 3)


def test_parasite_that_fails_takes_the_casters_weakest_creature() -> None:
    s = Scene(Side(hand="parasite", play="bear snail granite-idol"), still("ox"))
    s.do("invoke parasite with bram", "choose ox").passes().do("toss tails")
    assert s.piece("parasite").on == s.piece("snail").id
    none = Scene(Side(hand="parasite"), still("ox")).do("invoke parasite with bram").passes().do("toss tails")
    assert none.cemetery() == ["parasite"]


def test_paranoia_doubles_the_next_hit_alone() -> None:
    s = at_turn_begin("imposing sling", "paranoia@imposing").do("toss heads").passes()
    s.do("action sling", "times 2").passes()
    assert s.values("imposing")[1] == 9 - 2 - 1
    assert not s.piece("imposing").paranoid
    dodged = fight("mouse", "fever-dancer!paranoid", "mouse with fever-dancer").do("toss heads")
    assert dodged.piece("fever-dancer").paranoid


def test_a_rat_that_struck_may_pass_a_disease_on() -> None:
    s = fight("plague-rat snail allergy@snail", "ox", "plague-rat with ox")
    while s.seat == 2:
        s.do(s.legal[0])
    assert s.legal == ["select yes", "select no"]
    s.do("select yes")
    assert s.piece("allergy").on == s.piece("ox").id
