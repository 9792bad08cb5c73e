"""Counters, Diseases, control, copies, Keys, what is hidden (RISE-1001 to 1025)."""

import pytest

from rising_tutor.core.node import Chance
from tests.testkit.rise import GAME, IDLE, Scene, Side

STILL = {"tilted": (True, True), "cp": (0, 0)}


def restored(me: Side, foe: Side | None = None, **options) -> Scene:
    """The turn has begun, and cards are taken: automatic effects are next."""
    s = Scene(me, foe or IDLE, step="turn", **options).passes()
    return s.do("cards 1")


@pytest.mark.rule("RISE-1001", "RISE-1002", "RISE-1003")
def test_counters_change_both_values_and_add_up_and_attack_is_never_below_nothing() -> None:
    assert Scene(Side(play="mouse!minus=1")).values("mouse") == (1, 1)
    both = Scene(Side(play="mouse!minus=1!plus=1"))
    assert both.values("mouse") == (2, 2)
    assert (both.piece("mouse").plus, both.piece("mouse").minus) == (1, 1)
    assert Scene(Side(play="snail!minus=1")).values("snail") == (0, 2)
    later = Scene(Side(play="mouse!minus=1", **STILL), IDLE, step="end").do("end turn")
    assert later.values("mouse") == (1, 1)


@pytest.mark.rule("RISE-1004", "RISE-1005")
def test_a_disease_works_while_it_lies_there_and_goes_with_its_target() -> None:
    s = Scene(Side(play="hammer"), Side(play="bear allergy@bear", **STILL))
    assert s.values("bear") == (2, 2)
    s.do("action hammer", "choose allergy").passes()
    assert s.values("bear") == (3, 3)
    dead = Scene(Side(play="hammer allergy@bear"), Side(play="bear", **STILL)).do("action hammer", "choose bear")
    dead.passes()
    assert (dead.cemetery(1), dead.cemetery(2)) == (["allergy"], ["bear"])


@pytest.mark.rule("RISE-1006")
def test_a_second_copy_is_tossed_and_paid_once() -> None:
    foe = Side(play="paralysis@bear paralysis@bear cold@seat-1 cold@seat-1", **STILL)
    s = Scene(Side(play="bear", coins=1, **STILL), foe, step="turn")
    assert s.coins() == 0
    s.passes().do("cards 2")
    assert s.tosses
    s.do("toss tails")
    assert not s.tosses
    assert len(s.told("CoinTossed")) == 1


@pytest.mark.rule("RISE-1007", "RISE-1024")
def test_the_player_whose_turn_begins_tosses_after_the_draw() -> None:
    s = Scene(Side(play="bear", **STILL), Side(play="paralysis@bear", **STILL), step="turn").passes().do("cards 1")
    assert s.happened("DrewCard", "CoinTossed") == ["DrewCard"]
    s.do("toss heads")
    assert s.told("CoinTossed")[0].seat == 0
    assert "attack" in s.piece("bear").limits
    theirs = Scene(Side(**STILL), Side(play="bear paralysis@bear", **STILL), step="turn").passes().do("cards 1")
    assert not theirs.tosses


@pytest.mark.rule("RISE-1008")
def test_immunity_is_no_legal_target_and_not_affected() -> None:
    s = Scene(Side(hand="amok", play="granite-idol"), IDLE)
    assert not s.offers("invoke amok")
    two = Scene(Side(hand="amok", play="granite-idol bear"), Side(play="mouse", **STILL)).do("invoke amok with bram")
    assert two.legal == ["choose bear", "choose mouse"]
    two.refused("choose granite-idol", "RISE-1008")
    lies = Scene(Side(play="granite-idol allergy@granite-idol paralysis@granite-idol", **STILL), IDLE, step="turn")
    assert lies.values("granite-idol") == (1, 6)
    assert not lies.passes().do("cards 1").tosses


@pytest.mark.rule("RISE-1009")
def test_a_card_goes_to_its_owners_cemetery_and_by_return_to_its_controllers_hand() -> None:
    s = Scene(Side(play="mouse!owner=2 hammer"), IDLE).do("action hammer", "choose mouse").passes()
    assert s.cemetery(2) == ["mouse"]
    back = Scene(Side(play="mouse!owner=2 hammer"), IDLE).do("action hammer 3", "choose mouse").passes()
    assert (back.hand(1), back.hand(2)) == (["mouse"], [])
    owner = Scene(Side(play="mouse!owner=2 hammer"), IDLE, return_to="owner").do("action hammer 3", "choose mouse")
    owner.passes()
    assert (owner.hand(1), owner.hand(2)) == ([], ["mouse"])


@pytest.mark.rule("RISE-1010")
def test_before_the_combat_phase_is_until_attackers_are_declared() -> None:
    s = Scene(Side(play="jester bear", tilted=(True, True), cp=(0, 0)), Side(play="mouse", **STILL))
    assert s.offers("diversion")
    assert not Scene(Side(play="jester"), Side(play="mouse"), step="end").offers("diversion")
    fight = Scene(Side(play="jester bear"), Side(play="mouse")).do("to attack", "attack bear", "done")
    assert not fight.offers("diversion")
    fight.refused("diversion jester", "RISE-928")


@pytest.mark.rule("RISE-1012", "RISE-1013")
def test_copies_are_tokens_beyond_the_rank_that_leave_nothing_behind() -> None:
    s = Scene(Side(play="steady-clone steady-clone"), IDLE).do("cloning steady-clone").passes().do("toss heads")
    assert s.in_play() == ["steady-clone", "steady-clone-2", "steady-clone-3"]
    assert s.piece("steady-clone-3").kind == -1
    gone = Scene(Side(play="vat-clone!token hammer"), IDLE).do("action hammer", "choose vat-clone").passes()
    assert (gone.ether(), gone.cemetery(), gone.exclusion()) == (0, [], [])
    original = Scene(Side(play="vat-clone hammer"), IDLE).do("action hammer", "choose vat-clone").passes()
    assert original.ether() == 1


@pytest.mark.rule("RISE-1014")
def test_a_key_opens_a_lock_and_what_it_says_happens() -> None:
    s = Scene(Side(play="ring-of-keys iron-postern", library="bear"), IDLE).play("action ring-of-keys")
    assert s.hand() == ["bear"]
    assert s.piece("iron-postern").open
    assert GAME.book.card["ring-of-keys"].key
    assert not Scene(Side(play="ring-of-keys iron-postern!free"), IDLE).offers("action")


@pytest.mark.rule("RISE-1015")
def test_the_same_seed_gives_the_same_tosses() -> None:
    from rising_tutor.core.drive import play_out

    def logged(seed: int) -> list[str]:
        found: list[str] = []
        play_out(GAME, seats=2, seed=seed, watch=lambda _s, _m, step: found.extend(map(GAME.say, step.events)))
        return found

    assert logged(3) == logged(3)
    assert any("tosses" in text for text in logged(3))


@pytest.mark.rule("RISE-1019")
def test_hands_and_libraries_are_hidden_and_all_else_is_public() -> None:
    s = Scene(Side(closed="bear mouse", hand="ox"), Side(unseen="bear mouse", closed="cub"), IDLE)
    seen = GAME.view(s.state, 1).sides[0]
    assert [slot.card for slot in seen.hand] == [seen.kinds.index("ox"), -2, -2]
    assert seen.n_hand == 3
    own = GAME.view(s.state, 0).sides[0]
    assert all(slot.card >= 0 for slot in own.hand)
    for viewer in (0, 1, None):
        view = GAME.view(s.state, viewer)
        assert view.sides[1].library.n == 2
        assert (view.sides[0].coins, view.sides[0].ether) == (5, 0)
    assert {slot.card for slot in GAME.view(s.state, None).sides[1].hand} == {-2}


@pytest.mark.rule("RISE-1022")
def test_caps_and_deaths_are_looked_for_after_every_effect() -> None:
    s = Scene(Side(play="hammer tap", coins=30), Side(play="swarm", **STILL)).do("action tap", "action hammer 11")
    s.passes()
    assert s.coins() == 30
    assert s.exclusion(2) == ["swarm"]


@pytest.mark.rule("RISE-1023")
def test_a_moved_disease_keeps_its_controller_and_what_it_did_ends() -> None:
    s = Scene(Side(play="allergy@bear hammer"), Side(play="bear mouse!plus=1", **STILL))
    assert (s.values("bear"), s.values("mouse")) == ((2, 2), (3, 3))
    s.do("action hammer 7").passes()
    assert (s.values("bear"), s.values("mouse")) == ((3, 3), (2, 2))
    assert s.piece("allergy").controller == 0
    assert s.piece("allergy").caster == 0


@pytest.mark.rule("RISE-1024")
def test_who_controls_the_creature_tosses_for_its_ability() -> None:
    s = Scene(Side(play="hammer"), Side(play="restless-squire", **STILL)).play(
        "action hammer", "choose restless-squire"
    )
    s.do("toss heads")
    assert s.told("CoinTossed")[0].seat == 1


@pytest.mark.rule("RISE-1025")
def test_a_card_that_leaves_play_forgets_what_was_done_to_it() -> None:
    me = Side(play="restless-squire!plus=2!reanimated hammer", cp=(1, 1))
    s = Scene(me, IDLE).play("action hammer 3", "choose restless-squire").play("invoke restless-squire with bram")
    assert s.values("restless-squire") == (3, 2)
    assert not s.piece("restless-squire").reanimated
    back = Scene(Side(play="hammer restless-squire!tilted!plus=3", **STILL), IDLE)
    back.play("action hammer", "choose restless-squire").do("toss heads")
    piece = back.piece("restless-squire")
    assert (piece.plus, piece.tilted, piece.reanimated, piece.since) == (1, False, True, 4)


@pytest.mark.rule("RISE-1007")
def test_cold_is_paid_before_awakening_or_gone() -> None:
    s = Scene(Side(coins=0, **STILL), Side(play="cold@seat-1", **STILL), step="turn")
    assert s.cemetery(2) == ["cold"]
    kept = Scene(Side(coins=1, **STILL), Side(play="cold@seat-1", **STILL), step="turn")
    assert kept.coins() == 0
    assert kept.in_play(2) == ["cold"]
    assert not isinstance(kept.game.node(kept.state), Chance)


@pytest.mark.rule("RISE-1001")
def test_constancy_takes_positive_counters() -> None:
    s = Scene(Side(play="burial-priest steady hammer"), IDLE).do("action hammer", "choose burial-priest").passes()
    assert s.do("toss heads").values("steady") == (4, 5)


@pytest.mark.rule("RISE-402", "RISE-616")
def test_a_dead_summoner_regains_no_capacity() -> None:
    assert Scene(Side(hp=(20, 0), cp=(0, 0), tilted=(True, False)), IDLE, step="turn").cp() == (1, 0)


@pytest.mark.rule("RISE-1014", "RISE-907")
def test_what_is_freed_works_for_its_own_controller() -> None:
    s = Scene(Side(play="ring-of-keys"), Side(play="chained-colossus", tilted=(True, True), cp=(0, 0)))
    s.do("action ring-of-keys").passes()
    assert (s.coins(1), s.coins(2), s.values("chained-colossus")) == (4, 3, (7, 7))


@pytest.mark.rule("RISE-616", "RISE-618")
def test_a_revived_summoner_can_die_again() -> None:
    me = Side(summoners="oss ysolde", hp=(20, 0), levels=(2, 0), cp=(3, 0), play="hammer seal@oss")
    s = Scene(me, IDLE).play("skill oss 3").do("action hammer 8", "choose ysolde").passes()
    assert [event.card for event in s.told("SummonerDied")] == ["ysolde"]
    assert s.summoner("ysolde").fallen


@pytest.mark.rule("RISE-905")
def test_an_effect_for_an_own_creature_fails_when_it_has_changed_sides() -> None:
    doctor = Side(summoners="vell bram", cp=(1, 0), tilted=(False, True), play="snail madness@snail")
    s = Scene(Side(levels=(1, 0), cp=(1, 0), play="bear ox"), doctor).do("skill ysolde 2", "choose bear")
    while s.seat == 1:
        s.do("pass")
    s.do("skill vell 1", "choose bear").passes()
    assert "bear" in s.in_play(2)
    assert s.values("bear") == (3, 3)
    assert [event.card for event in s.told("ItemFailed")] == ["ysolde"]


@pytest.mark.rule("RISE-1023")
def test_a_disease_is_not_moved_to_where_it_is() -> None:
    s = Scene(Side(play="ox"), Side(play="fever-dancer paranoia@ox", tilted=(True, True), cp=(0, 0)))
    s.do("to attack", "attack ox").passes().do("block ox with fever-dancer").passes().forget().do("toss heads")
    assert not s.told("Attached")


@pytest.mark.rule("RISE-1009")
def test_an_equipment_of_another_moves_among_cards_of_its_controller() -> None:
    me = Side(levels=(0, 1), cp=(1, 2), play="bear mouse steel-harness@bear!owner=2")
    s = Scene(me, IDLE).play("skill bram 2")
    assert (s.values("bear"), s.values("mouse")) == ((3, 3), (3, 3))
